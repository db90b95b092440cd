#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "evaluator.h"
#include "foray/board/random.h"
#include "foray/engine/tune.h"
#include "foray/notation/board_text.h"
#include "foray/solver/solver.h"

namespace foray {
namespace {

// The score difference keeps its weight: it is what the other features are measured in.
constexpr std::size_t kFitted = kRaidFeatures - 1;
constexpr std::size_t kParameters = 2 * kFitted;
using Parameters = std::array<double, kParameters>;

/// All in mean square values.
struct Sample {
    std::array<double, kRaidFeatures> features;
    double empties;  ///< share of the board
    double value;
};

std::array<double, kParameters> columns(const Sample& sample) {
    std::array<double, kParameters> out{};
    for (std::size_t i = 0; i < kFitted; ++i) {
        out[i] = sample.features[i + 1] * sample.empties;
        out[kFitted + i] = sample.features[i + 1] * (1 - sample.empties);
    }
    return out;
}

/// Solves the normal equations by elimination. A little of each weight's square is added to the error, so that features that always go
/// together share the weight instead of taking opposite ones.
Parameters fit(const std::vector<Sample>& samples) {
    std::array<std::array<double, kParameters + 1>, kParameters> rows{};
    for (const Sample& sample : samples) {
        const auto x = columns(sample);
        const double rest = sample.value - sample.features[0];
        for (std::size_t i = 0; i < kParameters; ++i) {
            for (std::size_t j = 0; j < kParameters; ++j) rows[i][j] += x[i] * x[j];
            rows[i][kParameters] += x[i] * rest;
        }
    }
    const double ridge = 0.002 * static_cast<double>(samples.size());
    for (std::size_t i = 0; i < kParameters; ++i) rows[i][i] += ridge;
    for (std::size_t pivot = 0; pivot < kParameters; ++pivot) {
        for (std::size_t row = 0; row < kParameters; ++row) {
            if (row == pivot) continue;
            const double factor = rows[row][pivot] / rows[pivot][pivot];
            for (std::size_t col = pivot; col <= kParameters; ++col) rows[row][col] -= factor * rows[pivot][col];
        }
    }
    Parameters found{};
    for (std::size_t i = 0; i < kParameters; ++i) found[i] = rows[i][kParameters] / rows[i][i];
    return found;
}

double explained(const std::vector<Sample>& samples, const RaidWeights& weights) {
    double squares = 0;
    double errors = 0;
    for (const Sample& sample : samples) {
        double guess = 0;
        for (std::size_t i = 0; i < kRaidFeatures; ++i) {
            guess += sample.features[i] * (weights.early[i] * sample.empties + weights.late[i] * (1 - sample.empties)) / 64;
        }
        squares += sample.value * sample.value;
        errors += (sample.value - guess) * (sample.value - guess);
    }
    return squares > 0 ? 1 - errors / squares : 0;
}

/// One game of the engine against itself after a random opening; on the way it solves positions one random move off its path.
void play_game(std::uint64_t seed, const RaidTuneOptions& options, std::vector<Sample>& samples) {
    GameSpec spec = default_spec(Variant::kWargame);
    spec.values = random_board(static_cast<std::uint32_t>(seed), {spec.rows, spec.cols}).values;
    // Half of the boards are flat: their values differ little.
    if (seed % 2 == 0) {
        for (std::uint8_t& value : spec.values) value = static_cast<std::uint8_t>(20 + value / 5);
    }
    const Game game(spec);
    const RaidRules<1> rules(spec);
    const engine::Evaluator<RaidRules<1>> evaluator(rules, {});
    Engine engine(spec, {.hash_mb = 1});
    std::unique_ptr<solver::Solver> solver;
    std::uint64_t random = seed;
    const auto random_move = [&](const WidePosition& from) {
        const auto moves = game.legal_moves(from);
        return game.after(from, moves[static_cast<std::size_t>(splitmix64(random) % moves.size())]);
    };
    WidePosition position = game.start();
    for (int ply = 0; ply < 4; ++ply) position = random_move(position);
    for (int empties = position.empty.count(); empties > options.fewest; empties = position.empty.count()) {
        position = game.after(position, engine.search(position, {.nodes = options.nodes}).move());
        if (position.empty.count() > options.most + 1 || position.empty.count() <= options.fewest) continue;
        if (!solver) {
            auto made = solver::Solver::make(spec, position, {});
            if (!made) return;
            solver = std::move(made).value();
        }
        const WidePosition sampled = random_move(position);
        const auto features = evaluator.features(sampled.resized<1>());
        const double mean = evaluator.unit();
        Sample sample{};
        for (std::size_t i = 0; i < features.size(); ++i) sample.features[i] = features[i] / mean;
        sample.empties = static_cast<double>(sampled.empty.count()) / spec.squares();
        sample.value = 100.0 * solver->solve(sampled).lower / mean;
        samples.push_back(sample);
    }
}

}  // namespace

RaidTuneReport tune_raid(const RaidTuneOptions& options, const std::function<void(int)>& on_game) {
    std::vector<Sample> samples;
    for (int i = 0; i < options.games; ++i) {
        play_game(options.seed * 1000 + static_cast<std::uint64_t>(i), options, samples);
        if (on_game) on_game(i + 1);
    }
    RaidTuneReport report;
    report.positions = static_cast<int>(samples.size());
    report.explained_before = explained(samples, kRaidWeights);
    const Parameters found = fit(samples);
    report.weights.early[0] = report.weights.late[0] = 64;
    for (std::size_t i = 0; i < kFitted; ++i) {
        report.weights.early[i + 1] = static_cast<int>(std::lround(64 * found[i]));
        report.weights.late[i + 1] = static_cast<int>(std::lround(64 * found[kFitted + i]));
    }
    report.explained_after = explained(samples, report.weights);
    return report;
}

}  // namespace foray
