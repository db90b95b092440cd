#include "workshop.h"

#include <algorithm>

namespace foray::solver {

const Search::Entries& Search::entries() {
    static const Entries& chosen = FORAY_HOT_CHOICE(solver_search);
    return chosen;
}

Workshop::Workshop(const Field& field, const SolverOptions& options, Set universe, Set root, std::shared_ptr<Table> table, Crew crew)
    : field_(field), table_(std::move(table)), crew_(std::move(crew)) {
    for (int i = 0; i < crew_.threads(); ++i) {
        searches_.push_back(std::make_unique<Search>(field_, options, *table_, universe, root, signals_, i));
        if (crew_.threads() > 1) searches_.back()->share();
    }
}

bool Workshop::has_memory() const {
    return std::all_of(searches_.begin(), searches_.end(), [](const auto& search) { return search->has_memory(); });
}

Set Workshop::universe_of(const Field& field, const WidePosition& root, const Ideas& ideas) {
    const Set empty = root.empty.words[0];
    Set universe = empty;
    if (ideas.symmetry && count(empty) >= ideas.symmetry_from) {
        for (const SymmetryPair& pair : field.symmetries()) universe |= pair.there(empty);
    }
    return universe;
}

bool Workshop::ask(const State& state, int target, const Until& until, Bound& bound) {
    signals_.begin(until.nodes, until.moment, until.stop, until.other_stop);
    // Threads ask the same question of one table; the first answer ends the others. Short questions are not worth waking them.
    std::atomic<bool> answered{false};
    crew_.run(count(state.empty) < 14 ? 1 : crew_.threads(), [&](int thread) {
        Search& search = *searches_[static_cast<std::size_t>(thread)];
        // Where memory ends for one of them it is no use for the others to go on.
        struct Finisher {
            Signals& signals;
            bool finishes;
            ~Finisher() {
                if (finishes) signals.finish();
            }
        } finisher{signals_, true};
        const Bound found = (search.*Search::entries().decide)(state, target);
        finisher.finishes = !search.stopped() && !answered.exchange(true);
        if (finisher.finishes) bound = found;
    });
    return answered;
}

std::uint64_t Workshop::nodes() const {
    std::uint64_t sum = 0;
    for (const auto& search : searches_) sum += search->nodes_seen();
    return sum;
}

}  // namespace foray::solver
