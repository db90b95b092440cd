#include "foray/solver/solver.h"

#include <algorithm>
#include <chrono>
#include <string>

#include "foray/board/browser.h"
#include "foray/board/memory.h"
#include "foray/board/threads.h"
#include "foray/notation/spec_text.h"
#include "guess.h"
#include "theorems.h"
#include "workshop.h"

namespace foray::solver {
namespace {

struct Squares {
    Set own;
    Set opp;
    Set empty;
};

Squares squares_of(const WidePosition& position) { return {position.own.words[0], position.opp.words[0], position.empty.words[0]}; }

std::string megabytes(std::size_t bytes) { return std::to_string((bytes + (std::size_t{1} << 20) - 1) >> 20) + " MB"; }

}  // namespace

/// When to stop: read once per call, however many questions that takes.
struct Solver::Deadline {
    std::chrono::steady_clock::time_point at;
    std::uint64_t nodes;  ///< counted from the solver's beginning; 0 is no limit
    Deadline(const SearchRequest& request, std::uint64_t nodes_so_far)
        : at(request.budget.ms ? request.since.value_or(std::chrono::steady_clock::now()) +
                                     std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                         std::chrono::duration<double, std::milli>(*request.budget.ms))
                               : std::chrono::steady_clock::time_point::max()),
          nodes(request.budget.nodes ? nodes_so_far + *request.budget.nodes : 0) {}
};

double expected_nodes(int empties) {
    // Without std::pow, whose tables the page would have to load.
    double nodes = 200'000;
    for (int i = empties; i < 20; ++i) nodes /= 2.2;
    for (int i = 20; i < empties; ++i) nodes *= 2.2;
    return nodes;
}

std::size_t Solver::least_table_bytes(const GameSpec& spec, const WidePosition& root, const Ideas& ideas) {
    const Field field(spec);
    return Table::least_bytes(field, Workshop::universe_of(field, root, ideas));
}

std::size_t Solver::usual_table_bytes(const GameSpec& spec, const WidePosition& root, const Ideas& ideas) {
    // An entry has eight bytes and a node leaves one, but a table that is not half empty forgets what it needs.
    constexpr double kBytesPerNode = 102;
    constexpr double kLeast = 1 << 20;
    constexpr double kMost = 1 << 30;
    const double wanted = std::clamp(kBytesPerNode * expected_nodes(root.empty.count()), kLeast, kMost);
    return std::max(least_table_bytes(spec, root, ideas), static_cast<std::size_t>(wanted));
}

std::size_t Solver::table_within(std::size_t budget, int threads) {
    const auto caches = static_cast<std::size_t>(threads);
    const std::size_t even = budget / (1 + caches);
    return even > Search::kMostCacheBytes ? budget - caches * Search::kMostCacheBytes : even;
}

void Solver::divide(std::size_t budget, const GameSpec& spec, const WidePosition& root, SolverOptions& options) {
    const auto threads = static_cast<std::size_t>(options.threads);
    const std::size_t frozen = options.ideas.freezing ? Search::kMostFrozenBytes : 0;
    const std::size_t least = least_table_bytes(spec, root, options.ideas);
    options.table_bytes = std::min(budget, std::max(table_within(budget - std::min(budget / 2, threads * frozen), options.threads), least));
    const std::size_t each = (budget - options.table_bytes) / threads;
    options.cache_bytes = std::max(std::size_t{1}, std::min(Search::kMostCacheBytes, each - std::min(each / 2, frozen)));
}

Result<std::unique_ptr<Solver>> Solver::make(const GameSpec& spec, const WidePosition& root, const SolverOptions& asked) {
    if (spec.family() != Family::kRaid) {
        return Error{"the solver knows the raid family only (wargame, squirrels, stakeraid), not " + std::string(info(spec.variant).title)};
    }
    if (spec.squares() > kMostSquares) {
        return Error{"the solver takes boards of up to 64 squares, not " + print_size(spec.rows, spec.cols)};
    }
    const Field field(spec);
    const Set universe = Workshop::universe_of(field, root, asked.ideas);
    const std::size_t least = Table::least_bytes(field, universe);
    SolverOptions options = asked;
    if (options.table_bytes == 0) {
        // Half of what a table should have at the most: fewer nodes would not outweigh that memory is the slower the more of it is in use.
        const std::size_t usual = usual_table_bytes(spec, root, options.ideas);
        options.table_bytes = std::max(least, usual / 2);
        if (options.cache_bytes == 0) options.cache_bytes = usual;
    }
    const std::size_t bytes = options.table_bytes;
    if (bytes < least)
        return Error{"a table of " + megabytes(bytes) + " is too small: exact entries for this position need " + megabytes(least)};
    // Small ones are made by the thousand, and are not worth the question.
    constexpr std::size_t kWorthAsking = std::size_t{64} << 20;
    if (!kForBrowser && bytes >= kWorthAsking) {
        const std::size_t each = std::min(options.cache_bytes != 0 ? options.cache_bytes : bytes, Search::kMostCacheBytes);
        const std::size_t caches = static_cast<std::size_t>(options.threads) * each;
        if (const auto lack = lack_of_memory(bytes + caches, "a table of " + megabytes(bytes))) return Error{*lack};
    }
    std::shared_ptr<Table> table = Table::make(field, universe, bytes);
    if (table == nullptr) return Error{"a table of " + megabytes(bytes) + " does not fit into memory"};
    return with_table(spec, root, options, std::move(table));
}

