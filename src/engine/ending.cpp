#include "ending.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "foray/rules/game.h"

namespace foray::engine {
namespace {

// Every further line shares most of its positions with the first.
constexpr double kSeveralLines = 4;
// With fewer nodes than this a second thread takes longer to set up than it saves.
constexpr double kLeastShared = 50'000;

using Clock = std::chrono::steady_clock;
double ms_between(Clock::time_point from, Clock::time_point to) { return std::chrono::duration<double, std::milli>(to - from).count(); }

SearchLine exact_line(int value, std::vector<Move> moves, int empties) {
    SearchLine line;
    line.depth = empties;
    line.deepest = empties;
    line.value = 100 * value;
    line.exact = true;
    line.moves = std::move(moves);
    return line;
}

}  // namespace

bool EndingSolver::possible(const GameSpec& spec) {
    return spec.family() == Family::kRaid && spec.squares() <= solver::Solver::kMostSquares;
}

double EndingSolver::expected_nodes(int empties, int lines) {
    return solver::expected_nodes(empties) * (lines > 1 ? kSeveralLines : 1) + 1;
}
double EndingSolver::expected_ms(double nodes) const { return set_up_ms_ + nodes / nodes_per_ms_; }

solver::Solver* EndingSolver::solver_for(const WidePosition& position) {
    // A solver serves every position whose empties are among those it was made for.
    if (solver_ != nullptr && (position.empty - solver_->root().empty).none()) return solver_.get();
    solver::SolverOptions options;
    options.threads = expected_nodes(position.empty.count(), 1) < kLeastShared ? 1 : threads_;
    const std::size_t share = solver::Solver::table_within(bytes_, options.threads);
    options.table_bytes = std::max(solver::Solver::least_table_bytes(spec_, position, options.ideas),
                                   std::min(share, solver::Solver::usual_table_bytes(spec_, position, options.ideas)));
    if (options.table_bytes > bytes_) return nullptr;
    auto made = solver::Solver::make(spec_, position, options);
    if (!made) return nullptr;
    solver_ = std::move(made).value();
    return solver_.get();
}

std::optional<std::vector<SearchLine>> EndingSolver::solve(const WidePosition& position, std::span<const Move> moves, int lines,
                                                           const SearchRequest& request, std::uint64_t& nodes) {
    const auto begin = Clock::now();
    solver::Solver* const solver = solver_for(position);
    if (solver == nullptr) return std::nullopt;
    const auto made = Clock::now();
    // Halfway to what was seen: one bad moment of the machine should not count for the rest of the game.
    set_up_ms_ = std::max(kSetUpMs, (set_up_ms_ + ms_between(begin, made)) / 2);
    const std::uint64_t before = solver->nodes();
    std::vector<SearchLine> found = lines == 1 ? one_line(position, request) : several_lines(position, moves, lines, request);
    const std::uint64_t spent = solver->nodes() - before;
    nodes += spent;
    // Too few nodes say nothing about the speed.
    if (spent >= 1000) {
        const double speed = static_cast<double>(spent) / ms_between(made, Clock::now());
        nodes_per_ms_ = std::min(kNodesPerMs, (nodes_per_ms_ + speed) / 2);
    }
    if (found.empty()) return std::nullopt;
    for (std::size_t i = 0; i < found.size(); ++i) found[i].rank = static_cast<int>(i) + 1;
    return found;
}

std::vector<SearchLine> EndingSolver::one_line(const WidePosition& position, const SearchRequest& request) {
    const std::uint64_t before = solver_->nodes();
    const solver::Answer answer = solver_->solve(position, request);
    if (!answer.finished()) return {};
    // Usually the table knows the move by now. Where it forgot, a search should have something left if that takes too long.
    SearchRequest rest = request;
    if (request.budget.nodes) rest.budget.nodes = *request.budget.nodes / 8 + 1;
    const std::optional<Move> best = solver_->best_move(position, answer.lower, rest);
    if (!best) return {};
    // The rest of the line is worth what the limit has left.
    const std::uint64_t spent = solver_->nodes() - before;
    if (request.budget.nodes) rest.budget.nodes = *request.budget.nodes > spent ? *request.budget.nodes - spent : 1;
    std::vector<Move> line = {*best};
    const std::vector<Move> others = solver_->best_line(Game(spec_).after(position, *best), -answer.lower, rest);
    line.insert(line.end(), others.begin(), others.end());
    return {exact_line(answer.lower, std::move(line), position.empty.count())};
}

std::vector<SearchLine> EndingSolver::several_lines(const WidePosition& position, std::span<const Move> moves, int lines,
                                                    const SearchRequest& request) {
    const int empties = position.empty.count();
    std::vector<SearchLine> found;
    for (const solver::MoveValue& one : solver_->move_values(position, request)) {
        if (std::find(moves.begin(), moves.end(), one.move) == moves.end()) continue;
        if (!one.value.finished()) return {};
        found.push_back(exact_line(one.value.lower, {one.move}, empties));
    }
    std::stable_sort(found.begin(), found.end(), [](const SearchLine& a, const SearchLine& b) { return a.value > b.value; });
    found.resize(std::min(found.size(), static_cast<std::size_t>(lines)));
    const Game game(spec_);
    for (SearchLine& line : found) {
        const WidePosition after = game.after(position, line.moves.front());
        if (after.empty.none()) continue;
        const std::vector<Move> rest = solver_->best_line(after, -line.value / 100, request);
        line.moves.insert(line.moves.end(), rest.begin(), rest.end());
    }
    return found;
}

}  // namespace foray::engine
