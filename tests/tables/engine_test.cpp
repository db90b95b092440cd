// The engine and tables: what it claims without one is what the table says, and with one it plays by it.
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <utility>

#include "foray/engine/engine.h"
#include "foray/engine/known_values.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/tables/known.h"
#include "foray/tables/table.h"
#include "support/process.h"

namespace foray {
namespace {

using tables::Code;
using tables::Table;
using tables::TableBoard;

/// Engines made while it lives know the tables of a folder.
class Knowing {
public:
    explicit Knowing(const std::string& folder) {
        set_known_values([folder](const GameSpec& spec) { return tables::known_values(folder, spec); });
    }
    Knowing(const Knowing&) = delete;
    Knowing& operator=(const Knowing&) = delete;
    ~Knowing() { set_known_values({}); }
};

Table built(const GameSpec& spec, const std::string& tables_folder) {
    TableBoard board = std::move(TableBoard::make(spec)).value();
    const std::string folder = table_folder(tables_folder, board);
    EXPECT_TRUE(*build_table(folder, board, {.threads = 2}));
    return std::move(Table::open(folder, std::move(board))).value();
}

/// A state that somebody could meet in a game; the game goes on.
WidePosition random_position(const Game& game, const TableBoard& board, std::mt19937_64& random) {
    for (;;) {
        const int pieces = 3 + static_cast<int>(random() % static_cast<std::uint64_t>(board.squares() - 3));
        const WidePosition position = board.position_of(board.state_at({pieces, random() % board.states(pieces)}));
        if (!game.verdict(position).over()) return position;
    }
}

int sign_of(Code code) { return tables::is_won(code) ? 1 : tables::is_lost(code) ? -1 : 0; }

TEST(TablesAndEngine, WhatTheEngineProvesIsSo) {
    int proved = 0;
    int drawn = 0;
    for (const Variant variant : {Variant::kAtaxx, Variant::kReloaded}) {
        const GameSpec spec = default_spec(variant, 3, 4);
        const Game game(spec);
        const Table table = built(spec, test::scratch_folder());
        std::mt19937_64 random(11);
        for (int round = 0; round < 60; ++round) {
            const WidePosition position = random_position(game, table.board(), random);
            SCOPED_TRACE(std::string(info(variant).key) + " " + print_fen(game, position));
            const int sign = sign_of(*table.find(*table.board().state_of(position)));
            constexpr std::uint64_t kNodes = 30'000;
            Engine engine(spec, {.hash_mb = 2});
            const SearchResult found = engine.search(position, {{.nodes = kNodes}});
            const int value = found.lines.front().value;
            if (is_proved_win(Family::kAtaxx, value)) {
                EXPECT_EQ(value > 0 ? 1 : -1, sign);
                ++proved;
            } else if (found.nodes < kNodes * 9 / 10) {
                EXPECT_EQ(sign, 0) << "it ended its search on a draw";
                ++drawn;
            }
        }
    }
    EXPECT_GT(proved, 60);
    (void)drawn;
}

// A quick win is found by search, too: a table that invents one would be found out.
TEST(TablesAndEngine, ShortWinsAreFoundBySearch) {
    for (const Variant variant : {Variant::kAtaxx, Variant::kReloaded}) {
        const GameSpec spec = default_spec(variant, 3, 4);
        const Game game(spec);
        const Table table = built(spec, test::scratch_folder());
        std::mt19937_64 random(12);
        for (int round = 0; round < 60;) {
            const WidePosition position = random_position(game, table.board(), random);
            const Code code = *table.find(*table.board().state_of(position));
            if (sign_of(code) == 0 || tables::plies_of(code) > 5) continue;
            ++round;
            Techniques plain = Techniques::none();
            plain.table = true;
            Engine engine(spec, {.hash_mb = 2, .techniques = plain});
            const SearchResult found = engine.search(position, {{.depth = tables::plies_of(code)}});
            EXPECT_TRUE(is_proved_win(Family::kAtaxx, found.lines.front().value)) << print_fen(game, position);
            EXPECT_EQ(found.lines.front().value > 0, sign_of(code) > 0) << print_fen(game, position);
        }
    }
}

TEST(TablesAndEngine, WithATableItPlaysTheQuickestWinAndTheSlowestLoss) {
    const GameSpec spec = default_spec(Variant::kAtaxx, 3, 4);
    const Game game(spec);
    const std::string folder = test::scratch_folder();
    const Table table = built(spec, folder);
    const Knowing knowing(folder);
    std::mt19937_64 random(13);
    for (int round = 0; round < 40; ++round) {
        WidePosition position = random_position(game, table.board(), random);
        const Code code = *table.find(*table.board().state_of(position));
        Engine engine(spec, {.hash_mb = 1});
        const SearchResult found = engine.search(position, {.budget = {.nodes = 1'000}, .lines = 3});
        SCOPED_TRACE(print_fen(game, position));
        EXPECT_EQ(found.nodes, 0U);
        const SearchLine& best = found.lines.front();
        EXPECT_EQ(best.value > 0 ? 1 : best.value < 0 ? -1 : 0, sign_of(code));
        EXPECT_EQ(is_proved_win(Family::kAtaxx, best.value), sign_of(code) != 0);
        if (sign_of(code) == 0) {
            EXPECT_TRUE(best.exact);
            continue;
        }
        EXPECT_EQ(static_cast<int>(best.moves.size()), tables::plies_of(code));
        for (const Move move : best.moves) {
            ASSERT_TRUE(game.is_legal(position, move));
            position = game.after(position, move);
        }
        EXPECT_TRUE(game.verdict(position).over());
    }
}

// The limits come before a table's word, a wanted depth is a search, and blocked squares make another board.
TEST(TablesAndEngine, SearchesWhereTheTableCannotDecide) {
    const GameSpec spec = default_spec(Variant::kAtaxx, 3, 4);
    const Game game(spec);
    const std::string folder = test::scratch_folder();
    const Table table = built(spec, folder);
    const Knowing knowing(folder);
    const auto searched = [&](const GameSpec& of, const std::string& fen, const Budget& budget) {
        Engine engine(of, {.hash_mb = 1});
        return engine.search(*parse_fen(Game(of), fen), {budget}).nodes != 0;
    };
    const std::string start = "x2o/4/o2x x ";  // won in 3 plies
    EXPECT_EQ(*table.find(*table.board().state_of(game.start())), tables::won_in(3));
    EXPECT_FALSE(searched(spec, start + "0 1", {.nodes = 1'000}));
    EXPECT_FALSE(searched(spec, start + "96 60", {.nodes = 1'000}));
    EXPECT_TRUE(searched(spec, start + "97 60", {.nodes = 1'000}));
    EXPECT_TRUE(searched(spec, start + "0 1", {.depth = 3}));
    EXPECT_TRUE(searched(spec, "x2o/1-2/o2x x 0 1", {.nodes = 1'000}));
    EXPECT_TRUE(searched(default_spec(Variant::kAtaxx, 4, 4), "startpos", {.nodes = 1'000}));
    // Pieces are counted at the end of 100 turns: no draw, and no win that comes later.
    const GameSpec reloaded = default_spec(Variant::kReloaded, 3, 4);
    built(reloaded, folder);
    EXPECT_FALSE(searched(reloaded, start + "0 98", {.nodes = 1'000}));
    EXPECT_TRUE(searched(reloaded, start + "0 100", {.nodes = 1'000}));
}

}  // namespace
}  // namespace foray