Result<std::unique_ptr<Solver>> Solver::beside() const { return with_table(spec(), root_, options_, workshop_->shared_table()); }

Result<std::unique_ptr<Solver>> Solver::with_table(const GameSpec& spec, const WidePosition& root, const SolverOptions& options,
                                                   std::shared_ptr<Table> table) {
    const Field field(spec);
    const Set universe = Workshop::universe_of(field, root, options.ideas);
    auto crew = Crew::make(FORAY_THREADS ? options.threads : 1);
    if (!crew) return crew.error();
    auto workshop = std::make_unique<Workshop>(field, options, universe, root.empty.words[0], std::move(table), std::move(crew).value());
    if (!workshop->has_memory()) return Error{"what the solver remembers beside its table does not fit into memory"};
    return std::unique_ptr<Solver>(new Solver(spec, root, options, std::move(workshop)));
}

Solver::Solver(const GameSpec& spec, const WidePosition& root, const SolverOptions& options, std::unique_ptr<Workshop> workshop)
    : game_(spec),
      root_(root),
      options_(options),
      workshop_(std::move(workshop)),
      root_lower_(-workshop_->field().total()),
      root_upper_(workshop_->field().total()) {}

Solver::~Solver() = default;

// ---- the value

Answer Solver::known_bounds(const WidePosition& position) const {
    const auto [own, opp, empty] = squares_of(position);
    const Opened opened = open_position(workshop_->field(), position);
    const int reach = workshop_->field().points(opened.state.empty | opened.state.own | opened.state.opp);
    Answer answer{opened.settled - reach, opened.settled + reach, {}, false};
    const Strategy strategy = find_strategy(workshop_->field(), own, opp, empty);
    if (!strategy.name.empty()) {
        answer.strategy = strategy.name;
        // Bounds keep the parity of the whole board, which every result has.
        const int odd = (strategy.value ^ workshop_->field().total()) & 1;
        if (strategy.kind == Kind::kAtLeast) answer.lower = std::max(answer.lower, strategy.value + odd);
        if (strategy.kind == Kind::kAtMost) answer.upper = std::min(answer.upper, strategy.value - odd);
    }
    if (position == root_) {
        answer.lower = std::max(answer.lower, root_lower_.load());
        answer.upper = std::min(answer.upper, root_upper_.load());
    }
    return answer;
}

void Solver::note(const WidePosition& position, const Answer& answer) {
    lower_ = answer.lower;
    upper_ = answer.upper;
    if (position == root_) {
        root_lower_ = answer.lower;
        root_upper_ = answer.upper;
    }
}

void Solver::assume_root(int lower, int upper) {
    root_lower_ = std::max(root_lower_.load(), lower);
    root_upper_ = std::min(root_upper_.load(), upper);
}

/// Closes in on the value with questions "at least t?": from the guess in growing steps until both sides are known, then halving.
Answer Solver::narrow(const WidePosition& position, Answer known, const SearchRequest& request, const Deadline& deadline) {
    const Opened opened = open_position(workshop_->field(), position);
    const int depth = std::min(4, count(opened.state.empty));
    int target = opened.settled + guess_value(workshop_->field(), opened.state, depth);
    if (!known.strategy.empty()) target = known.upper == 0 ? 0 : known.lower + 2;  // the strategy is often the best there is
    int step = std::max(2, workshop_->field().total() / 64);
    bool bounded_below = false;
    bool bounded_above = false;
    note(position, known);
    while (known.lower < known.upper) {
        target = std::clamp(target, known.lower + 1, known.upper);
        target += (target ^ known.upper) & 1;  // all values have one parity
        target_ = target;
        Bound bound;
        if (!workshop_->ask(opened.state, target - opened.settled, {deadline.at, deadline.nodes, &stop_, request.stop}, bound)) break;
        const int value = bound.value + opened.settled;
        if (value >= target) {
            known.lower = std::max(known.lower, value);
            bounded_below = true;
        } else {
            known.upper = std::min(known.upper, value);
            bounded_above = true;
        }
        note(position, known);
        if (bounded_below && bounded_above) {
            target = known.lower + (known.upper - known.lower + 1) / 2;
        } else {
            target = bounded_below ? known.lower + step : known.upper - step + 1;
            step *= 2;
        }
    }
    return known;
}

