// The colours of pictures: paper and ink, two players, one accent. Flat and calm, so that the pieces carry the picture.
//
// Where players are called Blue and Green they differ in hue, in lightness (a dark disc, a light ring) and in shape, so that every kind of
// colour vision, and a grey printer, tells them apart. X and O are written in those colours, Black and White are stones.
#pragma once

#include <string_view>

#include "foray/board/result.h"
#include "foray/render/scene.h"
#include "foray/rules/game_spec.h"

namespace foray {

struct Theme {
    Colour paper;
    Colour ink;         ///< names, scores, the status
    Colour faint;       ///< coordinates, what is less important
    Colour value_ink;   ///< values of squares without a piece
    Colour low_square;  ///< the least value of the board
    Colour high_square;
    Colour blocked;
    Colour blocked_mark;
    Colour first;      ///< the disc
    Colour on_first;   ///< text on it
    Colour second;     ///< the ring's rim
    Colour hole;       ///< the ring's inside
    Colour on_second;  ///< text in it
    Colour track;      ///< the part of the score bar that nobody holds
    Colour accent;     ///< the last move and what it took
    Colour black;      ///< stones, where players are called so
    Colour white;
    Colour stone_edge;

    /// The theme for pieces of that look: stones are black and white, in the bar too.
    [[nodiscard]] Theme with(PieceLook look) const;

    /// The colour of a square, 0 for the least value of the board and 1 for the greatest, in few steps: a palette has to hold them all.
    [[nodiscard]] Colour square(double height) const;
};

const Theme& light_theme();
const Theme& dark_theme();

/// "light" or "dark".
Result<const Theme*> parse_theme(std::string_view text);

}  // namespace foray
