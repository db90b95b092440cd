#include "foray/textbook/terms.h"

#include "foray/rules/with_game.h"

namespace foray {
namespace {

/// The evaluation of a position for the side to move, with that side at the root.
template <class Evaluate>
int value_of(const GameSpec& spec, const WidePosition& position, const Evaluate& evaluate) {
    return with_game(spec, [&](const auto& rules) {
        using Rules = std::decay_t<decltype(rules)>;
        return evaluate(rules, position.resized<Rules::kWords>(), true);
    });
}

std::vector<TextbookTerm> toaster_terms(const Game& game, const WidePosition& position) {
    TextbookTerm corners{"corners, 3 each"};
    TextbookTerm edges{"edges, 2 each"};
    TextbookTerm inner{"inside, 1 each"};
    TextbookTerm friends{"friendly neighbours"};
    const auto& geometry = game.geometry();
    const auto count = [&](const WideBits& set, int TextbookTerm::* side) {
        set.for_each([&](int square) {
            const bool row_edge = geometry.row(square) == 0 || geometry.row(square) == geometry.rows() - 1;
            const bool col_edge = geometry.col(square) == 0 || geometry.col(square) == geometry.cols() - 1;
            TextbookTerm& place = row_edge && col_edge ? corners : row_edge || col_edge ? edges : inner;
            place.*side += ToasterWeights::weight(geometry, square);
            friends.*side += ToasterWeights::friends(geometry, set, square);
        });
    };
    count(position.own, &TextbookTerm::own);
    count(position.opp, &TextbookTerm::other);
    return {corners, edges, inner, friends};
}

}  // namespace

std::vector<TextbookTerm> textbook_terms(const GameSpec& spec, const WidePosition& position, Evaluation evaluation) {
    const Game game(spec);
    if (evaluation == Evaluation::kToaster) return toaster_terms(game, position);
    const Scores scores = game.scores(position);
    TextbookTerm score{"score", scores.first, scores.second};
    if (position.second_to_move) std::swap(score.own, score.other);
    std::vector<TextbookTerm> terms{score};
    if (evaluation == Evaluation::kScore) return terms;
    const Vulnerable vulnerable{.best_single_raid = evaluation == Evaluation::kVulnerableBest,
                                .of_mover = evaluation == Evaluation::kVulnerableReport};
    terms.push_back({"vulnerable points", value_of(spec, position, vulnerable) - score.value(), 0});
    return terms;
}

}  // namespace foray
