#include "foray/learn/trainer.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <numeric>
#include <span>

#include "foray/board/crew.h"
#include "foray/board/random.h"

namespace foray::learn {
namespace {

/// Eight floats that are added at once; every compiler that builds Foray knows this extension.
using Lanes = float __attribute__((vector_size(32), aligned(4), may_alias));
constexpr int kLanes = 8;
/// Hidden units are handled in groups that fit the registers.
constexpr int kGroup = 16 * 2;
constexpr int kGroupLanes = kGroup / kLanes;

// What the quantised network can hold: 8 bits of it times what 1.0 is in the hidden layer have to fit 16.
constexpr float kMostOutput = 1.98F;

constexpr float kMeanDecay = 0.9F;
constexpr float kSpreadDecay = 0.999F;

double random_share(std::uint64_t& state) { return static_cast<double>(splitmix64(state) >> 11) * 0x1p-53; }

Lanes* lanes(float* at) { return reinterpret_cast<Lanes*>(at); }                    // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)
const Lanes* lanes(const float* at) { return reinterpret_cast<const Lanes*>(at); }  // NOLINT(cppcoreguidelines-pro-type-reinterpret-cast)

/// The hidden sums of all active inputs. `Count` groups of 16 units at a time stay in registers.
template <int Count>
void sum_group(const float* weights, const std::uint16_t* active, int windows, std::size_t hidden, const float* bias, float* out) {
    Lanes sums[Count];  // NOLINT(modernize-avoid-c-arrays): the template would lose the type's alignment
    for (int i = 0; i < Count; ++i) sums[i] = lanes(bias)[i];
    for (int w = 0; w < windows; ++w) {
        const Lanes* const row = lanes(weights + active[w] * hidden);
        for (int i = 0; i < Count; ++i) sums[i] += row[i];
    }
    for (int i = 0; i < Count; ++i) lanes(out)[i] = sums[i];
}

/// One look at a board: the inputs that are on, and what the filters add up.
struct Look {
    std::array<std::uint16_t, kMostWindows> active;
    std::span<float> sums;
};

void add_up(const FloatNetwork& network, int windows, Look& look) {
    const std::size_t filters = network.filters();
    const float* const weights = network.values.data();
    const float* const bias = weights + network.bias_at();
    const std::uint16_t* const active = look.active.data();
    float* const out = look.sums.data();
    std::size_t f = 0;
    for (; f + kGroup <= filters; f += kGroup) sum_group<kGroupLanes>(weights + f, active, windows, filters, bias + f, out + f);
    for (; f < filters; f += kLanes) sum_group<1>(weights + f, active, windows, filters, bias + f, out + f);
}

float output_of(const FloatNetwork& network, std::span<const float> sums, std::size_t phase) {
    const std::size_t filters = network.filters();
    const float* const output = network.values.data() + network.output_at() + phase * filters;
    float total = network.values[network.output_bias_at() + phase];
    for (std::size_t begin = 0; begin < sums.size(); begin += filters) {
        for (std::size_t f = 0; f < filters; ++f) {
            const float clipped = std::min(std::max(sums[begin + f], 0.0F), 1.0F);
            total += clipped * clipped * output[f];
        }
    }
    return total;
}

float logistic(float x) { return 1 / (1 + std::exp(-x)); }

constexpr std::size_t kMostHidden = 512;
constexpr std::size_t kSides = 8;

/// All looks of a network at one board. The first is turned by `symmetry`.
class Looks {
public:
    Looks(const FloatNetwork& network, const Windows& windows, std::uint64_t own, std::uint64_t opp, std::size_t symmetry)
        : count_(network.looks), hidden_(static_cast<std::size_t>(network.hidden)) {
        const std::size_t filters = network.filters();
        for (std::size_t look = 0; look < count_; ++look) {
            looks_[look].sums = std::span(sums_).subspan(look * filters, filters);
            windows.active(own, opp, symmetry ^ look, looks_[look].active.data());
            add_up(network, windows.count(), looks_[look]);
        }
    }
    Looks(const Looks&) = delete;
    Looks& operator=(const Looks&) = delete;

