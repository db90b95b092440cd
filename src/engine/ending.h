// The end of a raid game, handed to the solver: exact values instead of estimates as soon as they are cheap enough.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "foray/engine/engine.h"
#include "foray/solver/solver.h"

namespace foray::engine {

class EndingSolver {
public:
    EndingSolver(const GameSpec& spec, std::size_t bytes, int threads) : spec_(spec), bytes_(bytes), threads_(threads) {}

    /// Whether the solver takes this game at all.
    [[nodiscard]] static bool possible(const GameSpec& spec);
    [[nodiscard]] bool possible() const { return possible(spec_); }
    /// About what solving takes: solver nodes for `lines` lines, and milliseconds for so many nodes.
    [[nodiscard]] static double expected_nodes(int empties, int lines);
    [[nodiscard]] double expected_ms(double nodes) const;

    /// The best `lines` of `moves` with their exact values, best first. Nothing if the request did not allow it; what was learnt is kept
    /// for the next time. `nodes` grows by what was spent.
    [[nodiscard]] std::optional<std::vector<SearchLine>> solve(const WidePosition& position, std::span<const Move> moves, int lines,
                                                               const SearchRequest& request, std::uint64_t& nodes);
    void forget() { solver_.reset(); }

private:
    [[nodiscard]] solver::Solver* solver_for(const WidePosition& position);
    [[nodiscard]] std::vector<SearchLine> one_line(const WidePosition& position, const SearchRequest& request);
    [[nodiscard]] std::vector<SearchLine> several_lines(const WidePosition& position, std::span<const Move> moves, int lines,
                                                        const SearchRequest& request);

    GameSpec spec_;
    std::size_t bytes_;  ///< what the solver may remember
    int threads_;
    std::unique_ptr<solver::Solver> solver_;
    // What a good machine needs to make a solver, and does with it; where another turns out to be slower, that counts.
    static constexpr double kSetUpMs = 2;
    static constexpr double kNodesPerMs = 500;
    double set_up_ms_ = kSetUpMs;
    double nodes_per_ms_ = kNodesPerMs;
};

}  // namespace foray::engine
