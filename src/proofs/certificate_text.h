// What writing and checking certificates share: positions as cells, their symmetric images, the checksum.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "foray/board/symmetry.h"
#include "foray/rules/game.h"

namespace foray::proofs {

/// "x" for the side to move, "o" for the other, "." for an empty square, row by row from the top left.
inline std::string cells_of(const GameSpec& spec, const WidePosition& position) {
    std::string out(static_cast<std::size_t>(spec.squares()), '.');
    position.own.for_each([&](int square) { out[static_cast<std::size_t>(square)] = 'x'; });
    position.opp.for_each([&](int square) { out[static_cast<std::size_t>(square)] = 'o'; });
    return out;
}

/// `second` says whose turn it is; values do not depend on it.
inline WidePosition position_of(std::string_view cells, bool second) {
    WidePosition position;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        (cells[i] == 'x' ? position.own : cells[i] == 'o' ? position.opp : position.empty).add(static_cast<int>(i));
    }
    position.plies = static_cast<std::uint32_t>(position.occupied().count());
    position.second_to_move = second;
    return position;
}

class Images {
public:
    explicit Images(const GameSpec& spec) {
        for (const Symmetry symmetry : symmetries_of(spec.rows, spec.cols)) {
            const SquareMap map(spec.rows, spec.cols, symmetry);
            std::vector<std::size_t> to;
            bool keeps = true;
            for (int square = 0; square < spec.squares(); ++square) {
                to.push_back(static_cast<std::size_t>(map(square)));
                keeps = keeps && spec.values[to.back()] == spec.values[static_cast<std::size_t>(square)];
            }
            if (keeps) maps_.push_back(std::move(to));
        }
    }
    /// The least of the images of a position.
    [[nodiscard]] std::string least(const std::string& cells) const {
        std::string best = cells;
        std::string image = cells;
        for (const auto& map : maps_) {
            for (std::size_t i = 0; i < cells.size(); ++i) image[map[i]] = cells[i];
            best = std::min(best, image);
        }
        return best;
    }

private:
    std::vector<std::vector<std::size_t>> maps_;
};

/// CRC-32 as gzip and zlib have it, so that every language can check it.
class Crc32 {
public:
    void add(std::string_view text) {
        for (const char c : text) {
            rest_ ^= static_cast<std::uint8_t>(c);
            for (int bit = 0; bit < 8; ++bit) rest_ = rest_ >> 1 ^ ((rest_ & 1) != 0 ? 0xEDB88320U : 0U);
        }
    }
    [[nodiscard]] std::string text() const {
        constexpr std::string_view kDigits = "0123456789abcdef";
        std::string out;
        for (int shift = 28; shift >= 0; shift -= 4) out += kDigits[(~rest_ >> shift) & 15];
        return out;
    }

private:
    std::uint32_t rest_ = ~std::uint32_t{0};
};

}  // namespace foray::proofs
