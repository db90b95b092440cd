// Tables of small boards: against a solver that knows the rules only as the naive game does, against deep search, and as files that
// somebody damaged.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <utility>
#include <vector>

#include "foray/notation/fen.h"
#include "foray/tables/table.h"
#include "support/complaint.h"
#include "support/process.h"

namespace foray {
namespace {

using tables::Code;
using tables::Place;
using tables::State;
using tables::Table;
using tables::TableBoard;

TableBoard board_of(Variant variant, int rows, int cols, const WideBits& blocked = {}) {
    return std::move(TableBoard::make(default_spec(variant, rows, cols), blocked)).value();
}

Table built(const TableBoard& board, const std::string& folder, bool distances = true, int threads = 2) {
    const auto done = build_table(folder, board, {.threads = threads, .distances = distances});
    EXPECT_TRUE(done && *done) << test::complaint(done);
    return std::move(Table::open(folder, board)).value();
}

/// Every state of a board solved the slow way, from what people say of the rules: a digit a square (0 empty, 1 the side to move, 2 the
/// other), all states at once, round after round. What is won or lost in d plies is found in round d.
class NaiveSolution {
public:
    NaiveSolution(bool reloaded, int rows, int cols, const std::string& cells)
        : reloaded_(reloaded), rows_(rows), cols_(cols), shape_(cells) {
        std::size_t states = 1;
        for (const char c : cells) states *= c == '-' ? 1 : 3;
        for (std::size_t i = 0; i < states; ++i) look_at(i);
        solve();
    }

    [[nodiscard]] std::size_t states() const { return codes_.size(); }
    [[nodiscard]] Code code(std::size_t i) const { return codes_[i]; }
    /// -1 stands for a blocked square.
    [[nodiscard]] std::vector<int> cells(std::size_t i) const {
        std::vector<int> out;
        for (const char c : shape_) {
            out.push_back(c == '-' ? -1 : static_cast<int>(i % 3));
            if (c != '-') i /= 3;
        }
        return out;
    }

private:
    [[nodiscard]] std::uint32_t number(const std::vector<int>& cells) const {
        std::uint32_t out = 0;
        for (std::size_t at = cells.size(); at-- > 0;) {
            if (cells[at] >= 0) out = out * 3 + static_cast<std::uint32_t>(cells[at]);
        }
        return out;
    }
    [[nodiscard]] std::pair<int, int> step(int from, int to) const {
        return {std::abs(from / cols_ - to / cols_), std::abs(from % cols_ - to % cols_)};
    }
    [[nodiscard]] bool is_near(int from, int to) const {
        const auto [down, across] = step(from, to);
        return std::max(down, across) == 1;
    }
    [[nodiscard]] bool is_jump(int from, int to) const {
        const auto [down, across] = step(from, to);
        if (!reloaded_) return std::max(down, across) == 2;
        return (down == 2 || down == 0 || down == 3) && (across == 2 || across == 0 || across == 3) &&
               (down == across ? down == 2 : down == 0 || across == 0);
    }
    /// What the other side sees after the move.
    [[nodiscard]] std::uint32_t after(std::vector<int> cells, int to, int leaves) const {
        cells[static_cast<std::size_t>(to)] = 1;
        if (leaves >= 0) cells[static_cast<std::size_t>(leaves)] = 0;
        for (int square = 0; square < rows_ * cols_; ++square) {
            int& cell = cells[static_cast<std::size_t>(square)];
            if (cell == 2 && is_near(square, to)) cell = 1;
        }
        return swapped(std::move(cells));
    }
    [[nodiscard]] std::uint32_t swapped(std::vector<int> cells) const {
        for (int& cell : cells) cell = cell == 1 ? 2 : cell == 2 ? 1 : cell;
        return number(cells);
    }
    [[nodiscard]] std::vector<std::uint32_t> moves(const std::vector<int>& cells, int side) const {
        std::vector<std::uint32_t> out;
        for (int from = 0; from < rows_ * cols_; ++from) {
            for (int to = 0; to < rows_ * cols_; ++to) {
                if (cells[static_cast<std::size_t>(from)] != side || cells[static_cast<std::size_t>(to)] != 0) continue;
                if (is_near(from, to)) out.push_back(after(cells, to, -1));
                if (is_jump(from, to)) out.push_back(after(cells, to, from));
            }
        }
        return out;
    }
    void look_at(std::size_t i) {
        const std::vector<int> cells = this->cells(i);
        const auto own = std::count(cells.begin(), cells.end(), 1);
        const auto other = std::count(cells.begin(), cells.end(), 2);
        codes_.push_back(tables::kDrawn);
        after_.push_back(own == 0 || other == 0 ? std::vector<std::uint32_t>() : moves(cells, 1));
        if (!after_.back().empty()) return;
        if (own != 0 && other != 0 && !moves(cells, 2).empty()) {
            after_.back().push_back(swapped(cells));  // a pass
        } else if (own != other) {
            codes_.back() = own > other ? tables::won_in(0) : tables::lost_in(0);
        }
    }
    void solve() {
        int quiet_rounds = 0;
        for (int plies = 1; quiet_rounds < 10; ++plies) {
            std::vector<std::pair<std::size_t, Code>> found;
            for (std::size_t i = 0; i < codes_.size(); ++i) {
                if (codes_[i] != tables::kDrawn || after_[i].empty()) continue;
                const auto is_lost = [&](std::uint32_t next) { return tables::is_lost(codes_[next]); };
                const auto is_won = [&](std::uint32_t next) { return tables::is_won(codes_[next]); };
                if (std::any_of(after_[i].begin(), after_[i].end(), is_lost)) found.emplace_back(i, tables::won_in(plies));
                if (std::all_of(after_[i].begin(), after_[i].end(), is_won)) found.emplace_back(i, tables::lost_in(plies));
            }
            for (const auto& [i, code] : found) codes_[i] = code;
            quiet_rounds = found.empty() ? quiet_rounds + 1 : 0;
        }
    }

