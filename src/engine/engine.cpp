#include "foray/engine/engine.h"
#include "foray/board/browser.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "ending.h"
#include "foray/board/crew.h"
#include "foray/board/instructions.h"
#include "foray/board/memory.h"
#include "foray/rules/with_game.h"
#include "known_line.h"
#include "search.h"
#include "setup.h"

namespace foray {

class Engine::Impl {
public:
    Impl() = default;
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    virtual ~Impl() = default;
    [[nodiscard]] virtual bool has_memory() const = 0;
    [[nodiscard]] virtual SearchResult search(const WidePosition& position, const SearchRequest& request, const OnLine& on_line) = 0;
    virtual void new_game() = 0;
    [[nodiscard]] virtual std::vector<EvaluationTerm> evaluate(const WidePosition& position) const = 0;
};

/// Everything that a search runs hangs on what this makes.
using MakeImpl = void (*)(std::unique_ptr<Engine::Impl>& made, const GameSpec& spec, const EngineOptions& options, Crew&& crew);

}  // namespace foray

FORAY_HOT_DECLARE(foray::MakeImpl, engine)

namespace foray {
namespace {

using namespace engine;

/// One type for all games, so that one sort is compiled.
struct BestFirst {
    bool operator()(const SearchLine& a, const SearchLine& b) const { return a.value > b.value; }
};

template <class Rules>
class ImplFor final : public Engine::Impl {
public:
    using Pos = typename Rules::Pos;

    ImplFor(Rules rules, const GameSpec& spec, const EngineOptions& options, Crew crew)
        : rules_(std::move(rules)),
          facts_(rules_),
          evaluator_(facts_, weights_for(options), network_for(spec, options)),
          use_(options.techniques),
          by_(options.parameters.value_or(parameters_of(info(spec.variant).family))),
          crew_(std::move(crew)),
          table_(use_.table ? MemoryShares(spec, options).table : 0),
          ending_(spec, MemoryShares(spec, options).ending, crew_.threads()),
          spec_(spec),
          known_(kForBrowser ? nullptr : known_values_of(spec)) {
        for (int i = 0; i < crew_.threads(); ++i)
            workers_.push_back(std::make_unique<Search<Rules>>(facts_, evaluator_, table_, use_, by_));
    }
    [[nodiscard]] bool has_memory() const override { return table_.ok(); }

    [[nodiscard]] SearchResult search(const WidePosition& wide, const SearchRequest& request, const OnLine& on_line) override {
        const Pos position = wide.resized<Rules::kWords>();
        assert(!rules_.over(position));
        Control control(request, plan_time(request.budget, moves_left(position)), crew_.threads());
        evaluator_.prepare(position);
        table_.new_search();
        BusyMarks* const marks = workers_.size() > 1 ? &marks_ : nullptr;
        for (std::size_t i = 0; i < workers_.size(); ++i) workers_[i]->begin(control, static_cast<int>(i), marks);
        SearchResult result;
        // Whoever limits the depth wants a search: levels do, and what they do not see is not to be told to them.
        if (!kForBrowser && known_ && !request.budget.depth && look_up(control, wide, request.lines, result, on_line)) return result;
        if (ending_fits(control, position, request, 0) && solve_ending(control, wide, request, kShareOfEnding, result, on_line)) {
            result.ms = control.elapsed_ms();
            return result;
        }
        // The solver looks at its limit now and then only; whatever it took, some of the limit is the search's, which has a value at least.
        constexpr double kShareOfSearch = 0.1;
        const double most = control.nodes_left() * (1 - kShareOfSearch);
        control.spend(static_cast<double>(result.nodes) > most ? static_cast<std::uint64_t>(most) : result.nodes);
        crew_.run(crew_.threads(), [&](int number) {
            // The first one's end is everybody's; so is an exception's, from the memory of a line, say.
            struct Stopper {
                Control& control;
                bool stops;
                ~Stopper() {
                    if (stops) control.stop();
                }
            } stopper{control, true};
            if (number == 0) return deepen(*workers_[0], control, wide, request, result, on_line);
            SearchResult unused;
            deepen(*workers_[static_cast<std::size_t>(number)], control, wide, request, unused, {});
            stopper.stops = false;
        });
        for (const auto& worker : workers_) result.nodes += worker->nodes();
        result.ms = control.elapsed_ms();
        return result;
    }

