#include "foray/learn/selfplay.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "foray/board/random.h"
#include "foray/engine/engine.h"

namespace foray::learn {
namespace {

using Kind = SelfplayEntry::Kind;

/// One game in the making.
class Play {
public:
    Play(const Game& game, Agent& player, const SelfplaySettings& settings, std::uint64_t seed)
        : game_(game), player_(player), settings_(settings), state_(seed) {}

    [[nodiscard]] bool over() const { return game_.verdict(position_).over(); }

    /// Random moves from `start`. False if the game ended on the way.
    bool open(const WidePosition& start) {
        out_ = {start, {}, Outcome::kDraw};
        position_ = start;
        const int plies = settings_.least_random + below(settings_.most_random - settings_.least_random + 1);
        for (int ply = 0; ply < plies; ++ply) {
            const Move move = random_move();
            out_.entries.push_back({move, Kind::kPlayed});
            position_ = game_.after(position_, move);
            if (over()) return false;
        }
        return true;
    }

    [[nodiscard]] std::optional<Decision> think(const WidePosition& position, const std::atomic<bool>& stop) {
        Limits limits;
        limits.stop = &stop;
        const Choice choice = player_.choose(position, limits, {});
        if (stop.load(std::memory_order_relaxed)) return std::nullopt;
        if (!choice || !game_.is_legal(position, choice->move)) {
            failure_ = player_.name() + (choice ? " chose an illegal move" : ": " + choice.error().detail);
            return std::nullopt;
        }
        return *choice;
    }

    /// Plays to the end of the game, or until there is no doubt about it. `first` is what is thought of the position so far.
    bool play_out(Decision decision, const std::atomic<bool>& stop) {
        int clear_plies = 0;
        bool first_leads = false;
        for (;;) {
            const bool second = position_.second_to_move;
            if (below(100) < settings_.aside_percent && !try_aside(decision.move, stop)) return false;
            out_.entries.push_back({decision.move, Kind::kSearched, decision.value});
            position_ = game_.after(position_, decision.move);
            const bool leads = (decision.value > 0) != second;
            clear_plies = std::abs(decision.value) < settings_.decided ? 0 : leads == first_leads ? clear_plies + 1 : 1;
            first_leads = leads;
            const bool proved = decision.exact || (game_.spec().family() == Family::kAtaxx && std::abs(decision.value) >= kWin);
            if (over()) {
                out_.result = game_.verdict(position_).outcome;
                return true;
            }
            if (clear_plies >= settings_.decided_plies || (proved && decision.value != 0)) {
                out_.result = leads ? Outcome::kFirstWins : Outcome::kSecondWins;
                return true;
            }
            const auto next = think(position_, stop);
            if (!next) return false;
            decision = *next;
        }
    }

    [[nodiscard]] const WidePosition& position() const { return position_; }
    [[nodiscard]] const std::string& failure() const { return failure_; }
    SelfplayGame take() { return std::move(out_); }

private:
    int below(int limit) { return static_cast<int>((splitmix64(state_) >> 32) * static_cast<std::uint64_t>(limit) >> 32); }

    Move random_move() {
        const auto moves = game_.legal_moves(position_);
        return moves[static_cast<std::size_t>(below(static_cast<int>(moves.size())))];
    }

    bool try_aside(Move best, const std::atomic<bool>& stop) {
        const Move move = random_move();
        if (move == best) return true;
        const WidePosition after = game_.after(position_, move);
        if (game_.verdict(after).over()) return true;
        const auto thought = think(after, stop);
        if (!thought) return false;
        out_.entries.push_back({move, Kind::kAside, thought->value});
        return true;
    }

    const Game& game_;
    Agent& player_;
    const SelfplaySettings& settings_;
    std::uint64_t state_;
    WidePosition position_;
    SelfplayGame out_;
    std::string failure_;
};

}  // namespace

std::optional<SelfplayGame> play_selfplay_game(const Game& game, const WidePosition& start, Agent& player, const SelfplaySettings& settings,
                                               std::uint64_t seed, const std::atomic<bool>& stop, std::string& failure) {
    Play play(game, player, settings, seed);
    player.new_game();
    // Where even the start is lost (or no opening stays alive), some opening has to do.
    constexpr int kTries = 50;
    for (int attempt = 0; attempt < kTries; ++attempt) {
        if (!play.open(start)) continue;
        const auto thought = play.think(play.position(), stop);
        if (!thought) {
            failure = play.failure();
            return std::nullopt;
        }
        if (std::abs(thought->value) > settings.balance && attempt + 1 < kTries) continue;
        if (!play.play_out(*thought, stop)) {
            failure = play.failure();
            return std::nullopt;
        }
        return play.take();
    }
    failure = "every opening of so many random moves ends the game; ask for fewer";
    return std::nullopt;
}

}  // namespace foray::learn
