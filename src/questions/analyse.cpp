// The question `analyse`: what is known about a position, told while it is found out. One search gives the value, the best lines and the
// value of every move; where the solver can prove the value, the proof overrides the estimates. So whatever a page shows beside each other
// agrees.
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "foray/engine/engine.h"
#include "foray/notation/text.h"
#include "foray/solver/solver.h"
#include "question.h"

namespace foray::questions {
namespace {

constexpr int kMostLines = 20;
constexpr int kDeepest = 60;
/// More empties than this are not solved in seconds, and the attempt would only take time from the search.
constexpr int kSolvableEmpties = 22;
/// A page that redraws oftener than this has no more to show.
constexpr double kLeastPauseMs = 60;
/// The first look, before the solver is asked: a page should not be empty meanwhile.
constexpr double kFirstLookMs = 400;

struct KnownMove {
    Move move;
    int value = 0;  ///< hundredths for the side to move
    int raw = 0;    ///< what the last depth alone said
    int depth = 0;
    bool exact = false;
    std::vector<Move> line;
};

/// Everything known so far, best move first.
class Knowledge {
public:
    Knowledge(const Played& played, int lines, const Say& say) : played_(played), lines_(lines), say_(say) {}

    /// One line of the engine. A depth counts when all its lines are there: values of different depths do not compare.
    void heard(const SearchLine& line) {
        if (line.rank == 1) pending_.clear();
        pending_.push_back(line);
        nodes_ = line.nodes;
        if (line.rank == lines_) {
            commit(pending_);
            tell(false);
        }
    }

    void searched(const SearchResult& result) {
        commit(result.lines);
        nodes_ = result.nodes;
        tell(true);
    }

    void bounded(const solver::Answer& answer, std::vector<Move> line) {
        lower_ = 100 * answer.lower;
        upper_ = 100 * answer.upper;
        strategy_ = answer.strategy;
        if (answer.finished() && !line.empty()) {
            const int depth = static_cast<int>(line.size());
            set(KnownMove{line.front(), *lower_, *lower_, depth, true, line});
        }
        tell(true);
    }

    void bounded_moves(const std::vector<solver::MoveValue>& values) {
        for (const solver::MoveValue& one : values) {
            const KnownMove* before = find(one.move);
            KnownMove known = before != nullptr ? *before : KnownMove{one.move, 100 * one.value.lower, 0, 0, false, {one.move}};
            known.value = std::clamp(known.value, 100 * one.value.lower, 100 * one.value.upper);
            known.exact = known.exact || one.value.finished();
            set(std::move(known));
        }
        tell(true);
    }

    [[nodiscard]] bool exact() const { return (lower_ && lower_ == upper_) || (!moves_.empty() && moves_.front().exact); }
    [[nodiscard]] bool all_exact() const {
        return std::all_of(moves_.begin(), moves_.end(), [](const KnownMove& one) { return one.exact; });
    }

    [[nodiscard]] Json json() const {
        const GameSpec& spec = played_.spec();
        Json out = Json::object();
        const int best = moves_.empty() ? 0 : moves_.front().value;
        out["value"] = points(std::clamp(best, lower_.value_or(best), std::max(upper_.value_or(best), lower_.value_or(best))));
        out["exact"] = exact();
        if (lower_ && !exact()) {
            out["lower"] = points(*lower_);
            out["upper"] = points(*upper_);
        }
        out["depth"] = moves_.empty() ? 0 : moves_.front().depth;
        out["nodes"] = nodes_;
        out["ms"] = elapsed_ms();
        out["strategy"] = strategy_;
        out["moves"] = Json::array();
        for (const KnownMove& one : moves_) {
            out["moves"].push_back(object("move", print_move(spec, one.move), "value", points(one.value), "exact", one.exact, "depth",
                                          one.depth, "line", move_texts(spec, one.line)));
        }
        return out;
    }

    [[nodiscard]] double elapsed_ms() const {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - began_).count();
    }

private:
    [[nodiscard]] const KnownMove* find(Move move) const {
        const auto found = std::find_if(moves_.begin(), moves_.end(), [&](const KnownMove& one) { return one.move == move; });
        return found == moves_.end() ? nullptr : &*found;
    }

    /// Odd and even depths favour opposite sides; the mean of two depths in a row is steadier than either.
    [[nodiscard]] KnownMove known_from(const SearchLine& line) const {
        KnownMove known{line.moves.front(), line.value, line.value, line.depth, line.exact, line.moves};
        const KnownMove* before = find(known.move);
        const bool proved_win = std::abs(line.value) >= kWin;
        if (before != nullptr && before->exact && !known.exact) return *before;
        if (before != nullptr && before->depth == line.depth && !known.exact) known.value = before->value;
        if (before != nullptr && before->depth == line.depth - 1 && !known.exact && !proved_win && std::abs(before->raw) < kWin) {
            known.value = (before->raw + known.raw) / 2;
        }
        return known;
    }