    void new_game() override {
        table_.clear();
        ending_.forget();
        for (const auto& worker : workers_) worker->forget();
    }

    [[nodiscard]] std::vector<EvaluationTerm> evaluate(const WidePosition& position) const override {
        Evaluator<Rules> evaluator = evaluator_;
        const Pos narrow = position.resized<Rules::kWords>();
        evaluator.prepare(narrow);
        return evaluator.terms(narrow);
    }

private:
    [[nodiscard]] int moves_left(const Pos& position) const {
        const int empties = position.empty.count();
        return kIsRaid<Rules> ? (empties + 1) / 2 : empties / 2 + 8;
    }

    [[nodiscard]] std::vector<Move> root_moves(const Pos& position) const {
        MoveStack listed(rules_.geometry().squares(), 1);
        list_every(facts_, position, listed);
        std::sort(listed.end() - listed.size(), listed.end());
        std::vector<Move> moves;
        moves.reserve(listed.size());
        for (std::size_t i = 0; i < listed.size(); ++i) moves.push_back(listed[i].move());
        return moves;
    }

    // --- tables of solved boards

    /// True if the outcome is known, and the result holds it.
    [[nodiscard]] bool look_up(const Control& control, const WidePosition& wide, int wanted, SearchResult& result,
                               const OnLine& on_line) const {
        auto lines = known_lines(spec_, *known_, wide, wanted);
        if (!lines) return false;
        result.ms = control.elapsed_ms();
        for (SearchLine& line : *lines) {
            line.ms = result.ms;
            if (on_line) on_line(line);
        }
        result.lines = std::move(*lines);
        return true;
    }

    // --- the exact ending

    /// The share of what is left that an attempt to solve may take, of time and of nodes; the rest is for a usual search where it fails.
    struct Share {
        double ms;
        double nodes;
    };
    static constexpr Share kShareOfEnding{0.6, 0.8};
    static constexpr Share kAllOfIt{1, 1};
    /// A solver's node takes as long as so many of the search's.
    static constexpr double kNodesPerSolverNode = 4;

    /// How many plies a search of this position may go, and whether that is to the end of the game.
    [[nodiscard]] static int deepest(const Pos& position, const SearchRequest& request) {
        const int wanted = std::clamp(request.budget.depth.value_or(kMaxDepth), 1, kMaxDepth);
        return kIsRaid<Rules> ? std::min(wanted, position.empty.count()) : wanted;
    }
    [[nodiscard]] bool to_the_end(const Pos& position, const SearchRequest& request) const {
        return kIsRaid<Rules> && deepest(position, request) == position.empty.count();
    }

    /// Whether solving the position is likely to succeed within half of what is left. Without request it should take no longer than the
    /// search did so far: measured in nodes, so that the answer is the same everywhere.
    [[nodiscard]] bool ending_fits(const Control& control, const Pos& position, const SearchRequest& request, std::uint64_t nodes) const {
        constexpr double kAlways = 20'000;
        if (!use_.ending || !ending_.possible() || !to_the_end(position, request)) return false;
        const double expected = EndingSolver::expected_nodes(position.empty.count(), request.lines);
        const double so_far = static_cast<double>(nodes);
        if (!request.budget.ms && !request.budget.clock && !request.budget.nodes)
            return expected <= std::max(kAlways, so_far / kNodesPerSolverNode);
        return ending_.expected_ms(expected) <= control.ms_left() / 2 && expected <= control.nodes_left() / 2;
    }

