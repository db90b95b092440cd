#include "groups.h"

#include <algorithm>
#include <limits>

namespace foray {
namespace {

/// Tarjan's algorithm, with a stack of its own: a chain may be as long as there are players.
class Components {
public:
    Components(std::vector<std::size_t>& group, const std::vector<Step>& steps)
        : group_(group), next_(group.size()), order_(group.size(), kNone), lowest_(group.size()) {
        for (const Step& step : steps) next_[step.from].push_back(step.to);
        std::fill(group_.begin(), group_.end(), kNone);
    }

    std::size_t count() {
        for (std::size_t i = 0; i < group_.size(); ++i) {
            if (order_[i] == kNone) visit(i);
        }
        return groups_;
    }

private:
    struct Frame {
        std::size_t node;
        std::size_t edge;
    };
    static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

    void enter(std::size_t node) {
        order_[node] = lowest_[node] = seen_++;
        open_.push_back(node);
        frames_.push_back({node, 0});
    }

    void visit(std::size_t root) {
        enter(root);
        while (!frames_.empty()) {
            const std::size_t node = frames_.back().node;
            if (frames_.back().edge < next_[node].size()) {
                const std::size_t to = next_[node][frames_.back().edge++];
                if (order_[to] == kNone) {
                    enter(to);
                } else if (group_[to] == kNone) {
                    lowest_[node] = std::min(lowest_[node], order_[to]);
                }
                continue;
            }
            frames_.pop_back();
            if (!frames_.empty()) lowest_[frames_.back().node] = std::min(lowest_[frames_.back().node], lowest_[node]);
            if (lowest_[node] == order_[node]) close(node);
        }
    }

    /// Everything opened since the node belongs to its group.
    void close(std::size_t node) {
        while (group_[node] == kNone) {
            group_[open_.back()] = groups_;
            open_.pop_back();
        }
        ++groups_;
    }

    std::vector<std::size_t>& group_;
    std::vector<std::vector<std::size_t>> next_;
    std::vector<std::size_t> order_;
    std::vector<std::size_t> lowest_;
    std::vector<std::size_t> open_;
    std::vector<Frame> frames_;
    std::size_t seen_ = 0;
    std::size_t groups_ = 0;
};

}  // namespace

std::size_t mark_groups(std::vector<std::size_t>& group, const std::vector<Step>& steps) { return Components(group, steps).count(); }

}  // namespace foray
