// Watching tournaments: the pieces of the page, the page over HTTP, a person who plays, and what contained players cannot see.
#include "foray/store/live.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>

#include "foray/process/program.h"
#include "foray/store/proofs.h"
#include "support/paths.h"
#include "support/process.h"
#include "support/sandbox.h"
#include "support/serving.h"

namespace foray {
namespace {

constexpr const char* kSettings = R"({"game": "ataxx", "size": "4", "players": ["greedy", "random", "<b>"], "rounds": 1, "games": 2})";

Result<std::unique_ptr<Agent>> make_own(const GameSpec& spec, const PlayerSettings& player) {
    return make_agent(spec, player.player == "<b>" ? "greedy" : player.player);
}

class Live : public testing::Test {
protected:
    std::string folder_ = test::scratch_folder();
    std::string file_ = folder_ + "/cup.foray";

    void make() const {
        Store store = std::move(Store::open(file_, Store::Open::kCreate)).value();
        ASSERT_TRUE(make_tournament(store, "cup", kSettings));
    }
    void play() const {
        RunOptions run;
        run.location = file_;
        run.tournament = "cup";
        run.make_player = make_own;
        ASSERT_TRUE(run_tournament(run).over);
    }
};

TEST_F(Live, ShowsWhatIsThereAndNothingElse) {
    make();
    LiveTournaments live(folder_, true);
    EXPECT_NE(live.list_page().find("show?t=cup"), std::string::npos);
    const auto before = live.page("cup");
    ASSERT_TRUE(before);
    EXPECT_NE(before->find("0 of 6 games"), std::string::npos) << *before;
    EXPECT_EQ(before->find("<b>"), std::string::npos) << "a name must not become a tag";
    for (const char* key : {"", "nobody", "../cup", "cup.foray", "cup/"}) {
        EXPECT_FALSE(live.page(key)) << key;
        LiveTournaments::Parts seen;
        EXPECT_FALSE(live.changes(key, seen)) << key;
    }
    // What cannot be read is named with its reason, and cannot be opened.
    std::ofstream(folder_ + "/torn.foray") << "no database <i>at all</i>";
    EXPECT_NE(live.list_page().find("torn<br><span class=problem>"), std::string::npos) << live.list_page();
    EXPECT_EQ(live.list_page().find("show?t=torn"), std::string::npos);
    EXPECT_NE(live.list_page().find("show?t=cup"), std::string::npos);
    EXPECT_FALSE(live.page("torn"));
    play();
    LiveTournaments later(file_, true);
    LiveTournaments::Parts seen;
    const auto changes = later.changes("cup", seen);
    ASSERT_TRUE(changes);
    EXPECT_NE(changes->find("6 of 6 games, over"), std::string::npos) << *changes;
    EXPECT_EQ(later.changes("cup", seen), "") << "nothing is said twice";
    const auto games = later.games_page("cup", 0);
    ASSERT_TRUE(games);
    const auto link = later.game("cup", 1);
    ASSERT_TRUE(link);
    EXPECT_EQ(link->substr(0, 9), "#g=ataxx&");
    EXPECT_NE(link->find("&m="), std::string::npos);
    EXPECT_FALSE(later.game("cup", 99));
}

TEST(ReplayLink, SaysHowTheGameEnded) {
    const Game game(default_spec(Variant::kAtaxx));
    GameRecord record{game.spec(), game.start(), {}};
    EXPECT_EQ(replay_link(record).find("&e="), std::string::npos);
    for (const EndingInfo& one : kEndings) {
        if (!is_decided(one.ending)) continue;
        record.decided = Decided{Outcome::kDraw, one.ending, ""};
        std::string packed = "&e=draw." + std::string(one.text) + "&";
        std::replace(packed.begin(), packed.end(), ' ', '_');
        EXPECT_NE(replay_link(record).find(packed), std::string::npos) << replay_link(record);
    }
}

TEST_F(Live, AGameIsSeenWhileItIsPlayed) {
    make();
    Store store = std::move(Store::open(file_, Store::Open::kExisting)).value();
    const GameKey key{{.round = 0, .first = 0, .second = 1, .pair = 0}, 0};
    store.add_jobs("tournament", "cup", {{job_label(key.pairing), job_input(key.pairing), {}}});
    const Worker worker{"somebody"};
    const Tournament tournament = *Tournament::load(store, "cup");
    const Game game(tournament.settings.spec(0));
    const GameRecord record{game.spec(), game.start(), {game.legal_moves(game.start()).front()}};
    const auto picture = [&] { return LiveTournaments(file_, false).page("cup")->find("<svg xmlns"); };
    store.show_running("cup", worker, print_running(key, record));
    EXPECT_EQ(picture(), std::string::npos) << "nobody has the job: nobody plays";
    const auto job = store.claim(worker, "tournament", "cup");
    ASSERT_TRUE(job);
    EXPECT_NE(picture(), std::string::npos);
    GameRow row;
    row.key = key;
    row.record = "{}";
    ASSERT_TRUE(store.submit_game(tournament.id, row, *job, worker, false));
    EXPECT_EQ(picture(), std::string::npos) << "the game is over";
    store.hide_running("cup", worker);
    EXPECT_TRUE(store.running("cup").empty());
}

TEST_F(Live, TheWatchersConnectionCannotWrite) {
    make();
    Store store = std::move(Store::open(file_, Store::Open::kRead)).value();
    EXPECT_THROW(store.keep("a", "b", "c"), StoreFailure);
    EXPECT_FALSE(Store::open(folder_ + "/none.foray", Store::Open::kRead));
}

TEST_F(Live, ABrowserHearsOfEveryChange) {
    make();
    std::ofstream(folder_ + "/index.html") << "<p>hello</p>";
    const test::RunningServer server(test::kForay, {"--from", folder_, "--tournaments", folder_});
    const auto get = [&](const std::string& path) {
        return test::exchange(server.port(), "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    };
    EXPECT_NE(get("/tournaments/").find("show?t=cup"), std::string::npos);
    EXPECT_EQ(get("/tournaments/show?t=nobody").substr(0, 12), "HTTP/1.1 404");
    EXPECT_NE(get("/").find("hello"), std::string::npos) << "the page is still there";
    EXPECT_NE(get("/tournaments/live.css").find("text/css"), std::string::npos);
    const test::Client watcher(server.port());
    ASSERT_TRUE(watcher.send("GET /tournaments/events?t=cup HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    std::string heard;
    const auto hear = [&](const std::string& text) {
        for (int i = 0; i < 600 && heard.find(text) == std::string::npos; ++i) heard += watcher.receive(1 << 16, 100);
        return heard.find(text) != std::string::npos;
    };
    EXPECT_TRUE(hear("0 of 6 games")) << heard;
    EXPECT_NE(heard.find("text/event-stream"), std::string::npos);
    EXPECT_NE(heard.find("Content-Security-Policy"), std::string::npos);
    play();
    EXPECT_TRUE(hear("6 of 6 games, over")) << heard;
    EXPECT_NE(get("/tournaments/game?t=cup&n=1").find("Location: /#g=ataxx"), std::string::npos);
}

TEST_F(Live, TheWorkOfAStoreIsShown) {
    make();
    {
        Store store = std::move(Store::open(file_, Store::Open::kExisting)).value();
        const GameSpec spec = default_spec(Variant::kWargame, 4, 5);
        ASSERT_TRUE(make_proof(store, "small <i>", {spec, Game(spec).start(), 0}, {}));
        store.add_jobs("prove", "small <i>", {{"one", "in"}, {"two", "in"}, {"three", "in"}});
        const Worker worker{"machine:1:2:0"};
        store.register_worker(worker, {});
        const auto job = store.claim(worker, "prove");
        ASSERT_TRUE(job && store.submit(*job, worker, "out"));
        ASSERT_TRUE(store.claim(worker, "prove"));
    }
    std::ofstream(folder_ + "/index.html") << "<p>hello</p>";
    const test::RunningServer server(test::kForay, {"--from", folder_, "--store", "sqlite:" + file_});
    const std::string page = test::exchange(server.port(), "GET /workers/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    EXPECT_EQ(page.find("<i>"), std::string::npos);
    EXPECT_NE(page.find("machine:1:2:0"), std::string::npos) << page;
    EXPECT_NE(page.find(" s ago<td>1<td>prove small &lt;i&gt; two"), std::string::npos) << page;
    EXPECT_NE(page.find("prove: small &lt;i&gt;<td>1<td>1<td>1<td>0<td>1"), std::string::npos) << page;
    EXPECT_NE(page.find("4x5, raid=mandatory, at least 0<td>open"), std::string::npos) << page;
    EXPECT_NE(page.find("Content-Security-Policy"), std::string::npos);
}

TEST_F(Live, APersonPlaysAtTheTerminal) {
    const std::vector<std::string> settings = {"--players", "human; greedy",   "--size", "2", "--game", "wargame", "--games",
                                               "2",         "--opening-plies", "0"};
    std::vector<std::string> run = {"tournament", "run", file_};
    run.insert(run.end(), settings.begin(), settings.end());
    // Squares that are taken are refused and asked for again; after the first game the person leaves.
    const auto first = test::run_program(test::kForay, run, "moves\nz9\na1\nb1\na2\nb2\n");
    EXPECT_EQ(first.exit_code, 1) << first.err;
    EXPECT_NE(first.out.find("Stopped."), std::string::npos) << first.out;
    const auto rest = test::run_program(test::kForay, {"tournament", "resume", file_}, "a1\nb1\na2\nb2\na1\nb1\na2\nb2\n");
    EXPECT_EQ(rest.exit_code, 0) << rest.out << rest.err;
    const auto csv = test::run_program(test::kForay, {"tournament", "export", file_, "--csv"}).out;
    EXPECT_NE(csv.find("human,greedy"), std::string::npos);
    EXPECT_NE(csv.find("greedy,human"), std::string::npos);
    // Who resigns loses, by his own word and not by a fault: asked twice, and three in a row do not make him leave.
    const auto given_up = test::run_program(test::kForay,
                                            {"tournament", "run", folder_ + "/given_up.foray", "--players", "human; greedy", "--size", "2",
                                             "--game", "wargame", "--rounds", "2", "--opening-plies", "0"},
                                            "resign\nno\nresign\nyes\nresign\ny\nresign\nyes\nresign\nyes\n");
    EXPECT_EQ(given_up.exit_code, 0) << given_up.out << given_up.err;
    const auto pgn = test::run_program(test::kForay, {"tournament", "export", folder_ + "/given_up.foray", "--pgn"}).out;
    std::size_t resigned = 0;
    for (std::size_t at = 0; (at = pgn.find("resignation", at)) != std::string::npos; ++at) ++resigned;
    EXPECT_EQ(resigned, 4U) << pgn;
    const auto two = test::run_program(test::kForay, {"tournament", "new", folder_ + "/two.foray", "--players", "human; greedy; human"});
    EXPECT_EQ(two.exit_code, 2);
}

TEST_F(Live, ContainedPlayersSeeNeitherTheStoreNorEachOther) {
    FORAY_NEED_CAGE();
    const auto spy =
        [&](const std::string& name, const std::string& other) {
            std::ofstream(folder_ + "/" + name)
                << "#!/bin/sh\ncd \"$(dirname \"$0\")\"\nseen=''\nfor file in cup.foray cup.foray-wal " << other
                << "; do if test -s $file; then seen=\"$seen $file\"; fi; done\necho \"saw:$seen.\" >&2\nexit 3\n";
            chmod((folder_ + "/" + name).c_str(), 0755);
        };
    spy("left", "right");
    spy("right", "left");
    chmod(folder_.c_str(), 0755);
    const auto run = test::run_program(test::kForay, {"tournament", "run", file_, "--player", "stakeraid:" + folder_ + "/left", "--player",
                                                      "stakeraid:" + folder_ + "/right", "--game", "stakeraid"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_NE(run.out.find("saw:."), std::string::npos) << run.out;
    EXPECT_EQ(run.out.find("saw: "), std::string::npos) << run.out;
}

}  // namespace
}  // namespace foray
