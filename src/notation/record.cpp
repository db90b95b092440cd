#include "foray/notation/record.h"

#include <algorithm>
#if !defined(FORAY_NO_JSON)
#include <nlohmann/json.hpp>
#endif

#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/json_depth.h"
#include "foray/notation/move_text.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"

namespace foray {
namespace {

/// Far beyond any position; a sum of two still fits an int.
constexpr std::int64_t kLargestValue = 1'000'000'000;

#if !defined(FORAY_NO_JSON)
using Json = nlohmann::ordered_json;

constexpr int kVersion = 3;
/// Had values in hundredths for the side that moved.
constexpr int kSecondVersion = 2;
constexpr int kFirstVersion = 1;

/// Walks a JSON text only to learn where it goes wrong: the DOM parser without exceptions does not say.
class SyntaxCheck final : public nlohmann::json_sax<Json> {
public:
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return true; }
    bool key(string_t&) override { return true; }
    bool end_object() override { return true; }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
        byte = position;
        return false;
    }
    std::size_t byte = 0;
};

Error syntax_error(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, std::min(text.size(), byte == 0 ? 0 : byte - 1));
    const auto line = std::count(before.begin(), before.end(), '\n') + 1;
    const std::size_t start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
    return Error{"not valid JSON from here", static_cast<int>(line), static_cast<int>(before.size() - start) + 1};
}

/// A member of an object, or null.
const Json* member(const Json& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() ? nullptr : &*found;
}

Result<std::string> text_member(const Json& object, const char* key) {
    const Json* found = member(object, key);
    if (found == nullptr || !found->is_string()) return Error{"\"" + std::string(key) + "\" is missing or not a text"};
    return found->get<std::string>();
}

Result<ValueBoard> read_values(const Json& object) {
    const Json* rows = member(object, "values");
    if (rows == nullptr || !rows->is_array()) return Error{"\"values\" is missing or not a list of rows"};
    // As the text of a board file it meets the same checks as any other board.
    std::string text;
    for (const Json& row : *rows) {
        if (!row.is_array() || row.empty()) return Error{"\"values\" holds something that is not a row of numbers"};
        for (const Json& value : row) {
            if (!value.is_number_unsigned()) return Error{"\"values\" holds something that is not a whole number"};
            text += std::to_string(value.get<std::uint64_t>()) + ' ';
        }
        text += '\n';
    }
    auto board = parse_board(text);
    if (!board) return Error{"\"values\", row " + std::to_string(board.error().line) + ": " + board.error().what};
    return board;
}

Result<GameSpec> read_spec(const Json& object) {
    const auto key = text_member(object, "game");
    if (!key) return key.error();
    const auto variant = parse_variant(*key);
    if (!variant) return variant.error();
    if (info(*variant).family == Family::kRaid) {
        auto board = read_values(object);
        if (!board) return board.error();
        const auto fits = check_size(*variant, {board->rows, board->cols});
        if (!fits) return fits.error();
        const auto raid = text_member(object, "raid");
        if (!raid) return raid.error();
        GameSpec spec = default_spec(*variant, board->rows, board->cols);
        spec.values = std::move(board).value().values;
        return with_rule(std::move(spec), "raid=" + *raid);
    }
    const Json* side = member(object, "size");
    if (side == nullptr || !side->is_number_unsigned()) return Error{"\"size\" is missing or not a whole number"};
    const auto size = parse_size(std::to_string(side->get<std::uint64_t>()));
    if (!size) return size.error();
    const auto fits = check_size(*variant, *size);
    if (!fits) return fits.error();
    return default_spec(*variant, size->rows, size->cols);
}

Json result_of(const Game& game, const GameRecord& record) {
    const Verdict verdict = verdict_of(game, record);
    const Scores scores = game.scores(final_position(game, record));
    Json out{{"outcome", print_outcome(verdict.outcome)}, {"reason", print_ending(verdict.ending)}};
    if (record.decided && !record.decided->detail.empty()) out["detail"] = record.decided->detail;
    out["scores"] = Json::array({scores.first, scores.second});
    return out;
}

