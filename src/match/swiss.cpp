#include "swiss.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <queue>
#include <tuple>

namespace foray {
namespace {

template <class V>
auto& at(V& values, int index) {
    return values[static_cast<std::size_t>(index)];
}

/// A largest matching in a graph by Edmonds' algorithm: odd cycles are shrunk to their base while searching for augmenting paths.
class Matching {
public:
    explicit Matching(std::vector<std::vector<char>> allowed) : allowed_(std::move(allowed)), size_(static_cast<int>(allowed_.size())) {}

    /// Whether everyone who is not in `left_out` can be paired.
    [[nodiscard]] bool perfect(const std::vector<char>& left_out) {
        mate_.assign(allowed_.size(), -1);
        left_out_ = &left_out;
        for (int v = 0; v < size_; ++v) {
            if (at(left_out, v) != 0 || at(mate_, v) >= 0) continue;
            if (!augment(v)) return false;
        }
        return true;
    }

private:
    [[nodiscard]] int common_base(int a, int b) const {
        std::vector<char> seen(allowed_.size());
        while (true) {
            a = at(base_, a);
            at(seen, a) = 1;
            if (at(mate_, a) < 0) break;
            a = at(from_, at(mate_, a));
        }
        while (true) {
            b = at(base_, b);
            if (at(seen, b) != 0) return b;
            b = at(from_, at(mate_, b));
        }
    }

    void mark_path(int v, int base, int child, std::vector<char>& blossom) {
        while (at(base_, v) != base) {
            at(blossom, at(base_, v)) = 1;
            at(blossom, at(base_, at(mate_, v))) = 1;
            at(from_, v) = child;
            child = at(mate_, v);
            v = at(from_, at(mate_, v));
        }
    }

    void shrink(int v, int to, std::queue<int>& open) {
        const int base = common_base(v, to);
        std::vector<char> blossom(allowed_.size());
        mark_path(v, base, to, blossom);
        mark_path(to, base, v, blossom);
        for (int i = 0; i < size_; ++i) {
            if (at(blossom, at(base_, i)) == 0) continue;
            at(base_, i) = base;
            if (at(used_, i) == 0) {
                at(used_, i) = 1;
                open.push(i);
            }
        }
    }

    bool augment(int root) {
        used_.assign(allowed_.size(), 0);
        from_.assign(allowed_.size(), -1);
        base_.resize(allowed_.size());
        std::iota(base_.begin(), base_.end(), 0);
        at(used_, root) = 1;
        std::queue<int> open;
        open.push(root);
        while (!open.empty()) {
            const int v = open.front();
            open.pop();
            for (int to = 0; to < size_; ++to) {
                if (at(*left_out_, to) != 0 || at(at(allowed_, v), to) == 0) continue;
                if (at(base_, v) == at(base_, to) || at(mate_, v) == to) continue;
                if (to == root || (at(mate_, to) >= 0 && at(from_, at(mate_, to)) >= 0)) {
                    shrink(v, to, open);
                } else if (at(from_, to) < 0) {
                    at(from_, to) = v;
                    if (at(mate_, to) < 0) {
                        flip(to);
                        return true;
                    }
                    at(used_, at(mate_, to)) = 1;
                    open.push(at(mate_, to));
                }
            }
        }
        return false;
    }

    void flip(int v) {
        while (v >= 0) {
            const int before = at(from_, v);
            const int next = at(mate_, before);
            at(mate_, v) = before;
            at(mate_, before) = v;
            v = next;
        }
    }

    std::vector<std::vector<char>> allowed_;
    int size_;
    const std::vector<char>* left_out_ = nullptr;
    std::vector<int> mate_, from_, base_;
    std::vector<char> used_;
};

/// How badly two players' wishes for a colour collide: both are owed the same one.
int colour_clash(const SwissPlayer& a, const SwissPlayer& b) {
    if ((a.colour > 0) != (b.colour > 0) || a.colour == 0 || b.colour == 0) return 0;
    return std::min(std::abs(a.colour), std::abs(b.colour)) > 1 ? 2 : 1;
}

bool first_moves(const SwissPlayer& a, const SwissPlayer& b) {
    if (a.colour != b.colour) return a.colour < b.colour;
    if (a.last_colour != b.last_colour) return a.last_colour < b.last_colour;
    return a.id % 2 == 0;
}

class Pairer {
public:
    Pairer(const std::vector<SwissPlayer>& players, const std::map<std::pair<int, int>, int>& met) : players_(players), met_(met) {}

