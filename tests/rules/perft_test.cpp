// Perft against published numbers, and against every row of the outside data.
#include "foray/rules/perft.h"

#include <gtest/gtest.h>

#include "foray/notation/fen.h"
#include "foray/rules/with_game.h"
#include "support/oracles.h"

namespace foray {
namespace {

std::uint64_t count(const GameSpec& spec, const std::string& fen, int depth) {
    const Game game(spec);
    const auto position = parse_fen(game, fen);
    EXPECT_TRUE(position) << fen << ": " << position.error().message();
    return with_game(spec,
                     [&](const auto& rules) { return perft(rules, position->resized<std::decay_t<decltype(rules)>::kWords>(), depth); });
}

constexpr std::uint64_t kMostInSlowBuild = 200'000'000;

TEST(Perft, PublishedCountsFromTheStart) {
    struct Row {
        Variant variant;
        int side;
        int depth;
        std::uint64_t nodes;
    };
    constexpr Row kRows[] = {{Variant::kAtaxx, 7, 5, 4'752'668},     {Variant::kAtaxx, 7, 6, 141'865'520},
                             {Variant::kAtaxx, 7, 7, 5'023'479'496}, {Variant::kReloaded, 7, 5, 2'854'072},
                             {Variant::kReloaded, 7, 6, 72'333'432}, {Variant::kReloaded, 5, 6, 18'759'076},
                             {Variant::kReloaded, 4, 7, 19'897'960}, {Variant::kAtaxx, 8, 5, 5'194'888}};
    for (const Row& row : kRows) {
        if (test::kSlowBuild && row.nodes > kMostInSlowBuild) continue;
        EXPECT_EQ(count(default_spec(row.variant, row.side, row.side), "startpos", row.depth), row.nodes);
    }
}

TEST(Perft, MandatoryRaidsLeaveOneMovePerEmptySquare) {
    std::uint64_t expected = 1;
    for (int depth = 0; depth <= 5; ++depth) {
        EXPECT_EQ(count(default_spec(Variant::kWargame), "startpos", depth), expected);
        expected *= static_cast<std::uint64_t>(36 - depth);
    }
}

TEST(Perft, WholeGameOnASmallBoard) {
    EXPECT_EQ(count(default_spec(Variant::kWargame, 2, 2), "startpos", 4), 24U);
    EXPECT_EQ(count(default_spec(Variant::kWargame, 2, 2), "startpos", 5), 0U);  // nothing follows a full board
}

TEST(PerftOracles, EveryRow) {
    FORAY_NEED_ORACLES();
    int rows = 0;
    for (const std::string file : {"perft_classic.csv", "perft_reloaded.csv"}) {
        const auto lines = test::split(test::read_all(*test::oracle_folder() + "/ataxx/" + file), '\n');
        for (std::size_t i = 1; i < lines.size(); ++i) {
            auto fields = test::split(lines[i], ';');
            if (file == "perft_classic.csv") fields.insert(fields.begin(), "ataxx");
            ASSERT_EQ(fields.size(), 4U) << lines[i];
            const std::uint64_t nodes = std::stoull(fields[3]);
            if (test::kSlowBuild && nodes > kMostInSlowBuild) continue;
            const auto variant = parse_variant(fields[0]);
            const auto size = fen_size(fields[1]);
            ASSERT_TRUE(variant && size) << lines[i];
            EXPECT_EQ(count(default_spec(*variant, size->rows, size->cols), fields[1], std::stoi(fields[2])), nodes) << lines[i];
            ++rows;
        }
    }
    EXPECT_GT(rows, 150);
}

}  // namespace
}  // namespace foray
