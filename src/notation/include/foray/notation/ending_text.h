// Endings as text: "board full", "time", and with what is known besides, "crash: exit code 139".
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "foray/rules/ending.h"

namespace foray {

/// "" for a game that goes on.
inline std::string_view print_ending(Ending ending) { return info(ending).text; }
std::string print_ending(Ending ending, std::string_view detail);

/// One that somebody decided, the only kind that a record has to be told; nothing for any other text.
std::optional<Ending> parse_decided(std::string_view text);
/// All of those, for complaints: "resignation, adjudication, ...".
std::string decided_endings();

/// An ending with its detail, as stores keep it. Nothing where the text names no ending.
struct EndingText {
    Ending ending = Ending::kNone;
    std::string detail{};
    friend bool operator==(const EndingText&, const EndingText&) = default;
};
std::optional<EndingText> parse_ending(std::string_view text);

}  // namespace foray
