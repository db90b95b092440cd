// The strong player: one search for every game of both families.
//
// Values are in hundredths, for the side to move: of a point (raid family) or of a piece (Ataxx family). A raid value that is `exact` is
// the margin of best play times 100. In the Ataxx family winning comes before the margin: a proved win is kWin + 100 * margin.
//
// With one thread a search limited by depth or nodes gives the same answer on every machine. A search throws,
// prints and reads nothing; threads exist only where FORAY_THREADS is not 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "foray/board/result.h"
#include "foray/board/threads.h"
#include "foray/engine/network.h"
#include "foray/engine/parameters.h"
#include "foray/engine/techniques.h"
#include "foray/engine/weights.h"
#include "foray/notation/budget.h"
#include "foray/rules/game.h"

namespace foray {

inline constexpr int kWin = 1'000'000;
/// Whether a value says that the Ataxx family's game is won or lost for certain.
constexpr bool is_proved_win(Family family, int hundredths) {
    return family == Family::kAtaxx && (hundredths >= kWin || hundredths <= -kWin);
}
/// The margin that a value stands for, in hundredths: people read margins, also of a win that is proved.
constexpr int margin_of(Family family, int hundredths) {
    return !is_proved_win(family, hundredths) ? hundredths : hundredths - (hundredths > 0 ? kWin : -kWin);
}
/// The deepest search in plies.
inline constexpr int kMaxDepth = 100;
inline constexpr int kMaxThreads = 64;

struct EngineOptions {
    std::size_t hash_mb = 16;  ///< for everything that is remembered: the table, and what the solver of endings remembers
    int threads = 1;
    Techniques techniques{};
    Weights weights{};
    std::optional<Parameters> parameters{};                   ///< nothing for those of the game's family
    std::optional<std::shared_ptr<const Network>> network{};  ///< nothing for the game's default; null for the linear evaluation
};

/// One line of play and what is known about it.
struct SearchLine {
    int rank = 1;  ///< 1 for the best move
    int depth = 0;
    int deepest = 0;  ///< the longest line looked at
    int value = 0;
    bool exact = false;       ///< `value` is the result of best play
    std::vector<Move> moves;  ///< never empty
    std::uint64_t nodes = 0;
    double ms = 0;
    int table_permille = 0;
};

using OnLine = std::function<void(const SearchLine&)>;

/// Lines by rank; never empty for a position with a legal move.
struct SearchResult {
    std::vector<SearchLine> lines;
    std::uint64_t nodes = 0;
    double ms = 0;
    [[nodiscard]] Move move() const { return lines.front().moves.front(); }
};

/// A part of an evaluation, in hundredths for the side to move.
struct EvaluationTerm {
    std::string_view name;
    int value;
};

/// A player of one game. Remembers what it saw (the table) from one search to the next, until new_game().
class Engine {
public:
    /// An error if the memory is not to be had or the threads cannot be started.
    [[nodiscard]] static Result<Engine> make(const GameSpec& spec, const EngineOptions& options = {});
    /// For options that nobody else chose: throws what make() would say.
    explicit Engine(const GameSpec& spec, const EngineOptions& options = {});
    ~Engine();
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;

    /// The position must have a legal move.
    [[nodiscard]] SearchResult search(const WidePosition& position, const SearchRequest& request, const OnLine& on_line = {});
    void new_game();
    /// The static evaluation, term by term; they add up to it.
    [[nodiscard]] std::vector<EvaluationTerm> evaluate(const WidePosition& position) const;

    class Impl;

private:
    Engine();
    std::unique_ptr<Impl> impl_;
};

}  // namespace foray