Answer Solver::solve(const WidePosition& position, const SearchRequest& request) {
    Answer known = known_bounds(position);
    known.conjectural = options_.ideas.conjectures;
    return narrow(position, known, request, Deadline(request, nodes()));
}

Answer Solver::prove(const WidePosition& position, int value, const SearchRequest& request) {
    Answer known = known_bounds(position);
    known.conjectural = options_.ideas.conjectures;
    note(position, known);
    if (known.lower >= value || known.upper < value) return known;
    const Opened opened = open_position(workshop_->field(), position);
    target_ = value;
    Bound bound;
    const Deadline deadline(request, nodes());
    if (!workshop_->ask(opened.state, value - opened.settled, {deadline.at, deadline.nodes, &stop_, request.stop}, bound)) return known;
    known.strategy = {};
    const int found = bound.value + opened.settled;
    if (found >= value) {
        known.lower = std::max(known.lower, found);
    } else {
        known.upper = std::min(known.upper, found);
    }
    note(position, known);
    return known;
}

// ---- moves

std::optional<Move> Solver::best_move(const WidePosition& position, int value, const SearchRequest& request) {
    return best_move(position, value, request, Deadline(request, nodes()));
}

std::optional<Move> Solver::best_move(const WidePosition& position, int value, const SearchRequest& request, const Deadline& deadline) {
    std::vector<Move> moves = game_.legal_moves(position);
    // Captures first: they are the likeliest.
    std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) {
        const auto gain = [&](Move move) {
            int captured = 0;
            game_.captures(position, move).for_each([&](int square) { captured += workshop_->field().value(square); });
            return move_gain(workshop_->field().value(move.to), captured);
        };
        return gain(a) > gain(b);
    });
    // The proof of the value has usually left a move's proof in the table: look at all of them before searching any.
    for (const bool search : {false, true}) {
        for (const Move move : moves) {
            const Opened opened = open_position(workshop_->field(), game_.after(position, move));
            const int target = -value + 1 - opened.settled;
            Bound bound;
            if (opened.state.empty != 0) {
                if (!search && !(workshop_->first().*Search::entries().known)(opened.state, target, bound)) continue;
                if (search && !workshop_->ask(opened.state, target, {deadline.at, deadline.nodes, &stop_, request.stop}, bound))
                    return std::nullopt;
            }
            if (bound.value < target) return move;
        }
    }
    return std::nullopt;
}

std::vector<Move> Solver::best_line(const WidePosition& position, int value, const SearchRequest& request) {
    std::vector<Move> line;
    WidePosition at = position;
    const Deadline deadline(request, nodes());
    while (at.empty.any()) {
        const std::optional<Move> move = best_move(at, value, request, deadline);
        if (!move) break;
        line.push_back(*move);
        at = game_.after(at, *move);
        value = -value;
    }
    return line;
}

std::vector<MoveValue> Solver::move_values(const WidePosition& position, const SearchRequest& request) {
    std::vector<MoveValue> values;
    const Deadline deadline(request, nodes());
    for (const Move move : game_.legal_moves(position)) {
        const WidePosition after = game_.after(position, move);
        const Answer reply = narrow(after, known_bounds(after), request, deadline);
        values.push_back({move, {-reply.upper, -reply.lower, reply.strategy, options_.ideas.conjectures}});
    }
    return values;
}

// ---- what others see

Progress Solver::progress() const { return {lower_, upper_, target_, nodes(), table_filled()}; }

std::uint64_t Solver::nodes() const { return workshop_->nodes(); }

Counters Solver::counters() const {
    Counters sum;
    for (const auto& search : workshop_->searches()) {
        const Counters& one = search->counters();
        sum.nodes += one.nodes;
        sum.last_nodes += one.last_nodes;
        sum.cuts += one.cuts;
        sum.first_cuts += one.first_cuts;
    }
    return sum;
}

std::uint64_t Solver::component_evaluations() const {
    std::uint64_t sum = 0;
    for (const auto& search : workshop_->searches()) sum += search->cache().evaluations();
    return sum;
}

std::size_t Solver::table_bytes() const { return workshop_->table().bytes(); }

double Solver::table_filled() const { return workshop_->table().filled(); }

}  // namespace foray::solver
