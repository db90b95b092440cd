// The store on both databases: the same suite on an SQLite file and on a real PostgreSQL server.
#include "foray/store/store.h"

#include <gtest/gtest.h>
#include <soci/soci.h>
#include <soci/sqlite3/soci-sqlite3.h>

#include <sys/wait.h>
#include <unistd.h>
#include <filesystem>

#include <atomic>
#include <fstream>
#include <set>
#include <thread>

#include "support/postgres.h"
#include "support/process.h"

namespace foray {
namespace {

class OnBoth : public testing::TestWithParam<const char*> {
protected:
    void SetUp() override {
        if (std::string(GetParam()) == "sqlite") {
            location_ = test::scratch_folder() + "/my store.foray";
        } else {
            if (test::Postgres::shared() == nullptr) GTEST_SKIP() << "no PostgreSQL here";
            location_ = test::Postgres::shared()->new_database();
        }
    }
    Store open(Store::Open mode = Store::Open::kCreate) {
        auto store = Store::open(location_, mode);
        if (!store) throw std::runtime_error(store.error().message());
        return std::move(store).value();
    }
    std::string location_;
};
INSTANTIATE_TEST_SUITE_P(Store, OnBoth, testing::Values("sqlite", "postgresql"), [](const auto& one) { return std::string(one.param); });

std::vector<PlayerRow> two_players() { return {{0, "a", "{}", {}, ""}, {1, "b'; drop table game; --", "{}", {}, ""}}; }

TEST_P(OnBoth, KeepsTournamentsPlayersAndGames) {
    Store store = open();
    const auto id = store.create_tournament("first", R"({"x": "ü\n"})", two_players());
    ASSERT_TRUE(id);
    EXPECT_FALSE(store.create_tournament("first", "{}", {}));
    EXPECT_EQ(store.tournament("first")->settings, R"({"x": "ü\n"})");
    EXPECT_FALSE(store.tournament("second"));
    EXPECT_EQ(store.tournaments().size(), 1U);
    auto players = store.players(*id);
    ASSERT_EQ(players.size(), 2U);
    EXPECT_EQ(players[1].name, "b'; drop table game; --");
    EXPECT_FALSE(players[1].entrant.withdrawn);
    store.withdraw(*id, 1, 3, "crashed");
    store.withdraw(*id, 1, 5, "again");  // the first one stays
    store.add_player(*id, {2, "c", "{}", {.joined = 2}, ""});
    players = store.players(*id);
    EXPECT_EQ(players[1].entrant.withdrawn, 3);
    EXPECT_EQ(players[1].reason, "crashed");
    EXPECT_EQ(players[2].entrant.joined, 2);

    const Worker worker{worker_name(0)};
    store.add_jobs("tournament", "first", {{"0", "in"}});
    const auto job = store.claim(worker, "tournament");
    ASSERT_TRUE(job);
    GameRow game;
    game.key = {{1, 0, 1, 2}, 1};
    game.half_points = 1;
    game.failed = 1;
    game.ending = Ending::kBoardFull;
    game.plies = 36;
    game.moves = {18, 18};
    game.nodes = {1LL << 40, 7};
    game.ms = {0.25, 1e6};
    game.record = std::string(100'000, 'r');
    EXPECT_TRUE(store.submit_game(*id, game, *job, worker, false));
    EXPECT_FALSE(store.submit_game(*id, game, *job, worker, true)) << "the same game twice";
    EXPECT_EQ(store.late_answers(), 1);
    EXPECT_EQ(store.count_games(*id), 1);
    const auto games = open(Store::Open::kExisting).games(*id, Store::Records::kWith);
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(games[0].key, game.key);
    EXPECT_EQ(games[0].nodes, game.nodes);
    EXPECT_EQ(games[0].ms, game.ms);
    EXPECT_EQ(games[0].failed, 1);
    EXPECT_EQ(games[0].record, game.record);
    EXPECT_TRUE(store.games(*id, Store::Records::kWithout)[0].record.empty());
    EXPECT_TRUE(store.games(*id, Store::Records::kWithout, games[0].sequence).empty());
    EXPECT_EQ(store.failures_in_a_row(*id, 1, 5), 1);
    EXPECT_EQ(store.failures_in_a_row(*id, 0, 5), 0);
    EXPECT_EQ(store.count_jobs("tournament", "first").done, 1);
}

TEST_P(OnBoth, JobsAreClaimedOldestFirstAndAnsweredOnce) {
    Store store = open();
    EXPECT_EQ(store.add_jobs("prove", "p", {{"a", "1"}, {"b", "2"}, {"c", "3"}}), 3);
    EXPECT_EQ(store.add_jobs("prove", "p", {{"b", "other"}, {"d", "4"}}), 1);
    const Worker one{"one"};
    const Worker two{"two"};
    const auto a = store.claim(one, "prove");
    const auto b = store.claim(two, "prove", "p");
    ASSERT_TRUE(a && b);
    EXPECT_EQ(a->label + b->label, "ab");
    EXPECT_FALSE(store.claim(one, "selfplay"));
    EXPECT_FALSE(store.claim(one, "prove", "q"));
    EXPECT_TRUE(store.submit(*a, one, "A"));
    EXPECT_FALSE(store.submit(*a, one, "A again"));
    EXPECT_FALSE(store.submit(*b, one, "not mine"));
    EXPECT_TRUE(store.submit(*b, two, "B"));
    EXPECT_EQ(store.late_answers(), 2);
    const auto answers = store.answers("prove", "p");
    ASSERT_EQ(answers.size(), 2U);
    EXPECT_EQ(answers[1].output, "B");
    EXPECT_EQ(answers[1].input, "2");
    const auto counts = store.count_jobs("prove", "p");
    EXPECT_EQ(counts.open, 2);
    EXPECT_EQ(counts.done, 2);
    const auto c = store.claim(one, "prove");
    ASSERT_TRUE(c);
    EXPECT_TRUE(store.holds(one, c->id));
    EXPECT_FALSE(store.holds(two, c->id));
    store.drop_unfinished_jobs("prove", "p");
    EXPECT_FALSE(store.holds(one, c->id));
    EXPECT_FALSE(store.submit(*c, one, "nobody wants it"));
    EXPECT_FALSE(store.claim(one, "prove"));
    EXPECT_EQ(store.answers("prove", "p").size(), 2U);
    store.keep("p", "state", "x");
    store.keep("p", "state", "y");
    EXPECT_EQ(store.kept("p", "state"), "y");
    EXPECT_FALSE(store.kept("p", "other"));
}

TEST_P(OnBoth, ALeaseThatRanOutGivesTheJobBackAndTheLateAnswerChangesNothing) {
    Store store = open();
    store.add_jobs("prove", "p", {{"a", "1"}});
    const Worker frozen{"frozen", 60'000};
    const Worker other{"other", 60'000};
    const auto mine = store.claim(frozen, "prove");
    ASSERT_TRUE(mine);
    EXPECT_FALSE(store.claim(other, "prove"));
    EXPECT_EQ(store.heartbeat(frozen), 1);
    EXPECT_FALSE(store.claim(other, "prove"));
    EXPECT_EQ(store.heartbeat({"frozen", 1}), 1);  // its last sign of life, good for a millisecond
    auto again = store.claim(other, "prove");
    for (int i = 0; !again && i < 1000; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        again = store.claim(other, "prove");
    }
    ASSERT_TRUE(again);
    EXPECT_EQ(again->attempts, 2);
    EXPECT_FALSE(store.submit(*mine, frozen, "late"));
    EXPECT_TRUE(store.submit(*again, other, "in time"));
    EXPECT_FALSE(store.submit(*mine, frozen, "later still"));
    EXPECT_EQ(store.answers("prove", "p").front().output, "in time");
    EXPECT_EQ(store.late_answers(), 2);
}

TEST_P(OnBoth, AJobThatFailsTooOftenIsPoisonAndKeepsItsError) {
    Store store = open();
    store.add_jobs("prove", "p", {{"bad", "1"}, {"good", "2"}});
    const Worker worker{"w", 60'000, 2};
    for (int attempt = 1; attempt <= 2; ++attempt) {
        const auto job = store.claim(worker, "prove");
        ASSERT_TRUE(job);
        EXPECT_EQ(job->label, "bad");
        store.give_back(*job, worker, "boom " + std::to_string(attempt));
    }
    const auto next = store.claim(worker, "prove");
    ASSERT_TRUE(next);
    EXPECT_EQ(next->label, "good");
    store.give_back(*next, worker);  // only stopped: no attempt
    store.give_back(*store.claim(worker, "prove"), worker);
    EXPECT_EQ(store.claim(worker, "prove")->attempts, 1);
    store.give_back_all(worker);  // its connection broke: no attempt, however often the server is started again
    EXPECT_EQ(store.claim(worker, "prove")->attempts, 1);
    EXPECT_EQ(store.poison("prove", "p"), (std::vector<std::pair<std::string, std::string>>{{"bad", "boom 2"}}));
    // One whose workers vanish is poison too.
    store.add_jobs("prove", "q", {{"deadly", "1"}});
    const Worker mortal{"m", -1, 2};
    EXPECT_TRUE(store.claim(mortal, "prove", "q"));
    EXPECT_TRUE(store.claim(mortal, "prove", "q"));
    EXPECT_FALSE(store.claim(mortal, "prove", "q"));
    EXPECT_EQ(store.poison("prove", "q").front().second, "its workers vanished");
    store.retry("prove", "q");
    EXPECT_TRUE(store.claim(worker, "prove", "q")) << "who starts it again asks for another try";
}

TEST_P(OnBoth, WorkersClaimOnlyWhatTheyCanDo) {
    Store store = open();
    store.add_jobs("tournament", "t", {{"needs both", "", {"x", "y"}}, {"needs x", "", {"x"}}, {"needs nothing", ""}});
    const Worker plain{"plain"};
    const Worker able{"able"};
    store.register_worker(plain, {});
    store.register_worker(able, {"x"});
    EXPECT_EQ(store.claim(plain, "tournament")->label, "needs nothing");
    EXPECT_EQ(store.claim(able, "tournament")->label, "needs x");
    EXPECT_FALSE(store.claim(able, "tournament"));
    const Worker all{"all"};
    store.register_worker(all, {"y", "x"});
    EXPECT_EQ(store.claim(all, "tournament")->label, "needs both");
    store.forget_worker(all);
}

TEST_P(OnBoth, ManyThreadsDoEveryJobOnce) {
    {
        Store store = open();
        std::vector<NewJob> jobs;
        for (int i = 0; i < 200; ++i) jobs.push_back({std::to_string(i), ""});
        store.add_jobs("prove", "p", jobs);
    }
    std::atomic<int> done = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            Store store = open(Store::Open::kExisting);
            const Worker worker{worker_name(t)};
            while (const auto job = store.claim(worker, "prove", "p")) done += store.submit(*job, worker, worker.name) ? 1 : 0;
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(done, 200);
    Store store = open();
    EXPECT_EQ(store.answers("prove", "p").size(), 200U);
    EXPECT_EQ(store.late_answers(), 0);
}

TEST_P(OnBoth, AProcessThatIsDeadIsKnownToBe) {
    {
        Store store = open();
        store.add_jobs("prove", "p", {{"a", ""}, {"b", ""}});
    }
    const pid_t child = fork();
    if (child == 0) {
        {
            Store store = open(Store::Open::kExisting);
            (void)store.claim({worker_name(0)}, "prove");
        }
        _exit(0);
    }
    waitpid(child, nullptr, 0);
    Store store = open();
    const Worker alive{worker_name(1)};
    EXPECT_EQ(store.claim(alive, "prove")->label, "b");
    store.release_dead("prove", "p");
    EXPECT_EQ(store.claim(alive, "prove")->label, "a") << "its lease would have lasted for a minute";
    store.release_dead("prove", "p");
    EXPECT_FALSE(store.claim(alive, "prove")) << "we are not dead";
}

/// What a loss of power leaves at worst: the file without the journal beside it.
TEST(Store, GamesOfAFileAreSafeOnceTheyAreSettled) {
    const std::string file = test::scratch_folder() + "/settled.foray";
    Store store = Store::open(file, Store::Open::kCreate).value();
    const std::int64_t id = store.create_tournament("t", "{}", two_players()).value();
    ASSERT_EQ(store.add_jobs("tournament", "t", {{"a", "a", {}}}), 1);
    const Worker worker{"w"};
    const Job job = store.claim(worker, "tournament").value();
    const auto left = [&] {
        const std::string copy = test::scratch_folder() + "/after_the_lights_went_out.foray";
        std::filesystem::copy_file(file, copy, std::filesystem::copy_options::overwrite_existing);
        auto read = Store::open(copy, Store::Open::kExisting);
        const std::int64_t games = read ? read->count_games(id) : -1;
        return games;
    };
    store.settle();
    ASSERT_EQ(left(), 0);
    GameRow row;
    row.key.pairing.second = 1;
    row.ending = Ending::kBoardFull;
    row.record = "{}";
    ASSERT_TRUE(store.submit_game(id, row, job, worker, true));
    EXPECT_EQ(store.count_games(id), 1);
    EXPECT_EQ(left(), 0) << "nothing of the test would be shown if games went to the disk at once";
    Store::open(file, Store::Open::kExisting).value().settle();  // any connection of the process will do
    EXPECT_EQ(left(), 1);
}

TEST(Store, RefusesWhatIsNotItsOwn) {
    const std::string folder = test::scratch_folder();
    const auto error = [](const std::string& location, Store::Open mode = Store::Open::kCreate) {
        const auto store = Store::open(location, mode);
        return store ? std::string("opened") : store.error().message();
    };
    EXPECT_NE(error(folder + "/none.foray", Store::Open::kExisting).find("there is no such file"), std::string::npos);
    EXPECT_NE(error(folder).find("not a plain file"), std::string::npos);
    std::ofstream(folder + "/text.foray") << std::string(5000, 'x');
    EXPECT_NE(error(folder + "/text.foray").find("not a file of Foray's"), std::string::npos);
    // SQLite itself takes one byte for an empty database.
    for (const std::size_t size : {1U, 2U, 99U, 511U, 512U, 4096U}) {
        std::ofstream(folder + "/small.foray") << std::string(size, 'x');
        for (const auto mode : {Store::Open::kCreate, Store::Open::kExisting, Store::Open::kRead}) {
            EXPECT_EQ(error(folder + "/small.foray", mode), folder + "/small.foray: is not a file of Foray's: no database") << size;
        }
        EXPECT_EQ(std::filesystem::file_size(folder + "/small.foray"), size);
    }
    // An empty file is a store to whoever may make one, and to nobody else.
    std::ofstream(folder + "/empty.foray").flush();
    for (const auto mode : {Store::Open::kExisting, Store::Open::kRead}) {
        EXPECT_EQ(error(folder + "/empty.foray", mode), folder + "/empty.foray: holds nothing yet");
    }
    EXPECT_EQ(error(folder + "/empty.foray"), "opened");
    for (const char* url : {"postgresql://me:secret@localhost/x", "postgresql://localhost/x?password=secret", "postgres://a:b@h"}) {
        const std::string message = error(url);
        EXPECT_NE(message.find("PGPASSWORD"), std::string::npos) << message;
    }
    EXPECT_THROW((void)Store::open("postgresql://nobody@127.0.0.1:1/none", Store::Open::kExisting), StoreFailure);
    {
        EXPECT_EQ(error(folder + "/new.foray"), "opened");
    }
}

TEST(Store, AnotherProgramsDatabaseIsLeftAsItIs) {
    const std::string file = test::scratch_folder() + "/other.db";
    {
        soci::session theirs(soci::sqlite3, "dbname=\"" + file + "\"");
        theirs << "create table theirs (a integer)";
    }
    const auto contents = [&] {
        std::ifstream in(file, std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(in), {});
    };
    const std::string before = contents();
    for (const auto mode : {Store::Open::kCreate, Store::Open::kExisting, Store::Open::kRead}) {
        const auto store = Store::open(file, mode);
        ASSERT_FALSE(store);
        EXPECT_EQ(store.error().message(), file + ": is an SQLite file, but not one of Foray's");
        EXPECT_EQ(contents(), before);
    }
}

TEST(Store, ANewerSchemaIsRefusedWithASentence) {
    if (test::Postgres::shared() == nullptr) GTEST_SKIP() << "no PostgreSQL here";
    const std::string url = test::Postgres::shared()->new_database();
    {
        ASSERT_TRUE(Store::open(url, Store::Open::kCreate));
    }
    test::Postgres::shared()->psql(url, "update foray_schema set version = 99");
    const auto store = Store::open(url, Store::Open::kCreate);
    ASSERT_FALSE(store);
    EXPECT_NE(store.error().message().find("newer Foray (schema 99"), std::string::npos);
}

TEST(Store, AnOlderSchemaIsBroughtUpToDateByWhoeverMayWrite) {
    if (test::Postgres::shared() == nullptr) GTEST_SKIP() << "no PostgreSQL here";
    const std::string url = test::Postgres::shared()->new_database();
    {
        auto store = Store::open(url, Store::Open::kCreate);
        ASSERT_TRUE(store);
        store->keep("a", "b", "kept");
        ASSERT_TRUE(store->create_tournament("cup", "{}", two_players()));
    }
    test::Postgres::shared()->psql(url,
                                   "drop table running; alter table tournament drop column seal; alter table player drop column seal;"
                                   " alter table player drop column withdrawal_seal; alter table game drop column seal; alter table game "
                                   "drop column record_seal; alter table game drop column fingerprint; drop index job_state;"
                                   " alter table job drop column finished; alter table job drop column seal; alter table kept drop column "
                                   "seal; update foray_schema set version = 1");
    const auto reader = Store::open(url, Store::Open::kRead);
    ASSERT_FALSE(reader);
    EXPECT_NE(reader.error().message().find("older Foray"), std::string::npos);
    auto store = Store::open(url, Store::Open::kExisting);
    ASSERT_TRUE(store) << store.error().message();
    EXPECT_EQ(store->kept("a", "b"), "kept");
    store->show_running("cup", {"somebody"}, "a game");
    EXPECT_TRUE(Store::open(url, Store::Open::kRead));
}

/// Another user for as long as it lives, if root is who asks: nothing is read-only for root.
class OrdinaryUser {
public:
    /// Who may enter the folder of this test, and the one around it.
    explicit OrdinaryUser(const std::filesystem::path& folder) : was_root_(geteuid() == 0) {
        constexpr uid_t kNobody = 65534;
        if (!was_root_) return;
        for (const auto& one : {folder, folder.parent_path()}) {
            if (chown(one.c_str(), kNobody, kNobody) != 0) throw std::runtime_error("chown");
        }
        if (seteuid(kNobody) != 0) throw std::runtime_error("seteuid");
    }
    ~OrdinaryUser() {
        if (was_root_) (void)!seteuid(0);
    }
    OrdinaryUser(const OrdinaryUser&) = delete;
    OrdinaryUser& operator=(const OrdinaryUser&) = delete;

    /// Whether it is another user than before: what it may not do is then so without a change of rights.
    [[nodiscard]] bool is_another() const { return was_root_; }

private:
    bool was_root_;
};

TEST(ReadOnlyStore, IsLookedAt) {
    const std::string place = test::scratch_folder();
    const std::string folder = place + "/shelf of 100% a=b?";
    std::filesystem::create_directory(folder);
    const std::string path = folder + "/a.foray";
    {
        auto store = Store::open(path, Store::Open::kCreate);
        ASSERT_TRUE(store);
        ASSERT_TRUE(store->create_tournament("first", "{}", two_players()));
    }
    const OrdinaryUser user(place);
    for (const auto mode : {std::filesystem::perms(0555), std::filesystem::perms(0755)}) {
        if (!user.is_another()) std::filesystem::permissions(folder, mode);  // root's folder is nobody else's anyway
        auto store = Store::open(path, Store::Open::kLook);
        ASSERT_TRUE(store) << store.error().message();
        EXPECT_EQ(store->tournaments().size(), 1U);
    }
    {
        if (!user.is_another()) std::filesystem::permissions(folder, std::filesystem::perms(0555));
        auto store = Store::open(path, Store::Open::kLook);
        ASSERT_TRUE(store);
        EXPECT_THROW((void)store->create_tournament("second", "{}", two_players()), StoreFailure);
        EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 1) << "nothing was left beside it";
    }
    if (!user.is_another()) std::filesystem::permissions(folder, std::filesystem::perms(0755));
}

// Who may only read sees what somebody else writes meanwhile, and not a file that stands still.
TEST(ReadOnlyStore, IsLookedAtWhileItGrows) {
    const std::string place = test::scratch_folder();
    const std::string folder = place + "/shelf";
    std::filesystem::create_directory(folder);
    const std::string path = folder + "/a.foray";
    auto writer = Store::open(path, Store::Open::kCreate);
    ASSERT_TRUE(writer);
    for (const char* name : {"first", "second"}) {
        ASSERT_TRUE(writer->create_tournament(name, "{}", two_players()));
        auto reader = Store::open(path, Store::Open::kRead);
        ASSERT_TRUE(reader) << reader.error().message();
        const std::size_t seen = reader->tournaments().size();
        const OrdinaryUser user(place);
        if (!user.is_another()) std::filesystem::permissions(folder, std::filesystem::perms(0555));
        auto stranger = Store::open(path, Store::Open::kLook);
        ASSERT_TRUE(stranger) << stranger.error().message();
        EXPECT_EQ(stranger->tournaments().size(), seen) << name;
        if (!user.is_another()) std::filesystem::permissions(folder, std::filesystem::perms(0755));
    }
}

}  // namespace
}  // namespace foray
