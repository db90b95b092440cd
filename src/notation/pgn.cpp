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

std::string comment_of(const MoveNote& note) {
    std::string out;
    if (note.ms) out += " movetime " + std::to_string(std::llround(*note.ms));
    if (note.value) out += (note.exact ? " exact " : " value ") + print_hundredths(*note.value);
    if (note.depth) out += " depth " + std::to_string(*note.depth);
    if (note.nodes) out += " nodes " + std::to_string(*note.nodes);
    return out.empty() ? "" : "{" + out + " } ";
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
void read_comment(std::string_view text, const GameSpec& spec, std::string_view player, MoveNote& note) {
    std::string flat(text);
    std::replace_if(
        flat.begin(), flat.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    const auto words = split_words(flat);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
        const std::string_view next = words[i + 1].text;
        if (words[i].text == "value" || words[i].text == "exact") {
            note.value = read_value(next, spec, player);
            note.exact = note.value && words[i].text == "exact";
        }
        if (words[i].text == "depth") note.depth = parse_signed<int>(next);
        if (words[i].text == "nodes") note.nodes = parse_signed<std::uint64_t>(next);
        if (words[i].text == "movetime") {
            const auto ms = parse_signed<std::int64_t>(next);
            if (ms && *ms >= 0) note.ms = static_cast<double>(*ms);
        }
    }
}

struct Token {
    enum class Kind { kTag, kWord, kComment, kEnd } kind;
    std::string_view text;  ///< a word, or the inside of a comment
    std::string name;       ///< of a tag
    std::string value;
    int line;
};

/// Cuts a PGN file into tags, words and comments; variations are passed over.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    Result<Token> next() {
        while (true) {
            skip_blanks();
            const int line = line_;
            if (at_ == text_.size()) return Token{Token::Kind::kEnd, {}, {}, {}, line};
            const char c = text_[at_];
            if (c == '[') return read_tag();
            if (c == '{') {
                const std::size_t end = text_.find('}', at_);
                if (end == std::string_view::npos) return Error{"this comment has no end", line, 1};
                const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
                advance(end + 1 - at_);
                return Token{Token::Kind::kComment, inside, {}, {}, line};
            }
            if (c == '(') {
                const auto skipped = skip_variation();
                if (!skipped) return skipped.error();
                continue;
            }
            if (c == ';') {
                advance(std::min(text_.find('\n', at_), text_.size()) - at_);
                continue;
            }
            std::size_t end = at_;
            while (end < text_.size() && !is_space(text_[end]) && std::string_view("[]{}();").find(text_[end]) == std::string_view::npos)
                ++end;
            if (end == at_) return Error{"unexpected " + quoted(text_.substr(at_, 1)), line, 1};
            const std::string_view word = text_.substr(at_, end - at_);
            advance(end - at_);
            return Token{Token::Kind::kWord, word, {}, {}, line};
        }
    }

