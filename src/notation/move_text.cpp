#include "foray/notation/move_text.h"

#include <cstdint>
#include <utility>

#include "foray/notation/coordinates.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"

namespace foray {
namespace {

/// Reads moves of one position and says why one is wrong.
class MoveReader {
public:
    MoveReader(const Game& game, const WidePosition& position) : game_(game), position_(position) {}

    Result<Move> read(std::string_view text) const {
        if (game_.verdict(position_).over()) return Error{"the game is over: no move can follow"};
        return game_.spec().family() == Family::kRaid ? read_raid(text) : read_ataxx(text);
    }

private:
    [[nodiscard]] std::string name(bool second) const { return std::string(game_.variant().players[second ? 1 : 0]); }
    [[nodiscard]] std::string mover() const { return name(position_.second_to_move); }
    [[nodiscard]] std::string label(int square) const { return upper(print_square(game_.spec(), square)); }

    [[nodiscard]] Error outside(std::string_view square) const {
        return Error{upper(square) + " is not on this " + print_size(game_.spec().rows, game_.spec().cols) + " board"};
    }

    /// The error for a destination that is not empty.
    [[nodiscard]] Error taken(int square) const {
        if (position_.first().has(square)) return Error{label(square) + " is taken by " + name(false)};
        if (position_.second().has(square)) return Error{label(square) + " is taken by " + name(true)};
        return Error{label(square) + " is blocked"};
    }

    [[nodiscard]] Result<Move> read_raid(std::string_view text) const {
        std::string_view rest = text;
        const auto to = take_square(game_.spec(), rest);
        if (!to || (!rest.empty() && rest != "*")) {
            return Error{quoted(text) + " is not a move: expected a square such as C3" +
                         (game_.spec().raid == RaidRule::kOptional ? ", or C3* for a raid" : "")};
        }
        if (to->square < 0) return outside(to->text);
        if (!position_.empty.has(to->square)) return taken(to->square);
        const Move raid = Move::raid(to->square);
        const Move drop = Move::place(to->square);
        if (!rest.empty()) {
            if (game_.is_legal(position_, raid)) return raid;
            return Error{label(to->square) + " cannot be raided: no piece of " + mover() + " is next to it"};
        }
        return game_.is_legal(position_, drop) ? drop : raid;
    }

    [[nodiscard]] Result<Move> read_ataxx(std::string_view text) const {
        if (text == "0000" || lower(text) == "pass") {
            if (game_.is_legal(position_, Move::pass())) return Move::pass();
            return Error{mover() + " can move and so may not pass"};
        }
        std::string_view rest = text;
        const auto one = take_square(game_.spec(), rest);
        const bool has_source = one && !rest.empty();
        const auto two = has_source ? take_square(game_.spec(), rest) : one;
        if (!one || !two || !rest.empty()) {
            return Error{quoted(text) + " is not a move: expected a clone such as g2, a jump such as a1c3, or 0000"};
        }
        if (one->square < 0) return outside(one->text);
        if (two->square < 0) return outside(two->text);
        const int to = two->square;
        if (has_source && !position_.own.has(one->square)) return Error{label(one->square) + " holds no piece of " + mover()};
        if (!position_.empty.has(to)) return taken(to);
        if (!has_source) {
            if (game_.is_legal(position_, Move::place(to))) return Move::place(to);
            return Error{label(to) + " is no clone: no piece of " + mover() + " is next to it"};
        }
        // A clone may be written with the piece it comes from.
        WideBits source = WideBits::single(one->square);
        if (game_.geometry().king_closure(source).has(to)) return Move::place(to);
        if (game_.is_legal(position_, Move::jump(one->square, to))) return Move::jump(one->square, to);
        return Error{std::string(game_.variant().title) + " has no jump from " + label(one->square) + " to " + label(to)};
    }

