// The compliance check passes who plays by the rules, and finds what is wrong with the others.
#include "foray/outside/compliance.h"

#include <gtest/gtest.h>

#include "foray/notation/fen.h"
#include "outside/engines.h"
#include "outside/environment.h"
#include "support/oracles.h"
#include "support/paths.h"

namespace foray {
namespace {

/// The names of the checks that failed, one after the other.
std::string failed(const GameSpec& spec, const std::string& player, int positions = 10) {
    std::string names;
    int count = 0;
    PlayerEnvironment environment = test::player_environment();
    environment.handshake_ms = player == test::broken_engine("mute") ? 2000 : 60'000;  // the others need no time, unless it is not theirs
    const auto passed = check_player(spec, player, environment, {.positions = positions, .margin_ms = 3000}, [&](const Check& check) {
        ++count;
        if (!check.passed) names += (names.empty() ? "" : ", ") + check.name;
        EXPECT_FALSE(check.detail.empty()) << check.name;
    });
    if (!passed) return passed.error().message();
    EXPECT_EQ(*passed, names.empty());
    EXPECT_GT(count, 0);
    return names;
}

TEST(Compliance, ForayItself) {
    const std::string foray = "uai:" + std::string(test::kForay) + " uai";
    EXPECT_EQ(failed(default_spec(Variant::kAtaxx), foray, 200), "");
    EXPECT_EQ(failed(default_spec(Variant::kWargame), foray, 40), "");
}

TEST(Compliance, ForayItselfStartedForEveryMove) {
    FORAY_NEED_SMALL_PROGRAM();
    EXPECT_EQ(failed(default_spec(Variant::kReloaded, 6, 6), "contest:" + std::string(test::kForay) + " contest"), "");
    EXPECT_EQ(failed(default_spec(Variant::kStakeraid, 4, 4), "stakeraid:" + std::string(test::kForay) + " stakeraid", 4), "");
}

TEST(Compliance, FindsWhatIsWrong) {
    const GameSpec ataxx = default_spec(Variant::kAtaxx);
    // It knows one move, which is legal in the first position alone.
    EXPECT_EQ(failed(ataxx, test::broken_engine("fine")).substr(0, 11), "legal moves");
    EXPECT_EQ(failed(ataxx, test::broken_engine("fine"), 1), "moves from startpos, stop, isready while thinking");
    EXPECT_EQ(failed(ataxx, test::broken_engine("stays"), 1), "moves from startpos, stop, isready while thinking, quit");
    EXPECT_EQ(failed(ataxx, test::broken_engine("mute")), "handshake");
    EXPECT_EQ(failed(ataxx, test::broken_engine("crash"), 1).substr(0, 60), "legal moves, moves from startpos, nodes and depth, time keep");
    EXPECT_EQ(failed(default_spec(Variant::kReloaded), test::broken_engine("fine"), 1).substr(0, 7), "options");
    EXPECT_EQ(failed(ataxx, "engine"), "'engine' is no program; expected uai:, contest:, squirrels: or stakeraid: and a command");
}

TEST(TrialPositions, AreOfEveryKind) {
    for (const GameSpec& spec :
         {default_spec(Variant::kAtaxx), default_spec(Variant::kReloaded, 5, 5), default_spec(Variant::kWargame, 2, 2),
          default_spec(Variant::kStakeraid, 26, 26), default_spec(Variant::kStakeraid, 1, 1)}) {
        const Game game(spec);
        int passes = 0;
        int gaps = 0;
        int nearly_full = 0;
        const auto positions = trial_positions(game, 200, 1);
        EXPECT_EQ(positions.size(), 200U);
        for (const WidePosition& position : positions) {
            EXPECT_FALSE(game.verdict(position).over());
            passes += game.is_legal(position, Move::pass()) ? 1 : 0;
            gaps += (position.own | position.opp | position.empty).count() < spec.squares() ? 1 : 0;
            nearly_full += position.empty.count() <= 3 ? 1 : 0;
            // They survive the way to the engine.
            const auto read = parse_fen(game, print_fen(game, position));
            ASSERT_TRUE(read) << read.error().message();
            EXPECT_EQ(game.legal_moves(*read), game.legal_moves(position));
        }
        EXPECT_GT(nearly_full, 10);
        if (spec.family() == Family::kAtaxx) {
            EXPECT_GT(passes, 10);
            EXPECT_GT(gaps, 10);
        }
    }
}

}  // namespace
}  // namespace foray
