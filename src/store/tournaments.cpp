// The store's tournaments, players and games.
#include <soci/soci.h>

#include "connection.h"
#include "foray/notation/text.h"
#include "rows.h"
#include "seals.h"

namespace foray {

using soci::into;
using soci::use;

Store::Store(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Result<Store> Store::open(const std::string& location, Open mode) {
    auto connection = Connection::open(location, mode);
    if (!connection) return connection.error().in(location);
    return Store(std::move(connection).value());
}

namespace {

/// The present as people read it; the same expression in both databases' dialects.
const char* utc_now(const Connection& connection) {
    return connection.postgresql() ? "to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS')"
                                   : "strftime('%Y-%m-%d %H:%M:%S', 'now')";
}

void insert_player(Connection& c, std::int64_t tournament, const PlayerRow& p) {
    const auto id = static_cast<long long>(tournament);
    int withdrawn = p.entrant.withdrawn.value_or(0);
    soci::indicator has = p.entrant.withdrawn ? soci::i_ok : soci::i_null;
    const Seal seal = seal_of(p);
    const Seal withdrawal = seal_of_withdrawal(p);
    c.sql() << "insert into player (tournament, number, name, settings, joined, withdrawn, reason, seal, withdrawal_seal)"
               " values (:tournament, :number, :name, :settings, :joined, :withdrawn, :reason, :seal, :withdrawal)",
        use(id), use(p.number), use(p.name), use(p.settings), use(p.entrant.joined), use(withdrawn, has), use(p.reason), use(seal),
        use(withdrawal);
}

}  // namespace

Result<std::int64_t> Store::create_tournament(const std::string& name, const std::string& settings, const std::vector<PlayerRow>& players) {
    Connection& c = *connection_;
    long long id = 0;
    bool taken = false;
    c.transact([&] {
        int count = 0;
        c.sql() << "select count(*) from tournament where name = :name", use(name), into(count);
        taken = count > 0;
        if (taken) return;
        const Seal seal = seal_of(TournamentRow{0, name, settings, ""});
        c.sql() << "insert into tournament (name, settings, seal, created) values (:name, :settings, :seal, " + std::string(utc_now(c)) +
                       ")",
            use(name), use(settings), use(seal);
        c.sql() << "select id from tournament where name = :name", use(name), into(id);
        for (const PlayerRow& player : players) insert_player(c, id, player);
    });
    if (taken) return Error{"there is a tournament '" + name + "' already"};
    return static_cast<std::int64_t>(id);
}

std::vector<TournamentRow> Store::tournaments() {
    std::vector<TournamentRow> out;
    connection_->run([&] {
        TournamentCells cells;
        auto query = (connection_->sql().prepare << "select " + std::string(TournamentCells::kColumns) + " from tournament order by id");
        soci::statement select(cells.bind(query));
        select.execute();
        while (select.fetch()) out.push_back(sound(read_row(cells)));
    });
    return out;
}

std::optional<TournamentRow> Store::tournament(const std::string& name) {
    std::optional<TournamentRow> out;
    connection_->run([&] {
        TournamentCells cells;
        auto query =
            (connection_->sql().prepare << "select " + std::string(TournamentCells::kColumns) + " from tournament where name = :name",
             use(name));
        if (soci::statement(cells.bind(query)).execute(true)) out = sound(read_row(cells));
    });
    return out;
}

namespace {

struct SelectPlayers {
    explicit SelectPlayers(Connection& c)
        : query((c.sql().prepare << "select " + std::string(PlayerCells::kColumns) +
                                        " from player where tournament = :tournament order by number",
                 use(tournament))),
          statement(cells.bind(query)) {}
    long long tournament = 0;
    PlayerCells cells;
    Prepared query;
    soci::statement statement;
};

/// Inside of a `run` or a transaction.
std::vector<PlayerRow> read_players(Connection& c, std::int64_t tournament) {
    std::vector<PlayerRow> out;
    const Withdrawals withdrawals = c.postgresql() ? Withdrawals::kAnybodys : Withdrawals::kSealed;
    auto& select = c.prepared<SelectPlayers>();
    select.tournament = tournament;
    select.statement.execute();
    while (select.statement.fetch()) out.push_back(sound(read_row(select.cells, static_cast<int>(out.size()), withdrawals)));
    return out;
}

}  // namespace

std::vector<PlayerRow> Store::players(std::int64_t tournament) {
    std::vector<PlayerRow> out;
    connection_->run([&] { out = read_players(*connection_, tournament); });
    return out;
}

void Store::add_player(std::int64_t tournament, const PlayerRow& player) {
    connection_->transact([&] { insert_player(*connection_, tournament, player); });
}

void Store::withdraw(std::int64_t tournament, int player, int round, const std::string& reason) {
    connection_->transact([&] {
        const auto id = static_cast<long long>(tournament);
        for (PlayerRow row : read_players(*connection_, tournament)) {
            if (row.number != player || row.entrant.withdrawn) continue;
            row.entrant.withdrawn = round;
            row.reason = reason;
            const Seal seal = seal_of_withdrawal(row);
            connection_->sql() << "update player set withdrawn = :round, reason = :reason, withdrawal_seal = :seal"
                                  " where tournament = :tournament and number = :number and withdrawn is null",
                use(round), use(reason), use(seal), use(id), use(player);
        }
    });
}

namespace {

struct CountPlayers {
    explicit CountPlayers(Connection& c)
        : statement((c.sql().prepare << "select count(*) from player where tournament = :tournament", use(tournament), into(count))) {}
    long long tournament = 0;
    int count = 0;
    soci::statement statement;
};

/// Reads games of a tournament; `where` goes on where the sequence number is to be compared with `number`.
std::vector<GameRow> read_games(Connection& c, std::int64_t tournament, bool with_record, const char* where, std::int64_t number) {
    std::vector<GameRow> out;
    c.run([&] {
        const auto id = static_cast<long long>(tournament);
        const auto from = static_cast<long long>(number);
        GameCells cells;
        auto query =
            (c.sql().prepare << "select " + std::string(GameCells::kColumns) + (with_record ? "record" : "'' as record") +
                                    " from game where tournament = :tournament and sequence " + where + " :number order by sequence",
             use(id), use(from));
        soci::statement select(cells.bind(query));
        select.execute();
        while (select.fetch()) out.push_back(sound(read_row(cells, with_record)));
        // Counted afterwards: players come, and none goes.
        auto& players = c.prepared<CountPlayers>();
        players.tournament = id;
        players.statement.execute(true);
        while (players.statement.fetch()) {  // there is no second row, but a statement that has not ended holds a lock
        }
        for (const GameRow& game : out) {
            if (const auto wrong = check_players(game, players.count)) throw RowDamage(wrong->message());
        }
    });
    return out;
}

}  // namespace

std::vector<GameRow> Store::games(std::int64_t tournament, Records records, std::int64_t after) {
    return read_games(*connection_, tournament, records == Records::kWith, ">", after);
}

std::optional<GameRow> Store::game(std::int64_t tournament, std::int64_t sequence) {
    auto found = read_games(*connection_, tournament, true, "=", sequence);
    if (found.empty()) return std::nullopt;
    return std::move(found.front());
}

std::int64_t Store::count_games(std::int64_t tournament) {
    long long count = 0;
    connection_->run([&] {
        const auto id = static_cast<long long>(tournament);
        connection_->sql() << "select count(*) from game where tournament = :tournament", use(id), into(count);
    });
    return count;
}

namespace {

struct SelectLegs {
    explicit SelectLegs(Connection& c)
        : statement((c.sql().prepare << "select leg from game where tournament = :tournament and round = :round and first = :first"
                                        " and second = :second and pair = :pair",
                     use(tournament), use(pairing.round), use(pairing.first), use(pairing.second), use(pairing.pair), into(leg))) {}
    long long tournament = 0;
    Pairing pairing;
    int leg = 0;
    soci::statement statement;
};

}  // namespace

std::array<bool, 2> Store::played_legs(std::int64_t tournament, const Pairing& pairing) {
    std::array<bool, 2> out{};
    connection_->run([&] {
        auto& select = connection_->prepared<SelectLegs>();
        select.tournament = tournament;
        select.pairing = pairing;
        select.statement.execute();
        while (select.statement.fetch()) out[select.leg == 0 ? 0 : 1] = true;
    });
    return out;
}

int Store::failures_in_a_row(std::int64_t tournament, int player, int most) {
    int out = 0;
    connection_->run([&] {
        const auto id = static_cast<long long>(tournament);
        int first = 0;
        int failed = 0;
        soci::indicator has = soci::i_null;
        soci::statement select =
            (connection_->sql().prepare << "select first, failed from game where tournament = :tournament and (first = :a or second = :b)"
                                           " order by sequence desc limit :most",
             use(id), use(player), use(player), use(most), into(first), into(failed, has));
        select.execute();
        while (select.fetch()) {
            if (has != soci::i_ok || failed != (first == player ? 0 : 1)) break;
            ++out;
        }
    });
    return out;
}

namespace {

struct InsertGame {
    explicit InsertGame(Connection& c)
        : statement(
              (c.sql().prepare
                   << "insert into game (tournament, round, first, second, pair, leg, half_points, failed, reason, plies, moves1,"
                      " moves2, nodes1, nodes2, ms1, ms2, record, worker, fingerprint, seal, record_seal, finished) values (:tournament,"
                      " :round, :first, :second, :pair, :leg, :half, :failed, :reason, :plies, :m1, :m2, :n1, :n2, :t1, :t2,"
                      " :record, :worker, :fingerprint, :seal, :record_seal, " +
                          std::string(utc_now(c)) + ") on conflict do nothing",
               use(tournament), use(game.key.pairing.round), use(game.key.pairing.first), use(game.key.pairing.second),
               use(game.key.pairing.pair), use(game.key.leg), use(game.half_points), use(failed, has_failed), use(reason), use(game.plies),
               use(game.moves[0]), use(game.moves[1]), use(nodes[0]), use(nodes[1]), use(game.ms[0]), use(game.ms[1]), use(game.record),
               use(game.worker), use(fingerprint), use(seal), use(record_seal))) {}

    /// False if it is there already.
    bool execute(std::int64_t of, const GameRow& row, const std::string& worker) {
        tournament = of;
        game = row;
        game.worker = worker;
        nodes = {row.nodes[0], row.nodes[1]};
        failed = row.failed.value_or(0);
        reason = row.reason();
        has_failed = row.failed ? soci::i_ok : soci::i_null;
        fingerprint = static_cast<long long>(row.fingerprint);
        seal = seal_of(game);
        record_seal = seal_of(game.record);
        statement.execute(true);
        return statement.get_affected_rows() > 0;
    }

    long long tournament = 0;
    GameRow game;
    std::array<long long, 2> nodes{};
    int failed = 0;
    std::string reason;
    soci::indicator has_failed = soci::i_null;
    long long fingerprint = 0;
    Seal seal = 0;
    Seal record_seal = 0;
    soci::statement statement;
};

struct FinishJob {
    explicit FinishJob(Connection& c)
        : statement((c.sql().prepare << "update job set state = 'done', output = 'played', seal = :seal, finished = " +
                                            std::string(c.now()) + " where id = :id and state <> 'done'",
                     use(seal), use(job))) {}
    void execute(const Job& done) {
        job = done.id;
        seal = seal_of_answer(done.kind, done.topic, {done.label, done.input, "played"});
        statement.execute(true);
    }
    long long job = 0;
    Seal seal = 0;
    soci::statement statement;
};

}  // namespace

bool Store::submit_game(std::int64_t tournament, const GameRow& game, const Job& job, const Worker& worker, bool finishes) {
    bool kept = false;
    Connection& c = *connection_;
    c.transact(
        [&] {
            kept = c.prepared<InsertGame>().execute(tournament, game, worker.name);
            const auto job_id = static_cast<long long>(job.id);
            if (!kept) {
                c.sql() << "insert into late_answer (job, worker, noted) values (:job, :worker, " + std::string(utc_now(c)) + ")",
                    use(job_id), use(worker.name);
            }
            if (finishes) c.prepared<FinishJob>().execute(job);
        },
        Connection::Keeping::kSoon);
    return kept;
}

void Store::show_running(const std::string& tournament, const Worker& worker, const std::string& text) {
    connection_->transact(
        [&] {
            connection_->sql() << "insert into running (tournament, worker, shown) values (:tournament, :worker, :shown)"
                                  " on conflict (tournament, worker) do update set shown = excluded.shown",
                use(tournament), use(worker.name), use(text);
        },
        Connection::Keeping::kLightly);
}

void Store::hide_running(const std::string& tournament, const Worker& worker) {
    // What killed workers left goes with it.
    connection_->transact(
        [&] {
            connection_->sql() << "delete from running where tournament = :tournament and (worker = :worker or not exists"
                                  " (select 1 from job where owner = running.worker and state = 'taken'))",
                use(tournament), use(worker.name);
        },
        Connection::Keeping::kLightly);
}

void Store::settle() { connection_->settle(); }

std::vector<std::string> Store::running(const std::string& tournament) {
    std::vector<std::string> out;
    Connection& c = *connection_;
    c.run([&] {
        TextCell text;
        soci::statement select =
            (c.sql().prepare << "select shown from running where tournament = :tournament and exists (select 1 from job"
                                " where owner = running.worker and state = 'taken' and kind = 'tournament'"
                                " and topic = :topic and lease >= " +
                                    std::string(c.now()) + ") order by worker",
             use(tournament), use(tournament), text.into());
        select.execute();
        while (select.fetch()) out.push_back(sound(read_text(text, "running", "of " + quoted(tournament), "shown")));
    });
    return out;
}

}  // namespace foray
