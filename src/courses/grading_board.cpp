// Boards that a student's program wrote: from rows to a move, and from a move to what is wrong with it.
#include <algorithm>
#include <cassert>
#include <vector>

#include "foray/notation/coordinates.h"
#include "foray/notation/move_text.h"
#include "foray/notation/text.h"
#include "grading_parts.h"

namespace foray {
namespace {

struct Cells {
    WideBits first;
    WideBits second;
    friend bool operator==(const Cells&, const Cells&) = default;
};

Cells cells_of(const WidePosition& position) { return {position.first(), position.second()}; }

/// "1 row", "3 rows".
std::string rows_text(std::size_t count) { return std::to_string(count) + (count == 1 ? " row" : " rows"); }

/// Judges what stands in place of one right move.
class MoveJudge {
public:
    /// `options` is how the reference searches; nothing in a competition.
    MoveJudge(const Game& game, const WidePosition& before, std::optional<TextbookOptions> options)
        : game_(game), before_(before), options_(options) {}

    struct Opinion {
        Mark mark = Mark::kPassed;
        std::string explanation{};
    };

    [[nodiscard]] std::string square(int number) const { return upper(print_square(game_.spec(), number)); }

    /// "C3 Raid".
    [[nodiscard]] std::string name(Move move) const { return square(move.to) + " " + std::string(move_name(game_.spec(), move)); }

    /// A board that should be the one after a move.
    [[nodiscard]] Opinion board(const Cells& after) const {
        for (const Move move : game_.legal_moves(before_)) {
            if (cells_of(game_.after(before_, move)) == after) return legal_move(move);
        }
        return {Mark::kIllegalMove, why_illegal(after, std::nullopt)};
    }

    /// A legal move, and the board that should be the one after it.
    [[nodiscard]] Opinion move_and_board(Move move, const Cells& after) const {
        if (cells_of(game_.after(before_, move)) == after) return legal_move(move);
        return {Mark::kIllegalMove, "the board is not the one after " + name(move) + ": " + why_illegal(after, move)};
    }

private:
    [[nodiscard]] Opinion legal_move(Move move) const {
        if (!options_) return {};
        TextbookOptions options = *options_;
        options.algorithm = Algorithm::kAlphaBeta;  // the same values and the same move as minimax, sooner
        const SearchAnswer best = textbook_search(game_.spec(), before_, options);
        if (move == best.move) return {};
        --options.depth;
        const int value = -textbook_search(game_.spec(), game_.after(before_, move), options).value;
        const std::string depth = " at depth " + std::to_string(options_->depth);
        if (value != best.value && options_->algorithm == Algorithm::kAlphaBeta && returned_to_root(move) == best.value) {
            return {Mark::kWrongMove, "plays " + name(move) + ", worth " + std::to_string(value) + depth + "; its branch is cut with " +
                                          std::to_string(best.value) + ", which is only a bound, like the value of the reference's " +
                                          name(best.move) + ": the alpha-beta returned a bound as a value"};
        }
        if (value == best.value) {
            const bool stakes_first = game_.spec().raid == RaidRule::kOptional;
            return {Mark::kWrongTieBreak, "plays " + name(move) + ", which is worth " + std::to_string(value) + depth +
                                              " like the reference's " + name(best.move) + ", but comes later in the order (" +
                                              (stakes_first ? "all Stakes row by row, then all Raids" : "A1, B1, ... row by row") + ")"};
        }
        return {Mark::kWrongMove, "plays " + name(move) + ", worth " + std::to_string(value) + depth + "; the reference plays " +
                                      name(best.move) + ", worth " + std::to_string(best.value)};
    }

    /// What alpha-beta brings back to the root from `move`: a bound where the branch was cut.
    [[nodiscard]] std::optional<int> returned_to_root(Move move) const {
        std::optional<int> value;
        const auto keep = [&](const TraceEvent& event) {
            if (event.ply == 1 && event.move == move) value = event.value;
        };
        static_cast<void>(TextbookSearcher(game_.spec(), *options_).trace(before_, keep));
        return value;
    }

    [[nodiscard]] std::string list(const WideBits& squares) const {
        std::string out;
        squares.for_each([&](int number) { out += (out.empty() ? "" : ", ") + square(number); });
        return out;
    }