private:
    static bool is_space(char c) { return is_blank(c) || c == '\n' || c == '\r'; }

    void advance(std::size_t count) {
        line_ += static_cast<int>(
            std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_), text_.begin() + static_cast<std::ptrdiff_t>(at_ + count), '\n'));
        at_ += count;
    }

    void skip_blanks() {
        std::size_t end = at_;
        while (end < text_.size() && is_space(text_[end])) ++end;
        advance(end - at_);
    }

    Result<bool> skip_variation() {
        const int line = line_;
        int depth = 0;
        std::size_t end = at_;
        for (; end < text_.size(); ++end) {
            if (text_[end] == '{') end = std::min(text_.find('}', end), text_.size() - 1);
            if (text_[end] == '(') ++depth;
            if (text_[end] == ')' && --depth == 0) break;
        }
        if (end >= text_.size()) return Error{"this variation has no end", line, 1};
        advance(end + 1 - at_);
        return true;
    }

    Result<Token> read_tag() {
        const int line = line_;
        Token token{Token::Kind::kTag, {}, {}, {}, line};
        std::size_t i = at_ + 1;
        while (i < text_.size() && (is_letter(text_[i]) || is_digit(text_[i]) || text_[i] == '_')) token.name += text_[i++];
        while (i < text_.size() && is_blank(text_[i])) ++i;
        const Error broken{"this tag is not of the form [Name \"value\"]", line, 1};
        if (token.name.empty() || i >= text_.size() || text_[i] != '"') return broken;
        for (++i; i < text_.size() && text_[i] != '"'; ++i) {
            if (text_[i] == '\n') return broken;
            if (text_[i] == '\\' && i + 1 < text_.size()) ++i;
            token.value += text_[i];
        }
        if (i + 1 >= text_.size() || text_[i + 1] != ']') return broken;
        advance(i + 2 - at_);
        return token;
    }

    std::string_view text_;
    std::size_t at_ = 0;
    int line_ = 1;
};

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
        position_ = *start;
        for (const auto& [name, index] : {std::pair{"Black", 0U}, std::pair{"White", 1U}}) {
            if (const Tag* player = find(name)) record_.players[index] = player->value;
        }
        if (const Tag* date = find("Date")) record_.date = date->value;
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
        const auto move = parse_move(*game_, position_, text);
        if (!move)
            return Error{"move " + std::to_string(record_.moves.size() + 1) + ", " + quoted(text) + ": " + move.error().what, line, 1};
        record_.moves.push_back(*move);
        record_.notes.emplace_back();
        position_ = game_->after(position_, *move);
        return true;
    }

    void comment(std::string_view text) {
        if (record_.notes.empty()) return;
        const std::string& player = record_.players[position_.second_to_move ? 0 : 1];  // of the move before this position
        read_comment(text, record_.spec, player, record_.notes.back());
    }

    Result<GameRecord> end(std::string_view result, int line) {
        if (std::all_of(record_.notes.begin(), record_.notes.end(), [](const MoveNote& note) { return note.empty(); }))
            record_.notes.clear();
        const Verdict verdict = game_->verdict(position_);
        if (verdict.over() && result != result_text(verdict.outcome)) {
            return Error{"the game ends " + std::string(result_text(verdict.outcome)) + ", not " + std::string(result), line, 1};
        }
        if (!verdict.over() && result != "*") {
            const Outcome outcome = result == "1-0" ? Outcome::kFirstWins : result == "0-1" ? Outcome::kSecondWins : Outcome::kDraw;
            const Tag* detail = find("Detail");
            record_.decided = Decided{outcome, reason(), detail == nullptr ? "" : detail->value};
        }
        const auto checked = check_tags(result);
        if (!checked) return checked.error();
        return std::move(record_);
    }

private:
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

    [[nodiscard]] std::string reason() const {
        const Tag* given = find("Adjudicated");
        const std::string text = given == nullptr ? "" : lower(given->value);
        for (const std::string_view known : decided_reasons()) {
            if (text == known) return std::string(known);
        }
        if (text == "out of time") return "time";
        return "adjudication";
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
            // Tools differ in the clocks they keep; the pieces decide.
            if (last->first() != position_.first() || last->second() != position_.second() || last->empty != position_.empty) {
                return at(*fen, "the moves do not lead to FinalFEN but to " + print_fen(*game_, position_));
            }
        }
        return true;
    }

    const Tags& tags_;
    std::optional<Game> game_;
    GameRecord record_{};
    WidePosition position_{};
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
    const Ending ending = ending_of(game, record);
    const std::string_view result = result_text(ending.outcome);
    const Scores scores = game.scores(last);
    const int material = scores.first - scores.second;
    std::string out = tag("Event", "Foray game") + tag("Site", "Foray") + tag("Date", record.date.empty() ? "????.??.??" : record.date) +
                      tag("Round", "1");
    out += tag("Black", record.players[0]) + tag("White", record.players[1]) + tag("Result", result);
    out += tag("FEN", print_fen(game, record.start)) + tag("FinalFEN", print_fen(game, last));
    if (record.spec.variant != Variant::kAtaxx) out += tag("Variant", game.variant().key);
    if (record.spec.family() == Family::kRaid)
        out += tag("Raid", print_rule(record.spec.raid).substr(5)) + tag("Values", values_tag(record.spec));
    for (const auto& [key, value] : record.about) {
        if (is_tag_name(key)) out += tag(std::string(kAbout) + key, value);
    }
    if (record.decided) out += tag("Adjudicated", record.decided->reason);
    if (record.decided && !record.decided->detail.empty()) out += tag("Detail", record.decided->detail);
    out += tag("PlyCount", std::to_string(record.moves.size())) + tag("Material", (material >= 0 ? "+" : "") + std::to_string(material)) +
           "\n";
    // White, the second player, may begin: then the numbers start with "1...".
    std::size_t ply = record.start.second_to_move ? 1 : 0;
    if (ply == 1 && !record.moves.empty()) out += "1... ";
    for (std::size_t i = 0; i < record.moves.size(); ++i, ++ply) {
        if (ply % 2 == 0) out += std::to_string(ply / 2 + 1) + ". ";
        out += print_move(record.spec, record.moves[i]) + " ";
        if (!record.notes.empty()) out += comment_of(record.notes[i]);
    }
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
