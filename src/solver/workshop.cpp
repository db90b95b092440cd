#include "workshop.h"

#include <algorithm>

#include "foray/board/threads.h"
#if FORAY_THREADS
#include <thread>
#endif

namespace foray::solver {

Workshop::Workshop(const Field& field, const SolverOptions& options, Set universe, std::unique_ptr<Table> table)
    : field_(field), table_(std::move(table)) {
    const int threads = FORAY_THREADS ? std::max(1, options.threads) : 1;
    for (int i = 0; i < threads; ++i) {
        searches_.push_back(std::make_unique<Search>(field_, options.ideas, *table_, universe, signals_, i));
        if (threads > 1) searches_.back()->share();
    }
}

Set Workshop::universe_of(const Field& field, const WidePosition& root, const Ideas& ideas) {
    const Set empty = root.empty.words[0];
    Set universe = empty;
    if (ideas.symmetry && count(empty) >= ideas.symmetry_from) {
        for (const SymmetryPair& pair : field.symmetries()) universe |= pair.there(empty);
    }
    return universe;
}

bool Workshop::ask(const State& state, int target, const SolveLimits& limits, const std::atomic<bool>& stop, Clock::time_point deadline,
                   Bound& bound) {
    signals_.begin(limits.nodes == 0 ? 0 : nodes() + limits.nodes, deadline, &stop, limits.stop);
    // Threads ask the same question of one table; the first answer ends the others. Short questions are not worth a thread.
    [[maybe_unused]] const std::size_t threads = count(state.empty) < 14 ? 1 : searches_.size();
    std::atomic<bool> answered{false};
    const auto work = [&](Search& search) {
        const Bound found = search.decide(state, target);
        if (search.stopped()) return;
        if (!answered.exchange(true)) {
            bound = found;
            signals_.finish();
        }
    };
#if FORAY_THREADS
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i < threads; ++i) helpers.emplace_back([&, i] { work(*searches_[i]); });
    work(*searches_.front());
    for (std::thread& helper : helpers) helper.join();
#else
    work(*searches_.front());
#endif
    return answered;
}

std::uint64_t Workshop::nodes() const {
    std::uint64_t sum = 0;
    for (const auto& search : searches_) sum += search->nodes_seen();
    return sum;
}

}  // namespace foray::solver