    /// Asks the solver. True if the result holds exact lines.
    bool solve_ending(Control& control, const WidePosition& wide, const SearchRequest& request, Share share, SearchResult& result,
                      const OnLine& on_line) {
        SearchRequest own;
        own.stop = control.outside();
        if (std::isfinite(control.ms_left())) own.budget.ms = std::max(control.ms_left() * share.ms, 0.01);
        workers_[0]->report_nodes();
        if (std::isfinite(control.nodes_left())) own.budget.nodes = static_cast<std::uint64_t>(control.nodes_left() * share.nodes) + 1;
        const std::vector<Move> moves = root_moves(wide.resized<Rules::kWords>());
        const int lines = std::clamp(request.lines, 1, static_cast<int>(moves.size()));
        auto found = ending_.solve(wide, moves, lines, own, result.nodes);
        if (!found) return false;
        for (SearchLine& line : *found) {
            line.ms = control.elapsed_ms();
            line.nodes = nodes_of_all(*workers_[0]) + result.nodes;
            if (on_line) on_line(line);
        }
        result.lines = std::move(*found);
        return true;
    }

    // --- the search

    /// Iterative deepening.
    void deepen(Search<Rules>& worker, Control& control, const WidePosition& wide, const SearchRequest& request, SearchResult& result,
                const OnLine& on_line) {
        const Pos position = wide.resized<Rules::kWords>();
        const std::vector<Move> moves = root_moves(position);
        const int lines = std::clamp(request.lines, 1, static_cast<int>(moves.size()));
        // Whatever happens, there is a legal move to play.
        for (int rank = 1; rank <= lines; ++rank) {
            SearchLine line;
            line.rank = rank;
            line.moves = {moves[static_cast<std::size_t>(rank - 1)]};
            result.lines.push_back(line);
        }
        const int last = deepest(position, request);
        const bool ends = to_the_end(position, request);
        const bool unlimited = !request.budget.ms && !request.budget.clock && !request.budget.nodes;
        const bool leads = &worker == workers_[0].get();
        [[maybe_unused]] int confirmed = 0;
        for (int depth = 1; depth <= last; ++depth) {
            if (ends && depth == last && (use_.ending || last == 1)) break;
            if (leads && unlimited && ending_fits(control, position, request, worker.nodes()) &&
                solve_ending(control, wide, request, kAllOfIt, result, on_line))
                return;
            if (!iterate(worker, control, position, moves, depth, false, result, on_line)) return;
            if (moves.size() == 1 && !request.budget.depth && !request.budget.nodes && (request.budget.ms || request.budget.clock)) return;
            if (!request.budget.depth && !kIsRaid<Rules>) {
                const SearchLine& best = result.lines.front();
                if (is_short_win(best, depth) || is_final_draw(worker, position, best, depth, confirmed)) return;
            }
            if (!control.may_deepen()) return;
        }
        if (!ends) return;
        // A solver takes a while to set up: with a clock only where that fits.
        const bool may_solve = use_.ending && ending_.possible() && (unlimited || ending_fits(control, position, request, worker.nodes()));
        if (leads && may_solve && solve_ending(control, wide, request, kAllOfIt, result, on_line)) return;
        iterate(worker, control, position, moves, last, true, result, on_line);
    }

    // Whether further iterations would find the same again: they need not be waited for where nobody asked for a depth.
    static constexpr int kShorterBy = 6;
    static constexpr int kConfirmations = 2;

