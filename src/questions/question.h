// What the answers are made from: the fields of a question, checked one by one, and the game that they describe.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "foray/board/result.h"
#include "foray/notation/game_text.h"
#include "foray/questions/questions.h"
#include "foray/rules/game.h"

namespace foray::questions {

using Json = nlohmann::ordered_json;

/// Adds a member.
void put(Json& out, const char* key, Json value);

/// An object of members in their order, name and value in turn. An initializer list says the same in a third more code, and this room is
/// downloaded.
template <class... Members>
Json object(Members&&... members) {
    Json out = Json::object();
    const auto add = [&](const auto& self, const char* key, auto&& value, auto&&... rest) -> void {
        put(out, key, Json(std::forward<decltype(value)>(value)));
        if constexpr (sizeof...(rest) > 0) self(self, std::forward<decltype(rest)>(rest)...);
    };
    add(add, std::forward<Members>(members)...);
    return out;
}

/// Longer than any game that was ever played, short enough to be replayed at once.
inline constexpr std::size_t kMostMoves = 10'000;

/// Reads members of an object. The first that is wrong is remembered as `error`; what is read after it does not count, so that a reader
/// may ask for all it needs and look once.
class Fields {
public:
    explicit Fields(const Json& object) : object_(object) {}

    /// The member, or null where it is missing or JSON's null.
    [[nodiscard]] const Json* find(const char* key) const;

    std::optional<std::string> text(const char* key);
    std::string text(const char* key, std::string_view fallback) { return text(key).value_or(std::string(fallback)); }
    /// A text that must be there.
    std::string needed(const char* key);
    /// One of a few words; the first one where the member is missing.
    std::size_t choice(const char* key, std::initializer_list<std::string_view> words);
    std::int64_t number(const char* key, std::int64_t least, std::int64_t most, std::int64_t fallback);
    bool flag(const char* key, bool fallback);
    /// A list of texts, at most `most` of them.
    std::vector<std::string> texts(const char* key, std::size_t most);

    void fail(std::string why);
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

private:
    const Json& object_;
    std::optional<Error> error_;
};

/// The game that the members game, raid, board, start and moves describe.
Result<Played> read_game(const Json& question);

/// A question's answer, without "ok".
using Answered = Result<Json>;

Answered answer_games(const Json& question, const Ceilings& ceilings);
Answered answer_state(const Json& question, const Ceilings& ceilings);
Answered answer_replay(const Json& question, const Ceilings& ceilings);
Answered answer_picture(const Json& question, const Ceilings& ceilings);
Answered answer_edit(const Json& question, const Ceilings& ceilings);
Answered answer_players(const Json& question, const Ceilings& ceilings);
Answered answer_choose(const Json& question, const Ceilings& ceilings);
Answered answer_solve(const Json& question, const Ceilings& ceilings);
Answered answer_trace(const Json& question, const Ceilings& ceilings);
Answered answer_counts(const Json& question, const Ceilings& ceilings);
Answered answer_record(const Json& question, const Ceilings& ceilings);
Answered answer_read(const Json& question, const Ceilings& ceilings);
Answered answer_bench(const Json& question, const Ceilings& ceilings);

/// Hears what a question that takes time has found so far.
using Say = std::function<void(const Json&)>;
Answered answer_analyse(const Json& question, const Ceilings& ceilings, const Say& say);
Answered answer_review(const Json& question, const Ceilings& ceilings, const Say& say);

/// Values are hundredths inside, points or pieces in JSON. Of a win that is proved in the Ataxx family only the margin is written.
double to_points(const GameSpec& spec, int hundredths);

/// Moves as a list of texts.
Json move_texts(const GameSpec& spec, const std::vector<Move>& moves);

}  // namespace foray::questions
