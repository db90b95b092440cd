// Pictures of a game that was played: one position, or all of them in turn.
#pragma once

#include <string>

#include "foray/raster/raster.h"
#include "foray/render/board_scene.h"
#include "game_options.h"

namespace foray::cli {

inline constexpr int kDefaultDelayMs = 700;

/// The position after `ply` moves, with the last of them marked.
Scene scene_at(const Played& played, int ply, const PictureOptions& options);

/// A GIF of the positions 0 to `last_ply`.
std::string animate(const Played& played, int last_ply, const PictureOptions& options, int delay_ms = kDefaultDelayMs);

}  // namespace foray::cli
