// Self-play in batches that any machine can play: a text in, a text out.
//
// Every game follows from the batch's settings and its own number, so a batch that is played twice comes out the same. The text that goes
// in:
//
//   selfplay 1
//   game ataxx
//   size 7x7
//   raid mandatory                      raid family only, as the next
//   board 1 2/3 4
//   position FEN
//   player engine:nodes=1000,hash=1
//   random 6 16
//   balance 600
//   aside 50
//   decided 2000 5
//   seed 1
//   games 300 50                        the number of the first, and how many
//
// What comes out is one block of a self-play file (selfplay_file.h) in base64.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "foray/learn/selfplay.h"

namespace foray::learn {

struct SelfplayBatch {
    GameSpec spec;
    WidePosition start;
    std::string player;
    SelfplaySettings settings;
    std::uint64_t seed = 1;
    std::uint64_t first = 0;
    int games = 1;
};

/// So many games at most are one job: more would hardly fit into one block.
inline constexpr int kMostBatch = 2000;

std::string print_selfplay_batch(const SelfplayBatch& batch);
Result<SelfplayBatch> parse_selfplay_batch(std::string_view text);

/// The job itself. Nothing if it was stopped.
Result<std::optional<std::string>> play_selfplay_batch(std::string_view text, const std::atomic<bool>& stop);

/// The block of an answer, checked: as many games as were asked for, all of them by the rules.
Result<std::string> read_selfplay_answer(const GameSpec& spec, std::string_view answer, int games);

}  // namespace foray::learn
