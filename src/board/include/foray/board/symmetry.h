// The symmetries of a rectangle: eight for a square board, four otherwise (those that swap rows and columns drop out).
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "foray/board/bits.h"

namespace foray {

/// A reflection of rows, a reflection of columns and a transposition, composed in this order: transpose last.
enum class Symmetry : std::uint8_t {
    kIdentity = 0,
    kFlipRows = 1,
    kFlipCols = 2,
    kRotateHalf = 3,
    kTranspose = 4,
    kRotateRight = 5,
    kRotateLeft = 6,
    kAntiTranspose = 7,
};

inline constexpr std::array<Symmetry, 8> kSquareSymmetries = {Symmetry::kIdentity,   Symmetry::kFlipRows,     Symmetry::kFlipCols,
                                                              Symmetry::kRotateHalf, Symmetry::kTranspose,    Symmetry::kRotateRight,
                                                              Symmetry::kRotateLeft, Symmetry::kAntiTranspose};

/// The symmetries that map a rows x cols board onto itself.
inline std::span<const Symmetry> symmetries_of(int rows, int cols) { return std::span(kSquareSymmetries).first(rows == cols ? 8 : 4); }

/// Where one symmetry takes every square of a board.
class SquareMap {
public:
    SquareMap(int rows, int cols, Symmetry symmetry) : image_(static_cast<std::size_t>(rows * cols)) {
        const auto bits = static_cast<unsigned>(symmetry);
        assert(rows == cols || (bits & 4U) == 0);
        for (int row = 0; row < rows; ++row) {
            for (int col = 0; col < cols; ++col) {
                const int r = (bits & 1U) != 0 ? rows - 1 - row : row;
                const int c = (bits & 2U) != 0 ? cols - 1 - col : col;
                const int to = (bits & 4U) != 0 ? c * cols + r : r * cols + c;
                image_[static_cast<std::size_t>(row * cols + col)] = static_cast<std::uint16_t>(to);
            }
        }
    }

    [[nodiscard]] int operator()(int square) const { return image_[static_cast<std::size_t>(square)]; }

    template <int W>
    [[nodiscard]] Bits<W> operator()(const Bits<W>& set) const {
        Bits<W> out;
        set.for_each([&](int square) { out.add((*this)(square)); });
        return out;
    }

private:
    std::vector<std::uint16_t> image_;
};

}  // namespace foray
