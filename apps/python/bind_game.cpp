// foray.Game and the functions that make games: OpenSpiel's names, and a few of Foray's own.
#include "bindings.h"
#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/spec_text.h"

namespace foray::python {
namespace {

/// A parameter in Python as a word: rows of numbers become "1 2/3 4", pairs of numbers "3x4".
std::string word_of(const std::string& key, const py::handle& value) {
    if (py::isinstance<py::str>(value)) return value.cast<std::string>();
    if (py::isinstance<py::int_>(value)) return std::to_string(value.cast<long long>());
    std::string out;
    if (key == "size") {
        for (const py::handle side : value) out += (out.empty() ? "" : "x") + std::to_string(side.cast<int>());
        return out;
    }
    for (const py::handle row : value) {
        if (!out.empty()) out += "/";
        bool first = true;
        for (const py::handle square : row) {
            out += (first ? "" : " ") + std::to_string(square.cast<long long>());
            first = false;
        }
    }
    return out;
}

GamePtr load_game(const std::string& text, const py::dict& parameters, const py::kwargs& more) {
    auto [name, words] = parse_game_string(text);
    for (const py::dict& given : {parameters, py::dict(more)}) {
        for (const auto& [key, value] : given) {
            if (value.is_none()) continue;
            const auto word = key.cast<std::string>();
            try {
                words[word] = word_of(word, value);
            } catch (const py::error_already_set&) {
                throw BadInput(word + ": expected text, a number, or rows of numbers");
            } catch (const py::cast_error&) {
                throw BadInput(word + ": expected text, a number, or rows of numbers");
            }
        }
    }
    return LoadedGame::load(name, words);
}

std::string serialize(const Play& play) {
    std::string out;
    for (const int action : play.actions()) out += std::to_string(action) + "\n";
    return out;
}

Play deserialize(const GamePtr& game, const std::string& text) {
    Play play(game);
    std::size_t at = 0;
    for (int line = 1; at < text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string word = text.substr(at, end - at);
        at = end + 1;
        if (word.empty()) continue;
        if (word.size() > 6 || word.find_first_not_of("0123456789") != std::string::npos) {
            throw BadInput("state, line " + std::to_string(line) + ": expected an action, found '" + word + "'");
        }
        try {
            play.apply(std::stoi(word));
        } catch (const BadInput& bad) {
            throw BadInput("state, line " + std::to_string(line) + ": " + bad.what());
        }
    }
    return play;
}

constexpr std::string_view kGameMark = "[Game]\n";
constexpr std::string_view kStateMark = "\n[State]\n";

std::string serialize_both(const GamePtr& game, const Play& play) {
    return std::string(kGameMark) + game->text() + std::string(kStateMark) + serialize(play);
}

std::pair<GamePtr, Play> deserialize_both(const std::string& text) {
    const std::size_t cut = text.find(kStateMark);
    if (!text.starts_with(kGameMark) || cut == std::string::npos) throw BadInput("expected [Game] and [State], each on a line of its own");
    const auto [name, words] = parse_game_string(text.substr(kGameMark.size(), cut - kGameMark.size()));
    const GamePtr game = LoadedGame::load(name, words);
    return {game, deserialize(game, text.substr(cut + kStateMark.size()))};
}

std::vector<std::string> names() {
    std::vector<std::string> out;
    for (const VariantInfo& variant : all_variants()) out.emplace_back(variant.key);
    std::sort(out.begin(), out.end());
    return out;
}

std::vector<int> shape(const GamePtr& game) { return {kPlanes, game->spec().rows, game->spec().cols}; }
int tensor_size(const GamePtr& game) { return kPlanes * game->spec().squares(); }

/// A game of its own that begins elsewhere.
GamePtr starting_at(const GamePtr& game, const std::string& fen) {
    LoadedGame::Parameters words = game->parameters();
    words["position"] = fen;
    return LoadedGame::load(std::string(game->game().variant().key), words);
}

Play initial_state(const GamePtr& game, const std::optional<std::string>& fen) { return Play(fen ? starting_at(game, *fen) : game); }

std::vector<std::vector<int>> values(const GamePtr& game) {
    std::vector<std::vector<int>> out(static_cast<std::size_t>(game->spec().rows));
    for (int square = 0; square < game->spec().squares(); ++square) {
        out[static_cast<std::size_t>(square / game->spec().cols)].push_back(game->game().value(square));
    }
    return out;
}

void bind_openspiel_part(py::class_<LoadedGame, std::shared_ptr<LoadedGame>>& type) {
    type.def(
            "num_players", [](const LoadedGame&) { return 2; }, "Two.")
        .def("num_distinct_actions", &LoadedGame::actions, "Actions are numbers below this one; docs/python.md says which is which.")
        .def("policy_tensor_shape", [](const LoadedGame& game) { return std::vector<int>{game.actions()}; })
        .def("max_chance_outcomes", [](const LoadedGame&) { return 0; })
        .def("max_chance_nodes_in_history", [](const LoadedGame&) { return 0; })
        .def("max_game_length", &LoadedGame::longest, "No game takes more moves.")
        .def("max_move_number", &LoadedGame::longest)
        .def("max_history_length", &LoadedGame::longest)
        .def("utility_sum", [](const LoadedGame&) { return 0.0; })
        .def("min_utility", [](const LoadedGame& game) { return -game.most(); })
        .def("max_utility", &LoadedGame::most)
        .def("observation_tensor_shape", &shape, "[planes, rows, columns].")
        .def("observation_tensor_size", &tensor_size)
        .def("information_state_tensor_shape", &shape)
        .def("information_state_tensor_size", &tensor_size)
        .def(
            "get_parameters", [](const LoadedGame& game) { return game.parameters(); }, "What load_game() was told.")
        .def("new_initial_state", &initial_state, py::arg("position") = py::none(),
             "A state at the game's start, or at a position given as FEN (the state's game then begins there).")
        .def("new_initial_states", [](const GamePtr& game) { return std::vector<Play>{Play(game)}; })
        .def("deserialize_state", &deserialize, py::arg("text"), "The state that state.serialize() wrote.")
        .def("serialize", &LoadedGame::text)
        .def("to_string", &LoadedGame::text)
        .def("clone", [](const GamePtr& game) { return game; }, "The game itself: games never change.");
}

}  // namespace

Play replay(const GamePtr& game, const std::vector<Move>& moves) {
    Play play(game);
    for (const Move move : moves) play.apply(move);
    return play;
}

std::string fen_of(const Play& play) { return print_fen(play.game()->game(), play.position()); }

py::list texts_of(const GameSpec& spec, const std::vector<Move>& moves) {
    py::list out;
    for (const Move move : moves) out.append(print_move(spec, move));
    return out;
}

void bind_game(py::module_& module) {
    py::class_<LoadedGame, std::shared_ptr<LoadedGame>> type(module, "Game",
                                                             R"py(A game on its board, with its rules and its start. It never changes.

>>> game = foray.load_game("wargame(board=Smolensk,raid=mandatory)")
>>> game.num_distinct_actions(), game.max_game_length()
(36, 36)
>>> game.new_initial_state().legal_actions()[:3]
[0, 1, 2])py");
    bind_openspiel_part(type);
    type.def("__str__", &LoadedGame::text)
        .def("__repr__", [](const LoadedGame& game) { return "<foray.Game " + game.text() + ">"; })
        .def("__eq__", [](const LoadedGame& a,
                          const py::object& b) { return py::isinstance<LoadedGame>(b) && a.text() == b.cast<const LoadedGame&>().text(); })
        .def("__hash__", [](const LoadedGame& game) { return std::hash<std::string>{}(game.text()); })
        .def(py::pickle([](const LoadedGame& game) { return py::make_tuple(game.text()); },
                        [](const py::tuple& state) {
                            const auto [name, words] = parse_game_string(state[0].cast<std::string>());
                            return std::const_pointer_cast<LoadedGame>(LoadedGame::load(name, words));
                        }))
        .def_property_readonly(
            "name", [](const LoadedGame& game) { return text(game.game().variant().key); }, "'wargame', 'ataxx', ...")
        .def_property_readonly(
            "title", [](const LoadedGame& game) { return text(game.game().variant().title); }, "'War Game'.")
        .def_property_readonly(
            "players",
            [](const LoadedGame& game) {
                const auto& players = game.game().variant().players;
                return py::make_tuple(text(players[0]), text(players[1]));
            },
            "What the game calls its two players.")
        .def_property_readonly("rows", [](const LoadedGame& game) { return game.spec().rows; })
        .def_property_readonly("cols", [](const LoadedGame& game) { return game.spec().cols; })
        .def_property_readonly("values", &values, "Rows of what the squares are worth.")
        .def_property_readonly(
            "rules",
            [](const LoadedGame& game) {
                const auto& summary = game.game().variant().summary;
                return std::string(summary[0]) + "\n" + std::string(summary[1]);
            },
            "The rules in two lines.")
        .def("_action_text", [](const GamePtr& game, int action) { return Play(game).text_of(action); });

    module.def("load_game", &load_game, py::arg("name"), py::arg("parameters") = py::dict(),
               R"py(A game by its name, with parameters in brackets, in a dict or by name.

>>> foray.load_game("wargame(board=Smolensk)")
<foray.Game wargame(board=Smolensk)>
>>> foray.load_game("ataxx", {"size": 5})
<foray.Game ataxx(size=5)>
>>> foray.load_game("wargame", board=[[1, 2], [3, 4]], utility="margin").max_utility()
10.0)py");
    module.def("registered_names", &names, R"py(The games that there are.

>>> foray.registered_names()
['ataxx', 'reloaded', 'squirrels', 'stakeraid', 'wargame'])py");
    module.def(
        "board_names",
        [] {
            std::vector<std::string> out;
            for (const NamedBoard& board : named_boards()) out.emplace_back(board.name);
            return out;
        },
        "The boards of the raid family that have a name.");
    module.def("_parameters_of", [](const std::string& name) { return parameters_of(info(require(parse_variant(name)))); });
    module.def("_title_of", [](const std::string& name) { return text(info(require(parse_variant(name))).title); });
    module.def("serialize_game_and_state", &serialize_both, py::arg("game"), py::arg("state"), "Both as text.");
    module.def("deserialize_game_and_state", &deserialize_both, py::arg("text"), "The game and the state that were written.");
    module.def("_serialize", &serialize);
}

}  // namespace foray::python
