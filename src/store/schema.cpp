#include "schema.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "rows.h"

namespace foray {
namespace {

/// A name and the text after "constraint NAME".
using Constraint = std::pair<const char*, const char*>;

/// Columns begin with their names. Types are PostgreSQL's; `IDENTITY` is a number that the database hands out.
struct Table {
    const char* name;
    std::vector<const char*> columns;
    std::vector<const char*> keys{};  ///< since the first version, and without names
    std::vector<Constraint> constraints{};
};

const std::vector<Table>& tables() {
    static const std::vector<Table> all = {
        {"tournament",
         {"id IDENTITY", "name text not null unique", "settings text not null", "created text not null", "seal bigint not null"},
         {},
         {{"tournament_seal", "check (seal between 0 and 4294967295)"}}},
        {"player",
         {"tournament bigint not null references tournament (id)", "number integer not null", "name text not null",
          "settings text not null", "joined integer not null", "withdrawn integer", "reason text not null", "seal bigint not null",
          "withdrawal_seal bigint not null"},
         {"primary key (tournament, number)", "unique (tournament, name)"},
         {{"player_number", "check (number between 0 and 9999)"},
          {"player_joined", "check (joined between 0 and 10000000)"},
          {"player_withdrawn", "check (withdrawn between 0 and 10000000)"},
          {"player_seal", "check (seal between 0 and 4294967295)"},
          {"player_withdrawal_seal", "check (withdrawal_seal between 0 and 4294967295)"}}},
        {"game",
         {"sequence IDENTITY",
          "tournament bigint not null references tournament (id)",
          "round integer not null",
          "first integer not null",
          "second integer not null",
          "pair integer not null",
          "leg integer not null",
          "half_points integer not null",
          "failed integer",
          "reason text not null",
          "plies integer not null",
          "moves1 integer not null",
          "moves2 integer not null",
          "nodes1 bigint not null",
          "nodes2 bigint not null",
          "ms1 double precision not null",
          "ms2 double precision not null",
          "record text not null",
          "worker text not null",
          "finished text not null",
          "seal bigint not null",
          "record_seal bigint not null",
          "fingerprint bigint not null"},
         {"unique (tournament, round, first, second, pair, leg)"},
         {{"game_first", "foreign key (tournament, first) references player (tournament, number)"},
          {"game_second", "foreign key (tournament, second) references player (tournament, number)"},
          {"game_players", "check (first <> second)"},
          {"game_sequence", "check (sequence between 1 and 1000000000000000)"},
          {"game_round", "check (round between 0 and 10000000)"},
          {"game_pair", "check (pair between 0 and 10000)"},
          {"game_leg", "check (leg between 0 and 1)"},
          {"game_half_points", "check (half_points between 0 and 2)"},
          {"game_failed", "check (failed between 0 and 1)"},
          {"game_plies", "check (plies between 0 and 10000000)"},
          {"game_moves", "check (moves1 between 0 and 10000000 and moves2 between 0 and 10000000)"},
          {"game_nodes", "check (nodes1 between 0 and 1000000000000000000 and nodes2 between 0 and 1000000000000000000)"},
          {"game_ms", "check (ms1 between 0 and 1e15 and ms2 between 0 and 1e15)"},
          {"game_fingerprint", "check (fingerprint between 0 and 9223372036854775807)"},
          {"game_seal", "check (seal between 0 and 4294967295)"},
          {"game_record_seal", "check (record_seal between 0 and 4294967295)"}}},
        {"job",
         {"id IDENTITY", "kind text not null", "topic text not null", "label text not null", "input text not null", "output text",
          "state text not null", "attempts integer not null", "owner text not null", "lease double precision not null",
          "error text not null", "finished double precision", "seal bigint"},
         {"unique (kind, topic, label)"},
         {{"job_state", "check (state in ('open', 'taken', 'done', 'poison'))"},
          {"job_attempts", "check (attempts between 0 and 1000)"},
          {"job_lease", "check (lease between 0 and 1e18)"},
          {"job_finished", "check (finished between 0 and 1e18)"},
          {"job_seal", "check (seal between 0 and 4294967295)"},
          {"job_answer", "check (state <> 'done' or (output is not null and seal is not null))"}}},
        {"job_need", {"job bigint not null references job (id)", "need text not null"}, {"primary key (job, need)"}},
        {"worker", {"name text primary key", "seen double precision not null"}, {}, {{"worker_seen", "check (seen between 0 and 1e18)"}}},
        {"ability",
         {"worker text not null", "need text not null"},
         {"primary key (worker, need)"},
         {{"ability_worker", "foreign key (worker) references worker (name)"}}},
        {"late_answer", {"job bigint not null", "worker text not null", "noted text not null"}},
        {"kept",
         {"topic text not null", "name text not null", "value text not null", "seal bigint not null"},
         {"primary key (topic, name)"},
         {{"kept_seal", "check (seal between 0 and 4294967295)"}}},
        {"running",
         {"tournament text not null", "worker text not null", "shown text not null"},
         {"primary key (tournament, worker)"},
         {{"running_tournament", "foreign key (tournament) references tournament (name)"}}},
        {"foray_schema", {"version integer not null"}},
    };
    return all;
}

constexpr std::array kIndexes = {
    "create index game_order on game (tournament, sequence)",
    "create index job_waiting on job (kind, id) where state = 'open' or state = 'taken'",
    "create index job_owner on job (owner) where state = 'taken'",
    "create index job_finished on job (finished)",
    "create index job_state on job (kind, topic, state)",
};

/// What an older version lacks. The first version had the tables without these, and without seals.
constexpr std::array kVersion2 = {
    "create table running (tournament text not null, worker text not null, shown text not null, primary key (tournament, worker))",
};
constexpr std::array kVersion3 = {
    "alter table tournament add column seal bigint not null default -1",
    "alter table player add column seal bigint not null default -1",
    "alter table game add column seal bigint not null default -1",
    "alter table game add column record_seal bigint not null default -1",
};
constexpr std::array kVersion4 = {
    "alter table job add column finished double precision",
    "create index job_finished on job (finished)",
    "create index job_state on job (kind, topic, state)",
};
constexpr std::array kVersion5 = {
    "alter table job add column seal bigint not null default -1",
    "alter table kept add column seal bigint not null default -1",
};
/// Games of that time have none, and repeat no other.
void bring_to_version_7(Connection& c) {
    // SQLite's strict tables know no bigint.
    c.sql() << std::string("alter table game add column fingerprint ") + (c.postgresql() ? "bigint" : "integer") + " not null default 0";
}

void replace_all(std::string& text, const std::string& what, const std::string& with) {
    for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
}

std::string create_text(const Table& table, bool postgresql) {
    std::string out = "create table " + std::string(table.name) + " (";
    std::string between;
    const auto add = [&](const std::string& part) {
        out += between + part;
        between = ", ";
    };
    for (const char* column : table.columns) add(column);
    for (const char* key : table.keys) add(key);
    for (const auto& [name, text] : table.constraints) add("constraint " + std::string(name) + " " + text);
    out += ")";
    replace_all(out, "IDENTITY", postgresql ? "bigint generated always as identity primary key" : "integer primary key autoincrement");
    if (postgresql) return out;
    // SQLite keeps to the types of strict tables, and knows five.
    replace_all(out, "bigint", "integer");
    replace_all(out, "double precision", "real");
    return out + " strict";
}

void create(Connection& c) {
    for (const Table& table : tables()) c.sql() << create_text(table, c.postgresql());
    for (const char* text : kIndexes) c.sql() << text;
}

/// Rows of a time without seals get theirs: from now on a seal that is missing is damage.
class Sealing {
public:
    explicit Sealing(Connection& c) : c_(c) {}

