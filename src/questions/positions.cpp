// Questions about positions: what games there are, how a position looks and what may be played in it.
#include <algorithm>
#include <utility>

#include "foray/agents/agent.h"
#include "foray/engine/levels.h"
#include "foray/notation/board_text.h"
#include "foray/notation/coordinates.h"
#include "foray/notation/fen.h"
#include "foray/notation/record.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "foray/render/board_scene.h"
#include "foray/render/svg.h"
#include "foray/rules/raid_points.h"
#include "question.h"

namespace foray::questions {
namespace {

constexpr std::string_view kSides[] = {"first", "second"};

Json square_list(const WideBits& set) {
    Json out = Json::array();
    set.for_each([&](int square) { out.push_back(square); });
    return out;
}

/// A drop is called a place here: the page shows the variant's own word for it.
std::string_view page_kind(const GameSpec& spec, Move move) {
    const std::string_view kind = kind_of(spec, move);
    return kind == "drop" ? "place" : kind;
}

/// The mover's pieces that can make the move: of a clone every one beside its target, of a jump the one that jumps.
Json pieces_of(const Played& played, const WidePosition& before, Move move) {
    if (played.spec().family() != Family::kAtaxx || move.to == Move::kNoSquare) return Json::array();
    if (move.is_jump()) return Json::array({move.from});
    return square_list(played.game.geometry().king_closure(WideBits::single(move.to)) & before.own);
}

Json describe_move(const Played& played, const WidePosition& before, Move move) {
    const auto number = [](std::uint16_t square) { return square == Move::kNoSquare ? -1 : static_cast<int>(square); };
    return object("move", print_move(played.spec(), move), "kind", page_kind(played.spec(), move), "from",
                  move.is_jump() ? number(move.from) : -1, "to", number(move.to), "captures",
                  square_list(played.game.captures(before, move)));
}

std::string cells(const GameSpec& spec, const WidePosition& position) {
    std::string out;
    for (int square = 0; square < spec.squares(); ++square) {
        out += position.first().has(square) ? 'x' : position.second().has(square) ? 'o' : position.empty.has(square) ? '.' : '-';
    }
    return out;
}

/// What both kinds of states hold: the position after `ply` moves and the move that led to it.
void add_position(Json& out, const Played& played, std::size_t ply) {
    const WidePosition& position = played.line.positions[ply];
    const Scores scores = played.game.scores(position);
    out["fen"] = print_fen(played.game, position);
    out["squares"] = cells(played.spec(), position);
    out["to_move"] = kSides[position.second_to_move ? 1 : 0];
    out["scores"] = {scores.first, scores.second};
    out["last"] = ply == 0 ? Json() : describe_move(played, played.line.positions[ply - 1], played.line.moves[ply - 1]);
}

Json variants() {
    Json out = Json::array();
    for (const VariantInfo& variant : all_variants()) {
        Json one = object("key", variant.key, "title", variant.title, "players", variant.players, "family",
                          variant.family == Family::kRaid ? "raid" : "ataxx", "text",
                          std::string(variant.summary[0]) + " " + std::string(variant.summary[1]), "side", variant.default_side, "blocked",
                          variant.family == Family::kAtaxx);
        one["square"] = variant.square_board;
        one["smallest"] = variant.least_side;
        one["largest"] = kMaxSide;
        if (variant.raid != nullptr) {
            one["raid"] = print_rule(variant.raid->default_rule).substr(5);
            one["words"] = object("place", variant.words.place, "raid", variant.words.other);
        }
        out.push_back(std::move(one));
    }
    return out;
}

}  // namespace

Answered answer_games(const Json& /*question*/, const Ceilings& /*ceilings*/) {
    Json out = object("games", variants(), "boards", Json::array(), "levels", kLevels, "players", Json::array());
    for (const NamedBoard& board : named_boards()) {
        out["boards"].push_back(
            object("name", board.name, "set", board.remark, "rows", board.side, "cols", board.side, "values", board.board().values));
    }
    for (const AgentHelp& help : agent_help()) out["players"].push_back(object("syntax", help.syntax, "meaning", help.meaning));
    return out;
}

namespace {

Json state_json(const Played& played) {
    const Game& game = played.game;
    const GameSpec& spec = game.spec();
    const WidePosition& position = played.position();
    const Verdict verdict = game.verdict(position);
    Json out = object("game", game.variant().key);
    if (spec.family() == Family::kRaid) out["raid"] = print_rule(spec.raid).substr(5);
    out["rows"] = spec.rows;
    out["cols"] = spec.cols;
    out["values"] = Json::array();
    out["names"] = Json::array();
    for (int square = 0; square < spec.squares(); ++square) {
        out["values"].push_back(game.value(square));
        out["names"].push_back(print_square(spec, square));
    }
    out["start"] = print_fen(game, played.line.positions.front());
    out["moves"] = move_texts(spec, played.line.moves);
    add_position(out, played, played.line.moves.size());
    out["over"] = verdict.over();
    out["outcome"] = print_outcome(verdict.outcome);
    out["reason"] = print_ending(verdict.ending);
    out["legal"] = Json::array();
    if (!verdict.over()) {
        for (const Move move : game.legal_moves(position)) {
            Json one = describe_move(played, position, move);
            one["pieces"] = pieces_of(played, position, move);
            out["legal"].push_back(std::move(one));
        }
    }
    const bool settles = spec.family() == Family::kRaid;
    out["settled"] = square_list(settles ? settled_squares(game.geometry(), position.empty) : WideBits{});
    return out;
}

}  // namespace

Answered answer_state(const Json& question, const Ceilings& /*ceilings*/) {
    const auto played = read_game(question);
    if (!played) return played.error();
    return state_json(*played);
}

std::string state_of(const Played& played) { return state_json(played).dump(); }

Answered answer_replay(const Json& question, const Ceilings& /*ceilings*/) {
    const auto played = read_game(question);
    if (!played) return played.error();
    Json out = object("states", Json::array());
    for (std::size_t ply = 0; ply < played->line.positions.size(); ++ply) {
        Json state = Json::object();
        add_position(state, *played, ply);
        out["states"].push_back(std::move(state));
    }
    return out;
}

Answered answer_picture(const Json& question, const Ceilings& /*ceilings*/) {
    const auto played = read_game(question);
    if (!played) return played.error();
    Fields fields(question);
    const auto plies = static_cast<std::int64_t>(played->line.moves.size());
    const auto ply = static_cast<std::size_t>(fields.number("ply", 0, plies, plies));
    PictureOptions options;
    options.size_px = static_cast<int>(fields.number("size", kSmallestPicture, kLargestPicture, options.size_px));
    options.theme = fields.choice("theme", {"light", "dark"}) == 0 ? &light_theme() : &dark_theme();
    const std::vector<std::string> names = fields.texts("players", 2);
    if (fields.error()) return *fields.error();
    std::copy(names.begin(), names.end(), options.names.begin());
    const Line& line = played->line;
    const std::optional<LastMove> last = last_move(played->game, line, ply);
    return object("svg", to_svg(board_scene(played->game, line.positions[ply], last, static_cast<int>(ply), options)));
}

Answered answer_edit(const Json& question, const Ceilings& /*ceilings*/) {
    const auto played = read_game(question);
    if (!played) return played.error();
    const GameSpec& spec = played->spec();
    Fields fields(question);
    const std::string squares = fields.needed("squares");
    const bool second = fields.choice("to_move", {"first", "second"}) == 1;
    if (fields.error()) return *fields.error();
    if (squares.size() != static_cast<std::size_t>(spec.squares())) {
        return Error{"\"squares\" has " + std::to_string(squares.size()) + " characters, the board " + std::to_string(spec.squares()) +
                     " squares"};
    }
    WidePosition drawn;
    drawn.second_to_move = second;
    for (std::size_t i = 0; i < squares.size(); ++i) {
        const char cell = squares[i];
        if (cell != '.' && cell != 'x' && cell != 'o' && cell != '-') {
            return Error{"expected . x o or -, found " + foray::quoted(squares.substr(i, 1)), 0, static_cast<int>(i) + 1}.in("squares");
        }
        if (cell == '.') drawn.empty.add(static_cast<int>(i));
        if (cell == 'x' || cell == 'o') ((cell == 'o') == second ? drawn.own : drawn.opp).add(static_cast<int>(i));
    }
    // Read as a FEN without counters it meets the same checks as any other position, and gets its counters.
    const std::string text = print_fen(played->game, drawn);
    const std::vector<Word> words = split_words(text);
    const auto position = parse_fen(played->game, std::string(words[0].text) + " " + std::string(words[1].text));
    if (!position) return position.error().in("squares");
    return object("fen", print_fen(played->game, *position));
}

}  // namespace foray::questions