    bool reloaded_;
    int rows_;
    int cols_;
    std::string shape_;
    std::vector<std::vector<std::uint32_t>> after_;
    std::vector<Code> codes_;
};

State state_of(const std::vector<int>& cells) {
    State state;
    tables::Mask bit = 1;
    for (const int cell : cells) {
        if (cell < 0) continue;
        if (cell == 1) state.own |= bit;
        if (cell == 2) state.opp |= bit;
        bit <<= 1;
    }
    return state;
}

void compare_all(Variant variant, int rows, int cols, const std::string& cells) {
    const NaiveSolution naive(variant == Variant::kReloaded, rows, cols, cells);
    WideBits blocked;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i] == '-') blocked.add(static_cast<int>(i));
    }
    const TableBoard board = board_of(variant, rows, cols, blocked);
    const Table table = built(board, test::scratch_folder());
    ASSERT_EQ(naive.states(), board.states());
    for (std::size_t i = 0; i < naive.states(); ++i) {
        const State state = state_of(naive.cells(i));
        const auto code = table.find(state);
        ASSERT_TRUE(code) << code.error().message();
        ASSERT_EQ(*code, naive.code(i)) << print_fen(Game(board.spec()), board.position_of(state));
    }
}

TEST(Tables, EveryStateOfSmallBoardsAgreesWithANaiveSolver) {
    for (const Variant variant : {Variant::kAtaxx, Variant::kReloaded}) {
        SCOPED_TRACE(std::string(info(variant).key));
        compare_all(variant, 3, 3, std::string(9, '.'));
        compare_all(variant, 2, 4, std::string(8, '.'));
        compare_all(variant, 5, 2, std::string(10, '.'));
        compare_all(variant, 3, 4, "....-.....-.");
    }
}

TEST(Tables, EveryStateOf3x4AgreesWithANaiveSolver) {
    for (const Variant variant : {Variant::kAtaxx, Variant::kReloaded}) {
        SCOPED_TRACE(std::string(info(variant).key));
        compare_all(variant, 3, 4, std::string(12, '.'));
    }
}