    void run() {
        tournaments();
        players();
        games();
        jobs();
        kept();
    }

private:
    std::vector<long long> numbers(const std::string& query) {
        std::vector<long long> out;
        long long number = 0;
        soci::statement select = (c_.sql().prepare << query, soci::into(number));
        select.execute();
        while (select.fetch()) out.push_back(number);
        return out;
    }

    void tournaments() {
        for (const long long id : numbers("select id from tournament where seal = -1")) {
            TournamentCells cells;
            auto query =
                (c_.sql().prepare << "select " + std::string(TournamentCells::kColumns) + " from tournament where id = :id", soci::use(id));
            soci::statement(cells.bind(query)).execute(true);
            const Seal seal = seal_of(sound(read_row(cells, Sealed::kMaybe)));
            c_.sql() << "update tournament set seal = :seal where id = :id", soci::use(seal), soci::use(id);
        }
    }

    /// One seal said all about a player; now there is one of who he is, and one of his withdrawal.
    static Seal old_seal_of(const PlayerRow& row) {
        std::string text;
        for (const std::string& part : {row.name, row.settings, row.reason}) add_part(text, part);
        for (const int part : {row.number, row.entrant.joined, row.entrant.withdrawn.value_or(-1)}) add_part(text, part);
        return seal_of(text);
    }

