#include "foray/notation/ending_text.h"

namespace foray {

std::string print_ending(Ending ending, std::string_view detail) {
    std::string out(print_ending(ending));
    if (!detail.empty()) out.append(": ").append(detail);
    return out;
}

std::optional<Ending> parse_decided(std::string_view text) {
    for (const EndingInfo& one : kEndings) {
        if (is_decided(one.ending) && one.text == text) return one.ending;
    }
    return std::nullopt;
}

std::string decided_endings() {
    std::string out;
    for (const EndingInfo& one : kEndings) {
        if (is_decided(one.ending)) out.append(out.empty() ? "" : ", ").append(one.text);
    }
    return out;
}

std::optional<EndingText> parse_ending(std::string_view text) {
    if (text.empty()) return EndingText{};
    for (const EndingInfo& one : kEndings) {
        if (one.ending == Ending::kNone || !text.starts_with(one.text)) continue;
        const std::string_view rest = text.substr(one.text.size());
        if (rest.empty()) return EndingText{one.ending, ""};
        if (rest.starts_with(": ")) return EndingText{one.ending, std::string(rest.substr(2))};
    }
    return std::nullopt;
}

}  // namespace foray
