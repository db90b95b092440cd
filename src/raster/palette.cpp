#include "palette.h"

#include <algorithm>

namespace foray {

void Palette::gather(const Scene& scene) {
    plain_.insert(scene.background);
    for (const auto& contact : scene.contacts) {
        plain_.insert(contact.first);
        plain_.insert(contact.second);
        contacts_.insert(contact);
    }
}

void Palette::close() {
    colours_.assign(plain_.begin(), plain_.end());
    // Scenes use few colours (two themes, a dozen tints); more would still give a picture, only a coarser one.
    if (colours_.size() > kLargest) colours_.resize(kLargest);
    const std::size_t room = kLargest - colours_.size();
    // Three steps look smooth; more only make the file larger.
    const std::size_t blends = std::min<std::size_t>(3, contacts_.empty() ? 0 : room / contacts_.size());
    for (const auto& [one, other] : contacts_) {
        for (std::size_t i = 1; i <= blends; ++i) {
            colours_.push_back(mix(one, other, static_cast<double>(i) / static_cast<double>(blends + 1)));
        }
    }
}

std::uint8_t Palette::index(std::uint32_t pixel) {
    const auto found = known_.find(pixel);
    if (found != known_.end()) return found->second;
    const auto distance = [&](Colour colour) {
        const int red = colour.red - static_cast<int>(pixel >> 16 & 0xFF);
        const int green = colour.green - static_cast<int>(pixel >> 8 & 0xFF);
        const int blue = colour.blue - static_cast<int>(pixel & 0xFF);
        return 2 * red * red + 4 * green * green + 3 * blue * blue;  // roughly as the eye weighs them
    };
    const auto nearest =
        std::min_element(colours_.begin(), colours_.end(), [&](Colour one, Colour other) { return distance(one) < distance(other); });
    const auto entry = static_cast<std::uint8_t>(nearest - colours_.begin());
    known_.emplace(pixel, entry);
    return entry;
}

}  // namespace foray
