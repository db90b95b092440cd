// Players as one word: "greedy", "minimax:3", "alphabeta:5,eval=vulnerable-sum,order=static". The words' meaning is the business of the
// agents room.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "foray/board/result.h"

namespace foray {

/// NAME[:FIRST][,KEY=VALUE]... or NAME:KEY=VALUE[,KEY=VALUE]...
struct AgentText {
    std::string name;
    std::optional<std::string> first;
    std::vector<std::pair<std::string, std::string>> settings;
    friend bool operator==(const AgentText&, const AgentText&) = default;
};

Result<AgentText> parse_agent_text(std::string_view text);
std::string print_agent_text(const AgentText& agent);

}  // namespace foray