    SwissRound run() {
        SwissRound out;
        std::vector<char> done(players_.size());
        int again = 0;  // how often two players may have met before
        if (players_.size() % 2 == 1) {
            const auto [who, meetings] = choose_bye();
            out.bye = players_[who].id;
            done[who] = 1;
            again = meetings;
        } else {
            while (!graph(again).perfect(done)) ++again;
        }
        Matching matching = graph(again);
        for (std::size_t top = 0; top < players_.size(); ++top) {
            if (done[top] != 0) continue;
            done[top] = 1;
            for (const std::size_t other : candidates(top, done)) {
                if (meetings(top, other) > again) continue;
                done[other] = 1;
                if (matching.perfect(done)) {
                    const bool in_order = first_moves(players_[top], players_[other]);
                    out.pairs.emplace_back(players_[in_order ? top : other].id, players_[in_order ? other : top].id);
                    break;
                }
                done[other] = 0;
            }
        }
        return out;
    }

private:
    [[nodiscard]] int meetings(std::size_t a, std::size_t b) const {
        const auto found = met_.find(std::minmax(players_[a].id, players_[b].id));
        return found == met_.end() ? 0 : found->second;
    }

    [[nodiscard]] Matching graph(int again) const {
        std::vector<std::vector<char>> allowed(players_.size(), std::vector<char>(players_.size()));
        for (std::size_t a = 0; a < players_.size(); ++a) {
            for (std::size_t b = 0; b < players_.size(); ++b) allowed[a][b] = a != b && meetings(a, b) <= again ? 1 : 0;
        }
        return Matching(std::move(allowed));
    }

    /// The last in the order who had none and without whom the others can be paired; and how often they may have met for that.
    [[nodiscard]] std::pair<std::size_t, int> choose_bye() const {
        for (int again = 0;; ++again) {
            Matching matching = graph(again);
            for (const bool second_bye : {false, true}) {
                for (std::size_t i = players_.size(); i-- > 0;) {
                    if (players_[i].had_bye != second_bye) continue;
                    std::vector<char> out(players_.size());
                    out[i] = 1;
                    if (matching.perfect(out)) return {i, again};
                }
            }
        }
    }

    /// Opponents for the first of those who are left, the best first: his own score group before lower ones, no clash of colours before a
    /// clash, and then the Dutch way: the one who stands half a group below him and those after that, then those between.
    [[nodiscard]] std::vector<std::size_t> candidates(std::size_t top, const std::vector<char>& done) const {
        std::vector<std::size_t> rest;
        for (std::size_t i = 0; i < players_.size(); ++i) {
            if (done[i] == 0) rest.push_back(i);
        }
        std::size_t same = 0;
        while (same < rest.size() && players_[rest[same]].half_points == players_[top].half_points) ++same;
        struct Rank {
            int points_below, clash;
            std::size_t order;
        };
        std::vector<std::pair<Rank, std::size_t>> ranked;
        const std::size_t half = same / 2;  // with `top` the group has same + 1 players; who is met first starts the lower half
        for (std::size_t k = 0; k < rest.size(); ++k) {
            const std::size_t order = k >= same ? k : (k >= half ? k - half : same - 1 - k);
            ranked.push_back(
                {{players_[top].half_points - players_[rest[k]].half_points, colour_clash(players_[top], players_[rest[k]]), order},
                 rest[k]});
        }
        std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
            return std::tie(a.first.points_below, a.first.clash, a.first.order) <
                   std::tie(b.first.points_below, b.first.clash, b.first.order);
        });
        std::vector<std::size_t> out;
        out.reserve(ranked.size());
        for (const auto& [rank, who] : ranked) out.push_back(who);
        return out;
    }

    const std::vector<SwissPlayer>& players_;
    const std::map<std::pair<int, int>, int>& met_;
};

}  // namespace

SwissRound pair_swiss(std::vector<SwissPlayer> players, const std::map<std::pair<int, int>, int>& met) {
    if (players.empty()) return {};
    if (players.size() == 1) return {{}, players.front().id};
    std::stable_sort(players.begin(), players.end(), [](const SwissPlayer& a, const SwissPlayer& b) {
        return a.half_points != b.half_points ? a.half_points > b.half_points : a.id < b.id;
    });
    return Pairer(players, met).run();
}

}  // namespace foray
