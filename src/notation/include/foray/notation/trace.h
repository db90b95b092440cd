// What a textbook search does, event by event, and the log lines that courses want of it.
//
//   minimax      Node,Depth,Value                     alpha-beta   Node,Depth,Value,Alpha,Beta
//                root,0,-Infinity                                  root,0,-Infinity,-Infinity,Infinity
//                A1,1,Infinity                                     A1,1,Infinity,-Infinity,Infinity
//                B1,2,-74                                          B1,2,-74,-Infinity,Infinity
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "foray/rules/game_spec.h"
#include "foray/rules/move.h"

namespace foray {

/// Larger than any evaluation; printed as "Infinity".
inline constexpr int kInfinity = 1'000'000'000;

/// Numbers are from the searching player's side: the root is a MAX node, its children are MIN nodes.
struct TraceEvent {
    enum class Kind : std::uint8_t {
        kEnter,   ///< a node before its first child
        kLeaf,    ///< a node that is evaluated
        kUpdate,  ///< a node after a child returned
        kCut,     ///< the same, but the remaining children are not searched; alpha and beta are those before the child
    };
    Kind kind;
    Move move;  ///< the move that led here; a pass at the root
    int ply;    ///< 0 at the root
    int value;
    int alpha;
    int beta;
};

std::string_view print_kind(TraceEvent::Kind kind);

/// "root" at ply 0, else the move; the squares of the raid family in capitals, as its courses write them.
std::string node_name(const GameSpec& spec, const TraceEvent& event);
std::string print_value(int value);

std::string_view log_header(bool with_window);
/// One line with its newline, appended to `out`.
void append_log_line(std::string& out, const GameSpec& spec, const TraceEvent& event, bool with_window);

}  // namespace foray
