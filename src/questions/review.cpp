// The question `review`: what every move of a game gave away, told from the last move to the first.
//
// A move is judged by comparing what the best move was worth with what the played one was worth, and both are known in the same way: either
// both values are proved, or both come from searches to the same depth below the position before the move, twice, one ply apart, and the
// smaller of the two losses counts. Where a proof can be had in the raid family nothing but a proof calls a move a mistake.
//
// One solver serves the whole game: from the end to the beginning its table holds already what comes after each position.
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "foray/engine/engine.h"
#include "foray/notation/text.h"
#include "foray/solver/solver.h"
#include "question.h"

namespace foray::questions {
namespace {

/// More empties than this are not proved in seconds.
constexpr int kProvableEmpties = 24;
/// With fewer empties a proof is a matter of patience: an estimate does not call a move a mistake there.
constexpr int kProofAlone = 22;
/// Two depths one ply apart are compared, so the search below the move needs at least two plies.
constexpr int kLeastDepth = 3;
/// A comparison at the same depth may cost this many times the nodes of the first look.
constexpr int kDeeperShare = 4;
/// Hundredths of a piece that make a game of the Ataxx family about six to one.
constexpr double kSixToOne = 800;

struct Grade {
    std::string_view name;
    double least;  ///< of all points in the raid family, of the chance to win in the other
};
constexpr std::array<Grade, 3> kRaidGrades{{{"blunder", 0.10}, {"mistake", 0.05}, {"inaccuracy", 0.02}}};
constexpr std::array<Grade, 3> kAtaxxGrades{{{"blunder", 0.30}, {"mistake", 0.20}, {"inaccuracy", 0.10}}};

using Steady = std::chrono::steady_clock;

/// What is known of a move and of the position before it, in hundredths for the side that moved.
struct Judged {
    std::size_t ply = 0;
    int value = 0;   ///< of the best move
    int played = 0;  ///< of the move that was made
    bool exact = false;
    Move best;
    int depth = 0;
};

class Reviewer {
public:
    Reviewer(const Played& played, const Ceilings& ceilings, std::uint64_t nodes, double solve_ms)
        : played_(played), ceilings_(ceilings), nodes_(nodes), solve_ms_(solve_ms), engine_(played.spec(), {.hash_mb = 16}) {
        for (const int value : played.spec().values) points_ += value;
        if (points_ == 0) points_ = played.spec().squares();
        start_solver();
    }

    /// The value of the position where the game stands, before its moves are judged.
    [[nodiscard]] Json last() {
        const std::size_t ply = positions().size() - 1;
        const WidePosition& position = positions()[ply];
        Json out = object("ply", ply, "move", nullptr);
        if (const auto result = result_of(position)) {
            proved_ = margin(*result);
            return finish(out, *result, true, std::nullopt);
        }
        if (const auto value = prove(position)) return finish(out, 100 * *value, true, first_of(position, *value));
        const SearchResult found = engine_.search(position, {.budget = {.ms = ceilings_.ms, .nodes = nodes_}});
        const SearchLine& line = found.lines.front();
        return finish(out, line.value, line.exact, line.moves.front());
    }

    [[nodiscard]] Json judge(std::size_t ply) {
        const WidePosition& before = positions()[ply];
        const Move move = played_.line.moves[ply];
        const auto proved = proved_judgement(ply, before, move);
        return json(proved ? *proved : estimate(ply, before, move), before, move);
    }

private:
    [[nodiscard]] const std::vector<WidePosition>& positions() const { return played_.line.positions; }
    [[nodiscard]] const GameSpec& spec() const { return played_.spec(); }
    [[nodiscard]] static int margin(int hundredths) { return hundredths / 100; }

    [[nodiscard]] Json finish(Json out, int value, bool exact, const std::optional<Move>& best) const {
        out["value"] = to_points(spec(), value);
        out["exact"] = exact;
        out["best"] = best ? Json(print_move(spec(), *best)) : Json();
        return out;
    }

    /// The result of a finished game for the side to move, in the engine's unit; nothing while it goes on.
    [[nodiscard]] std::optional<int> result_of(const WidePosition& position) const {
        const Verdict verdict = played_.game.verdict(position);
        if (!verdict.over()) return std::nullopt;
        const Scores scores = played_.game.scores(position);
        const int lead = 100 * (scores.first - scores.second) * (position.second_to_move ? -1 : 1);
        if (spec().family() == Family::kRaid || verdict.outcome == Outcome::kDraw) {
            return verdict.outcome == Outcome::kDraw ? 0 : lead;
        }
        return lead + (lead > 0 ? kWin : -kWin);
    }

