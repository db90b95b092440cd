#include "foray/engine/network.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "foray/board/browser.h"
#include "foray/board/symmetry.h"
#include "network_lanes.h"
#include "network_table.h"

namespace foray {
namespace {

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
void add_units(const Source<std::uint8_t>* parts, int units, int first, const UnitNumbers& numbers, typename Lanes::Sum& sum) {
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
    const typename Lanes::Vector bias = Lanes::splat(engine::kTableWindows * engine::kByteBias);
    for (std::size_t p = 0; p < P; ++p) {
        int at = static_cast<int>(p) * units + first;
        for (std::size_t v = 0; v < V; ++v, at += 2 * Lanes::kWidth) {
            const typename Lanes::Vector even = Lanes::sub(both[p][v], Lanes::to_high_bytes(odd[p][v]));
            add_vector<Lanes>(Lanes::sub(even, bias), numbers, at, sum);
            add_vector<Lanes>(Lanes::sub(odd[p][v], bias), numbers, at + Lanes::kWidth, sum);
        }
    }
}

/// The same over V vectors of one part, from numbers of 16 bits.
template <class Lanes, std::size_t P, std::size_t V>
void add_units(const Source<std::int16_t>* part, int /*units*/, int first, const UnitNumbers& numbers, typename Lanes::Sum& sum) {
    static_assert(P == 1);
    typename Lanes::Vector sums[V];
    for (std::size_t v = 0; v < V; ++v) sums[v] = Lanes::splat(0);
    for (std::size_t window = 0; window < engine::kTableWindows; ++window) {
        const std::int16_t* const row = part->table + part->offsets[window] + first;
        for (std::size_t v = 0; v < V; ++v) sums[v] = Lanes::add(sums[v], Lanes::load(row + v * Lanes::kWidth));
    }
    for (std::size_t v = 0; v < V; ++v, first += Lanes::kWidth) add_vector<Lanes>(sums[v], numbers, first, sum);
}

/// The same over all units of the parts: as many at a time as the registers hold, then fewer.
template <class Lanes, class Number, std::size_t P>
std::int32_t sum_of_parts(const Source<Number>* parts, int units, const UnitNumbers& numbers) {
    typename Lanes::Sum sum = Lanes::zero();
    int first = 0;
    const auto add = [&]<std::size_t V>() {
        constexpr int kUnits = static_cast<int>(V * 2 / sizeof(Number)) * Lanes::kWidth;
        for (; first + kUnits <= units; first += kUnits) add_units<Lanes, P, V>(parts, units, first, numbers, sum);
    };
    if constexpr (P == 1 && !kForBrowser) add.template operator()<4>();  // the browser's module is to be small
    add.template operator()<2>();
    add.template operator()<1>();
    assert(first == units);
    return Lanes::total(sum);
}

}  // namespace

bool Network::fits(const GameSpec& spec) const {
    return spec.variant == parameters_.variant && spec.rows == NetworkParameters::kRows && spec.cols == NetworkParameters::kCols;
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
    std::array<Source<Number>, 2> parts;
    parts[0].table = table;
    engine::put_offsets<engine::Part::kLying>(engine::lying_states(rows), units, parts[0].offsets);
    if (units == parameters_.hidden) return sum_of_parts<Lanes, Number, 1>(parts.data(), units, numbers);
    parts[1].table = table + static_cast<std::ptrdiff_t>(engine::kTableRows) * units;
    engine::put_offsets<engine::Part::kUpright>(engine::upright_states(rows), units, parts[1].offsets);
    if constexpr (sizeof(Number) == 1) return sum_of_parts<Lanes, Number, 2>(parts.data(), units, numbers);
    // Numbers of 16 bits are rare in such networks: one part after the other will do.
    return sum_of_parts<Lanes, Number, 1>(parts.data(), units, numbers) +
           sum_of_parts<Lanes, Number, 1>(&parts[1], units, {numbers.biases + units, numbers.outputs + units, numbers.unit});
}

int Network::evaluate(std::uint64_t own, std::uint64_t other) const {
#if defined(FORAY_DISPATCH)
    // Whoever is not in a copy asks here; a copy's own searches go on below, in the copy.
    if (instructions() != Instructions::kBaseline) return (this->*FORAY_HOT_CHOICE(network).evaluate)(own, other);
#endif
    const int phase = parameters_.phase_of(own | other);
    if (table_bytes_ != nullptr) return value_of(sum_of_units<engine::FastLanes>(table_bytes_, own, other, phase), phase);
    if constexpr (engine::kUnitStep / 2 % engine::FastLanes::kWidth != 0) {
        if (engine::lying_units(parameters_) % engine::FastLanes::kWidth != 0)
            return value_of(sum_of_units<engine::PlainLanes>(table_words_, own, other, phase), phase);
    }
    return value_of(sum_of_units<engine::FastLanes>(table_words_, own, other, phase), phase);
}

int Network::evaluate_plainly(std::uint64_t own, std::uint64_t other) const {
    using P = NetworkParameters;
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

const foray::engine::NetworkEntry& FORAY_HOT_ENTRY(network)() {
    static constexpr foray::engine::NetworkEntry kEntry = {&foray::Network::evaluate, foray::engine::FastLanes::kWidth};
    return kEntry;
}
