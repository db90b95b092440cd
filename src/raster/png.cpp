#include "canvas.h"
#include "foray/raster/raster.h"

namespace foray {

std::string to_png(const Scene& scene) {
    std::string bytes;
    const auto append = [](void* out, const unsigned char* data, unsigned int size) {
        static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(data), size);
        return CAIRO_STATUS_SUCCESS;
    };
    const Surface surface = draw(scene);
    check(cairo_surface_write_to_png_stream(surface.get(), append, &bytes));
    return bytes;
}

}  // namespace foray
