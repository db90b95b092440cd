// Pictures read back: PNG with libpng, GIF with giflib, SVG with a small checker.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "foray/render/scene.h"

namespace foray::test {

struct Image {
    int width = 0;
    int height = 0;
    std::vector<Colour> pixels;

    [[nodiscard]] Colour at(double x, double y) const {
        return pixels.at(static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x));
    }
};

/// Fails the test and returns an empty image if it is no PNG.
Image decode_png(const std::string& bytes);

struct Animation {
    int width = 0;
    int height = 0;
    bool repeats_for_ever = false;
    std::vector<Image> frames;  ///< as a viewer shows them: each drawn over those before it
    std::vector<int> delays_ms;
    std::vector<int> areas;  ///< pixels of the rectangle that each frame stores
};
Animation decode_gif(const std::string& bytes);

/// The greatest difference of a channel between two images of the same size, and the average over all pixels and channels.
struct Difference {
    int greatest = 0;
    double average = 0;
};
Difference compare(const Image& one, const Image& other);

/// "" for well-formed XML with one root; otherwise what is wrong. Knows elements, attributes, text and the five entities.
std::string xml_fault(const std::string& text);

/// How often `part` occurs.
int count_of(const std::string& text, const std::string& part);

}  // namespace foray::test
