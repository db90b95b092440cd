// The line protocol of Ataxx engines as a client reads and writes it: docs/protocol.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "foray/board/result.h"
#include "foray/notation/budget.h"
#include "foray/rules/game.h"

namespace foray {

struct UaiId {
    bool is_name;  ///< or the author
    std::string text;
};
/// "option name Hash type spin default 16 min 1 max 4096".
struct UaiOption {
    std::string name;
    std::string type;
    std::string fallback{};
    std::optional<std::int64_t> least{};
    std::optional<std::int64_t> most{};
    std::vector<std::string> choices{};
};
struct UaiOk {};
struct UaiReady {};
/// What an engine thinks while it thinks; whatever it did not say is empty.
struct UaiInfo {
    std::optional<int> depth{};
    std::optional<int> value{};  ///< in hundredths, for the side to move
    bool is_mate = false;        ///< the value is a number of moves to the end instead
    std::optional<std::uint64_t> nodes{};
    std::optional<double> ms{};
    int rank = 1;
    std::vector<std::string> line{};
};
struct UaiBestMove {
    std::string move;
};
/// Anything else, which a client leaves alone ("info string" included).
struct UaiOther {};

using UaiReply = std::variant<UaiId, UaiOption, UaiOk, UaiReady, UaiInfo, UaiBestMove, UaiOther>;

/// One line of an engine. Numbers that make no sense are left out; no line is an error, because engines print what they like.
UaiReply parse_uai_reply(std::string_view line);

/// What one side tells an engine to spend: "go btime 1000 wtime 900 binc 10 winc 10". btime is the first player's clock. Who plays without
/// a clock has as much time as the other, for all the other knows.
std::string print_uai_go(const SearchRequest& request, bool second_to_move);

/// The options by which an engine learns which game it plays: Variant, and for the raid family Board and Raid.
std::vector<std::pair<std::string, std::string>> uai_game_options(const GameSpec& spec);

}  // namespace foray
