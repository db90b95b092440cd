#include "foray/notation/trace.h"

#include "foray/notation/coordinates.h"
#include "foray/notation/move_text.h"
#include "foray/notation/text.h"

namespace foray {

std::string_view print_kind(TraceEvent::Kind kind) {
    switch (kind) {
        case TraceEvent::Kind::kEnter: return "enter";
        case TraceEvent::Kind::kLeaf: return "leaf";
        case TraceEvent::Kind::kUpdate: return "update";
        case TraceEvent::Kind::kCut: break;
    }
    return "cut";
}

std::string node_name(const GameSpec& spec, const TraceEvent& event) {
    if (event.ply == 0) return "root";
    return spec.family() == Family::kRaid ? upper(print_move(spec, event.move)) : print_move(spec, event.move);
}

std::string print_value(int value) {
    if (value >= kInfinity) return "Infinity";
    if (value <= -kInfinity) return "-Infinity";
    return std::to_string(value);
}

std::string_view log_header(bool with_window) { return with_window ? "Node,Depth,Value,Alpha,Beta\n" : "Node,Depth,Value\n"; }

void append_log_line(std::string& out, const GameSpec& spec, const TraceEvent& event, bool with_window) {
    out += node_name(spec, event);
    out += ',';
    out += std::to_string(event.ply);
    out += ',';
    out += print_value(event.value);
    if (with_window) {
        out += ',';
        out += print_value(event.alpha);
        out += ',';
        out += print_value(event.beta);
    }
    out += '\n';
}

}  // namespace foray
