// A scene drawn with cairo.
#pragma once

#include <cairo.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "foray/render/scene.h"

namespace foray {

struct DestroySurface {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Surface = std::unique_ptr<cairo_surface_t, DestroySurface>;

/// Throws std::runtime_error with cairo's words if `status` is an error.
void check(cairo_status_t status);

Surface draw(const Scene& scene);

/// One number 0xRRGGBB per pixel, row by row.
std::vector<std::uint32_t> pixels_of(const Scene& scene);

}  // namespace foray