    void start_solver() {
        if (solve_ms_ <= 0 || spec().family() != Family::kRaid || spec().squares() > solver::Solver::kMostSquares) return;
        const auto root = std::find_if(positions().begin(), positions().end(),
                                       [](const WidePosition& one) { return one.empty.count() <= kProvableEmpties; });
        if (root == positions().end() || root->empty.none()) return;
        solver::SolverOptions options;
        options.table_bytes = std::min(solver::Solver::usual_table_bytes(spec(), *root, options.ideas), ceilings_.solver_bytes);
        auto made = solver::Solver::make(spec(), *root, options);
        if (!made) return;
        solver_ = std::move(made).value();
        deadline_ = Steady::now() + std::chrono::duration_cast<Steady::duration>(std::chrono::duration<double, std::milli>(solve_ms_));
    }

    [[nodiscard]] SearchRequest what_is_left() const {
        const double left = std::chrono::duration<double, std::milli>(deadline_ - Steady::now()).count();
        return {{.ms = std::max(left, 1.0), .nodes = ceilings_.solver_nodes}};
    }

    /// The proved value for the side to move. A position that took too long is not the last one: those before it take longer.
    std::optional<int> prove(const WidePosition& position) {
        if (!solver_ || position.empty.count() > kProvableEmpties) return std::nullopt;
        const solver::Answer found = solver_->solve(position, what_is_left());
        if (!found.finished()) {
            solver_.reset();
            return std::nullopt;
        }
        proved_ = found.lower;
        return found.lower;
    }

    [[nodiscard]] std::optional<Move> first_of(const WidePosition& position, int value) {
        return solver_ ? solver_->best_move(position, value, what_is_left()) : std::nullopt;
    }

    /// Where the value after the move is proved, the one before it may be too.
    std::optional<Judged> proved_judgement(std::size_t ply, const WidePosition& before, Move move) {
        if (!proved_) return std::nullopt;
        const int played = -std::exchange(proved_, std::nullopt).value();
        const auto value = prove(before);
        if (!value) return std::nullopt;
        const auto best = played == *value ? move : first_of(before, *value);
        if (!best) return std::nullopt;
        return Judged{ply, 100 * *value, 100 * played, true, *best, before.empty.count()};
    }

    /// The values of a search at its last two depths; the same where there is only one.
    struct Depths {
        int depth = 0;
        std::array<int, 2> values{};  ///< at the last depth and at the one before it
        bool exact = false;
        Move best;
    };

    Depths look(const WidePosition& position, const SearchRequest& request) {
        Depths out;
        std::array<int, kMaxDepth + 1> by_depth{};
        int seen = 0;
        const SearchResult found = engine_.search(position, request, [&](const SearchLine& line) {
            if (line.rank != 1 || line.depth < 0 || line.depth > kMaxDepth) return;
            by_depth[static_cast<std::size_t>(line.depth)] = line.value;
            seen = line.depth;
        });
        const SearchLine& line = found.lines.front();
        out.depth = line.depth;
        out.exact = line.exact;
        out.best = line.moves.front();
        const bool two = line.depth > 1 && seen >= line.depth - 1;
        out.values = {line.value, two ? by_depth[static_cast<std::size_t>(line.depth - 1)] : line.value};
        return out;
    }

    Judged estimate(std::size_t ply, const WidePosition& before, Move move) {
        Depths first = look(before, {.budget = {.ms = ceilings_.ms, .nodes = nodes_}});
        if (first.depth < kLeastDepth && !first.exact) first = look(before, {.budget = {.ms = ceilings_.ms, .depth = kLeastDepth}});
        Judged out{ply, mean(first), mean(first), false, first.best, first.depth};
        if (first.best == move) return out;
        const WidePosition& after = positions()[ply + 1];
        if (const auto result = result_of(after)) {
            out.played = std::min(-*result, out.value);
            return out;
        }
        // As deep below the position before the move as the first search was; a depth that is too dear is no comparison.
        const int depth = std::max(first.depth - 1, 1);
        const Depths second = look(after, {.budget = {.ms = ceilings_.ms, .nodes = kDeeperShare * nodes_, .depth = depth}});
        if (second.depth != depth && !second.exact) return out;
        const auto lost = [&](std::size_t i) { return worth(first.values[i]) + worth(second.values[i]); };
        const std::size_t i = lost(1) < lost(0) ? 1 : 0;
        if (lost(i) <= 0) return out;
        const bool wins = is_win(first.values[i]) || is_win(second.values[i]);
        if (wins) out.value = first.values[i];
        out.played = wins ? -second.values[i] : out.value - lost(i);
        return out;
    }

