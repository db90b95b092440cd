// foray puzzles: positions whose best move is proved to be the only one.
#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "checks.h"
#include "command.h"
#include "foray/board/random.h"
#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/spec_text.h"
#include "foray/solver/solver.h"
#include "foray/textbook/search.h"

namespace foray::cli {
namespace {

using Json = nlohmann::ordered_json;

struct PuzzleOptions {
    std::string game = "wargame";
    int count = 20;
    std::uint64_t seed = 1;
    int rows = 5;
    int least_empties = 8;
    int most_empties = 12;
};

/// Deeper searches are too slow for a puzzle's worth, and people do not look that far either.
constexpr int kDeepestLook = 8;
constexpr std::uint64_t kMostLookNodes = 5'000'000;
/// Where no move is the only one that wins, the best must be worth this share of all points more than the next.
constexpr int kClearShare = 12;

struct Puzzle {
    Move best;
    int value = 0;
    int next = 0;  ///< of the second best move
    int plies = 0;
    std::vector<Move> line;
};

/// Somewhere in a game in which about half of the moves take all they can, so that positions look like those of people.
std::optional<WidePosition> random_position(const Game& game, int empties, std::uint64_t& random) {
    WidePosition position = game.start();
    while (position.empty.count() > empties) {
        const auto legal = game.legal_moves(position);
        Move move = legal[static_cast<std::size_t>(splitmix64(random) % legal.size())];
        if (splitmix64(random) % 2 == 0) {
            const auto gain = [&](Move one) { return game.captures(position, one).count(); };
            for (const Move one : legal) {
                if (gain(one) > gain(move)) move = one;
            }
        }
        position = game.after(position, move);
    }
    return game.verdict(position).over() ? std::nullopt : std::optional(position);
}

/// One more than the last depth at which a textbook alpha-beta search prefers another move; nothing if it never finds the best.
std::optional<int> plies_needed(const GameSpec& spec, const WidePosition& position, Move best) {
    int needed = 1;
    const int deepest = std::min(kDeepestLook, position.empty.count());
    for (int depth = 1; depth <= deepest; ++depth) {
        const TextbookSearcher searcher(spec, {.algorithm = Algorithm::kAlphaBeta, .depth = depth, .order = MoveOrder::kStatic});
        const SearchAnswer found = searcher.search(position, kMostLookNodes);
        if (!found.complete) return std::nullopt;
        if (found.move != best) needed = depth + 1;
    }
    return needed > deepest ? std::nullopt : std::optional(needed);
}

/// The puzzle in a position, if there is one: its best move is proved to be the only one that wins, or to win by much more than any other.
std::optional<Puzzle> puzzle_in(const Game& game, const WidePosition& position) {
    auto made = solver::Solver::make(game.spec(), position, {});
    if (!made) throw UsageError(made.error().message());
    solver::Solver& solver = **made;
    std::vector<solver::MoveValue> values = solver.move_values(position);
    if (values.size() < 4) return std::nullopt;
    std::stable_sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return a.value.lower > b.value.lower; });
    const int best = values[0].value.lower;
    const int next = values[1].value.lower;
    int all = 0;
    for (int square = 0; square < game.spec().squares(); ++square) all += game.value(square);
    const bool only_win = best > 0 && next <= 0;
    if (!only_win && (best <= 0 || best - next < all / kClearShare)) return std::nullopt;
    const auto plies = plies_needed(game.spec(), position, values[0].move);
    // What the first look finds is no puzzle.
    if (!plies || *plies < 2) return std::nullopt;
    return Puzzle{values[0].move, best, next, *plies, solver.best_line(position, best)};
}

Json puzzle_json(const Game& game, const std::string& board, const WidePosition& position, const Puzzle& puzzle) {
    const GameSpec& spec = game.spec();
    Json line = Json::array();
    for (const Move move : puzzle.line) line.push_back(print_move(spec, move));
    return {{"game", game.variant().key},
            {"board", board},
            {"fen", print_fen(game, position)},
            {"best", print_move(spec, puzzle.best)},
            {"value", puzzle.value},
            {"next", puzzle.next},
            {"plies", puzzle.plies},
            {"line", line}};
}

int run_puzzles(const PuzzleOptions& options) {
    const Variant variant = require(parse_variant(options.game), "--game");
    if (info(variant).family != Family::kRaid) throw UsageError("--game: only games of the raid family can be solved");
    if (options.least_empties > options.most_empties) throw UsageError("--least-empties is larger than --most-empties");
    const BoardSize size{options.rows, options.rows};
    require(check_size(variant, size), "--side");
    if (size.rows * size.cols <= options.most_empties) throw UsageError("--most-empties: the board has not that many squares");
    std::uint64_t random = options.seed;
    for (int found = 0; found < options.count;) {
        const std::string board = fmt::format("random:{}:{}x{}", splitmix64(random) % 1'000'000, size.rows, size.cols);
        GameSpec spec = default_spec(variant, size.rows, size.cols);
        spec.values = require(parse_board_line(board, size)).values;
        const Game game(spec);
        const auto range = static_cast<std::uint64_t>(options.most_empties - options.least_empties + 1);
        const int empties = options.least_empties + static_cast<int>(splitmix64(random) % range);
        const auto position = random_position(game, empties, random);
        if (!position) continue;
        const auto puzzle = puzzle_in(game, *position);
        if (!puzzle) continue;
        // Each is written as it is found: whoever stops the command keeps what there is.
        fmt::print("{}\n", puzzle_json(game, board, *position, *puzzle).dump());
        std::fflush(stdout);
        ++found;
    }
    return kFine;
}

}  // namespace

void add_puzzles_command(CLI::App& app, Action& action) {
    add_command<PuzzleOptions>(
        app, action, "puzzles", "Make puzzles: positions whose best move is proved to be the only one that wins, or wins by far the most",
        "  foray puzzles --count 3 --seed 7\n"
        "  foray puzzles --game squirrels --count 2 --least-empties 8 --most-empties 9\n"
        "One JSON object a line: the position (fen, board), the best move and its value, the value of the next best move (both for the "
        "side to\n"
        "move), how many plies a textbook alpha-beta search needs to see it, and best play to the end.",
        [](CLI::App& command, PuzzleOptions& options) {
            command.add_option("--game", options.game, "wargame, squirrels or stakeraid")->capture_default_str();
            command.add_option("--count", options.count, "How many")->check(CLI::Range(1, 100'000))->capture_default_str();
            command.add_option("--seed", options.seed, "The same seed gives the same puzzles")
                ->check(whole_number())
                ->capture_default_str();
            command.add_option("--side", options.rows, "Rows and columns of the board")->check(CLI::Range(3, 8))->capture_default_str();
            auto* least = command.add_option("--least-empties", options.least_empties, "Fewest empty squares");
            least->check(CLI::Range(4, 16))->capture_default_str();
            auto* most = command.add_option("--most-empties", options.most_empties, "Most empty squares");
            most->check(CLI::Range(4, 16))->capture_default_str();
        },
        run_puzzles);
}

}  // namespace foray::cli
