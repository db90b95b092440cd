#include "foray/solver/solver.h"

#include <algorithm>
#include <string>
#if FORAY_THREADS
#include <thread>
#endif

#include "foray/notation/spec_text.h"
#include "foray/solver/guess.h"

namespace foray::solver {
namespace {

struct Squares {
    Set own;
    Set opp;
    Set empty;
};

Squares squares_of(const WidePosition& position) { return {position.own.words[0], position.opp.words[0], position.empty.words[0]}; }

/// The state, and what the settled squares are worth to the mover.
struct Opened {
    State state;
    int settled;
};

Opened open(const Field& field, const WidePosition& position) {
    const auto [own, opp, empty] = squares_of(position);
    const Set rim = field.rim(empty);
    return {{own & rim, opp & rim, empty}, field.points(own & ~rim) - field.points(opp & ~rim)};
}

/// All sets of empties that the table may be asked about: those of the root, and their symmetric images.
Set universe_of(const Field& field, const WidePosition& root, const Ideas& ideas) {
    const Set empty = squares_of(root).empty;
    Set universe = empty;
    if (ideas.symmetry && count(empty) >= ideas.symmetry_from) {
        for (const SymmetryPair& pair : field.symmetries()) universe |= pair.there(empty);
    }
    return universe;
}

std::string megabytes(std::size_t bytes) { return std::to_string((bytes + (std::size_t{1} << 20) - 1) >> 20) + " MB"; }

}  // namespace

/// The moment to stop at, read once per question.
struct Solver::Deadline {
    std::chrono::steady_clock::time_point at;
    explicit Deadline(const Limits& limits)
        : at(limits.seconds > 0 ? std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                                         std::chrono::duration<double>(limits.seconds))
                                : std::chrono::steady_clock::time_point::max()) {}
};

std::size_t Solver::least_table_bytes(const GameSpec& spec, const WidePosition& root, const Ideas& ideas) {
    const Field field(spec);
    return Table::least_bytes(field, universe_of(field, root, ideas));
}

std::size_t Solver::usual_table_bytes(const GameSpec& spec, const WidePosition& root, const Ideas& ideas) {
    // Nodes grow about 2.2-fold with every empty; sixteen empties fill a megabyte.
    double bytes = 1 << 20;
    for (int empties = root.empty.count(); empties > 16; --empties) bytes *= 2.1;
    const auto wanted = static_cast<std::size_t>(std::min(bytes, 1024.0 * (1 << 20)));
    return std::max(least_table_bytes(spec, root, ideas), std::max(wanted, std::size_t{1} << 20));
}

Result<std::unique_ptr<Solver>> Solver::make(const GameSpec& spec, const WidePosition& root, const SolverOptions& options) {
    if (spec.family() != Family::kRaid) {
        return Error{"the solver knows the raid family only (wargame, squirrels, stakeraid), not " + std::string(info(spec.variant).title)};
    }
    if (spec.squares() > Field::kMaxSquares) {
        return Error{"the solver takes boards of up to 64 squares, not " + print_size(spec.rows, spec.cols)};
    }
    const Field field(spec);
    const Set universe = universe_of(field, root, options.ideas);
    const std::size_t bytes = options.table_bytes != 0 ? options.table_bytes : usual_table_bytes(spec, root, options.ideas);
    const std::size_t least = Table::least_bytes(field, universe);
    if (bytes < least)
        return Error{"a table of " + megabytes(bytes) + " is too small: exact entries for this position need " + megabytes(least)};
    std::unique_ptr<Table> table = Table::make(field, universe, bytes);
    if (table == nullptr) return Error{"a table of " + megabytes(bytes) + " does not fit into memory"};
    return std::unique_ptr<Solver>(new Solver(spec, root, options, universe, std::move(table)));
}

Solver::Solver(const GameSpec& spec, const WidePosition& root, const SolverOptions& options, Set universe, std::unique_ptr<Table> table)
    : spec_(spec),
      game_(spec),
      root_(root),
      options_(options),
      field_(spec),
      table_(std::move(table)),
      signals_(stop_),
      root_lower_(-field_.total()),
      root_upper_(field_.total()) {
    const int threads = FORAY_THREADS ? std::max(1, options.threads) : 1;
    for (int i = 0; i < threads; ++i) {
        searches_.push_back(std::make_unique<Search>(field_, options_.ideas, *table_, universe, signals_, i));
        if (threads > 1) searches_.back()->share();
    }
}

// ---- one question

bool Solver::ask(const State& state, int target, const Limits& limits, const Deadline& deadline, Bound& bound) {
    signals_.begin(limits.nodes == 0 ? 0 : nodes() + limits.nodes, deadline.at, limits.stop);
    // Threads ask the same question of one table; the first answer ends the others. Short questions are not worth a thread.
    [[maybe_unused]] const std::size_t threads = count(state.empty) < 14 ? 1 : searches_.size();
    std::atomic<bool> answered{false};
    const auto work = [&](Search& search) {
        const Bound found = search.decide(state, target);
        if (search.stopped()) return;
        if (!answered.exchange(true)) {
            bound = found;
            signals_.finish();
        }
    };
#if FORAY_THREADS
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back([&, i] { work(*searches_[i]); });
    work(*searches_.front());
    for (std::thread& helper : helpers) helper.join();
#else
    work(*searches_.front());
#endif
    return answered;
}