    const Game& game_;
    const WidePosition& position_;
};

/// Which of a game's two kinds of moves somebody asks for.
enum class SpokenKind : std::uint8_t { kPlace, kOther };

struct Spoken {
    std::string squares;  ///< without blanks
    std::optional<SpokenKind> kind;
};

/// Takes a phrase from the front or the end of a text; whole words only.
bool take_phrase(std::string& text, const std::string& phrase) {
    if (text == phrase) {
        text.clear();
    } else if (text.starts_with(phrase + " ")) {
        text.erase(0, phrase.size() + 1);
    } else if (text.ends_with(" " + phrase)) {
        text.resize(text.size() - phrase.size() - 1);
    } else {
        return false;
    }
    return true;
}

/// The squares of what a person says, and the kind of move if it is named: by the game's own words, by the last of them, or by the
/// family's. The longest are tried first, as the M1 of a blitz would be a square too.
Spoken without_kind(const GameSpec& spec, std::string_view text) {
    std::string rest;
    for (const Word& word : split_words(text)) rest += (rest.empty() ? "" : " ") + lower(word.text);
    const MoveWords& words = info(spec.variant).words;
    const bool raids = spec.family() == Family::kRaid;
    const auto last_word = [](std::string_view name) { return std::string(name.substr(name.find_last_of(' ') + 1)); };
    const std::pair<std::string, SpokenKind> phrases[] = {
        {lower(words.place), SpokenKind::kPlace},
        {lower(words.other), SpokenKind::kOther},
        {lower(last_word(words.place)), SpokenKind::kPlace},
        {lower(last_word(words.other)), SpokenKind::kOther},
        {raids ? "drop" : "clone", SpokenKind::kPlace},
        {raids ? "raid" : "jump", SpokenKind::kOther},
    };
    Spoken spoken;
    for (const auto& [phrase, kind] : phrases) {
        if (!take_phrase(rest, phrase)) continue;
        spoken.kind = kind;
        break;
    }
    for (const char c : rest) {
        if (!is_blank(c)) spoken.squares += c;
    }
    return spoken;
}

}  // namespace

std::string print_move(const GameSpec& spec, Move move) {
    if (move.is_pass()) return "0000";
    std::string out = move.is_jump() ? print_square(spec, move.from) : "";
    out += print_square(spec, move.to);
    if (move.is_raid() && spec.raid == RaidRule::kOptional) out += '*';
    return out;
}

Result<Move> parse_move(const Game& game, const WidePosition& position, std::string_view text) {
    return MoveReader(game, position).read(text);
}

std::string_view kind_of(const GameSpec& spec, Move move) {
    if (move.is_pass()) return "pass";
    if (move.is_raid()) return "raid";
    if (move.is_jump()) return "jump";
    return spec.family() == Family::kRaid ? "drop" : "clone";
}

std::string_view move_name(const GameSpec& spec, Move move) {
    if (move.is_pass()) return "pass";
    const MoveWords& words = info(spec.variant).words;
    return move.is_raid() || move.is_jump() ? words.other : words.place;
}

Result<Move> parse_spoken_move(const Game& game, const WidePosition& position, std::string_view text) {
    const auto [squares, kind] = without_kind(game.spec(), text);
    if (squares.empty()) return Error{quoted(text) + " names no square"};
    std::string_view rest = squares;
    // A pass; and what is no square at all is complained about as it was said.
    const std::vector<Word> words = split_words(text);
    if (!kind && !take_square(game.spec(), rest)) return parse_move(game, position, words.size() == 1 ? words[0].text : text);
    if (!kind || game.verdict(position).over()) return parse_move(game, position, squares);
    const bool raids = game.spec().family() == Family::kRaid;
    const bool asked_raid = raids && *kind == SpokenKind::kOther && !squares.ends_with('*');
    auto move = parse_move(game, position, asked_raid ? squares + "*" : squares);
    if (!move || move->is_pass()) return move;
    const bool is_other = move->is_raid() || move->is_jump();
    if (is_other == (*kind == SpokenKind::kOther)) return move;
    return Error{upper(squares) + " is a " + std::string(move_name(game.spec(), *move)) + " here, not what was asked for"};
}

Result<Line> parse_line(const Game& game, const WidePosition& start, std::string_view text) {
    Line line{{}, {start}};
    for (const Word& word : split_words(text)) {
        const auto move = parse_move(game, line.positions.back(), word.text);
        if (!move) {
            return Error{"move " + std::to_string(line.moves.size() + 1) + ", " + quoted(word.text) + ": " + move.error().what, 0,
                         word.column};
        }
        line.moves.push_back(*move);
        line.positions.push_back(game.after(line.positions.back(), *move));
    }
    return line;
}

std::optional<LastMove> last_move(const Game& game, const Line& line, std::size_t plies) {
    if (plies == 0) return std::nullopt;
    const Move move = line.moves[plies - 1];
    return LastMove{move, game.captures(line.positions[plies - 1], move)};
}

}  // namespace foray
