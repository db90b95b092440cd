// foray.Agent and foray.play_match: players against each other, Foray's own and functions of Python's.
#include "bindings.h"
#include "foray/agents/agent.h"
#include "foray/match/runner.h"
#include "foray/notation/fen.h"
#include "interrupts.h"

namespace foray::python {
namespace {

/// Something of Python's that threads without its lock may copy and drop.
using Shared = std::shared_ptr<py::object>;
Shared share(py::object object) {
    return {new py::object(std::move(object)), [](py::object* held) {
                const py::gil_scoped_acquire acquired;
                delete held;
            }};
}

/// What went wrong first in a function of Python's; ends the match.
class Trouble {
public:
    void add(std::exception_ptr failure) {
        const std::lock_guard lock(mutex_);
        if (!first_) first_ = std::move(failure);
    }
    [[nodiscard]] bool any() const {
        const std::lock_guard lock(mutex_);
        return first_ != nullptr;
    }
    void raise() const {
        const std::lock_guard lock(mutex_);
        if (first_) std::rethrow_exception(first_);
    }

private:
    mutable std::mutex mutex_;
    std::exception_ptr first_;
};

/// A function of the state as a player. The state it is shown begins where it was first asked in this game.
class FunctionAgent final : public Agent {
public:
    FunctionAgent(GamePtr game, std::string name, Shared function, std::shared_ptr<Trouble> trouble)
        : game_(std::move(game)), name_(std::move(name)), function_(std::move(function)), trouble_(std::move(trouble)) {}
    [[nodiscard]] std::string name() const override { return name_; }
    void new_game() override { play_.reset(); }

    [[nodiscard]] Choice choose(const WidePosition& position, const SearchRequest& /*request*/, const OnInfo& /*on_info*/) override {
        if (trouble_->any()) return Failure{Ending::kCrash, "the match was ended"};
        follow(position);
        const py::gil_scoped_acquire acquired;
        std::string said;
        try {
            const py::object answer = (*function_)(Play(*play_));
            said = py::str(answer);
            const Move move = move_from(*play_, answer);
            play_->apply(move);
            return Decision{.move = move};
        } catch (const BadInput& bad) {
            return Failure{Ending::kIllegalMove, said + ": " + bad.what()};
        } catch (...) {
            trouble_->add(std::current_exception());
            return Failure{Ending::kCrash, "the function raised an exception"};
        }
    }

private:
    /// Makes play_ lead to the position, by the other's reply if it can.
    void follow(const WidePosition& position) {
        if (play_ && !play_->over()) {
            for (const Move reply : game_->game().legal_moves(play_->position())) {
                if (game_->game().after(play_->position(), reply) == position) {
                    play_->apply(reply);
                    return;
                }
            }
        }
        LoadedGame::Parameters words = game_->parameters();
        if (position != game_->start()) words["position"] = print_fen(game_->game(), position);
        play_ = std::make_unique<Play>(
            std::make_shared<const LoadedGame>(Played{game_->game(), Line{{}, {position}}}, std::move(words), game_->utility()));
    }

