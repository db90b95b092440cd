// foray.Solver and foray.perft: what can be known for certain.
#include "bindings.h"
#include "foray/notation/move_text.h"
#include "foray/rules/perft.h"
#include "foray/rules/with_game.h"
#include "foray/solver/solver.h"
#include "interrupts.h"

namespace foray::python {
namespace {

using solver::Answer;
using OnBounds = std::function<void(int, int, std::uint64_t)>;

class Prover {
public:
    Prover(const Play& root, int threads, std::optional<std::size_t> hash_mb) : root_(root) {
        if (threads < 1 || threads > 64) throw BadInput("threads: expected 1 to 64");
        if (hash_mb && (*hash_mb < 1 || *hash_mb > (std::size_t{1} << 20))) throw BadInput("hash_mb: expected 1 to 1048576");
        solver::SolverOptions options;
        options.threads = threads;
        if (hash_mb) solver::Solver::divide(*hash_mb << 20, root.game()->spec(), root.position(), options);
        solver_ = require(solver::Solver::make(root.game()->spec(), root.position(), options));
    }

private:
    template <class Question>
    auto ask(const std::optional<Play>& at, const Limits& limits, const OnBounds& on_bounds, const Question& question) {
        const Play& play = at ? *at : root_;
        if (play.game()->spec() != root_.game()->spec()) throw BadInput("this solver is of " + root_.game()->text());
        const WidePosition position = play.position();
        if (((root_.position().own | root_.position().opp) - position.occupied()).any()) {
            throw BadInput("this position cannot be reached from the one that the solver was made for");
        }
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock) throw BadInput("this solver is at work already");
        SearchRequest request{.budget = {.nodes = limits.nodes}};
        if (limits.seconds) request.budget.ms = *limits.seconds * 1000;
        std::optional<decltype(question(*solver_, position, request))> answer;
        std::pair<int, int> last{0, 0};
        interruptibly(
            [&](const std::atomic<bool>& stop) {
                request.stop = &stop;
                answer = question(*solver_, position, request);
            },
            [&] {
                if (!on_bounds) return;
                const solver::Progress now = solver_->progress();
                if (std::pair(now.lower, now.upper) == last) return;
                last = {now.lower, now.upper};
                on_bounds(now.lower, now.upper, now.nodes);
            });
        return *answer;
    }

public:
    Answer solve(const std::optional<Play>& at, const Limits& limits, const OnBounds& on_bounds) {
        return ask(at, limits, on_bounds,
                   [](auto& solver, const auto& position, const auto& request) { return solver.solve(position, request); });
    }
    Answer prove(const std::optional<Play>& at, int value, const Limits& limits) {
        return ask(at, limits, {},
                   [value](auto& solver, const auto& position, const auto& request) { return solver.prove(position, value, request); });
    }
    std::vector<Move> line(const std::optional<Play>& at, int value, const Limits& limits) {
        return ask(at, limits, {},
                   [value](auto& solver, const auto& position, const auto& request) { return solver.best_line(position, value, request); });
    }
    std::vector<solver::MoveValue> move_values(const std::optional<Play>& at, const Limits& limits) {
        return ask(at, limits, {},
                   [](auto& solver, const auto& position, const auto& request) { return solver.move_values(position, request); });
    }
    [[nodiscard]] const Play& root() const { return root_; }
    [[nodiscard]] std::uint64_t nodes() const { return solver_->nodes(); }

private:
    Play root_;
    std::unique_ptr<solver::Solver> solver_;
    std::mutex mutex_;
};

/// Bounds of a value and best play, as Python has them.
struct Solved {
    Answer answer;
    std::vector<int> actions{};
    py::list moves{};
    std::uint64_t nodes = 0;
};

Solved solve(Prover& prover, const std::optional<Play>& state, const Limits& limits, const OnBounds& on_bounds) {
    Solved out{.answer = prover.solve(state, limits, on_bounds)};
    const Play& play = state ? *state : prover.root();
    if (out.answer.finished()) {
        const std::vector<Move> line = prover.line(state, out.answer.lower, limits);
        for (const Move move : line) out.actions.push_back(play.positions().number_of(move));
        out.moves = texts_of(play.game()->spec(), line);
    }
    out.nodes = prover.nodes();
    return out;
}

std::optional<bool> prove(Prover& prover, int value, const std::optional<Play>& state, const Limits& limits) {
    const Answer answer = prover.prove(state, value, limits);
    if (answer.lower >= value) return true;
    if (answer.upper < value) return false;
    return std::nullopt;
}

py::dict move_values(Prover& prover, const std::optional<Play>& state, const Limits& limits) {
    py::dict out;
    const Play& play = state ? *state : prover.root();
    for (const solver::MoveValue& each : prover.move_values(state, limits)) {
        out[py::int_(play.positions().number_of(each.move))] = py::make_tuple(each.value.lower, each.value.upper);
    }
    return out;
}

/// perft() can be stopped nowhere, so that the upper plies are played one by one.
template <class Rules>
std::uint64_t count(const Rules& rules, const typename Rules::Pos& position, int depth, const std::atomic<bool>& stop) {
    if (stop.load(std::memory_order_relaxed)) throw Stopped{};
    if (depth <= 4) return perft(rules, position, depth);
    MoveList<Rules::kWords> moves;
    rules.generate(position, moves);
    std::uint64_t total = 0;
    for (const Move move : moves) {
        auto child = position;
        rules.apply(child, move);
        total += count(rules, child, depth - 1, stop);
    }
    return total;
}

std::uint64_t perft_of(const Play& play, int depth) {
    if (depth < 0 || depth > 99) throw BadInput("depth: expected 0 to 99");
    std::uint64_t total = 0;
    interruptibly([&, position = play.position()](const std::atomic<bool>& stop) {
        with_game(play.game()->spec(), [&](const auto& rules) {
            total = count(rules, position.template resized<std::decay_t<decltype(rules)>::kWords>(), depth, stop);
        });
    });
    return total;
}

void bind_answer(py::module_& module) {
    py::class_<Solved>(module, "Solved", "What is proved of a value, in points for the side to move: lower <= value <= upper.")
        .def_property_readonly("lower", [](const Solved& solved) { return solved.answer.lower; })
        .def_property_readonly("upper", [](const Solved& solved) { return solved.answer.upper; })
        .def_property_readonly("finished", [](const Solved& solved) { return solved.answer.finished(); })
        .def_property_readonly(
            "value", [](const Solved& solved) { return solved.answer.finished() ? std::optional(solved.answer.lower) : std::nullopt; },
            "The value; None if it was not found within the limits.")
        .def_property_readonly(
            "strategy", [](const Solved& solved) { return text(solved.answer.strategy); }, "The theorem that gave a bound at once, or ''.")
        .def_readonly("actions", &Solved::actions, "Best play to the end, where the value is known.")
        .def_readonly("moves", &Solved::moves)
        .def_readonly("nodes", &Solved::nodes)
        .def("__repr__", [](const Solved& solved) {
            const Answer& answer = solved.answer;
            return answer.finished() ? "<foray.Solved value " + std::to_string(answer.lower) + ">"
                                     : "<foray.Solved " + std::to_string(answer.lower) + " to " + std::to_string(answer.upper) + ">";
        });
}

}  // namespace

