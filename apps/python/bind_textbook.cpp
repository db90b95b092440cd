// foray.trace: textbook searches as their events.
#include "bindings.h"
#include "foray/agents/describe.h"
#include "foray/textbook/search.h"
#include "interrupts.h"

namespace foray::python {
namespace {

struct Trace {
    GamePtr game;
    bool with_window = false;
    std::vector<TraceEvent> events;
    SearchAnswer answer;
    int action = 0;
};

struct Event {
    GamePtr game;
    TraceEvent event;
};

std::string log_of(const Trace& trace) {
    std::string out(log_header(trace.with_window));
    if (!out.empty() && out.back() != '\n') out += '\n';
    for (const TraceEvent& event : trace.events) append_log_line(out, trace.game->spec(), event, trace.with_window);
    return out;
}

py::object limit_of(int value) {
    if (value <= -kInfinity || value >= kInfinity) return py::float_(value > 0 ? HUGE_VAL : -HUGE_VAL);
    return py::int_(value);
}

Trace trace_of(const Play& play, const std::string& player, std::size_t most_events) {
    const auto options = require(textbook_options_of(player));
    if (!options) throw BadInput("'" + player + "' is no textbook player: greedy, minimax:DEPTH or alphabeta:DEPTH are");
    if (options->turn != RootTurn::kAlternate) throw BadInput("'" + player + "' leaves no trace");
    if (play.over()) throw BadInput("the game is over: there is nothing to search");
    Trace trace{play.game(), options->algorithm == Algorithm::kAlphaBeta, {}, {}, 0};
    const TextbookSearcher searcher(play.game()->spec(), *options);
    interruptibly([&, position = play.position()](const std::atomic<bool>& stop) {
        trace.answer = searcher.trace(position, [&](const TraceEvent& event) {
            if (stop.load(std::memory_order_relaxed)) throw Stopped{};
            if (trace.events.size() == most_events) {
                throw BadInput("the search has more than " + std::to_string(most_events) +
                               " events; most_events says how many may be kept");
            }
            trace.events.push_back(event);
        });
    });
    trace.action = play.positions().number_of(trace.answer.move);
    return trace;
}

}  // namespace

void bind_textbook(py::module_& module) {
    py::class_<Event>(module, "TraceEvent", "A step of a textbook search, from the searching player's side.")
        .def_property_readonly(
            "kind", [](const Event& event) { return text(print_kind(event.event.kind)); }, "'enter', 'leaf', 'update' or 'cut'.")
        .def_property_readonly(
            "node", [](const Event& event) { return node_name(event.game->spec(), event.event); }, "'root', or the move that led there.")
        .def_property_readonly("ply", [](const Event& event) { return event.event.ply; })
        .def_property_readonly("value", [](const Event& event) { return limit_of(event.event.value); })
        .def_property_readonly("alpha", [](const Event& event) { return limit_of(event.event.alpha); })
        .def_property_readonly("beta", [](const Event& event) { return limit_of(event.event.beta); })
        .def("__repr__", [](const Event& event) {
            return "<foray.TraceEvent " + std::string(print_kind(event.event.kind)) + " " + node_name(event.game->spec(), event.event) +
                   " " + print_value(event.event.value) + ">";
        });
    py::class_<Trace>(module, "Trace", "A textbook search: a sequence of its events, and its answer.")
        .def("__len__", [](const Trace& trace) { return trace.events.size(); })
        .def("__getitem__",
             [](const Trace& trace, std::ptrdiff_t index) {
                 const auto size = static_cast<std::ptrdiff_t>(trace.events.size());
                 if (index < 0) index += size;
                 if (index < 0 || index >= size) throw py::index_error("no such event");
                 return Event{trace.game, trace.events[static_cast<std::size_t>(index)]};
             })
        .def_property_readonly("value", [](const Trace& trace) { return trace.answer.value; })
        .def_property_readonly("nodes", [](const Trace& trace) { return trace.answer.nodes; })
        .def_readonly("action", &Trace::action)
        .def("log", &log_of, "The log as courses want it.");
    module.def("trace", &trace_of, py::arg("state"), py::arg("player") = "alphabeta:2", py::arg("most_events") = 1'000'000,
               R"py(A textbook search, event by event.

>>> state = foray.load_game("wargame(board=1 2/3 4)").new_initial_state()
>>> trace = foray.trace(state, "minimax:1")
>>> [event.kind for event in trace][:3], trace.value, trace.nodes
(['enter', 'leaf', 'update'], 4, 5)
>>> print(trace.log()[:28])
Node,Depth,Value
root,0,-Inf)py");
}

}  // namespace foray::python
