#include "foray/match/adjudication.h"

#include <algorithm>
#include <cstdlib>

#include "foray/solver/solver.h"

namespace foray {

/// The solver of the rest of a game, made when the rest is small enough.
class Adjudicator::Exact {
public:
    explicit Exact(const Game& game) : game_(game) {}

    /// 1, 0 or -1 for the side to move, if that can be proved with little work.
    std::optional<int> sign(const WidePosition& position) {
        constexpr int kMostEmpties = 16;
        constexpr std::uint64_t kMostNodes = 100'000;
        if (position.empty.count() > kMostEmpties) return std::nullopt;
        if (!solver_) {
            auto made = solver::Solver::make(game_.spec(), position, {});
            if (!made) return std::nullopt;
            solver_ = std::move(made).value();
        }
        const SearchRequest request{{.nodes = kMostNodes}};
        const solver::Answer won = solver_->prove(position, 1, request);
        if (won.conjectural) return std::nullopt;
        if (won.lower >= 1) return 1;
        if (won.upper >= 1) return std::nullopt;  // not decided: asked again a move later
        const solver::Answer held = solver_->prove(position, 0, request);
        if (held.conjectural) return std::nullopt;
        if (held.lower >= 0) return 0;
        return held.upper < 0 ? std::optional(-1) : std::nullopt;
    }

private:
    const Game& game_;
    std::unique_ptr<solver::Solver> solver_;
};

Adjudicator::Adjudicator(const Game& game, const AdjudicationRules& rules) : game_(game), rules_(rules) {
    if (rules_.exact && game_.spec().family() == Family::kRaid) exact_ = std::make_unique<Exact>(game_);
}
Adjudicator::~Adjudicator() = default;

std::optional<Decided> Adjudicator::judge(const GameRecord& record, const WidePosition& position) {
    if (rules_.max_plies && static_cast<int>(record.moves.size()) >= *rules_.max_plies) {
        return Decided{larger_score_wins(game_.scores(position)), Ending::kAdjudication, "the longest game allowed"};
    }
    if (exact_) {
        if (const auto sign = exact_->sign(position)) {
            const bool first_ahead = (*sign > 0) != position.second_to_move;
            const Outcome outcome = *sign == 0 ? Outcome::kDraw : first_ahead ? Outcome::kFirstWins : Outcome::kSecondWins;
            return Decided{outcome, Ending::kAdjudication, "by exact value"};
        }
    }
    return agreed(record, position);
}

std::optional<Decided> Adjudicator::agreed(const GameRecord& record, const WidePosition& position) const {
    if (!rules_.resign_value && !rules_.draw_value) return std::nullopt;
    // From the last move backwards, each value from the side of the first player; a move without a value ends the agreement.
    const std::size_t plies = record.notes.size();
    int first_ahead = 0;
    int second_ahead = 0;
    int level = 0;
    bool all_first = true;
    bool all_second = true;
    bool all_level = true;
    const int most = 2 * std::max(rules_.resign_value ? rules_.resign_moves : 0, rules_.draw_value ? rules_.draw_moves : 0);
    for (std::size_t back = 1; back <= plies && static_cast<int>(back) <= most; ++back) {
        const MoveNote& note = record.notes[plies - back];
        if (!note.value) break;
        const bool by_first = (back % 2 == 1) == position.second_to_move;  // the last move was made by the one who is not to move
        const int value = by_first ? *note.value : -*note.value;
        all_first = all_first && rules_.resign_value && value >= *rules_.resign_value;
        all_second = all_second && rules_.resign_value && value <= -*rules_.resign_value;
        all_level = all_level && rules_.draw_value && std::abs(value) <= *rules_.draw_value;
        first_ahead += all_first ? 1 : 0;
        second_ahead += all_second ? 1 : 0;
        level += all_level ? 1 : 0;
    }
    if (rules_.resign_value && std::max(first_ahead, second_ahead) >= 2 * rules_.resign_moves) {
        return Decided{first_ahead > second_ahead ? Outcome::kFirstWins : Outcome::kSecondWins, Ending::kAdjudication,
                       "both see one side ahead"};
    }
    if (rules_.draw_value && level >= 2 * rules_.draw_moves && static_cast<int>(plies) >= rules_.draw_after) {
        return Decided{Outcome::kDraw, Ending::kAdjudication, "both see the game even"};
    }
    return std::nullopt;
}

}  // namespace foray
