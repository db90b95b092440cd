#include <algorithm>
#include <cmath>
#include <cstdio>

#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/pgn.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "pgn_parts.h"

namespace foray {
namespace {

bool is_tag_name(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

std::string tag(std::string_view name, std::string_view value) {
    std::string out = "[" + std::string(name) + " \"";
    for (const char c : value) {
        if (c == '"' || c == '\\') out += '\\';
        out += c == '\n' || c == '\r' ? ' ' : c;
    }
    return out + "\"]\n";
}

std::string values_tag(const GameSpec& spec) {
    std::string out;
    for (int square = 0; square < spec.squares(); ++square) {
        if (square > 0) out += square % spec.cols == 0 ? '/' : ' ';
        out += std::to_string(spec.values[static_cast<std::size_t>(square)]);
    }
    return out;
}

/// "+0.25/4 0.067s, n=99, pv=\"g2 a2\"".
std::string short_comment(const GameSpec& spec, const MoveNote& note) {
    std::string out;
    const auto add = [&](const char* before, const std::string& text) { out += (out.empty() ? "" : before) + text; };
    if (note.value || note.depth) {
        const int value = note.value.value_or(0);
        out += (value > 0 ? "+" : "") + print_hundredths(value) + "/" + std::to_string(note.depth.value_or(0));
    }
    if (note.ms) {
        std::array<char, 64> seconds{};
        std::snprintf(seconds.data(), seconds.size(), "%.3fs", *note.ms / 1000);
        add(" ", seconds.data());
    }
    if (out.empty()) return out;
    if (note.nodes) add(", ", "n=" + std::to_string(*note.nodes));
    if (note.exact) add(", ", "exact");
    if (!note.line.empty()) {
        std::string line;
        for (const Move move : note.line) line += (line.empty() ? "" : " ") + print_move(spec, move);
        add(", ", "pv=\"" + line + "\"");
    }
    return out;
}

/// " [%eval 0.03] movetime 1 exact -0.03 depth 4 nodes 99 ".
std::string long_comment(const MoveNote& note, bool second_moved) {
    std::string out;
    if (note.value) out += " [%eval " + print_hundredths(second_moved ? -*note.value : *note.value) + "]";
    if (note.ms) out += " movetime " + std::to_string(std::llround(*note.ms));
    if (note.value) out += (note.exact ? " exact " : " value ") + print_hundredths(*note.value);
    if (note.depth) out += " depth " + std::to_string(*note.depth);
    if (note.nodes) out += " nodes " + std::to_string(*note.nodes);
    return out.empty() ? out : out + " ";
}

class Writer {
public:
    Writer(const GameSpec& spec, PgnDialect dialect) : spec_(spec), dialect_(dialect) {}

    /// A line of moves with its variations; `ply` counts from the first player's first move, which says where numbers go.
    void append_line(std::string& out, const Variation& line, std::size_t ply) const {
        bool fresh = true;
        for (std::size_t i = 0; i < line.moves.size(); ++i, ++ply) {
            if (ply % 2 == 0 || fresh) out += std::to_string(ply / 2 + 1) + (ply % 2 == 0 ? ". " : "... ");
            fresh = false;
            out += print_move(spec_, line.moves[i]) + " ";
            if (!line.notes.empty()) out += comment_of(line.notes[i], ply % 2 == 1);
            for (const Variation& one : line.variations) {
                if (one.ply != i) continue;
                out += "(";
                append_line(out, one, ply);
                out.back() = ')';
                out += " ";
                fresh = true;
            }
        }
    }

private:
    [[nodiscard]] std::string comment_of(const MoveNote& note, bool second_moved) const {
        std::string out = dialect_ == PgnDialect::kStandard ? short_comment(spec_, note) : long_comment(note, second_moved);
        if (!out.empty()) out = "{" + out + "} ";
        if (note.comment.empty()) return out;
        std::string remark = note.comment;
        // A brace would end the comment.
        std::replace(remark.begin(), remark.end(), '}', ')');
        std::replace_if(remark.begin(), remark.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
        return out + "{ " + remark + " } ";
    }

    const GameSpec& spec_;
    PgnDialect dialect_;
};

const std::string* told(const GameRecord& record, std::string_view key) {
    for (const auto& [name, value] : record.about) {
        if (name == key) return &value;
    }
    return nullptr;
}

std::string told_or(const GameRecord& record, std::string_view key, const std::string& otherwise) {
    const std::string* found = told(record, key);
    return found == nullptr ? otherwise : *found;
}

/// In the words of the PGN standard.
std::string_view termination(const Verdict& verdict) {
    switch (verdict.ending) {
        case Ending::kNone: return "unterminated";
        case Ending::kAdjudication: return "adjudication";
        case Ending::kTime: return "time forfeit";
        case Ending::kIllegalMove: return "rules infraction";
        case Ending::kCrash:
        case Ending::kNoAnswer:
        case Ending::kDisconnected: return "abandoned";
        default: return "normal";
    }
}

std::string standard_date(std::string date) {
    if (date.empty()) return "????.??.??";
    std::replace(date.begin(), date.end(), '-', '.');
    return date;
}

/// Those of the dialect by itself, up to the position.
std::string head_of(const GameRecord& record, const Game& game, const Verdict& verdict, PgnDialect dialect) {
    const bool standard = dialect == PgnDialect::kStandard;
    std::string out = tag("Event", told_or(record, kEventKey, std::string(kUsualEvent))) + tag("Site", told_or(record, "site", "Foray"));
    out += tag("Date", standard ? standard_date(record.date) : record.date.empty() ? "????.??.??" : record.date);
    out += tag("Round", told_or(record, "round", "1"));
    const std::string white = tag("White", record.players[1]);
    const std::string black = tag("Black", record.players[0]);
    out += standard ? white + black : black + white;
    out += tag("Result", result_text(verdict.outcome, !standard));
    if (standard) {
        out += tag("FirstPlayer", "Black") + tag("Variant", game.variant().key) + tag("SetUp", "1");
        if (const std::string* clock = told(record, "tc")) out += tag("TimeControl", *clock);
        const std::string* first = told(record, "tc_first");
        const std::string* second = told(record, "tc_second");
        if (first != nullptr && second != nullptr) out += tag("BlackTimeControl", *first) + tag("WhiteTimeControl", *second);
        out += tag("Termination", termination(verdict));
    } else if (verdict.outcome == Outcome::kFirstWins || verdict.outcome == Outcome::kSecondWins) {
        const std::size_t winner = verdict.outcome == Outcome::kFirstWins ? 0 : 1;
        out += tag("Winner", record.players[winner]) + tag("Loser", record.players[1 - winner]);
    }
    return out;
}

}  // namespace

std::string print_pgn(const GameRecord& record, PgnDialect dialect) {
    const Game game(record.spec);
    const WidePosition last = final_position(game, record);
    const Verdict verdict = verdict_of(game.verdict(last), record.decided);
    const Scores scores = game.scores(last);
    const int material = scores.first - scores.second;
    std::string out = head_of(record, game, verdict, dialect);
    out += tag("FEN", print_fen(game, record.start)) + tag("FinalFEN", print_fen(game, last));
    if (dialect == PgnDialect::kCuteAtaxx && record.spec.variant != Variant::kAtaxx) out += tag("Variant", game.variant().key);
    if (record.spec.family() == Family::kRaid)
        out += tag("Raid", print_rule(record.spec.raid).substr(5)) + tag("Values", values_tag(record.spec));
    for (const auto& [key, value] : record.about) {
        if (is_tag_name(key) && key != kEventKey) out += tag(std::string(kAboutTag) + key, value);
    }
    if (record.decided) out += tag("Adjudicated", print_ending(record.decided->ending));
    if (record.decided && !record.decided->detail.empty()) out += tag("Detail", record.decided->detail);
    out += tag("PlyCount", std::to_string(record.moves.size())) + tag("Material", (material >= 0 ? "+" : "") + std::to_string(material)) +
           "\n";
    // The second player may begin: then the numbers start with "1...".
    Writer(record.spec, dialect)
        .append_line(out, Variation{0, record.moves, record.notes, record.variations}, record.start.second_to_move ? 1 : 0);
    return out + std::string(result_text(verdict.outcome, dialect == PgnDialect::kCuteAtaxx)) + "\n\n";
}

}  // namespace foray
