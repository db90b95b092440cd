// Tuning the numbers of the search (foray/engine/parameters.h) by matches: simultaneous perturbation, J. C. Spall, IEEE Transactions on
// Automatic Control 37 (1992). Every round moves all numbers a step up or down at random, lets the two players that differ by these steps
// play some pairs of games, and moves the numbers a little towards the winner.
//
// Everything follows from the settings: a round's steps and openings depend on the seed and the number of the round alone, so a run that
// was stopped goes on from the numbers it printed last.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "foray/board/result.h"
#include "foray/engine/parameters.h"
#include "foray/notation/match_text.h"
#include "foray/rules/game.h"
#include "foray/rules/tally.h"

namespace foray::learn {

struct SpsaNumber {
    const NamedParameter* parameter;
    double value;
    double step;  ///< how far the two players are from it
};

struct SpsaSettings {
    std::string player = "engine:nodes=2000,hash=1";  ///< who plays, without the numbers that are tuned
    int first_round = 1;
    int last_round = 500;
    int pairs = 8;  ///< of games a round
    double rate = 1;
    PlyRange opening_plies{4, 6};  ///< random moves at the start of a game
    std::uint64_t seed = 1;
    int workers = 1;
    const std::atomic<bool>* stop = nullptr;
};

struct SpsaRound {
    int number;
    Tally tally;  ///< of the player whose steps went up where the round's signs were positive
};

/// "reverse_margin=60,reduce_base": numbers that are tuned, with where they begin; those of the family if not said.
Result<std::vector<SpsaNumber>> parse_spsa_numbers(std::string_view text, Family family);
/// The same text with the values reached, to go on from or to give to a player.
std::string print_spsa_numbers(const std::vector<SpsaNumber>& numbers);

/// Plays all rounds, or as many as are finished before `stop`. `on_round` is told after each. An error is one of making a player.
Result<bool> tune_numbers(const Game& game, std::vector<SpsaNumber>& numbers, const SpsaSettings& settings,
                          const std::function<void(const SpsaRound&)>& on_round = {});

}  // namespace foray::learn
