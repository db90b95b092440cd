#include "field.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <iterator>

#include "foray/board/geometry.h"
#include "foray/board/symmetry.h"

namespace foray::solver {

SetMap::SetMap(const std::vector<int>& image) {
    for (std::size_t byte = 0; byte < 8; ++byte) {
        for (unsigned content = 0; content < 256; ++content) {
            Set out = 0;
            for (unsigned k = 0; k < 8; ++k) {
                const std::size_t square = 8 * byte + k;
                if (((content >> k) & 1U) != 0 && square < image.size()) out |= bit(image[square]);
            }
            bytes_[byte][content] = out;
        }
    }
}

namespace {

std::vector<SymmetryPair> symmetries_that_keep(const GameSpec& spec) {
    std::vector<SymmetryPair> found;
    for (const Symmetry symmetry : symmetries_of(spec.rows, spec.cols)) {
        if (symmetry == Symmetry::kIdentity) continue;
        const SquareMap map(spec.rows, spec.cols, symmetry);
        if (!keeps_values(map, spec.values)) continue;
        std::vector<int> image(static_cast<std::size_t>(spec.squares()));
        std::vector<int> back(image.size());
        for (int square = 0; square < spec.squares(); ++square) {
            const auto from = static_cast<std::size_t>(square);
            const auto to = static_cast<std::size_t>(map(square));
            image[from] = map(square);
            back[to] = square;
        }
        found.push_back({symmetry, SetMap(image), SetMap(back)});
    }
    return found;
}

constexpr Offset kDiamond[] = {{-2, 0}, {-1, -1}, {-1, 0}, {-1, 1}, {0, -2}, {0, -1}, {0, 1}, {0, 2}, {1, -1}, {1, 0}, {1, 1}, {2, 0}};

int distance(const Offset& a, const Offset& b) { return std::abs(a.rows - b.rows) + std::abs(a.cols - b.cols); }

/// Which sets of the twelve squares of kDiamond are linked by steps of at most two squares.
std::array<std::uint64_t, 64> linked_diamonds() {
    std::array<unsigned, std::size(kDiamond)> close{};
    for (std::size_t i = 0; i < close.size(); ++i) {
        for (std::size_t k = 0; k < close.size(); ++k) close[i] |= distance(kDiamond[i], kDiamond[k]) <= 2 ? 1U << k : 0U;
    }
    std::array<std::uint64_t, 64> linked{};
    for (unsigned set = 1; set < 1U << close.size(); ++set) {
        unsigned reached = 0;
        unsigned grown = set & (~set + 1);
        while (grown != reached) {
            reached = grown;
            each(reached, [&](int member) { grown |= close[static_cast<std::size_t>(member)] & set; });
        }
        if (reached == set) linked[set >> 6] |= std::uint64_t{1} << (set & 63);
    }
    return linked;
}

}  // namespace

Field::Field(const GameSpec& spec)
    : rows_(spec.rows),
      cols_(spec.cols),
      board_(Bits<1>::first(spec.squares()).words[0]),
      beside_(Geometry<1>(spec.rows, spec.cols), [&](int square) { return spec.values[static_cast<std::size_t>(square)]; }),
      linked_([]() -> const auto& {
          static const std::array<std::uint64_t, 64> linked = linked_diamonds();
          return linked;
      }()) {
    assert(spec.family() == Family::kRaid && spec.squares() <= kMaxSquares);
    const Geometry<1> geometry(rows_, cols_);
    for (int square = 0; square < squares(); ++square) {
        if (geometry.col(square) != 0) not_first_col_ |= bit(square);
        if (geometry.col(square) != cols_ - 1) not_last_col_ |= bit(square);
        const int here = value(square);
        total_ += here;
        least_value_ = std::min(least_value_, here);
        most_value_ = std::max(most_value_, here);
        for (int k = 0; k < 8; ++k) {
            if (((here >> k) & 1) == 0) continue;
            planes_[static_cast<std::size_t>(k)] |= bit(square);
            planes_used_ = std::max(planes_used_, k + 1);
        }
    }
    for (int square = 0; square < squares(); ++square) {
        const auto i = static_cast<std::size_t>(square);
        within_two_[i] = (near(square) | around(near(square))) & ~bit(square);
        for (std::size_t k = 0; k < std::size(kDiamond); ++k) {
            const int row = geometry.row(square) + kDiamond[k].rows;
            const int col = geometry.col(square) + kDiamond[k].cols;
            if (row >= 0 && row < rows_ && col >= 0 && col < cols_) diamond_[i] |= static_cast<std::uint16_t>(1U << k);
        }
    }
    for (std::size_t byte = 0; byte < 8; ++byte) {
        for (unsigned content = 0; content < 256; ++content) {
            int sum = 0;
            each(content, [&](int k) { sum += value(8 * static_cast<int>(byte) + k); });
            byte_points_[byte][content] = static_cast<std::int16_t>(sum);
        }
    }
    symmetries_ = symmetries_that_keep(spec);
}

}  // namespace foray::solver