    GamePtr game_;
    std::string name_;
    Shared function_;
    std::shared_ptr<Trouble> trouble_;
    std::unique_ptr<Play> play_;
};

/// A player of Foray's own, by its name.
class NamedAgent {
public:
    NamedAgent(GamePtr game, const std::string& name) : game_(std::move(game)), agent_(require(make_agent(game_->spec(), name))) {}
    [[nodiscard]] std::string name() const { return agent_->name(); }
    int choose(const Play& play, const Limits& limits) {
        if (play.game()->spec() != game_->spec()) throw BadInput("this player plays " + game_->text());
        if (play.over()) throw BadInput("the game is over: there is nothing to choose");
        SearchRequest request{.budget = {.nodes = limits.nodes, .depth = limits.depth}};
        if (limits.seconds) request.budget.ms = *limits.seconds * 1000;
        std::optional<Choice> choice;
        interruptibly([&, position = play.position()](const std::atomic<bool>& stop) {
            request.stop = &stop;
            choice = agent_->choose(position, request, {});
        });
        if (!*choice) throw BadInput(name() + " gives no move: " + choice->error().detail);
        return play.positions().number_of((*choice)->move);
    }

private:
    GamePtr game_;
    std::unique_ptr<Agent> agent_;
};

struct Match {
    MatchScore score;
    PairEstimate estimate;
    std::vector<GameRecord> games;
};

std::string name_of(const py::object& player) {
    if (py::isinstance<py::str>(player)) return player.cast<std::string>();
    if (py::hasattr(player, "__name__")) return py::str(player.attr("__name__"));
    return py::str(py::type::of(player).attr("__name__"));
}

std::unique_ptr<Match> play_match(const GamePtr& game, const py::object& first, const py::object& second, int games,
                                  std::optional<int> opening_plies, std::uint64_t seed, int threads, const Limits& limits,
                                  const py::object& on_game) {
    if (games < 2 || games % 2 != 0) throw BadInput("games: expected an even number, at least 2: openings are played from both sides");
    if (opening_plies && (*opening_plies < 0 || *opening_plies > 100)) throw BadInput("opening_plies: expected 0 to 100");
    if (threads < 1 || threads > 256) throw BadInput("threads: expected 1 to 256");
    const std::array players{first, second};
    std::array<Shared, 2> functions;
    const std::array names{name_of(first), name_of(second)};
    for (const std::size_t i : {0U, 1U}) {
        if (py::isinstance<py::str>(players[i])) {
            static_cast<void>(require(make_agent(game->spec(), names[i])));
        } else if (PyCallable_Check(players[i].ptr()) != 0) {
            functions[i] = share(players[i]);
        } else {
            throw BadInput("a player is the name of one of Foray's, such as 'engine:level=3', or a function of the state");
        }
    }
    const auto trouble = std::make_shared<Trouble>();
    MatchSettings settings{.pairs = games / 2, .seed = seed, .workers = threads};
    if (opening_plies) settings.opening_plies = PlyRange{*opening_plies, *opening_plies};
    const Budget budget{
        .ms = limits.seconds ? std::optional(*limits.seconds * 1000) : std::nullopt, .nodes = limits.nodes, .depth = limits.depth};
    for (const std::size_t i : {0U, 1U}) settings.budgets[i] = budget;
    // Who waits for Python's lock does not think.
    if (functions[0] || functions[1]) settings.margin_ms = 1e9;
    const MakePlayer make = [&](int player) -> Result<std::unique_ptr<Agent>> {
        const auto i = static_cast<std::size_t>(player);
        if (!functions[i]) return make_agent(game->spec(), names[i]);
        return std::unique_ptr<Agent>(std::make_unique<FunctionAgent>(game, names[i], functions[i], trouble));
    };
    std::vector<std::optional<std::array<GameRecord, 2>>> pairs(static_cast<std::size_t>(games / 2));
    const Shared hear = on_game.is_none() ? nullptr : share(on_game);
    const OnPair on_pair = [&](const FinishedPair& pair, const MatchScore& /*score*/) {
        pairs[static_cast<std::size_t>(pair.index)] = pair.games;
        if (!hear) return;
        const py::gil_scoped_acquire acquired;
        try {
            for (const GameRecord& record : pair.games) (*hear)(record);
        } catch (...) {
            trouble->add(std::current_exception());
        }
    };
    auto match = std::make_unique<Match>();
    std::optional<Result<MatchScore>> result;
    interruptibly(
        [&](const std::atomic<bool>& stop) {
            settings.stop = &stop;
            result = run_match(game->game(), game->start(), settings, make, on_pair);
        },
        [&] { trouble->raise(); });
    match->score = require(std::move(*result));
    match->estimate = estimate(match->score.tally.pairs);
    for (auto& pair : pairs) {
        if (!pair) continue;
        for (GameRecord& record : *pair) match->games.push_back(std::move(record));
    }
    return match;
}

std::vector<std::pair<std::string, std::string>> players() {
    std::vector<std::pair<std::string, std::string>> out;
    for (const AgentHelp& help : agent_help()) out.emplace_back(help.syntax, help.meaning);
    return out;
}

void bind_results(py::module_& module) {
    py::class_<Match>(module, "Match", "What a match brought, seen by the first player.")
        .def_property_readonly("wins", [](const Match& match) { return match.score.tally.wins; })
        .def_property_readonly("draws", [](const Match& match) { return match.score.tally.draws; })
        .def_property_readonly("losses", [](const Match& match) { return match.score.tally.losses; })
        .def_property_readonly("points", [](const Match& match) { return match.score.tally.points(); })
        .def_property_readonly(
            "margin", [](const Match& match) { return match.score.margin; }, "Points won by, summed over games.")
        .def_property_readonly("elo", [](const Match& match) { return match.estimate.elo; })
        .def_property_readonly(
            "elo_error", [](const Match& match) { return match.estimate.elo_error; }, "Half the width of the 95 % interval.")
        .def_property_readonly(
            "los", [](const Match& match) { return match.estimate.los; }, "How likely it is that the first player is the better one.")
        .def_property_readonly(
            "pairs", [](const Match& match) { return match.score.tally.pairs; },
            "How many pairs of games brought 0, 1/2, 1, 3/2 and 2 points.")
        .def_readonly("games", &Match::games, "The records, pair by pair; the first player begins in the first of each.")
        .def("__repr__", [](const Match& match) {
            const Tally& tally = match.score.tally;
            return "<foray.Match +" + std::to_string(tally.wins) + " =" + std::to_string(tally.draws) + " -" +
                   std::to_string(tally.losses) + ">";
        });
}

}  // namespace

void bind_match(py::module_& module) {
    bind_results(module);
    py::class_<NamedAgent>(module, "Agent",
                           R"py(A player of Foray's own, by its name (foray.players() lists them). It can be called with a state.

>>> state = foray.load_game("wargame(board=Smolensk)").new_initial_state()
>>> greedy = foray.Agent(state.get_game(), "greedy")
>>> state.action_to_string(greedy(state))
'a5')py")
        .def(py::init<GamePtr, const std::string&>(), py::arg("game"), py::arg("name"))
        .def_property_readonly("name", &NamedAgent::name)
        .def(
            "choose",
            [](NamedAgent& agent, const Play& state, std::optional<double> seconds, std::optional<std::uint64_t> nodes,
               std::optional<int> depth) { return agent.choose(state, {seconds, nodes, depth}); },
            py::arg("state"), py::kw_only(), py::arg("seconds") = py::none(), py::arg("nodes") = py::none(), py::arg("depth") = py::none(),
            "An action.")
        .def("__call__", [](NamedAgent& agent, const Play& state) { return agent.choose(state, {}); }, py::arg("state"));
    module.def("players", &players, "What names of players there are, and what they mean.");
    module.def(
        "play_match",
        [](const GamePtr& game, const py::object& first, const py::object& second, int games, std::optional<int> opening_plies,
           std::uint64_t seed, int threads, std::optional<double> seconds, std::optional<std::uint64_t> nodes, std::optional<int> depth,
           const py::object& on_game) {
            return play_match(game, first, second, games, opening_plies, seed, threads, {seconds, nodes, depth}, on_game);
        },
        py::arg("game"), py::arg("first"), py::arg("second"), py::arg("games") = 20, py::kw_only(), py::arg("opening_plies") = py::none(),
        py::arg("seed") = 1, py::arg("threads") = 1, py::arg("seconds") = py::none(), py::arg("nodes") = py::none(),
        py::arg("depth") = py::none(), py::arg("on_game") = py::none(),
        R"py(A match of games in pairs: each opening is played from both sides. A player is a name, or a function of the state that returns
an action or a move as text. Games begin with opening_plies random moves; if not given, with as many as it takes for openings that
differ. Limits are of one move and for Foray's own players; on_game(record) hears every game as its pair ends.

>>> import random
>>> game = foray.load_game("ataxx(size=5)")
>>> match = foray.play_match(game, "engine:level=2", lambda state: random.choice(state.legal_actions()), games=4)
>>> match.wins + match.draws + match.losses, len(match.games)
(4, 4))py");
}

}  // namespace foray::python
