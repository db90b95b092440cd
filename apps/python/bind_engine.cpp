// foray.Engine: the strong player, and its lines as they are found.
#include "foray/engine/engine.h"

#include <deque>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "bindings.h"
#include "foray/engine/bench.h"
#include "foray/engine/levels.h"
#include "foray/notation/move_text.h"
#include "interrupts.h"

namespace foray::python {
namespace {

/// A line with the game it belongs to.
struct Found {
    GamePtr game;
    SearchLine line;
    std::vector<int> actions;
};

/// An engine and the game it plays; one search at a time.
class Player {
public:
    Player(const GamePtr& game, int threads, std::size_t hash_mb, const std::string& network) : game_(game) {
        if (threads < 1 || threads > kMaxThreads) throw BadInput("threads: expected 1 to " + std::to_string(kMaxThreads));
        if (hash_mb < 1 || hash_mb > 65'536) throw BadInput("hash_mb: expected 1 to 65536");
        EngineOptions options{.hash_mb = hash_mb, .threads = threads};
        options.network = require(network_named(network, game->spec()));
        engine_ = std::make_unique<Engine>(require(Engine::make(game->spec(), options)));
    }
    [[nodiscard]] const GamePtr& game() const { return game_; }

    SearchResult search(const WidePosition& position, const SearchRequest& request, std::optional<int> level, std::uint64_t seed,
                        const OnLine& on_line) {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock) throw BadInput("this engine is searching already; end that search, or make another engine");
        if (!level) return engine_->search(position, request, on_line);
        return search_at_level(*engine_, game_->spec(), position, *level, request, on_line, seed);
    }
    void new_game() {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        if (!lock) throw BadInput("this engine is searching");
        engine_->new_game();
    }
    [[nodiscard]] std::vector<EvaluationTerm> evaluate(const WidePosition& position) const { return engine_->evaluate(position); }

    /// What can be searched at all.
    void check(const Play& play, std::optional<int> level) const {
        if (play.game()->spec() != game_->spec()) throw BadInput("this engine plays " + game_->text() + ", not " + play.game()->text());
        if (play.over()) throw BadInput("the game is over: there is nothing to search");
        if (level && (*level < 1 || *level > kLevels)) throw BadInput("level: expected 1 to " + std::to_string(kLevels));
    }

    [[nodiscard]] Found found(const Play& play, const SearchLine& line) const {
        Found out{game_, line, {}};
        for (const Move move : line.moves) out.actions.push_back(play.positions().number_of(move));
        return out;
    }

private:
    GamePtr game_;
    std::unique_ptr<Engine> engine_;
    std::mutex mutex_;
};

SearchRequest request_of(const Limits& limits, int lines) {
    if (limits.seconds && !(*limits.seconds > 0 && *limits.seconds < 1e9)) throw BadInput("seconds: expected a number above 0");
    if (limits.nodes && *limits.nodes < 1) throw BadInput("nodes: expected at least 1");
    if (limits.depth && (*limits.depth < 1 || *limits.depth > kMaxDepth)) {
        throw BadInput("depth: expected 1 to " + std::to_string(kMaxDepth));
    }
    if (lines < 1 || lines > 256) throw BadInput("lines: expected 1 to 256");
    SearchRequest request{.budget = {.nodes = limits.nodes, .depth = limits.depth}, .lines = lines};
    if (limits.seconds) request.budget.ms = *limits.seconds * 1000;
    return request;
}

std::vector<Found> search(Player& player, const Play& play, const Limits& limits, int lines, std::optional<int> level, std::uint64_t seed) {
    player.check(play, level);
    if (!level && !limits.seconds && !limits.nodes && !limits.depth) {
        throw BadInput("a search needs a limit: seconds, nodes, depth or level (analyse() does without)");
    }
    SearchRequest request = request_of(limits, lines);
    SearchResult result;
    interruptibly([&, position = play.position()](const std::atomic<bool>& stop) {
        request.stop = &stop;
        result = player.search(position, request, level, seed, {});
    });
    std::vector<Found> out;
    for (const SearchLine& line : result.lines) out.push_back(player.found(play, line));
    return out;
}

/// A search at work, and its lines so far.
class Analysis {
public:
    Analysis(std::shared_ptr<Player> player, const Play& play, const Limits& limits, int lines)
        : player_(std::move(player)), play_(play), request_(request_of(limits, lines)) {
        player_->check(play_, {});
        request_.stop = &stop_;
        worker_ = std::thread([this, position = play_.position()] { work(position); });
    }
    Analysis(const Analysis&) = delete;
    Analysis& operator=(const Analysis&) = delete;
    ~Analysis() { close(); }

