// Golden playthroughs: one random game of every variant and rule, written down ply by ply. FORAY_UPDATE_GOLDEN=1 writes them anew.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/record.h"
#include "foray/notation/spec_text.h"
#include "foray/rules/zobrist.h"
#include "support/oracles.h"
#include "support/paths.h"
#include "support/random_play.h"

namespace foray {
namespace {

std::string playthrough(const GameSpec& spec, std::uint64_t seed) {
    const Game game(spec);
    WidePosition position = game.start();
    std::string out = describe(spec) + "\n";
    while (true) {
        const auto moves = game.legal_moves(position);
        const Scores scores = game.scores(position);
        out += print_fen(game, position) + " | key " + std::to_string(zobrist::key(position)) + " | scores " +
               std::to_string(scores.first) + " " + std::to_string(scores.second) + " | moves " + std::to_string(moves.size());
        if (moves.empty()) break;
        const Move move = moves[static_cast<std::size_t>(test::draw(seed, static_cast<int>(moves.size())))];
        out += " | " + print_move(spec, move) + " " + std::string(kind_of(spec, move)) + " captures " +
               std::to_string(game.captures(position, move).count()) + "\n";
        position = game.after(position, move);
    }
    const Verdict verdict = game.verdict(position);
    return out + "\nresult " + std::string(print_outcome(verdict.outcome)) + ", " + std::string(print_ending(verdict.ending)) + "\n";
}

struct Case {
    const char* file;
    GameSpec spec;
};

std::vector<Case> cases() {
    std::uint64_t seed = 4;
    return {{"wargame_6x6_mandatory.txt", test::random_spec(seed, Variant::kWargame, 6, 6, RaidRule::kMandatory)},
            {"wargame_4x7_optional.txt", test::random_spec(seed, Variant::kWargame, 4, 7, RaidRule::kOptional)},
            {"squirrels_5x5.txt", test::random_spec(seed, Variant::kSquirrels, 5, 5, RaidRule::kMandatory)},
            {"stakeraid_9x9.txt", test::random_spec(seed, Variant::kStakeraid, 9, 9, RaidRule::kOptional)},
            {"reloaded_7x7.txt", default_spec(Variant::kReloaded)},
            {"ataxx_5x5.txt", default_spec(Variant::kAtaxx, 5, 5)}};
}

TEST(Playthroughs, AreAsWrittenDown) {
    std::uint64_t seed = 1000;
    for (const Case& one : cases()) {
        const std::string path = std::string(test::kGoldenFolder) + "/" + one.file;
        const std::string text = playthrough(one.spec, seed++);
        if (std::getenv("FORAY_UPDATE_GOLDEN") != nullptr) std::ofstream(path, std::ios::binary) << text;
        EXPECT_EQ(text, test::read_all(path)) << path;
    }
}

}  // namespace
}  // namespace foray
