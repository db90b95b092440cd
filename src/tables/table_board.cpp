#include "foray/tables/table_board.h"

#include <algorithm>
#include <bit>

#include "foray/board/gather.h"
#include "foray/notation/coordinates.h"
#include "foray/notation/spec_text.h"

namespace foray::tables {
namespace {

WideBits whole_board(const GameSpec& spec) { return WideBits::first(spec.squares()); }

}  // namespace

Result<TableBoard> TableBoard::make(const GameSpec& spec, const WideBits& blocked) {
    const std::string title(info(spec.variant).title);
    if (spec.family() != Family::kAtaxx) return Error{"tables are for the Ataxx family, not for " + title};
    if (const auto fits = check_size(spec.variant, {spec.rows, spec.cols}); !fits) return fits.error();
    if (std::max(spec.rows, spec.cols) > kMostSide) return Error{"tables are for boards of at most 9 rows and columns"};
    const int playable = (whole_board(spec) - blocked).count();
    if (playable > kMostSquares) {
        return Error{"a table holds boards of at most " + std::to_string(kMostSquares) + " squares; " + print_size(spec.rows, spec.cols) +
                     " has " + std::to_string(playable) + " that are not blocked"};
    }
    if (playable == 0) return Error{"every square of the board is blocked"};
    return TableBoard(spec, blocked);
}

TableBoard::TableBoard(GameSpec spec, const WideBits& blocked) : spec_(std::move(spec)), blocked_(blocked & whole_board(spec_)) {
    (whole_board(spec_) - blocked_).for_each([&](int square) { playable_.push_back(square); });
    const Geometry<kMaxWords> geometry(spec_.rows, spec_.cols);
    const auto reach = [&](std::span<const Offset> steps) {
        const auto wide = geometry.reach_table(steps);
        std::vector<Mask> out(playable_.size());
        for (std::size_t from = 0; from < playable_.size(); ++from) {
            for (std::size_t to = 0; to < playable_.size(); ++to) {
                if (wide[static_cast<std::size_t>(playable_[from])].has(playable_[to])) out[from] |= Mask{1} << to;
            }
        }
        return out;
    };
    near_ = reach(kKingSteps);
    jumps_ = reach(info(spec_.variant).ataxx->jumps);
    sets_.resize(playable_.size() + 1);
    block_.resize(std::size_t{1} << playable_.size());
    for (std::size_t set = 0; set < block_.size(); ++set) {
        auto& layer = sets_[static_cast<std::size_t>(std::popcount(set))];
        block_[set] = static_cast<std::uint32_t>(layer.size());
        layer.push_back(static_cast<Mask>(set));
    }
}

std::uint64_t TableBoard::states() const {
    std::uint64_t total = 0;
    for (int pieces = 0; pieces <= squares(); ++pieces) total += states(pieces);
    return total;
}

Place TableBoard::place_of(const State& state) const {
    const Mask occupied = state.own | state.opp;
    const int pieces = std::popcount(occupied);
    return {pieces, (static_cast<std::uint64_t>(block_of(occupied)) << pieces) + gather_bits(state.own, occupied)};
}

State TableBoard::state_at(const Place& place) const {
    const Mask occupied = sets(place.pieces)[place.index >> place.pieces];
    const Mask own = static_cast<Mask>(spread_bits(place.index & ((std::uint64_t{1} << place.pieces) - 1), occupied));
    return {own, occupied & ~own};
}

std::optional<State> TableBoard::state_of(const WidePosition& position) const {
    if ((whole_board(spec_) - blocked_) != (position.occupied() | position.empty)) return std::nullopt;
    State state;
    for (std::size_t i = 0; i < playable_.size(); ++i) {
        if (position.own.has(playable_[i])) state.own |= Mask{1} << i;
        if (position.opp.has(playable_[i])) state.opp |= Mask{1} << i;
    }
    return state;
}

WidePosition TableBoard::position_of(const State& state) const {
    WidePosition position;
    for (std::size_t i = 0; i < playable_.size(); ++i) {
        const Mask bit = Mask{1} << i;
        ((state.own & bit) != 0 ? position.own : (state.opp & bit) != 0 ? position.opp : position.empty).add(playable_[i]);
    }
    return position;
}

std::string TableBoard::name() const {
    std::string out = std::string(info(spec_.variant).key) + "-" + print_size(spec_.rows, spec_.cols);
    if (blocked_.any()) out += "-without";
    blocked_.for_each([&](int square) { out += "-" + print_square(spec_, square); });
    return out;
}

}  // namespace foray::tables
