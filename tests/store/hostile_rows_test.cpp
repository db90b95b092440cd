// Rows changed at random, as somebody with access to the database might change them: every command that opens the store ends with exit code
// 0, 1 or 2 within seconds, and says a sentence where it is not 0. FORAY_CHANGES=10000 is the long run, FORAY_SEED another one.
#include <gtest/gtest.h>
#include <soci/postgresql/soci-postgresql.h>
#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "foray/board/random.h"
#include "seals.h"
#include "store/runs.h"
#include "support/oracles.h"
#include "support/postgres.h"

namespace foray {
namespace {

using test::Arguments;
using test::with;

/// What a row's checksum is made of, in the order of the parts (seals.h).
struct Sealed {
    const char* table;
    const char* seal;
    std::vector<const char*> parts;
};
const std::vector<Sealed>& sealed() {
    static const std::vector<Sealed> all = {
        {"tournament", "seal", {"name", "settings"}},
        {"player", "seal", {"name", "settings", "number", "joined"}},
        {"player", "withdrawal_seal", {"number", "coalesce(withdrawn, -1)", "reason"}},
        {"game",
         "seal",
         {"round", "first", "second", "pair", "leg", "half_points", "coalesce(failed, -1)", "plies", "moves1", "nodes1", "moves2", "nodes2",
          "reason", "worker"}},
        {"game", "record_seal", {}},
        {"job", "seal", {"kind", "topic", "label", "input", "output"}},
        {"kept", "seal", {"topic", "name", "value"}},
    };
    return all;
}

const std::map<std::string, std::vector<std::string>>& columns() {
    static const std::map<std::string, std::vector<std::string>> all = {
        {"tournament", {"id", "name", "settings", "created", "seal"}},
        {"player", {"tournament", "number", "name", "settings", "joined", "withdrawn", "reason", "seal", "withdrawal_seal"}},
        {"game",
         {"sequence", "tournament", "round",  "first",  "second", "pair", "leg",    "half_points", "failed",   "reason", "plies",
          "moves1",   "moves2",     "nodes1", "nodes2", "ms1",    "ms2",  "record", "worker",      "finished", "seal",   "record_seal"}},
        {"job", {"id", "kind", "topic", "label", "input", "output", "state", "attempts", "owner", "lease", "error", "finished", "seal"}},
        {"job_need", {"job", "need"}},
        {"worker", {"name", "seen"}},
        {"ability", {"worker", "need"}},
        {"late_answer", {"job", "worker", "noted"}},
        {"kept", {"topic", "name", "value", "seal"}},
    };
    return all;
}

class Chance {
public:
    explicit Chance(std::uint64_t seed) : state_(seed) {}
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(splitmix64(state_) % count); }
    template <class T>
    const T& of(const std::vector<T>& all) {
        return all[below(all.size())];
    }

private:
    std::uint64_t state_;
};

std::string nested(std::size_t deep) {
    std::string out;
    for (std::size_t i = 0; i < deep; ++i) out += "{\"a\":";
    return out;
}

/// A value that nobody expects, as SQL.
std::string odd_value(Chance& chance) {
    static const std::vector<std::string> all = {"null",
                                                 "-1",
                                                 "0",
                                                 "1",
                                                 "2",
                                                 "3",
                                                 "7",
                                                 "255",
                                                 "9999",
                                                 "10000",
                                                 "70000000",
                                                 "2147483647",
                                                 "2147483648",
                                                 "-2147483649",
                                                 "9007199254740993",
                                                 "9223372036854775807",
                                                 "-9223372036854775808",
                                                 "0.5",
                                                 "-0.5",
                                                 "1e308",
                                                 "9e999",
                                                 "-9e999",
                                                 "''",
                                                 "'1'",
                                                 "'-1'",
                                                 "'nan'",
                                                 "'x'",
                                                 "'done'",
                                                 "'open'",
                                                 "'taken'",
                                                 "'poison'",
                                                 "'tournament'",
                                                 "'prove'",
                                                 "'t'",
                                                 "'{}'",
                                                 "'[]'",
                                                 "'null'",
                                                 "'\"'",
                                                 "'{\"round\":0,\"first\":0,\"second\":0,\"pair\":0}'",
                                                 "'{\"round\":10000000,\"first\":1,\"second\":2,\"pair\":10000}'",
                                                 "'<script>alert(1)</script>'",
                                                 "'=1+1'",
                                                 "'../../etc/passwd'",
                                                 "'" + nested(70) + "'",
                                                 "'" + nested(50'000) + "'",
                                                 "'" + std::string(100'000, 'A') + "'",
                                                 "'\xc3\x28'",
                                                 "'\x1b[2J'"};
    return chance.of(all);
}

/// One to three changes, as statements.
std::vector<std::string> changes(Chance& chance) {
    std::vector<std::string> out;
    for (std::size_t left = 1 + chance.below(3); left > 0; --left) {
        auto place = columns().begin();
        std::advance(place,
                     static_cast<std::ptrdiff_t>(chance.below(columns().size() + 4)) % static_cast<std::ptrdiff_t>(columns().size()));
        // Most of what a store says stands in these two.
        const std::string table = chance.below(3) == 0 ? (chance.below(2) == 0 ? "game" : "job") : place->first;
        const auto& names = columns().at(table);
        const std::string& column = chance.of(names);
        const std::string& other = chance.of(names);
        const std::string key = names[0] == "tournament" ? names[1] : names[0];
        const std::string some = " where " + key + " = (select " + (chance.below(2) == 0 ? "min(" : "max(") + key + ") from " + table + ")";
        const std::string where = chance.below(4) == 0 ? "" : some;
        switch (chance.below(8)) {
            case 0: out.push_back("delete from " + table + where); break;
            case 1: out.push_back("update " + table + " set " + column + " = " + other + where); break;
            case 2: out.push_back("update " + table + " set " + column + " = " + column + " + 1" + where); break;
            case 3: out.push_back("update " + table + " set seal = " + odd_value(chance) + where); break;
            case 4: {  // a copy with something else in it
                std::string list;
                std::string values;
                for (const std::string& name : names) {
                    list += (list.empty() ? "" : ", ") + name;
                    values += (values.empty() ? "" : ", ") + (name == column || name == key ? odd_value(chance) : name);
                }
                out.push_back("insert into " + table + " (" + list + ") select " + values + " from " + table + some);
                break;
            }
            default: out.push_back("update " + table + " set " + column + " = " + odd_value(chance) + where); break;
        }
    }
    return out;
}

/// A tournament that is half played, one that is not begun, a proof with answers: all kinds of rows.
void fill(const std::string& store) {
    const Arguments at = {"--store", store};
    const Arguments small = {"--players", "greedy; random; alphabeta:1", "--size", "3x3", "--rounds", "1", "--quiet"};
    ASSERT_EQ(test::run_program(test::kForay, with(with({"tournament", "run", "--name", "t"}, at), small)).exit_code, 0);
    const Arguments unplayed = {"--players", "greedy; random", "--size", "3x3", "--rounds", "2", "--format", "swiss"};
    ASSERT_EQ(test::run_program(test::kForay, with(with({"tournament", "new", "--name", "later"}, at), unplayed)).exit_code, 0);
    const pid_t worker = test::start_and_hear(with({"work", "--jobs", "prove"}, at));
    EXPECT_EQ(test::run_program(test::kForay,
                                with({"prove", "--board", "random:5:3x3", "--value", ">=-1", "--name", "p", "--leaf-nodes", "1000"}, at))
                      .exit_code /
                  2,
              0);
    kill(worker, SIGTERM);
    EXPECT_EQ(test::wait_for(worker), 0);
}

std::vector<Arguments> commands(const std::string& store, const std::string& html) {
    const Arguments at = {"--store", store};
    return {with({"tournament", "status", "--name", "t"}, at),
            with({"tournament", "resume", "--name", "t", "--quiet"}, at),
            with({"tournament", "export", "--name", "t", "--json"}, at),
            with({"tournament", "export", "--name", "t", "--csv"}, at),
            with({"tournament", "export", "--name", "t", "--pgn"}, at),
            with({"tournament", "export", "--name", "t", "--html", "-o", html}, at),
            with({"tournament", "resume", "--name", "later", "--quiet"}, at),
            with({"tournament", "withdraw", "--name", "t", "random"}, at),
            with({"proof", "status"}, at),
            with({"verify", "--sample", "3"}, at),
            with({"prove", "--board", "random:5:3x3", "--value", ">=-1", "--name", "p", "--leaf-nodes", "1000"}, at),
            with({"work", "--until-idle", "--for", "2s"}, at)};
}

class HostileRows : public testing::Test {
protected:
    /// The statement may be refused: by a constraint, by the rights of who says it.
    bool say(soci::session& sql, const std::string& statement) {
        try {
            sql << statement;
            return true;
        } catch (const soci::soci_error&) {
            ++refused_;
            return false;
        }
    }

    /// Checksums made to fit again where somebody knows how they are made.
    void seal_again(soci::session& sql) {
        for (const Sealed& one : sealed()) {
            const std::string table = one.table;
            const std::string key = table == "player" ? "number" : columns().at(table)[0];
            std::string text;
            for (const char* part : one.parts) {
                const std::string cell = "cast(" + std::string(part) + " as text)";
                text += (text.empty() ? "" : " || ") + std::string("length(") + cell + ") || ':' || " + cell;
            }
            if (one.parts.empty()) text = "record";
            try {
                std::vector<std::pair<std::string, std::string>> rows;
                soci::rowset<soci::row> found = (sql.prepare << "select cast(" + key + " as text) as k, " + text + " as t from " + table);
                for (const soci::row& row : found) {
                    if (row.get_indicator(0) != soci::i_null && row.get_indicator(1) != soci::i_null)
                        rows.emplace_back(row.get<std::string>(0), row.get<std::string>(1));
                }
                for (const auto& [which, what] : rows) {
                    const Seal seal = seal_of(what);
                    sql << "update " + table + " set " + one.seal + " = :seal where cast(" + key + " as text) = :key", soci::use(seal),
                        soci::use(which);
                }
            } catch (const soci::soci_error&) {
                ++refused_;
            }
        }
    }

    void try_commands(const std::string& store, const std::vector<std::string>& said, Chance& chance, std::size_t count) {
        const std::string html = folder_ + "/out.html";
        for (std::size_t i = 0; i < count; ++i) {
            const auto all = commands(store, html);
            // Told to end after ten seconds, killed after twenty more: that is a hang.
            const Arguments command = with({"--preserve-status", "-k", "20", "10", test::kForay}, chance.of(all));
            const auto run = test::run_program("/usr/bin/timeout", command);
            std::string about;
            for (const std::string& word : command) about += word + " ";
            for (const std::string& one : said) about += "\n  " + one.substr(0, 300);
            ASSERT_TRUE(run.exit_code >= 0 && run.exit_code <= 2) << "exit code " << run.exit_code << ": " << about << "\n" << run.err;
            if (run.exit_code == 2) {
                ASSERT_TRUE(run.err.starts_with("foray: ")) << about << "\n" << run.err;
            }
            ++exits_[static_cast<std::size_t>(run.exit_code)];
        }
    }

    void tell(const std::string& where, int changes) const {
        std::printf("%s: %d changed stores, %d statements refused by the database; exit codes 0: %d, 1: %d, 2: %d\n", where.c_str(),
                    changes, refused_, exits_[0], exits_[1], exits_[2]);
    }

    std::string folder_ = test::scratch_folder();
    int refused_ = 0;
    std::array<int, 3> exits_{};
};

int number_from(const char* name, int otherwise) {
    const char* const text = std::getenv(name);
    return text == nullptr ? otherwise : std::atoi(text);
}

TEST_F(HostileRows, OfAFile) {
    const std::string file = folder_ + "/rows.foray";
    const std::string store = "sqlite:" + file;
    fill(store);
    const std::string whole = test::read_all(file);
    Chance chance(static_cast<std::uint64_t>(number_from("FORAY_SEED", 1)));
    const int count = number_from("FORAY_CHANGES", 60);
    for (int i = 0; i < count && !HasFatalFailure(); ++i) {
        for (const char* beside : {"-wal", "-shm"}) std::filesystem::remove(file + beside);
        std::ofstream(file, std::ios::binary) << whole;
        const auto said = changes(chance);
        {
            soci::session sql(soci::sqlite3, "dbname=\"" + file + "\"");
            if (chance.below(4) != 0) say(sql, "pragma ignore_check_constraints = on");
            if (chance.below(4) != 0) say(sql, "pragma foreign_keys = off");
            for (const std::string& one : said) say(sql, one);
            if (chance.below(2) == 0) seal_again(sql);
        }
        try_commands(store, said, chance, 2);
    }
    tell("SQLite", count);
}

TEST_F(HostileRows, OfAServer) {
    test::Postgres* const server = test::Postgres::shared();
    if (server == nullptr) GTEST_SKIP() << "no PostgreSQL here";
    const std::string whole = server->new_database();
    const std::string base = whole.substr(whole.rfind('/') + 1);
    const std::string server_url = whole.substr(0, whole.rfind('/'));
    fill(whole);
    Chance chance(static_cast<std::uint64_t>(number_from("FORAY_SEED", 1)) + 1);
    const int count = number_from("FORAY_CHANGES", 30) / 2;
    for (int i = 0; i < count && !HasFatalFailure(); ++i) {
        const std::string name = base + "_changed";
        server->psql(server_url + "/postgres", "drop database if exists " + name);
        const std::string made = server->psql(server_url + "/postgres", "create database " + name + " template " + base);
        ASSERT_EQ(made.find("ERROR"), std::string::npos) << made;
        const auto said = changes(chance);
        {
            soci::session sql(soci::postgresql,
                              "host=127.0.0.1 user=foray port=" + server_url.substr(server_url.rfind(':') + 1) + " dbname=" + name);
            // Constraints are there to stop this; whoever owns the tables can drop them.
            if (chance.below(4) != 0) {
                say(sql,
                    "do $$ declare c record; begin for c in select conrelid::regclass as t, conname as n from pg_constraint where contype "
                    "in "
                    "('c', 'f') and connamespace = 'public'::regnamespace loop execute format('alter table %s drop constraint %I', c.t, "
                    "c.n); "
                    "end loop; end $$");
            }
            for (const std::string& one : said) say(sql, one);
            if (chance.below(2) == 0) seal_again(sql);
        }
        try_commands(server_url + "/" + name, said, chance, 2);
    }
    tell("PostgreSQL", count);
}

}  // namespace
}  // namespace foray
