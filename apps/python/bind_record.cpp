// foray.Record: games that were played, read and written as JSON and PGN.
#include "bindings.h"
#include "foray/match/match.h"
#include "foray/notation/board_text.h"
#include "foray/notation/ending_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/game_file.h"
#include "foray/notation/move_text.h"
#include "foray/notation/pgn.h"

namespace foray::python {
namespace {

/// The words that load_game() would make this game of.
GamePtr game_of(const GameRecord& record) {
    const GameSpec& spec = record.spec;
    Played played{Game(spec), Line{{}, {record.start}}};
    LoadedGame::Parameters words;
    if (spec.family() == Family::kRaid) {
        std::string rows;
        for (int square = 0; square < spec.squares(); ++square) {
            if (square > 0) rows += square % spec.cols == 0 ? "/" : " ";
            rows += std::to_string(spec.values[static_cast<std::size_t>(square)]);
        }
        // A single square has no separator that would tell it from a size.
        words[spec.squares() > 1 ? "board" : "size"] = spec.squares() > 1 ? rows : "1x1";
        if (spec.raid != info(spec.variant).raid->default_rule) words["raid"] = word_of(spec.raid);
    } else {
        words["size"] = print_size(spec.rows, spec.cols);
    }
    if (record.start != played.game.start()) words["position"] = print_fen(played.game, record.start);
    return std::make_shared<const LoadedGame>(std::move(played), std::move(words), Utility::kWin);
}

py::object or_none(const auto& value) { return value ? py::cast(*value) : py::object(py::none()); }

py::list notes_of(const GameRecord& record) {
    py::list out;
    for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
        const MoveNote note = ply < record.notes.size() ? record.notes[ply] : MoveNote{};
        const bool proved = note.value && is_proved_win(record.spec.family(), *note.value);
        py::dict one;
        one["move"] = print_move(record.spec, record.moves[ply]);
        one["value"] = note.value ? py::cast(margin_of(record.spec.family(), *note.value) / 100.0) : py::object(py::none());
        one["exact"] = note.exact || proved;
        one["depth"] = or_none(note.depth);
        one["nodes"] = or_none(note.nodes);
        one["seconds"] = note.ms ? py::cast(*note.ms / 1000) : py::object(py::none());
        one["comment"] = note.comment;
        one["line"] = texts_of(record.spec, note.line);
        out.append(one);
    }
    return out;
}

Verdict verdict_of_record(const GameRecord& record) { return verdict_of(Game(record.spec), record); }

py::object returns_of(const GameRecord& record) {
    const Outcome outcome = verdict_of_record(record).outcome;
    if (outcome == Outcome::kOngoing) return py::none();
    const double first = outcome == Outcome::kDraw ? 0 : outcome == Outcome::kFirstWins ? 1 : -1;
    return py::cast(std::vector<double>{first, 0 - first});
}

GameRecord record_of(const Play& play, const std::array<std::string, 2>& players) {
    GameRecord record{.spec = play.game()->spec(), .start = play.game()->start(), .moves = play.moves()};
    record.players = players;
    return record;
}

std::vector<Play> states_of(const GameRecord& record) {
    Play play(game_of(record));
    std::vector<Play> out{play};
    for (const Move move : record.moves) {
        play.apply(move);
        out.push_back(play);
    }
    return out;
}

std::string print_games(const std::vector<GameRecord>& records, const std::string& format) {
    std::string out;
    for (const GameRecord& record : records) {
        if (format == "pgn") {
            out += print_pgn(record) + "\n";
        } else if (format == "json") {
            std::string one = print_record(record);
            std::erase(one, '\n');
            out += one + "\n";
        } else {
            throw BadInput("format: expected pgn or json, found '" + format + "'");
        }
    }
    return out;
}

}  // namespace

void bind_record(py::module_& module) {
    py::class_<GameRecord>(module, "Record", R"py(A game that was played.

>>> state = foray.load_game("wargame(size=2)").new_initial_state()
>>> for action in (0, 3, 1, 2):
...     state.apply_action(action)
>>> record = foray.Record(state, players=("me", "you"))
>>> record.moves, record.returns
(['a1', 'b2', 'b1', 'a2'], [1.0, -1.0])
>>> foray.read_games(record.to_pgn())[0].moves == record.moves
True)py")
        .def(py::init(&record_of), py::arg("state"), py::arg("players") = std::array<std::string, 2>{})
        .def_property_readonly("game", [](const GameRecord& record) { return std::const_pointer_cast<LoadedGame>(game_of(record)); })
        .def_property_readonly("players", [](const GameRecord& record) { return py::make_tuple(record.players[0], record.players[1]); })
        .def_readonly("date", &GameRecord::date)
        .def_property_readonly(
            "about",
            [](const GameRecord& record) {
                py::dict out;
                for (const auto& [key, value] : record.about) out[py::str(key)] = value;
                return out;
            },
            "Where the game comes from, as whoever made it says.")
        .def_property_readonly("moves", [](const GameRecord& record) { return texts_of(record.spec, record.moves); })
        .def_property_readonly("notes", &notes_of, "What was said of every move: value (for the side that moved), depth, nodes, ...")
        .def_property_readonly("returns", &returns_of, "1, 0 or -1 for either player; None for a game that was not finished.")
        .def_property_readonly(
            "ending",
            [](const GameRecord& record) {
                return print_ending(verdict_of_record(record).ending, record.decided ? record.decided->detail : "");
            },
            "Why it ended.")
        .def_property_readonly("scores",
                               [](const GameRecord& record) {
                                   const Game game(record.spec);
                                   const Scores scores = game.scores(final_position(game, record));
                                   return py::make_tuple(scores.first, scores.second);
                               })
        .def("states", &states_of, "The state before the first move and after every move.")
        .def("to_json", &print_record)
        .def("to_pgn", [](const GameRecord& record) { return print_pgn(record); })
        .def("__len__", [](const GameRecord& record) { return record.moves.size(); })
        .def("__eq__",
             [](const GameRecord& a, const py::object& b) { return py::isinstance<GameRecord>(b) && a == b.cast<const GameRecord&>(); })
        .def("__repr__", [](const GameRecord& record) {
            return "<foray.Record " + std::string(info(record.spec.variant).key) + ", " + std::to_string(record.moves.size()) + " moves>";
        });
    module.def(
        "read_games", [](const std::string& text) { return require(parse_games(text)); }, py::arg("text"),
        "All games of a text: a JSON record, JSON lines, a tournament's export, or PGN.");
    module.def("write_games", &print_games, py::arg("records"), py::arg("format") = "pgn", "Games as PGN, or as JSON, one a line.");
}

}  // namespace foray::python
