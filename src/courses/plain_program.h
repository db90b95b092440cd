// A course program as a student would write it: an array of squares, a loop over them, minimax and alpha-beta by the book. Right as it
// stands; each of its habits can be a typical mistake. It shares no search and no rules with the reference, so the two check each other.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "foray/courses/grading.h"

namespace foray {

struct Habits {
    enum class Order : std::uint8_t {
        kRight,
        kColumns,
        kBackwards,
        kSquareBySquare,
        kRaidBeforeStake,
        kRaidsFirst,
        kStakesFirst,
        kColumnRaids
    };
    enum class Ties : std::uint8_t { kFirst, kLast, kLastInAlphaBeta };
    enum class Neighbours : std::uint8_t { kRight, kHorizontal, kVertical, kDiagonal, kWrapped };
    enum class Raids : std::uint8_t {
        kRight,
        kNever,
        kFromAnywhere,
        kSpread,
        kOnlyOne,
        kSourceMoves,
        kOtherRule,
        kDiagonalSource,
        kOnlyForX
    };
    enum class Value : std::uint8_t { kRight, kOfX, kReversed, kOwnOnly, kPieces, kOfMover, kParents, kNeverNegative, kAbsolute };
    enum class Cuts : std::uint8_t { kRight, kStrict, kStrictMax, kStrictMin, kNever, kFreshWindow, kBounds, kSwapped };
    enum class Log : std::uint8_t {
        kRight,
        kInf,
        kNumbers,
        kCutUpdated,
        kBehind,
        kDepthFromOne,
        kRowFirst,
        kNoEnter,
        kMinimaxHeader,
        kEnterAtLimit,
        kNoLeaves,
        kFloats,
        kThreeCharacters,
        kGrouped
    };
    enum class Battle : std::uint8_t {
        kRight,
        kBothLikeFirst,
        kAlgorithmOfFirst,
        kDepthOfFirst,
        kXFirst,
        kLastOnly,
        kWithStart,
        kKeepsValue,
        kKeepsWindow,
        kOneTurn
    };
    enum class Output : std::uint8_t { kRight, kBoardBefore, kNoCaptures, kAlwaysStake, kLowerCase, kRowFirst, kOneDigit, kTenColumns };

    /// Where a full board above the depth limit is no leaf, or what is taken for an end that is none.
    enum class Ends : std::uint8_t { kRight, kIgnored, kIgnoredByMax, kIgnoredByMin, kSideGone, kLastSquare };

    /// What is right for "smaller than everything", and for "larger than everything".
    static constexpr int kEndless = 1'000'000'000;

    Order order = Order::kRight;
    Ties ties = Ties::kFirst;
    Neighbours neighbours = Neighbours::kRight;
    Raids raids = Raids::kRight;
    Value value = Value::kRight;
    Cuts cuts = Cuts::kRight;
    Log log = Log::kRight;
    Battle battle = Battle::kRight;
    Output output = Output::kRight;
    int depth_change = 0;
    int deepest = 999;
    bool always_x = false;
    bool everybody_maximises = false;
    Ends ends = Ends::kRight;
    bool one_digit_values = false;
    bool swapped_values = false;  ///< rows of the values taken for columns
    int max_start = -kEndless;    ///< from which the value of a maximising node starts
    int min_start = kEndless;
    int root_start = -kEndless;  ///< what a move must be better than to be played; otherwise the first one is
    int greedy_start = -kEndless;
    int window = kEndless;     ///< alpha and beta start from minus and plus this
    bool absolute = false;     ///< compares without signs
    bool max_by_rest = false;  ///< who maximises goes by the depth that is left
    bool greedy_own_only = false;
};

class PlainProgram {
public:
    /// Gives up after `most_nodes`, or as soon as `watch` (which sees the log line by line) returns false.
    PlainProgram(const CourseInput& input, const Habits& habits, std::uint64_t most_nodes,
                 std::function<bool(std::string_view)> watch = {});

    /// The files that it writes; not to be believed when it gave up.
    CourseFiles run();
    [[nodiscard]] bool gave_up() const { return gave_up_; }

private:
    struct Step {
        int square = -1;
        bool raid = false;
    };
    struct Settings {
        bool alphabeta = false;
        int depth = 1;
    };
    struct Change {
        int square;
        char before;
    };

    CourseFiles squirrels(const SquirrelsInput& input);
    CourseFiles stakeraid(const StakeraidInput& input);
    std::string battle(const SquirrelsInput& input);
    Step best(char player, Settings settings, bool logged, bool greedy = false);
    int visit(int ply, Step via, int alpha, int beta);
    [[nodiscard]] bool stops_early() const;
    [[nodiscard]] std::vector<Step> steps(char mover) const;
    [[nodiscard]] bool can_raid(int square, char mover) const;
    [[nodiscard]] int evaluate(int ply) const;
    [[nodiscard]] bool full() const { return empty_ == 0; }
    [[nodiscard]] bool stops_when_full(int ply) const;
    void play(Step step, char mover);
    void put(int square, char piece);
    void undo(std::size_t mark);
    void capture_around(int square, char mover);
    void note(Step via, int ply, int value, int alpha, int beta);
    [[nodiscard]] std::string name(int square) const;
    [[nodiscard]] std::string number(int value) const;
    [[nodiscard]] std::string board(char empty) const;

    const CourseInput& input_;
    Habits habits_;  // a copy: whoever asks may have made it in passing
    std::uint64_t most_nodes_;
    std::function<bool(std::string_view)> watch_;
    int side_ = 0;
    bool optional_ = false;  ///< the raid rule
    std::vector<int> values_;
    std::vector<std::vector<int>> beside_;
    std::vector<std::vector<int>> sources_;
    std::vector<int> order_;
    std::string cells_;  ///< 'X', 'O' or '.'
    int empty_ = 0;
    std::vector<Change> changes_;
    char player_ = 'X';
    Settings settings_;
    bool greedy_ = false;
    int last_value_ = -Habits::kEndless;  ///< of the root, in the turn before
    int last_alpha_ = -Habits::kEndless;
    bool logged_ = false;
    Step best_;
    std::string log_;
    std::uint64_t nodes_ = 0;
    bool gave_up_ = false;
};

}  // namespace foray