    void players() {
        c_.sql() << "alter table player add column withdrawal_seal bigint";
        for (const long long id : numbers("select id from tournament")) {
            const auto all = numbers("select number from player where tournament = " + std::to_string(id) + " order by number");
            for (std::size_t i = 0; i < all.size(); ++i) player(id, all[i], static_cast<int>(i));
        }
    }

    void player(long long tournament, long long number, int expected) {
        PlayerCells cells;
        c_.sql() << "select number, name, settings, joined, withdrawn, reason, seal from player where tournament = :t and number = :n",
            soci::use(tournament), soci::use(number), cells.number.into(), cells.name.into(), cells.settings.into(), cells.joined.into(),
            cells.withdrawn.into(), cells.reason.into(), cells.seal.into();
        const NumberCell old = std::exchange(cells.seal, NumberCell{kNoSeal, soci::i_ok});
        PlayerRow row = sound(read_row(cells, expected, Withdrawals::kAnybodys, Sealed::kMaybe));
        row.reason = cells.reason.value;
        if (old.null() || (old.value != kNoSeal && old.value != old_seal_of(row))) {
            throw RowDamage("player " + std::to_string(number) + " is not as it was written");
        }
        const Seal seal = seal_of(row);
        const Seal withdrawal = seal_of_withdrawal(row);
        c_.sql() << "update player set seal = :seal, withdrawal_seal = :withdrawal where tournament = :t and number = :n", soci::use(seal),
            soci::use(withdrawal), soci::use(tournament), soci::use(number);
    }

    void games() {
        for (const long long sequence : numbers("select sequence from game where seal = -1 or record_seal = -1")) {
            GameCells cells;
            auto query = (c_.sql().prepare << "select " + std::string(GameCells::kColumns) + "record from game where sequence = :sequence",
                          soci::use(sequence));
            soci::statement(cells.bind(query)).execute(true);
            GameRow row = sound(read_row(cells, true, Sealed::kMaybe));
            row.detail = parse_ending(cells.reason.value)->detail;  // as they stand, without what was made fit for a terminal
            row.worker = cells.worker.value;
            const Seal seal = seal_of(row);
            const Seal record = seal_of(row.record);
            c_.sql() << "update game set seal = :seal, record_seal = :record where sequence = :sequence", soci::use(seal),
                soci::use(record), soci::use(sequence);
        }
    }

    void jobs() {
        for (const long long id : numbers("select id from job where seal = -1 and state = 'done'")) {
            std::string kind;
            std::string topic;
            Store::Answer answer;
            c_.sql() << "select kind, topic, label, input, coalesce(output, '') from job where id = :id", soci::use(id), soci::into(kind),
                soci::into(topic), soci::into(answer.label), soci::into(answer.input), soci::into(answer.output);
            const Seal seal = seal_of_answer(kind, topic, answer);
            c_.sql() << "update job set seal = :seal, output = :output where id = :id", soci::use(seal), soci::use(answer.output),
                soci::use(id);
        }
    }

    void kept() {
        std::vector<std::pair<std::string, std::string>> all;
        std::pair<std::string, std::string> name;
        soci::statement select =
            (c_.sql().prepare << "select topic, name from kept where seal = -1", soci::into(name.first), soci::into(name.second));
        select.execute();
        while (select.fetch()) all.push_back(name);
        for (const auto& [topic, key] : all) {
            std::string value;
            c_.sql() << "select value from kept where topic = :topic and name = :name", soci::use(topic), soci::use(key), soci::into(value);
            const Seal seal = seal_of_kept(topic, key, value);
            c_.sql() << "update kept set seal = :seal where topic = :topic and name = :name", soci::use(seal), soci::use(topic),
                soci::use(key);
        }
    }