    [[nodiscard]] bool is_win(int value) const { return is_proved_win(spec().family(), value); }
    /// Odd and even depths favour opposite sides; the mean of two in a row is steadier than either.
    [[nodiscard]] int mean(const Depths& depths) const {
        const auto [last, before] = depths.values;
        return depths.exact || is_win(last) || is_win(before) ? last : (last + before) / 2;
    }

    /// Hundredths in which two values compare: a win that is proved is a win, by however much.
    [[nodiscard]] int worth(int value) const {
        const int all = 100 * static_cast<int>(points_);
        return is_win(value) ? (value > 0 ? all : -all) : std::clamp(value, -all, all);
    }

    /// The chance to win that a value of the Ataxx family stands for.
    [[nodiscard]] double chance(int value) const {
        if (is_win(value)) return value > 0 ? 1 : 0;
        const double x = value / kSixToOne;
        return (1 + x / std::sqrt(1 + x * x)) / 2;
    }

    /// What the move gave away: a share of all points, or of the chance to win.
    [[nodiscard]] double share_of(const Judged& judged) const {
        if (spec().family() == Family::kAtaxx) return std::max(0.0, chance(judged.value) - chance(judged.played));
        return std::max(0, judged.value - judged.played) / (100.0 * static_cast<double>(points_));
    }

    [[nodiscard]] std::string_view grade_of(const Judged& judged, const WidePosition& before, double share) const {
        const bool raid = spec().family() == Family::kRaid;
        if (raid && (judged.value - judged.played < 100 || (!judged.exact && before.empty.count() <= kProofAlone))) return "";
        for (const Grade& one : raid ? kRaidGrades : kAtaxxGrades) {
            // Whoever still wins, and that is proved, has been careless at worst.
            const bool still_wins = judged.exact && judged.played > 0;
            if (share >= one.least) return still_wins ? kRaidGrades.back().name : one.name;
        }
        return "";
    }

    [[nodiscard]] Json json(const Judged& judged, const WidePosition& before, Move move) const {
        const double share = share_of(judged);
        const std::string_view grade = grade_of(judged, before, share);
        Json out = object("ply", judged.ply, "move", print_move(spec(), move));
        out = finish(std::move(out), judged.value, judged.exact, judged.best);
        out["depth"] = judged.depth;
        out["played"] = to_points(spec(), judged.played);
        out["loss"] = std::max(0, worth(judged.value) - worth(judged.played)) / 100.0;
        out["share"] = share;
        out["grade"] = grade.empty() ? Json() : Json(grade);
        return out;
    }

    const Played& played_;
    const Ceilings& ceilings_;
    std::uint64_t nodes_;
    double solve_ms_;
    std::int64_t points_ = 0;
    Engine engine_;
    std::unique_ptr<solver::Solver> solver_;
    Steady::time_point deadline_;
    std::optional<int> proved_;  ///< of the position that was looked at last, for its side to move
};

}  // namespace

Answered answer_review(const Json& question, const Ceilings& ceilings, const Say& say) {
    const auto played = read_game(question);
    if (!played) return played.error();
    Fields fields(question);
    const auto most_ms = static_cast<std::int64_t>(ceilings.ms);
    const auto most_nodes = static_cast<std::int64_t>(ceilings.engine_nodes);
    const auto nodes = static_cast<std::uint64_t>(fields.number("nodes", 1, most_nodes, std::min<std::int64_t>(20'000, most_nodes)));
    const auto solve_ms = static_cast<double>(fields.number("solve_ms", 0, most_ms, 0));
    if (fields.error()) return *fields.error();
    Reviewer reviewer(*played, ceilings, nodes, solve_ms);
    Json::array_t judged;
    const auto tell = [&](Json one) {
        if (say) say(object("judged", Json::array_t{one}));
        judged.push_back(std::move(one));
    };
    tell(reviewer.last());
    for (std::size_t ply = played->line.moves.size(); ply-- > 0;) tell(reviewer.judge(ply));
    std::reverse(judged.begin(), judged.end());
    return object("judged", std::move(judged));
}

}  // namespace foray::questions
