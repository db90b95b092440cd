// All moves between one block of a layer (one set of occupied squares) and other blocks, as arithmetic on the numbers of states within
// their blocks: a state is the pattern of own pieces among the occupied squares, lowest square first.
//
// A move to t turns what is near t. The next state is seen from the other side, who owns what the mover did not, less what turned:
//
//      own pattern i  --complement-->  ~i  --less what is near t-->  ~i & keep  --s leaves, t comes (the mover's)-->  next pattern
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "foray/board/gather.h"
#include "foray/tables/code.h"
#include "foray/tables/table_board.h"

namespace foray::tables {

/// The pattern without bit number `low_mask`'s size, which is 0: the bits above move down. All ones: nothing is taken out.
constexpr Mask take_out(Mask pattern, Mask low_mask) { return (pattern & low_mask) | ((pattern >> 1) & ~low_mask); }
/// The pattern with a 0 put in: the bits above move up.
constexpr Mask put_in(Mask pattern, Mask low_mask) { return (pattern & low_mask) | ((pattern & ~low_mask) << 1); }
/// The bits below the place that `square` has among the members of `set`.
inline Mask below(Mask set, Mask square) { return (Mask{1} << std::popcount(set & (square - 1))) - 1; }

/// One clone target, or one jump.
struct Step {
    Mask need;  ///< own must have one of these
    Mask keep;
    Mask out;
    Mask in;
    std::uint64_t base;  ///< of the block that it leads to, in that block's layer

    [[nodiscard]] std::uint64_t next(Mask pattern) const { return base + put_in(take_out(~pattern & keep, out), in); }
};

/// One jump that led to this block, taken back. Several states may have come before: any of the pieces near its target may have turned.
struct BackStep {
    Mask clear;  ///< own (the side that did not jump) must have none of these
    Mask keep;
    Mask out;
    Mask in;
    Mask source;  ///< the jumper's bit before
    Mask turned;  ///< the bits that may have been anybody's
    std::uint32_t block;

    [[nodiscard]] Mask first(Mask pattern) const { return put_in(take_out(~pattern & keep, out), in) | source; }
};

class BlockMoves {
public:
    enum class Jumps { kForward, kBack };

    /// Fills in what concerns one block; the vectors are used again for the next one.
    void see(const TableBoard& board, Mask occupied, Jumps jumps) {
        occupied_ = occupied;
        pieces_ = std::popcount(occupied);
        all_ = static_cast<Mask>((std::uint64_t{1} << pieces_) - 1);
        const Mask empty = board.all() & ~occupied;
        mobile_ = 0;
        jumpers_ = 0;
        for (Mask rest = occupied; rest != 0; rest &= rest - 1) {
            const int square = std::countr_zero(rest);
            const Mask bit = local(rest & (~rest + 1));
            if ((board.jumps(square) & empty) != 0) jumpers_ |= bit;
            if ((board.near(square) & empty) != 0) mobile_ |= bit;
        }
        mobile_ |= jumpers_;
        clones_.clear();
        jumps_.clear();
        back_.clear();
        if (jumps == Jumps::kForward) {
            see_forward(board, empty);
        } else {
            see_back(board, empty);
        }
    }

    [[nodiscard]] int pieces() const { return pieces_; }
    [[nodiscard]] Mask all() const { return all_; }
    [[nodiscard]] const std::vector<Step>& clones() const { return clones_; }
    [[nodiscard]] const std::vector<Step>& jumps() const { return jumps_; }
    [[nodiscard]] const std::vector<BackStep>& back() const { return back_; }
    [[nodiscard]] bool can_move(Mask pattern) const { return (pattern & mobile_) != 0; }
    [[nodiscard]] bool can_jump(Mask pattern) const { return (pattern & jumpers_) != 0; }

    /// Whether the game is over here: a side has no pieces, or neither can move (a full board among that).
    [[nodiscard]] bool over(Mask pattern) const { return pattern == 0 || pattern == all_ || mobile_ == 0; }
    [[nodiscard]] Code final_code(Mask pattern) const {
        const int margin = 2 * std::popcount(pattern) - pieces_;
        return margin > 0 ? won_in(0) : margin < 0 ? lost_in(0) : kDrawn;
    }

private:
    [[nodiscard]] Mask local(Mask set) const { return static_cast<Mask>(gather_bits(set, occupied_)); }

    void see_forward(const TableBoard& board, Mask empty) {
        for (Mask rest = empty; rest != 0; rest &= rest - 1) {
            const int target = std::countr_zero(rest);
            const Mask bit = Mask{1} << target;
            const Mask near = local(board.near(target) & occupied_);
            if (near != 0) {
                const Mask after = occupied_ | bit;
                const std::uint64_t base = static_cast<std::uint64_t>(board.block_of(after)) << (pieces_ + 1);
                clones_.push_back({near, all_ & ~near, ~Mask{0}, below(occupied_, bit), base});
            }
            for (Mask from = board.jumps(target) & occupied_; from != 0; from &= from - 1) {
                const Mask source = from & (~from + 1);
                const Mask after = (occupied_ & ~source) | bit;
                const std::uint64_t base = static_cast<std::uint64_t>(board.block_of(after)) << pieces_;
                jumps_.push_back({local(source), all_ & ~near & ~local(source), below(occupied_, source), below(after, bit), base});
            }
        }
        // A move that many pieces can make captures much, and often wins.
        std::sort(clones_.begin(), clones_.end(),
                  [](const Step& a, const Step& b) { return std::popcount(a.need) > std::popcount(b.need); });
    }

    void see_back(const TableBoard& board, Mask empty) {
        for (Mask rest = occupied_; rest != 0; rest &= rest - 1) {
            const int target = std::countr_zero(rest);
            const Mask bit = Mask{1} << target;
            const Mask near = board.near(target) & occupied_;
            const Mask clear = local(near | bit);
            for (Mask from = board.jumps(target) & empty; from != 0; from &= from - 1) {
                const Mask source = from & (~from + 1);
                const Mask before = (occupied_ & ~bit) | source;
                back_.push_back({clear, all_ & ~clear, below(occupied_, bit), below(before, source),
                                 static_cast<Mask>(gather_bits(source, before)), static_cast<Mask>(gather_bits(near, before)),
                                 board.block_of(before)});
            }
        }
    }

    Mask occupied_ = 0;
    int pieces_ = 0;
    Mask all_ = 0;
    Mask mobile_ = 0;   ///< bits of pieces that have a move
    Mask jumpers_ = 0;  ///< bits of pieces that have a jump
    std::vector<Step> clones_;
    std::vector<Step> jumps_;
    std::vector<BackStep> back_;
};

}  // namespace foray::tables
