#include "toaster_queue.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>
#include <tuple>

namespace foray {
namespace {

struct Step {
    int right;
    int down;
    friend bool operator==(const Step&, const Step&) = default;
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

struct Entry {
    int value = 0;
    Move move{};
    std::tuple<int, int, int> turn{};  ///< when it is put into the heap: column, row, step
};

/// A heap with the least value on top. Standard ones may break ties in their own ways; this one moves entries only where it must.
class Heap {
public:
    void add(const Entry& entry) {
        std::size_t at = entries_.size();
        entries_.push_back(entry);
        for (; at > 0; at = (at - 1) / 2) {
            const Entry& above = entries_[(at - 1) / 2];
            if (entry.value >= above.value) break;
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
            if (below + 1 < entries_.size() && entries_[below].value > entries_[below + 1].value) ++below;
            if (last.value <= entries_[below].value) break;
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

void order_as_toaster(int side, const std::vector<int>& own, std::vector<std::pair<int, Move>>& ranked) {
    std::vector<Entry> entries;
    for (const auto& [value, move] : ranked) {
        for (const int source : own) {
            const Step step{move.to % side - source % side, move.to / side - source / side};
            const bool is_near = std::abs(step.right) <= 1 && std::abs(step.down) <= 1;
            if (move.is_place() ? !is_near : move.from != source) continue;
            const auto place = std::distance(kSteps.begin(), std::find(kSteps.begin(), kSteps.end(), step));
            entries.push_back({value, move, {source % side, source / side, static_cast<int>(place)}});
        }
    }
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) { return a.turn < b.turn; });
    Heap heap;
    for (const Entry& entry : entries) heap.add(entry);
    std::vector<std::pair<int, Move>> out;
    while (!heap.empty()) {
        const Entry next = heap.take();
        const auto is_same = [&](const auto& known) { return known.second == next.move; };
        if (std::none_of(out.begin(), out.end(), is_same)) out.emplace_back(next.value, next.move);
    }
    ranked = std::move(out);
}

}  // namespace foray
