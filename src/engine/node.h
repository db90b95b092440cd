// What a search passes from node to node.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "evaluator.h"
#include "foray/board/browser.h"
#include "foray/engine/parameters.h"

namespace foray::engine {

inline constexpr int kMaxPly = 128;
inline constexpr int kInfinite = (1 << 25) - 1;
inline constexpr int kExactDepth = 255;

/// A family's numbers as constants, for the browser's module: no player of the page sets them, and the code is smaller.
template <Family F>
struct FixedParameters {
    explicit FixedParameters(const Parameters& /*those of the family*/) {}
#define FORAY_ONE(name, raid, ataxx, least, most, what) static constexpr int name = parameters_of(F).name;
    FORAY_PARAMETERS(FORAY_ONE)  // NOLINT(readability-identifier-naming): called as where they can be set
#undef FORAY_ONE
};
template <class Rules>
using SearchParameters = std::conditional_t<kForBrowser, FixedParameters<kIsRaid<Rules> ? Family::kRaid : Family::kAtaxx>, Parameters>;

/// How many plies a late move loses at first, by depth and number of the move.
class Reductions {
public:
    explicit Reductions(const Parameters& parameters) {
        const double base = parameters.reduce_base / 100.0;
        const double slope = parameters.reduce_slope / 100.0;
        for (std::size_t depth = 1; depth < kSide; ++depth) {
            for (std::size_t number = 1; number < kSide; ++number) {
                const double plies = base + slope * std::log(static_cast<double>(depth)) * std::log(static_cast<double>(number));
                plies_[depth][number] = static_cast<std::int8_t>(std::min(plies, 100.0));
            }
        }
    }
    [[nodiscard]] int operator()(int depth, int number) const {
        return plies_[static_cast<std::size_t>(std::min(depth, kLast))][static_cast<std::size_t>(std::min(number, kLast))];
    }

private:
    static constexpr std::size_t kSide = 64;
    static constexpr int kLast = 63;
    std::array<std::array<std::int8_t, kSide>, kSide> plies_{};
};

/// A position on the current path, with all that follows from the moves that led to it.
template <class Rules>
struct Node {
    typename Rules::Pos position;
    [[no_unique_address]] typename Evaluator<Rules>::State state;
    std::uint64_t key = 0;
    int ply = 0;
    bool may_pass = true;  ///< false after a null move
    int last = kNone;      ///< the square of the move that led here

    static constexpr int kNone = -1;
};

/// What is asked about a node: its value as far as it lies between alpha and beta, by a search of so many plies.
struct Aim {
    int depth;
    int alpha;
    int beta;
    bool exact;    ///< no heuristics
    int standing;  ///< what it is worth at first sight; 0 where that is not asked
    [[nodiscard]] bool principal() const { return beta - alpha > 1; }
    [[nodiscard]] int stored_depth() const { return exact ? kExactDepth : depth; }
};

/// A few moves in their order.
class PutOff {
public:
    bool add(Move move) {
        if (size_ == moves_.size()) return false;
        moves_[size_++] = move;
        return true;
    }
    bool take(Move& move) {
        if (next_ == size_) return false;
        move = moves_[next_++];
        return true;
    }

private:
    std::array<Move, 16> moves_{};
    std::size_t size_ = 0;
    std::size_t next_ = 0;
};

}  // namespace foray::engine
