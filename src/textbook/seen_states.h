// Positions that a search has met before, with what it learnt about them: the report's "repeated state detection". One type for all games
// and widths, so that one table is compiled.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>

#include "foray/rules/position.h"

namespace foray {

class SeenStates {
public:
    enum class Bound : std::uint8_t { kExact, kAtLeast, kAtMost };
    struct Known {
        int value;
        Bound bound;
    };
    /// The pieces, the depth that is left, and how long nobody cloned: on boards of up to 64 squares all of it, on larger ones the pieces
    /// in 128 bits.
    struct Key {
        std::array<std::uint64_t, 2> pieces;
        std::uint32_t rest;
        friend bool operator==(const Key&, const Key&) = default;
    };

    template <int W>
    static Key key(const Position<W>& position, int depth) {
        const auto rest = static_cast<std::uint32_t>(depth) << 16 | position.quiet_plies;
        if constexpr (W == 1) return {{position.own.words[0], position.opp.words[0]}, rest};
        Key key{{0, 0}, rest};
        for (int word = 0; word < W; ++word) {
            const auto i = static_cast<std::size_t>(word);
            key.pieces[0] = mixed(key.pieces[0] ^ position.own.words[i]);
            key.pieces[0] = mixed(key.pieces[0] ^ position.opp.words[i]);
            key.pieces[1] = mixed(key.pieces[1] + position.opp.words[i]);
            key.pieces[1] = mixed(key.pieces[1] + position.own.words[i]);
        }
        return key;
    }

    /// A value that stands in for a search between `alpha` and `beta`.
    [[nodiscard]] std::optional<int> find(const Key& key, int alpha, int beta) const;
    void add(const Key& key, int value, int alpha, int beta);

private:
    static constexpr std::uint64_t mixed(std::uint64_t x) {
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
        return (x ^ (x >> 31)) + 0x9E3779B97F4A7C15;
    }
    struct Hash {
        std::size_t operator()(const Key& key) const {
            return static_cast<std::size_t>(mixed(key.pieces[0] ^ mixed(key.pieces[1] + key.rest)));
        }
    };
    std::unordered_map<Key, Known, Hash> known_;
};

}  // namespace foray
