#include "foray/render/terminal.h"

#include <cstdlib>
#include <string_view>

#include "foray/notation/coordinates.h"
#include "foray/notation/record.h"
#include "foray/notation/text.h"

namespace foray {
namespace {

constexpr std::string_view kReset = "\x1b[0m";
/// The inks of a game's two players, as their names say.
struct Inks {
    std::string_view first;
    std::string_view second;
    std::string_view first_mark;
    std::string_view second_mark;
};
constexpr Inks kColours{"\x1b[97;48;5;25m", "\x1b[30;48;5;114m", "●", "○"};  // white on blue, black on light green
constexpr Inks kMarks{"\x1b[97;48;5;25m", "\x1b[30;48;5;114m", "X", "O"};
constexpr Inks kStones{"\x1b[97;48;5;16m", "\x1b[30;48;5;255m", "●", "●"};  // white on black, black on white

constexpr const Inks& inks_of(PieceLook look) {
    return look == PieceLook::kMarks ? kMarks : look == PieceLook::kStones ? kStones : kColours;
}
constexpr std::string_view kFaint = "\x1b[2m";

class BoardDrawing {
public:
    BoardDrawing(const Game& game, const WidePosition& position, const std::optional<LastMove>& last, TerminalStyle style)
        : game_(game), position_(position), last_(last), style_(style), with_values_(game.spec().family() == Family::kRaid) {}

    [[nodiscard]] std::string draw() const {
        const GameSpec& spec = game_.spec();
        std::string out = "   ";
        for (int col = 0; col < spec.cols; ++col) {
            // The letter stands above the last character of the cell's text: the value's last digit, or the piece.
            out += std::string(with_values_ ? 4 : 2, ' ');
            out += with_values_ ? to_upper(column_letter(col)) : column_letter(col);
            out += ' ';
        }
        out += '\n';
        for (int row = 0; row < spec.rows; ++row) {
            const std::string label = std::to_string(row_label(spec, row));
            out += std::string(3 - label.size(), ' ') + label;
            for (int col = 0; col < spec.cols; ++col) out += cell(row * spec.cols + col);
            out += '\n';
        }
        return out;
    }

private:
    /// " [x76]": a blank, an opening mark, the piece, the value, a closing mark.
    [[nodiscard]] std::string cell(int square) const {
        const bool first = position_.first().has(square);
        const bool second = position_.second().has(square);
        const bool blocked = !first && !second && !position_.empty.has(square);
        std::string_view open = " ";
        std::string_view close = " ";
        if (last_ && !last_->move.is_pass() && last_->move.to == square) {
            open = "[";
            close = "]";
        } else if (last_ && last_->captured.has(square)) {
            open = "(";
            close = ")";
        } else if (style_.settled.has(square)) {
            open = close = "=";
        }
        std::string inside;
        const Inks& inks = inks_of(game_.variant().look);
        if (first) inside = style_.colour ? inks.first_mark : "x";
        if (second) inside = style_.colour ? inks.second_mark : "o";
        if (with_values_) {
            const std::string value = std::to_string(game_.value(square));
            if (inside.empty()) inside = " ";
            inside += std::string(2 - value.size(), ' ') + value;
        } else if (blocked) {
            inside = "#";
        } else if (inside.empty()) {
            inside = ".";
        }
        std::string marked = std::string(open) + inside + std::string(close);
        if (style_.colour) {
            const std::string_view ink = first ? inks.first : second ? inks.second : kFaint;
            marked = std::string(ink) + marked + std::string(kReset);
        }
        return " " + marked;
    }

    const Game& game_;
    const WidePosition& position_;
    const std::optional<LastMove>& last_;
    TerminalStyle style_;
    bool with_values_;
};

}  // namespace

std::string draw_board(const Game& game, const WidePosition& position, const std::optional<LastMove>& last, TerminalStyle style) {
    return BoardDrawing(game, position, last, style).draw();
}

std::string draw_status(const Game& game, const WidePosition& position, TerminalStyle style) {
    const auto& players = game.variant().players;
    const Scores scores = game.scores(position);
    const auto called = [&](int player) {
        std::string name(players[static_cast<std::size_t>(player)]);
        std::string mark = player == 0 ? "x" : "o";
        if (lower(name) == mark) return name;
        if (style.colour) {
            const Inks& inks = inks_of(game.variant().look);
            mark = std::string(player == 0 ? inks.first : inks.second) + " " +
                   std::string(player == 0 ? inks.first_mark : inks.second_mark) + " " + std::string(kReset);
        }
        return name + " (" + mark + ")";
    };
    std::string out = called(0) + " " + std::to_string(scores.first) + ", " + called(1) + " " + std::to_string(scores.second);
    const int lead = scores.first - scores.second;
    out += lead == 0 ? "" : ": " + std::string(players[lead > 0 ? 0 : 1]) + " +" + std::to_string(std::abs(lead));
    out += "\n";
    const Verdict verdict = game.verdict(position);
    if (!verdict.over()) return out + called(position.second_to_move ? 1 : 0) + " to move\n";
    const std::string why = " (" + std::string(print_ending(verdict.ending)) + ")\n";
    if (verdict.outcome == Outcome::kDraw) return out + "A draw" + why;
    return out + called(verdict.outcome == Outcome::kFirstWins ? 0 : 1) + " wins" + why;
}

}  // namespace foray
