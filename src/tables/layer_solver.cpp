#include "layer_solver.h"

#include <algorithm>
#include <mutex>

#include "block_moves.h"

namespace foray::tables {
namespace {

// In `hopes`, beside the code that a state will have if nothing better comes before.
constexpr Code kNothing = 255;     // it will be drawn, unless a jump wins
constexpr Code kMayLose = kDrawn;  // all its clones lose; so it does if its jumps do
// In the marks of a block, beside the distances.
constexpr int kMayLoseBit = 127;
constexpr std::uint8_t kFreshWon = 1;
constexpr std::uint8_t kFreshLost = 2;
constexpr std::uint64_t kMayLoseMark = std::uint64_t{1} << (kMayLoseBit - 64);

Code load(const Code& code) { return std::atomic_ref(const_cast<Code&>(code)).load(std::memory_order_relaxed); }
void store(Code& code, Code value) { std::atomic_ref(code).store(value, std::memory_order_relaxed); }

/// Collects the successors of a state one by one.
class Best {
public:
    void add(Code successor) {
        if (is_lost(successor)) {
            quickest_ = std::min(quickest_, plies_of(successor));
        } else if (is_won(successor)) {
            slowest_ = std::max(slowest_, plies_of(successor));
        } else {
            open_ = true;
        }
    }
    [[nodiscard]] bool wins() const { return quickest_ < kNever; }
    [[nodiscard]] bool loses() const { return !wins() && !open_; }
    [[nodiscard]] int plies() const { return 1 + (wins() ? quickest_ : slowest_); }

private:
    static constexpr int kNever = 1'000;
    int quickest_ = kNever;
    int slowest_ = -1;
    bool open_ = false;
};

void add_all(const std::vector<Step>& steps, Mask pattern, const Code* codes, Best& best) {
    for (const Step& step : steps) {
        if ((pattern & step.need) != 0) best.add(codes[step.next(pattern)]);
    }
}

BlockMoves& moves_of_this_thread() {
    thread_local BlockMoves moves;
    return moves;
}

}  // namespace

Code code_from_successors(const BlockMoves& moves, Mask pattern, std::uint64_t base, const Code* above, const Code* layer) {
    if (moves.over(pattern)) return moves.final_code(pattern);
    Best best;
    if (moves.can_move(pattern)) {
        add_all(moves.clones(), pattern, above, best);
        add_all(moves.jumps(), pattern, layer, best);
    } else {
        best.add(layer[base + (~pattern & moves.all())]);
    }
    if (best.wins()) return best.plies() <= kMostPlies ? won_in(best.plies()) : kNothing;
    if (best.loses()) return best.plies() <= kMostPlies ? lost_in(best.plies()) : kNothing;
    return kDrawn;
}

LayerSolver::LayerSolver(const TableBoard& board, int pieces, const Code* above, Code* codes, Code* hopes, Crew& crew,
                         const std::atomic<bool>* stop)
    : board_(board),
      pieces_(pieces),
      sets_(board.sets(pieces)),
      above_(above),
      codes_(codes),
      hopes_(hopes),
      crew_(crew),
      stop_(stop),
      pending_(sets_.size()),
      fresh_(sets_.size()) {}

template <class F>
void LayerSolver::for_blocks(F&& work) {
    // Small pieces of work, so that all threads end at about the same time.
    const auto size = static_cast<std::uint32_t>(sets_.size());
    const std::uint32_t share = std::clamp(size / 1024, 1U, 256U);
    std::atomic<std::uint32_t> next{0};
    crew_.run(crew_.threads(), [&](int) {
        for (;;) {
            const std::uint32_t from = next.fetch_add(share, std::memory_order_relaxed);
            if (from >= size || stopped()) return;
            for (std::uint32_t block = from; block < std::min(from + share, size); ++block) work(block);
        }
    });
}

void LayerSolver::mark(std::uint32_t block, int bit) {
    std::uint64_t& word = pending_[block].at[static_cast<std::size_t>(bit / 64)];
    const std::uint64_t wanted = std::uint64_t{1} << (bit % 64);
    const std::atomic_ref ref(word);
    if ((ref.load(std::memory_order_relaxed) & wanted) == 0) ref.fetch_or(wanted, std::memory_order_relaxed);
}

bool LayerSolver::is_marked(std::uint32_t block, int bit) const {
    return ((pending_[block].at[static_cast<std::size_t>(bit / 64)] >> (bit % 64)) & 1) != 0;
}

/// The state will have this code when its distance is reached.
void LayerSolver::expect(std::uint32_t block, std::uint64_t index, Code hope) {
    store(hopes_[index], hope);
    mark(block, plies_of(hope));
}

/// What the clones alone say; ends of games; states without a jump, which nothing in this layer can change.
void LayerSolver::first_look(std::uint32_t block) {
    BlockMoves& moves = moves_of_this_thread();
    moves.see(board_, sets_[block], BlockMoves::Jumps::kForward);
    const std::uint64_t base = base_of(block);
    for (Mask pattern = 0;; ++pattern) {
        const std::uint64_t index = base + pattern;
        hopes_[index] = kNothing;
        if (moves.over(pattern)) {
            if (const Code code = moves.final_code(pattern); code != kDrawn) expect(block, index, code);
        } else if (moves.can_move(pattern)) {
            Best best;
            add_all(moves.clones(), pattern, above_, best);
            const bool decided = best.wins() || (best.loses() && !moves.can_jump(pattern));
            if (decided && best.plies() > kMostPlies) {
                too_long_ = true;
            } else if (decided) {
                expect(block, index, best.wins() ? won_in(best.plies()) : lost_in(best.plies()));
            } else if (best.loses()) {
                hopes_[index] = kMayLose;
                mark(block, kMayLoseBit);
            }
        } else {
            hopes_[index] = kMayLose;
            mark(block, kMayLoseBit);
        }
        if (pattern == moves.all()) break;
    }
}

/// Whether nothing but clones could save a state whose successors within the layer are known so far.
bool LayerSolver::jumps_lose(const BlockMoves& moves, Mask pattern, std::uint64_t base) const {
    if (!moves.can_move(pattern)) return is_won(codes_[base + (~pattern & moves.all())]);
    return std::all_of(moves.jumps().begin(), moves.jumps().end(),
                       [&](const Step& step) { return (pattern & step.need) == 0 || is_won(codes_[step.next(pattern)]); });
}

/// The states that may be lost: by now all their successors may be won. They are few, and mostly the first jump says no.
void LayerSolver::look_again(std::uint32_t block) {
    if (!is_marked(block, kMayLoseBit)) return;
    BlockMoves& moves = moves_of_this_thread();
    moves.see(board_, sets_[block], BlockMoves::Jumps::kForward);
    const std::uint64_t base = base_of(block);
    bool any_left = false;
    for (Mask pattern = 0;; ++pattern) {
        const std::uint64_t index = base + pattern;
        if (hopes_[index] == kMayLose) {
            if (!jumps_lose(moves, pattern, base)) {
                any_left = true;
            } else if (const Code code = code_from_successors(moves, pattern, base, above_, codes_); is_lost(code)) {
                expect(block, index, code);
            } else {
                too_long_ = true;  // there is no code for it
                hopes_[index] = kNothing;
            }
        }
        if (pattern == moves.all()) break;
    }
    if (!any_left) pending_[block].at[1] &= ~kMayLoseMark;
}

void LayerSolver::finish(std::uint32_t block, int plies) {
    fresh_[block] = 0;
    if (!is_marked(block, plies)) return;
    const std::uint64_t base = base_of(block);
    const Code won = won_in(plies);
    const Code lost = lost_in(plies);
    for (std::uint64_t index = base; index < base + (std::uint64_t{1} << pieces_); ++index) {
        if (hopes_[index] != won && hopes_[index] != lost) continue;
        codes_[index] = hopes_[index];
        fresh_[block] |= hopes_[index] == lost ? kFreshLost : kFreshWon;
    }
    pending_[block].at[static_cast<std::size_t>(plies / 64)] &= ~(std::uint64_t{1} << (plies % 64));
}

/// Before a state that is lost in so many plies comes one that is won in one more.
void LayerSolver::spread_lost(std::uint32_t block, std::uint64_t index, int plies) {
    const Code before = load(hopes_[index]);
    if (codes_[index] != kDrawn || (is_won(before) && plies_of(before) <= plies + 1)) return;
    if (plies + 1 > kMostPlies) {
        too_long_ = true;
        return;
    }
    expect(block, index, won_in(plies + 1));
}

/// Takes back the jumps and passes to the states that were found lost in this step.
void LayerSolver::spread(std::uint32_t block, int plies) {
    if ((fresh_[block] & kFreshLost) == 0) return;
    BlockMoves& moves = moves_of_this_thread();
    moves.see(board_, sets_[block], BlockMoves::Jumps::kBack);
    const std::uint64_t base = base_of(block);
    const Code lost = lost_in(plies);
    for (Mask pattern = 0;; ++pattern) {
        if (codes_[base + pattern] == lost) {
            const Mask other = ~pattern & moves.all();
            if (!moves.over(other) && !moves.can_move(other)) spread_lost(block, base + other, plies);  // it passed
            for (const BackStep& step : moves.back()) {
                if ((pattern & step.clear) != 0) continue;
                const std::uint64_t first = base_of(step.block) + step.first(pattern);
                for (Mask turned = step.turned;; turned = (turned - 1) & step.turned) {
                    spread_lost(step.block, first + turned, plies);
                    if (turned == 0) break;
                }
            }
        }
        if (pattern == moves.all()) break;
    }
}

Result<bool> LayerSolver::solve() {
    for_blocks([&](std::uint32_t block) { first_look(block); });
    for (int plies = 0; plies <= kMostPlies && !stopped(); ++plies) {
        for_blocks([&](std::uint32_t block) { look_again(block); });
        for_blocks([&](std::uint32_t block) { finish(block, plies); });
        for_blocks([&](std::uint32_t block) { spread(block, plies); });
        const auto is_quiet = [](const Pending& one) { return one.at[0] == 0 && (one.at[1] & ~kMayLoseMark) == 0; };
        const auto is_stale = [](std::uint8_t fresh) { return fresh == 0; };
        if (std::all_of(pending_.begin(), pending_.end(), is_quiet) && std::all_of(fresh_.begin(), fresh_.end(), is_stale)) break;
    }
    if (stopped()) return false;
    if (too_long_) return Error{"a win takes more than " + std::to_string(kMostPlies) + " plies: the format has no room for that"};
    return true;
}

LayerCounts LayerSolver::count() {
    LayerCounts total;
    std::mutex mutex;
    for_blocks([&](std::uint32_t block) {
        LayerCounts here;
        const std::uint64_t base = base_of(block);
        for (std::uint64_t index = base; index < base + (std::uint64_t{1} << pieces_); ++index) {
            const Code code = codes_[index];
            ++(is_won(code) ? here.won : is_lost(code) ? here.lost : here.drawn);
            if (is_won(code) && plies_of(code) > here.longest) {
                here.longest = plies_of(code);
                here.longest_state = index;
            }
        }
        const std::lock_guard lock(mutex);
        total.won += here.won;
        total.lost += here.lost;
        total.drawn += here.drawn;
        if (here.longest > total.longest ||
            (here.longest == total.longest && here.longest > 0 && here.longest_state < total.longest_state)) {
            total.longest = here.longest;
            total.longest_state = here.longest_state;
        }
    });
    return total;
}

}  // namespace foray::tables