    /// A win that is much shorter than the depth.
    [[nodiscard]] static bool is_short_win(const SearchLine& best, int depth) {
        return std::abs(best.value) >= kWin && static_cast<int>(best.moves.size()) + kShorterBy < depth;
    }
    /// A draw to which the game is played out.
    [[nodiscard]] bool is_drawn_end(const Pos& position, const SearchLine& best) const {
        if (best.value != 0) return false;
        Pos end = position;
        for (const Move move : best.moves) rules_.apply(end, move);
        return rules_.over(end);
    }
    /// Where no line came near the depth a draw seems final. But lines also look short because quiet jumps are left out: from then on they
    /// are searched, and the draw counts when iterations with them agree.
    [[nodiscard]] bool is_final_draw(Search<Rules>& worker, const Pos& position, const SearchLine& best, int depth, int& confirmed) const {
        const bool drawn = is_drawn_end(position, best);
        if (worker.is_thorough()) {
            confirmed = drawn ? confirmed + 1 : 0;
        } else if (drawn && worker.deepest() + kShorterBy < depth) {
            worker.be_thorough();
        }
        return confirmed == kConfirmations;
    }

    /// One iteration: every wanted line. False if it was interrupted.
    bool iterate(Search<Rules>& worker, Control& control, const Pos& position, const std::vector<Move>& moves, int depth, bool exact,
                 SearchResult& result, const OnLine& on_line) {
        std::vector<Move> excluded;
        std::vector<SearchLine> found;
        // Where every move is wanted, each is searched alone; otherwise each line is the best of what the earlier ones left.
        const bool every = result.lines.size() == moves.size() && moves.size() > 1;
        for (std::size_t i = 0; i < result.lines.size(); ++i) {
            SearchLine line = result.lines[i];
            if (every) {
                excluded = moves;
                std::erase(excluded, line.moves.front());
            }
            const bool complete = aspire(worker, position, depth, exact, excluded, line);
            line.rank = static_cast<int>(i) + 1;
            line.deepest = worker.deepest();
            line.nodes = nodes_of_all(worker);
            if (!complete) {
                // An interrupted first line is still the best guess: a move overtakes the earlier best only by its full value.
                if (i == 0 && !line.moves.empty() && line.moves != result.lines[0].moves) adopt(line, result);
                return false;
            }
            line.ms = control.elapsed_ms();
            line.table_permille = on_line ? table_.permille() : 0;
            if (!every) excluded.push_back(line.moves.front());
            found.push_back(std::move(line));
        }
        std::stable_sort(found.begin(), found.end(), BestFirst{});
        for (std::size_t i = 0; i < found.size(); ++i) found[i].rank = static_cast<int>(i) + 1;
        result.lines = std::move(found);
        if (on_line) {
            for (const SearchLine& line : result.lines) on_line(line);
        }
        return true;
    }

    /// What all threads have searched, as far as `worker` knows.
    [[nodiscard]] std::uint64_t nodes_of_all(const Search<Rules>& worker) const {
        std::uint64_t total = worker.nodes();
        for (const auto& other : workers_) total += other.get() == &worker ? 0 : other->published_nodes();
        return total;
    }

    /// Puts an unfinished best line first and keeps the moves of the lines distinct.
    static void adopt(const SearchLine& line, SearchResult& result) {
        auto& lines = result.lines;
        const auto same = std::find_if(lines.begin(), lines.end(), [&](const SearchLine& one) { return one.moves[0] == line.moves[0]; });
        const SearchLine moved = line;  // NOLINT(performance-unnecessary-copy-initialization): it may be one of them
        if (same != lines.end()) {
            lines.erase(same);
        } else {
            lines.pop_back();
        }
        lines.insert(lines.begin(), moved);
        for (std::size_t i = 0; i < lines.size(); ++i) lines[i].rank = static_cast<int>(i) + 1;
    }

