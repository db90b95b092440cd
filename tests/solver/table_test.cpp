// The table of proved bounds: what goes in comes out, and every entry that a search leaves is true for every position it covers.
#include <gtest/gtest.h>

#include "solver_boards.h"
#include "support/oracles.h"
#include "support/retrograde.h"
#include "table.h"

namespace foray::test {
namespace {

using solver::Bound;
using solver::Entry;
using solver::Field;
using solver::Kind;
using solver::Set;
using solver::Table;

TEST(SolverTable, TheMixerIsOneToOne) {
    for (const int bits : {1, 2, 7, 16, 36, 63, 64}) {
        const solver::Mixer mixer(bits);
        std::uint64_t seed = 1;
        for (int i = 0; i < 1000; ++i) {
            const std::uint64_t word = bits == 64 ? splitmix64(seed) : splitmix64(seed) & ((std::uint64_t{1} << bits) - 1);
            EXPECT_EQ(mixer.unmix(mixer.mix(word)), word) << bits;
        }
    }
}

/// Stores random entries and finds each again, on narrow and wide boards.
void store_and_find(const GameSpec& spec) {
    const Field field(spec);
    const auto table = Table::make(field, field.board(), std::max(std::size_t{1} << 22, Table::least_bytes(field, field.board())));
    ASSERT_NE(table, nullptr);
    std::uint64_t seed = 9;
    for (int i = 0; i < 2000; ++i) {
        const Set empty = splitmix64(seed) & splitmix64(seed) & field.board();
        const Set rim = field.rim(empty);
        if (rim == 0) continue;
        const int open = field.points(empty | rim);
        const Set need = rim & splitmix64(seed);
        const int value = open - 2 * static_cast<int>(splitmix64(seed) % static_cast<std::uint64_t>(open + 1));
        const Kind kind = (i & 1) == 0 ? Kind::kAtLeast : Kind::kAtMost;
        const Table::Place place = table->place(empty, field.parity(empty | rim));
        table->store(place, kind, {value, need}, 3);
        const int target = kind == Kind::kAtLeast ? value : value + 1;
        Kind found_kind;
        Bound found;
        const Set owner = need | (rim & splitmix64(seed));
        const Set mine = kind == Kind::kAtLeast ? owner : rim & ~owner;
        ASSERT_TRUE(table->probe(place, mine, rim & ~mine, target, found_kind, found));
        if (found_kind == kind && found.need == need) {
            EXPECT_EQ(found.value, value);
        }
    }
}

TEST(SolverTable, FindsWhatWasStored) {
    store_and_find(board_of(6, 6, 99, 1));
    store_and_find(board_of(5, 5, 1, 1));
    store_and_find(board_of(8, 8, 99, 2));
    store_and_find(board_of(7, 7, 255, 3));
}

TEST(SolverTable, RefusesTooLittleMemory) {
    const Field field(board_of(6, 6, 99, 1));
    EXPECT_EQ(Table::make(field, field.board(), Table::least_bytes(field, field.board()) / 2), nullptr);
    // Fewer empties need fewer bits to be told apart.
    EXPECT_LT(Table::least_bytes(field, 0xFFFFF), Table::least_bytes(field, field.board()));
}

/// The test mode: fills a table by solving, then compares each entry with the truth for every own set it covers.
void check_every_entry(const GameSpec& spec, const Retrograde& truth, const solver::Ideas& ideas) {
    SmallSearch small(spec, ideas, std::size_t{4} << 20);
    std::uint64_t seed = 21;
    const auto states = static_cast<std::uint64_t>(1) << spec.squares();
    for (int i = 0; i < (spec.squares() > 12 ? 1000 : 5000); ++i) {
        const auto taken = static_cast<std::uint32_t>(splitmix64(seed) & splitmix64(seed) & (states - 1));
        const auto own = static_cast<std::uint32_t>(taken & splitmix64(seed));
        const int value = truth.value(own, taken & ~own) - small.settled(own, taken & ~own);
        (void)small.search.decide(small.state(own, taken & ~own), value + static_cast<int>(splitmix64(seed) % 5) - 2);
    }
    std::uint64_t entries = 0;
    const auto check = [&](const Entry& entry) {
        ++entries;
        const Set rim = small.field.rim(entry.empty);
        ASSERT_EQ(entry.bound.need & ~rim, 0U);
        const Set rest = small.field.board() & ~rim & ~entry.empty;  // settled: whose they are does not matter
        const Set free = rim & ~entry.bound.need;
        for (Set more = free;; more = (more - 1) & free) {
            const Set holder = entry.bound.need | more;
            const Set own = entry.kind == Kind::kAtLeast ? holder : rim & ~holder;
            const int value = truth.value(static_cast<std::uint32_t>(own | rest), static_cast<std::uint32_t>(rim & ~own)) -
                              truth.points(static_cast<std::uint32_t>(rest));
            if (entry.kind == Kind::kAtLeast) {
                ASSERT_GE(value, entry.bound.value) << entry.empty << " needs " << entry.bound.need << " own " << own;
            } else {
                ASSERT_LE(value, entry.bound.value) << entry.empty << " needs " << entry.bound.need << " own " << own;
            }
            if (more == 0) break;
        }
    };
    small.table->for_each(small.field, [&](const Entry& entry) {
        if (!testing::Test::HasFatalFailure()) check(entry);
    });
    EXPECT_GT(entries, 100U);
}

TEST(SolverTable, EveryEntryIsTrue) {
    for (const auto& [rows, cols] : {std::pair{3, 4}, {2, 7}, {4, 4}, {3, 5}}) {
        if (kSlowBuild && rows * cols > 12) continue;
        for (const int most : {1, 3, 99}) {
            const GameSpec spec = board_of(rows, cols, most, 31);
            const Retrograde truth(spec);
            check_every_entry(spec, truth, SmallSearch::small_ideas());
            check_every_entry(spec, truth, solver::Ideas{});
            solver::Ideas bare = SmallSearch::small_ideas();
            bare.components = bare.child_components = bare.last_plies = false;
            check_every_entry(spec, truth, bare);
            if (most != 99) check_every_entry(spec, truth, SmallSearch::freezing_ideas(most == 1 ? 2 : 4));
            ASSERT_FALSE(HasFatalFailure()) << rows << "x" << cols << " values up to " << most;
        }
    }
}

}  // namespace
}  // namespace foray::test
