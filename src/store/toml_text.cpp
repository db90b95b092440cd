#include "toml_text.h"

#include <toml++/toml.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "foray/files/files.h"
#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/game_file.h"
#include "foray/notation/text.h"
#include "foray/store/settings.h"

namespace foray {
namespace {

using Json = nlohmann::ordered_json;

/// toml++ sorts the keys of a table by name; their order in the text does not matter here.
Json to_json(const toml::node& node) {
    if (const auto* table = node.as_table()) {
        Json out = Json::object();
        for (const auto& [key, value] : *table) out[std::string(key.str())] = to_json(value);
        return out;
    }
    if (const auto* array = node.as_array()) {
        Json out = Json::array();
        for (const toml::node& value : *array) out.push_back(to_json(value));
        return out;
    }
    if (const auto* text = node.as_string()) return text->get();
    if (const auto* whole = node.as_integer()) return whole->get();
    if (const auto* decimal = node.as_floating_point()) return decimal->get();
    if (const auto* flag = node.as_boolean()) return flag->get();
    return nullptr;  // dates: no setting is one, so the reader complains
}

std::string beside(const std::string& folder, const std::string& path) {
    return std::filesystem::path(path).is_absolute() || folder.empty() ? path : folder + "/" + path;
}

/// The position of an EPD or FEN line: the rows, the side, and the counters as far as they are numbers.
std::string fen_of_line(std::string_view line) {
    line = line.substr(0, line.find(';'));
    std::string out;
    int count = 0;
    for (const Word& word : split_words(line)) {
        if (count >= 2 && !parse_number(word.text, 1'000'000)) break;
        out += (count++ == 0 ? "" : " ") + std::string(word.text);
    }
    return out;
}

Result<std::vector<std::string>> read_book(const std::string& path, int plies) {
    const auto file = files::read_whole(path);
    if (!file) return file.error();
    const std::string_view text = without_bom(*file);
    std::vector<std::string> out;
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    // Games, in any form that records have; no position begins like them.
    if (first != std::string_view::npos && (text[first] == '[' || text[first] == '{')) {
        const auto games = parse_games(text);
        if (!games) return games.error().in(path);
        for (const GameRecord& record : *games) {
            const Game game(record.spec);
            WidePosition position = record.start;
            for (std::size_t i = 0; i < record.moves.size() && static_cast<int>(i) < plies; ++i) {
                const WidePosition next = game.after(position, record.moves[i]);
                if (game.verdict(next).over()) break;
                position = next;
            }
            out.push_back(print_fen(game, position));
        }
    } else {
        int number = 0;
        constexpr std::size_t kLongestLine = 65536;
        for (const std::string_view line : split_lines(text)) {
            ++number;
            if (line.size() > kLongestLine) return Error{"this line is too long for a position", number, 1, path};
            const std::string fen = fen_of_line(line);
            if (!fen.empty() && fen[0] != '#') out.push_back(fen);
        }
    }
    if (out.empty()) return Error{"holds no opening", 0, 0, path};
    return out;
}

/// Board files become boards in one line.
Result<Json> read_boards(const Json& boards, const std::string& folder) {
    Json out = Json::array();
    for (const Json& each : boards.is_array() ? boards : Json::array({boards})) {
        if (!each.is_string() || each == "random") {
            out.push_back(each);
            continue;
        }
        const auto name = each.get<std::string>();
        const std::string path = beside(folder, name);
        if (find_board(name) != nullptr || name.starts_with("random:") || !std::filesystem::is_regular_file(path)) {
            out.push_back(each);
            continue;
        }
        const auto text = files::read_whole(path);
        if (!text) return text.error();
        const auto board = parse_board(*text);
        if (!board) return board.error().in(path);
        std::string line;
        for (int row = 0; row < board->rows; ++row) {
            for (int col = 0; col < board->cols; ++col) {
                line += (col > 0   ? " "
                         : row > 0 ? "/"
                                   : "") +
                        std::to_string(board->values[static_cast<std::size_t>(row * board->cols + col)]);
            }
        }
        out.push_back(line);
    }
    return out;
}

}  // namespace

Result<std::string> put_files_in(const std::string& json_text, const std::string& folder) {
    Json json = Json::parse(json_text);
    if (json.contains("board")) {
        json["boards"] = json["board"];
        json.erase("board");
    }
    if (json.contains("boards")) {
        auto boards = read_boards(json["boards"], folder);
        if (!boards) return boards.error();
        json["boards"] = *boards;
    }
    if (json.contains("openings") && json["openings"].is_object() && json["openings"].contains("book")) {
        Json& openings = json["openings"];
        const Json plies = openings.value("book_plies", Json(8));
        if (!openings["book"].is_string()) return Error{"openings.book: expected the name of a file in quotes"};
        if (!plies.is_number_integer() || plies.get<std::int64_t>() < 0 || plies.get<std::int64_t>() > 1000)
            return Error{"openings.book_plies: expected a whole number"};
        const auto book = read_book(beside(folder, openings["book"].get<std::string>()), plies.get<int>());
        if (!book) return book.error();
        openings["positions"] = *book;
        openings.erase("book");
        openings.erase("book_plies");
    }
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<std::string> json_of_toml(std::string_view toml) {
    // The library takes seconds for what nobody writes by hand.
    constexpr std::size_t kLongestSettings = std::size_t{4} << 20;
    if (toml.size() > kLongestSettings) return Error{"too long for settings, which have 4 MiB at most"};
    try {
        return to_json(toml::parse(toml)).dump(-1, ' ', false, Json::error_handler_t::replace);
    } catch (const toml::parse_error& error) {
        return Error{std::string(error.description()), static_cast<int>(error.source().begin.line),
                     static_cast<int>(error.source().begin.column)};
    }
}

std::pair<int, int> place_in_toml(std::string_view toml, const std::string& path) {
    if (toml.empty()) return {0, 0};
    try {
        const toml::table table = toml::parse(toml);
        const toml::node* at = &table;
        std::pair<int, int> place = {1, 1};
        std::size_t begin = 0;
        while (at != nullptr && begin <= path.size()) {
            const std::size_t dot = std::min(path.find('.', begin), path.size());
            const std::string part = path.substr(begin, dot - begin);
            begin = dot + 1;
            if (const auto* inner = at->as_table()) {
                // A key that holds a table is pointed at where its table begins, any other where the key itself stands.
                const auto found = inner->find(part);
                if (found == inner->end()) break;
                place = {static_cast<int>(found->first.source().begin.line), static_cast<int>(found->first.source().begin.column)};
                at = &found->second;
            } else if (const auto* array = at->as_array()) {
                const auto index = parse_number(part, 1'000'000);
                at = index ? array->get(*index) : nullptr;
                if (at != nullptr) place = {static_cast<int>(at->source().begin.line), static_cast<int>(at->source().begin.column)};
            } else {
                break;
            }
        }
        return place;
    } catch (const toml::parse_error&) {
        return {0, 0};
    }
}

}  // namespace foray
