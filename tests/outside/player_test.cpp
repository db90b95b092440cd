// Other programs as players: games of every variant, and every way in which a program can fail.
#include "foray/outside/player.h"

#include <gtest/gtest.h>

#include <thread>

#include "foray/match/referee.h"
#include "foray/notation/board_text.h"
#include "foray/notation/move_text.h"
#include "outside/engines.h"
#include "outside/environment.h"
#include "support/oracles.h"
#include "support/paths.h"
#include "support/process.h"

namespace foray {
namespace {

const std::string kForay = test::kForay;

std::unique_ptr<Agent> made(const GameSpec& spec, const std::string& text,
                            const PlayerEnvironment& environment = test::player_environment()) {
    auto player = make_player(spec, text, environment);
    if (!player) {
        ADD_FAILURE() << player.error().message();
        return nullptr;
    }
    return std::move(player).value();
}

GameRecord game_between(const GameSpec& spec, const std::string& first, const std::string& second) {
    const auto a = made(spec, first);
    const auto b = made(spec, second);
    if (!a || !b) return {};
    const Game game(spec);
    return play_game(game, game.start(), {}, {a.get(), b.get()});
}

TEST(UaiPlayer, PlaysEveryGameAsTheEngineItself) {
    GameSpec smolensk = default_spec(Variant::kWargame);
    smolensk.values = find_board("Smolensk")->board().values;
    GameSpec wide = default_spec(Variant::kWargame, 3, 5);
    for (std::size_t i = 0; i < wide.values.size(); ++i) wide.values[i] = static_cast<std::uint8_t>(1 + i * 7 % 40);
    for (const GameSpec& spec : {smolensk, wide, default_spec(Variant::kSquirrels), default_spec(Variant::kStakeraid, 4, 4),
                                 default_spec(Variant::kReloaded, 5, 5), default_spec(Variant::kAtaxx, 6, 6)}) {
        const GameRecord inside = game_between(spec, "engine:nodes=60", "engine:nodes=40");
        const GameRecord outside = game_between(spec, "uai[nodes=60]:" + kForay + " uai", "uai[nodes=40]:" + kForay + " uai");
        ASSERT_FALSE(outside.decided) << print_ending(outside.decided->ending) << " " << outside.decided->detail;
        // The same moves, and the same notes of them.
        EXPECT_EQ(outside.moves, inside.moves);
        ASSERT_EQ(outside.notes.size(), inside.notes.size());
        for (std::size_t ply = 0; ply < inside.notes.size(); ++ply) {
            EXPECT_EQ(outside.notes[ply].depth, inside.notes[ply].depth) << ply;
            EXPECT_EQ(outside.notes[ply].value, inside.notes[ply].value) << ply;
        }
    }
}

/// What comes of asking a broken engine at the start of a game of Ataxx.
Choice asked(const std::string& mode, const SearchRequest& request, PlayerEnvironment environment = test::player_environment()) {
    environment.handshake_ms = mode == "unready" ? 3000 : 60'000;  // only that one makes use of it, unless the machine is busy
    environment.grace_ms = 300;
    environment.patience_ms = 600;
    const GameSpec spec = default_spec(Variant::kAtaxx);
    const auto player = made(spec, test::broken_engine(mode), environment);
    if (!player) return Failure{Ending::kDisconnected, "not made"};
    player->new_game();
    return player->choose(Game(spec).start(), request, {});
}

SearchRequest ms_limit(double ms) {
    SearchRequest request;
    request.budget.ms = ms;
    return request;
}
SearchRequest node_limit() {
    SearchRequest request;
    request.budget.nodes = 100;
    return request;
}

/// One letter, so that what follows stands at the same place for every kind of failure.
std::string kind(Ending ending) { return {static_cast<char>('a' + static_cast<int>(ending)), ' '}; }

TEST(UaiPlayer, FailuresSayWhatHappened) {
    const auto failure = [](const std::string& mode, const SearchRequest& request) {
        const Choice choice = asked(mode, request);
        if (choice) return std::string("a move");
        return kind(choice.error().ending) + choice.error().detail;
    };
    EXPECT_EQ(failure("crash", ms_limit(20'000)), kind(Ending::kCrash) + "SIGSEGV");
    EXPECT_EQ(failure("exit", ms_limit(20'000)), kind(Ending::kCrash) + "exit code 3; its last words: out of luck");
    EXPECT_EQ(failure("silent", node_limit()), kind(Ending::kNoAnswer) + "it says nothing");
    EXPECT_EQ(failure("silent", ms_limit(100)).substr(0, 16), kind(Ending::kTime) + "no move after ");
    EXPECT_EQ(failure("deaf", ms_limit(100)).substr(0, 16), kind(Ending::kTime) + "no move after ");
    EXPECT_EQ(failure("slow", ms_limit(100)).substr(0, 16), kind(Ending::kTime) + "no move after ");
    EXPECT_EQ(failure("illegal", ms_limit(20'000)).substr(0, 7), kind(Ending::kIllegalMove) + "'z9':");
    EXPECT_EQ(failure("endless", ms_limit(20'000)), kind(Ending::kNoAnswer) + "it prints without end");
    EXPECT_EQ(failure("flood", ms_limit(60'000)), kind(Ending::kNoAnswer) + "it prints without end");
    // It is not ready for the game, and no better when it was started again.
    EXPECT_EQ(failure("unready", ms_limit(100)).substr(0, 16), kind(Ending::kTime) + "no move after ");
    // Behind bubblewrap, which holds its output open as well, a program that closes it is only silent.
    EXPECT_EQ(failure("closes", ms_limit(700)).substr(0, 2), kind(test::can_cage() ? Ending::kTime : Ending::kDisconnected));
    EXPECT_EQ(failure("fine", ms_limit(20'000)), "a move");
    EXPECT_EQ(failure("odd", ms_limit(20'000)), "a move");
}

TEST(UaiPlayer, WhatItSaysIsKept) {
    std::vector<Decision> heard;
    const GameSpec spec = default_spec(Variant::kAtaxx);
    const auto player = made(spec, test::broken_engine("fine"));
    ASSERT_TRUE(player);
    const Choice choice = player->choose(Game(spec).start(), ms_limit(20'000), [&](const Decision& one) { heard.push_back(one); });
    ASSERT_TRUE(choice);
    EXPECT_EQ(print_move(spec, choice->move), "f1");
    EXPECT_EQ(choice->depth, 3);
    EXPECT_EQ(choice->value, 120);
    EXPECT_EQ(choice->nodes, 77U);
    EXPECT_EQ(choice->line.size(), 3U);
    ASSERT_EQ(heard.size(), 1U);
    EXPECT_EQ(heard[0].value, 120);
}

TEST(UaiPlayer, SetUpErrorsAreErrors) {
    const auto why = [&](const GameSpec& spec, const std::string& text) {
        PlayerEnvironment environment = test::player_environment();
        environment.handshake_ms = text == test::broken_engine("mute") ? 500 : 60'000;
        const auto player = make_player(spec, text, environment);
        return player ? "made" : player.error().message();
    };
    const GameSpec ataxx = default_spec(Variant::kAtaxx);
    EXPECT_EQ(why(ataxx, "uai:/no/such/engine"), "uai:/no/such/engine: /no/such/engine does not exist");
    EXPECT_NE(why(ataxx, test::broken_engine("stillborn")).find("exit code 4; its last words: no licence"), std::string::npos);
    EXPECT_NE(why(ataxx, test::broken_engine("mute")).find("no uaiok: it says nothing"), std::string::npos);
    EXPECT_NE(why(ataxx, test::broken_engine("fine", "Hash=5")).find("it has no option 'Hash'"), std::string::npos);
    EXPECT_EQ(why(ataxx, test::broken_engine("fine", "style=wild")), "made");  // options are called in any case
    EXPECT_NE(
        why(default_spec(Variant::kReloaded), test::broken_engine("fine")).find("no option Variant, so it cannot be told to play reloaded"),
        std::string::npos);
    EXPECT_EQ(why(ataxx, "uai[ms=0]:x"), "the setting ms is a number from 1 to 86400000, not '0'");
    EXPECT_EQ(why(ataxx, "uai[dir=/no/such]:x"), "there is no folder '/no/such' to run in");
    EXPECT_EQ(why(ataxx, "contest:x"), "contest programs play reloaded alone, not ataxx");
    EXPECT_EQ(why(default_spec(Variant::kStakeraid), "stakeraid[mode=best]:x"),
              "unknown 'best'; expected mode=competition, minimax or alphabeta");
    EXPECT_EQ(why(default_spec(Variant::kSquirrels), "squirrels[mode=best]:x"), "squirrels has no setting 'mode'");
    EXPECT_EQ(why(ataxx, "engine:nodes=10"), "made");
}

TEST(UaiPlayer, IsStartedAgainAfterACrashAndKeptOtherwise) {
    const GameSpec spec = default_spec(Variant::kAtaxx);
    const Game game(spec);
    const auto starts = [] {
        std::ifstream file(test::engine_folder() + "/starts");
        return std::count(std::istreambuf_iterator<char>(file), {}, '\n');
    };
    std::filesystem::remove(test::engine_folder() + "/crashed");
    const PlayerEnvironment environment;
    {
        const auto player = made(spec, test::broken_engine("once"), environment);
        ASSERT_TRUE(player);
        player->new_game();
        const Choice first = player->choose(game.start(), ms_limit(20'000), {});
        ASSERT_FALSE(first);
        EXPECT_EQ(first.error().detail, "exit code 9");
        player->new_game();
        EXPECT_TRUE(player->choose(game.start(), ms_limit(20'000), {}));
    }
    // The next player of the same name takes the process over.
    const auto before = starts();
    for (int i = 0; i < 5; ++i) {
        const auto player = made(spec, test::broken_engine("once"), environment);
        ASSERT_TRUE(player);
        player->new_game();
        EXPECT_TRUE(player->choose(game.start(), ms_limit(20'000), {}));
    }
    EXPECT_EQ(starts(), before);
    // Answers that nobody asked for are not taken for the next ones.
    const auto twice = made(spec, test::broken_engine("twice"), environment);
    ASSERT_TRUE(twice);
    EXPECT_TRUE(twice->choose(game.start(), ms_limit(20'000), {}));
}

TEST(UaiPlayer, StopsWhenAsked) {
    const GameSpec spec = default_spec(Variant::kAtaxx);
    const auto player = made(spec, "uai:" + kForay + " uai");
    ASSERT_TRUE(player);
    std::atomic<bool> stop{false};
    SearchRequest request = ms_limit(60'000);
    request.stop = &stop;
    std::thread later([&stop] {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        stop = true;
    });
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_TRUE(player->choose(Game(spec).start(), request, {}));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(40));  // not all of its minute
    later.join();
}

TEST(UaiPlayer, MayBeCaged) {
    FORAY_NEED_SMALL_PROGRAM();
    FORAY_NEED_CAGE();
    PlayerEnvironment caged;
    caged.sandbox = true;
    const GameSpec spec = default_spec(Variant::kAtaxx);
    const auto player = made(spec, "uai[nodes=50]:" + kForay + " uai", caged);
    ASSERT_TRUE(player);
    EXPECT_TRUE(player->choose(Game(spec).start()));
}

TEST(FilePlayers, PlayWholeGames) {
    FORAY_NEED_SMALL_PROGRAM();
    // On small boards a careless player may lose its last piece in three moves; here it holds out for some more.
    const GameSpec reloaded = default_spec(Variant::kReloaded);
    const GameRecord contest = game_between(reloaded, "contest:" + kForay + " contest", "random:seed=3");
    EXPECT_FALSE(contest.decided) << print_ending(contest.decided->ending) << " " << contest.decided->detail;
    EXPECT_GE(contest.moves.size(), 9U);
    EXPECT_EQ(contest.moves, game_between(reloaded, "toaster", "random:seed=3").moves);
    const GameRecord squirrels =
        game_between(default_spec(Variant::kSquirrels), "squirrels[task=greedy]:" + kForay + " squirrels", "greedy");
    EXPECT_FALSE(squirrels.decided) << print_ending(squirrels.decided->ending) << " " << squirrels.decided->detail;
    EXPECT_EQ(squirrels.moves.size(), 25U);
    EXPECT_EQ(squirrels.moves, game_between(default_spec(Variant::kSquirrels), "greedy", "greedy").moves);
    const GameSpec small = default_spec(Variant::kStakeraid, 3, 3);
    const GameRecord stakeraid = game_between(small, "random", "stakeraid[mode=alphabeta,depth=2]:" + kForay + " stakeraid");
    EXPECT_FALSE(stakeraid.decided) << print_ending(stakeraid.decided->ending) << " " << stakeraid.decided->detail;
    EXPECT_EQ(stakeraid.moves.size(), 9U);
}

TEST(FilePlayers, FailuresSayWhatHappened) {
    const GameSpec spec = default_spec(Variant::kStakeraid, 2, 2);
    const auto failure = [&](const std::string& script) {
        PlayerEnvironment environment = test::player_environment();
        environment.grace_ms = script == "sleep 100" ? 200 : 60'000;  // the others end by themselves, sooner or later
        const auto player = made(spec, "stakeraid:sh -c '" + script + "'", environment);
        if (!player) return std::string("not made");
        const Choice choice = player->choose(Game(spec).start(), ms_limit(1500), {});
        if (choice) return "plays " + print_move(spec, choice->move);
        return kind(choice.error().ending) + choice.error().detail;
    };
    EXPECT_EQ(failure("echo B2 Stake > output.txt"), "plays b2");
    EXPECT_EQ(failure("true"), kind(Ending::kIllegalMove) + "it did not write output.txt");
    EXPECT_EQ(failure("echo C9 Stake > output.txt").substr(0, 2), kind(Ending::kIllegalMove));
    EXPECT_EQ(failure("echo B2 Stake > output.txt; truncate -s 1048577 output.txt"),
              kind(Ending::kIllegalMove) + "output.txt is larger than 1 MiB");
    EXPECT_EQ(failure("ln -s /etc/passwd output.txt"), kind(Ending::kIllegalMove) + "output.txt is not a plain file that can be read");
    EXPECT_EQ(failure("echo oh no >&2; exit 5"), kind(Ending::kCrash) + "exit code 5; its last words: oh no");
    EXPECT_EQ(failure("sleep 100").substr(0, 15), kind(Ending::kTime) + "no move after");
    // In a competition it is told how long it has.
    EXPECT_EQ(failure("sed -n 4p input.txt >&2; exit 1"), kind(Ending::kCrash) + "exit code 1; its last words: 1.5");
    EXPECT_EQ(failure("sed -n 2p input.txt >&2; exit 1"), kind(Ending::kCrash) + "exit code 1; its last words: COMPETITION");
    // It sees nothing of this test's files.
    if (!test::can_cage()) return;
    EXPECT_EQ(failure("ls " + test::engine_folder() + " 2> /dev/null && echo B2 Stake > output.txt; exit 6"),
              kind(Ending::kCrash) + "exit code 6");
}

}  // namespace
}  // namespace foray