    /// Why no move (or not `move`) leads to this board.
    [[nodiscard]] std::string why_illegal(const Cells& after, std::optional<Move> move) const {
        const bool second = before_.second_to_move;
        const WideBits& own = second ? after.second : after.first;
        const WideBits& opp = second ? after.first : after.second;
        const std::string mover(game_.variant().players[second ? 1 : 0]);
        const std::string other(game_.variant().players[second ? 0 : 1]);
        if (own == before_.own && opp == before_.opp) return "the board is the one before the move";
        const WideBits vanished = before_.occupied() - (own | opp);
        if (!vanished.none()) return "a piece has disappeared (" + list(vanished) + ")";
        if (const WideBits lost = before_.own & opp; !lost.none())
            return "a piece of the mover has become " + other + " (" + list(lost) + ")";
        if (const WideBits strange = before_.empty & opp; !strange.none()) {
            return "a new " + other + " stands at " + list(strange) + ", but " + mover + " moves";
        }
        const WideBits added = before_.empty & own;
        const WideBits turned = before_.opp & own;
        if (added.none()) return "there is no new " + mover + ", but " + list(turned) + " turned";
        if (added.count() > 1) return "there are " + std::to_string(added.count()) + " new pieces (" + list(added) + "), a move puts one";
        const int to = added.lowest();
        if (move && move->to != to) return "the new " + mover + " stands at " + square(to);
        return why_wrong_captures(move.value_or(likely_move(to)), turned);
    }

    /// Raid if it can be one: whoever turned the wrong pieces meant a raid.
    [[nodiscard]] Move likely_move(int to) const { return game_.is_legal(before_, Move::raid(to)) ? Move::raid(to) : Move::place(to); }

    [[nodiscard]] std::string why_wrong_captures(Move move, const WideBits& turned) const {
        const WideBits right = game_.captures(before_, move);
        if (const WideBits missing = right - turned; !missing.none()) return name(move) + " must turn " + list(missing);
        const std::string extra = list(turned - right);
        if (move.is_raid()) return name(move) + " may not turn " + extra + ", which is not beside it";
        const std::string no_raid = game_.is_legal(before_, Move::raid(move.to)) ? "" : " (no own piece is beside it, so it is no raid)";
        return name(move) + " turns nothing" + no_raid + ", but " + extra + " turned";
    }

    const Game& game_;
    const WidePosition& before_;
    std::optional<TextbookOptions> options_;
};

/// The student's file and the reference side by side.
class TwoFiles {
public:
    /// `head` lines stand before the first board.
    TwoFiles(const Game& game, std::string_view file, std::size_t head, char empty, std::string_view reference, std::string_view student)
        : game_(game), file_(file), head_(head), empty_(empty), reference_(all_lines(reference)), student_(all_lines(student)) {}

    [[nodiscard]] std::size_t side() const { return static_cast<std::size_t>(game_.spec().rows); }
    [[nodiscard]] const std::vector<std::string_view>& reference() const { return reference_; }
    [[nodiscard]] const std::vector<std::string_view>& student() const { return student_; }

    [[nodiscard]] bool same(std::size_t from, std::size_t count) const {
        for (std::size_t i = from; i < from + count; ++i) {
            if (i >= student_.size() || i >= reference_.size() || student_[i] != reference_[i]) return false;
        }
        return true;
    }

    /// The first line from `from` on that is not the reference's.
    [[nodiscard]] std::size_t first_difference(std::size_t from) const {
        while (same(from, 1)) ++from;
        return from;
    }

    [[nodiscard]] Grade at(Mark mark, std::size_t index, std::string explanation) const {
        return grade_at(mark, file_, index + 1, line(reference_, index), line(student_, index), std::move(explanation));
    }

    /// Reads the rows from `from` on; a grade if they are no board. The file should have `wanted` lines.
    std::optional<Grade> read_board(std::size_t from, std::size_t wanted, Cells& out) const {
        out = {};
        for (std::size_t row = 0; row < side(); ++row) {
            const std::size_t index = from + row;
            if (index >= student_.size()) {
                return at(Mark::kWrongFormat, index,
                          "the file ends after " + rows_text(student_.size() - head_) + ", expected " + std::to_string(wanted - head_));
            }
            const std::string problem = row_problem(student_[index]);
            if (!problem.empty()) return at(Mark::kWrongFormat, index, problem);
            for (std::size_t col = 0; col < side(); ++col) {
                const int square = static_cast<int>(row * side() + col);
                if (student_[index][col] == 'X') out.first.add(square);
                if (student_[index][col] == 'O') out.second.add(square);
            }
        }
        return std::nullopt;
    }

    /// What follows the last line of the answer.
    [[nodiscard]] Grade end(std::size_t wanted) const {
        if (student_.size() <= wanted) return {};
        const auto rest = student_.begin() + static_cast<std::ptrdiff_t>(wanted);
        const bool blank = std::all_of(rest, student_.end(), [](std::string_view text) { return split_words(text).empty(); });
        return at(Mark::kWrongFormat, wanted, blank ? "an empty line follows the last row" : "the file goes on after the last row");
    }

private:
    static std::string_view line(const std::vector<std::string_view>& lines, std::size_t index) {
        return index < lines.size() ? lines[index] : std::string_view{};
    }

