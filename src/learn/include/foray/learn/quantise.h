// A trained network in the integers that the engine computes with.
#pragma once

#include <string>

#include "foray/board/result.h"
#include "foray/engine/network.h"
#include "foray/learn/trainer.h"

namespace foray::learn {

/// `scale` is that of the samples: hundredths per 1.0 of the output. Refused if the network is for another board than 7x7, or if a sum
/// could leave the integers' range.
Result<Network> quantise(const FloatNetwork& network, Variant variant, int scale, std::string about);

}  // namespace foray::learn
