#include "question.h"

#include <utility>

#include "foray/notation/text.h"

namespace foray::questions {

void put(Json& out, const char* key, Json value) { out[key] = std::move(value); }

const Json* Fields::find(const char* key) const {
    const auto found = object_.find(key);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
}

void Fields::fail(std::string why) {
    if (!error_) error_ = Error{std::move(why)};
}

std::optional<std::string> Fields::text(const char* key) {
    const Json* found = find(key);
    if (found == nullptr) return std::nullopt;
    if (found->is_string()) return found->get<std::string>();
    fail("\"" + std::string(key) + "\" is not a text");
    return std::nullopt;
}

std::string Fields::needed(const char* key) {
    if (find(key) == nullptr) fail("\"" + std::string(key) + "\" is missing");
    return text(key, "");
}

std::size_t Fields::choice(const char* key, std::initializer_list<std::string_view> words) {
    const auto given = text(key);
    if (!given) return 0;
    std::string known;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (*given == words.begin()[i]) return i;
        known += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + std::string(words.begin()[i]);
    }
    fail("\"" + std::string(key) + "\" is " + foray::quoted(*given) + "; expected " + known);
    return 0;
}

std::int64_t Fields::number(const char* key, std::int64_t least, std::int64_t most, std::int64_t fallback) {
    const Json* found = find(key);
    if (found == nullptr) return fallback;
    // Beyond 2^63 an unsigned number would come out negative.
    const bool whole = found->is_number_integer() && !(found->is_number_unsigned() && found->get<std::uint64_t>() > INT64_MAX);
    const std::int64_t value = whole ? found->get<std::int64_t>() : 0;
    if (whole && value >= least && value <= most) return value;
    fail("\"" + std::string(key) + "\" is not a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    return fallback;
}

bool Fields::flag(const char* key, bool fallback) {
    const Json* found = find(key);
    if (found == nullptr) return fallback;
    if (!found->is_boolean()) fail("\"" + std::string(key) + "\" is not true or false");
    return found->is_boolean() ? found->get<bool>() : fallback;
}

std::vector<std::string> Fields::texts(const char* key, std::size_t most) {
    std::vector<std::string> out;
    const Json* found = find(key);
    if (found == nullptr) return out;
    if (!found->is_array() || found->size() > most) {
        fail("\"" + std::string(key) + "\" is not a list of at most " + std::to_string(most) + " texts");
        return out;
    }
    for (const Json& one : *found) {
        if (!one.is_string()) {
            fail("\"" + std::string(key) + "\" holds something that is not a text");
            return out;
        }
        out.push_back(one.get<std::string>());
    }
    return out;
}

Result<Played> read_game(const Json& question) {
    Fields fields(question);
    GameText text{.game = fields.needed("game")};
    text.board = fields.text("board");
    text.raid = fields.text("raid");
    text.position = fields.text("start");
    for (const std::string& move : fields.texts("moves", kMostMoves)) text.moves += move + " ";
    text.names.position = "start";
    text.names.rule = "raid";
    if (fields.error()) return *fields.error();
    return play(text);
}

Json move_texts(const GameSpec& spec, const std::vector<Move>& moves) {
    Json out = Json::array();
    for (const Move move : moves) out.push_back(print_move(spec, move));
    return out;
}

}  // namespace foray::questions
