#include "foray/courses/course.h"

#include <cassert>

#include "foray/rules/play_out.h"

namespace foray {
namespace {

/// The position after the move, or as it is when the board is full.
WidePosition step(const Game& game, const WidePosition& position, const SearchAnswer& answer) {
    return answer.move.is_pass() ? position : game.after(position, answer.move);
}

}  // namespace

TextbookOptions search_options(const SquirrelsPlayer& player) {
    TextbookOptions options;
    options.algorithm = player.algorithm == SquirrelsTask::kAlphaBeta ? Algorithm::kAlphaBeta : Algorithm::kMinimax;
    options.depth = player.algorithm == SquirrelsTask::kGreedy ? 1 : player.depth;
    return options;
}

TextbookOptions search_options(const StakeraidInput& input) {
    assert(input.mode != StakeraidMode::kCompetition);
    TextbookOptions options;
    options.algorithm = input.mode == StakeraidMode::kMinimax ? Algorithm::kMinimax : Algorithm::kAlphaBeta;
    options.depth = input.depth;
    return options;
}

bool has_traverse_log(const SquirrelsInput& input) {
    return input.task == SquirrelsTask::kMinimax || input.task == SquirrelsTask::kAlphaBeta;
}

SquirrelsAnswer answer_squirrels(const SquirrelsInput& input, const TextSink& log) {
    const Game game(input.spec);
    SquirrelsAnswer answer;
    if (input.task == SquirrelsTask::kBattle) {
        const TextbookSearcher searchers[] = {{input.spec, search_options(input.players[0])},
                                              {input.spec, search_options(input.players[1])}};
        std::string trace;
        int turn = 0;
        play_out(game, input.position, [&](const WidePosition& position) {
            const Move move = searchers[turn++ % 2].search(position).move;
            trace += print_cells(game, game.after(position, move), '*');
            return std::optional<Move>(move);
        });
        answer.trace_state = trace;
        return answer;
    }
    const TextbookOptions options = search_options(input.players[0]);
    const TextbookSearcher searcher(input.spec, options);
    if (!has_traverse_log(input)) {
        answer.next_state = print_cells(game, step(game, input.position, searcher.search(input.position)), '*');
        return answer;
    }
    constexpr std::size_t kPiece = std::size_t{1} << 16;
    const bool with_window = options.algorithm == Algorithm::kAlphaBeta;
    std::string text(log_header(with_window));
    const SearchAnswer found = searcher.trace(input.position, [&](const TraceEvent& event) {
        append_log_line(text, input.spec, event, with_window);
        if (text.size() < kPiece) return;
        log(text);
        text.clear();
    });
    log(text);
    answer.next_state = print_cells(game, step(game, input.position, found), '*');
    return answer;
}

std::optional<std::string> answer_stakeraid(const StakeraidInput& input) {
    const SearchAnswer found = textbook_search(input.spec, input.position, search_options(input));
    if (found.move.is_pass()) return std::nullopt;
    return print_stakeraid_answer(Game(input.spec), input.position, found.move);
}

}  // namespace foray