/// A number too large for its type would be read as another one.
template <class T>
Result<bool> read_note_member(const Json& entry, const char* key, const std::string& which, std::optional<T>& into) {
    const Json* found = member(entry, key);
    if (found == nullptr) return true;
    const bool fits = std::is_floating_point_v<T> ? found->is_number()
                      : std::is_signed_v<T>       ? found->is_number_integer()
                                                  : found->is_number_unsigned();
    if (!fits || (sizeof(T) == sizeof(int) && std::abs(found->get<double>()) > static_cast<double>(kLargestValue)))
        return Error{which + ": \"" + key + "\" is not a number of its kind"};
    into = found->get<T>();
    return true;
}

/// Of the version that is written: a decimal number, for the first player.
Result<std::optional<int>> read_points(const Json& entry, const std::string& which, bool second_moved) {
    std::optional<double> points;
    const auto read = read_note_member(entry, "value", which, points);
    if (!read) return read.error();
    if (!points) return std::optional<int>();
    if (std::abs(*points) > static_cast<double>(kLargestValue) / 100) return Error{which + ": \"value\" is not a number of its kind"};
    const auto hundredths = static_cast<int>(std::lround(100 * *points));
    return std::optional(second_moved ? -hundredths : hundredths);
}

Result<MoveNote> read_note(const Json& entry, const std::string& which, int version, bool second_moved) {
    MoveNote note;
    if (version == kVersion) {
        const auto points = read_points(entry, which, second_moved);
        if (!points) return points.error();
        note.value = *points;
    }
    const Result<bool> members[] = {version == kVersion ? Result<bool>(true) : read_note_member(entry, "value", which, note.value),
                                    read_note_member(entry, "depth", which, note.depth),
                                    read_note_member(entry, "nodes", which, note.nodes), read_note_member(entry, "ms", which, note.ms)};
    for (const Result<bool>& one : members) {
        if (!one) return one.error();
    }
    if (const Json* exact = member(entry, "exact")) {
        if (!exact->is_boolean() || !note.value) return Error{which + ": \"exact\" is true or false and belongs to a value"};
        note.exact = exact->get<bool>();
    }
    if (const Json* comment = member(entry, "comment")) {
        if (!comment->is_string()) return Error{which + ": \"comment\" is not a text"};
        note.comment = comment->get<std::string>();
    }
    return note;
}

/// Reads lines of moves with their notes and variations, each replayed.
class LineReader {
public:
    LineReader(const Game& game, int version, const std::array<std::string, 2>& players)
        : game_(game), version_(version), players_(players) {}

    /// The line with the variations beside it, which begins in `position`; `where` names it in complaints.
    Result<Variation> read(const Json& list, WidePosition position, const std::string& where, int nesting) {
        Variation line;
        for (const Json& entry : list) {
            const std::string which = where + "move " + std::to_string(line.moves.size() + 1);
            const Json* text = entry.is_object() ? member(entry, "move") : &entry;
            if (text == nullptr || !text->is_string()) return Error{which + " is not a text"};
            const auto move = parse_move(game_, position, text->get<std::string>());
            if (!move) return Error{which + ": " + move.error().what};
            MoveNote note;
            if (entry.is_object()) {
                auto noted = read_noted(entry, position, which);
                if (!noted) return noted.error();
                note = std::move(noted).value();
                if (const Json* expected = member(entry, "pv")) {
                    if (!expected->is_string()) return Error{which + ": \"pv\" is not a text"};
                    note.line = legal_part(game_, position, expected->get<std::string>(), *move);
                }
                const auto beside = read_beside(entry, position, which, nesting, line);
                if (!beside) return beside.error();
            }
            line.notes.push_back(std::move(note));
            line.moves.push_back(*move);
            position = game_.after(position, *move);
        }
        drop_if_silent(line.notes);
        return line;
    }

private:
    Result<MoveNote> read_noted(const Json& entry, const WidePosition& position, const std::string& which) const {
        auto read = read_note(entry, which, version_, position.second_to_move);
        if (!read) return read;
        MoveNote note = std::move(read).value();
        if (note.value && version_ == kFirstVersion) {
            note.value = value_of_version_1(*note.value, game_.spec(), players_[position.second_to_move ? 1 : 0]);
            if (!note.value) return Error{which + ": \"value\" is not a number of its kind"};
        }
        return note;
    }

    Result<bool> read_beside(const Json& entry, const WidePosition& position, const std::string& which, int nesting, Variation& line) {
        const Json* list = member(entry, "variations");
        if (list == nullptr) return true;
        if (!list->is_array()) return Error{which + ": \"variations\" is not a list of lines"};
        if (nesting >= kMostNesting) return Error{which + ": variations are nested too deep"};
        for (const Json& one : *list) {
            if (!one.is_array() || one.empty()) return Error{which + ": a variation is not a list of moves"};
            auto read = this->read(one, position, which + ", variation, ", nesting + 1);
            if (!read) return read.error();
            line.variations.push_back(std::move(read).value());
            line.variations.back().ply = line.moves.size();
        }
        return true;
    }

