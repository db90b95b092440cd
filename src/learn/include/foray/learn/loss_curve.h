// The course of a training as a picture.
#pragma once

#include <span>
#include <string>

#include "foray/learn/trainer.h"

namespace foray::learn {

/// An SVG with both losses over the epochs; `epochs` is how many there will be.
std::string loss_curve_svg(std::span<const EpochLoss> losses, int epochs, const std::string& title);

}  // namespace foray::learn
