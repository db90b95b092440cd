#include "foray/engine/raid_net.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "foray/rules/raid_points.h"
#include "raid_judge.h"

namespace foray {

// The file is what the command printed that its first lines name.
const RaidNet kRaidNet = {
#include "nets/raid.inc"
};

namespace {

/// The squares that a side could raid on.
Bits<1> reach(const RaidRules<1>& rules, const Bits<1>& side, const Bits<1>& empty) {
    return rules.geometry().orthogonal_neighbours(side) & empty;
}

}  // namespace

RaidInputs raid_inputs(const RaidRules<1>& rules, const Position<1>& position) {
    RaidInputs out{};
    const auto total = static_cast<float>(rules.values().sum(rules.geometry().board()));
    const auto value_of = [&](const Bits<1>& set) {
        return static_cast<float>(rules.values().sum(set)) * static_cast<float>(rules.geometry().squares()) / std::max(total, 1.0F);
    };
    const auto count = [&](std::size_t input, int square) {
        out[input] += value_of(Bits<1>::single(square));
        out[input + 1] += 1;
    };
    const Bits<1> reaches[2] = {reach(rules, position.own, position.empty), reach(rules, position.opp, position.empty)};
    const Bits<1> both = reaches[0] & reaches[1];
    for (int owner = 0; owner < 2; ++owner) {
        (owner == 0 ? position.own : position.opp).for_each([&](int square) {
            const Bits<1>& near = rules.neighbours(square);
            count(RaidNet::piece(owner, (near & (reaches[owner] - both)).count(), (near & both).count()), square);
        });
    }
    position.empty.for_each([&](int square) {
        const Bits<1>& near = rules.neighbours(square);
        count(RaidNet::empty((near & position.own).count(), (near & position.opp).count(), (near & position.empty).count()), square);
    });
    const int empties = position.empty.count();
    float whole[4] = {1, static_cast<float>(empties % 2), 0, 0};
    both.for_each([&](int square) {
        whole[2] = std::max(whole[2], value_of(rules.neighbours(square) & position.opp));
        whole[3] = std::max(whole[3], value_of(rules.neighbours(square) & position.own));
    });
    for (std::size_t i = 2; i < 4; ++i) whole[i] = std::min(whole[i], static_cast<float>(engine::RaidJudge::kMostRaid));
    for (std::size_t i = 0; i < 4; ++i) {
        out[RaidNet::kWhole + 2 * i] = whole[i];
        out[RaidNet::kWhole + 2 * i + 1] = whole[i] * static_cast<float>(RaidNet::phase(empties)) / 24;
    }
    return out;
}

namespace engine {
namespace {

/// a / b, to the nearest whole number.
std::int64_t nearest(std::int64_t a, std::int64_t b) { return a >= 0 ? (a + b / 2) / b : -((-a + b / 2) / b); }

}  // namespace

RaidJudge::RaidJudge(const RaidRules<1>& rules, const SquareValues<1>& values, const RaidNet& net)
    : outputs_{}, passed_{}, mean_(std::max(values.mean(), 1)) {
    for (std::size_t unit = 0; unit < RaidNet::kUnits; ++unit) outputs_[unit] = net.outputs[unit];
    passed_[RaidNet::kUnits - 1] = -1;
    per_point_ = (std::int64_t{kMean} << kPointBits) / mean_;
    const int squares = rules.geometry().squares();
    const std::int64_t total = std::max(values.sum(rules.geometry().board()), 1);
    for (int square = 0; square < squares; ++square) {
        near_.push_back(rules.neighbours(square).words[0]);
        const int neighbours = rules.neighbours(square).count();
        const auto row = [&](std::size_t input) {
            RaidNet::Row out;
            for (std::size_t unit = 0; unit < RaidNet::kUnits; ++unit) {
                const std::int64_t by_value = std::int64_t{net.inputs[input][unit]} * values[square] * squares;
                const std::int64_t by_count = net.inputs[input + 1][unit] * total;
                out[unit] = static_cast<std::int16_t>(nearest((by_value + by_count) * kUnit, total * RaidNet::kOne));
            }
            return out;
        };
        Kinds own{};
        Kinds opp{};
        Kinds empty{};
        for (int a = 0; a <= neighbours; ++a) {
            for (int b = 0; a + b <= neighbours; ++b) {
                const auto kind = static_cast<std::size_t>(5 * a + b);
                own[kind] = row(RaidNet::piece(0, a, b));
                opp[kind] = row(RaidNet::piece(1, a, b));
                empty[kind] = row(RaidNet::empty(a, b, neighbours - a - b));
            }
        }
        own_.push_back(own);
        opp_.push_back(opp);
        empty_.push_back(empty);
    }
    for (int empties = 0; empties <= squares; ++empties) {
        Whole whole{};
        for (std::size_t unit = 0; unit < RaidNet::kUnits; ++unit) {
            // In 24ths of 1024ths.
            const auto weight = [&](std::size_t which) {
                const std::size_t input = RaidNet::kWhole + 2 * which;
                return std::int64_t{24} * net.inputs[input][unit] + std::int64_t{RaidNet::phase(empties)} * net.inputs[input + 1][unit];
            };
            constexpr std::int64_t kOnes = 24 * RaidNet::kOne;
            whole.move[unit] = static_cast<std::int32_t>(nearest((weight(0) + (empties % 2 == 1 ? weight(1) : 0)) * kUnit, kOnes));
            whole.best[unit] = static_cast<std::int32_t>(nearest(weight(2) * kUnit * kMean, kOnes));
            whole.threat[unit] = static_cast<std::int32_t>(nearest(weight(3) * kUnit * kMean, kOnes));
        }
        whole_.push_back(whole);
    }
}

int RaidJudge::value(const Position<1>& position, const Bits<1>& own_reach, const Bits<1>& opp_reach, int best, int threat) const {
    const std::uint64_t both = own_reach.words[0] & opp_reach.words[0];
    Lanes sum{};
    const auto add = [&](const std::vector<Kinds>& rows, const Bits<1>& squares, std::uint64_t first, std::uint64_t second) {
        squares.for_each([&](int square) {
            const auto s = static_cast<std::size_t>(square);
            const int kind = 5 * std::popcount(first & near_[s]) + std::popcount(second & near_[s]);
            Lanes row;
            std::memcpy(&row, &rows[s][static_cast<std::size_t>(kind)], sizeof row);
            sum += row;
        });
    };
    add(own_, position.own, own_reach.words[0] & ~both, both);
    add(opp_, position.opp, opp_reach.words[0] & ~both, both);
    add(empty_, position.empty, position.own.words[0], position.opp.words[0]);
    const Whole& whole = whole_[static_cast<std::size_t>(position.empty.count())];
    const Wide in =
        __builtin_convertvector(sum, Wide) + whole.move + ((raid(best) * whole.best + raid(threat) * whole.threat) >> 2 * kMeanBits);
    const Wide products = (in > 0 ? in : in & passed_) * outputs_;
    int total = 0;
    for (std::size_t unit = 0; unit < RaidNet::kUnits; ++unit) total += products[unit];
    return static_cast<int>(std::int64_t{total} * mean_ / (kUnit * RaidNet::kOne));
}

}  // namespace engine
}  // namespace foray
