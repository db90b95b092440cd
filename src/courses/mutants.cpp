#include "foray/courses/mutants.h"

#include "grading_parts.h"
#include "plain_program.h"

namespace foray {
namespace {

using H = Habits;

constexpr Habits kRightHabits;

struct Named {
    std::string_view mistake;
    Habits habits;
};

const Named kBoth[] = {
    {"goes through the squares column by column", {.order = H::Order::kColumns}},
    {"goes through the squares from the last to the first", {.order = H::Order::kBackwards}},
    {"puts all raids before the other moves", {.order = H::Order::kRaidsFirst}},
    {"keeps the last of equal moves instead of the first", {.ties = H::Ties::kLast}},
    {"takes a bound of alpha-beta for a value: an equal later move replaces the best one", {.ties = H::Ties::kLastInAlphaBeta}},
    {"knows neighbours to the left and right only", {.neighbours = H::Neighbours::kHorizontal}},
    {"knows neighbours above and below only", {.neighbours = H::Neighbours::kVertical}},
    {"counts diagonal squares as neighbours", {.neighbours = H::Neighbours::kDiagonal}},
    {"takes the end of a row for a neighbour of the start of the next", {.neighbours = H::Neighbours::kWrapped}},
    {"never raids", {.raids = H::Raids::kNever}},
    {"raids without an own piece beside the square", {.raids = H::Raids::kFromAnywhere}},
    {"lets a raid spread: turned pieces turn their neighbours too", {.raids = H::Raids::kSpread}},
    {"turns only one piece in a raid", {.raids = H::Raids::kOnlyOne}},
    {"takes the piece away that it raids from", {.raids = H::Raids::kSourceMoves}},
    {"raids from a diagonal neighbour", {.raids = H::Raids::kDiagonalSource}},
    {"lets only X raid", {.raids = H::Raids::kOnlyForX}},
    {"evaluates for X, also when O searches", {.value = H::Value::kOfX}},
    {"evaluates for the opponent", {.value = H::Value::kReversed}},
    {"evaluates own points alone", {.value = H::Value::kOwnOnly}},
    {"counts pieces, not their values", {.value = H::Value::kPieces}},
    {"evaluates a leaf for the side to move there, not for the searching player", {.value = H::Value::kOfMover}},
    {"evaluates a leaf for the side that moved last, not for the searching player", {.value = H::Value::kParents}},
    {"searches one ply deeper than asked", {.depth_change = 1}},
    {"searches one ply less than asked", {.depth_change = -1}},
    {"never searches deeper than two plies", {.deepest = 2}},
    {"never searches deeper than three plies", {.deepest = 3}},
    {"does not stop where the board is full before the depth is reached", {.ends = H::Ends::kIgnored}},
    {"does not stop at its own nodes where the board is full before the depth is reached", {.ends = H::Ends::kIgnoredByMax}},
    {"does not stop at the opponent's nodes where the board is full before the depth is reached", {.ends = H::Ends::kIgnoredByMin}},
    {"reads only the first digit of a value", {.one_digit_values = true}},
    {"plays for X, whoever is to move", {.always_x = true}},
    {"maximises at the opponent's nodes too", {.everybody_maximises = true}},
    {"reads the rows of the values as columns", {.swapped_values = true}},
    {"cuts on the wrong side of the window", {.cuts = H::Cuts::kSwapped}},
    {"writes the board as it was before the move", {.output = H::Output::kBoardBefore}},
    {"looks for a maximum above 0, so that a losing side finds none", {.max_start = 0}},
    {"looks for a maximum above -1", {.max_start = -1}},
    {"takes -100 for minus infinity", {.max_start = -100}},
    {"takes -999 for minus infinity", {.max_start = -999}},
    {"looks for a minimum below 0", {.min_start = 0}},
    {"takes 100 for infinity in a minimum", {.min_start = 100}},
    {"takes 999 for infinity in a minimum", {.min_start = 999}},
    {"plays a move only if it is worth more than 0", {.root_start = 0}},
    {"plays a move only if it is worth more than -1", {.root_start = -1}},
    {"plays a move only if it is worth more than -100", {.root_start = -100}},
    {"plays a move only if it is worth more than -999", {.root_start = -999}},
    {"plays a move only if it is worth more than -1000", {.root_start = -1000}},
    {"lets alpha and beta start from -100 and 100", {.window = 100}},
    {"lets alpha and beta start from -999 and 999", {.window = 999}},
    {"never counts less than 0 for a position", {.value = H::Value::kNeverNegative}},
    {"counts a lead of either side alike: the sign is lost", {.value = H::Value::kAbsolute}},
    {"compares values without their signs", {.absolute = true}},
    {"lets the depth that is left decide who maximises", {.max_by_rest = true}},
    {"stops a search where one side has no piece left", {.ends = H::Ends::kSideGone}},
    {"stops a search one square before the board is full", {.ends = H::Ends::kLastSquare}},
};

const Named kSquirrelsOnly[] = {
    {"puts all sneaks before the raids", {.order = H::Order::kStakesFirst}},
    {"also tries a sneak where a raid is possible", {.raids = H::Raids::kOtherRule}},
    {"cuts only when the value passes alpha or beta, not when it reaches it", {.cuts = H::Cuts::kStrict}},
    {"cuts MAX nodes only when the value passes beta", {.cuts = H::Cuts::kStrictMax}},
    {"cuts MIN nodes only when the value passes alpha", {.cuts = H::Cuts::kStrictMin}},
    {"never cuts", {.cuts = H::Cuts::kNever}},
    {"gives every child a fresh window instead of alpha and beta", {.cuts = H::Cuts::kFreshWindow}},
    {"starts the value of a node from alpha or beta, so that it returns a bound as a value", {.cuts = H::Cuts::kBounds}},
    {"writes inf for Infinity", {.log = H::Log::kInf}},
    {"writes the largest int for Infinity", {.log = H::Log::kNumbers}},
    {"updates alpha or beta before it logs a cut", {.log = H::Log::kCutUpdated}},
    {"logs alpha and beta before they are updated", {.log = H::Log::kBehind}},
    {"counts the depth from one", {.log = H::Log::kDepthFromOne}},
    {"names squares by row letter and column number", {.log = H::Log::kRowFirst}},
    {"does not log a node when it is entered", {.log = H::Log::kNoEnter}},
    {"writes the header of minimax for alpha-beta", {.log = H::Log::kMinimaxHeader}},
    {"logs a leaf twice, on entering and with its value", {.log = H::Log::kEnterAtLimit}},
    {"does not log leaves", {.log = H::Log::kNoLeaves}},
    {"writes values as decimals", {.log = H::Log::kFloats}},
    {"lets both sides of a battle search like the first", {.battle = H::Battle::kBothLikeFirst}},
    {"lets the second side of a battle search with the first one's algorithm", {.battle = H::Battle::kAlgorithmOfFirst}},
    {"lets the second side of a battle search to the first one's depth", {.battle = H::Battle::kDepthOfFirst}},
    {"lets X begin every battle", {.battle = H::Battle::kXFirst}},
    {"writes only the last board of a battle", {.battle = H::Battle::kLastOnly}},
    {"writes the first board of a battle as well", {.battle = H::Battle::kWithStart}},
    {"keeps the best value of one turn of a battle for the next", {.battle = H::Battle::kKeepsValue}},
    {"keeps alpha of one turn of a battle for the next", {.battle = H::Battle::kKeepsWindow}},
    {"ends a battle one square before the board is full", {.battle = H::Battle::kOneTurn}},
    {"writes at most three characters of a value", {.log = H::Log::kThreeCharacters}},
    {"writes a comma into values from 1000 on", {.log = H::Log::kGrouped}},
    {"is greedy for more than 0 only", {.greedy_start = 0}},
    {"is greedy for more than -1 only", {.greedy_start = -1}},
    {"is greedy for more than -100 only", {.greedy_start = -100}},
    {"is greedy for more than -999 only", {.greedy_start = -999}},
    {"is greedy for more than -1000 only", {.greedy_start = -1000}},
    {"is greedy for its own points alone", {.greedy_own_only = true}},
};

const Named kStakeraidOnly[] = {
    {"tries a stake, then a raid on each square in turn", {.order = H::Order::kSquareBySquare}},
    {"tries a raid, then a stake on each square in turn", {.order = H::Order::kRaidBeforeStake}},
    {"goes through the raids column by column", {.order = H::Order::kColumnRaids}},
    {"does not stake where a raid is possible", {.raids = H::Raids::kOtherRule}},
    {"writes the board of a raid without the pieces it turns", {.output = H::Output::kNoCaptures}},
    {"calls every move a Stake", {.output = H::Output::kAlwaysStake}},
    {"writes the square in small letters", {.output = H::Output::kLowerCase}},
    {"names squares by row letter and column number", {.output = H::Output::kRowFirst}},
    {"writes only the first digit of a row", {.output = H::Output::kOneDigit}},
    {"knows the columns A to J only", {.output = H::Output::kTenColumns}},
    {"takes -9999 for minus infinity", {.max_start = -9999}},
    {"takes 9999 for infinity in a minimum", {.min_start = 9999}},
    {"plays a move only if it is worth more than -9999", {.root_start = -9999}},
    {"plays a move only if it is worth more than -10000", {.root_start = -10000}},
    {"plays a move only if it is worth more than -32768", {.root_start = -32768}},
    {"lets alpha and beta start from -9999 and 9999", {.window = 9999}},
};

template <std::size_t A, std::size_t B>
std::vector<Mutant> joined(const Named (&common)[A], const Named (&own)[B]) {
    std::vector<Mutant> out;
    for (const Named& one : common) out.push_back({one.mistake, &one.habits});
    for (const Named& one : own) out.push_back({one.mistake, &one.habits});
    return out;
}

/// Sees a log line by line and says whether it is still the wanted one.
class SameSoFar {
public:
    explicit SameSoFar(std::string_view wanted) : rest_(wanted) {}
    bool operator()(std::string_view piece) {
        if (!rest_.starts_with(piece)) return false;
        rest_.remove_prefix(piece.size());
        return true;
    }

private:
    std::string_view rest_;
};

bool same_lines(std::string_view a, std::string_view b) { return all_lines(a) == all_lines(b); }

}  // namespace

std::span<const Mutant> mutants_of(Assignment assignment) {
    static const std::vector<Mutant> squirrels = joined(kBoth, kSquirrelsOnly);
    static const std::vector<Mutant> stakeraid = joined(kBoth, kStakeraidOnly);
    return assignment == Assignment::kSquirrels ? squirrels : stakeraid;
}

bool fails(const Mutant& mutant, const CourseInput& input, const CourseFiles& reference) {
    const auto log = reference.find(kTraverseLogFile);
    bool log_differs = false;
    std::function<bool(std::string_view)> watch;
    if (log != reference.end()) {
        watch = [same = SameSoFar(log->second), &log_differs](std::string_view piece) mutable {
            log_differs = log_differs || !same(piece);
            return !log_differs;
        };
    }
    PlainProgram program(input, *mutant.habits, kMutantNodes, watch);
    const CourseFiles files = program.run();
    return log_differs || (!program.gave_up() && files != reference);
}

CourseFiles files_of(const Mutant& mutant, const CourseInput& input) {
    PlainProgram program(input, *mutant.habits, kMutantNodes);
    CourseFiles files = program.run();
    return program.gave_up() ? CourseFiles{} : files;
}

CourseFiles plain_files(const CourseInput& input) { return PlainProgram(input, kRightHabits, ~std::uint64_t{0}).run(); }

std::vector<std::string_view> likely_mistakes(const CourseInput& input, const CourseFiles& student) {
    std::vector<std::string_view> out;
    const bool squirrels = std::holds_alternative<SquirrelsInput>(input);
    for (const Mutant& mutant : mutants_of(squirrels ? Assignment::kSquirrels : Assignment::kStakeraid)) {
        const CourseFiles files = files_of(mutant, input);
        bool same = !files.empty();
        for (const auto& [name, text] : files) {
            const auto written = student.find(name);
            same = same && written != student.end() && same_lines(written->second, text);
        }
        if (same) out.push_back(mutant.mistake);
    }
    return out;
}

}  // namespace foray