    [[nodiscard]] std::string row_problem(std::string_view row) const {
        if (row.empty()) return "an empty line in place of a row";
        if (is_blank(row.back())) return "trailing spaces after the row";
        for (std::size_t col = 0; col < row.size(); ++col) {
            const char c = row[col];
            if (c == 'X' || c == 'O' || c == empty_) continue;
            return "column " + std::to_string(col + 1) + " holds " + quoted(row.substr(col, 1)) + ", which is not X, O or " + empty_;
        }
        if (row.size() == side()) return "";
        return "the row has " + std::to_string(row.size()) + " squares, expected " + std::to_string(side());
    }

    const Game& game_;
    std::string_view file_;
    std::size_t head_;
    char empty_;
    std::vector<std::string_view> reference_;
    std::vector<std::string_view> student_;
};

/// The header of output.txt, "F6 Stake": a legal move, or what is wrong with it.
struct Header {
    Mark mark = Mark::kPassed;
    std::string problem{};
    Move move{};
};

Header read_header(const Game& game, const WidePosition& position, std::string_view line) {
    const MoveWords& names = game.variant().words;
    if (!line.empty() && is_blank(line.back())) return {Mark::kWrongFormat, "trailing spaces after the move"};
    std::string_view rest = line;
    const auto square = take_square(game.spec(), rest);
    const bool is_raid = rest == " " + std::string(names.other);
    if (!square || line.front() == '[' || square->text != upper(square->text) || (!is_raid && rest != " " + std::string(names.place))) {
        return {Mark::kWrongFormat, "expected a move such as 'F6 Stake' or 'F6 Raid', found " + quoted(line)};
    }
    const auto move = parse_move(game, position, std::string(square->text) + (is_raid ? "*" : ""));
    if (!move) return {Mark::kIllegalMove, move.error().what};
    return {Mark::kPassed, "", *move};
}

}  // namespace

Grade grade_next_state(const SquirrelsInput& input, std::string_view reference, std::string_view student) {
    const Game game(input.spec);
    const TwoFiles file(game, kNextStateFile, 0, '*', reference, student);
    if (file.same(0, file.side())) return file.end(file.side());
    Cells after;
    if (auto problem = file.read_board(0, file.side(), after)) return *problem;
    const auto opinion = MoveJudge(game, input.position, search_options(input.players[0])).board(after);
    assert(opinion.mark != Mark::kPassed);
    return file.at(opinion.mark, file.first_difference(0), opinion.explanation);
}

Grade grade_trace_state(const SquirrelsInput& input, std::string_view reference, std::string_view student) {
    const Game game(input.spec);
    const TwoFiles file(game, kTraceStateFile, 0, '*', reference, student);
    const std::size_t wanted = file.reference().size();
    WidePosition before = input.position;
    for (std::size_t from = 0; from < wanted; from += file.side()) {
        Cells after;
        if (auto problem = file.read_board(from, wanted, after)) return *problem;
        const std::size_t turn = from / file.side();
        if (file.same(from, file.side())) {
            before.own = before.second_to_move ? after.first : after.second;  // the other side moves next
            before.opp = before.second_to_move ? after.second : after.first;
            before.empty = WideBits::first(game.spec().squares()) - before.occupied();
            before.second_to_move = !before.second_to_move;
            ++before.plies;
            continue;
        }
        const SquirrelsPlayer& player = input.players[turn % 2];
        const auto opinion = MoveJudge(game, before, search_options(player)).board(after);
        assert(opinion.mark != Mark::kPassed);
        const std::string who = "move " + std::to_string(turn + 1) + ", by " + (player.plays_second_colour ? "O" : "X") + ": ";
        return file.at(opinion.mark, file.first_difference(from), who + opinion.explanation);
    }
    return file.end(wanted);
}

Grade grade_stakeraid(const StakeraidInput& input, std::string_view reference, std::string_view student) {
    const Game game(input.spec);
    const TwoFiles file(game, kOutputFile, 1, '.', reference, student);
    const std::size_t wanted = file.side() + 1;
    if (file.same(0, wanted)) return file.end(wanted);
    const Header header = read_header(game, input.position, file.student().front());
    if (header.mark == Mark::kWrongFormat) return file.at(header.mark, 0, header.problem);
    Cells after;
    if (auto problem = file.read_board(1, wanted, after)) return *problem;
    if (header.mark != Mark::kPassed) return file.at(header.mark, 0, header.problem);
    const bool any_move = input.mode == StakeraidMode::kCompetition;
    const MoveJudge judge(game, input.position, any_move ? std::nullopt : std::optional(search_options(input)));
    const auto opinion = judge.move_and_board(header.move, after);
    if (opinion.mark == Mark::kPassed) return file.end(wanted);
    return file.at(opinion.mark, any_move ? 1 : file.first_difference(0), opinion.explanation);
}

}  // namespace foray
