#include "foray/notation/fairy_text.h"

#include <utility>

#include "foray/notation/move_text.h"
#include "foray/notation/text.h"

namespace foray {
namespace {

constexpr std::pair<char, char> kPieces[] = {{'x', 'P'}, {'o', 'p'}, {'-', '*'}};
constexpr std::pair<char, char> kSides[] = {{'x', 'w'}, {'o', 'b'}};

}  // namespace

bool is_fairy_fen(std::string_view fen) {
    const auto words = split_words(fen);
    return !words.empty() && words.front().text.find_first_of("Pp") != std::string_view::npos;
}

std::string from_fairy_fen(std::string_view fen) {
    std::string out;
    std::size_t number = 0;
    for (const Word& word : split_words(fen)) {
        ++number;
        if (number > 2 && word.text == "-") continue;  // what nobody can castle or take in passing
        std::string text(word.text);
        for (char& c : text) {
            for (const auto& [ours, theirs] : kPieces) {
                if (number == 1 && c == theirs) {
                    c = ours;
                    break;
                }
            }
            for (const auto& [ours, theirs] : kSides) {
                if (number == 2 && to_lower(c) == theirs) c = ours;
            }
        }
        out += (out.empty() ? "" : " ") + text;
    }
    return out;
}

std::string to_fairy_fen(std::string_view fen) {
    std::string out;
    std::size_t number = 0;
    for (const Word& word : split_words(fen)) {
        ++number;
        std::string text(word.text);
        for (char& c : text) {
            for (const auto& [ours, theirs] : kPieces) {
                if (number == 1 && c == ours) {
                    c = theirs;
                    break;
                }
            }
            for (const auto& [ours, theirs] : kSides) {
                if (number == 2 && c == ours) c = theirs;
            }
        }
        out += (out.empty() ? "" : " ") + text;
        if (number == 2) out += " - -";
    }
    return out;
}

std::string_view from_fairy_move(std::string_view move) { return move.starts_with("P@") || move.starts_with("p@") ? move.substr(2) : move; }

std::string to_fairy_move(const GameSpec& spec, Move move) { return (move.is_place() ? "P@" : "") + print_move(spec, move); }

}  // namespace foray