    void close() {
        stop_.store(true);
        const py::gil_scoped_release released;
        if (worker_.joinable()) worker_.join();
    }

    Found next() {
        while (true) {
            {
                const py::gil_scoped_release released;
                std::unique_lock lock(mutex_);
                changed_.wait_for(lock, kTick, [&] { return done_ || !lines_.empty(); });
            }
            if (PyErr_CheckSignals() != 0) {
                stop_.store(true);
                throw py::error_already_set();
            }
            const std::lock_guard lock(mutex_);
            if (!lines_.empty()) {
                const SearchLine line = std::move(lines_.front());
                lines_.pop_front();
                return player_->found(play_, line);
            }
            if (!done_) continue;
            if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
            throw py::stop_iteration();
        }
    }

private:
    void work(const WidePosition& position) {
        std::exception_ptr failure;
        try {
            static_cast<void>(player_->search(position, request_, {}, 0, [&](const SearchLine& line) {
                const std::lock_guard lock(mutex_);
                lines_.push_back(line);
                changed_.notify_one();
            }));
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex_);
        done_ = true;
        failure_ = failure;
        changed_.notify_one();
    }

    std::shared_ptr<Player> player_;
    Play play_;
    SearchRequest request_;
    std::atomic<bool> stop_{false};
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<SearchLine> lines_;
    bool done_ = false;
    std::exception_ptr failure_;
    std::thread worker_;
};

py::dict evaluate(const Player& player, const Play& play) {
    if (play.game()->spec() != player.game()->spec()) throw BadInput("this engine plays " + player.game()->text());
    py::dict out;
    for (const EvaluationTerm& term : player.evaluate(play.position())) out[text(term.name)] = term.value / 100.0;
    return out;
}

py::dict bench(int deeper) {
    if (deeper < 0 || deeper > 4) throw BadInput("deeper: expected 0 to 4");
    BenchTotal total;
    std::vector<BenchRow> rows;
    interruptibly([&](const std::atomic<bool>& stop) {
        total = run_bench({}, deeper, [&](const BenchRow& row) {
            if (stop.load()) throw Stopped{};
            rows.push_back(row);
        });
    });
    py::list listed;
    for (const BenchRow& row : rows) {
        listed.append(
            py::dict(py::arg("name") = row.name, py::arg("depth") = row.depth, py::arg("nodes") = row.nodes, py::arg("ms") = row.ms));
    }
    return py::dict(py::arg("nodes") = total.nodes, py::arg("ms") = total.ms, py::arg("rows") = listed);
}

void bind_line(py::module_& module) {
    py::class_<Found>(module, "Line",
                      "A line of play and what the engine knows about it. Values are points or pieces, for the side to move.")
        .def_property_readonly(
            "rank", [](const Found& found) { return found.line.rank; }, "1 for the best move.")
        .def_property_readonly("depth", [](const Found& found) { return found.line.depth; })
        .def_property_readonly(
            "deepest", [](const Found& found) { return found.line.deepest; }, "The longest line looked at.")
        .def_property_readonly("value", [](const Found& found) { return margin_of(found.game->spec().family(), found.line.value) / 100.0; })
        .def_property_readonly(
            "exact", [](const Found& found) { return found.line.exact; }, "Whether the value is proved.")
        .def_property_readonly(
            "wins",
            [](const Found& found) -> py::object {
                const Family family = found.game->spec().family();
                if (!is_proved_win(family, found.line.value) && !found.line.exact) return py::none();
                return py::int_((found.line.value > 0) - (found.line.value < 0));
            },
            "1, 0 or -1 where it is certain who wins, else None.")
        .def_property_readonly("moves", [](const Found& found) { return texts_of(found.game->spec(), found.line.moves); })
        .def_property_readonly("actions", [](const Found& found) { return found.actions; })
        .def_property_readonly(
            "action", [](const Found& found) { return found.actions.front(); }, "The first one.")
        .def_property_readonly("move", [](const Found& found) { return print_move(found.game->spec(), found.line.moves.front()); })
        .def_property_readonly("nodes", [](const Found& found) { return found.line.nodes; })
        .def_property_readonly("seconds", [](const Found& found) { return found.line.ms / 1000; })
        .def("__repr__", [](const Found& found) {
            std::ostringstream out;
            out << "<foray.Line " << found.line.rank << ". depth " << found.line.depth << " value "
                << margin_of(found.game->spec().family(), found.line.value) / 100.0 << (found.line.exact ? " exact:" : ":");
            for (const Move move : found.line.moves) out << " " << print_move(found.game->spec(), move);
            out << ">";
            return out.str();
        });
}

}  // namespace

void bind_engine(py::module_& module) {
    set_network_reader([](const std::string& path) -> Result<std::string> {
        std::ifstream file(path, std::ios::binary);
        if (!file || std::filesystem::is_directory(path)) return Error{"cannot be read"}.in(path);
        return std::string(std::istreambuf_iterator<char>(file), {});
    });
    bind_line(module);
    py::class_<Analysis>(module, "Analysis", "A search at work: an iterator over its lines. It ends with its limits, close(), or `with`.")
        .def("__iter__", [](const py::object& self) { return self; })
        .def("__next__", &Analysis::next)
        .def("close", &Analysis::close, "Ends the search.")
        .def("__enter__", [](const py::object& self) { return self; })
        .def("__exit__", [](Analysis& analysis, const py::args&) { analysis.close(); });
    py::class_<Player, std::shared_ptr<Player>>(module, "Engine", R"py(The strong player of one game.

>>> game = foray.load_game("wargame(board=Smolensk)")
>>> engine = foray.Engine(game)
>>> best = engine.search(game.new_initial_state(), depth=6)[0]
>>> best.depth, best.move in game.new_initial_state().legal_moves()
(6, True)
>>> for line in engine.analyse(game.new_initial_state(), depth=3):
...     print(line.depth)  # doctest: +ELLIPSIS
1
...
3)py")
        .def(py::init<const GamePtr&, int, std::size_t, const std::string&>(), py::arg("game"), py::arg("threads") = 1,
             py::arg("hash_mb") = 16, py::arg("network") = "default",
             "`network` is 'default', 'linear' (none) or the path of a network file.")
        .def_property_readonly("game", [](const Player& player) { return std::const_pointer_cast<LoadedGame>(player.game()); })
        .def(
            "search",
            [](Player& player, const Play& state, std::optional<double> seconds, std::optional<std::uint64_t> nodes,
               std::optional<int> depth, int lines, std::optional<int> level,
               std::uint64_t seed) { return search(player, state, {seconds, nodes, depth}, lines, level, seed); },
            py::arg("state"), py::kw_only(), py::arg("seconds") = py::none(), py::arg("nodes") = py::none(), py::arg("depth") = py::none(),
            py::arg("lines") = 1, py::arg("level") = py::none(), py::arg("seed") = 0,
            "The best lines when the limits are reached, the best first. At a `level` (1 to 8) the chosen move comes first.")
        .def(
            "analyse",
            [](const std::shared_ptr<Player>& player, const Play& state, std::optional<double> seconds, std::optional<std::uint64_t> nodes,
               std::optional<int> depth,
               int lines) { return std::make_unique<Analysis>(player, state, Limits{seconds, nodes, depth}, lines); },
            py::arg("state"), py::kw_only(), py::arg("seconds") = py::none(), py::arg("nodes") = py::none(), py::arg("depth") = py::none(),
            py::arg("lines") = 1,
            "The lines as they are found, while the search goes on in a thread of its own; without limits until closed.")
        .def("evaluate", &evaluate, py::arg("state"), "The static evaluation, term by term, for the side to move.")
        .def("new_game", &Player::new_game, "Forgets what was seen before.");
    module.def("bench", &bench, py::arg("deeper") = 0,
               "Fixed positions of all games, searched to fixed depths: 'nodes' is the engine's signature, the same on every machine.");
    module.attr("LEVELS") = kLevels;
}

}  // namespace foray::python
