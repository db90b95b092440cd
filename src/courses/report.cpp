#include "foray/courses/report.h"

#include <algorithm>

#include "foray/courses/experiments.h"
#include "foray/notation/text.h"
#include "foray/rules/play_out.h"

namespace foray {
namespace {

constexpr int kDeepestReport = 9;

template <class T, class F>
T sum_of(const ReportGame& game, int seat, T start, F f) {
    for (std::size_t i = static_cast<std::size_t>(seat); i < game.moves.size(); i += 2) start += f(game.moves[i]);
    return start;
}

double median(std::vector<double> times) {
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

}  // namespace

std::string print_report_set(ReportSet set) { return std::to_string(set.minimax_depth) + "-" + std::to_string(set.alphabeta_depth); }

Result<ReportSet> parse_report_set(std::string_view text) {
    const std::size_t dash = text.find('-');
    if (dash != std::string_view::npos) {
        const auto minimax = parse_number(text.substr(0, dash), kDeepestReport);
        const auto alphabeta = parse_number(text.substr(dash + 1), kDeepestReport);
        if (minimax && alphabeta && *minimax > 0 && *alphabeta > 0)
            return ReportSet{static_cast<int>(*minimax), static_cast<int>(*alphabeta)};
    }
    return Error{quoted(text) + " is not a set of depths such as 4-5 (minimax 1 to 9, alpha-beta 1 to 9)"};
}

std::string_view print_report_search(ReportSearch search) {
    switch (search) {
        case ReportSearch::kOriginal: return "original";
        case ReportSearch::kCorrect: return "correct";
        case ReportSearch::kOrdered: return "ordered";
        case ReportSearch::kOriginalVulnerable: return "original-vulnerable";
        case ReportSearch::kVulnerableReport: return "vulnerable-report";
        case ReportSearch::kVulnerableSum: return "vulnerable-sum";
        case ReportSearch::kVulnerableBest: break;
    }
    return "vulnerable-best";
}

std::string_view print_heuristic(ReportSearch search) {
    if (!plain_rival(search)) return "score";
    return search == ReportSearch::kOriginalVulnerable ? print_report_search(ReportSearch::kVulnerableReport) : print_report_search(search);
}

std::optional<ReportSearch> plain_rival(ReportSearch search) {
    switch (search) {
        case ReportSearch::kOriginalVulnerable: return ReportSearch::kOriginal;
        case ReportSearch::kVulnerableReport:
        case ReportSearch::kVulnerableSum:
        case ReportSearch::kVulnerableBest: return ReportSearch::kCorrect;
        default: return std::nullopt;
    }
}

Result<ReportSearch> parse_report_search(std::string_view text) {
    std::string known;
    for (const ReportSearch search : kReportSearches) {
        if (text == print_report_search(search)) return search;
        known += (known.empty() ? "" : ", ") + std::string(print_report_search(search));
    }
    return Error{"unknown search " + quoted(text) + "; the searches are " + known};
}

std::string_view print_algorithm(Algorithm algorithm) { return algorithm == Algorithm::kMinimax ? "MM" : "AB"; }

TextbookOptions options_for(const ReportSeat& seat) {
    TextbookOptions options;
    options.algorithm = seat.algorithm;
    options.depth = seat.depth;
    const bool original = seat.search == ReportSearch::kOriginal || seat.search == ReportSearch::kOriginalVulnerable;
    if (original) options.turn = RootTurn::kTwice;
    const bool own_heuristic = seat.search == ReportSearch::kOriginalVulnerable || seat.search == ReportSearch::kVulnerableReport;
    if (own_heuristic) options.evaluation = Evaluation::kVulnerableReport;
    if (seat.search == ReportSearch::kOrdered) options.order = MoveOrder::kStatic;
    if (seat.search == ReportSearch::kVulnerableSum) options.evaluation = Evaluation::kVulnerableSum;
    if (seat.search == ReportSearch::kVulnerableBest) options.evaluation = Evaluation::kVulnerableBest;
    return options;
}

std::uint64_t ReportGame::nodes(int seat) const {
    return sum_of(*this, seat, std::uint64_t{0}, [](const ReportMove& move) { return move.nodes; });
}
double ReportGame::ms(int seat) const {
    return sum_of(*this, seat, 0.0, [](const ReportMove& move) { return move.ms; });
}
double ReportGame::cpu_ms(int seat) const {
    return sum_of(*this, seat, 0.0, [](const ReportMove& move) { return move.cpu_ms; });
}
int ReportGame::moves_of(int seat) const {
    return sum_of(*this, seat, 0, [](const ReportMove&) { return 1; });
}

GameSpec report_spec(const ValueBoard& board) {
    GameSpec spec = default_spec(Variant::kWargame, board.rows, board.cols);
    spec.values = board.values;
    spec.raid = RaidRule::kOptional;
    return spec;
}

ReportGame play_report_game(const NamedBoard& board, ReportSet set, const std::array<ReportSeat, 2>& seats) {
    return *play_report_game({std::string(board.name), board.board()}, set, seats, 1, false);
}

std::optional<ReportGame> play_report_game(const ReportBoard& board, ReportSet set, const std::array<ReportSeat, 2>& seats, int repeats,
                                           const std::atomic<bool>& stop) {
    const GameSpec spec = report_spec(board.values);
    const Game game(spec);
    const TextbookSearcher searchers[] = {{spec, options_for(seats[0])}, {spec, options_for(seats[1])}};
    ReportGame played{board.name, set, seats, spec, {}, {}, ""};
    const WidePosition last = play_out(game, game.start(), [&](const WidePosition& position) -> std::optional<Move> {
        if (stop.load()) return std::nullopt;
        std::vector<double> wall;
        std::vector<double> cpu;
        SearchAnswer answer;
        for (int i = 0; i < repeats; ++i) {
            const auto begin = std::chrono::steady_clock::now();
            const double cpu_begin = thread_cpu_ms();
            answer = searchers[position.second_to_move ? 1 : 0].search(position);
            cpu.push_back(thread_cpu_ms() - cpu_begin);
            wall.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count());
        }
        const bool captured = game.captures(position, answer.move).any();
        const Scores scores = game.scores(game.after(position, answer.move));
        played.moves.push_back({answer.move, captured, answer.nodes, median(wall), median(cpu), scores});
        return answer.move;
    });
    if (!game.verdict(last).over()) return std::nullopt;  // stopped
    played.scores = game.scores(last);
    for (int square = 0; square < spec.squares(); ++square) {
        if (square > 0 && square % spec.cols == 0) played.final_board += '/';
        played.final_board += last.first().has(square) ? 'B' : 'G';
    }
    return played;
}

std::array<std::array<ReportSeat, 2>, 4> report_match_ups(ReportSet set, ReportSearch search) {
    const ReportSeat minimax{Algorithm::kMinimax, set.minimax_depth, search};
    const ReportSeat alphabeta{Algorithm::kAlphaBeta, set.alphabeta_depth, search};
    return {{{minimax, minimax}, {minimax, alphabeta}, {alphabeta, minimax}, {alphabeta, alphabeta}}};
}

std::uint64_t published_erratum(const ReportGame& game) {
    const auto& [first, second] = game.seats;
    const bool both_alphabeta = first.algorithm == Algorithm::kAlphaBeta && second.algorithm == Algorithm::kAlphaBeta;
    const bool published = game.set == ReportSet{3, 3} || game.set == ReportSet{4, 4} || game.set == ReportSet{4, 5};
    if (first.search != ReportSearch::kOriginal || !published || !both_alphabeta || game.board != "Narvik") return 0;
    // The report rounded half up.
    const auto moves = static_cast<std::uint64_t>(game.moves_of(0));
    return (game.nodes(0) + moves / 2) / moves;
}

}  // namespace foray
