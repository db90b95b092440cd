// What one thread's search asks about positions at first sight: the evaluation, and what it said of positions lately.
//
// A search meets one position in four again within some ten thousand others: moves are put in order by what the position after them is
// worth, a leaf is searched a ply deeper in the next iteration, a reduced move once more. Where a network judges, looking its values up
// pays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "evaluator.h"

namespace foray::engine {

/// Values of positions of up to 64 squares, the latest in each slot. Two positions are taken for one another in one of 2^58 cases.
class ValueCache {
public:
    static constexpr int kIndexBits = 14;  ///< 128 kB; four times as much was measured slower

    explicit ValueCache(bool wanted) : slots_(wanted ? std::size_t{1} << kIndexBits : 0) {}

    /// What is remembered of the position, else `judge()`.
    template <class Judge>
    int value(std::uint64_t own, std::uint64_t other, const Judge& judge) {
        const std::uint64_t key = mixed(own, other);
        std::uint64_t& slot = slots_[key >> (64 - kIndexBits)];
        if ((slot ^ key << kValueBits) >> kValueBits == 0)
            return static_cast<int>(static_cast<std::int64_t>(slot << (64 - kValueBits)) >> (64 - kValueBits));
        const int value = judge();
        if (value >= -kBeyond && value < kBeyond) slot = key << kValueBits | (static_cast<std::uint64_t>(value) & kValueMask);
        return value;
    }

private:
    // A slot: | the low bits of the key 44 | value 20 |. The high bits of the key chose it.
    static constexpr int kValueBits = 20;
    static constexpr int kBeyond = 1 << (kValueBits - 1);
    static constexpr std::uint64_t kValueMask = (std::uint64_t{1} << kValueBits) - 1;

    /// Odd factors with bits all over, so that every square moves all high bits.
    static std::uint64_t mixed(std::uint64_t own, std::uint64_t other) {
        std::uint64_t key = own * 0x9E3779B97F4A7C15 + other * 0xC2B2AE3D27D4EB4F;
        key ^= key >> 32;
        return key * 0xD6E8FEB86659FD93;
    }

    std::vector<std::uint64_t> slots_;
};

template <class Rules>
class Appraiser {
public:
    using Pos = typename Rules::Pos;
    using State = typename Evaluator<Rules>::State;

    explicit Appraiser(const Evaluator<Rules>& evaluator) : evaluator_(evaluator), cache_(kMayRemember) {}

    int value(const State& state, const Pos& position) {
        Sight<Rules> unused;
        return value(state, position, unused);
    }
    /// `sight` is filled in if its facts are met on the way.
    int value(const State& state, const Pos& position, Sight<Rules>& sight) {
        if constexpr (kMayRemember) {
            if (evaluator_.is_costly())
                return cache_.value(position.own.words[0], position.opp.words[0], [&] { return evaluator_.value(state, position); });
        }
        return evaluator_.value(state, position, sight);
    }

private:
    static constexpr bool kMayRemember = !kIsRaid<Rules> && Rules::kWords == 1;

    const Evaluator<Rules>& evaluator_;
    ValueCache cache_;
};

}  // namespace foray::engine
