// Fits a small network to samples: windows of 2x2 or 2x3 squares -> hidden units -> one number, whose logistic curve is the expected share
// of the points. A hidden unit is clipped to 0..1 and squared; how it counts depends on the phase of the game, by the pieces on the board.
// Adam on batches; every sample is turned by one of the eight symmetries at random, unless the hidden units are: then each unit is one of
// eight with the same weights that look at the board from its eight sides, a turned position has the same value, and every sample teaches
// all eight.
//
// The same settings, samples, seed and number of threads give the same network on the same kind of machine. The trainer can be written to
// bytes after every epoch and go on from them.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "foray/board/result.h"
#include "foray/learn/samples.h"
#include "foray/learn/windows.h"

namespace foray::learn {

/// The largest weight of a window: the engine adds up two of 2x2 that lie side by side, or takes one of 2x3, and that is to fit 8 bits.
constexpr float most_weight(WindowShape shape) { return shape == WindowShape::kSquare ? 1.31F : 2.62F; }

struct TrainSettings {
    int hidden = 64;      ///< a multiple of 16; of 64 if turned
    int phases = 8;       ///< of the game, each with output weights of its own
    bool turned = false;  ///< units come in eights: the same weights, looking at the board from its eight sides
    WindowShape shape = WindowShape::kSquare;
    int epochs = 12;
    int batch = 4096;
    double rate = 2e-3;       ///< falls along half a cosine ...
    double last_rate = 2e-5;  ///< ... to this
    std::uint64_t seed = 1;
    int threads = 1;
    SampleOptions samples{};  ///< what the samples were made with: a training goes on only with the same
    friend bool operator==(const TrainSettings&, const TrainSettings&) = default;
};

/// All weights in one row: inputs x filters, biases, output weights for every phase, output biases. A filter is a hidden unit, or eight
/// that look at the board from its eight sides.
struct FloatNetwork {
    int side = 7;
    int hidden = 64;
    int phases = 1;
    std::size_t looks = 1;  ///< from how many sides each filter looks: 1 or 8
    WindowShape shape = WindowShape::kSquare;
    std::vector<float> values;

    [[nodiscard]] std::size_t inputs() const { return static_cast<std::size_t>(inputs_of(shape, side)); }
    [[nodiscard]] std::size_t filters() const { return static_cast<std::size_t>(hidden) / looks; }
    [[nodiscard]] std::size_t bias_at() const { return inputs() * filters(); }
    [[nodiscard]] std::size_t output_at() const { return bias_at() + filters(); }
    [[nodiscard]] std::size_t output_bias_at() const { return output_at() + filters() * static_cast<std::size_t>(phases); }
    [[nodiscard]] std::size_t size() const { return output_bias_at() + static_cast<std::size_t>(phases); }
    [[nodiscard]] std::size_t phase_of(std::uint64_t pieces) const {
        return static_cast<std::size_t>(std::popcount(pieces) * phases / (side * side + 1));
    }
    /// The number before the logistic curve.
    [[nodiscard]] float evaluate(const Windows& windows, std::uint64_t own, std::uint64_t opp) const;
    friend bool operator==(const FloatNetwork&, const FloatNetwork&) = default;
};

/// Mean squared differences between expected and wanted share.
struct EpochLoss {
    double training = 0;
    double validation = 0;
    friend bool operator==(const EpochLoss&, const EpochLoss&) = default;
};

/// What is done of an epoch, from 0 to 1; an answer of false interrupts.
using OnStep = std::function<bool(double)>;

class Trainer {
public:
    /// Random weights for a board with `side` squares a side; `scale` is that of the samples and only kept.
    Trainer(const TrainSettings& settings, int side);

    /// Goes on where the bytes left off. Refused if they are damaged, or were made with other settings or for another board.
    static Result<Trainer> resume(std::string_view bytes, const TrainSettings& settings, int side);
    [[nodiscard]] std::string to_bytes() const;

    /// Takes the weights of another trainer's bytes as the first ones. A network with fewer hidden units becomes a wider one of the same
    /// values.
    Result<bool> begin_with(std::string_view bytes);

    [[nodiscard]] const FloatNetwork& network() const { return network_; }
    /// How much the loss feels each weight: the mean squares of its slopes in the last batches.
    [[nodiscard]] std::span<const float> slopes() const { return spread_; }
    [[nodiscard]] const std::vector<EpochLoss>& losses() const { return losses_; }
    [[nodiscard]] int epochs_done() const { return static_cast<int>(losses_.size()); }

    /// One pass over the samples. False if it was interrupted; then the trainer is of no further use.
    bool run_epoch(std::span<const Sample> training, std::span<const Sample> validation, const OnStep& on_step = {});

    [[nodiscard]] double loss(std::span<const Sample> samples) const;

private:
    /// What one thread adds up over its part of a batch.
    struct Gradient {
        std::vector<float> sums;
        double error = 0;
    };

    void add_gradient(const Sample& sample, std::size_t symmetry, Gradient& into) const;
    void batch_gradient(std::span<const Sample> samples, std::span<const std::uint32_t> order, std::uint64_t seed,
                        std::vector<Gradient>& parts) const;
    void step(std::vector<Gradient>& parts, std::size_t count, double rate);
    [[nodiscard]] double rate_at(double done) const;

    TrainSettings settings_;
    Windows windows_;
    FloatNetwork network_;
    std::vector<float> mean_;
    std::vector<float> spread_;
    std::uint64_t steps_ = 0;
    std::vector<EpochLoss> losses_;
};

}  // namespace foray::learn
