// Questions about games on file: writing and reading them.
#include <algorithm>
#include <cmath>

#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/game_file.h"
#include "foray/notation/pgn.h"
#include "foray/notation/record.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "question.h"

namespace foray::questions {
namespace {

constexpr std::int64_t kLargestNumber = 1'000'000'000'000;
constexpr double kLargestValue = 10'000'000;

Result<MoveNote> read_note(const Json& entry, std::size_t index) {
    MoveNote note;
    if (entry.is_null()) return note;
    const std::string which = "notes, entry " + std::to_string(index + 1);
    if (!entry.is_object()) return Error{which + " is neither null nor an object"};
    Fields fields(entry);
    if (const Json* value = fields.find("value")) {
        if (value->is_number() && std::abs(value->get<double>()) <= kLargestValue) {
            note.value = static_cast<int>(std::lround(100 * value->get<double>()));
        } else {
            fields.fail("\"value\" is not a number of points");
        }
    }
    if (fields.find("depth") != nullptr) note.depth = static_cast<int>(fields.number("depth", 0, 1000, 0));
    if (fields.find("nodes") != nullptr) note.nodes = static_cast<std::uint64_t>(fields.number("nodes", 0, kLargestNumber, 0));
    if (const Json* ms = fields.find("ms")) {
        if (ms->is_number() && ms->get<double>() >= 0 && ms->get<double>() <= static_cast<double>(kLargestNumber)) {
            note.ms = ms->get<double>();
        } else {
            fields.fail("\"ms\" is not a number of milliseconds");
        }
    }
    note.exact = fields.flag("exact", false) && note.value;
    note.comment = fields.text("comment", "");
    if (fields.error()) return fields.error()->in(which);
    return note;
}

Result<std::vector<MoveNote>> read_notes(const Json* list, std::size_t moves) {
    std::vector<MoveNote> notes;
    if (list == nullptr) return notes;
    if (!list->is_array() || list->size() != moves) return Error{"\"notes\" is not a list with one entry per move"};
    for (const Json& entry : *list) {
        const auto note = read_note(entry, notes.size());
        if (!note) return note.error();
        notes.push_back(*note);
    }
    drop_if_silent(notes);
    return notes;
}

/// Lines tried beside a line that passes through `positions`.
Result<std::vector<Variation>> read_variations(const Json* list, const Game& game, const std::vector<WidePosition>& positions,
                                               int nesting) {
    std::vector<Variation> out;
    if (list == nullptr) return out;
    if (!list->is_array()) return Error{"\"variations\" is not a list"};
    if (nesting >= kMostNesting) return Error{"variations are nested too deep"};
    for (const Json& entry : *list) {
        const std::string which = "variation " + std::to_string(out.size() + 1);
        if (!entry.is_object()) return Error{which + " is not an object"};
        Fields fields(entry);
        const auto last = static_cast<std::int64_t>(positions.size()) - 2;
        if (last < 0) return Error{which + " stands beside no move"};
        Variation one;
        one.ply = static_cast<std::size_t>(fields.number("ply", 0, last, last));
        std::string text;
        for (const std::string& move : fields.texts("moves", kMostMoves)) text += move + " ";
        if (fields.error()) return fields.error()->in(which);
        auto line = parse_line(game, positions[one.ply], text);
        if (!line) return line.error().in(which);
        if (line->moves.empty()) return Error{which + " has no moves"};
        auto notes = read_notes(fields.find("notes"), line->moves.size());
        if (!notes) return notes.error().in(which);
        auto inner = read_variations(fields.find("variations"), game, line->positions, nesting + 1);
        if (!inner) return inner.error().in(which);
        one.moves = std::move(line->moves);
        one.notes = std::move(notes).value();
        one.variations = std::move(inner).value();
        out.push_back(std::move(one));
    }
    return out;
}

Result<Decided> read_decided(const Json& entry) {
    if (!entry.is_object()) return Error{"\"decided\" is not an object"};
    Fields fields(entry);
    constexpr Outcome kOutcomes[] = {Outcome::kDraw, Outcome::kFirstWins, Outcome::kSecondWins};
    const Outcome outcome = kOutcomes[fields.choice("outcome", {"draw", "first", "second"})];
    const std::string reason = fields.needed("reason");
    (void)fields.needed("outcome");
    if (fields.error()) return fields.error()->in("decided");
    const auto ending = parse_decided(reason);
    if (ending) return Decided{outcome, *ending};
    return Error{"decided: unknown reason " + foray::quoted(reason) + "; expected one of " + decided_endings()};
}

std::string board_line(const GameSpec& spec) {
    if (spec.values.empty()) return print_size(spec.rows, spec.cols);
    // A file holds values; whoever played on a board with a name wants to see the name again.
    for (const NamedBoard& board : named_boards()) {
        if (board.side == spec.rows && board.side == spec.cols && board.board().values == spec.values) return std::string(board.name);
    }
    std::string text = print_board({spec.rows, spec.cols, spec.values});
    text.pop_back();
    std::replace(text.begin(), text.end(), '\n', '/');
    // A board of one square would read as a size.
    return spec.squares() == 1 ? text + "/" : text;
}

Json note_json(const MoveNote& note) {
    if (note.empty()) return {};
    Json out = Json::object();
    if (note.value) out["value"] = *note.value / 100.0;
    if (note.depth) out["depth"] = *note.depth;
    if (note.nodes) out["nodes"] = *note.nodes;
    if (note.ms) out["ms"] = *note.ms;
    if (note.exact) out["exact"] = true;
    if (!note.comment.empty()) out["comment"] = note.comment;
    return out;
}

Json notes_json(const std::vector<MoveNote>& notes) {
    Json out = Json::array();
    for (const MoveNote& note : notes) out.push_back(note_json(note));
    return out;
}

Json variations_json(const GameSpec& spec, const std::vector<Variation>& variations) {
    Json out = Json::array();
    for (const Variation& one : variations) {
        out.push_back(object("ply", one.ply, "moves", move_texts(spec, one.moves), "notes", notes_json(one.notes), "variations",
                             variations_json(spec, one.variations)));
    }
    return out;
}

/// The event that a PGN file named; files of other programs have one.
std::string event_of(const GameRecord& record) {
    const auto found = std::find_if(record.about.begin(), record.about.end(), [](const auto& one) { return one.first == kEventKey; });
    return found == record.about.end() ? "" : found->second;
}

Json record_json(const GameRecord& record) {
    const Game game(record.spec);
    const Verdict verdict = verdict_of(game, record);
    const Scores scores = game.scores(final_position(game, record));
    Json out = object("game", game.variant().key);
    if (record.spec.family() == Family::kRaid) out["raid"] = print_rule(record.spec.raid).substr(5);
    out["board"] = board_line(record.spec);
    out["start"] = print_fen(game, record.start);
    out["moves"] = move_texts(record.spec, record.moves);
    out["players"] = record.players;
    out["date"] = record.date;
    out["event"] = event_of(record);
    out["notes"] = notes_json(record.notes);
    out["variations"] = variations_json(record.spec, record.variations);
    out["decided"] = Json();
    if (record.decided) {
        out["decided"] = object("outcome", print_outcome(record.decided->outcome), "reason", print_ending(record.decided->ending));
    }
    out["result"] = object("outcome", print_outcome(verdict.outcome), "reason", print_ending(verdict.ending), "scores",
                           std::array{scores.first, scores.second});
    return out;
}

}  // namespace

Answered answer_record(const Json& question, const Ceilings& /*ceilings*/) {
    const auto played = read_game(question);
    if (!played) return played.error();
    Fields fields(question);
    const bool pgn = fields.choice("format", {"json", "pgn"}) == 1;
    const std::vector<std::string> players = fields.texts("players", 2);
    GameRecord record{played->spec(), played->line.positions.front(), played->line.moves};
    record.date = fields.text("date", "");
    if (const std::string event = fields.text("event", ""); !event.empty()) record.about.emplace_back(kEventKey, event);
    if (fields.error()) return *fields.error();
    std::copy(players.begin(), players.end(), record.players.begin());
    auto notes = read_notes(fields.find("notes"), record.moves.size());
    if (!notes) return notes.error();
    record.notes = std::move(notes).value();
    auto variations = read_variations(fields.find("variations"), played->game, played->line.positions, 0);
    if (!variations) return variations.error();
    record.variations = std::move(variations).value();
    if (const Json* entry = fields.find("decided")) {
        const auto decided = read_decided(*entry);
        if (!decided) return decided.error();
        if (played->game.verdict(played->position()).over()) return Error{"\"decided\": the rules have ended this game already"};
        record.decided = *decided;
    }
    return object("text", pgn ? print_pgn(record) : print_record(record));
}

Answered answer_read(const Json& question, const Ceilings& /*ceilings*/) {
    Fields fields(question);
    const std::string text = fields.needed("text");
    if (fields.error()) return *fields.error();
    const auto records = parse_games(text);
    if (!records) return records.error();
    Json out = object("games", Json::array());
    for (const GameRecord& record : *records) out["games"].push_back(record_json(record));
    return out;
}

}  // namespace foray::questions
