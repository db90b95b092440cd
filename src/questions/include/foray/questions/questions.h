// Questions about games, answered in JSON: what the web page knows of the rules, the searches and the notation it asks here. One object
// in, one object out, nothing remembered between two questions. docs/page.md lists the questions.
//
// Every question is answered, with {"ok": false, "error": "..."} if need be, and in bounded time and memory: whoever asks may be wrong or
// hostile. Nothing here throws, prints, reads files or starts threads.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "foray/notation/game_text.h"

namespace foray::questions {

/// What one question may cost.
struct Ceilings {
    std::uint64_t textbook_nodes = 400'000'000;  ///< of one textbook search
    std::uint64_t engine_nodes = 100'000'000;    ///< of one engine search
    std::uint64_t solver_nodes = 50'000'000;     ///< of one question to the solver
    double ms = 60'000;                          ///< of the engine and of the solver
    std::size_t solver_bytes = std::size_t{256} << 20;
};

/// Hears what is known so far, as JSON of the form of the answer, while a question that takes time (`analyse`, `review`) is being answered.
using OnPart = std::function<void(std::string_view)>;

/// The answer to `state` for a game that was read elsewhere: what the page is told of a position, commands print with --json.
[[nodiscard]] std::string state_of(const Played& played);

[[nodiscard]] std::string answer(std::string_view question, const Ceilings& ceilings = {}, const OnPart& on_part = {});

}  // namespace foray::questions
