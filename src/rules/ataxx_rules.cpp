#include "foray/rules/ataxx_rules.h"

#include <cassert>
#include <limits>

namespace foray {
namespace {

std::uint32_t limit_or_never(int limit) {
    return limit == 0 ? std::numeric_limits<std::uint32_t>::max() : static_cast<std::uint32_t>(limit);
}

std::vector<Offset> all_but(std::span<const Offset> jumps, std::span<const Offset> without) {
    std::vector<Offset> kept(jumps.begin(), jumps.end());
    for (const Offset& gone : without) std::erase(kept, gone);
    return kept;
}

}  // namespace

template <int W>
AtaxxRules<W>::AtaxxRules(const GameSpec& spec, std::span<const Offset> without)
    : geometry_(spec.rows, spec.cols),
      traits_(*info(spec.variant).ataxx),
      neighbours_(geometry_.reach_table(kKingSteps)),
      jumps_(geometry_.reach_table(all_but(traits_.jumps, without))),
      quiet_end_(limit_or_never(traits_.quiet_limit)),
      ply_end_(limit_or_never(traits_.ply_limit)) {
    assert(spec.family() == Family::kAtaxx && std::min(spec.rows, spec.cols) >= info(spec.variant).least_side);
}

template <int W>
Position<W> AtaxxRules<W>::start() const {
    Pos position;
    const int last_row = geometry_.rows() - 1;
    const int last_col = geometry_.cols() - 1;
    position.own.add(geometry_.square(0, 0));
    position.own.add(geometry_.square(last_row, last_col));
    position.opp.add(geometry_.square(0, last_col));
    position.opp.add(geometry_.square(last_row, 0));
    position.empty = geometry_.board() - position.occupied();
    return position;
}

template <int W>
Verdict AtaxxRules<W>::verdict(const Pos& position) const {
    const Outcome by_pieces = larger_score_wins(scores(position));
    if (position.own.none() || position.opp.none()) return {by_pieces, Ending::kNoPieces};
    if (position.empty.none()) return {by_pieces, Ending::kBoardFull};
    if (!can_move(position.own, position.empty) && !can_move(position.opp, position.empty)) return {by_pieces, Ending::kNoMoves};
    if (position.plies >= ply_end_) return {by_pieces, Ending::kTurnLimit};
    if (position.quiet_plies >= quiet_end_) return {Outcome::kDraw, Ending::kQuietLimit};
    return {};
}

template class AtaxxRules<1>;
template class AtaxxRules<4>;
template class AtaxxRules<kMaxWords>;

}  // namespace foray
