#include "foray/match/referee.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "foray/rules/play_out.h"

namespace foray {
namespace {

/// The clock of one player as the game goes on.
class Watch {
public:
    explicit Watch(const std::optional<Clock>& start) : start_(start), now_(start) {}

    [[nodiscard]] bool runs() const { return now_.has_value(); }
    [[nodiscard]] const Clock& now() const { return *now_; }

    /// Takes off what a move took. Returns by how much that was more than there was, or 0; within the margin nothing is too much.
    double spend(double ms, double margin_ms) {
        if (!now_) return 0;
        if (ms > now_->left_ms + margin_ms) return ms - now_->left_ms;
        now_->left_ms = std::max(now_->left_ms - ms, 0.0) + now_->increment_ms;
        if (now_->moves_to_go && --*now_->moves_to_go <= 0) {
            now_->left_ms += start_->left_ms;
            now_->moves_to_go = start_->moves_to_go;
        }
        return 0;
    }

private:
    std::optional<Clock> start_;
    std::optional<Clock> now_;
};

class Referee {
public:
    Referee(const Game& game, const std::array<Agent*, 2>& players, const GameTerms& terms, GameRecord& record)
        : game_(game), players_(players), terms_(terms), record_(record) {}

    /// The next move, or nothing once the game is decided or stopped.
    std::optional<Move> ask(const WidePosition& position) {
        if (stopped()) return std::nullopt;
        if (terms_.judge) {
            record_.decided = terms_.judge(record_, position);
            if (record_.decided) return std::nullopt;
        }
        const bool second = position.second_to_move;
        const std::size_t seat = second ? 1 : 0;
        const auto begin = std::chrono::steady_clock::now();
        const Choice choice = players_[seat]->choose(position, request_for(seat), {});
        const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
        if (stopped()) return std::nullopt;  // what a player says when it is told to stop does not count
        if (!choice) return lost(second, choice.error().ending, choice.error().detail);
        const auto& allowed = terms_.budgets[seat].ms;
        const double over_move = allowed && ms > *allowed + terms_.margin_ms ? ms - *allowed : 0;
        const double over = std::max(over_move, watches_[seat].spend(ms, terms_.margin_ms));
        if (over > 0) return lost(second, Ending::kTime, "overstepped by " + std::to_string(std::llround(std::ceil(over))) + " ms");
        if (!game_.is_legal(position, choice->move)) return lost(second, Ending::kIllegalMove, "");
        record_.moves.push_back(choice->move);
        record_.notes.push_back(note_of(*choice));
        return choice->move;
    }

private:
    [[nodiscard]] bool stopped() const { return terms_.stop != nullptr && terms_.stop->load(std::memory_order_relaxed); }

    [[nodiscard]] SearchRequest request_for(std::size_t seat) const {
        SearchRequest request{.budget = terms_.budgets[seat], .stop = terms_.stop};
        if (!watches_[seat].runs()) return request;
        request.budget.clock = watches_[seat].now();
        if (watches_[1 - seat].runs()) request.opponent_clock = watches_[1 - seat].now();
        return request;
    }

    std::optional<Move> lost(bool second, Ending ending, std::string detail) {
        record_.decided = Decided{second ? Outcome::kFirstWins : Outcome::kSecondWins, ending, std::move(detail)};
        return std::nullopt;
    }

    const Game& game_;
    const std::array<Agent*, 2>& players_;
    const GameTerms& terms_;
    GameRecord& record_;
    std::array<Watch, 2> watches_ = {Watch(terms_.budgets[0].clock), Watch(terms_.budgets[1].clock)};
};

}  // namespace

GameRecord play_game(const Game& game, const WidePosition& start, const std::vector<Move>& opening, const std::array<Agent*, 2>& players,
                     const GameTerms& terms) {
    GameRecord record{game.spec(), start, opening};
    record.players = {players[0]->name(), players[1]->name()};
    record.notes.resize(opening.size());
    for (Agent* player : players) player->new_game();
    Referee referee(game, players, terms, record);
    play_out(game, final_position(game, record), [&](const WidePosition& position) { return referee.ask(position); });
    return record;
}

}  // namespace foray