    Connection& c_;
};

std::string column_names(const Table& table) {
    std::string out;
    for (const std::string column : table.columns) out += (out.empty() ? "" : ", ") + column.substr(0, column.find(' '));
    return out;
}

/// SQLite gives no constraints to tables that there are: they are made anew and filled from the old ones.
void remake_tables(Connection& c) {
    const auto old = [](const Table& table) { return "old_" + std::string(table.name); };
    for (const Table& table : tables()) c.sql() << "alter table " + std::string(table.name) + " rename to " + old(table);
    for (const Table& table : tables()) {
        const std::string columns = column_names(table);
        c.sql() << create_text(table, false);
        std::string copy = "insert into " + std::string(table.name) + " (" + columns + ") select ";
        copy += columns + " from " + old(table);
        c.sql() << copy;
        // Numbers that were handed out once are not handed out again.
        const std::string name = table.name;
        c.sql() << "delete from sqlite_sequence where name = :name and exists (select 1 from sqlite_sequence where name = 'old_' || :old)",
            soci::use(name), soci::use(name);
        c.sql() << "insert into sqlite_sequence (name, seq) select :name, seq from sqlite_sequence where name = 'old_' || :old",
            soci::use(name), soci::use(name);
    }
    for (auto table = tables().rbegin(); table != tables().rend(); ++table) c.sql() << "drop table " + old(*table);
    for (const char* text : kIndexes) c.sql() << text;
}

void alter_tables(Connection& c) {
    for (const char* text : {"alter table player alter column withdrawal_seal set not null",
                             "alter table tournament alter column seal drop default", "alter table player alter column seal drop default",
                             "alter table game alter column seal drop default", "alter table game alter column record_seal drop default",
                             "alter table kept alter column seal drop default", "alter table game alter column fingerprint drop default"}) {
        c.sql() << text;
    }
    for (const Table& table : tables()) {
        const std::string alter = "alter table " + std::string(table.name);
        for (const auto& [name, text] : table.constraints) {
            c.sql() << alter + " drop constraint if exists " + name;
            c.sql() << alter + " add constraint " + name + " " + text;
        }
    }
    // The roles of docs/machines.md, where they are in use: a worker may say why a player left, but not who he is.
    int roles = 0;
    c.sql() << "select count(*) from pg_roles where rolname = 'foray_worker'", soci::into(roles);
    if (roles == 0) return;
    c.sql() << "revoke update on player from foray_worker";
    c.sql() << "grant update (withdrawn, reason, withdrawal_seal) on player to foray_worker";
}

void bring_to_version_6(Connection& c) {
    Sealing(c).run();
    if (c.postgresql()) {
        c.sql() << "alter table job alter column seal drop default";
        c.sql() << "alter table job alter column seal drop not null";
    } else {
        c.sql() << "alter table job rename column seal to seal_or_none";
        c.sql() << "alter table job add column seal integer";
        c.sql() << "update job set seal = seal_or_none where state = 'done'";
    }
    if (c.postgresql()) c.sql() << "update job set seal = null where state <> 'done'";
    // Of workers that are gone.
    c.sql() << "delete from ability where worker not in (select name from worker)";
    c.sql() << "delete from running where tournament not in (select name from tournament)";
    c.sql() << "delete from job_need where job not in (select id from job)";
}

}  // namespace

void bring_up_to_date(Connection& c, int found) {
    if (found == 0) {
        create(c);
        c.sql() << "insert into foray_schema (version) values (0)";
        return;
    }
    const auto all = [&](const auto& texts) {
        for (const char* text : texts) c.sql() << text;
    };
    if (found < 2) all(kVersion2);
    if (found < 3) all(kVersion3);
    if (found < 4) all(kVersion4);
    if (found < 5) all(kVersion5);
    bring_to_version_7(c);  // games are read in what follows
    if (found < 6) bring_to_version_6(c);
    c.postgresql() ? alter_tables(c) : remake_tables(c);
}

std::optional<Error> check_schema(Connection& c) {
    if (c.postgresql()) return std::nullopt;
    std::optional<Error> wrong;
    c.run([&] {
        for (const Table& table : tables()) {
            TextCell text;
            const std::string name = table.name;
            c.sql() << "select sql from sqlite_master where type = 'table' and name = :name", soci::use(name), text.into();
            std::string expected = create_text(table, false);
            expected.replace(0, 12, "CREATE TABLE");  // which is how SQLite keeps the first two words
            if (!c.sql().got_data() || text.null() || text.value != expected) {
                wrong = Error{"the file is damaged: its table " + name + " is not as Foray makes it"};
                return;
            }
        }
        int triggers = 0;
        c.sql() << "select count(*) from sqlite_master where type = 'trigger'", soci::into(triggers);
        if (triggers > 0) wrong = Error{"the file is damaged: it has triggers, and Foray makes none"};
    });
    return wrong;
}

}  // namespace foray
