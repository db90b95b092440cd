// The trainer's state as bytes, so that an interrupted training can go on.
//
//     8 bytes  "FORAYTRN"     u32 version 4, u32 side, u32 hidden, u32 phases, u32 turned (0, 1), u32 shape (0 2x2, 1 2x3), u32 epochs,
//                             u32 batch, u32 threads, u64 seed, f64 rate, f64 last rate; of the samples f64 scale, f64 share of the result,
//                             f64 of what was thought later, u32 with asides (0, 1), u32 hold-out (version 1 has no phases: one; 1 and 2
//                             say nothing of turned: 0, and of the samples; 1 to 3 nothing of the shape: 0)
//     u64 steps, u32 finished epochs, for each f64 training and f64 validation loss
//     f32 for every weight, its mean slope and its mean square of slopes (three rows)
//     u64      XXH3 of everything before
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "foray/learn/trainer.h"

namespace foray::learn {
namespace {

static_assert(std::endian::native == std::endian::little, "the state of a training is written as the machine holds it");

constexpr std::string_view kMagic = "FORAYTRN";
constexpr std::uint32_t kVersion = 4;

template <class T>
void put(std::string& out, T value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out.append(bytes, sizeof value);
}

void put_row(std::string& out, const std::vector<float>& row) {
    const std::size_t at = out.size();
    out.resize(at + row.size() * sizeof(float));
    std::memcpy(out.data() + at, row.data(), row.size() * sizeof(float));
}

/// Takes values from the front; `failed` once there were too few bytes.
struct Front {
    std::string_view rest;
    bool failed = false;

