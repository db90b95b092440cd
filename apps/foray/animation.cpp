#include "animation.h"

namespace foray::cli {

Scene scene_at(const Played& played, int ply, const PictureOptions& options) {
    const auto& [game, line] = played;
    const auto after = static_cast<std::size_t>(ply);
    std::optional<LastMove> last;
    if (ply > 0) last = LastMove{line.moves[after - 1], game.captures(line.positions[after - 1], line.moves[after - 1])};
    return board_scene(game, line.positions[after], last, ply, options);
}

std::string animate(const Played& played, int last_ply, const PictureOptions& options, int delay_ms) {
    return to_gif(last_ply + 1, [&](int ply) { return scene_at(played, ply, options); }, {.frame_ms = delay_ms});
}

}  // namespace foray::cli
