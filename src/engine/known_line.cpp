#include "known_line.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "facts.h"

namespace foray {
namespace {

KnownValuesOf& source() {
    static KnownValuesOf one;
    return one;
}

}  // namespace

void set_known_values(KnownValuesOf of) { source() = std::move(of); }
std::shared_ptr<const KnownValues> known_values_of(const GameSpec& spec) { return source() ? source()(spec) : nullptr; }

namespace engine {
namespace {

/// A move and what it leads to, for the mover.
struct Choice {
    Move move;
    KnownValue value;
    /// Quick wins first, then draws, then slow losses.
    [[nodiscard]] int worth() const { return value.sign > 0 ? 1000 - value.plies : value.sign < 0 ? value.plies - 1000 : 0; }
};

class Known {
public:
    Known(const GameSpec& spec, const KnownValues& values) : game_(spec), values_(values) {}

    /// All moves, best first; nothing if one of them is not known.
    [[nodiscard]] std::optional<std::vector<Choice>> choices(const WidePosition& position) const {
        std::vector<Choice> out;
        for (const Move move : game_.legal_moves(position)) {
            const auto next = values_.find(game_.after(position, move));
            if (!next) return std::nullopt;
            out.push_back({move, {-next->sign, next->sign == 0 ? 0 : next->plies + 1}});
        }
        std::stable_sort(out.begin(), out.end(), [](const Choice& a, const Choice& b) { return a.worth() > b.worth(); });
        return out;
    }

    /// Whether the game comes to this end before a limit ends it. A line without clones is the worst case.
    [[nodiscard]] bool in_time(const WidePosition& position, KnownValue value) const {
        const AtaxxTraits& traits = *game_.variant().ataxx;
        // Of an endless game each side can at least have a draw; where the limit is one, it gets it. Else pieces are counted there.
        if (value.sign == 0) return traits.ply_limit == 0;
        const bool quiet = traits.quiet_limit == 0 || position.quiet_plies + value.plies < traits.quiet_limit;
        return quiet && (traits.ply_limit == 0 || static_cast<int>(position.plies) + value.plies < traits.ply_limit);
    }

    /// The line that begins with a choice, played to the end as both sides would, or for a while where there is none.
    [[nodiscard]] SearchLine line(const WidePosition& position, const Choice& first) const {
        constexpr std::size_t kLongestDraw = 8;
        SearchLine line;
        line.moves.push_back(first.move);
        WidePosition at = game_.after(position, first.move);
        while (!game_.verdict(at).over() && (first.value.sign != 0 || line.moves.size() < kLongestDraw)) {
            const auto next = choices(at);
            if (!next || next->empty()) break;
            line.moves.push_back(next->front().move);
            at = game_.after(at, next->front().move);
        }
        line.depth = line.deepest = static_cast<int>(line.moves.size());
        line.value = value_of(at, first.value);
        line.exact = first.value.sign == 0;  // a win's margin is that of this line, which is the quickest: others may win by more
        return line;
    }

private:
    [[nodiscard]] int value_of(const WidePosition& end, KnownValue known) const {
        if (known.sign == 0) return 0;
        const Scores scores = game_.scores(end);
        int margin = std::abs(scores.first - scores.second);
        // A side without pieces has lost every square.
        if (scores.first == 0 || scores.second == 0) margin = (end.occupied() | end.empty).count();
        return known.sign * (kWin + kHundred * margin);
    }

    Game game_;
    const KnownValues& values_;
};

}  // namespace

std::optional<std::vector<SearchLine>> known_lines(const GameSpec& spec, const KnownValues& values, const WidePosition& position,
                                                   int lines) {
    const Known known(spec, values);
    const auto choices = known.choices(position);
    if (!choices || choices->empty() || !known.in_time(position, choices->front().value)) return std::nullopt;
    std::vector<SearchLine> out;
    for (const Choice& choice : *choices) {
        if (out.size() == static_cast<std::size_t>(std::max(lines, 1))) break;
        // Among several lines one may last beyond the limits: a search can say more of those.
        if (!known.in_time(position, choice.value)) return std::nullopt;
        out.push_back(known.line(position, choice));
        out.back().rank = static_cast<int>(out.size());
    }
    return out;
}

}  // namespace engine
}  // namespace foray
