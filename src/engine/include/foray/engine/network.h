// A learned evaluation of 7x7 boards of the Ataxx family: windows of 2x2 or 2x3 squares, each in one of its states seen from the side to
// move, feed a hidden layer with squared clipped activation and one output, whose weights depend on how full the board is. The hidden units
// may be turns of a few, which look at the board from its eight sides. All of it in integers, so that every machine gives the same value.
//
// A network is read from the bytes of a file, or made from its parameters, and never changes afterwards: threads and engines share it. What
// could overflow is refused when it is made. docs/learning.md and docs/network.md tell where networks come from and how a file is laid out.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "foray/board/memory.h"
#include "foray/board/result.h"
#include "foray/engine/window_shape.h"
#include "foray/rules/game_spec.h"

namespace foray {

/// The numbers of a network, as a trainer makes them.
struct NetworkParameters {
    static constexpr int kRows = 7;
    static constexpr int kCols = 7;
    static constexpr int kMostPhases = 50;
    static constexpr std::size_t kLongestAbout = 64;

    Variant variant = Variant::kAtaxx;
    WindowShape shape = WindowShape::kSquare;
    int hidden = 64;    ///< a multiple of 16, at most 512
    int looks = 1;      ///< 8: unit `s * filters() + f` is filter `f` looking at the board turned by symmetry `s`; 1: filters are units
    int phases = 1;     ///< of the game, by the number of pieces: each has output weights of its own; at most kMostPhases
    int unit_in = 255;  ///< what 1.0 is in the hidden layer
    int unit_out = 64;  ///< what 1.0 is in the output weights
    int scale = 250;    ///< hundredths of a piece per 1.0 of the output
    std::string about;  ///< a line, at most kLongestAbout bytes: where it comes from

    std::vector<std::int16_t> windows;           ///< [input * filters() + filter]
    std::vector<std::int16_t> biases;            ///< of the filters
    std::vector<std::int16_t> outputs;           ///< [phase * filters() + filter]
    std::vector<std::int32_t> output_biases{0};  ///< of the phases, in unit_in * unit_out

    [[nodiscard]] int inputs() const { return inputs_of(shape, kRows); }
    [[nodiscard]] int filters() const { return hidden / looks; }
    [[nodiscard]] int phase_of(std::uint64_t pieces) const { return std::popcount(pieces) * phases / (kRows * kCols + 1); }
};

class Network {
public:
    /// Whatever the bytes are: a network, or an error that says what is wrong with them.
    [[nodiscard]] static Result<Network> read(std::span<const std::byte> bytes);
    [[nodiscard]] static Result<Network> make(NetworkParameters parameters);
    Network(Network&&) noexcept = default;
    Network& operator=(Network&&) noexcept = default;
    Network(const Network&) = delete;
    Network& operator=(const Network&) = delete;
    ~Network() = default;

    [[nodiscard]] std::vector<std::byte> write() const;

    [[nodiscard]] const NetworkParameters& parameters() const { return parameters_; }
    /// Whether it judges positions of this game.
    [[nodiscard]] bool fits(const GameSpec& spec) const;

    /// The value for the side to move, in hundredths. Both sets hold squares 0 to 48.
    [[nodiscard]] int evaluate(std::uint64_t own, std::uint64_t other) const;
    /// The same by plain loops over the parameters: what every fast path must agree with.
    [[nodiscard]] int evaluate_plainly(std::uint64_t own, std::uint64_t other) const;

private:
    explicit Network(NetworkParameters parameters);
    [[nodiscard]] int value_of(std::int64_t total, int phase) const;
    template <class Lanes, class Number>
    [[nodiscard]] std::int32_t sum_of_units(const Number* table, std::uint64_t own, std::uint64_t other, int phase) const;

    NetworkParameters parameters_;
    std::vector<std::int16_t> unit_biases_;      ///< of all units
    std::vector<std::int16_t> unit_outputs_;     ///< [phase * hidden + unit]
    std::unique_ptr<HugeMemory> table_;          ///< what every oblong window in every state adds to the units (network_table.h), ...
    const std::uint8_t* table_bytes_ = nullptr;  ///< ... as bytes where they fit, which are half as much to read, ...
    const std::int16_t* table_words_ = nullptr;  ///< ... else as they are: one of these is null
    std::int64_t multiplier_;                    ///< from the output's units to hundredths, in 2^-32
};

/// The network that an engine uses if none is named: the one set at run time, or the built-in one; null if there is none for this game.
[[nodiscard]] std::shared_ptr<const Network> default_network(const GameSpec& spec);
/// For programs that get their network later than they start: engines made afterwards use it for its game.
void set_default_network(std::shared_ptr<const Network> network);

/// How a file's bytes are read; rooms down here read no files themselves, so whoever may read them says how, once, when the program starts.
using ReadNetworkFile = std::function<Result<std::string>(const std::string& path)>;
void set_network_reader(ReadNetworkFile reader);
/// As a user names an evaluation: "default" (nothing), "linear" (null) or a file, which must hold a network for this game.
[[nodiscard]] Result<std::optional<std::shared_ptr<const Network>>> network_named(const std::string& name, const GameSpec& spec);

}  // namespace foray
