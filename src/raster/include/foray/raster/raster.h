// Scenes as pixels: PNG and animated GIF. Both come from one rasteriser, so that they show what the SVG shows.
//
// This is a room of its own because it is the only one that needs libraries for drawing (cairo, giflib): what only makes scenes or SVG,
// such as a web page, does without them. A library that fails (no memory) throws std::runtime_error.
#pragma once

#include <functional>
#include <string>

#include "foray/render/scene.h"

namespace foray {

/// The bytes of a PNG file.
std::string to_png(const Scene& scene);

struct GifTiming {
    int frame_ms = 700;  ///< stored in hundredths of a second
    int end_ms = 3000;   ///< how long the last frame stays, unless frames stay longer
};

/// The bytes of a GIF file that repeats for ever. All frames have the size of the first; `frame(i)` is asked for twice, once for its
/// colours.
std::string to_gif(int frames, const std::function<Scene(int)>& frame, GifTiming timing);

}  // namespace foray