TEST(Tables, PlacesAndStatesAreOneToOne) {
    const TableBoard board = board_of(Variant::kAtaxx, 3, 3, WideBits::single(4));
    EXPECT_EQ(board.states(), 6561U);
    std::uint64_t seen = 0;
    for (int pieces = 0; pieces <= board.squares(); ++pieces) {
        for (std::uint64_t index = 0; index < board.states(pieces); ++index, ++seen) {
            const State state = board.state_at({pieces, index});
            ASSERT_EQ(board.place_of(state), (Place{pieces, index}));
            ASSERT_EQ(board.state_of(board.position_of(state)), state);
        }
    }
    EXPECT_EQ(seen, board.states());
    // Another gap is another board.
    EXPECT_FALSE(board.state_of(Game(board.spec()).start()));
    EXPECT_EQ(board.name(), "ataxx-3x3-without-b2");
}

TEST(Tables, BoardsThatHaveNoTableAreRefused) {
    EXPECT_NE(test::complaint(TableBoard::make(default_spec(Variant::kAtaxx, 5, 5))).find("at most 20 squares; 5x5 has 25"),
              std::string::npos);
    EXPECT_NE(test::complaint(TableBoard::make(default_spec(Variant::kWargame, 3, 3))).find("Ataxx family"), std::string::npos);
    EXPECT_NE(test::complaint(TableBoard::make(default_spec(Variant::kAtaxx, 2, 10))).find("9 rows"), std::string::npos);
    EXPECT_NE(test::complaint(TableBoard::make(default_spec(Variant::kAtaxx, 3, 3), WideBits::first(9))).find("every square"),
              std::string::npos);
}

TEST(Tables, ThreadsAndMirrorsMakeNoDifference) {
    const TableBoard board = board_of(Variant::kReloaded, 3, 4);
    const Table one = built(board, test::scratch_folder(), true, 1);
    const Table three = built(board, test::scratch_folder(), true, 3);
    const auto mirrored = [](tables::Mask set) {
        tables::Mask out = 0;
        for (int square = 0; square < 12; ++square) {
            if ((set >> square & 1) != 0) out |= tables::Mask{1} << (square / 4 * 4 + 3 - square % 4);
        }
        return out;
    };
    for (int pieces = 0; pieces <= 12; ++pieces) {
        for (std::uint64_t index = 0; index < board.states(pieces); ++index) {
            const State state = board.state_at({pieces, index});
            ASSERT_EQ(*one.find(state), *three.find(state));
            ASSERT_EQ(*one.find(state), *one.find({mirrored(state.own), mirrored(state.opp)}));
        }
    }
}

TEST(Tables, VerifyingAcceptsWhatIsRightWithAndWithoutDistances) {
    for (const bool distances : {true, false}) {
        const TableBoard board = board_of(Variant::kAtaxx, 3, 3);
        const Table table = built(board, test::scratch_folder(), distances);
        EXPECT_EQ(table.has_distances(), distances);
        const auto found = verify_table(table, {.threads = 2});
        ASSERT_TRUE(found) << test::complaint(found);
        EXPECT_EQ(found->wrong, "");
        EXPECT_EQ(found->states, board.states());
        EXPECT_EQ(found->by_rules, board.states());
    }
}

// Two bits say the same as a byte, and take a quarter of it.
TEST(Tables, TwoBitsKeepTheOutcomes) {
    const TableBoard board = board_of(Variant::kAtaxx, 3, 4);
    const Table bytes = built(board, test::scratch_folder());
    const Table bits = built(board, test::scratch_folder(), false);
    EXPECT_LT(bits.bytes() * 3, bytes.bytes());
    for (int pieces = 0; pieces <= 12; ++pieces) {
        for (std::uint64_t index = 0; index < board.states(pieces); ++index) {
            const State state = board.state_at({pieces, index});
            ASSERT_EQ(tables::fate_of(*bits.find(state)), tables::fate_of(*bytes.find(state)));
        }
    }
}

