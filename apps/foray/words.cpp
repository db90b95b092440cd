#include "words.h"

#include <fmt/format.h>

#include <cstdlib>

#include "foray/agents/describe.h"
#include "foray/engine/engine.h"
#include "foray/notation/text.h"

namespace foray::cli {

std::string short_value(const GameSpec& spec, int hundredths) {
    if (!is_proved_win(spec.family(), hundredths)) return print_points(hundredths);
    const std::string margin = print_points(std::abs(margin_of(spec.family(), hundredths))).substr(1);
    return (hundredths > 0 ? "wins by " : "loses by ") + margin;
}

std::string value_text(const GameSpec& spec, bool second_to_move, int hundredths, bool exact) {
    const std::string side(info(spec.variant).players[second_to_move ? 1 : 0]);
    if (is_proved_win(spec.family(), hundredths)) return side + " " + short_value(spec, hundredths);
    return (exact ? "exact value " : "value ") + short_value(spec, hundredths) + " for " + side;
}

std::string named_move(const GameSpec& spec, Move move) {
    if (move.is_pass()) return "pass";
    return print_move(spec, move) + " (" + std::string(move_name(spec, move)) + ")";
}

std::vector<std::string> move_texts(const GameSpec& spec, const std::vector<Move>& moves) {
    std::vector<std::string> out;
    for (const Move move : moves) out.push_back(print_move(spec, move));
    return out;
}

std::string line_text(const GameSpec& spec, const std::vector<Move>& moves) {
    return fmt::format("{}", fmt::join(move_texts(spec, moves), " "));
}

void tell_remark(const GameSpec& spec, const std::string& player) {
    if (const auto remark = remark_about(spec, player)) fmt::print(stderr, "foray: note: {}\n", *remark);
}

}  // namespace foray::cli
