#include "foray/notation/game_file.h"

#include <algorithm>
#include <utility>

#include "foray/notation/pgn.h"
#include "foray/notation/text.h"

namespace foray {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

#if !defined(FORAY_NO_JSON)
/// No record of a game comes near it.
constexpr std::size_t kLongestRecord = std::size_t{8} << 20;

/// Where the object that begins at `begin` ends: one past its closing brace, or the end of the text. Knows texts and braces only; whether
/// it is JSON is for its reader to say.
std::size_t end_of_object(std::string_view text, std::size_t begin) {
    int depth = 0;
    bool in_text = false;
    for (std::size_t i = begin; i < text.size(); ++i) {
        const char c = text[i];
        if (in_text) {
            if (c == '\\') ++i;
            if (c == '"') in_text = false;
        } else if (c == '"') {
            in_text = true;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && --depth == 0) {
            return i + 1;
        }
    }
    return text.size();
}

/// The error of one of several games, seen from the whole file. `line` and `column` are where the game begins.
Error in_file(Error error, std::size_t game, bool alone, int line, int column) {
    if (error.line == 1) error.column += column - 1;
    if (error.line > 0) {
        error.line += line - 1;
    } else if (!alone) {
        error.line = line;
    }
    if (!alone) error.what = "game " + std::to_string(game) + ": " + error.what;
    return error;
}

/// Where the games of a tournament's export begin, one past the bracket of its "games"; nothing if the text is no such export. Its games
/// are records with a few members more, in a list instead of one after the other.
std::optional<std::size_t> games_of_tournament(std::string_view text, std::size_t begin) {
    const auto next = [&](std::size_t from) { return std::min(text.find_first_not_of(kBlanks, from), text.size()); };
    constexpr std::string_view kMark = "\"foray_tournament\"";
    constexpr std::string_view kGames = "\"games\"";
    if (text.substr(next(begin + 1)).substr(0, kMark.size()) != kMark) return std::nullopt;
    int depth = 0;
    for (std::size_t i = begin; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '{' || c == '[') ++depth;
        if (c == '}' || c == ']') --depth;
        if (c != '"') continue;
        const std::size_t text_begin = i;
        for (++i; i < text.size() && text[i] != '"'; ++i) i += text[i] == '\\' ? 1 : 0;
        if (depth != 1 || text.substr(text_begin, kGames.size()) != kGames) continue;
        const std::size_t colon = next(i + 1);
        const std::size_t bracket = next(colon + 1);
        if (bracket < text.size() && text[colon] == ':' && text[bracket] == '[') return bracket + 1;
    }
    return std::nullopt;
}

Result<std::vector<GameRecord>> parse_json_games(std::string_view text, std::size_t first) {
    std::vector<GameRecord> games;
    int line = 1;
    std::size_t line_begin = 0;
    std::size_t at = 0;
    const auto list = games_of_tournament(text, first);
    const auto advance = [&](std::size_t to) {
        for (; at < to; ++at) {
            if (text[at] != '\n') continue;
            ++line;
            line_begin = at + 1;
        }
    };
    if (list) advance(*list);
    for (;;) {
        advance(std::min(text.find_first_not_of(kBlanks, at), text.size()));
        const auto sees = [&](char c) { return at < text.size() && text[at] == c; };
        const auto error = [&](const char* what) { return Error{what, line, static_cast<int>(at - line_begin) + 1}; };
        if (list && games.empty() && sees(']')) return error("the tournament has no game yet");
        if (list && !games.empty()) {
            if (sees(']')) return games;
            if (!sees(',')) return error("expected another game or the end of the list");
            advance(std::min(text.find_first_not_of(kBlanks, at + 1), text.size()));
        }
        if (at == text.size() && !games.empty() && !list) return games;
        const int column = static_cast<int>(at - line_begin) + 1;
        const std::size_t end = at < text.size() && text[at] == '{' ? end_of_object(text, at) : text.size();
        const bool alone = games.empty() && text.find_first_not_of(kBlanks, end) == std::string_view::npos;
        if (end - at > kLongestRecord) return in_file(Error{"too long for a game"}, games.size() + 1, alone, line, column);
        auto record = parse_record(text.substr(at, end - at));
        if (!record) return in_file(record.error(), games.size() + 1, alone, line, column);
        games.push_back(std::move(record).value());
        advance(end);
    }
}

#else
Result<std::vector<GameRecord>> parse_json_games(std::string_view /*text*/, std::size_t /*first*/) {
    return Error{"this build reads games as PGN only, not as JSON", 1, 1};
}
#endif

}  // namespace

Result<std::vector<GameRecord>> parse_games(std::string_view text) {
    text = without_bom(text);
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return Error{"the file holds no game", 1, 1};
    if (text[first] == '[') return parse_pgn(text);
    if (text[first] == '{') return parse_json_games(text, first);
    const bool numbered = is_digit(text[first]) && text.find('.') != std::string_view::npos;
    return numbered ? Error{"these are moves without tags; a PGN game begins with lines such as [Variant \"wargame\"]", 1, 1}
                    : Error{"this is no game: expected PGN, which begins with [, or a JSON record, which begins with {", 1, 1};
}

Result<GameRecord> choose_game(std::vector<GameRecord> games, std::optional<int> number, std::string_view option) {
    const std::string count = std::to_string(games.size());
    if (games.empty()) return Error{"the file holds no game"};
    if (!number && games.size() > 1) return Error{"the file holds " + count + " games: choose one with " + std::string(option) + " N"};
    const auto index = static_cast<std::size_t>(number.value_or(1));
    if (index < 1 || index > games.size()) {
        return Error{"there is no game " + std::to_string(*number) + ": the file holds " + count +
                     (games.size() == 1 ? " game" : " games")};
    }
    return std::move(games[index - 1]);
}

}  // namespace foray
