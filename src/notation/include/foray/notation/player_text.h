// Players that may be other programs, as one line.
//
//   engine:nodes=1000                        a player of this program; the agents room knows what follows
//   uai:./engine --fast                      a program that speaks UAI
//   uai[Hash=64,nodes=5000]:./engine         with settings: ours in lower case (see below), all others are the engine's options
//   contest:./agent                          a program of the Ataxx Reloaded contest, started for every move
//   squirrels:python3 hw.py                  a program of that assignment, started for every move
//   stakeraid[mode=alphabeta,depth=2]:./hw   likewise
//
// Settings of all programs: dir=FOLDER (where it runs), name=NAME (in records and tables), env.NAME=VALUE, sandbox=yes|no. Of UAI programs
// also ms=, nodes=, depth= (what it may spend where nothing else says so) and option.NAME=VALUE, for options that are called like one of
// these. A value with a comma or a bracket in it is put in double quotes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "foray/board/result.h"

namespace foray {

enum class ProgramKind : std::uint8_t { kUai, kContest, kSquirrels, kStakeraid };
std::string_view print_program_kind(ProgramKind kind);

/// A program and its settings, as written.
struct ProgramText {
    ProgramKind kind = ProgramKind::kUai;
    std::vector<std::pair<std::string, std::string>> settings;
    std::vector<std::string> command;
    friend bool operator==(const ProgramText&, const ProgramText&) = default;
};

/// Nothing: the text does not begin like a program, so it names a player of this program.
Result<std::optional<ProgramText>> parse_program_text(std::string_view text);
std::string print_program_text(const ProgramText& program);

}  // namespace foray
