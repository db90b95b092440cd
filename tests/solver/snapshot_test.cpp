// Saved runs: what is read back is what was written, and no damage to a file ever becomes a value.
#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "foray/board/random.h"
#include "foray/solver/snapshot.h"
#include "solver_boards.h"
#include "support/complaint.h"
#include "support/oracles.h"
#include "support/retrograde.h"

namespace foray::test {
namespace {

using solver::Solver;

/// A run on a small board, solved and saved.
struct Saved {
    explicit Saved(const GameSpec& board) : spec(board), game(board), truth(Retrograde(board).value(0, 0)) {
        const auto first = fresh();
        EXPECT_EQ(first->solve(game.start()).lower, truth);
        EXPECT_TRUE(solver::write_snapshot(*first, [&](const void* data, std::size_t size) {
            bytes.append(static_cast<const char*>(data), size);
            return true;
        }));
    }
    [[nodiscard]] std::unique_ptr<Solver> fresh() const {
        solver::SolverOptions options;
        options.table_bytes = Solver::least_table_bytes(spec, game.start(), options.ideas);
        return std::move(Solver::make(spec, game.start(), options)).value();
    }

    GameSpec spec;
    Game game;
    int truth;
    std::string bytes;
};

enum class Fate { kRefused, kPartly, kWhole };

/// Reads the bytes into a fresh solver and, where they are not refused, solves: the value must be the truth.
Fate read_back(const Saved& saved, const std::string& bytes) {
    std::size_t at = 0;
    const solver::Source source = [&](void* data, std::size_t size) {
        if (bytes.size() - at < size) return false;
        std::memcpy(data, bytes.data() + at, size);
        at += size;
        return true;
    };
    const auto header = solver::read_snapshot_header(source);
    if (!header) return Fate::kRefused;
    if (!solver::check_snapshot(*header, saved.spec, saved.game.start(), {})) return Fate::kRefused;
    const auto again = saved.fresh();
    const auto restored = solver::read_snapshot_lines(*again, *header, source);
    if (!restored) return Fate::kRefused;
    const solver::Answer answer = again->solve(saved.game.start());
    EXPECT_TRUE(answer.finished());
    EXPECT_EQ(answer.lower, saved.truth);
    return restored->whole() ? Fate::kWhole : Fate::kPartly;
}

TEST(SolverSnapshot, WhatIsWrittenIsReadBack) {
    const Saved saved(board_of(3, 4, 9, 51));
    EXPECT_EQ(read_back(saved, saved.bytes), Fate::kWhole);
}

TEST(SolverSnapshot, IsAboutOneBoardPositionAndSetOfIdeas) {
    const Saved saved(board_of(3, 4, 9, 51));
    std::size_t at = 0;
    const auto header = solver::read_snapshot_header([&](void* data, std::size_t size) {
        std::memcpy(data, saved.bytes.data() + at, size);
        at += size;
        return true;
    });
    ASSERT_TRUE(header);
    const auto told = [&](const GameSpec& spec, const WidePosition& root, const solver::Ideas& ideas) {
        return complaint(solver::check_snapshot(*header, spec, root, ideas));
    };
    const WidePosition start = saved.game.start();
    EXPECT_EQ(told(saved.spec, start, {}), "accepted");
    GameSpec other = saved.spec;
    other.values[5] = static_cast<std::uint8_t>(other.values[5] + 1);
    EXPECT_EQ(told(other, start, {}), "the saved run is about another board");
    EXPECT_EQ(told(board_of(4, 3, 9, 51), start, {}), "the saved run is about another board");
    EXPECT_EQ(told(saved.spec, saved.game.after(start, Move::place(0)), {}), "the saved run is about another position");
    solver::Ideas ideas;
    ideas.symmetry = !ideas.symmetry;
    EXPECT_EQ(told(saved.spec, start, ideas), "the saved run was made with another setting of the idea \"symmetry\"");
}

TEST(SolverSnapshot, ABoardOfMoreThan36SquaresToo) {
    const GameSpec spec = board_of(5, 8, 9, 52);
    // All but the first eight squares are taken in turns.
    const WidePosition position = position_of(0xAAAAAAAA00, 0x5555555500, spec);
    const auto first = std::move(Solver::make(spec, position, {})).value();
    const int value = first->solve(position).lower;
    std::string bytes;
    ASSERT_TRUE(solver::write_snapshot(*first, [&](const void* data, std::size_t size) {
        bytes.append(static_cast<const char*>(data), size);
        return true;
    }));
    std::size_t at = 0;
    const solver::Source source = [&](void* data, std::size_t size) {
        std::memcpy(data, bytes.data() + at, size);
        at += size;
        return true;
    };
    const auto header = solver::read_snapshot_header(source);
    ASSERT_TRUE(header.has_value());
    const auto again = std::move(Solver::make(spec, position, {})).value();
    ASSERT_TRUE(solver::read_snapshot_lines(*again, *header, source)->whole());
    EXPECT_EQ(again->solve(position).lower, value);
    EXPECT_EQ(again->counters().nodes, 0U);  // the bounds were in the header
}

/// Every bit of the header and the end, and thousands of those between: each flip is noticed, and what is kept gives the right value.
TEST(SolverSnapshot, NoFlippedBitEverGivesAWrongValue) {
    int refused = 0;
    int partly = 0;
    for (const auto& [most, seed] : {std::pair{1, 53}, {9, 54}, {99, 55}}) {
        const Saved saved(board_of(3, 4, most, static_cast<std::uint64_t>(seed)));
        const auto flip = [&](std::size_t bit) {
            std::string bytes = saved.bytes;
            bytes[bit / 8] = static_cast<char>(bytes[bit / 8] ^ (1 << (bit % 8)));
            const Fate fate = read_back(saved, bytes);
            ASSERT_NE(fate, Fate::kWhole) << "bit " << bit << " of " << saved.bytes.size() << " bytes";
            (fate == Fate::kRefused ? refused : partly) += 1;
        };
        const std::size_t bits = 8 * saved.bytes.size();
        constexpr std::size_t kHeaderBits = 8 * 160;
        for (std::size_t bit = 0; bit < kHeaderBits && !HasFatalFailure(); ++bit) flip(bit);
        for (std::size_t bit = bits - 8 * 24; bit < bits && !HasFatalFailure(); ++bit) flip(bit);
        std::uint64_t random = 1;
        for (int i = 0; i < 1000 && !HasFatalFailure(); ++i) flip(kHeaderBits + splitmix64(random) % (bits - kHeaderBits));
    }
    EXPECT_GT(refused, 3000);
    EXPECT_GT(partly, 3000);
}

TEST(SolverSnapshot, ATornFileKeepsWhatIsWhole) {
    const Saved saved(board_of(4, 4, 9, 56));
    std::uint64_t random = 2;
    for (int i = 0; i < (test::kSlowBuild ? 15 : 60); ++i) {
        EXPECT_NE(read_back(saved, saved.bytes.substr(0, splitmix64(random) % saved.bytes.size())), Fate::kWhole);
    }
}

TEST(SolverSnapshot, ABlockOfAnotherRunIsNotTaken) {
    const Saved one(board_of(3, 4, 9, 57));
    const Saved other(board_of(3, 4, 9, 58));
    constexpr std::size_t kHeader = 15 + 120 + 8;
    const std::string mixed = one.bytes.substr(0, kHeader) + other.bytes.substr(kHeader);
    EXPECT_EQ(read_back(one, mixed), Fate::kPartly);
    EXPECT_EQ(read_back(one, other.bytes), Fate::kRefused);
}

/// A file whose checksums are right and whose claims are not was not damaged but made; still it is not believed.
TEST(SolverSnapshot, ImpossibleBoundsAreRefused) {
    const Saved saved(board_of(3, 4, 9, 59));
    const auto wrong = saved.fresh();
    wrong->assume_root(5, 3);
    std::string bytes;
    ASSERT_TRUE(solver::write_snapshot(*wrong, [&](const void* data, std::size_t size) {
        bytes.append(static_cast<const char*>(data), size);
        return true;
    }));
    EXPECT_EQ(read_back(saved, bytes), Fate::kRefused);
}

}  // namespace
}  // namespace foray::test