    const Game& game_;
    int version_;
    const std::array<std::string, 2>& players_;
};

/// Who played, when, and where the game comes from; all may be missing.
Result<bool> read_names(const Json& object, GameRecord& record) {
    if (const Json* players = member(object, "players")) {
        if (!players->is_array() || players->size() != 2 || !(*players)[0].is_string() || !(*players)[1].is_string()) {
            return Error{"\"players\" is not a pair of names"};
        }
        record.players = {(*players)[0].get<std::string>(), (*players)[1].get<std::string>()};
    }
    if (const Json* date = member(object, "date")) {
        if (!date->is_string()) return Error{"\"date\" is not a text"};
        record.date = date->get<std::string>();
    }
    if (const Json* about = member(object, "about")) {
        if (!about->is_object()) return Error{"\"about\" is not an object of texts"};
        for (const auto& [key, value] : about->items()) {
            if (!value.is_string()) return Error{"\"about\" is not an object of texts"};
            record.about.emplace_back(key, value.get<std::string>());
        }
    }
    return true;
}

/// An end that the rules did not bring about, if the result names one.
void read_decided(const Game& game, const Json& result, GameRecord& record) {
    if (game.verdict(final_position(game, record)).over() || !result.is_object()) return;
    const auto outcome = text_member(result, "outcome");
    const auto reason = text_member(result, "reason");
    if (!outcome || !reason) return;
    const auto ending = parse_decided(*reason);
    if (!ending) return;
    const auto told = text_member(result, "detail");
    const std::string detail = told ? *told : "";
    for (const Outcome known : {Outcome::kFirstWins, Outcome::kSecondWins, Outcome::kDraw}) {
        if (*outcome == print_outcome(known)) record.decided = Decided{known, *ending, detail};
    }
}

Result<GameRecord> read_record(const Json& object) {
    const Json* version = member(object, "foray");
    if (version == nullptr || (*version != kVersion && *version != kSecondVersion && *version != kFirstVersion))
        return Error{"\"foray\": " + std::to_string(kVersion) + " is missing: not a record of this version"};
    const auto spec = read_spec(object);
    if (!spec) return spec.error();
    const Game game(*spec);
    const auto fen = text_member(object, "start");
    if (!fen) return fen.error();
    const auto start = parse_fen(game, *fen);
    if (!start) return start.error().in("\"start\"");
    const Json* moves = member(object, "moves");
    if (moves == nullptr || !moves->is_array()) return Error{"\"moves\" is missing or not a list"};

    GameRecord record{*spec, *start, {}};
    const auto names = read_names(object, record);
    if (!names) return names.error();
    auto line = LineReader(game, version->get<int>(), record.players).read(*moves, *start, "", 0);
    if (!line) return line.error();
    record.moves = std::move(line->moves);
    record.notes = std::move(line->notes);
    record.variations = std::move(line->variations);
    const Json* result = member(object, "result");
    if (result != nullptr) read_decided(game, *result, record);
    const Json expected = result_of(game, record);
    if (result == nullptr || *result != expected) {
        return Error{"\"result\" is missing or not what the moves lead to: " + expected.dump()};
    }
    return record;
}

/// Moves as a list of texts, or of objects where there is more to say of any.
Json moves_json(const GameSpec& spec, const std::vector<Move>& moves, const std::vector<MoveNote>& notes,
                const std::vector<Variation>& variations, bool second_moves) {
    Json out = Json::array();
    const bool texts = notes.empty() && variations.empty();
    for (std::size_t i = 0; i < moves.size(); ++i, second_moves = !second_moves) {
        const std::string text = print_move(spec, moves[i]);
        if (texts) {
            out.push_back(text);
            continue;
        }
        const MoveNote note = notes.empty() ? MoveNote{} : notes[i];
        Json entry{{"move", text}};
        if (note.value) entry["value"] = (second_moves ? -*note.value : *note.value) / 100.0 + 0.0;  // never minus nothing
        if (note.depth) entry["depth"] = *note.depth;
        if (note.nodes) entry["nodes"] = *note.nodes;
        if (note.ms) entry["ms"] = *note.ms;
        if (note.exact) entry["exact"] = true;
        if (!note.line.empty()) {
            std::string line;
            for (const Move move : note.line) line += (line.empty() ? "" : " ") + print_move(spec, move);
            entry["pv"] = line;
        }
        if (!note.comment.empty()) entry["comment"] = note.comment;
        Json others = Json::array();
        for (const Variation& one : variations) {
            if (one.ply == i) others.push_back(moves_json(spec, one.moves, one.notes, one.variations, second_moves));
        }
        if (!others.empty()) entry["variations"] = std::move(others);
        out.push_back(std::move(entry));
    }
    return out;
}