    [[nodiscard]] std::span<Look> each() { return std::span(looks_).first(count_); }
    [[nodiscard]] std::span<const float> sums() const { return std::span(sums_).first(hidden_); }

private:
    std::size_t count_;
    std::size_t hidden_;
    alignas(32) std::array<float, kMostHidden> sums_;
    std::array<Look, kSides> looks_;
};

}  // namespace

float FloatNetwork::evaluate(const Windows& windows, std::uint64_t own, std::uint64_t opp) const {
    const Looks all(*this, windows, own, opp, 0);
    return output_of(*this, all.sums(), phase_of(own | opp));
}

Trainer::Trainer(const TrainSettings& settings, int side) : settings_(settings), windows_(side, settings.shape) {
    assert(settings.hidden % (settings.turned ? 64 : 16) == 0 && settings.hidden <= static_cast<int>(kMostHidden));
    network_.side = side;
    network_.hidden = settings.hidden;
    network_.phases = settings.phases;
    network_.looks = settings.turned ? kSides : 1;
    network_.shape = settings.shape;
    network_.values.assign(network_.size(), 0.0F);
    mean_.assign(network_.size(), 0.0F);
    spread_.assign(network_.size(), 0.0F);
    std::uint64_t state = settings.seed;
    const double inputs_range = std::sqrt(1.0 / windows_.count());
    const double output_range = std::sqrt(1.0 / settings.hidden);
    for (std::size_t i = 0; i < network_.bias_at(); ++i) {
        network_.values[i] = static_cast<float>((2 * random_share(state) - 1) * inputs_range);
    }
    for (std::size_t i = network_.bias_at(); i < network_.output_at(); ++i) network_.values[i] = 0.3F;
    for (std::size_t i = network_.output_at(); i < network_.output_bias_at(); ++i) {
        network_.values[i] = static_cast<float>((2 * random_share(state) - 1) * output_range);
    }
}

void Trainer::add_gradient(const Sample& sample, std::size_t symmetry, Gradient& into) const {
    Looks looks(network_, windows_, sample.own, sample.opp, symmetry);
    const std::size_t filters = network_.filters();
    const std::size_t phase = network_.phase_of(sample.own | sample.opp);
    const float expected = logistic(output_of(network_, looks.sums(), phase));
    const float miss = expected - sample.target;
    into.error += static_cast<double>(miss) * miss;
    const float slope = 2 * miss * expected * (1 - expected);
    const std::size_t output_at = network_.output_at() + phase * filters;
    const float* const output = network_.values.data() + output_at;
    float* const bias_sums = into.sums.data() + network_.bias_at();
    float* const output_sums = into.sums.data() + output_at;
    into.sums[network_.output_bias_at() + phase] += slope;
    for (Look& look : looks.each()) {
        float* const sums = look.sums.data();
        for (std::size_t f = 0; f < filters; ++f) {
            const float sum = sums[f];
            const float clipped = std::min(std::max(sum, 0.0F), 1.0F);
            output_sums[f] += slope * clipped * clipped;
            // A clipped unit does not feel the inputs.
            const float inside = sum < 1 ? clipped : 0;
            sums[f] = slope * 2 * inside * output[f];
            bias_sums[f] += sums[f];
        }
        for (int w = 0; w < windows_.count(); ++w) {
            float* const row = into.sums.data() + look.active[static_cast<std::size_t>(w)] * filters;
            for (std::size_t f = 0; f < filters; f += kLanes) *lanes(row + f) += *lanes(sums + f);
        }
    }
}

void Trainer::batch_gradient(std::span<const Sample> samples, std::span<const std::uint32_t> order, std::uint64_t seed,
                             std::vector<Gradient>& parts) const {
    const auto work = [&](std::size_t part) {
        const std::size_t begin = order.size() * part / parts.size();
        const std::size_t end = order.size() * (part + 1) / parts.size();
        constexpr std::size_t kAhead = 16;
        for (std::size_t i = begin; i < end; ++i) {
            if (i + kAhead < end) __builtin_prefetch(&samples[order[i + kAhead]]);
            std::uint64_t state = seed + i;
            add_gradient(samples[order[i]], splitmix64(state) & 7, parts[part]);
        }
    };
    run_together(static_cast<int>(parts.size()), [&](int part) { work(static_cast<std::size_t>(part)); });
}

void Trainer::step(std::vector<Gradient>& parts, std::size_t count, double rate) {
    ++steps_;
    const auto share = static_cast<float>(1.0 / static_cast<double>(count));
    const auto power = static_cast<double>(steps_);
    const auto mean_fix = static_cast<float>(1 / (1 - std::pow(kMeanDecay, power)));
    const auto spread_fix = static_cast<float>(1 / (1 - std::pow(kSpreadDecay, power)));
    const auto by = static_cast<float>(rate);
    float* const first = parts[0].sums.data();
    for (std::size_t part = 1; part < parts.size(); ++part) {
        float* const more = parts[part].sums.data();
        for (std::size_t i = 0; i < network_.size(); ++i) first[i] += more[i];
        std::fill(parts[part].sums.begin(), parts[part].sums.end(), 0.0F);
    }
    float* const values = network_.values.data();
    float* const mean = mean_.data();
    float* const spread = spread_.data();
    const auto update = [&](std::size_t begin, std::size_t end, float most) {
        for (std::size_t i = begin; i < end; ++i) {
            const float slope = first[i] * share;
            mean[i] = kMeanDecay * mean[i] + (1 - kMeanDecay) * slope;
            spread[i] = kSpreadDecay * spread[i] + (1 - kSpreadDecay) * slope * slope;
            const float next = values[i] - by * (mean[i] * mean_fix) / (std::sqrt(spread[i] * spread_fix) + 1e-8F);
            values[i] = std::min(std::max(next, -most), most);
            first[i] = 0;
        }
    };
    update(0, network_.output_at(), most_weight(network_.shape));
    update(network_.output_at(), network_.output_bias_at(), kMostOutput);
    update(network_.output_bias_at(), network_.size(), kMostOutput);
}

double Trainer::rate_at(double done) const {
    constexpr double kHalfTurn = 3.14159265358979;
    return settings_.last_rate + (settings_.rate - settings_.last_rate) * (1 + std::cos(kHalfTurn * std::min(done, 1.0))) / 2;
}

bool Trainer::run_epoch(std::span<const Sample> training, std::span<const Sample> validation, const OnStep& on_step) {
    std::vector<std::uint32_t> order(training.size());
    std::iota(order.begin(), order.end(), 0U);
    std::uint64_t state = settings_.seed + 0x9E3779B97F4A7C15 * (losses_.size() + 1);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[splitmix64(state) % i]);
    std::vector<Gradient> parts(static_cast<std::size_t>(std::max(settings_.threads, 1)));
    for (Gradient& part : parts) part.sums.assign(network_.size(), 0.0F);
    const auto batch = static_cast<std::size_t>(settings_.batch);
    for (std::size_t begin = 0; begin < order.size(); begin += batch) {
        const std::size_t count = std::min(batch, order.size() - begin);
        const double done = static_cast<double>(begin) / static_cast<double>(order.size());
        if (on_step && !on_step(done)) return false;
        batch_gradient(training, std::span(order).subspan(begin, count), splitmix64(state), parts);
        step(parts, count, rate_at((epochs_done() + done) / settings_.epochs));
    }
    double error = 0;
    for (const Gradient& part : parts) error += part.error;
    losses_.push_back({training.empty() ? 0 : error / static_cast<double>(training.size()), loss(validation)});
    return true;
}

double Trainer::loss(std::span<const Sample> samples) const {
    double error = 0;
    for (const Sample& sample : samples) {
        const double miss = logistic(network_.evaluate(windows_, sample.own, sample.opp)) - sample.target;
        error += miss * miss;
    }
    return samples.empty() ? 0 : error / static_cast<double>(samples.size());
}

}  // namespace foray::learn
