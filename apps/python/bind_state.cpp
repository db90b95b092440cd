// foray.State: a position and how it came about. OpenSpiel's names, and a few of Foray's own.
#include "bindings.h"
#include "foray/notation/ending_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/render/board_scene.h"
#include "foray/render/svg.h"

namespace foray::python {
namespace {

constexpr int kTerminal = -4;

int current_player(const Play& play) { return play.over() ? kTerminal : play.mover(); }

void check_player(int player) {
    if (player < 0) throw BadInput("player >= 0 is asked for, not " + std::to_string(player));
    if (player > 1) throw BadInput("player < 2 is asked for, not " + std::to_string(player));
}
int player_or_mover(const Play& play, std::optional<int> player) {
    if (player) check_player(*player);
    if (!player && play.over()) throw BadInput("nobody is to move, so player >= 0 has to be said");
    return player.value_or(play.mover());
}

py::list legal_actions(const Play& play, std::optional<int> player) {
    if (player && *player != play.mover()) return py::list();
    thread_local std::vector<int> found;
    found.clear();
    play.positions().add_legal(found);
    py::list out(found.size());
    for (std::size_t i = 0; i < found.size(); ++i) PyList_SET_ITEM(out.ptr(), static_cast<Py_ssize_t>(i), PyLong_FromLong(found[i]));
    return out;
}

std::vector<int> legal_mask(const Play& play, std::optional<int> player) {
    std::vector<std::uint8_t> marks(static_cast<std::size_t>(play.game()->actions()));
    if (!player || *player == play.mover()) play.positions().mark_legal(marks.data());
    return {marks.begin(), marks.end()};
}

std::vector<float> tensor(const Play& play, View view) {
    std::vector<float> out(static_cast<std::size_t>(kPlanes * play.game()->spec().squares()));
    play.positions().observe(view, out.data());
    return out;
}

std::vector<double> returns(const Play& play) {
    const double worth = play.game()->worth(play.positions());
    return {worth, 0 - worth};
}

std::string history_text(const Play& play) {
    std::string out;
    for (const int action : play.actions()) out += (out.empty() ? "" : ", ") + std::to_string(action);
    return out;
}

char piece_at(const WidePosition& position, int square) {
    if (position.first().has(square)) return 'x';
    if (position.second().has(square)) return 'o';
    return position.empty.has(square) ? '.' : '-';
}

std::vector<std::string> rows_of(const Play& play) {
    const GameSpec& spec = play.game()->spec();
    const WidePosition position = play.position();
    std::vector<std::string> out(static_cast<std::size_t>(spec.rows));
    for (int square = 0; square < spec.squares(); ++square) {
        out[static_cast<std::size_t>(square / spec.cols)] += piece_at(position, square);
    }
    return out;
}

std::string picture(const Play& play) {
    std::string out;
    for (const std::string& row : rows_of(play)) out += row + "\n";
    return out + fen_of(play);
}

std::string svg(const Play& play, int size, const std::string& theme) {
    if (size < kSmallestPicture || size > kLargestPicture) {
        throw BadInput("size: expected " + std::to_string(kSmallestPicture) + " to " + std::to_string(kLargestPicture) + ", found " +
                       std::to_string(size));
    }
    std::optional<LastMove> last;
    if (!play.actions().empty()) {
        const std::size_t ply = play.actions().size() - 1;
        const Move move = play.move_at(ply);
        last = LastMove{move, play.game()->game().captures(play.positions().at(ply), move)};
    }
    return to_svg(board_scene(play.game()->game(), play.position(), last, static_cast<int>(play.actions().size()),
                              {.size_px = size, .theme = require(parse_theme(theme))}));
}

py::dict to_dict(const Play& play) {
    const Scores scores = play.positions().scores();
    const Verdict verdict = play.positions().verdict();
    py::dict out;
    out["game"] = play.game()->text();
    out["board"] = rows_of(play);
    out["fen"] = fen_of(play);
    out["current_player"] = current_player(play);
    out["moves"] = texts_of(play.game()->spec(), play.moves());
    out["scores"] = std::vector<int>{scores.first, scores.second};
    out["is_terminal"] = verdict.over();
    out["ending"] = text(print_ending(verdict.ending));
    out["returns"] = returns(play);
    return out;
}

std::string to_json(const Play& play) { return py::module_::import("json").attr("dumps")(to_dict(play)).cast<std::string>(); }

Play child(const Play& play, int action) {
    Play next(play);
    next.apply(action);
    return next;
}

void apply_move(Play& play, const std::string& said) { play.apply(require(parse_move(play.game()->game(), play.position(), said))); }

int string_to_action(const Play& play, const std::string& said) {
    return play.positions().number_of(require(parse_move(play.game()->game(), play.position(), said)));
}

using Type = py::class_<Play>;

void bind_moves(Type& type) {
    type.def("current_player", &current_player, "0 or 1; -4 (foray.PlayerId.TERMINAL) when the game is over.")
        .def("legal_actions", &legal_actions, py::arg("player") = py::none(),
             "The legal actions, the smallest first; none for the player who is not to move, and none at the end.")
        .def("legal_actions_mask", &legal_mask, py::arg("player") = py::none(), "A list with 1 for every legal action.")
        .def(
            "apply_action", [](Play& play, int action) { play.apply(action); }, py::arg("action"),
            "Makes a move. One that is not legal is refused, and nothing happens.")
        .def(
            "apply_action_with_legality_check", [](Play& play, int action) { play.apply(action); }, py::arg("action"))
        .def(
            "apply_actions",
            [](Play& play, const std::vector<int>& actions) {
                for (const int action : actions) play.apply(action);
            },
            py::arg("actions"))
        .def(
            "apply_actions_with_legality_checks",
            [](Play& play, const std::vector<int>& actions) {
                for (const int action : actions) play.apply(action);
            },
            py::arg("actions"))
        .def("undo_action", &Play::undo, py::arg("player"), py::arg("action"), "Takes the last move back.")
        .def("child", &child, py::arg("action"), "A new state, one move on.")
        .def(
            "clone", [](const Play& play) { return Play(play); }, "A state of its own.")
        .def("__copy__", [](const Play& play) { return Play(play); })
        .def(
            "__deepcopy__", [](const Play& play, const py::dict&) { return Play(play); }, py::arg("memo"))
        .def(
            "action_to_string", [](const Play& play, int, int action) { return play.text_of(action); }, py::arg("player"),
            py::arg("action"), "The move as people write it: 'c3', 'a1c3'.")
        .def(
            "action_to_string", [](const Play& play, int action) { return play.text_of(action); }, py::arg("action"))
        .def(
            "string_to_action", [](const Play& play, int, const std::string& said) { return string_to_action(play, said); },
            py::arg("player"), py::arg("text"), "The action of a move as people write it; an error says why it is not legal.")
        .def("string_to_action", &string_to_action, py::arg("text"))
        .def("apply_move", &apply_move, py::arg("text"), "Makes a move as people write it.")
        .def(
            "legal_moves",
            [](const Play& play) {
                py::list out;
                for (const Move move : play.game()->game().legal_moves(play.position())) out.append(print_move(play.game()->spec(), move));
                return out;
            },
            "The legal moves as people write them, in the order of the rules.")
        .def("moves", [](const Play& play) { return texts_of(play.game()->spec(), play.moves()); }, "The moves that led here.");
}

void bind_facts(Type& type) {
    type.def("is_terminal", &Play::over)
        .def("is_chance_node", [](const Play&) { return false; })
        .def("is_mean_field_node", [](const Play&) { return false; })
        .def("is_simultaneous_node", [](const Play&) { return false; })
        .def("is_player_node", [](const Play& play) { return !play.over(); })
        .def("is_initial_state", [](const Play& play) { return play.actions().empty(); })
        .def("is_initial_non_chance_state", [](const Play& play) { return play.actions().empty(); })
        .def("chance_outcomes", [](const Play&) -> py::list { throw BadInput("there is no chance in these games"); })
        .def("legal_chance_outcomes", [](const Play&) { return py::list(); })
        .def("returns", &returns, "What the game brought each player; zeros while it goes on.")
        .def("rewards", &returns, "The same: a game is rewarded when it ends.")
        .def(
            "player_return",
            [](const Play& play, int player) {
                check_player(player);
                return returns(play)[static_cast<std::size_t>(player)];
            },
            py::arg("player"))
        .def(
            "player_reward",
            [](const Play& play, int player) {
                check_player(player);
                return returns(play)[static_cast<std::size_t>(player)];
            },
            py::arg("player"))
        .def(
            "scores",
            [](const Play& play) {
                const Scores scores = play.positions().scores();
                return py::make_tuple(scores.first, scores.second);
            },
            "The points of both players.")
        .def(
            "ending", [](const Play& play) { return text(print_ending(play.positions().verdict().ending)); },
            "Why the game is over, such as 'board full'; '' while it goes on.")
        .def("num_players", [](const Play&) { return 2; })
        .def("num_distinct_actions", [](const Play& play) { return play.game()->actions(); })
        .def("move_number", [](const Play& play) { return play.actions().size(); })
        .def(
            "history", [](const Play& play) { return play.actions(); }, "The actions that led here.")
        .def("history_str", &history_text)
        .def("get_game", [](const Play& play) { return std::const_pointer_cast<LoadedGame>(play.game()); });
}

void bind_views(Type& type) {
    type.def(
            "observation_tensor",
            [](const Play& play, std::optional<int> player) {
                return tensor(play, player_or_mover(play, player) == 0 ? View::kFirst : View::kSecond);
            },
            py::arg("player") = py::none(), "The position as the player sees it: his pieces in the first plane. See docs/python.md.")
        .def(
            "observation_string",
            [](const Play& play, std::optional<int> player) {
                static_cast<void>(player_or_mover(play, player));
                return fen_of(play);
            },
            py::arg("player") = py::none(), "The position as FEN.")
        .def(
            "information_state_tensor",
            [](const Play& play, std::optional<int> player) {
                static_cast<void>(player_or_mover(play, player));
                return tensor(play, View::kFirst);
            },
            py::arg("player") = py::none(), "The position as the first player sees it, whoever asks.")
        .def(
            "information_state_string",
            [](const Play& play, std::optional<int> player) {
                static_cast<void>(player_or_mover(play, player));
                return history_text(play);
            },
            py::arg("player") = py::none(), "The history: everything is seen by both.")
        .def("fen", &fen_of, "The position in one line.")
        .def("board", &rows_of, "Rows of 'x' (first player), 'o' (second), '.' (empty) and '-' (blocked), the top one first.")
        .def("svg", &svg, py::arg("size") = 360, py::arg("theme") = "light", "The position as an SVG picture.")
        .def("_repr_svg_", [](const Play& play) { return svg(play, 360, "light"); })
        .def("to_dict", &to_dict)
        .def("to_json", &to_json)
        .def("to_string", &picture)
        .def("__str__", &picture)
        .def("__repr__", [](const Play& play) { return "<foray.State " + play.game()->text() + " at " + fen_of(play) + ">"; });
}

}  // namespace

Move move_from(const Play& play, const py::handle& said) {
    if (py::isinstance<py::str>(said)) return require(parse_move(play.game()->game(), play.position(), said.cast<std::string>()));
    const py::object number = py::reinterpret_steal<py::object>(PyNumber_Index(said.ptr()));
    if (!number) throw py::error_already_set();
    const auto action = number.cast<int>();
    Play next(play);
    next.apply(action);
    return next.move_at(play.actions().size());
}

void bind_state(py::module_& module) {
    Type type(module, "State", R"py(A position and how it came about.

>>> state = foray.load_game("ataxx").new_initial_state()
>>> state.apply_move("g2")
>>> print(state)
x.....o
.......
.......
.......
.......
......x
o.....x
x5o/7/7/7/7/6x/o5x o 0 1
>>> state.current_player(), state.history()
(1, [41]))py");
    bind_moves(type);
    bind_facts(type);
    bind_views(type);
}

}  // namespace foray::python
