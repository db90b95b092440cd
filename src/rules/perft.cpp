#include "foray/rules/perft.h"

#include "counts.h"

namespace foray {
namespace {

/// How many sequences of two moves there are, without playing the first.
///
/// Raid family. With n empties and r of them raidable by the opponent now, each of the n drops leaves him n - 1 squares, and
/// each raid target of his but the one dropped on. A raid takes pieces from him, so his targets are found anew for each raid.
template <int W>
std::uint64_t count_move_pairs(const RaidRules<W>& rules, const Position<W>& position) {
    const auto n = static_cast<std::uint64_t>(position.empty.count());
    if (n == 0) return 0;
    if (rules.rule() == RaidRule::kMandatory) return n * (n - 1);
    const Geometry<W>& geometry = rules.geometry();
    const auto r = static_cast<std::uint64_t>((geometry.orthogonal_neighbours(position.opp) & position.empty).count());
    std::uint64_t total = n * (n - 1) + r * (n - 1);
    rules.raidable(position).for_each([&](int target) {
        Bits<W> targets = geometry.orthogonal_neighbours(position.opp - rules.neighbours(target)) & position.empty;
        targets.remove(target);
        total += n - 1 + static_cast<std::uint64_t>(targets.count());
    });
    return total;
}

/// Ataxx family. For a destination t of the mover let P be what the opponent keeps, N the closure of P, E the empties without t.
/// After a clone he has |N & E| clones and the jumps from P into E; a jump from f also opens f to him: one more clone if f is in N,
/// and one more jump for each piece of P that f is a jump away from. Only sums over t and f remain, and no position is made.
template <int W>
class AtaxxPairs {
public:
    AtaxxPairs(const AtaxxRules<W>& rules, const Position<W>& position)
        : rules_(rules),
          position_(position),
          clones_(rules.clone_targets(position)),
          closure_(rules.geometry().king_closure(position.opp)),
          opp_clones_((closure_ & position.empty).count()) {
        position.opp.for_each([&](int source) { opp_jumps_ += jumps_into_empty(source); });
    }

    std::uint64_t count() {
        if (limits_near()) return by_playing_all();
        // Away from the opponent nothing is captured, and all destinations share one sum; it holds while he surely has a reply.
        Bits<W> one_by_one = position_.empty;
        if (opp_clones_ + opp_jumps_ > position_.opp.count()) {
            add_quiet(position_.empty - closure_);
            one_by_one &= closure_;
        }
        one_by_one.for_each([&](int target) { add_target(target); });
        if (total_ == 0) return by_playing_all();  // perhaps a forced pass, perhaps the end
        return total_;
    }

private:
    [[nodiscard]] int jumps_into_empty(int source) const { return (rules_.jumps(source) & position_.empty).count(); }

    /// A child may be over for reasons that the sums do not see.
    [[nodiscard]] bool limits_near() const {
        const AtaxxTraits& traits = rules_.traits();
        return (traits.quiet_limit != 0 && position_.quiet_plies + 1 >= traits.quiet_limit) ||
               (traits.ply_limit != 0 && static_cast<int>(position_.plies) + 1 >= traits.ply_limit);
    }

    [[nodiscard]] std::uint64_t by_playing_all() const {
        MoveList<W> moves;
        rules_.generate(position_, moves);
        std::uint64_t total = 0;
        for (const Move move : moves) total += by_playing(move);
        return total;
    }

    [[nodiscard]] std::uint64_t by_playing(Move move) const {
        Position<W> child = position_;
        rules_.apply(child, move);
        return static_cast<std::uint64_t>(rules_.count_moves(child));
    }

    /// All moves to `quiet`, squares away from the opponent: he keeps all his moves but the jumps to t, and a jump opens its source.
    void add_quiet(const Bits<W>& quiet) {
        int moves = (clones_ & quiet).count();
        int lost = 0;
        int opened = 0;
        position_.own.for_each([&](int source) {
            const int targets = (rules_.jumps(source) & quiet).count();
            moves += targets;
            opened += targets * ((closure_.has(source) ? 1 : 0) + (rules_.jumps(source) & position_.opp).count());
        });
        position_.opp.for_each([&](int piece) {
            const Bits<W> hit = rules_.jumps(piece) & quiet;
            lost += (hit & clones_).count();
            hit.for_each([&](int target) { lost += (rules_.jumps(target) & position_.own).count(); });
        });
        total_ += static_cast<std::uint64_t>(moves) * static_cast<std::uint64_t>(opp_clones_ + opp_jumps_);
        total_ += static_cast<std::uint64_t>(opened) - static_cast<std::uint64_t>(lost);
    }

    void add_target(int target) {
        const Bits<W> sources = rules_.jumps(target) & position_.own;
        const bool can_clone = clones_.has(target);
        if (!can_clone && sources.none()) return;

        const Bits<W> captured = rules_.neighbours(target) & position_.opp;
        const Bits<W> kept = position_.opp - captured;
        const Bits<W> reach = rules_.geometry().king_closure(kept);
        int jumps = opp_jumps_ - (rules_.jumps(target) & kept).count();
        captured.for_each([&](int source) { jumps -= jumps_into_empty(source); });
        Bits<W> cloned_into = reach & position_.empty;
        cloned_into.remove(target);
        const int replies = cloned_into.count() + jumps;

        // No reply at all may mean a forced pass or the end of the game: play those few moves out.
        if (can_clone) total_ += replies != 0 ? static_cast<std::uint64_t>(replies) : by_playing(Move::place(target));
        sources.for_each([&](int source) {
            const int opened = (reach.has(source) ? 1 : 0) + (rules_.jumps(source) & kept).count();
            total_ += replies + opened != 0 ? static_cast<std::uint64_t>(replies + opened) : by_playing(Move::jump(source, target));
        });
    }

    const AtaxxRules<W>& rules_;
    const Position<W>& position_;
    const Bits<W> clones_;
    const Bits<W> closure_;
    const int opp_clones_;
    int opp_jumps_ = 0;
    std::uint64_t total_ = 0;
};

template <int W>
std::uint64_t count_move_pairs(const AtaxxRules<W>& rules, const Position<W>& position) {
    return rules.ended_by_count(position) ? 0 : AtaxxPairs<W>(rules, position).count();
}

/// With `kCounts` the last two plies are counted, without it every position is made.
template <bool kCounts, class Rules>
std::uint64_t leaves(const Rules& rules, const typename Rules::Pos& position, int depth) {
    if (depth <= 0) return 1;
    if (kCounts && depth == 1) return static_cast<std::uint64_t>(rules.count_moves(position));
    if (kCounts && depth == 2) return count_move_pairs(rules, position);
    MoveList<Rules::kWords> moves;
    rules.generate(position, moves);
    std::uint64_t total = 0;
    for (const Move move : moves) {
        typename Rules::Pos child = position;
        rules.apply(child, move);
        total += leaves<kCounts>(rules, child, depth - 1);
    }
    return total;
}

template <class Rules>
constexpr CountsOf<Rules> kCountsOf = {leaves<true, Rules>, leaves<false, Rules>};

}  // namespace
}  // namespace foray

const foray::Counts& FORAY_HOT_ENTRY(perft)() {
    using namespace foray;
    static constexpr Counts kCounts = {kCountsOf<RaidRules<1>>,  kCountsOf<RaidRules<4>>,  kCountsOf<RaidRules<kMaxWords>>,
                                       kCountsOf<AtaxxRules<1>>, kCountsOf<AtaxxRules<4>>, kCountsOf<AtaxxRules<kMaxWords>>};
    return kCounts;
}
