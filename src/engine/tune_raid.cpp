#include "foray/engine/tune_raid.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

#include "evaluator.h"
#include "foray/board/random.h"
#include "foray/rules/play_out.h"

namespace foray {
namespace {

/// A position, and what a search or the solver says of it in mean squares.
struct Sample {
    RaidInputs inputs;
    float target;
    float linear;  ///< what the linear evaluation says
};

class Chance {
public:
    explicit Chance(std::uint64_t seed) : state_(seed) {}
    [[nodiscard]] int below(int n) { return static_cast<int>(splitmix64(state_) % static_cast<std::uint64_t>(n)); }
    [[nodiscard]] double share() { return static_cast<double>(splitmix64(state_) >> 11) / static_cast<double>(1ULL << 53); }
    template <class T>
    [[nodiscard]] const T& one_of(const std::vector<T>& all) {
        return all[static_cast<std::size_t>(below(static_cast<int>(all.size())))];
    }

private:
    std::uint64_t state_;
};

/// Boards of all kinds: ones, few or many different values, steep ones, two values as on a chequered board, rows that grow, rings,
/// symmetric ones.
GameSpec random_spec(Chance& chance) {
    constexpr std::array<std::array<int, 2>, 8> kSizes = {{{6, 6}, {6, 6}, {6, 6}, {6, 6}, {5, 5}, {5, 6}, {6, 7}, {7, 7}}};
    const auto [rows, cols] = kSizes[static_cast<std::size_t>(chance.below(8))];
    GameSpec spec = default_spec(Variant::kWargame, rows, cols);
    const int kind = chance.below(10);
    std::vector<int> drawn(64);
    for (int& one : drawn) one = 1 + chance.below(99);
    const double growth = 1 + chance.share();
    for (int square = 0; square < spec.squares(); ++square) {
        const int row = square / cols;
        const int col = square % cols;
        const int row_ring = std::min(row, rows - 1 - row);
        const int col_ring = std::min(col, cols - 1 - col);
        int value = drawn[static_cast<std::size_t>(square)];
        switch (kind) {
            case 0: value = 1; break;
            case 1: value = 1 + value % 4; break;
            case 2: value = 1 + value % 10; break;
            case 3: value = static_cast<int>(std::exp(value * 0.046)); break;
            case 4: value = drawn[static_cast<std::size_t>((row + col) % 2)]; break;
            case 5: value = static_cast<int>(std::lround(std::pow(growth, row))); break;
            case 6: value = drawn[static_cast<std::size_t>(std::min(row_ring, col_ring))]; break;
            case 7: value = drawn[static_cast<std::size_t>(8 * row_ring + col_ring)]; break;
            default: break;
        }
        spec.values[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(std::clamp(value, 1, 99));
    }
    return spec;
}

bool stopped(const TuneOptions& options) { return options.stop != nullptr && options.stop->load(); }

/// Two positions for every move of a game, each a few plies away from it: half of those moves are good and half are random ones, since
/// searches look at more bad moves than good ones. False if it was stopped.
bool play_game(const TuneOptions& options, Chance& chance, std::vector<Sample>& samples) {
    constexpr int kLeastEmpties = 8;
    constexpr int kLastRoot = 13;
    constexpr std::uint64_t kForTheSolver = 40'000;
    const GameSpec spec = random_spec(chance);
    const Game game(spec);
    const RaidRules<1> rules(spec);
    const engine::Facts<RaidRules<1>> facts(rules);
    const engine::Evaluator<RaidRules<1>> linear(facts, {.raid_net = nullptr}, nullptr);
    EngineOptions engine{.hash_mb = 4};
    if (options.from_nothing) engine.weights.raid_net = nullptr;
    Engine player(spec, engine);
    Engine judge(spec, engine);
    std::vector<WidePosition> met;
    int opening = chance.below(6);
    play_out(game, game.start(), [&](const WidePosition& position) -> std::optional<Move> {
        if (position.empty.count() < kLastRoot || stopped(options)) return std::nullopt;
        if (opening-- > 0) return chance.one_of(game.legal_moves(position));
        for (int i = 0; i < 2; ++i) {
            WidePosition aside = position;
            for (int plies = 1 + chance.below(6); plies > 0 && aside.empty.count() > kLeastEmpties; --plies) {
                const bool random = chance.below(2) == 0;
                aside = game.after(aside, random ? chance.one_of(game.legal_moves(aside)) : judge.search(aside, {{.nodes = 200}}).move());
            }
            met.push_back(aside);
        }
        if (chance.below(12) == 0) return chance.one_of(game.legal_moves(position));
        return player.search(position, {{.nodes = 1000}}).move();
    });
    for (const WidePosition& position : met) {
        if (stopped(options)) return false;
        judge.new_game();
        const bool exact = position.empty.count() <= 14;
        const int value =
            judge.search(position, {.budget = {.nodes = exact ? kForTheSolver : options.nodes}, .stop = options.stop}).lines.front().value;
        const Position<1> narrow = position.resized<1>();
        const auto mean = static_cast<float>(facts.values().mean());
        samples.push_back(
            {raid_inputs(rules, narrow), static_cast<float>(value) / mean, static_cast<float>(linear.value({}, narrow)) / mean});
    }
    return !stopped(options);
}

/// RaidNet in floating point.
class Learner {
public:
    explicit Learner(Chance& chance) {
        for (auto& row : weights_) {
            for (std::size_t unit = 0; unit + 1 < kUnits; ++unit) row[unit] = static_cast<float>(0.1 * (chance.share() - 0.5));
        }
        for (float& out : weights_[kOutputs]) out = static_cast<float>(chance.share() - 0.5);
        // The last unit begins as the score difference.
        for (std::size_t input = RaidNet::kPieces; input < RaidNet::kEmpties; input += 2) {
            weights_[input].back() = input < RaidNet::kEmpties / 2 ? 1.0F : -1.0F;
        }
        weights_[kOutputs].back() = 1;
    }

    [[nodiscard]] float value(const RaidInputs& inputs) const {
        const Row hidden = sums(inputs);
        float total = 0;
        for (std::size_t unit = 0; unit < kUnits; ++unit) total += cut(hidden, unit) * weights_[kOutputs][unit];
        return total;
    }

    /// Adds a position to the batch.
    void take(const Sample& sample) {
        const Row hidden = sums(sample.inputs);
        const float miss = std::clamp(value(sample.inputs) - sample.target, -3.0F, 3.0F);
        Row back;
        for (std::size_t unit = 0; unit < kUnits; ++unit) {
            const bool passes = unit + 1 == kUnits || hidden[unit] > 0;
            slopes_[kOutputs][unit] += miss * cut(hidden, unit);
            back[unit] = passes ? miss * weights_[kOutputs][unit] : 0;
        }
        slopes_[kOutputs].back() = 0;  // the last unit's weight stays 1
        for (std::size_t input = 0; input < RaidNet::kInputs; ++input) {
            if (sample.inputs[input] == 0) continue;
            for (std::size_t unit = 0; unit < kUnits; ++unit) slopes_[input][unit] += sample.inputs[input] * back[unit];
        }
        ++batch_;
    }

    /// Adam.
    void step(float rate) {
        constexpr float kBound = static_cast<float>(RaidNet::kMost) / RaidNet::kOne;
        for (std::size_t input = 0; input <= kOutputs; ++input) {
            for (std::size_t unit = 0; unit < kUnits; ++unit) {
                const float slope = slopes_[input][unit] / static_cast<float>(batch_);
                float& mean = means_[input][unit];
                float& spread = spreads_[input][unit];
                float& weight = weights_[input][unit];
                mean = 0.9F * mean + 0.1F * slope;
                spread = 0.999F * spread + 0.001F * slope * slope;
                weight = std::clamp(weight - rate * mean / (std::sqrt(spread) + 1e-6F), -kBound, kBound);
            }
        }
        slopes_ = {};
        batch_ = 0;
    }

    [[nodiscard]] RaidNet net() const {
        RaidNet out{};
        const auto rounded = [](const Row& row) {
            RaidNet::Row integers;
            for (std::size_t unit = 0; unit < kUnits; ++unit)
                integers[unit] = static_cast<std::int16_t>(std::lround(row[unit] * RaidNet::kOne));
            return integers;
        };
        for (std::size_t input = 0; input < RaidNet::kInputs; ++input) out.inputs[input] = rounded(weights_[input]);
        out.outputs = rounded(weights_[kOutputs]);
        return out;
    }

private:
    static constexpr std::size_t kUnits = RaidNet::kUnits;
    static constexpr std::size_t kOutputs = RaidNet::kInputs;  ///< the last row
    using Row = std::array<float, kUnits>;
    using Rows = std::array<Row, RaidNet::kInputs + 1>;

    static float cut(const Row& hidden, std::size_t unit) { return unit + 1 == kUnits ? hidden[unit] : std::max(hidden[unit], 0.0F); }
    [[nodiscard]] Row sums(const RaidInputs& inputs) const {
        Row out{};
        for (std::size_t input = 0; input < RaidNet::kInputs; ++input) {
            if (inputs[input] == 0) continue;
            for (std::size_t unit = 0; unit < kUnits; ++unit) out[unit] += inputs[input] * weights_[input][unit];
        }
        return out;
    }

    Rows weights_{};
    Rows slopes_{};
    Rows means_{};
    Rows spreads_{};
    int batch_ = 0;
};

}  // namespace

RaidTuneReport tune_raid(const TuneOptions& options, const std::function<void(int)>& on_game) {
    constexpr int kBatch = 256;
    constexpr int kHeldOut = 20;  // one game of so many
    Chance chance(options.seed);
    std::vector<Sample> learned;
    std::vector<Sample> held_out;
    RaidTuneReport report;
    while (report.games < options.games && play_game(options, chance, report.games % kHeldOut == kHeldOut - 1 ? held_out : learned)) {
        ++report.games;
        if (on_game) on_game(report.games);
    }
    report.positions = static_cast<int>(learned.size() + held_out.size());
    report.held_out = static_cast<int>(held_out.size());
    Learner learner(chance);
    std::vector<std::uint32_t> order(learned.size());
    std::iota(order.begin(), order.end(), 0U);
    std::size_t next = order.size();
    while (!order.empty() && report.steps < options.steps && !stopped(options)) {
        for (int i = 0; i < kBatch; ++i) {
            if (next == order.size()) {
                for (std::size_t k = order.size(); k > 1; --k)
                    std::swap(order[k - 1], order[static_cast<std::size_t>(chance.below(static_cast<int>(k)))]);
                next = 0;
            }
            learner.take(learned[order[next++]]);
        }
        const double done = static_cast<double>(report.steps++) / options.steps;
        learner.step(static_cast<float>(0.00001 + 0.002 * (0.5 + 0.5 * std::cos(std::numbers::pi * done))));
    }
    for (const Sample& sample : held_out) {
        report.error_before += std::pow(sample.linear - sample.target, 2);
        report.error_after += std::pow(learner.value(sample.inputs) - sample.target, 2);
    }
    for (double* error : {&report.error_before, &report.error_after}) *error = std::sqrt(*error / std::max(report.held_out, 1));
    report.net = learner.net();
    return report;
}

}  // namespace foray