void bind_solver(py::module_& module) {
    bind_answer(module);
    py::class_<Prover>(module, "Solver", R"py(Exact values of positions of the raid family, up to 64 squares.

>>> solver = foray.Solver(foray.load_game("wargame(board=random:7:3x3)").new_initial_state())
>>> solver.solve().value, solver.prove(0), solver.prove(500)
(117, True, False))py")
        .def(py::init<const Play&, int, std::optional<std::size_t>>(), py::arg("state"), py::arg("threads") = 1,
             py::arg("hash_mb") = py::none(), "For this position and all that can be reached from it.")
        .def(
            "solve",
            [](Prover& prover, const std::optional<Play>& state, std::optional<double> seconds, std::optional<std::uint64_t> nodes,
               const OnBounds& on_bounds) { return solve(prover, state, {seconds, nodes, {}}, on_bounds); },
            py::arg("state") = py::none(), py::kw_only(), py::arg("seconds") = py::none(), py::arg("nodes") = py::none(),
            py::arg("on_bounds") = py::none(), "The value; `on_bounds(lower, upper, nodes)` hears what is proved so far.")
        .def(
            "prove",
            [](Prover& prover, int value, const std::optional<Play>& state, std::optional<double> seconds,
               std::optional<std::uint64_t> nodes) { return prove(prover, value, state, {seconds, nodes, {}}); },
            py::arg("value"), py::arg("state") = py::none(), py::kw_only(), py::arg("seconds") = py::none(), py::arg("nodes") = py::none(),
            "Whether the value is at least this; None if the limits came first.")
        .def(
            "move_values",
            [](Prover& prover, const std::optional<Play>& state, std::optional<double> seconds, std::optional<std::uint64_t> nodes) {
                return move_values(prover, state, {seconds, nodes, {}});
            },
            py::arg("state") = py::none(), py::kw_only(), py::arg("seconds") = py::none(), py::arg("nodes") = py::none(),
            "Bounds of the value after every legal action, for the side to move.")
        .def_property_readonly("nodes", &Prover::nodes);
    module.def(
        "solve",
        [](const Play& state, std::optional<double> seconds, std::optional<std::uint64_t> nodes, int threads,
           std::optional<std::size_t> hash_mb, const OnBounds& on_bounds) {
            Prover prover(state, threads, hash_mb);
            return solve(prover, std::nullopt, {seconds, nodes, {}}, on_bounds);
        },
        py::arg("state"), py::kw_only(), py::arg("seconds") = py::none(), py::arg("nodes") = py::none(), py::arg("threads") = 1,
        py::arg("hash_mb") = py::none(), py::arg("on_bounds") = py::none(),
        R"py(The exact value of a position of the raid family, and best play.

>>> foray.solve(foray.load_game("wargame(board=1 2/3 4)").new_initial_state())
<foray.Solved value 0>)py");
    module.def("perft", &perft_of, py::arg("state"), py::arg("depth"), R"py(How many sequences of so many moves there are.

>>> foray.perft(foray.load_game("ataxx").new_initial_state(), 4)
155888)py");
}

}  // namespace foray::python
