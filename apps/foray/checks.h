// Numbers of the command line, checked as text before they are converted: CLI11 takes `nan` for a number, -1 for the largest seed, and 2^64
// for something smaller.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <limits>

namespace foray::cli {

/// A whole number in digits.
CLI::Validator whole_number(std::uint64_t least = 0, std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// A decimal number.
CLI::Validator decimal(double least, double most);
/// A decimal number above zero.
CLI::Validator positive_decimal(double most);

/// Milliseconds and seconds within which every clock of the program can count.
inline constexpr double kLongestMs = 4e9;
inline constexpr double kLongestSeconds = 4e6;

}  // namespace foray::cli
