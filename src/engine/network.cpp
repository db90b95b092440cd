#include "foray/engine/network.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

#include "foray/board/symmetry.h"
#include "foray/engine/engine.h"
#include "foray/rules/game.h"
#include "network_lanes.h"
#include "network_table.h"

namespace foray {
namespace {

using P = NetworkParameters;

constexpr int kMostHidden = 512;
constexpr int kStep = 16;  ///< hidden units are a multiple of this
constexpr int kMostUnit = 1023;
constexpr int kMostScale = 10'000;
/// No static evaluation may look like a win.
constexpr std::int64_t kMostValue = kWin * 9 / 10;

constexpr int kByteBias = 128;  ///< a byte of the table is so much more than the weight it stands for

/// The table as bytes, 128 more each, if that is possible. In the bytes of two vectors' units the first vector's are the even ones and the
/// second's the odd ones: read as numbers of 16 bits, both come out without being taken apart first.
bool put_bytes(const std::vector<std::int16_t>& table, std::size_t width, std::uint8_t* out) {
    for (std::size_t group = 0; group < table.size(); group += 2 * width) {
        for (std::size_t i = 0; i < 2 * width; ++i) {
            const int sum = table[group + i % 2 * width + i / 2] + kByteBias;
            if (sum < 0 || sum > 255) return false;
            out[group + i] = static_cast<std::uint8_t>(sum);
        }
    }
    return true;
}

/// A part of the table for some units, and where a position's rows begin in it.
template <class Number>
struct Source {
    const Number* table;
    engine::TableOffsets offsets;
};

/// What the hidden units of some vectors become, and count.
struct UnitNumbers {
    const std::int16_t* biases;
    const std::int16_t* outputs;
    int unit;  ///< what 1.0 is
};

template <class Lanes>
void add_vector(typename Lanes::Vector units, const UnitNumbers& numbers, int first, typename Lanes::Sum& sum) {
    const typename Lanes::Vector clipped = Lanes::clip(Lanes::add(units, Lanes::load(numbers.biases + first)), numbers.unit);
    Lanes::add_products(sum, clipped, Lanes::times(clipped, Lanes::load(numbers.outputs + first)));
}

/// The output's sum over V pairs of vectors of hidden units from `first` on, for each of P parts of `units` units, from bytes.
template <class Lanes, std::size_t P, std::size_t V>
void add_units(const std::array<Source<std::uint8_t>, P>& parts, int units, int first, const UnitNumbers& numbers,
               typename Lanes::Sum& sum) {
    typename Lanes::Vector both[P][V];
    typename Lanes::Vector odd[P][V];
    for (std::size_t p = 0; p < P; ++p) {
        for (std::size_t v = 0; v < V; ++v) both[p][v] = odd[p][v] = Lanes::splat(0);
    }
    for (std::size_t window = 0; window < engine::kTableWindows; ++window) {
        for (std::size_t p = 0; p < P; ++p) {
            const std::uint8_t* const row = parts[p].table + parts[p].offsets[window] + first;
            for (std::size_t v = 0; v < V; ++v) {
                const typename Lanes::Vector bytes = Lanes::load(row + 2 * v * Lanes::kWidth);
                both[p][v] = Lanes::add(both[p][v], bytes);
                odd[p][v] = Lanes::add(odd[p][v], Lanes::high_bytes(bytes));
            }
        }
    }
    const typename Lanes::Vector bias = Lanes::splat(engine::kTableWindows * kByteBias);
    for (std::size_t p = 0; p < P; ++p) {
        int at = static_cast<int>(p) * units + first;
        for (std::size_t v = 0; v < V; ++v, at += 2 * Lanes::kWidth) {
            const typename Lanes::Vector even = Lanes::sub(both[p][v], Lanes::to_high_bytes(odd[p][v]));
            add_vector<Lanes>(Lanes::sub(even, bias), numbers, at, sum);
            add_vector<Lanes>(Lanes::sub(odd[p][v], bias), numbers, at + Lanes::kWidth, sum);
        }
    }
}

/// The same over V vectors, from numbers of 16 bits.
template <class Lanes, std::size_t P, std::size_t V>
void add_units(const std::array<Source<std::int16_t>, P>& parts, int units, int first, const UnitNumbers& numbers,
               typename Lanes::Sum& sum) {
    typename Lanes::Vector sums[P][V];
    for (std::size_t p = 0; p < P; ++p) {
        for (std::size_t v = 0; v < V; ++v) sums[p][v] = Lanes::splat(0);
    }
    for (std::size_t window = 0; window < engine::kTableWindows; ++window) {
        for (std::size_t p = 0; p < P; ++p) {
            const std::int16_t* const row = parts[p].table + parts[p].offsets[window] + first;
            for (std::size_t v = 0; v < V; ++v) sums[p][v] = Lanes::add(sums[p][v], Lanes::load(row + v * Lanes::kWidth));
        }
    }
    for (std::size_t p = 0; p < P; ++p) {
        int at = static_cast<int>(p) * units + first;
        for (std::size_t v = 0; v < V; ++v, at += Lanes::kWidth) add_vector<Lanes>(sums[p][v], numbers, at, sum);
    }
}

/// The same over all units of the parts: as many at a time as the registers hold, then fewer.
template <class Lanes, class Number, std::size_t P>
std::int32_t sum_of_parts(const std::array<Source<Number>, P>& parts, int units, const UnitNumbers& numbers) {
    typename Lanes::Sum sum = Lanes::zero();
    int first = 0;
    const auto add = [&]<std::size_t V>() {
        constexpr int kUnits = static_cast<int>(V * 2 / sizeof(Number)) * Lanes::kWidth;
        for (; first + kUnits <= units; first += kUnits) add_units<Lanes, P, V>(parts, units, first, numbers, sum);
    };
    if constexpr (P == 1) add.template operator()<4>();
    add.template operator()<2>();
    add.template operator()<1>();
    assert(first == units);
    return Lanes::total(sum);
}

/// What would overflow, or be taken for a win; nothing if all is well.
std::string misfit(const P& p) {
    const auto filters = static_cast<std::size_t>(p.filters());
    const auto states = static_cast<std::size_t>(states_of(p.shape));
    constexpr std::int64_t kMost16 = std::numeric_limits<std::int16_t>::max();
    std::vector<std::int64_t> reach(filters);
    for (std::size_t f = 0; f < filters; ++f) reach[f] = std::abs(std::int64_t{p.biases[f]});
    std::vector<std::int64_t> most(filters);
    for (std::size_t input = 0; input < static_cast<std::size_t>(p.inputs()); ++input) {
        if (input % states == 0) std::fill(most.begin(), most.end(), 0);
        const std::int16_t* const row = &p.windows[input * filters];
        for (std::size_t f = 0; f < filters; ++f) most[f] = std::max(most[f], std::abs(std::int64_t{row[f]}));
        if (input % states != states - 1) continue;
        for (std::size_t f = 0; f < filters; ++f) reach[f] += most[f];
    }
    for (std::size_t f = 0; f < filters; ++f) {
        if (reach[f] > kMost16) return "hidden unit " + std::to_string(f) + " could overflow";
    }
    for (std::size_t phase = 0; phase < p.output_biases.size(); ++phase) {
        std::int64_t total = std::abs(std::int64_t{p.output_biases[phase]}) * p.unit_in;
        for (std::size_t f = 0; f < filters; ++f) {
            const std::int64_t weight = std::abs(std::int64_t{p.outputs[phase * filters + f]});
            if (weight * p.unit_in > kMost16) return "output weight " + std::to_string(f) + " is too large";
            total += p.looks * weight * p.unit_in * p.unit_in;
        }
        if (total > std::numeric_limits<std::int32_t>::max()) return "the output could overflow";
        if (total / (std::int64_t{p.unit_in} * p.unit_in * p.unit_out) * p.scale >= kMostValue) return "its values could look like wins";
    }
    return {};
}

}  // namespace

Network::Network(NetworkParameters parameters) : parameters_(std::move(parameters)), multiplier_(0) {
    const P& p = parameters_;
    const std::int64_t divisor = std::int64_t{p.unit_in} * p.unit_in * p.unit_out;
    multiplier_ = ((std::int64_t{p.scale} << 32) + divisor / 2) / divisor;
    for (int look = 0; look < p.looks; ++look) unit_biases_.insert(unit_biases_.end(), p.biases.begin(), p.biases.end());
    for (auto phase = p.outputs.begin(); phase != p.outputs.end(); phase += p.filters()) {
        for (int look = 0; look < p.looks; ++look) unit_outputs_.insert(unit_outputs_.end(), phase, phase + p.filters());
    }
    const std::vector<std::int16_t> table = engine::network_table(p);
    constexpr int kWidth = engine::FastLanes::kWidth;
    if (engine::lying_units(p) % (2 * kWidth) == 0) {
        table_ = std::make_unique<HugeMemory>(table.size());
        auto* const bytes = reinterpret_cast<std::uint8_t*>(table_->data());
        if (bytes != nullptr && put_bytes(table, kWidth, bytes)) {
            table_bytes_ = bytes;
            return;
        }
    }
    table_ = std::make_unique<HugeMemory>(table.size() * sizeof(std::int16_t));
    auto* const words = reinterpret_cast<std::int16_t*>(table_->data());
    if (words != nullptr) std::copy(table.begin(), table.end(), words);
    table_words_ = words;
}

Result<Network> Network::make(NetworkParameters p) {
    const auto within = [](int value, int most) { return value >= 1 && value <= most; };
    if (info(p.variant).family != Family::kAtaxx) return Error{"a network is for a game of the Ataxx family"};
    if (p.hidden % kStep != 0 || !within(p.hidden, kMostHidden)) return Error{"hidden units must be a multiple of 16 up to 512"};
    if (!within(p.unit_in, kMostUnit) || !within(p.unit_out, kMostUnit)) return Error{"units must be between 1 and 1023"};
    if (!within(p.scale, kMostScale)) return Error{"the scale must be between 1 and 10000"};
    if (p.looks != 1 && p.looks != 8) return Error{"hidden units look at the board from one side or from eight"};
    if (p.shape == WindowShape::kOblong && p.looks != 8) return Error{"a network with windows of 2x3 looks at the board from eight sides"};
    const auto filters = static_cast<std::size_t>(p.filters());
    const auto inputs = static_cast<std::size_t>(p.inputs());
    if (!within(p.phases, P::kMostPhases)) return Error{"phases must be between 1 and 50"};
    const auto phases = static_cast<std::size_t>(p.phases);
    if (p.windows.size() != inputs * filters || p.biases.size() != filters || p.outputs.size() != filters * phases ||
        p.output_biases.size() != phases) {
        return Error{"the numbers of weights do not fit the number of hidden units"};
    }
    if (p.about.size() > P::kLongestAbout) return Error{"the line about a network has at most 64 bytes"};
    const auto [least, most] = std::minmax_element(p.windows.begin(), p.windows.end());
    if ((p.phases > 1 || p.looks > 1) && (*least < -128 || *most > 127)) {
        return Error{"a network with phases or that looks from eight sides has windows' weights of 8 bits"};
    }
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

template <class Lanes, class Number>
std::int32_t Network::sum_of_units(const Number* table, std::uint64_t own, std::uint64_t other, int phase) const {
    const int units = engine::lying_units(parameters_);
    const UnitNumbers numbers = {unit_biases_.data(), unit_outputs_.data() + static_cast<std::ptrdiff_t>(phase) * parameters_.hidden,
                                 parameters_.unit_in};
    const engine::RowPairs rows = engine::row_pairs(own, other);
    const auto sum_of = [&]<std::size_t Parts>() {
        std::array<Source<Number>, Parts> parts;
        parts[0].table = table;
        engine::put_offsets<engine::Part::kLying>(engine::lying_states(rows), units, parts[0].offsets);
        if constexpr (Parts == 2) {
            parts[1].table = table + static_cast<std::ptrdiff_t>(engine::kTableRows) * units;
            engine::put_offsets<engine::Part::kUpright>(engine::upright_states(rows), units, parts[1].offsets);
        }
        return sum_of_parts<Lanes, Number, Parts>(parts, units, numbers);
    };
    return units == parameters_.hidden ? sum_of.template operator()<1>() : sum_of.template operator()<2>();
}

int Network::evaluate(std::uint64_t own, std::uint64_t other) const {
    const int phase = parameters_.phase_of(own | other);
    if (table_bytes_ != nullptr) return value_of(sum_of_units<engine::FastLanes>(table_bytes_, own, other, phase), phase);
    if (engine::lying_units(parameters_) % engine::FastLanes::kWidth != 0)
        return value_of(sum_of_units<engine::PlainLanes>(table_words_, own, other, phase), phase);
    return value_of(sum_of_units<engine::FastLanes>(table_words_, own, other, phase), phase);
}

int Network::evaluate_plainly(std::uint64_t own, std::uint64_t other) const {
    const P& p = parameters_;
    const auto filters = static_cast<std::size_t>(p.filters());
    const int phase = p.phase_of(own | other);
    const std::int16_t* const outputs = &p.outputs[static_cast<std::size_t>(phase) * filters];
    const int width = p.shape == WindowShape::kSquare ? 2 : 3;
    std::int64_t total = 0;
    for (int look = 0; look < p.looks; ++look) {
        const SquareMap map(P::kRows, P::kCols, kSquareSymmetries[static_cast<std::size_t>(look)]);
        std::array<int, P::kRows * P::kCols> board{};
        for (int square = 0; square < P::kRows * P::kCols; ++square) {
            board[static_cast<std::size_t>(map(square))] = static_cast<int>((own >> square & 1) + 2 * (other >> square & 1));
        }
        std::vector<std::int64_t> units(p.biases.begin(), p.biases.end());
        std::size_t first = 0;
        for (int row = 0; row + 1 < P::kRows; ++row) {
            for (int col = 0; col + 1 < P::kCols; col += width - 1, first += static_cast<std::size_t>(states_of(p.shape))) {
                std::size_t state = 0;
                for (const int r : {row + 1, row}) {
                    for (int c = col + width - 1; c >= col; --c) {
                        state = 3 * state + static_cast<std::size_t>(board[static_cast<std::size_t>(r * P::kCols + c)]);
                    }
                }
                for (std::size_t f = 0; f < filters; ++f) units[f] += p.windows[(first + state) * filters + f];
            }
        }
        for (std::size_t f = 0; f < filters; ++f) {
            const std::int64_t clipped = std::clamp<std::int64_t>(units[f], 0, p.unit_in);
            total += clipped * clipped * outputs[f];
        }
    }
    return value_of(total, phase);
}

}  // namespace foray
