// Zobrist keys: a position's key is the xor of one random number per piece, and one more when the second player is to move.
// The clocks (quiet_plies, plies) and blocked squares are not part of the key. Keys are the same on every machine and in every width.
#pragma once

#include <array>
#include <cstdint>

#include "foray/board/random.h"
#include "foray/rules/move.h"
#include "foray/rules/position.h"

namespace foray {

namespace zobrist {

inline constexpr int kSquares = 64 * kMaxWords;

struct Keys {
    std::array<std::array<std::uint64_t, kSquares>, 2> piece{};
    std::uint64_t second_to_move = 0;
};

inline Keys make_keys() noexcept {
    Keys keys;
    std::uint64_t state = 0x464F524159;  // "FORAY"
    for (auto& side : keys.piece) {
        for (auto& key : side) key = splitmix64(state);
    }
    keys.second_to_move = splitmix64(state);
    return keys;
}

/// Made when the program starts, not by the compiler: nothing packs less well than random numbers, and the page has to be downloaded.
inline const Keys kKeys = make_keys();

inline std::uint64_t piece(bool second, int square) { return kKeys.piece[second ? 1 : 0][static_cast<std::size_t>(square)]; }

/// The key from scratch.
template <int W>
std::uint64_t key(const Position<W>& position) {
    std::uint64_t sum = position.second_to_move ? kKeys.second_to_move : 0;
    position.first().for_each([&](int square) { sum ^= piece(false, square); });
    position.second().for_each([&](int square) { sum ^= piece(true, square); });
    return sum;
}

/// The key after `move` by the given side, which captured `captured`, from the key before it.
template <int W>
std::uint64_t key_after(std::uint64_t key, bool mover_is_second, Move move, const Bits<W>& captured) {
    key ^= kKeys.second_to_move;
    if (move.is_pass()) return key;
    key ^= piece(mover_is_second, move.to);
    if (move.is_jump()) key ^= piece(mover_is_second, move.from);
    captured.for_each([&](int square) { key ^= piece(false, square) ^ piece(true, square); });
    return key;
}

}  // namespace zobrist
}  // namespace foray
