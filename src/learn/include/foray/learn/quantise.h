// A trained network in the integers that the engine computes with.
#pragma once

#include <span>
#include <string>

#include "foray/board/result.h"
#include "foray/engine/network.h"
#include "foray/learn/trainer.h"

namespace foray::learn {

/// `scale` is that of the samples: hundredths per 1.0 of the output. `slopes` are the mean squares of the loss's slopes along the weights
/// (Trainer::slopes): oblong windows' weights are rounded more the less the loss feels them, so that the file packs well; without slopes
/// they are all rounded alike. Refused if the network is for another board than 7x7, or if a sum could leave the integers' range.
Result<Network> quantise(const FloatNetwork& network, std::span<const float> slopes, Variant variant, int scale, std::string about);

}  // namespace foray::learn
