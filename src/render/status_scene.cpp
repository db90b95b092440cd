#include "status_scene.h"

#include <algorithm>
#include <cmath>

#include "foray/notation/coordinates.h"
#include "foray/notation/move_text.h"
#include "foray/notation/record.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"

namespace foray {
namespace {

std::optional<int> leading_seat(Outcome outcome, const WidePosition& position) {
    if (outcome == Outcome::kOngoing) return position.second_to_move ? 1 : 0;
    if (outcome == Outcome::kDraw) return std::nullopt;
    return outcome == Outcome::kFirstWins ? 0 : 1;
}

/// "12 · C4 Sneak": squares as the picture's coordinates spell them, moves as the game calls them.
std::string describe_move(const GameSpec& spec, Move move, std::optional<int> ply) {
    std::string text = ply ? std::to_string(*ply) + " · " : "";
    if (!move.is_pass()) {
        std::string squares = move.is_jump() ? print_square(spec, move.from) : "";
        squares += print_square(spec, move.to);
        text += (spec.family() == Family::kRaid ? upper(squares) : squares) + " ";
    }
    return text + std::string(move_name(spec, move));
}

}  // namespace

StatusPainter::StatusPainter(Scene& scene, const Game& game, const WidePosition& position, const PictureLayout& layout, const Theme& theme,
                             const PictureOptions& options)
    : scene_(scene),
      game_(game),
      position_(position),
      layout_(layout),
      theme_(theme),
      scores_(game.scores(position)),
      verdict_(verdict_of(game.verdict(position), options.decided)),
      leading_seat_(leading_seat(verdict_.outcome, position)) {
    for (std::size_t seat = 0; seat < names_.size(); ++seat) {
        names_[seat] = options.names[seat].empty() ? std::string(game.variant().players[seat]) : clean_text(options.names[seat]);
    }
}

void StatusPainter::paint(const std::optional<LastMove>& last, std::optional<int> ply) {
    scene_.title = describe(game_.spec()) + ": " + names_[0] + " " + std::to_string(scores_.first) + ", " + names_[1] + " " +
                   std::to_string(scores_.second) + ". " + status().name + status().rest;
    bar();
    if (!layout_.has_status()) return;
    player(0);
    player(1);
    footer(last ? describe_move(game_.spec(), last->move, ply) : "");
}

/// All that can be held: the values of all squares, or the squares that are not blocked.
int StatusPainter::total() const {
    if (game_.spec().family() == Family::kAtaxx) return (position_.occupied() | position_.empty).count();
    int sum = 0;
    for (int square = 0; square < game_.spec().squares(); ++square) sum += game_.value(square);
    return sum;
}

StatusPainter::Sentence StatusPainter::status() const {
    // A full board is how games end; other reasons are worth a word.
    const std::string why = verdict_.ending == Ending::kBoardFull ? "" : ", " + std::string(print_ending(verdict_.ending));
    if (!leading_seat_) return {"", "A draw" + why};
    const std::string& name = names_[static_cast<std::size_t>(*leading_seat_)];
    if (!over()) return {name, " to move"};
    const int margin = leading_seat_ == 0 ? scores_.first - scores_.second : scores_.second - scores_.first;
    // Who wins by resignation may be behind.
    if (!why.empty() && margin <= 0) return {name, " wins" + why};
    return {name, " wins by " + std::to_string(margin) + why};
}

std::string StatusPainter::lead_of(int seat) const {
    const int lead = seat == 0 ? scores_.first - scores_.second : scores_.second - scores_.first;
    return lead > 0 ? "+" + std::to_string(lead) : "";
}

std::string StatusPainter::score_of(int seat) const { return std::to_string(seat == 0 ? scores_.first : scores_.second); }

double StatusPainter::player_width(int seat) const {
    return 2 * piece_radius() + 2 * name_space() + text_width(score_of(seat), layout_.score_size, true) +
           text_width(names_[static_cast<std::size_t>(seat)], layout_.name_size, is_winner(seat)) + lead_width(seat);
}

double StatusPainter::lead_width(int seat) const {
    const std::string lead = lead_of(seat);
    return lead.empty() ? 0 : name_space() + text_width(lead, layout_.status_size, false);
}

/// "● Blue 85 +39" from the left, "46 Green ○" from the right.
void StatusPainter::player(int seat) {
    // The footer says whose turn it is: a header that changed with every move would be restless, and a third of an animation's bytes.
    const bool winner = is_winner(seat);
    const double way = seat == 0 ? 1 : -1;
    const Anchor anchor = seat == 0 ? Anchor::kStart : Anchor::kEnd;
    const double radius = piece_radius();
    const double space = name_space();
    const std::string score = score_of(seat);
    const double score_width = text_width(score, layout_.score_size, true);
    // Everybody has half of the column, and what the other leaves of theirs.
    const double middle_space = layout_.name_size * 1.2;
    const double half = (layout_.column_width - middle_space) / 2;
    const double room = std::max(half, layout_.column_width - middle_space - player_width(1 - seat));
    const double name_room = room - 2 * radius - 2 * space - score_width - lead_width(seat);
    const std::string name = fit_text(names_[static_cast<std::size_t>(seat)], layout_.name_size, winner, name_room);

    double x = seat == 0 ? layout_.column_x : layout_.column_x + layout_.column_width;
    const double middle = layout_.header_baseline - layout_.name_size * kCapHeight / 2;
    add_piece(scene_, game_.variant().look, seat, {x + way * radius, middle}, radius, theme_, theme_.paper);
    x += way * (2 * radius + space);
    const auto write = [&](const std::string& text, double size, bool bold, Colour colour) {
        scene_.add(TextShape{{x, layout_.header_baseline}, size, anchor, bold, colour, text}, theme_.paper);
        x += way * (text_width(text, size, bold) + space);
    };
    if (!name.empty()) write(name, layout_.name_size, winner, theme_.ink);
    write(score, layout_.score_size, true, theme_.ink);
    if (const std::string lead = lead_of(seat); !lead.empty()) write(lead, layout_.status_size, false, theme_.faint);
}

void StatusPainter::bar() {
    const double x = layout_.column_x;
    const double y = layout_.bar_y;
    const double width = layout_.column_width;
    const double height = layout_.bar_height;
    scene_.add(BoxShape{x, y, width, height, 0, {.fill = theme_.track}}, theme_.paper);
    // On whole pixels, and never so short that a player with a piece seems to have none.
    const auto share = [&](int score) {
        return score == 0 ? 0.0 : std::max(std::min(3.0, width / 2), std::floor(width * score / std::max(1, total())));
    };
    const double first = share(scores_.first);
    const double second = std::min(share(scores_.second), width - first);
    if (first > 0) scene_.add(BoxShape{x, y, first, height, 0, {.fill = theme_.first}}, theme_.track);
    if (second > 0) {
        // Hollow like the ring.
        const double line = std::max(1.0, std::floor(height * 0.3));
        const double left = x + width - second;
        scene_.add(BoxShape{left, y, second, height, 0, {.fill = theme_.second}}, theme_.track);
        if (second > 2 * line && height > 2 * line) {
            scene_.add(BoxShape{left + line, y + line, second - 2 * line, height - 2 * line, 0, {.fill = theme_.hole}}, theme_.second);
        }
    }
    const double tick = std::max(1.0, std::round(height * 0.2));
    const double beyond = std::floor(height * 0.4);
    scene_.add(BoxShape{std::round(x + (width - tick) / 2), y - beyond, tick, height + 2 * beyond, 0, {.fill = theme_.ink}}, theme_.track);
}

/// "To move ○ Green": what stays the same stands first, where it does not move. Or "● Blue wins by 67".
void StatusPainter::footer(const std::string& right) {
    const double size = layout_.status_size;
    const double baseline = layout_.footer_baseline;
    const double space = size * 0.45;
    const double end = layout_.column_x + layout_.column_width;
    double x = layout_.column_x;
    const auto write = [&](const std::string& text, Colour colour) {
        scene_.add(TextShape{{x, baseline}, size, Anchor::kStart, over(), colour, text}, theme_.paper);
        x += text_width(text, size, over()) + space;
    };
    if (!over()) write("To move", theme_.faint);
    if (leading_seat_) {
        const double radius = size * 0.42;
        add_piece(scene_, game_.variant().look, *leading_seat_, {x + radius, baseline - size * kCapHeight / 2}, radius, theme_,
                  theme_.paper);
        x += 2 * radius + space;
    }
    // A long name is cut, and before that the move gives way to it.
    const auto [name, rest] = status();
    const std::string after = fit_text(over() ? rest : "", size, over(), end - x);
    const double room = end - x - text_width(after, size, over());
    write(fit_text(name, size, over(), room) + after, theme_.ink);
    const double width = text_width(right, size, false);
    if (right.empty() || x + width + space > end) return;
    scene_.add(TextShape{{end, baseline}, size, Anchor::kEnd, false, theme_.faint, right}, theme_.paper);
}

}  // namespace foray
