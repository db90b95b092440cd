// The colours of an animation: those of its scenes, and blends of those that meet at edges.
#pragma once

#include <cstdint>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "foray/render/scene.h"

namespace foray {

/// Gathered from all frames first; then every pixel gets the nearest entry. One entry of 256 stays free, for "as before".
class Palette {
public:
    static constexpr std::size_t kLargest = 255;

    void gather(const Scene& scene);
    /// Fills the table: every colour of a scene exactly, the rest of the room shared by the blends.
    void close();

    [[nodiscard]] const std::vector<Colour>& colours() const { return colours_; }
    /// The entry nearest to a pixel 0xRRGGBB.
    [[nodiscard]] std::uint8_t index(std::uint32_t pixel);

private:
    std::set<Colour> plain_;
    std::set<std::pair<Colour, Colour>> contacts_;
    std::vector<Colour> colours_;
    std::unordered_map<std::uint32_t, std::uint8_t> known_;  // pictures have few different pixels
};

}  // namespace foray
