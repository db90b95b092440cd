// Rows that nobody wrote through Foray: what reads them names the table, the row and the column, and every command ends with a sentence.
#include "rows.h"

#include <gtest/gtest.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <filesystem>
#include <fstream>

#include "foray/notation/json_depth.h"
#include "foray/store/report.h"
#include "support/cli.h"
#include "support/oracles.h"
#include "support/process.h"

namespace foray {
namespace {

class HostileRow : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(test::run_program(test::kForay, {"tournament", "run", file_, "--players", "greedy; random; alphabeta:1", "--size", "3",
                                                   "--rounds", "1", "--quiet"})
                      .exit_code,
                  0);
        whole_ = test::read_all(file_);
    }

    /// With everything switched off that would stand in the way.
    void attack(const std::string& sql) const {
        std::filesystem::remove(file_ + "-wal");
        std::ofstream(file_, std::ios::binary) << whole_;
        soci::session session(soci::sqlite3, "dbname=\"" + file_ + "\"");
        session << "pragma ignore_check_constraints = on";
        session << sql;
    }

    /// What a process says that has looked at the file before it was changed: the database's own checks find nothing more then.
    [[nodiscard]] std::string heard(const std::string& sql) const {
        std::ofstream(file_, std::ios::binary) << whole_;
        EXPECT_TRUE(Store::open(file_, Store::Open::kRead));
        attack(sql);
        try {
            Store store = Store::open(file_, Store::Open::kRead).value();
            const auto tournament = Tournament::load(store, store.tournaments().at(0).name);
            if (!tournament) return tournament.error().message();
            (void)make_report(*tournament, store.games(tournament->id, Store::Records::kWith));
        } catch (const StoreFailure& failure) {
            return failure.what();
        }
        return "nothing";
    }

    std::string file_ = test::scratch_folder() + "/t.foray";
    std::string whole_;
};

TEST_F(HostileRow, IsNamedWithTableRowAndColumn) {
    EXPECT_EQ(heard("update tournament set created = 'later'"), "nothing");
    const std::string damaged = file_ + ": the store is damaged: ";
    for (const auto& [sql, said] : std::vector<std::pair<std::string, std::string>>{
             {"update game set first = 70000000, seal = -1 where sequence = 1", "game 1, column first is 70000000, more than 9999"},
             {"update game set first = 70, seal = -1 where sequence = 1",
              "game 1, column seal is missing: the row is not as it was written"},
             {"update game set first = -1 where sequence = 2", "game 2, column first is -1, less than 0"},
             {"update game set half_points = 2000000, seal = -1 where sequence = 3", "game 3, column half_points is 2000000, more than 2"},
             {"update game set half_points = 2 - half_points, seal = -1 where sequence = 3",
              "game 3, column seal is missing: the row is not as it was written"},
             {"update game set half_points = 2 - half_points where sequence = 3",
              "game 3, column seal does not fit: the row is not as it was written"},
             {"update game set leg = 2 where sequence = 4", "game 4, column leg is 2, more than 1"},
             {"update game set failed = 7 where sequence = 4", "game 4, column failed is 7, more than 1"},
             {"update game set nodes2 = -5 where sequence = 4", "game 4, column nodes2 is -5, less than 0"},
             {"update game set ms1 = -0.5 where sequence = 4", "game 4, column ms1 is no time"},
             {"update game set ms1 = 9e999 where sequence = 4", "game 4, column ms1 is no time"},
             {"update game set record_seal = 4294967296 where sequence = 4",
              "game 4, column record_seal is 4294967296, more than 4294967295"},
             {"update game set sequence = 9223372036854775807 where sequence = 4",
              "game 9223372036854775807, column sequence is 9223372036854775807, more than 1000000000000000"},
             {"delete from player where number = 1", "player 2, column number comes where player 1 should be"},
             {"update player set number = 70 where number = 2", "player 70, column number comes where player 2 should be"},
             {"update player set joined = 2147483648 where number = 0", "player 0, column joined is 2147483648, more than 10000000"},
             {"update player set reason = 'no' where number = 0",
              "player 0, column withdrawal_seal does not fit: the row is not as it was written"},
             {"update tournament set seal = -1", "tournament 't', column seal is missing: the row is not as it was written"},
             {"update tournament set settings = replace(settings, '3', '5')",
              "tournament 't', column seal does not fit: the row is not as it was written"},
         }) {
        EXPECT_EQ(heard(sql), damaged + said) << sql;
    }
    // The last player is the one whose absence leaves no gap; his games name him.
    const std::string gone = heard("delete from player where number = 2");
    EXPECT_NE(gone.find(" names player 2, who is not there"), std::string::npos) << gone;
}

/// Every command in a process of its own, which looks at the whole file first.
TEST_F(HostileRow, EndsEveryCommandWithASentence) {
    for (const char* sql : {"update game set first = 70000000, seal = -1 where sequence = 1", "delete from player where number = 2",
                            "update game set half_points = 2000000, seal = -1 where sequence = 1"}) {
        attack(sql);
        for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
                 {"tournament", "status", file_}, {"tournament", "export", file_, "--html"}, {"tournament", "resume", file_}}) {
            const auto run = test::run_program(test::kForay, command);
            EXPECT_EQ(run.exit_code, 2) << sql << ": " << command[1];
            EXPECT_NE(run.err.find(file_ + ": the file is damaged: "), std::string::npos) << run.err;
        }
    }
}

TEST_F(HostileRow, JsonIsNotNestedWithoutEnd) {
    std::string record;
    for (int i = 0; i < 200'000; ++i) record += "{\"a\":";
    attack("update game set record = '" + record + "', record_seal = " + std::to_string(seal_of(record)) + " where sequence = 1");
    for (const char* kind : {"--json", "--csv", "--pgn", "--html"}) {
        const auto run = test::run_program(test::kForay, {"tournament", "export", file_, kind});
        EXPECT_EQ(run.exit_code, 1) << kind;
        EXPECT_EQ(run.err, "foray: " + file_ + ": the store is damaged: game 1, column record is nested too deeply\n");
    }
    EXPECT_EQ(test::run_program(test::kForay, {"tournament", "status", file_}).exit_code, 0) << "which reads no records";
}

TEST_F(HostileRow, ATableIsNoViewAndHasNoTriggers) {
    attack("create trigger t after insert on worker begin delete from game; end");
    EXPECT_NE(test::run_program(test::kForay, {"tournament", "status", file_}).err.find("it has triggers"), std::string::npos);
    attack("alter table game rename to other");
    soci::session(soci::sqlite3, "dbname=\"" + file_ + "\"")
        << "create view game as with recursive n(i) as (select 1 union all select i + 1 from n) select i as sequence from n";
    EXPECT_NE(test::run_program(test::kForay, {"tournament", "status", file_}).err.find("its table game is not as Foray makes it"),
              std::string::npos)
        << test::run_program(test::kForay, {"tournament", "status", file_}).err;
}

TEST(NestedTooDeeply, CountsBracketsOutsideOfQuotes) {
    EXPECT_FALSE(nested_too_deeply(R"({"a": "[[[[", "b": [1, "\"[[[["]})", 2));
    EXPECT_TRUE(nested_too_deeply("[[[]]]", 2));
    EXPECT_FALSE(nested_too_deeply("[][][][[]]", 2));
    EXPECT_FALSE(nested_too_deeply("]]]][[", 2));
    EXPECT_FALSE(nested_too_deeply("", 0));
}

}  // namespace
}  // namespace foray
