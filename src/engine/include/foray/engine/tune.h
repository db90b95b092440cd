// Finds the weights of the Ataxx evaluation from games of the engine against itself: the weights whose evaluations, through a logistic
// curve, predict the results best (Texel's method). Everything follows from the options, so a run can be repeated anywhere.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "foray/engine/engine.h"
#include "foray/engine/weights.h"

namespace foray {

struct TuneOptions {
    Variant variant = Variant::kAtaxx;  ///< Ataxx family: on its default board
    int games = 400;
    std::uint64_t nodes = 1000;  ///< a move
    int steps = 2000;            ///< of gradient descent
    std::uint64_t seed = 1;
    bool from_nothing = false;                ///< raid family: learn from searches with the linear evaluation
    const std::atomic<bool>* stop = nullptr;  ///< ends it with the games and steps that there are
};

struct TuneReport {
    AtaxxWeights weights{};
    int games = 0;  ///< as many as asked for, unless it was stopped
    int steps = 0;
    int positions = 0;
    double error_before = 0;  ///< mean squared difference between result and prediction, with the engine's own weights
    double error_after = 0;
};

/// `on_game` hears the number of games played so far.
TuneReport tune_ataxx(const TuneOptions& options, const std::function<void(int)>& on_game = {});

}  // namespace foray
