#include "foray/notation/pgn.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "pgn_scanner.h"

namespace foray {
namespace {

constexpr std::string_view result_text(Outcome outcome) {
    switch (outcome) {
        case Outcome::kFirstWins: return "1-0";
        case Outcome::kSecondWins: return "0-1";
        case Outcome::kDraw: return "1/2-1/2";
        case Outcome::kOngoing: break;
    }
    return "*";
}

bool is_result(std::string_view word) { return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*"; }

/// What a record tells about where it comes from has tags that begin so.
constexpr std::string_view kAbout = "About_";
/// What a game is called that belongs to no event.
constexpr std::string_view kUsualEvent = "Foray game";

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

std::string comment_of(const MoveNote& note, bool second_moved) {
    std::string out;
    if (note.value) out += " [%eval " + print_hundredths(second_moved ? -*note.value : *note.value) + "]";
    if (note.ms) out += " movetime " + std::to_string(std::llround(*note.ms));
    if (note.value) out += (note.exact ? " exact " : " value ") + print_hundredths(*note.value);
    if (note.depth) out += " depth " + std::to_string(*note.depth);
    if (note.nodes) out += " nodes " + std::to_string(*note.nodes);
    if (!out.empty()) out = "{" + out + " } ";
    if (note.comment.empty()) return out;
    std::string remark = note.comment;
    // A brace would end the comment.
    std::replace(remark.begin(), remark.end(), '}', ')');
    std::replace_if(remark.begin(), remark.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return out + "{ " + remark + " } ";
}

/// A line of moves with its variations; `ply` counts from the first player's first move, which says where numbers go.
void append_line(std::string& out, const GameSpec& spec, const Variation& line, std::size_t ply) {
    bool fresh = true;
    for (std::size_t i = 0; i < line.moves.size(); ++i, ++ply) {
        if (ply % 2 == 0 || fresh) out += std::to_string(ply / 2 + 1) + (ply % 2 == 0 ? ". " : "... ");
        fresh = false;
        out += print_move(spec, line.moves[i]) + " ";
        if (!line.notes.empty()) out += comment_of(line.notes[i], ply % 2 == 1);
        for (const Variation& one : line.variations) {
            if (one.ply != i) continue;
            out += "(";
            append_line(out, spec, one, ply);
            out.back() = ')';
            out += " ";
            fresh = true;
        }
    }
}

/// A whole number with an optional minus sign.
template <class T>
std::optional<T> parse_signed(std::string_view text) {
    const bool minus = text.starts_with('-');
    if (minus) text.remove_prefix(1);
    if (text.empty() || text.size() > 18 || (minus && !std::is_signed_v<T>)) return std::nullopt;
    std::int64_t value = 0;
    for (const char c : text) {
        if (!is_digit(c)) return std::nullopt;
        value = value * 10 + (c - '0');
    }
    if (minus) value = -value;
    if constexpr (sizeof(T) < sizeof value) {
        if (value > std::numeric_limits<T>::max() || value < std::numeric_limits<T>::min()) return std::nullopt;
    }
    return static_cast<T>(value);
}

/// "-0.25", or a value of version 1 without a fraction.
std::optional<int> read_value(std::string_view text, const GameSpec& spec, std::string_view player) {
    const std::size_t dot = text.find('.');
    const auto whole = parse_signed<std::int64_t>(text.substr(0, dot));
    if (!whole) return std::nullopt;
    if (dot == std::string_view::npos) return value_of_version_1(*whole, spec, player);
    const std::string_view fraction = text.substr(dot + 1);
    const auto hundredths = parse_number(fraction, 99);
    if (!hundredths || fraction.size() != 2 || std::abs(*whole) > 10'000'000) return std::nullopt;
    const int size = 100 * static_cast<int>(std::abs(*whole)) + static_cast<int>(*hundredths);
    return text.starts_with('-') ? -size : size;
}

/// What our comments say; anything else is somebody's remark.
void read_comment(std::string_view text, const GameSpec& spec, std::string_view player, bool second_moved, MoveNote& note) {
    std::string flat(text);
    std::replace_if(flat.begin(), flat.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    const auto words = split_words(flat);
    if (words.empty()) return;
    constexpr std::string_view kOurs[] = {"[%eval", "movetime", "value", "exact", "depth", "nodes"};
    if (std::find(std::begin(kOurs), std::end(kOurs), words.front().text) == std::end(kOurs)) {
        for (const auto& word : words) note.comment += (note.comment.empty() ? "" : " ") + std::string(word.text);
        return;
    }
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const std::string_view next = words[i + 1].text;
        if (words[i].text == "value" || words[i].text == "exact") {
            note.value = read_value(next, spec, player);
            note.exact = note.value && words[i].text == "exact";
        }
        if (words[i].text == "[%eval" && next.ends_with(']') && next.find('.') != std::string_view::npos && !note.value) {
            note.value = read_value(next.substr(0, next.size() - 1), spec, player);
            if (note.value && second_moved) note.value = -*note.value;
        }
        if (words[i].text == "depth") note.depth = parse_signed<int>(next);
        if (words[i].text == "nodes") note.nodes = parse_signed<std::uint64_t>(next);
        if (words[i].text == "movetime") {
            const auto ms = parse_signed<std::int64_t>(next);
            if (ms && *ms >= 0) note.ms = static_cast<double>(*ms);
        }
    }
}

struct Tag {
    std::string value;
    int line;
};
using Tags = std::map<std::string, Tag, std::less<>>;

/// Builds one game from its tags and words.
class GameBuilder {
public:
    explicit GameBuilder(const Tags& tags) : tags_(tags) {}

    /// The game that the tags describe.
    Result<bool> begin() {
        const auto spec = read_spec();
        if (!spec) return spec.error();
        game_.emplace(*spec);
        const Tag* fen = find("FEN");
        const auto start = fen != nullptr ? parse_fen(*game_, fen->value) : Result<WidePosition>(game_->start());
        if (!start) return at(*fen, "FEN: " + start.error().message());
        record_ = GameRecord{*spec, *start, {}};
        lines_.push_back({{}, *start, *start, 0});
        for (const auto& [name, index] : {std::pair{"Black", 0U}, std::pair{"White", 1U}}) {
            if (const Tag* player = find(name)) record_.players[index] = player->value;
        }
        if (const Tag* date = find("Date")) record_.date = date->value;
        if (const Tag* event = find("Event");
            event != nullptr && !event->value.empty() && event->value != "?" && event->value != kUsualEvent) {
            record_.about.emplace_back(kEventKey, event->value);
        }
        for (const auto& [name, value] : tags_) {
            if (name.starts_with(kAbout)) record_.about.emplace_back(name.substr(kAbout.size()), value.value);
        }
        return true;
    }

    Result<bool> word(std::string_view text, int line) {
        // Move numbers may stand alone ("1.", "1...") or before the move ("1.g2").
        std::size_t digits = 0;
        while (digits < text.size() && is_digit(text[digits])) ++digits;
        if (digits > 0 && digits < text.size() && text[digits] == '.') text.remove_prefix(digits);
        while (text.starts_with('.')) text.remove_prefix(1);
        if (text.empty() || text.starts_with('$')) return true;
        OpenLine& open = lines_.back();
        const auto move = parse_move(*game_, open.position, text);
        if (!move) {
            const std::string where = lines_.size() > 1 ? "a variation, move " : "move ";
            return Error{where + std::to_string(open.line.moves.size() + 1) + ", " + quoted(text) + ": " + move.error().what, line, 1};
        }
        open.line.moves.push_back(*move);
        open.line.notes.emplace_back();
        open.before = open.position;
        open.position = game_->after(open.position, *move);
        return true;
    }

    void comment(std::string_view text) {
        OpenLine& open = lines_.back();
        if (open.line.notes.empty()) return;
        const bool second_moved = open.before.second_to_move;
        read_comment(text, record_.spec, record_.players[second_moved ? 1 : 0], second_moved, open.line.notes.back());
    }

    /// A variation begins: another move instead of the last one.
    Result<bool> open(int line) {
        const OpenLine& above = lines_.back();
        if (above.line.moves.empty()) return Error{"a variation before the first move", line, 1};
        if (lines_.size() > kMostNesting) return Error{"variations are nested too deep", line, 1};
        OpenLine inner{{}, above.before, above.before, line};
        inner.line.ply = above.line.moves.size() - 1;
        lines_.push_back(std::move(inner));
        return true;
    }

    Result<bool> close(int line) {
        if (lines_.size() < 2) return Error{"unexpected ')'", line, 1};
        Variation done = std::move(lines_.back().line);
        lines_.pop_back();
        drop_if_silent(done.notes);
        if (!done.moves.empty()) lines_.back().line.variations.push_back(std::move(done));
        return true;
    }

    /// The line of the text where a variation begins that has not ended; 0 where there is none.
    [[nodiscard]] int unfinished_variation() const { return lines_.size() > 1 ? lines_.back().begun : 0; }

    Result<GameRecord> end(std::string_view result, int line) {
        if (lines_.size() > 1) return Error{"this variation has no end", lines_.back().begun, 1};
        Variation& game = lines_.front().line;
        drop_if_silent(game.notes);
        record_.moves = std::move(game.moves);
        record_.notes = std::move(game.notes);
        record_.variations = std::move(game.variations);
        const Verdict verdict = game_->verdict(lines_.front().position);
        if (verdict.over() && result != result_text(verdict.outcome)) {
            return Error{"the game ends " + std::string(result_text(verdict.outcome)) + ", not " + std::string(result), line, 1};
        }
        if (!verdict.over() && result != "*") {
            const Outcome outcome = result == "1-0" ? Outcome::kFirstWins : result == "0-1" ? Outcome::kSecondWins : Outcome::kDraw;
            const Tag* detail = find("Detail");
            record_.decided = Decided{outcome, ending(), detail == nullptr ? "" : detail->value};
        }
        const auto checked = check_tags(result);
        if (!checked) return checked.error();
        return std::move(record_);
    }

private:
    /// The game, or a variation that is being read.
    struct OpenLine {
        Variation line;
        WidePosition before;  ///< the last move
        WidePosition position;
        int begun;  ///< the line of the text
    };

    [[nodiscard]] const Tag* find(std::string_view name) const {
        const auto found = tags_.find(name);
        return found == tags_.end() ? nullptr : &found->second;
    }
    static Error at(const Tag& tag, const std::string& what) { return Error{what, tag.line, 1}; }

    [[nodiscard]] Result<GameSpec> read_spec() const {
        Variant variant = Variant::kAtaxx;
        if (const Tag* name = find("Variant")) {
            const auto parsed = parse_variant(name->value);
            if (!parsed) return at(*name, parsed.error().message());
            variant = *parsed;
        }
        if (info(variant).family == Family::kRaid) return read_raid_spec(variant);
        BoardSize size{info(variant).default_side, info(variant).default_side};
        if (const Tag* fen = find("FEN"); fen != nullptr && fen->value != "startpos") {
            const auto found = fen_size(fen->value);
            if (!found) return at(*fen, "FEN: " + found.error().message());
            size = *found;
            const auto fits = check_size(variant, size);
            if (!fits) return at(*fen, fits.error().message());
        }
        return default_spec(variant, size.rows, size.cols);
    }

    [[nodiscard]] Result<GameSpec> read_raid_spec(Variant variant) const {
        const Tag* values = find("Values");
        if (values == nullptr)
            return Error{"a game of " + std::string(info(variant).title) + " needs the tag Values", tags_.begin()->second.line, 1};
        std::string text = values->value;
        std::replace(text.begin(), text.end(), '/', '\n');
        const auto board = parse_board(text);
        if (!board) return at(*values, "Values: row " + std::to_string(board.error().line) + ": " + board.error().what);
        const auto fits = check_size(variant, {board->rows, board->cols});
        if (!fits) return at(*values, fits.error().message());
        GameSpec spec = default_spec(variant, board->rows, board->cols);
        spec.values = board->values;
        if (const Tag* raid = find("Raid")) {
            auto with = with_rule(std::move(spec), "raid=" + raid->value);
            if (!with) return at(*raid, with.error().message());
            return with;
        }
        return spec;
    }

    [[nodiscard]] Ending ending() const {
        const Tag* given = find("Adjudicated");
        const std::string text = given == nullptr ? "" : lower(given->value);
        if (text == "out of time") return Ending::kTime;
        return parse_decided(text).value_or(Ending::kAdjudication);
    }

    /// The tags that say what the moves say too.
    [[nodiscard]] Result<bool> check_tags(std::string_view result) const {
        if (const Tag* said = find("Result"); said != nullptr && said->value != result) {
            return at(*said, "the tag Result says " + quoted(said->value) + ", the moves end with " + std::string(result));
        }
        if (const Tag* count = find("PlyCount"); count != nullptr && count->value != std::to_string(record_.moves.size())) {
            return at(*count,
                      "the tag PlyCount says " + quoted(count->value) + ", there are " + std::to_string(record_.moves.size()) + " moves");
        }
        if (const Tag* fen = find("FinalFEN")) {
            const auto last = parse_fen(*game_, fen->value);
            if (!last) return at(*fen, "FinalFEN: " + last.error().message());
            const WidePosition& reached = lines_.front().position;
            // Tools differ in the clocks they keep; the pieces decide.
            if (last->first() != reached.first() || last->second() != reached.second() || last->empty != reached.empty) {
                return at(*fen, "the moves do not lead to FinalFEN but to " + print_fen(*game_, reached));
            }
        }
        return true;
    }

    const Tags& tags_;
    std::optional<Game> game_;
    GameRecord record_{};
    std::vector<OpenLine> lines_;  ///< the game first, then variations inside one another
};

/// Adds the games of a text to `records`, up to an error.
Result<bool> read_games(std::string_view text, std::vector<GameRecord>& records) {
    Scanner scanner(text);
    Tags tags;
    std::optional<GameBuilder> builder;
    while (true) {
        const auto token = scanner.next();
        if (!token) return token.error();
        if (token->kind == Token::Kind::kEnd) {
            if (builder && builder->unfinished_variation() > 0)
                return Error{"this variation has no end", builder->unfinished_variation(), 1};
            if (!tags.empty())
                return Error{"the file ends before the result of game " + std::to_string(records.size() + 1), token->line, 1};
            return true;
        }
        if (token->kind == Token::Kind::kTag) {
            if (builder) return Error{"a tag among the moves", token->line, 1};
            tags[token->name] = Tag{token->value, token->line};
            continue;
        }
        if (token->kind == Token::Kind::kComment) {
            if (builder) builder->comment(token->text);
            continue;
        }
        if (token->kind == Token::Kind::kOpen || token->kind == Token::Kind::kClose) {
            if (!builder) return Error{"a variation before the first move", token->line, 1};
            const auto changed = token->kind == Token::Kind::kOpen ? builder->open(token->line) : builder->close(token->line);
            if (!changed) return changed.error();
            continue;
        }
        if (tags.empty()) return Error{"expected a tag such as [Event \"...\"], found " + quoted(token->text), token->line, 1};
        if (!builder) {
            builder.emplace(tags);
            const auto begun = builder->begin();
            if (!begun) return begun.error();
        }
        if (!is_result(token->text)) {
            const auto read = builder->word(token->text, token->line);
            if (!read) return read.error();
            continue;
        }
        auto record = builder->end(token->text, token->line);
        if (!record) return record.error();
        records.push_back(std::move(record).value());
        builder.reset();
        tags.clear();
    }
}

}  // namespace

std::string print_pgn(const GameRecord& record) {
    const Game game(record.spec);
    const WidePosition last = final_position(game, record);
    const Verdict verdict = verdict_of(game, record);
    const std::string_view result = result_text(verdict.outcome);
    const Scores scores = game.scores(last);
    const int material = scores.first - scores.second;
    const auto event = std::find_if(record.about.begin(), record.about.end(), [](const auto& one) { return one.first == kEventKey; });
    std::string out = tag("Event", event == record.about.end() ? kUsualEvent : event->second) + tag("Site", "Foray") +
                      tag("Date", record.date.empty() ? "????.??.??" : record.date) + tag("Round", "1");
    out += tag("Black", record.players[0]) + tag("White", record.players[1]) + tag("Result", result);
    out += tag("FEN", print_fen(game, record.start)) + tag("FinalFEN", print_fen(game, last));
    if (record.spec.variant != Variant::kAtaxx) out += tag("Variant", game.variant().key);
    if (record.spec.family() == Family::kRaid)
        out += tag("Raid", print_rule(record.spec.raid).substr(5)) + tag("Values", values_tag(record.spec));
    for (const auto& [key, value] : record.about) {
        if (is_tag_name(key) && key != kEventKey) out += tag(std::string(kAbout) + key, value);
    }
    if (record.decided) out += tag("Adjudicated", std::string(print_ending(record.decided->ending)));
    if (record.decided && !record.decided->detail.empty()) out += tag("Detail", record.decided->detail);
    out += tag("PlyCount", std::to_string(record.moves.size())) + tag("Material", (material >= 0 ? "+" : "") + std::to_string(material)) +
           "\n";
    // White, the second player, may begin: then the numbers start with "1...".
    append_line(out, record.spec, Variation{0, record.moves, record.notes, record.variations}, record.start.second_to_move ? 1 : 0);
    return out + std::string(result) + "\n\n";
}

Result<std::vector<GameRecord>> parse_pgn(std::string_view text) {
    std::vector<GameRecord> records;
    const auto read = read_games(without_bom(text), records);
    if (read) return records;
    Error error = read.error();
    if (!records.empty()) error.what = "game " + std::to_string(records.size() + 1) + ": " + error.what;
    return error;
}

}  // namespace foray
