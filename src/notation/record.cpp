#include "foray/notation/record.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"

namespace foray {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

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

Json result_of(const Game& game, const WidePosition& position) {
    const Verdict verdict = game.verdict(position);
    const Scores scores = game.scores(position);
    return {{"outcome", print_outcome(verdict.outcome)},
            {"reason", print_reason(verdict.reason)},
            {"scores", Json::array({scores.first, scores.second})}};
}

Result<GameRecord> read_record(const Json& object) {
    const Json* version = member(object, "foray");
    if (version == nullptr || *version != kVersion)
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
    WidePosition position = *start;
    for (const Json& entry : *moves) {
        const std::string which = "move " + std::to_string(record.moves.size() + 1);
        if (!entry.is_string()) return Error{which + " is not a text"};
        const auto move = parse_move(game, position, entry.get<std::string>());
        if (!move) return Error{which + ": " + move.error().what};
        record.moves.push_back(*move);
        position = game.after(position, *move);
    }
    const Json* result = member(object, "result");
    if (result == nullptr || *result != result_of(game, position)) {
        return Error{"\"result\" is missing or not what the moves lead to: " + result_of(game, position).dump()};
    }
    return record;
}

}  // namespace

std::string_view print_outcome(Outcome outcome) {
    switch (outcome) {
        case Outcome::kFirstWins: return "first";
        case Outcome::kSecondWins: return "second";
        case Outcome::kDraw: return "draw";
        case Outcome::kOngoing: break;
    }
    return "ongoing";
}

std::string_view print_reason(EndReason reason) {
    switch (reason) {
        case EndReason::kBoardFull: return "board full";
        case EndReason::kNoPieces: return "no pieces left";
        case EndReason::kNoMoves: return "nobody can move";
        case EndReason::kTurnLimit: return "turn limit";
        case EndReason::kQuietLimit: return "no clone for too long";
        case EndReason::kNone: break;
    }
    return "";
}

WidePosition final_position(const Game& game, const GameRecord& record) {
    WidePosition position = record.start;
    for (const Move move : record.moves) position = game.after(position, move);
    return position;
}

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
    object["start"] = print_fen(game, record.start);
    object["moves"] = Json::array();
    for (const Move move : record.moves) object["moves"].push_back(print_move(record.spec, move));
    object["result"] = result_of(game, final_position(game, record));
    return object.dump() + "\n";
}

Result<GameRecord> parse_record(std::string_view text) {
    SyntaxCheck check;
    if (!Json::sax_parse(text, &check)) return syntax_error(text, check.byte);
    const Json object = Json::parse(text, nullptr, false);
    if (!object.is_object()) return Error{"a game record is a JSON object", 1, 1};
    return read_record(object);
}

}  // namespace foray
