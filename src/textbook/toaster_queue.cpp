#include "toaster_queue.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace foray {
namespace {

struct Step {
    int right;
    int down;
};

/// The original's steps in their order; jumps of two to the side are missing there.
constexpr std::array<Step, 18> kSteps = {{{-1, -1},
                                          {-2, -2},
                                          {0, -1},
                                          {0, -2},
                                          {1, -1},
                                          {2, -2},
                                          {-1, 0},
                                          {1, 0},
                                          {-1, 1},
                                          {-2, 2},
                                          {0, 1},
                                          {0, 2},
                                          {1, 1},
                                          {2, 2},
                                          {0, -3},
                                          {0, 3},
                                          {-3, 0},
                                          {3, 0}}};

using Entry = std::pair<int, Move>;  // the value for the mover

/// A heap with the least value on top. Standard ones may break ties in their own ways; this one moves entries only where it must.
class Heap {
public:
    void add(const Entry& entry) {
        std::size_t at = entries_.size();
        entries_.push_back(entry);
        for (; at > 0; at = (at - 1) / 2) {
            const Entry& above = entries_[(at - 1) / 2];
            if (entry.first >= above.first) break;
            entries_[at] = above;
        }
        entries_[at] = entry;
    }

    Entry take() {
        const Entry top = entries_.front();
        const Entry last = entries_.back();
        entries_.pop_back();
        std::size_t at = 0;
        for (std::size_t below = 1; below < entries_.size(); below = 2 * at + 1) {
            if (below + 1 < entries_.size() && entries_[below].first > entries_[below + 1].first) ++below;
            if (last.first <= entries_[below].first) break;
            entries_[at] = entries_[below];
            at = below;
        }
        if (!entries_.empty()) entries_[at] = last;
        return top;
    }

    [[nodiscard]] bool empty() const { return entries_.empty(); }

private:
    std::vector<Entry> entries_;
};

}  // namespace

void order_as_toaster(int side, const std::vector<int>& own, std::vector<Entry>& ranked) {
    Heap heap;
    for (int at = 0; at < side * side; ++at) {
        const int col = at / side;
        const int row = at % side;
        const int source = row * side + col;
        if (std::find(own.begin(), own.end(), source) == own.end()) continue;
        for (const auto& [right, down] : kSteps) {
            if (col + right < 0 || col + right >= side || row + down < 0 || row + down >= side) continue;
            const int to = source + down * side + right;
            const bool is_near = std::abs(right) <= 1 && std::abs(down) <= 1;
            const Move move = is_near ? Move::place(to) : Move::jump(source, to);
            const auto found = std::find_if(ranked.begin(), ranked.end(), [&](const Entry& entry) { return entry.second == move; });
            if (found != ranked.end()) heap.add(*found);
        }
    }
    std::vector<Entry> out;
    const auto add_once = [&](const Entry& entry) {
        if (std::find(out.begin(), out.end(), entry) == out.end()) out.push_back(entry);
    };
    while (!heap.empty()) add_once(heap.take());
    for (const Entry& entry : ranked) add_once(entry);  // what the original does not know, in another variant
    ranked = std::move(out);
}

}  // namespace foray
