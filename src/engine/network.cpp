#include "foray/engine/network.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

#include "foray/engine/engine.h"
#include "foray/rules/game.h"
#include "network_lanes.h"

namespace foray {
namespace {

using P = NetworkParameters;

constexpr int kMostHidden = 512;
constexpr int kStep = 16;  ///< hidden units are a multiple of this
constexpr int kMostUnit = 1023;
constexpr int kMostScale = 10'000;
/// No static evaluation may look like a win.
constexpr std::int64_t kMostValue = kWin * 9 / 10;

// The fast sums look up two windows side by side at once, in a table of their sums: 2x3 squares in one of 729 states. Three such blocks lie
// in two rows of a board.
constexpr int kBlocksInRow = 3;
constexpr int kBlocks = kBlocksInRow * (P::kRows - 1);
constexpr std::size_t kBlockStates = 729;
constexpr int kByteBias = 128;  ///< a byte of the table is so much more than the sum it stands for

// For the seven squares of a row, its three overlapping triples, 16 bits each: left + 3 * middle + 9 * right.
constexpr std::array<std::uint64_t, 128> kTriples = [] {
    std::array<std::uint64_t, 128> triples{};
    for (std::uint64_t row = 0; row < triples.size(); ++row) {
        for (int block = 0; block < kBlocksInRow; ++block) {
            const std::uint64_t three = row >> (2 * block);
            triples[row] |= ((three & 1) + 3 * (three >> 1 & 1) + 9 * (three >> 2 & 1)) << (16 * block);
        }
    }
    return triples;
}();

/// Where the weights of each block's state begin.
using Offsets = std::array<std::uint32_t, kBlocks>;

Offsets offsets_of(std::uint64_t own, std::uint64_t other, int hidden) {
    Offsets offsets;
    const auto row_states = [&](int row) { return kTriples[own >> (7 * row) & 127] + 2 * kTriples[other >> (7 * row) & 127]; };
    const auto stride = static_cast<std::uint32_t>(hidden);
    std::uint32_t base = 0;
    std::uint64_t upper = row_states(0);
    std::size_t at = 0;
    for (int row = 0; row + 1 < P::kRows; ++row) {
        const std::uint64_t lower = row_states(row + 1);
        const std::uint64_t states = upper + 27 * lower;
        for (int block = 0; block < kBlocksInRow; ++block) {
            offsets[at++] = (base + static_cast<std::uint32_t>(states >> (16 * block) & 0xFFFF)) * stride;
            base += kBlockStates;
        }
        upper = lower;
    }
    return offsets;
}

/// The sums of both windows of every block in every state, [(block * 729 + state) * hidden + unit].
void add_blocks(const P& p, std::int16_t* out) {
    const auto hidden = static_cast<std::size_t>(p.hidden);
    for (std::size_t block = 0; block < kBlocks; ++block) {
        // Two windows a block, row by row: the numbering of windows goes on from block to block.
        const std::int16_t* const left = &p.windows[2 * block * P::kStates * hidden];
        const std::int16_t* const right = left + P::kStates * hidden;
        for (std::size_t state = 0; state < kBlockStates; ++state) {
            const std::size_t upper = state % 27;
            const std::size_t lower = state / 27;
            const std::int16_t* const one = left + (upper % 9 + 9 * (lower % 9)) * hidden;
            const std::int16_t* const two = right + (upper / 3 + 9 * (lower / 3)) * hidden;
            for (std::size_t unit = 0; unit < hidden; ++unit) *out++ = static_cast<std::int16_t>(one[unit] + two[unit]);
        }
    }
}

/// The same sums as bytes, 128 more each, if that is possible. In the bytes of two vectors' units the first vector's are the even ones and
/// the second's the odd ones: read as numbers of 16 bits, both come out without being taken apart first.
bool add_block_bytes(const std::int16_t* blocks, std::size_t hidden, std::size_t width, std::uint8_t* out) {
    for (std::size_t row = 0; row < kBlocks * kBlockStates; ++row) {
        for (std::size_t group = 0; group < hidden; group += 2 * width) {
            for (std::size_t i = 0; i < 2 * width; ++i) {
                const int sum = blocks[row * hidden + group + i % 2 * width + i / 2] + kByteBias;
                if (sum < 0 || sum > 255) return false;
                out[row * hidden + group + i] = static_cast<std::uint8_t>(sum);
            }
        }
    }
    return true;
}

/// The output's sum over V pairs of vectors of hidden units, from bytes.
template <class Lanes, int V>
void add_units(const Offsets& offsets, const std::uint8_t* blocks, const std::int16_t* biases, const std::int16_t* outputs, int unit,
               typename Lanes::Sum& sum) {
    typename Lanes::Vector both[V];
    typename Lanes::Vector odd[V];
    for (int v = 0; v < V; ++v) both[v] = odd[v] = Lanes::splat(0);
    for (const std::uint32_t offset : offsets) {
        const std::uint8_t* const row = blocks + offset;
        for (int v = 0; v < V; ++v) {
            const typename Lanes::Vector bytes = Lanes::load(row + 2 * v * Lanes::kWidth);
            both[v] = Lanes::add(both[v], bytes);
            odd[v] = Lanes::add(odd[v], Lanes::high_bytes(bytes));
        }
    }
    for (int v = 0; v < V; ++v) {
        const typename Lanes::Vector even = Lanes::sub(both[v], Lanes::to_high_bytes(odd[v]));
        int half = 2 * v;
        for (const typename Lanes::Vector& biased : {even, odd[v]}) {
            const typename Lanes::Vector units =
                Lanes::add(Lanes::sub(biased, Lanes::splat(kBlocks * kByteBias)), Lanes::load(biases + half * Lanes::kWidth));
            const typename Lanes::Vector clipped = Lanes::clip(units, unit);
            Lanes::add_products(sum, clipped, Lanes::times(clipped, Lanes::load(outputs + half * Lanes::kWidth)));
            ++half;
        }
    }
}

/// The output's sum over V vectors of hidden units.
template <class Lanes, int V>
void add_units(const Offsets& offsets, const std::int16_t* blocks, const std::int16_t* biases, const std::int16_t* outputs, int unit,
               typename Lanes::Sum& sum) {
    typename Lanes::Vector units[V];
    for (int v = 0; v < V; ++v) units[v] = Lanes::load(biases + v * Lanes::kWidth);
    for (const std::uint32_t offset : offsets) {
        const std::int16_t* const row = blocks + offset;
        for (int v = 0; v < V; ++v) units[v] = Lanes::add(units[v], Lanes::load(row + v * Lanes::kWidth));
    }
    for (int v = 0; v < V; ++v) {
        const typename Lanes::Vector clipped = Lanes::clip(units[v], unit);
        Lanes::add_products(sum, clipped, Lanes::times(clipped, Lanes::load(outputs + v * Lanes::kWidth)));
    }
}

template <class Lanes, class Number>
std::int32_t sum_of_units(const Offsets& offsets, const Number* blocks, const P& p, const std::int16_t* outputs) {
    typename Lanes::Sum sum = Lanes::zero();
    int unit = 0;
    const auto add = [&]<int V>() {
        constexpr int kUnits = V * Lanes::kWidth * 2 / static_cast<int>(sizeof(Number));
        for (; unit + kUnits <= p.hidden; unit += kUnits) {
            add_units<Lanes, V>(offsets, blocks + unit, p.biases.data() + unit, outputs + unit, p.unit_in, sum);
        }
    };
    add.template operator()<8>();
    add.template operator()<4>();
    add.template operator()<2>();
    add.template operator()<1>();
    assert(unit == p.hidden);
    return Lanes::total(sum);
}

/// What would overflow, or be taken for a win; nothing if all is well.
std::string misfit(const P& p) {
    const auto hidden = static_cast<std::size_t>(p.hidden);
    constexpr std::int64_t kMost16 = std::numeric_limits<std::int16_t>::max();
    std::vector<std::int64_t> reach(hidden);
    for (std::size_t h = 0; h < hidden; ++h) reach[h] = std::abs(std::int64_t{p.biases[h]});
    std::vector<std::int64_t> most(hidden);
    for (std::size_t window = 0; window < P::kWindows; ++window) {
        std::fill(most.begin(), most.end(), 0);
        for (std::size_t state = 0; state < P::kStates; ++state) {
            const std::int16_t* const row = &p.windows[(window * P::kStates + state) * hidden];
            for (std::size_t h = 0; h < hidden; ++h) most[h] = std::max(most[h], std::abs(std::int64_t{row[h]}));
        }
        for (std::size_t h = 0; h < hidden; ++h) reach[h] += most[h];
    }
    for (std::size_t h = 0; h < hidden; ++h) {
        if (reach[h] > kMost16) return "hidden unit " + std::to_string(h) + " could overflow";
    }
    for (std::size_t phase = 0; phase < p.output_biases.size(); ++phase) {
        std::int64_t total = std::abs(std::int64_t{p.output_biases[phase]}) * p.unit_in;
        for (std::size_t h = 0; h < hidden; ++h) {
            const std::int64_t weight = std::abs(std::int64_t{p.outputs[phase * hidden + h]});
            if (weight * p.unit_in > kMost16) return "output weight " + std::to_string(h) + " is too large";
            total += weight * p.unit_in * p.unit_in;
        }
        if (total > std::numeric_limits<std::int32_t>::max()) return "the output could overflow";
        if (total / (std::int64_t{p.unit_in} * p.unit_in * p.unit_out) * p.scale >= kMostValue) return "its values could look like wins";
    }
    return {};
}

}  // namespace

Network::Network(NetworkParameters parameters) : parameters_(std::move(parameters)), multiplier_(0) {
    const std::int64_t divisor = std::int64_t{parameters_.unit_in} * parameters_.unit_in * parameters_.unit_out;
    multiplier_ = ((std::int64_t{parameters_.scale} << 32) + divisor / 2) / divisor;
    const auto hidden = static_cast<std::size_t>(parameters_.hidden);
    const std::size_t size = kBlocks * kBlockStates * hidden;
    std::vector<std::int16_t> sums(size);
    add_blocks(parameters_, sums.data());
    constexpr std::size_t kWidth = engine::FastLanes::kWidth;
    if (hidden % (2 * kWidth) == 0) {
        table_ = std::make_unique<HugeMemory>(size);
        auto* const bytes = reinterpret_cast<std::uint8_t*>(table_->data());
        if (bytes != nullptr && add_block_bytes(sums.data(), hidden, kWidth, bytes)) {
            block_bytes_ = bytes;
            return;
        }
    }
    table_ = std::make_unique<HugeMemory>(size * sizeof(std::int16_t));
    auto* const numbers = reinterpret_cast<std::int16_t*>(table_->data());
    if (numbers != nullptr) std::copy(sums.begin(), sums.end(), numbers);
    blocks_ = numbers;
}

Result<Network> Network::make(NetworkParameters p) {
    const auto within = [](int value, int most) { return value >= 1 && value <= most; };
    if (info(p.variant).family != Family::kAtaxx) return Error{"a network is for a game of the Ataxx family"};
    if (p.hidden % kStep != 0 || !within(p.hidden, kMostHidden)) return Error{"hidden units must be a multiple of 16 up to 512"};
    if (!within(p.unit_in, kMostUnit) || !within(p.unit_out, kMostUnit)) return Error{"units must be between 1 and 1023"};
    if (!within(p.scale, kMostScale)) return Error{"the scale must be between 1 and 10000"};
    const auto hidden = static_cast<std::size_t>(p.hidden);
    if (!within(p.phases, P::kMostPhases)) return Error{"phases must be between 1 and 50"};
    const auto phases = static_cast<std::size_t>(p.phases);
    if (p.windows.size() != P::kInputs * hidden || p.biases.size() != hidden || p.outputs.size() != hidden * phases ||
        p.output_biases.size() != phases) {
        return Error{"the numbers of weights do not fit the number of hidden units"};
    }
    if (p.about.size() > P::kLongestAbout) return Error{"the line about a network has at most 64 bytes"};
    const auto [least, most] = std::minmax_element(p.windows.begin(), p.windows.end());
    if (p.phases > 1 && (*least < -128 || *most > 127)) return Error{"a network with phases has windows' weights of 8 bits"};
    if (const std::string wrong = misfit(p); !wrong.empty()) return Error{wrong};
    Network network(std::move(p));
    if (!network.table_->ok()) return Error{"there is no memory for the network"};
    return network;
}

bool Network::fits(const GameSpec& spec) const {
    return spec.variant == parameters_.variant && spec.rows == P::kRows && spec.cols == P::kCols;
}

int Network::value_of(std::int64_t total, int phase) const {
    const std::int64_t bias = parameters_.output_biases[static_cast<std::size_t>(phase)];
    return static_cast<int>((total + bias * parameters_.unit_in) * multiplier_ >> 32);
}

int Network::evaluate(std::uint64_t own, std::uint64_t other) const {
    const Offsets offsets = offsets_of(own, other, parameters_.hidden);
    const int phase = parameters_.phase_of(own | other);
    const std::int16_t* const outputs = parameters_.outputs.data() + static_cast<std::ptrdiff_t>(phase) * parameters_.hidden;
    if (block_bytes_ != nullptr) return value_of(sum_of_units<engine::FastLanes>(offsets, block_bytes_, parameters_, outputs), phase);
    if constexpr (kStep % engine::FastLanes::kWidth != 0) {
        if (parameters_.hidden % engine::FastLanes::kWidth != 0)
            return value_of(sum_of_units<engine::PlainLanes>(offsets, blocks_, parameters_, outputs), phase);
    }
    return value_of(sum_of_units<engine::FastLanes>(offsets, blocks_, parameters_, outputs), phase);
}

int Network::evaluate_plainly(std::uint64_t own, std::uint64_t other) const {
    const auto hidden = static_cast<std::size_t>(parameters_.hidden);
    std::vector<std::int64_t> units(parameters_.biases.begin(), parameters_.biases.end());
    const auto state = [&](int square) { return (own >> square & 1) + 2 * (other >> square & 1); };
    for (int row = 0; row + 1 < P::kRows; ++row) {
        for (int col = 0; col + 1 < P::kCols; ++col) {
            const int square = row * P::kCols + col;
            const std::uint64_t seen =
                state(square) + 3 * state(square + 1) + 9 * state(square + P::kCols) + 27 * state(square + P::kCols + 1);
            const std::size_t input = static_cast<std::size_t>(row * (P::kCols - 1) + col) * P::kStates + seen;
            for (std::size_t h = 0; h < hidden; ++h) units[h] += parameters_.windows[input * hidden + h];
        }
    }
    const int phase = parameters_.phase_of(own | other);
    std::int64_t total = 0;
    for (std::size_t h = 0; h < hidden; ++h) {
        const std::int64_t clipped = std::clamp<std::int64_t>(units[h], 0, parameters_.unit_in);
        total += clipped * clipped * parameters_.outputs[static_cast<std::size_t>(phase) * hidden + h];
    }
    return value_of(total, phase);
}

}  // namespace foray