#endif

}  // namespace

void drop_if_silent(std::vector<MoveNote>& notes) {
    if (std::all_of(notes.begin(), notes.end(), [](const MoveNote& note) { return note.empty(); })) notes.clear();
}

std::string_view print_outcome(Outcome outcome) {
    switch (outcome) {
        case Outcome::kFirstWins: return "first";
        case Outcome::kSecondWins: return "second";
        case Outcome::kDraw: return "draw";
        case Outcome::kOngoing: break;
    }
    return "ongoing";
}

std::optional<int> value_of_version_1(std::int64_t value, const GameSpec& spec, std::string_view player) {
    const bool hundredths = spec.family() == Family::kAtaxx && player.starts_with("engine");
    const std::int64_t most = hundredths ? kLargestValue : kLargestValue / 100;
    if (value > most || value < -most) return std::nullopt;
    return static_cast<int>(hundredths ? value : 100 * value);
}

WidePosition final_position(const Game& game, const GameRecord& record) {
    WidePosition position = record.start;
    for (const Move move : record.moves) position = game.after(position, move);
    return position;
}

std::vector<Move> legal_part(const Game& game, const WidePosition& before, std::string_view text, Move made) {
    constexpr std::size_t kLongest = 200;
    std::vector<Move> out;
    WidePosition position = before;
    for (const Word& word : split_words(text)) {
        if (out.size() == kLongest || game.verdict(position).over()) break;
        const auto move = parse_move(game, position, word.text);
        if (!move || (out.empty() && *move != made)) break;
        out.push_back(*move);
        position = game.after(position, *move);
    }
    return out;
}

Verdict verdict_of(const Verdict& by_rules, const std::optional<Decided>& decided) {
    return !by_rules.over() && decided ? Verdict{decided->outcome, decided->ending} : by_rules;
}

Verdict verdict_of(const Game& game, const GameRecord& record) {
    return verdict_of(game.verdict(final_position(game, record)), record.decided);
}

#if !defined(FORAY_NO_JSON)

std::string print_record(const GameRecord& record) {
    const Game game(record.spec);
    Json object{{"foray", kVersion}, {"game", game.variant().key}};
    if (record.spec.family() == Family::kRaid) {
        object["raid"] = print_rule(record.spec.raid).substr(5);
        Json rows = Json::array();
        for (int square = 0; square < record.spec.squares(); ++square) {
            if (square % record.spec.cols == 0) rows.push_back(Json::array());
            rows.back().push_back(game.value(square));
        }
        object["values"] = std::move(rows);
    } else {
        object["size"] = record.spec.rows;
    }
    if (!record.players[0].empty() || !record.players[1].empty()) object["players"] = record.players;
    if (!record.date.empty()) object["date"] = record.date;
    // A null that becomes an object by being written to crashes the library where memory ends just then: it begins as an object.
    Json about = Json::object();
    for (const auto& [key, value] : record.about) about[key] = value;
    if (!about.empty()) object["about"] = std::move(about);
    object["start"] = print_fen(game, record.start);
    object["moves"] = moves_json(record.spec, record.moves, record.notes, record.variations, record.start.second_to_move);
    object["result"] = result_of(game, record);
    // Names may hold any bytes; what is not UTF-8 is replaced rather than refused.
    return object.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<GameRecord> parse_record(std::string_view text) {
    text = without_bom(text);
    if (nested_too_deeply(text)) return Error{"a game record is not nested so deeply"};
    SyntaxCheck check;
    if (!Json::sax_parse(text, &check)) return syntax_error(text, check.byte);
    const Json object = Json::parse(text, nullptr, false);
    if (!object.is_object()) return Error{"a game record is a JSON object", 1, 1};
    return read_record(object);
}

#endif

}  // namespace foray
