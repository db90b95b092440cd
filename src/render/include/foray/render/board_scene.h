// A position as a picture.
//
//   ● Blue  85  +39      46  Green ○      names and scores, and by how much the leader leads; the winner in bold
//   ▇▇▇▇▇▇▇▇▇▇─────────┼────────▢▢▢▢      what each holds of all there is to hold; the tick is half of it
//        A     B     C     D              the letters stand beside row 1: above in the raid family, below in the Ataxx family
//   1   66    76    28   (66)             squares tinted by value; disc and ring, X and O, or stones, as the game names its players
//   2   31   [39]   50     8              the last move framed, what it captured in brackets, the source of a jump dashed
//   To move ○ Green         12 · C4 M1 Death Blitz
//
// A picture fits into a square of `size_px` and touches two of its sides. Text that would be too small to read is left out, and so is
// the room for it: a thumbnail is the board and the bar.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "foray/notation/record.h"
#include "foray/render/scene.h"
#include "foray/render/terminal.h"
#include "foray/render/theme.h"
#include "foray/rules/game.h"

namespace foray {

inline constexpr int kSmallestPicture = 48;
inline constexpr int kLargestPicture = 4800;

struct PictureOptions {
    int size_px = 480;  ///< the longer side, kSmallestPicture to kLargestPicture
    const Theme* theme = &light_theme();
    std::array<std::string, 2> names{};  ///< first and second player; empty for the names that the game gives them
    std::optional<Decided> decided{};    ///< how the game ended in this position, where the rules did not end it
};

/// `ply` is the number of moves that led to the position, where somebody counted them.
Scene board_scene(const Game& game, const WidePosition& position, const std::optional<LastMove>& last, std::optional<int> ply,
                  const PictureOptions& options);

}  // namespace foray
