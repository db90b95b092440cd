// Self-play by workers of a store, on both databases: the file is the same whoever plays, dies or collects.
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <sstream>

#include "foray/learn/selfplay_batch.h"
#include "foray/store/store.h"
#include "store/runs.h"
#include "support/paths.h"
#include "support/postgres.h"

namespace foray {
namespace {

using namespace test;

std::string bytes_of(const std::string& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
}

Arguments collect(const std::string& store, const std::string& file, const std::string& games) {
    return {"selfplay",       file,  "--game",  "ataxx", "--player", "engine:nodes=20,hash=1", "--games", games, "--batch", "4",
            "--random-plies", "2-4", "--store", store};
}

void through_kills(const std::string& store) {
    const std::string folder = scratch_folder();
    const std::string file = folder + "/games.sp";
    const Arguments work = {"work", "--store", store, "--jobs", "selfplay", "--lease", "1"};
    pid_t collector = start(collect(store, file, "48"));
    // The store is there when the first worker finds it.
    while (!Store::open(store, Store::Open::kRead)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    pid_t worker = start_and_hear(work);
    struct stat status{};
    while (stat(file.c_str(), &status) != 0 || status.st_size < 600) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    kill(worker, SIGKILL);
    wait_for(worker);
    kill(collector, SIGKILL);
    wait_for(collector);
    worker = start_and_hear(work);
    EXPECT_EQ(wait_for(start(collect(store, file, "48"))), 0);
    EXPECT_EQ(wait_for(start(collect(store, file, "48"))), 0) << "once more changes nothing";
    const auto read = learn::read_selfplay(bytes_of(file), [](const Game&, const learn::SelfplayGame&) { return true; });
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(read->games, 48U);
    // Another file from the same answers, without anybody who plays; and more of the same games.
    kill(worker, SIGTERM);
    EXPECT_EQ(wait_for(worker), 0);
    EXPECT_EQ(wait_for(start(collect(store, folder + "/again.sp", "48"))), 0);
    EXPECT_EQ(bytes_of(folder + "/again.sp"), bytes_of(file));
    const auto trained = run_program(test::kForay, {"train", folder + "/small.net", file, "--hidden", "16", "--epochs", "1"});
    EXPECT_EQ(trained.exit_code, 0) << trained.err;
    auto other = collect(store, folder + "/other.sp", "48");
    other.insert(other.end(), {"--seed", "2"});
    EXPECT_EQ(run_program(test::kForay, other).exit_code, 2) << "a name stands for one kind of games";
}

TEST(SelfplayJobs, OnAFile) { through_kills("sqlite:" + scratch_folder() + "/selfplay.foray"); }

TEST(SelfplayJobs, OnAServer) {
    if (Postgres::shared() == nullptr) GTEST_SKIP() << "no PostgreSQL here";
    const std::string store = Postgres::shared()->new_database();
    through_kills(store);
}

TEST(SelfplayJobs, WhatCannotBePlayedIsGivenUpWithItsError) {
    const std::string location = "sqlite:" + scratch_folder() + "/selfplay.foray";
    Store store = std::move(Store::open(location, Store::Open::kCreate)).value();
    store.add_jobs("selfplay", "bad", {{"0", "selfplay 1\ngame ataxx\nplayer engine; rm -rf /\n"}});
    EXPECT_EQ(run_program(test::kForay, {"work", "--store", location, "--jobs", "selfplay", "--until-idle"}).exit_code, 0);
    const auto poison = store.poison("selfplay", "bad");
    ASSERT_EQ(poison.size(), 1U);
    EXPECT_NE(poison[0].second.find("random: expected"), std::string::npos) << poison[0].second;
}

TEST(SelfplayJobs, TextsAreReadBackAndNothingElseIs) {
    learn::SelfplayBatch batch;
    batch.spec = default_spec(Variant::kWargame, 3, 4);
    batch.spec.values = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
    batch.spec.raid = RaidRule::kOptional;
    batch.start = Game(batch.spec).start();
    batch.player = "engine:nodes=20,hash=1";
    batch.settings.least_random = 1;
    batch.settings.most_random = 2;
    batch.seed = ~std::uint64_t{0};
    batch.first = 1000;
    batch.games = 3;
    const std::string text = learn::print_selfplay_batch(batch);
    const auto read = learn::parse_selfplay_batch(text);
    ASSERT_TRUE(read) << read.error().message();
    EXPECT_EQ(learn::print_selfplay_batch(*read), text);
    EXPECT_EQ(read->spec, batch.spec);
    const std::atomic<bool> stop = false;
    const auto answer = learn::play_selfplay_batch(text, stop);
    ASSERT_TRUE(answer) << answer.error().message();
    EXPECT_EQ(**answer, **learn::play_selfplay_batch(text, stop)) << "a batch played twice is the same";
    EXPECT_TRUE(learn::read_selfplay_answer(batch.spec, **answer, 3));
    EXPECT_FALSE(learn::read_selfplay_answer(batch.spec, **answer, 4));
    EXPECT_FALSE(learn::read_selfplay_answer(batch.spec, (*answer)->substr(4), 3));
    std::string changed = **answer;
    changed[changed.size() / 2] = changed[changed.size() / 2] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(learn::read_selfplay_answer(batch.spec, changed, 3));
    for (const char* wrong : {"", "selfplay 2\n", "selfplay 1\nselfplay 1\n"}) EXPECT_FALSE(learn::parse_selfplay_batch(wrong));
    EXPECT_FALSE(learn::parse_selfplay_batch(text + "more words\n"));
}

}  // namespace
}  // namespace foray