// ---- the value

Answer Solver::known_bounds(const WidePosition& position) const {
    const auto [own, opp, empty] = squares_of(position);
    const Opened opened = open(field_, position);
    const int reach = field_.points(opened.state.empty | opened.state.own | opened.state.opp);
    Answer answer{opened.settled - reach, opened.settled + reach, {}, false};
    const Strategy strategy = find_strategy(field_, own, opp, empty);
    if (!strategy.name.empty()) {
        answer.strategy = strategy.name;
        // Bounds keep the parity of the whole board, which every result has.
        const int odd = (strategy.value ^ field_.total()) & 1;
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
Answer Solver::narrow(const WidePosition& position, Answer known, const Limits& limits, const Deadline& deadline) {
    const Opened opened = open(field_, position);
    const int depth = std::min(4, count(opened.state.empty));
    int target = opened.settled + guess_value(field_, opened.state, depth);
    if (!known.strategy.empty()) target = known.upper == 0 ? 0 : known.lower + 2;  // the strategy is often the best there is
    int step = std::max(2, field_.total() / 64);
    bool bounded_below = false;
    bool bounded_above = false;
    note(position, known);
    while (known.lower < known.upper) {
        target = std::clamp(target, known.lower + 1, known.upper);
        target += (target ^ known.upper) & 1;  // all values have one parity
        target_ = target;
        Bound bound;
        if (!ask(opened.state, target - opened.settled, limits, deadline, bound)) break;
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

Answer Solver::solve(const WidePosition& position, const Limits& limits) {
    Answer known = known_bounds(position);
    known.conjectural = options_.ideas.conjectures;
    return narrow(position, known, limits, Deadline(limits));
}

Answer Solver::prove(const WidePosition& position, int value, const Limits& limits) {
    Answer known = known_bounds(position);
    known.conjectural = options_.ideas.conjectures;
    note(position, known);
    if (known.lower >= value || known.upper < value) return known;
    const Opened opened = open(field_, position);
    target_ = value;
    Bound bound;
    if (!ask(opened.state, value - opened.settled, limits, Deadline(limits), bound)) return known;
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

std::optional<Move> Solver::best_move(const WidePosition& position, int value, const Limits& limits) {
    std::vector<Move> moves = game_.legal_moves(position);
    // Captures first: they are the likeliest.
    std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) {
        const auto gain = [&](Move move) {
            int captured = 0;
            game_.captures(position, move).for_each([&](int square) { captured += field_.value(square); });
            return move_gain(field_.value(move.to), captured);
        };
        return gain(a) > gain(b);
    });
    const Deadline deadline(limits);
    // The proof of the value has usually left a move's proof in the table: look at all of them before searching any.
    for (const bool search : {false, true}) {
        for (const Move move : moves) {
            const Opened opened = open(field_, game_.after(position, move));
            const int target = -value + 1 - opened.settled;
            Bound bound;
            if (opened.state.empty != 0) {
                if (!search && !searches_.front()->known(opened.state, target, bound)) continue;
                if (search && !ask(opened.state, target, limits, deadline, bound)) return std::nullopt;
            }
            if (bound.value < target) return move;
        }
    }
    return std::nullopt;
}

std::vector<Move> Solver::best_line(const WidePosition& position, int value, const Limits& limits) {
    std::vector<Move> line;
    WidePosition at = position;
    while (at.empty.any()) {
        const std::optional<Move> move = best_move(at, value, limits);
        if (!move) break;
        line.push_back(*move);
        at = game_.after(at, *move);
        value = -value;
    }
    return line;
}

std::vector<MoveValue> Solver::move_values(const WidePosition& position, const Limits& limits) {
    std::vector<MoveValue> values;
    const Deadline deadline(limits);
    for (const Move move : game_.legal_moves(position)) {
        const WidePosition after = game_.after(position, move);
        const Answer reply = narrow(after, known_bounds(after), limits, deadline);
        values.push_back({move, {-reply.upper, -reply.lower, reply.strategy, options_.ideas.conjectures}});
    }
    return values;
}

// ---- what others see

Progress Solver::progress() const { return {lower_, upper_, target_, nodes(), table_->filled()}; }

std::uint64_t Solver::nodes() const {
    std::uint64_t sum = 0;
    for (const auto& search : searches_) sum += search->nodes_seen();
    return sum;
}

Counters Solver::counters() const {
    Counters sum;
    for (const auto& search : searches_) {
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
    for (const auto& search : searches_) sum += search->cache().evaluations();
    return sum;
}

}  // namespace foray::solver
