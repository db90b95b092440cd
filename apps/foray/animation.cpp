#include "animation.h"

namespace foray::cli {

Scene scene_at(const Played& played, int ply, const PictureOptions& options) {
    const Game& game = played.game;
    const Line& line = played.line;
    const auto after = static_cast<std::size_t>(ply);
    const std::optional<LastMove> last = last_move(game, line, after);
    if (after < line.moves.size() || !played.decided) return board_scene(game, line.positions[after], last, ply, options);
    PictureOptions at_the_end = options;
    at_the_end.decided = played.decided;
    return board_scene(game, line.positions[after], last, ply, at_the_end);
}

std::string animate(const Played& played, int last_ply, const PictureOptions& options, int delay_ms) {
    return to_gif(last_ply + 1, [&](int ply) { return scene_at(played, ply, options); }, {.frame_ms = delay_ms});
}

}  // namespace foray::cli