std::string contents(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}
void put(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

/// A wrong value with right checksums is what only verifying can find.
TEST(Tables, VerifyingFindsOneWrongValue) {
    const TableBoard board = board_of(Variant::kAtaxx, 3, 3);
    const std::string folder = test::scratch_folder();
    const Table right = built(board, folder);
    std::mt19937_64 random(7);
    for (int trial = 0; trial < 20; ++trial) {
        const int pieces = 1 + static_cast<int>(random() % 8);
        std::vector<Code> codes(right.layer(pieces).codes(), right.layer(pieces).codes() + board.states(pieces));
        Code& one = codes[random() % codes.size()];
        const Code other = trial % 2 == 0 ? tables::kDrawn : tables::lost_in(static_cast<int>(random() % 5));
        if (one == other) continue;
        one = other;
        const std::string wrong_folder = test::scratch_folder();
        std::filesystem::copy(folder, wrong_folder, std::filesystem::copy_options::recursive);
        ASSERT_TRUE(write_layer(wrong_folder, board, right.layer(pieces).summary(), codes));
        const auto wrong = Table::open(wrong_folder, board);
        ASSERT_TRUE(wrong) << test::complaint(wrong);
        const auto found = verify_table(*wrong, {.threads = 1});
        ASSERT_TRUE(found) << test::complaint(found);
        EXPECT_NE(found->wrong, "") << trial;
    }
}

TEST(Tables, DamagedCutAndForeignFilesAreRefused) {
    const TableBoard board = board_of(Variant::kAtaxx, 3, 3);
    const std::string folder = test::scratch_folder();
    built(board, folder);
    const std::string path = tables::layer_path(folder, 5);
    const std::string whole = contents(path);
    // Every byte of the file counts: whatever is changed, the first read of a value there says so.
    std::mt19937_64 random(3);
    for (int trial = 0; trial < 300; ++trial) {
        std::string damaged = whole;
        damaged[static_cast<std::size_t>(trial < 120 ? trial : static_cast<int>(random() % whole.size()))] ^=
            static_cast<char>(1 + random() % 255);
        put(path, damaged);
        const auto opened = tables::LayerFile::open(folder, board, 5);
        EXPECT_TRUE(!opened || !opened->check()) << trial;
        if (opened) {
            EXPECT_FALSE(opened->code(0)) << trial;
        }
        const auto again = build_table(folder, board, {});
        EXPECT_FALSE(again) << trial;
    }
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{5}, std::size_t{111}, std::size_t{112}, whole.size() - 1, whole.size() + 1}) {
        std::string cut = whole;
        cut.resize(size, '\0');
        put(path, cut);
        EXPECT_FALSE(Table::open(folder, board)) << size;
    }
    put(path, whole);
    ASSERT_TRUE(Table::open(folder, board));
    // Another game, another layer, other gaps, a folder.
    EXPECT_NE(test::complaint(Table::open(folder, board_of(Variant::kReloaded, 3, 3))).find("another board"), std::string::npos);
    EXPECT_NE(test::complaint(Table::open(folder, board_of(Variant::kAtaxx, 3, 3, WideBits::single(0)))).find("layer"), std::string::npos);
    put(path, contents(tables::layer_path(folder, 4)));
    EXPECT_NE(test::complaint(Table::open(folder, board)).find("another layer"), std::string::npos);
    std::filesystem::remove(path);
    std::filesystem::create_directory(path);
    EXPECT_FALSE(Table::open(folder, board));
    EXPECT_FALSE(build_table(folder, board, {}));
}

TEST(Tables, BuildingGoesOnWhereItWasStopped) {
    const TableBoard board = board_of(Variant::kAtaxx, 3, 4);
    const std::string folder = test::scratch_folder();
    std::atomic<bool> stop{false};
    int layers = 0;
    tables::BuildOptions options{.threads = 2, .stop = &stop};
    options.on_layer = [&](const tables::LayerSummary&, bool) { stop = ++layers == 6; };
    const auto first = build_table(folder, board, options);
    ASSERT_TRUE(first) << test::complaint(first);
    EXPECT_FALSE(*first);
    EXPECT_FALSE(Table::open(folder, board));
    int taken = 0;
    int solved = 0;
    stop = false;
    options.on_layer = [&](const tables::LayerSummary&, bool was_there) { ++(was_there ? taken : solved); };
    const auto second = build_table(folder, board, options);
    ASSERT_TRUE(second && *second) << test::complaint(second);
    EXPECT_EQ(taken, 6);
    EXPECT_EQ(solved, 7);
    const auto found = verify_table(*Table::open(folder, board), {.threads = 2});
    ASSERT_TRUE(found);
    EXPECT_EQ(found->wrong, "");
}

}  // namespace
}  // namespace foray
