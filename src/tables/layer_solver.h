// The values of one layer from those of the layer with one piece more.
//
// A clone leads to that layer, a jump or a pass stays in this one, and so lines within a layer may go round in circles. The layer is
// solved outwards from what is known, by distance: after step d every state that is won or lost in at most d plies has its code. A state
// is won in d plies if the quickest lost successor is lost in d - 1; it is lost in d if all its successors are won, the slowest in d - 1.
// What is never reached is drawn: there is a successor that is not won, and none that is lost, so the side to move can always stay among
// such states or come to an equal end, and never has to leave them.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "foray/board/crew.h"
#include "foray/board/result.h"
#include "foray/tables/code.h"
#include "foray/tables/table_board.h"

namespace foray::tables {

struct LayerCounts {
    std::uint64_t won = 0;
    std::uint64_t lost = 0;
    std::uint64_t drawn = 0;
    int longest = 0;                  ///< the most plies to a won end
    std::uint64_t longest_state = 0;  ///< the first state that takes so long
};

class BlockMoves;

class LayerSolver {
public:
    /// `above` holds the codes of the layer with one piece more (nothing for the full board), `codes` takes this layer's and is zeroed.
    /// `hopes` is as large, room for work.
    LayerSolver(const TableBoard& board, int pieces, const Code* above, Code* codes, Code* hopes, Crew& crew,
                const std::atomic<bool>* stop);

    /// False if it was stopped. An error if a distance does not fit into a code.
    [[nodiscard]] Result<bool> solve();
    [[nodiscard]] LayerCounts count();

private:
    struct Pending {
        std::array<std::uint64_t, 2> at{};  ///< bit d: something may happen at distance d; the last bit: some states may be lost
    };

    template <class F>
    void for_blocks(F&& work);
    [[nodiscard]] bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t base_of(std::uint32_t block) const { return static_cast<std::uint64_t>(block) << pieces_; }

    void first_look(std::uint32_t block);
    [[nodiscard]] bool jumps_lose(const BlockMoves& moves, Mask pattern, std::uint64_t base) const;
    void look_again(std::uint32_t block);
    void finish(std::uint32_t block, int plies);
    void spread(std::uint32_t block, int plies);
    void spread_lost(std::uint32_t block, std::uint64_t index, int plies);
    void expect(std::uint32_t block, std::uint64_t index, Code hope);
    void mark(std::uint32_t block, int bit);
    [[nodiscard]] bool is_marked(std::uint32_t block, int bit) const;

    const TableBoard& board_;
    int pieces_;
    const std::vector<Mask>& sets_;
    const Code* above_;
    Code* codes_;
    Code* hopes_;
    Crew& crew_;
    const std::atomic<bool>* stop_;
    std::vector<Pending> pending_;
    std::vector<std::uint8_t> fresh_;  ///< which blocks got codes in this step: won ones, lost ones
    std::atomic<bool> too_long_{false};
};

/// What the codes of its successors make of a state. `layer` are the codes of its own layer.
[[nodiscard]] Code code_from_successors(const BlockMoves& moves, Mask pattern, std::uint64_t base, const Code* above, const Code* layer);

}  // namespace foray::tables
