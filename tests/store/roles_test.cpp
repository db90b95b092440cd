// The database roles of docs/machines.md, as they are written there: what each may do, and what it may not.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "foray/store/store.h"
#include "store/runs.h"
#include "support/paths.h"
#include "support/postgres.h"

namespace foray {
namespace {

using namespace test;

/// The SQL of the page's section "The database", block by block.
std::vector<std::string> documented_sql() {
    std::ifstream file(std::string(test::kGoldenFolder) + "/../../docs/machines.md");
    std::vector<std::string> out;
    bool inside = false;
    for (std::string line; std::getline(file, line);) {
        if (line == "```sql") out.emplace_back();
        if (line.starts_with("```")) {
            inside = line == "```sql";
        } else if (inside) {
            out.back() += line + "\n";
        }
    }
    return out;
}

/// The location of a database, seen by somebody else.
std::string as(const std::string& role, const std::string& location) {
    const std::size_t host = location.find('@');
    return "postgresql://" + role + location.substr(host);
}

class Roles : public testing::Test {
protected:
    void SetUp() override {
        server_ = Postgres::shared();
        if (server_ == nullptr) GTEST_SKIP() << "no PostgreSQL here";
        const auto sql = documented_sql();
        ASSERT_EQ(sql.size(), 2U);
        const std::string any = server_->new_database();
        std::istringstream statements(sql[0]);
        for (std::string line; std::getline(statements, line);) server_->psql(any, line);  // a database is not created among others
        location_ = any.substr(0, any.rfind('/')) + "/foray";
        auto owner = Store::open(as("foray_owner", location_), Store::Open::kCreate);
        ASSERT_TRUE(owner) << owner.error().message();
        server_->psql(as("foray_owner", location_), sql[1]);
    }

    [[nodiscard]] std::string at(const std::string& role) const { return as(role, location_); }
    [[nodiscard]] int foray(const Arguments& arguments) const { return run_program(test::kForay, arguments).exit_code; }
    /// Whether a statement is allowed; one that is wrong in another way is neither.
    [[nodiscard]] bool may(const std::string& role, const std::string& sql) const {
        return server_->psql(at(role), sql).find("ERROR") == std::string::npos;
    }
    [[nodiscard]] bool may_not(const std::string& role, const std::string& sql) const {
        const std::string said = server_->psql(at(role), sql);
        return said.find("permission denied") != std::string::npos || said.find("must be owner") != std::string::npos;
    }

    Postgres* server_ = nullptr;
    std::string location_;
};

TEST_F(Roles, EachDoesItsWorkAndNothingElse) {
    const std::string scheduler = at("foray_scheduler");
    const std::string worker = at("foray_worker");
    const std::string watcher = at("foray_watcher");

    // The work of each: a tournament whose player fails and is withdrawn, a proof, and somebody who watches.
    const Arguments settings = {"--players", "greedy; random; program:bad", "--size", "3", "--rounds", "2", "--seed", "5"};
    ASSERT_EQ(foray(with({"tournament", "new", "--store", scheduler, "--name", "cup"}, settings)), 0);
    const pid_t scheduling = start({"tournament", "run", "--store", scheduler, "--name", "cup", "--schedule-only", "--quiet"});
    const pid_t proving = start({"prove", "--size", "3x3", "--value", ">=0", "--store", scheduler, "--name", "p", "--leaf-nodes", "1000"});
    const std::string config = scratch_folder() + "/worker.toml";
    std::ofstream(config) << "[programs]\nbad = \"uai:/nowhere/at/all\"\n";
    const pid_t working = start_and_hear({"work", "--store", worker, "--config", config});
    EXPECT_EQ(wait_for(scheduling), 0);
    EXPECT_EQ(wait_for(proving), 0);
    kill(working, SIGTERM);
    EXPECT_EQ(wait_for(working), 0);
    EXPECT_EQ(foray({"verify", "--store", scheduler, "--name", "p"}), 0);
    EXPECT_EQ(foray({"tournament", "status", "--store", watcher, "--name", "cup"}), 0);
    EXPECT_EQ(foray({"proof", "status", "--store", watcher}), 0);
    EXPECT_NE(server_->psql(watcher, "select name from player where withdrawn is not null").find("program:bad"), std::string::npos);

    // What the command must not do under a role that is not for it.
    EXPECT_NE(foray(with({"tournament", "new", "--store", worker, "--name", "mine"}, settings)), 0);
    EXPECT_NE(foray({"prove", "--size", "3x3", "--value", ">=1", "--store", worker, "--name", "q"}), 0);
    EXPECT_NE(foray({"work", "--store", watcher, "--until-idle"}), 0);

    // And what nobody must do by hand. First the same questions where the answer is yes, so that a no means something.
    EXPECT_TRUE(may("foray_worker", "select * from game"));
    EXPECT_TRUE(may("foray_scheduler", "delete from job where state = 'open'"));
    for (const char* sql : {"update game set half_points = 2", "delete from game", "update tournament set settings = ''",
                            "update player set settings = ''", "update kept set value = ''", "insert into kept values ('a', 'b', 'c')",
                            "update job set input = ''", "delete from job", "drop table late_answer", "create table mine (x integer)",
                            "insert into job (kind, topic, label, input, state, attempts, owner, lease, error)"
                            " values ('prove', 'p', 'x', 'x', 'open', 0, '', 0, '')"}) {
        EXPECT_TRUE(may_not("foray_worker", sql)) << sql;
        EXPECT_TRUE(may_not("foray_watcher", sql)) << sql;
    }
    for (const char* sql : {"update game set half_points = 2", "delete from game", "drop table game",
                            "insert into game (tournament, round, first, second, pair, leg, half_points, reason, plies, moves1, moves2,"
                            " nodes1, nodes2, ms1, ms2, record, worker, finished)"
                            " values (1, 9, 0, 1, 0, 0, 2, '', 1, 1, 0, 0, 0, 0, 0, '', '', '')"}) {
        EXPECT_TRUE(may_not("foray_scheduler", sql)) << sql;
    }
    EXPECT_TRUE(may_not("foray_watcher", "update job set state = 'open'"));

    // A worker's answer stays: it finds no finished job to change.
    const std::string answers = "select md5(string_agg(output, ',' order by id)) from job where state = 'done'";
    const std::string before = server_->psql(watcher, answers);
    EXPECT_TRUE(may("foray_worker", "update job set output = 'lies', seal = -1 where state = 'done'"));
    EXPECT_EQ(server_->psql(watcher, answers), before);
}

}  // namespace
}  // namespace foray