    /// A root search with a narrow window around the last value, opened where the value lies outside. False if it was interrupted; then
    /// `line` has the moves of the best completed root move that beat the window's floor, if any.
    bool aspire(Search<Rules>& worker, const Pos& position, int depth, bool exact, const std::vector<Move>& excluded, SearchLine& line) {
        const int guess = line.value;
        // In Ataxx values swing by the parity of the depth: a window of half a piece cost 40 Elo.
        int width = evaluator_.unit() * by_.window / 100;
        int alpha = -kInfinite;
        int beta = kInfinite;
        if (use_.aspiration && depth >= 4 && std::abs(guess) < kWin) {
            alpha = guess - width;
            beta = guess + width;
        }
        for (;;) {
            const int value = worker.root(position, depth, alpha, beta, exact, excluded);
            const std::vector<Move> moves = worker.line();
            if (worker.stopped()) {
                line.moves = moves;
                return false;
            }
            if (value <= alpha && alpha > -kInfinite) {
                width *= 3;
                alpha = std::max(value - width, -kInfinite);
                if (width > 40 * evaluator_.unit()) alpha = -kInfinite;
            } else if (value >= beta && beta < kInfinite) {
                width *= 3;
                beta = std::min(value + width, kInfinite);
                if (width > 40 * evaluator_.unit()) beta = kInfinite;
            } else {
                line.value = value;
                line.depth = depth;
                line.exact = exact;
                line.moves = moves;
                return true;
            }
        }
    }

    Rules rules_;
    Facts<Rules> facts_;
    Evaluator<Rules> evaluator_;
    Techniques use_;
    Parameters by_;
    Crew crew_;
    Table table_;
    EndingSolver ending_;
    GameSpec spec_;
    std::shared_ptr<const KnownValues> known_;  ///< null if there is nothing
    BusyMarks marks_;
    std::vector<std::unique_ptr<Search<Rules>>> workers_;
};

void make_here(std::unique_ptr<Engine::Impl>& made, const GameSpec& spec, const EngineOptions& options, Crew&& crew) {
    made = with_game(spec, [&](auto rules) -> std::unique_ptr<Engine::Impl> {
        return std::make_unique<ImplFor<decltype(rules)>>(std::move(rules), spec, options, std::move(crew));
    });
}

/// What goes wrong is said, not thrown; where there are no exceptions, the memory of small things is taken for granted.
template <class Make>
Result<std::unique_ptr<Engine::Impl>> within_memory(const Make& make) {
#if defined(__cpp_exceptions)
    try {
        return make();
    } catch (const std::bad_alloc&) {
        return Error{"there is not enough memory for the search"};
    }
#else
    return make();
#endif
}

}  // namespace

Result<Engine> Engine::make(const GameSpec& spec, const EngineOptions& options) {
    const std::string table = "a table of " + std::to_string(options.hash_mb) + " MB";
    if (const auto lack = lack_of_memory(options.hash_mb << 20, table)) return Error{*lack};
    auto crew = Crew::make(FORAY_THREADS ? std::clamp(options.threads, 1, kMaxThreads) : 1);
    if (!crew) return crew.error();
    auto impl = within_memory([&] {
        std::unique_ptr<Impl> made;
        FORAY_HOT_CHOICE(engine)(made, spec, options, std::move(crew).value());
        return made;
    });
    if (!impl) return impl.error();
    if (!impl.value()->has_memory()) return Error{"the system has no memory for " + table};
    Engine engine;
    engine.impl_ = std::move(impl).value();
    return engine;
}

Engine::Engine(const GameSpec& spec, const EngineOptions& options) {
    auto made = make(spec, options);
#if defined(__cpp_exceptions)
    if (!made) throw std::runtime_error(made.error().message());
#else
    if (!made) std::abort();
#endif
    *this = std::move(made).value();
}
Engine::Engine() = default;
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

SearchResult Engine::search(const WidePosition& position, const SearchRequest& request, const OnLine& on_line) {
    return impl_->search(position, request, on_line);
}
void Engine::new_game() { impl_->new_game(); }
std::vector<EvaluationTerm> Engine::evaluate(const WidePosition& position) const { return impl_->evaluate(position); }

}  // namespace foray

foray::MakeImpl FORAY_HOT_ENTRY(engine)() { return foray::make_here; }