    template <class T>
    T take() {
        T out{};
        if (rest.size() < sizeof out) {
            failed = true;
            return out;
        }
        std::memcpy(&out, rest.data(), sizeof out);
        rest.remove_prefix(sizeof out);
        return out;
    }
    void take_row(std::vector<float>& row) {
        if (rest.size() / sizeof(float) < row.size()) {
            failed = true;
            return;
        }
        std::memcpy(row.data(), rest.data(), row.size() * sizeof(float));
        rest.remove_prefix(row.size() * sizeof(float));
    }
};

/// What the bytes say before the rows of numbers.
struct Prefix {
    std::uint32_t side = 0;
    TrainSettings settings;
};

Result<Prefix> take_prefix(std::string_view bytes, Front& front) {
    if (bytes.size() < kMagic.size() + sizeof(std::uint64_t) || !bytes.starts_with(kMagic)) return Error{"is no state of a training"};
    const std::string_view body = bytes.substr(0, bytes.size() - sizeof(std::uint64_t));
    Front sum{bytes.substr(body.size())};
    if (sum.take<std::uint64_t>() != XXH3_64bits(body.data(), body.size())) return Error{"is damaged: wrong checksum"};
    front.rest = body.substr(kMagic.size());
    const auto version = front.take<std::uint32_t>();
    if (version < 1 || version > kVersion) return Error{"is of another version"};
    Prefix out;
    out.side = front.take<std::uint32_t>();
    out.settings.hidden = static_cast<int>(front.take<std::uint32_t>());
    out.settings.phases = version == 1 ? 1 : static_cast<int>(front.take<std::uint32_t>());
    out.settings.turned = version >= 3 && front.take<std::uint32_t>() != 0;
    if (version >= 4) out.settings.shape = front.take<std::uint32_t>() == 0 ? WindowShape::kSquare : WindowShape::kOblong;
    out.settings.epochs = static_cast<int>(front.take<std::uint32_t>());
    out.settings.batch = static_cast<int>(front.take<std::uint32_t>());
    out.settings.threads = static_cast<int>(front.take<std::uint32_t>());
    out.settings.seed = front.take<std::uint64_t>();
    out.settings.rate = front.take<double>();
    out.settings.last_rate = front.take<double>();
    if (version >= 3) {
        SampleOptions& samples = out.settings.samples;
        samples.scale = front.take<double>();
        samples.result_share = front.take<double>();
        samples.later_share = front.take<double>();
        samples.with_asides = front.take<std::uint32_t>() != 0;
        samples.hold_out = static_cast<int>(front.take<std::uint32_t>());
    }
    if (front.failed) return Error{"is cut off"};
    return out;
}

/// The same values with oblong windows: each is two square ones side by side.
FloatNetwork with_oblong_windows(const FloatNetwork& from) {
    FloatNetwork out{from.side, from.hidden, from.phases, from.looks, WindowShape::kOblong, {}};
    const std::size_t filters = from.filters();
    constexpr int kStates = states_of(WindowShape::kSquare);
    constexpr int kOblongStates = states_of(WindowShape::kOblong);
    for (int input = 0; input < static_cast<int>(out.inputs()); ++input) {
        const int first = 2 * (input / kOblongStates) * kStates;
        const auto left = static_cast<std::size_t>(first + left_state(input % kOblongStates));
        const auto right = static_cast<std::size_t>(first + kStates + right_state(input % kOblongStates));
        for (std::size_t f = 0; f < filters; ++f) out.values.push_back(from.values[left * filters + f] + from.values[right * filters + f]);
    }
    out.values.insert(out.values.end(), from.values.begin() + static_cast<std::ptrdiff_t>(from.bias_at()), from.values.end());
    return out;
}

/// Puts the filters of `from` first in `to`. The others keep the inputs they have and count nothing yet, and each phase begins with the
/// weights of the one it was part of, so both networks give the same values.
void widen(const FloatNetwork& from, FloatNetwork& to) {
    const auto few = static_cast<std::ptrdiff_t>(from.filters());
    const auto many = static_cast<std::ptrdiff_t>(to.filters());
    const auto rows = static_cast<std::ptrdiff_t>(from.inputs()) + 1;  // the biases are one more row
    for (std::ptrdiff_t row = 0; row < rows; ++row) {
        std::copy_n(from.values.begin() + row * few, few, to.values.begin() + row * many);
    }
    for (std::ptrdiff_t phase = 0; phase < to.phases; ++phase) {
        const std::ptrdiff_t before = phase * from.phases / to.phases;
        const auto output = to.values.begin() + static_cast<std::ptrdiff_t>(to.output_at()) + phase * many;
        std::fill_n(output, many, 0.0F);
        std::copy_n(from.values.begin() + static_cast<std::ptrdiff_t>(from.output_at()) + before * few, few, output);
        to.values[to.output_bias_at() + static_cast<std::size_t>(phase)] =
            from.values[from.output_bias_at() + static_cast<std::size_t>(before)];
    }
}

}  // namespace

std::string Trainer::to_bytes() const {
    std::string out(kMagic);
    put(out, kVersion);
    for (const int number : {network_.side, settings_.hidden, settings_.phases, settings_.turned ? 1 : 0, static_cast<int>(settings_.shape),
                             settings_.epochs, settings_.batch, settings_.threads}) {
        put(out, static_cast<std::uint32_t>(number));
    }
    put(out, settings_.seed);
    put(out, settings_.rate);
    put(out, settings_.last_rate);
    put(out, settings_.samples.scale);
    put(out, settings_.samples.result_share);
    put(out, settings_.samples.later_share);
    put(out, static_cast<std::uint32_t>(settings_.samples.with_asides ? 1 : 0));
    put(out, static_cast<std::uint32_t>(settings_.samples.hold_out));
    put(out, steps_);
    put(out, static_cast<std::uint32_t>(losses_.size()));
    for (const EpochLoss& loss : losses_) {
        put(out, loss.training);
        put(out, loss.validation);
    }
    put_row(out, network_.values);
    put_row(out, mean_);
    put_row(out, spread_);
    put(out, std::uint64_t{XXH3_64bits(out.data(), out.size())});
    return out;
}

Result<Trainer> Trainer::resume(std::string_view bytes, const TrainSettings& settings, int side) {
    Front front{};
    const auto prefix = take_prefix(bytes, front);
    if (!prefix) return prefix.error();
    if (prefix->side != static_cast<std::uint32_t>(side) || prefix->settings != settings) {
        return Error{"was made with other settings; repeat them, or begin again"};
    }
    Trainer out(settings, side);
    out.steps_ = front.take<std::uint64_t>();
    const auto epochs = front.take<std::uint32_t>();
    if (front.failed || epochs > static_cast<std::uint32_t>(settings.epochs)) return Error{"has the wrong length"};
    for (std::uint32_t i = 0; i < epochs; ++i) {
        const auto training = front.take<double>();
        out.losses_.push_back({training, front.take<double>()});
    }
    front.take_row(out.network_.values);
    front.take_row(out.mean_);
    front.take_row(out.spread_);
    if (front.failed || !front.rest.empty()) return Error{"has the wrong length"};
    return out;
}

Result<bool> Trainer::begin_with(std::string_view bytes) {
    Front front{};
    const auto prefix = take_prefix(bytes, front);
    if (!prefix) return prefix.error();
    const int fewer = prefix->settings.hidden;
    const int phases = prefix->settings.phases;
    if (prefix->side != static_cast<std::uint32_t>(network_.side) || fewer < 16 || fewer > network_.hidden ||
        fewer % static_cast<int>(8 * network_.looks) != 0) {
        return Error{"is for another board or for more hidden units"};
    }
    if (prefix->settings.turned != settings_.turned) return Error{"has units that look at the board from other sides (--turned)"};
    if (prefix->settings.shape > settings_.shape) return Error{"has windows of 2x3 squares (--oblong), which do not become smaller ones"};
    if (phases < 1 || network_.phases % phases != 0) return Error{"has phases of the game that cannot be divided into these"};
    (void)front.take<std::uint64_t>();
    const auto epochs = front.take<std::uint32_t>();
    for (std::uint32_t i = 0; i < epochs && !front.failed; ++i) {
        (void)front.take<double>();
        (void)front.take<double>();
    }
    FloatNetwork other{network_.side, fewer, phases, network_.looks, prefix->settings.shape, {}};
    other.values.resize(other.size());
    front.take_row(other.values);
    if (front.failed) return Error{"has the wrong length"};
    widen(other.shape == network_.shape ? other : with_oblong_windows(other), network_);
    return true;
}

}  // namespace foray::learn
