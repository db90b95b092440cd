#include "foray/notation/pgn.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "foray/notation/board_text.h"
#include "foray/notation/fairy_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "pgn_parts.h"
#include "pgn_scanner.h"

namespace foray {
namespace {

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

/// "+0.25/4 0.067s, n=99, pv=\"g2 a2\"": value for the side that moved, depth and time, as cutechess and fastchess write them. False if the
/// comment is of another kind.
bool read_short_comment(const std::string& text, MoveNote& note, std::string& line) {
    std::string_view rest = text;
    const auto skip = [&](std::string_view marks) {
        while (!rest.empty() && marks.find(rest.front()) != std::string_view::npos) rest.remove_prefix(1);
    };
    const auto word = [&] {
        const std::size_t end = std::min(rest.find_first_of(" ,"), rest.size());
        const std::string_view out = rest.substr(0, end);
        rest.remove_prefix(end);
        return out;
    };
    const auto seconds = [&](std::string_view one) -> std::optional<double> {
        if (!one.ends_with('s')) return std::nullopt;
        const auto number = parse_decimal(one.substr(0, one.size() - 1));
        return number && *number < 1e7 ? std::optional(*number * 1000) : std::nullopt;
    };
    MoveNote found;
    skip(" ");
    std::string_view first = word();
    if (const std::size_t slash = first.find('/'); slash != std::string_view::npos && slash > 0) {
        std::string_view score = first.substr(0, slash);
        const bool minus = score.front() == '-';
        if (minus || score.front() == '+') score.remove_prefix(1);
        const bool mate = score.starts_with('M') || score.starts_with('#');
        const auto value = parse_decimal(score);
        const auto depth = parse_number(first.substr(slash + 1), 10'000);
        if ((!mate && (!value || score.find('.') == std::string_view::npos)) || !depth || (value && *value > 1e7)) return false;
        if (value) found.value = static_cast<int>(std::llround(100 * *value)) * (minus ? -1 : 1);
        found.depth = static_cast<int>(*depth);
        skip(" ");
        first = word();
    } else if (!seconds(first) || (!rest.empty() && rest.front() != ',')) {
        return false;
    }
    found.ms = seconds(first);
    while (!rest.empty()) {
        skip(" ,");
        if (rest.starts_with("pv=\"")) {
            const std::size_t end = std::min(rest.find('"', 4), rest.size());
            line = rest.substr(4, end - 4);
            rest.remove_prefix(std::min(end + 1, rest.size()));
            continue;
        }
        const std::string_view one = word();
        if (one == "exact") found.exact = found.value.has_value();
        if (one.starts_with("n=")) found.nodes = parse_signed<std::uint64_t>(one.substr(2));
    }
    found.comment = std::move(note.comment);
    note = std::move(found);
    return true;
}

/// What comments of programs say; anything else is somebody's remark. `line` is the play that the comment expects, as text.
void read_comment(std::string_view text, const GameSpec& spec, std::string_view player, bool second_moved, MoveNote& note,
                  std::string& line) {
    std::string flat(text);
    std::replace_if(flat.begin(), flat.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
    const auto words = split_words(flat);
    if (words.empty() || read_short_comment(flat, note, line)) return;
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

/// FENs of programs for which White moves first are read as well.
std::string plain_fen(const std::string& fen) { return is_fairy_fen(fen) ? from_fairy_fen(fen) : fen; }

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
        const auto first = read_first_player();
        if (!first) return first.error();
        white_first_ = *first;
        const auto start = fen != nullptr ? parse_fen(*game_, plain_fen(fen->value)) : Result<WidePosition>(game_->start());
        if (!start) return at(*fen, "FEN: " + start.error().message());
        record_ = GameRecord{*spec, *start, {}};
        lines_.push_back({{}, *start, *start, 0});
        record_.players = white_first_ ? std::array{name_of("White"), name_of("Black")} : std::array{name_of("Black"), name_of("White")};
        if (const Tag* date = find("Date")) record_.date = read_date(date->value);
        if (const Tag* event = find("Event");
            event != nullptr && !event->value.empty() && event->value != "?" && event->value != kUsualEvent) {
            record_.about.emplace_back(kEventKey, event->value);
        }
        for (const auto& [name, value] : tags_) {
            if (name.starts_with(kAboutTag)) record_.about.emplace_back(name.substr(kAboutTag.size()), value.value);
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
        text = from_fairy_move(text);
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
        std::string expected;
        MoveNote& note = open.line.notes.back();
        read_comment(text, record_.spec, record_.players[second_moved ? 1 : 0], second_moved, note, expected);
        note.line = legal_part(*game_, open.before, expected, open.line.moves.back());
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
        const auto said = read_outcome(result, verdict, line);
        if (!said) return said.error();
        const Outcome outcome = *said;
        if (!verdict.over() && outcome != Outcome::kOngoing) {
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
    /// Of White or Black; cuteataxx writes the tags as its settings spell them, usually in lower case.
    [[nodiscard]] std::string name_of(const std::string& colour) const {
        const Tag* tag = find(colour);
        if (tag == nullptr) tag = find(lower(colour));
        return tag == nullptr ? "" : tag->value;
    }
    static std::string read_date(std::string date) {
        if (date.size() == 10 && date.find('?') == std::string::npos) std::replace(date.begin(), date.end(), '.', '-');
        return date;
    }

    /// Whether White has the first move. Black has it in Ataxx and in every game of ours, unless a tag says otherwise or the FEN is one of
    /// those programs whose pieces are P and p: there it is White.
    [[nodiscard]] Result<bool> read_first_player() const {
        if (const Tag* first = find("FirstPlayer")) {
            const std::string colour = lower(first->value);
            if (colour != "white" && colour != "black") return at(*first, "FirstPlayer is White or Black, not " + quoted(first->value));
            return colour == "white";
        }
        const Tag* fen = find("FEN");
        return fen != nullptr && is_fairy_fen(fen->value);
    }

    /// Who won. By default 1-0 goes to White; where Black moves first, older files of ours and cuteataxx mean the first player by it. A
    /// FirstPlayer tag says that White is meant; otherwise Winner, or else the board, tells the two apart.
    [[nodiscard]] Result<Outcome> read_outcome(std::string_view result, const Verdict& verdict, int line) const {
        const Error wrong{"the game ends " + std::string(result_text(verdict.outcome, white_first_ || find("FirstPlayer") == nullptr)) +
                              ", not " + std::string(result),
                          line, 1};
        if (result == "*" || result == "1/2-1/2") {
            const Outcome outcome = result == "*" ? Outcome::kOngoing : Outcome::kDraw;
            return verdict.over() && verdict.outcome != outcome ? Result<Outcome>(wrong) : Result<Outcome>(outcome);
        }
        const Outcome of_first = result == "1-0" ? Outcome::kFirstWins : Outcome::kSecondWins;
        const Outcome of_white = (result == "1-0") == white_first_ ? Outcome::kFirstWins : Outcome::kSecondWins;
        Outcome outcome = of_first;
        const Tag* winner = find("Winner");
        const bool named = winner != nullptr && record_.players[0] != record_.players[1] &&
                           (winner->value == record_.players[0] || winner->value == record_.players[1]);
        if (find("FirstPlayer") != nullptr) {
            outcome = of_white;
        } else if (verdict.over() && (verdict.outcome == of_first || verdict.outcome == of_white)) {
            outcome = verdict.outcome;
        } else if (named) {
            outcome = winner->value == record_.players[0] ? Outcome::kFirstWins : Outcome::kSecondWins;
            if (outcome != of_first && outcome != of_white) return at(*winner, "Winner is not who won by " + std::string(result));
        }
        if (verdict.over() && verdict.outcome != outcome) return wrong;
        if (named && outcome != (winner->value == record_.players[0] ? Outcome::kFirstWins : Outcome::kSecondWins))
            return at(*winner, "Winner is not who won on the board");
        return outcome;
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
            const auto found = fen_size(plain_fen(fen->value));
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
            const auto last = parse_fen(*game_, plain_fen(fen->value));
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
    bool white_first_ = false;
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

Result<std::vector<GameRecord>> parse_pgn(std::string_view text) {
    std::vector<GameRecord> records;
    const auto read = read_games(without_bom(text), records);
    if (read) return records;
    Error error = read.error();
    if (!records.empty()) error.what = "game " + std::to_string(records.size() + 1) + ": " + error.what;
    return error;
}

}  // namespace foray
