#include "foray/match/runner.h"

#include <algorithm>
#include <exception>
#include <mutex>

#include "foray/board/crew.h"

namespace foray {
namespace {

class Match {
public:
    Match(const Game& game, const WidePosition& start, const MatchSettings& settings, const MakePlayer& make_player, const OnPair& on_pair)
        : game_(game),
          start_(start),
          settings_(settings),
          make_player_(make_player),
          on_pair_(on_pair),
          openings_(game, start, plies_of_openings(game, start, settings), settings.seed) {}

    Result<MatchScore> run() {
        run_together(std::min(settings_.workers, settings_.pairs), [this](int /*thread*/) { work(); });
        if (thrown_) std::rethrow_exception(thrown_);
        if (error_) return *error_;
        return score_;
    }

private:
    void work() {
        try {
            for (std::int64_t pair = next_++; pair < settings_.pairs && !stopped(); pair = next_++) play_pair(static_cast<int>(pair));
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!thrown_) thrown_ = std::current_exception();
            end();
        }
    }

    void play_pair(int pair) {
        const int index = settings_.openings ? pair % *settings_.openings : pair;
        const auto opening = opening_of(index);
        std::array<std::unique_ptr<Agent>, 2> players;
        for (const int player : {0, 1}) {
            auto made = make_player_(player);
            if (!made) return fail(made.error());
            players[static_cast<std::size_t>(player)] = std::move(made).value();
        }
        FinishedPair finished{pair, {}};
        for (const std::size_t first : {0U, 1U}) {
            GameTerms terms{.margin_ms = settings_.margin_ms, .stop = settings_.stop};
            Adjudicator adjudicator(game_, settings_.adjudication);
            terms.judge = [&](const GameRecord& record, const WidePosition& position) { return adjudicator.judge(record, position); };
            terms.budgets = {settings_.budgets[first], settings_.budgets[1 - first]};
            finished.games[first] = play_game(game_, start_, opening, {players[first].get(), players[1 - first].get()}, terms);
            if (verdict_of(game_, finished.games[first]).outcome == Outcome::kOngoing) return;  // stopped
        }
        const std::array<Fingerprint, 2> fingerprints = {fingerprint(finished.games[0]), fingerprint(finished.games[1])};
        const std::lock_guard lock(mutex_);
        if (decided_) return;  // was under way when the test ended; counted in, it might take the verdict back
        score_ += score_pair(game_, finished.games, add_pair(seen_, 0, 1, fingerprints));
        if (settings_.sprt &&
            decide(log_likelihood_ratio(score_.tally.pairs, *settings_.sprt), *settings_.sprt) != SprtVerdict::kUndecided) {
            decided_ = true;
            end();
        }
        if (on_pair_) on_pair_(finished, score_);
    }

    std::vector<Move> opening_of(int index) {
        const std::lock_guard lock(drawing_);
        return openings_.at(index);
    }

    [[nodiscard]] bool stopped() const { return settings_.stop != nullptr && settings_.stop->load(std::memory_order_relaxed); }

    /// No pair is begun after this. Never moved back: a pair's number is taken once.
    void end() { next_.fetch_add(settings_.pairs); }

    void fail(const Error& error) {
        const std::lock_guard lock(mutex_);
        if (!error_) error_ = error;
        end();
    }

    const Game& game_;
    const WidePosition& start_;
    const MatchSettings& settings_;
    const MakePlayer& make_player_;
    const OnPair& on_pair_;
    std::mutex drawing_;
    OpeningDraws openings_;
    std::atomic<std::int64_t> next_ = 0;
    std::mutex mutex_;
    MatchScore score_;
    SeenGames seen_;
    bool decided_ = false;  ///< by the test
    std::optional<Error> error_;
    std::exception_ptr thrown_;
};

}  // namespace

PlyRange plies_of_openings(const Game& game, const WidePosition& start, const MatchSettings& settings) {
    return settings.opening_plies ? *settings.opening_plies : enough_plies(game, start, settings.openings.value_or(settings.pairs));
}

Result<MatchScore> run_match(const Game& game, const WidePosition& start, const MatchSettings& settings, const MakePlayer& make_player,
                             const OnPair& on_pair) {
    return Match(game, start, settings, make_player, on_pair).run();
}

}  // namespace foray
