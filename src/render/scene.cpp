#include "foray/render/scene.h"

#include <cmath>

namespace foray {
namespace {

std::uint8_t mix_channel(std::uint8_t from, std::uint8_t to, double share) {
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * share));
}

void note(Scene& scene, Colour one, Colour other) {
    if (one != other) scene.contacts.insert(one < other ? std::pair(one, other) : std::pair(other, one));
}

/// A pen lies between fill and ground; a fill alone meets the ground itself.
void note(Scene& scene, const Paint& paint, Colour under) {
    if (paint.pen) note(scene, paint.pen->colour, under);
    if (paint.fill) note(scene, *paint.fill, paint.pen ? paint.pen->colour : under);
}

}  // namespace

Colour mix(Colour from, Colour to, double share) {
    return {mix_channel(from.red, to.red, share), mix_channel(from.green, to.green, share), mix_channel(from.blue, to.blue, share)};
}

void Scene::add(Shape shape, Colour under) {
    if (const auto* box = std::get_if<BoxShape>(&shape)) note(*this, box->paint, under);
    if (const auto* disc = std::get_if<DiscShape>(&shape)) note(*this, disc->paint, under);
    if (const auto* stroke = std::get_if<StrokeShape>(&shape)) note(*this, stroke->pen.colour, under);
    if (const auto* text = std::get_if<TextShape>(&shape)) note(*this, text->colour, under);
    shapes.push_back(std::move(shape));
}

}  // namespace foray
