// A scene as SVG text: a whole file, also fit to stand inside a web page.
#pragma once

#include <string>

#include "foray/render/scene.h"

namespace foray {

std::string to_svg(const Scene& scene);

}  // namespace foray
