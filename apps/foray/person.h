// A person at the terminal as a player of a tournament.
#pragma once

#include <atomic>
#include <memory>
#include <string_view>

#include "foray/agents/agent.h"

namespace foray::cli {

/// The player's text.
inline constexpr std::string_view kPerson = "human";

/// Shows the board on standard output before every move and reads it from standard input. Whoever leaves (the end of the input, `quit`)
/// sets `leave`: then the tournament stops and can be resumed, and nothing is lost.
std::unique_ptr<Agent> make_person(const GameSpec& spec, std::atomic<bool>& leave);

}  // namespace foray::cli
