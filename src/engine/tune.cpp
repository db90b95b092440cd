#include "foray/engine/tune.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "evaluator.h"
#include "foray/board/random.h"
#include "foray/rules/play_out.h"

namespace foray {
namespace {

constexpr std::size_t kUnknowns = 2 * kAtaxxFeatures;
using Unknowns = std::array<double, kUnknowns>;

/// A position of a game: what the evaluation sees, and what it should have said as a share of the points for the side to move.
struct Sample {
    std::array<float, kAtaxxFeatures> features;
    float empties;  ///< share of the board
    float target;   ///< halfway between the result of the game and what the search thought: results alone are noisy early in a game
};

Unknowns unknowns_of(const AtaxxWeights& weights) {
    Unknowns out;
    for (std::size_t i = 0; i < kAtaxxFeatures; ++i) {
        out[i] = weights.early[i];
        out[kAtaxxFeatures + i] = weights.late[i];
    }
    return out;
}

double evaluate(const Sample& sample, const Unknowns& parameters) {
    double total = 0;
    for (std::size_t i = 0; i < kAtaxxFeatures; ++i) {
        total += sample.features[i] * (parameters[i] * sample.empties + parameters[kAtaxxFeatures + i] * (1 - sample.empties));
    }
    return total;
}

// The curve sets the scale of the weights: 100 ahead is to win about 60 % of the points.
double predict(double value) { return 1 / (1 + std::exp(-value / 250)); }

double mean_error(const std::vector<Sample>& samples, const Unknowns& parameters) {
    double sum = 0;
    for (const Sample& sample : samples) {
        const double miss = predict(evaluate(sample, parameters)) - sample.target;
        sum += miss * miss;
    }
    return samples.empty() ? 0 : sum / static_cast<double>(samples.size());
}

bool stopped(const TuneOptions& options) { return options.stop != nullptr && options.stop->load(); }

/// False if it was stopped: such a game teaches nothing.
bool play_game(const Game& game, Engine& engine, const TuneOptions& options, std::uint64_t& seed, std::vector<Sample>& samples) {
    const AtaxxRules<1> rules(game.spec());
    const engine::Facts<AtaxxRules<1>> facts(rules);
    const engine::Evaluator<AtaxxRules<1>> evaluator(facts, {}, nullptr);
    engine.new_game();
    const int opening = 4 + static_cast<int>(splitmix64(seed) % 5);
    const std::size_t first = samples.size();
    std::vector<bool> second;
    int ply = 0;
    const WidePosition last = play_out(game, game.start(), [&](const WidePosition& position) -> std::optional<Move> {
        if (ply++ < opening) {
            const auto moves = game.legal_moves(position);
            return moves[static_cast<std::size_t>(splitmix64(seed) % moves.size())];
        }
        const SearchLine found = engine.search(position, {.budget = {.nodes = options.nodes}, .stop = options.stop}).lines.front();
        if (stopped(options)) return std::nullopt;
        // Nearly full boards are left to the search, which sees the end.
        if (position.empty.count() * 8 >= game.spec().squares()) {
            const auto features = evaluator.features(position.resized<1>());
            Sample sample{};
            for (std::size_t i = 0; i < features.size(); ++i) sample.features[i] = static_cast<float>(features[i]);
            sample.empties = static_cast<float>(position.empty.count()) / static_cast<float>(game.spec().squares());
            sample.target = static_cast<float>(predict(found.value));
            samples.push_back(sample);
            second.push_back(position.second_to_move);
        }
        return found.moves.front();
    });
    if (!game.verdict(last).over()) {
        samples.resize(first);
        return false;
    }
    const Outcome outcome = game.verdict(last).outcome;
    const float first_player = outcome == Outcome::kDraw ? 0.5F : outcome == Outcome::kFirstWins ? 1.0F : 0.0F;
    for (std::size_t i = first; i < samples.size(); ++i) {
        samples[i].target = (samples[i].target + (second[i - first] ? 1 - first_player : first_player)) / 2;
    }
    return true;
}

/// Adam, on all samples at every step: few parameters, and the same result everywhere.
Unknowns descend(const std::vector<Sample>& samples, Unknowns parameters, const TuneOptions& options, int& step_count) {
    Unknowns mean{};
    Unknowns spread{};
    for (int step = 1; step <= options.steps && !stopped(options); ++step) {
        step_count = step;
        Unknowns gradient{};
        for (const Sample& sample : samples) {
            const double guess = predict(evaluate(sample, parameters));
            const double slope = (guess - sample.target) * guess * (1 - guess);
            for (std::size_t i = 0; i < kAtaxxFeatures; ++i) {
                gradient[i] += slope * sample.features[i] * sample.empties;
                gradient[kAtaxxFeatures + i] += slope * sample.features[i] * (1 - sample.empties);
            }
        }
        for (std::size_t i = 0; i < kUnknowns; ++i) {
            mean[i] = 0.9 * mean[i] + 0.1 * gradient[i];
            spread[i] = 0.999 * spread[i] + 0.001 * gradient[i] * gradient[i];
            const double m = mean[i] / (1 - std::pow(0.9, step));
            const double v = spread[i] / (1 - std::pow(0.999, step));
            parameters[i] -= 2.0 * m / (std::sqrt(v) + 1e-9);
        }
    }
    return parameters;
}

}  // namespace

TuneReport tune_ataxx(const TuneOptions& options, const std::function<void(int)>& on_game) {
    const Game game(default_spec(options.variant));
    Engine engine(game.spec(), {.hash_mb = 4, .network = nullptr});
    std::uint64_t seed = options.seed;
    std::vector<Sample> samples;
    TuneReport report;
    while (report.games < options.games && !stopped(options) && play_game(game, engine, options, seed, samples)) {
        ++report.games;
        if (on_game) on_game(report.games);
    }
    report.positions = static_cast<int>(samples.size());
    const bool long_jumps = engine::Facts<AtaxxRules<1>>::has_long_jumps(*info(options.variant).ataxx);
    const Unknowns before = unknowns_of(long_jumps ? kReloadedWeights : kAtaxxWeights);
    report.error_before = mean_error(samples, before);
    Unknowns found = descend(samples, before, options, report.steps);
    report.error_after = mean_error(samples, found);
    for (std::size_t i = 0; i < kAtaxxFeatures; ++i) {
        report.weights.early[i] = static_cast<int>(std::lround(found[i]));
        report.weights.late[i] = static_cast<int>(std::lround(found[kAtaxxFeatures + i]));
    }
    return report;
}

}  // namespace foray
