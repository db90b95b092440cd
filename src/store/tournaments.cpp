// The store's tournaments, players and games.
#include <soci/soci.h>

#include "connection.h"
#include "foray/notation/text.h"
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
    c.sql() << "insert into player (tournament, number, name, settings, joined, withdrawn, reason, seal)"
               " values (:tournament, :number, :name, :settings, :joined, :withdrawn, :reason, :seal)",
        use(id), use(p.number), use(p.name), use(p.settings), use(p.entrant.joined), use(withdrawn, has), use(p.reason), use(seal);
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
        long long id = 0;
        Seal seal = 0;
        TournamentRow row;
        soci::statement select = (connection_->sql().prepare << "select id, name, settings, created, seal from tournament order by id",
                                  into(id), into(row.name), into(row.settings), into(row.created), into(seal));
        select.execute();
        while (select.fetch()) {
            row.id = id;
            check_seal(seal, seal_of(row), "a tournament");
            out.push_back(row);
        }
    });
    return out;
}

std::optional<TournamentRow> Store::tournament(const std::string& name) {
    std::optional<TournamentRow> out;
    connection_->run([&] {
        long long id = 0;
        Seal seal = 0;
        TournamentRow row;
        connection_->sql() << "select id, name, settings, created, seal from tournament where name = :name", use(name), into(id),
            into(row.name), into(row.settings), into(row.created), into(seal);
        if (!connection_->sql().got_data()) return;
        row.id = id;
        check_seal(seal, seal_of(row), "the tournament");
        out = row;
    });
    return out;
}

namespace {

struct SelectPlayers {
    explicit SelectPlayers(Connection& c)
        : statement((c.sql().prepare << "select number, name, settings, joined, withdrawn, reason, seal from player"
                                        " where tournament = :tournament order by number",
                     use(tournament), into(row.number), into(row.name), into(row.settings), into(row.entrant.joined), into(withdrawn, has),
                     into(row.reason), into(seal))) {}
    long long tournament = 0;
    PlayerRow row;
    int withdrawn = 0;
    soci::indicator has = soci::i_null;
    Seal seal = 0;
    soci::statement statement;
};

/// Inside of a `run` or a transaction.
std::vector<PlayerRow> read_players(Connection& c, std::int64_t tournament) {
    std::vector<PlayerRow> out;
    auto& select = c.prepared<SelectPlayers>();
    select.tournament = tournament;
    select.statement.execute();
    while (select.statement.fetch()) {
        select.row.entrant.withdrawn = select.has == soci::i_ok ? std::optional(select.withdrawn) : std::nullopt;
        check_seal(select.seal, seal_of(select.row), "player " + std::to_string(select.row.number));
        out.push_back(select.row);
    }
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
            const Seal seal = seal_of(row);
            connection_->sql() << "update player set withdrawn = :round, reason = :reason, seal = :seal"
                                  " where tournament = :tournament and number = :number and withdrawn is null",
                use(round), use(reason), use(seal), use(id), use(player);
        }
    });
}

namespace {

/// Reads games of a tournament; `where` goes on where the sequence number is to be compared with `number`.
std::vector<GameRow> read_games(Connection& c, std::int64_t tournament, bool with_record, const char* where, std::int64_t number) {
    std::vector<GameRow> out;
    c.run([&] {
        const auto id = static_cast<long long>(tournament);
        const auto from = static_cast<long long>(number);
        GameRow row;
        long long sequence = 0;
        std::array<long long, 2> nodes{};
        int failed = 0;
        soci::indicator has_failed = soci::i_null;
        Seal seal = 0;
        Seal record_seal = 0;
        std::string reason;
        const std::string record = with_record ? "record" : "'' as record";
        soci::statement select =
            (c.sql().prepare << "select sequence, round, first, second, pair, leg, half_points, failed, reason, plies,"
                                " moves1, moves2, nodes1, nodes2, ms1, ms2, worker, seal, record_seal, " +
                                    record + " from game where tournament = :tournament and sequence " + where +
                                    " :number order by sequence",
             use(id), use(from), into(sequence), into(row.key.pairing.round), into(row.key.pairing.first), into(row.key.pairing.second),
             into(row.key.pairing.pair), into(row.key.leg), into(row.half_points), into(failed, has_failed), into(reason), into(row.plies),
             into(row.moves[0]), into(row.moves[1]), into(nodes[0]), into(nodes[1]), into(row.ms[0]), into(row.ms[1]), into(row.worker),
             into(seal), into(record_seal), into(row.record));
        select.execute();
        while (select.fetch()) {
            row.sequence = sequence;
            row.nodes = {nodes[0], nodes[1]};
            row.failed = has_failed == soci::i_ok ? std::optional(failed) : std::nullopt;
            const auto ending = parse_ending(reason);
            if (!ending)
                throw StoreFailure("the store is damaged: game " + std::to_string(sequence) + " ended by " + quoted(reason), false);
            row.ending = ending->ending;
            row.detail = ending->detail;
            check_seal(seal, seal_of(row), "game " + std::to_string(sequence));
            if (with_record) check_seal(record_seal, seal_of(row.record), "the record of game " + std::to_string(sequence));
            out.push_back(row);
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
        : statement((c.sql().prepare
                         << "insert into game (tournament, round, first, second, pair, leg, half_points, failed, reason, plies, moves1,"
                            " moves2, nodes1, nodes2, ms1, ms2, record, worker, seal, record_seal, finished) values (:tournament,"
                            " :round, :first, :second, :pair, :leg, :half, :failed, :reason, :plies, :m1, :m2, :n1, :n2, :t1, :t2,"
                            " :record, :worker, :seal, :record_seal, " +
                                std::string(utc_now(c)) + ") on conflict do nothing",
                     use(tournament), use(game.key.pairing.round), use(game.key.pairing.first), use(game.key.pairing.second),
                     use(game.key.pairing.pair), use(game.key.leg), use(game.half_points), use(failed, has_failed), use(reason),
                     use(game.plies), use(game.moves[0]), use(game.moves[1]), use(nodes[0]), use(nodes[1]), use(game.ms[0]),
                     use(game.ms[1]), use(game.record), use(game.worker), use(seal), use(record_seal))) {}

    /// False if it is there already.
    bool execute(std::int64_t of, const GameRow& row, const std::string& worker) {
        tournament = of;
        game = row;
        game.worker = worker;
        nodes = {row.nodes[0], row.nodes[1]};
        failed = row.failed.value_or(0);
        reason = row.reason();
        has_failed = row.failed ? soci::i_ok : soci::i_null;
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
    Seal seal = 0;
    Seal record_seal = 0;
    soci::statement statement;
};

struct FinishJob {
    explicit FinishJob(Connection& c)
        : statement((c.sql().prepare << "update job set state = 'done', output = 'played', finished = " + std::string(c.now()) +
                                            " where id = :id and state <> 'done'",
                     use(job))) {}
    long long job = 0;
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
            if (finishes) {
                auto& finish = c.prepared<FinishJob>();
                finish.job = job_id;
                finish.statement.execute(true);
            }
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
        std::string text;
        soci::statement select =
            (c.sql().prepare << "select shown from running where tournament = :tournament and exists (select 1 from job"
                                " where owner = running.worker and state = 'taken' and kind = 'tournament'"
                                " and topic = :topic and lease >= " +
                                    std::string(c.now()) + ") order by worker",
             use(tournament), use(tournament), into(text));
        select.execute();
        while (select.fetch()) out.push_back(text);
    });
    return out;
}

}  // namespace foray
