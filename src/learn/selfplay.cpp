#include "foray/learn/selfplay.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

#include "foray/board/random.h"
#include "foray/engine/engine.h"
#include "foray/rules/play_out.h"

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
        SearchRequest request;
        request.stop = &stop;
        const Choice choice = player_.choose(position, request, {});
        if (stop.load(std::memory_order_relaxed)) return std::nullopt;
        if (!choice || !game_.is_legal(position, choice->move)) {
            failure_ = player_.name() + (choice ? " chose an illegal move" : ": " + choice.error().detail);
            return std::nullopt;
        }
        return *choice;
    }

    /// Plays to the end of the game, or until there is no doubt about it. `next` is what is thought of the position so far.
    bool play_out(std::optional<Decision> next, const std::atomic<bool>& stop) {
        std::optional<Outcome> decided;
        bool broken_off = false;
        position_ = foray::play_out(game_, position_, [&](const WidePosition& here) -> std::optional<Move> {
            if (decided) return std::nullopt;
            position_ = here;
            if (!next) next = think(here, stop);
            broken_off = !next || (below(100) < settings_.aside_percent && !try_aside(next->move, stop));
            if (broken_off) return std::nullopt;
            const Move move = next->move;
            out_.entries.push_back({move, Kind::kSearched, next->value});
            decided = without_doubt(*next, here.second_to_move);
            next.reset();
            return move;
        });
        if (broken_off) return false;
        out_.result = over() ? game_.verdict(position_).outcome : *decided;
        return true;
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

    /// Who has won for certain, or by so much for so long that it is as good as certain.
    std::optional<Outcome> without_doubt(const Decision& decision, bool second) {
        const bool leads = (decision.value > 0) != second;
        clear_plies_ = std::abs(decision.value) < settings_.decided ? 0 : leads == first_leads_ ? clear_plies_ + 1 : 1;
        first_leads_ = leads;
        const bool proved = decision.exact || is_proved_win(game_.spec().family(), decision.value);
        if (clear_plies_ < settings_.decided_plies && (!proved || decision.value == 0)) return std::nullopt;
        return leads ? Outcome::kFirstWins : Outcome::kSecondWins;
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
    int clear_plies_ = 0;
    bool first_leads_ = false;
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
