#include "foray/courses/experiments.h"

#include <algorithm>
#include <cmath>
#include <ctime>

#include "foray/board/random.h"

namespace foray {
namespace {

/// Mean and half of the 95 % interval.
struct Mean {
    double mean = 0;
    double error = 0;
};

Mean mean_of(const std::vector<double>& samples) {
    const auto count = static_cast<double>(samples.size());
    double sum = 0;
    for (const double sample : samples) sum += sample;
    const double mean = samples.empty() ? 0 : sum / count;
    double squares = 0;
    for (const double sample : samples) squares += (sample - mean) * (sample - mean);
    constexpr double kTwoSided95 = 1.96;
    return {mean, samples.size() < 2 ? 0 : kTwoSided95 * std::sqrt(squares / (count - 1) / count)};
}

int play(const Game& game, const Chooser& first, const Chooser& second) {
    WidePosition position = game.start();
    while (!game.verdict(position).over()) {
        position = game.after(position, (position.second_to_move ? second : first)(game.spec(), position));
    }
    const Scores scores = game.scores(position);
    return scores.first - scores.second;
}

WidePosition random_opening(const Game& game, int plies, std::uint64_t& state) {
    WidePosition position = game.start();
    for (int i = 0; i < plies && !game.verdict(position).over(); ++i) {
        const auto moves = game.legal_moves(position);
        position = game.after(position, moves[splitmix64(state) % moves.size()]);
    }
    return position;
}

/// What a search `depth` deep sees in a move, for the mover.
int judged(const Game& game, const WidePosition& position, Move move, int depth) {
    return -textbook_search(game.spec(), game.after(position, move), plain_alpha_beta(depth - 1, MoveOrder::kStatic)).value;
}

}  // namespace

TextbookOptions plain_alpha_beta(int depth, MoveOrder order) {
    return {.algorithm = Algorithm::kAlphaBeta, .depth = depth, .order = order, .bulk_last_ply = false};
}

std::vector<Move> expected_line(const GameSpec& spec, WidePosition position, TextbookOptions options) {
    const Game game(spec);
    std::vector<Move> line;
    for (; options.depth > 0 && !game.verdict(position).over(); --options.depth) {
        line.push_back(textbook_search(spec, position, options).move);
        position = game.after(position, line.back());
    }
    return line;
}

double thread_cpu_ms() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

Comparison compare(const Chooser& challenger, const Chooser& plain, std::span<const ReportBoard> boards, const OnBoard& on_board) {
    Comparison result;
    std::vector<double> scores;
    std::vector<double> margins;
    for (const ReportBoard& board : boards) {
        const Game game(report_spec(board.values));
        const int results[] = {play(game, challenger, plain), -play(game, plain, challenger)};
        int half_points = 0;
        for (const int margin : results) {
            const int half = margin > 0 ? 2 : margin == 0 ? 1 : 0;
            result.tally.add_game(half);
            half_points += half;
        }
        result.tally.add_pair(half_points);
        scores.push_back(half_points / 4.0);
        margins.push_back((results[0] + results[1]) / 2.0);
        if (on_board) on_board(static_cast<int>(scores.size()));
    }
    const Mean score = mean_of(scores);
    const Mean margin = mean_of(margins);
    result.score = score.mean;
    result.score_error = score.error;
    result.margin = margin.mean;
    result.margin_error = margin.error;
    if (score.error > 0) {
        result.chance = std::erfc(std::abs(score.mean - 0.5) / (score.error / 1.96) / std::sqrt(2.0));
    } else if (score.mean != 0.5 && !scores.empty()) {
        // The same on every board: there is no spread to measure by, but coins that all fall alike are rare, and few of them say little.
        result.chance = std::min(1.0, 2 * std::pow(0.5, static_cast<double>(scores.size())));
        result.score_error = 1 - std::pow(0.05, 1.0 / static_cast<double>(scores.size()));
    }
    return result;
}

WithAndWithout with_and_without(const ReportBoard& board, const TextbookOptions& without, const TextbookOptions& with) {
    const Game game(report_spec(board.values));
    const TextbookSearcher searchers[] = {TextbookSearcher(game.spec(), without), TextbookSearcher(game.spec(), with)};
    WithAndWithout result;
    WidePosition position = game.start();
    while (!game.verdict(position).over()) {
        SearchAnswer answers[2];
        for (const int i : {0, 1}) {
            const double begin = thread_cpu_ms();
            answers[i] = searchers[i].search(position);
            result.cpu_ms[i] += thread_cpu_ms() - begin;
            result.nodes[i] += answers[i].nodes;
        }
        ++result.positions;
        result.other_values += answers[0].value != answers[1].value ? 1 : 0;
        result.other_moves += answers[0].move != answers[1].move ? 1 : 0;
        position = game.after(position, answers[0].move);
    }
    return result;
}

Feasible feasible_depth(const ReportBoard& board, TextbookOptions options, double limit_ms) {
    const Game game(report_spec(board.values));
    Feasible result;
    // What does not fit is cut short: at the speed so far it cannot be done in one and a half times the limit.
    std::uint64_t ceiling = 100'000;
    for (options.depth = 1; options.depth <= game.spec().squares(); ++options.depth) {
        const double begin = thread_cpu_ms();
        const SearchAnswer answer = TextbookSearcher(game.spec(), options).search(game.start(), ceiling);
        const double ms = thread_cpu_ms() - begin;
        const double nodes_a_ms = static_cast<double>(answer.nodes) / std::max(ms, 0.01);
        if (!answer.complete && ms < limit_ms) {
            ceiling = std::max(ceiling * 2, static_cast<std::uint64_t>(1.5 * limit_ms * nodes_a_ms));
            --options.depth;
            continue;
        }
        if (!answer.complete || ms > limit_ms) break;
        result = {options.depth, answer.nodes, ms, options.depth == game.spec().squares()};
        ceiling = std::max(ceiling, static_cast<std::uint64_t>(1.5 * limit_ms * nodes_a_ms));
    }
    return result;
}

std::optional<Horizon> find_horizon(const ReportBoard& board, int depth, int games, std::uint64_t seed) {
    const Game game(report_spec(board.values));
    const int judge_depth = depth + 2;
    std::optional<Horizon> worst;
    std::uint64_t state = seed;
    for (int i = 0; i < games; ++i) {
        const int half = game.spec().squares() / 2;
        const WidePosition position =
            random_opening(game, half / 2 + static_cast<int>(splitmix64(state) % static_cast<std::uint64_t>(half)), state);
        if (game.verdict(position).over()) continue;
        const SearchAnswer short_sighted = textbook_search(game.spec(), position, plain_alpha_beta(depth));
        const SearchAnswer better = textbook_search(game.spec(), position, plain_alpha_beta(depth + 1));
        if (short_sighted.move == better.move) continue;
        Horizon found{position, depth, judge_depth, short_sighted.move, better.move, short_sighted.value, 0, 0};
        found.got = judged(game, position, found.short_sighted, judge_depth);
        found.best = judged(game, position, found.better, judge_depth);
        if (found.loss() > 0 && (!worst || found.loss() > worst->loss())) worst = found;
    }
    return worst;
}

}  // namespace foray
