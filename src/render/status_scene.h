// The header and the footer of a picture: names, scores, the bar, whose turn it is or who won, the last move.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "foray/render/board_scene.h"
#include "layout.h"

namespace foray {

class StatusPainter {
public:
    /// `theme` is that of the options, made for the game's pieces.
    StatusPainter(Scene& scene, const Game& game, const WidePosition& position, const PictureLayout& layout, const Theme& theme,
                  const PictureOptions& options);

    /// Also gives the scene its title.
    void paint(const std::optional<LastMove>& last, std::optional<int> ply);

private:
    /// A name, which may be cut, and what is said of it, which may not.
    struct Sentence {
        std::string name;
        std::string rest;
    };

    [[nodiscard]] bool over() const { return verdict_.outcome != Outcome::kOngoing; }
    [[nodiscard]] int total() const;
    [[nodiscard]] Sentence status() const;
    [[nodiscard]] bool is_winner(int seat) const { return over() && leading_seat_ == seat; }
    [[nodiscard]] std::string score_of(int seat) const;
    /// "+39" for the player who leads, nothing for the other.
    [[nodiscard]] std::string lead_of(int seat) const;
    [[nodiscard]] double piece_radius() const { return layout_.name_size * 0.47; }
    [[nodiscard]] double name_space() const { return layout_.name_size * 0.5; }
    [[nodiscard]] double lead_width(int seat) const;
    /// Of piece, name and score, were there room without end.
    [[nodiscard]] double player_width(int seat) const;
    void player(int seat);
    void bar();
    void footer(const std::string& right);

    Scene& scene_;
    const Game& game_;
    const WidePosition& position_;
    const PictureLayout& layout_;
    const Theme& theme_;
    std::array<std::string, 2> names_;
    Scores scores_;
    Verdict verdict_;
    std::optional<int> leading_seat_;  ///< whose turn it is, or who won
};

/// A player's piece: a disc or a ring, X or O, a stone. `radius` is the outer one of both.
void add_piece(Scene& scene, PieceLook look, int player, Point centre, double radius, const Theme& theme, Colour under);

}  // namespace foray