    void commit(const std::vector<SearchLine>& lines) {
        std::vector<KnownMove> fresh;
        fresh.reserve(lines.size());
        for (const SearchLine& line : lines) fresh.push_back(known_from(line));
        // A move whose value is proved is not forgotten because it is not among the lines of this depth.
        for (const KnownMove& old : moves_) {
            const bool again = std::any_of(fresh.begin(), fresh.end(), [&](const KnownMove& one) { return one.move == old.move; });
            if (old.exact && !again) fresh.push_back(old);
        }
        moves_ = std::move(fresh);
        order();
    }

    void set(KnownMove known) {
        std::erase_if(moves_, [&](const KnownMove& one) { return one.move == known.move; });
        moves_.push_back(std::move(known));
        order();
    }

    void order() {
        // What is proved about the position holds for every move in it: none is worth more than the upper bound.
        if (upper_) {
            for (KnownMove& one : moves_) {
                if (!one.exact) one.value = std::min(one.value, *upper_);
            }
        }
        std::stable_sort(moves_.begin(), moves_.end(),
                         [](const KnownMove& a, const KnownMove& b) { return a.value != b.value ? a.value > b.value : a.exact > b.exact; });
    }

    [[nodiscard]] double points(int value) const { return to_points(played_.spec(), value); }

    void tell(bool now) {
        const double ms = elapsed_ms();
        if (!say_ || (!now && ms - told_ms_ < kLeastPauseMs)) return;
        told_ms_ = ms;
        say_(json());
    }

    const Played& played_;
    int lines_;
    const Say& say_;
    std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
    double told_ms_ = -kLeastPauseMs;
    std::vector<SearchLine> pending_;
    std::vector<KnownMove> moves_;
    std::optional<int> lower_, upper_;
    std::string_view strategy_;
    std::uint64_t nodes_ = 0;
};

/// Asks the solver for the value, the line that shows it, and then for every move's value.
void prove(Knowledge& known, const Played& played, const Ceilings& ceilings, double ms) {
    solver::SolverOptions options;
    options.table_bytes =
        std::min(solver::Solver::usual_table_bytes(played.spec(), played.position(), options.ideas), ceilings.solver_bytes);
    auto made = solver::Solver::make(played.spec(), played.position(), options);
    if (!made) return;
    solver::Solver& solver = **made;
    const SearchRequest request{{.ms = ms, .nodes = ceilings.solver_nodes}};
    const solver::Answer found = solver.solve(played.position(), request);
    known.bounded(found, found.finished() ? solver.best_line(played.position(), found.lower, request) : std::vector<Move>{});
    if (found.finished() && !known.all_exact()) known.bounded_moves(solver.move_values(played.position(), request));
}

bool may_solve(const Played& played) {
    const GameSpec& spec = played.spec();
    return spec.family() == Family::kRaid && spec.squares() <= 64 && played.position().empty.count() <= kSolvableEmpties;
}

}  // namespace

Answered answer_analyse(const Json& question, const Ceilings& ceilings, const Say& say) {
    const auto played = read_game(question);
    if (!played) return played.error();
    Fields fields(question);
    const auto most_ms = static_cast<std::int64_t>(ceilings.ms);
    const auto ms = static_cast<double>(fields.number("ms", 1, most_ms, most_ms));
    const auto nodes = static_cast<std::uint64_t>(
        fields.number("nodes", 1, static_cast<std::int64_t>(ceilings.engine_nodes), static_cast<std::int64_t>(ceilings.engine_nodes)));
    const auto depth = static_cast<int>(fields.number("depth", 1, kDeepest, kDeepest));
    const auto wanted = static_cast<int>(fields.number("lines", 1, kMostLines, 1));
    const bool all = fields.flag("all", false);
    const auto solve_ms = static_cast<double>(fields.number("solve_ms", 0, most_ms, 0));
    if (fields.error()) return *fields.error();
    const Game& game = played->game;
    if (game.verdict(played->position()).over()) {
        const int margin = game.scores(played->position()).first - game.scores(played->position()).second;
        return object("value", played->position().second_to_move ? -margin : margin, "exact", true, "depth", 0, "nodes", 0, "ms", 0,
                      "strategy", "", "moves", Json::array());
    }
    const auto legal = static_cast<int>(game.legal_moves(played->position()).size());
    const int lines = all ? legal : std::min(wanted, legal);
    Knowledge known(*played, lines, say);
    Engine engine(game.spec(), {.hash_mb = 16});
    const auto search = [&](double budget_ms) {
        known.searched(engine.search(played->position(), {.budget = {.ms = budget_ms, .nodes = nodes, .depth = depth}, .lines = lines},
                                     [&](const SearchLine& line) { known.heard(line); }));
    };
    const bool solve = solve_ms > 0 && may_solve(*played);
    search(solve ? std::min(ms, kFirstLookMs) : ms);
    if (solve && !(known.exact() && known.all_exact())) prove(known, *played, ceilings, solve_ms);
    // A search that ended by its nodes or its depth has nothing to add.
    const bool by_time = nodes == ceilings.engine_nodes && depth == kDeepest;
    if (solve && by_time && !known.exact() && known.elapsed_ms() < ms) search(ms - known.elapsed_ms());
    return known.json();
}

}  // namespace foray::questions
