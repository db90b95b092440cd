#include "foray/lobby/game.h"

#include <algorithm>
#include <cmath>

#include "foray/lobby/identity.h"
#include "foray/notation/move_text.h"
#include "foray/notation/text.h"

namespace foray::lobby {

Result<TimeControl> read_time_control(std::string_view text) {
    constexpr double kMostMinutes = 180;
    constexpr unsigned kMostIncrement = 180;
    constexpr unsigned kMostDays = 14;
    const Error wrong{foray::quoted(text) +
                      " is no clock: \"none\", \"5+3\" (minutes, and seconds for every move) or \"3d\" (days for a move, up to 14)"};
    if (text == "none" || text.empty()) return TimeControl{};
    if (text.ends_with('d')) {
        const auto days = parse_number(text.substr(0, text.size() - 1), kMostDays);
        if (!days || *days == 0) return wrong;
        return TimeControl{.days = static_cast<int>(*days)};
    }
    const std::size_t plus = text.find('+');
    if (plus == std::string_view::npos) return wrong;
    const auto minutes = parse_decimal(text.substr(0, plus));
    const auto increment = parse_number(text.substr(plus + 1), kMostIncrement);
    if (!minutes || !increment || *minutes < 0.1 || *minutes > kMostMinutes) return wrong;
    return TimeControl{.base_ms = std::llround(*minutes * 60) * kSecondMs, .increment_ms = *increment * kSecondMs};
}

std::string print(const TimeControl& time) {
    if (time.days > 0) return std::to_string(time.days) + "d";
    if (!time.has_clock()) return "none";
    const std::int64_t seconds = time.base_ms / kSecondMs;
    std::string minutes = std::to_string(seconds / 60);
    if (seconds % 60 != 0) {
        // A fraction that reads back as the same number of seconds.
        std::string thousandths = std::to_string(1000 + (seconds % 60 * 1000 + 30) / 60).substr(1);
        thousandths.erase(thousandths.find_last_not_of('0') + 1);
        minutes += "." + thousandths;
    }
    return minutes + "+" + std::to_string(time.increment_ms / kSecondMs);
}

namespace {

using Events = std::vector<Event>;
using Decision = Result<Events, Refusal>;

constexpr std::size_t index(Offer what) { return static_cast<std::size_t>(what); }
Outcome win_of(int side) { return side == 0 ? Outcome::kFirstWins : Outcome::kSecondWins; }

class Decider {
public:
    Decider(const GameState& state, int side, const std::string& request, const Moment& moment)
        : s_(state),
          side_(side),
          me_(static_cast<std::size_t>(std::max(0, side))),
          request_(request),
          moment_(moment),
          now_(std::max(moment.now_ms, state.at_ms)) {}

    Decision operator()(const wish::Join& w) {
        if (s_.side_of(w.player.person) >= 0) return Events{};
        if (s_.stage != Stage::kWaiting) return Refusal{"taken", "somebody else has that seat already"};
        if (!s_.terms.open && invitation_of(w.invitation) != s_.invitation)
            return Refusal{"uninvited", "the link to this game is not complete"};
        const int side = s_.terms.wish == Wish::kFirst ? 0 : s_.terms.wish == Wish::kSecond ? 1 : static_cast<int>(moment_.lot & 1);
        // Nobody sat there before; and who sits there asks twice for nothing.
        return Events{house(event::Joined{w.player, side})};
    }

    Decision operator()(const wish::Move& w) {
        if (auto no = not_running()) return *no;
        if (w.ply < s_.plies()) return repeated(w);
        if (w.ply > s_.plies()) return Refusal{"ahead", "the game is not there yet"};
        if (side_ != s_.to_move()) return Refusal{"turn", "it is the other side's turn"};
        const auto move = parse_move(*s_.game, s_.position, w.move);
        if (!move) return Refusal{"illegal", move.error().what};
        const std::int64_t lag = std::clamp<std::int64_t>(moment_.lag_ms, 0, kMostLagMs);
        std::int64_t left = s_.left_ms[me_];
        if (s_.terms.time.days > 0 && now_ >= *s_.deadline_ms()) return lost_on_time();
        if (s_.terms.time.has_clock() && s_.plies() >= 2) {
            const std::int64_t used = std::max<std::int64_t>(0, now_ - s_.since_ms - lag);
            if (used >= left) return lost_on_time();
            left += s_.terms.time.increment_ms - used;
        }
        Events out = one(event::Moved{s_.plies(), print_move(s_.game->spec(), *move), lag, left});
        const Verdict verdict = s_.game->verdict(s_.game->after(s_.position, *move));
        if (verdict.over()) out.push_back(house(event::Ended{verdict.outcome, verdict.ending, ""}));
        return out;
    }

    Decision operator()(const wish::MakeOffer& w) {
        if (side_ < 0) return no_seat();
        if (w.what == Offer::kRematch) {
            if (s_.stage != Stage::kOver) return Refusal{"running", "the game is not over"};
            if (!s_.rematch.empty()) return Events{};
        } else if (auto no = not_running()) {
            return *no;
        }
        if (w.what == Offer::kTakeBack && s_.plies() < (s_.to_move() == side_ ? 2 : 1))
            return Refusal{"nothing", "there is nothing to take back"};
        if (s_.offers[me_][index(w.what)]) return Events{};
        if (s_.offered_at[me_][index(w.what)] == s_.plies()) return Refusal{"again", "that was offered already: make a move first"};
        return one(event::Offered{w.what});
    }

    Decision operator()(const wish::Answer& w) {
        if (side_ < 0) return no_seat();
        if (!s_.offers[1 - me_][index(w.what)]) return Refusal{"nothing", "there is no such offer any more"};
        if (!w.yes) return one(event::Declined{w.what});
        if (w.what == Offer::kDraw) return ended(Outcome::kDraw, Ending::kAdjudication, "agreed");
        if (w.what == Offer::kRematch) return one(event::Rematched{w.rematch});
        // The side that asked is to move again.
        return one(event::TakenBack{s_.to_move() == side_ ? 1 : 2});
    }

    Decision operator()(const wish::Resign&) {
        if (auto no = not_running()) return *no;
        return ended(win_of(1 - side_), Ending::kResignation, "");
    }

    Decision operator()(const wish::CallOff&) {
        if (side_ < 0) return no_seat();
        if (s_.stage == Stage::kOver) return Refusal{"over", "the game is over"};
        if (s_.plies() >= 2) return Refusal{"late", "both sides have moved: the game can be resigned, but not called off"};
        return ended(Outcome::kOngoing, Ending::kNone, "");
    }

    Decision operator()(const wish::Claim&) {
        if (s_.stage != Stage::kRunning) return side_ < 0 ? Decision(Events{}) : Decision(Refusal{"over", "the game does not run"});
        if (const auto deadline = s_.deadline_ms(); deadline && now_ >= *deadline) {
            if (s_.plies() < 2 && s_.terms.time.has_clock()) return ended(Outcome::kOngoing, Ending::kNone, "");
            return lost_on_time();
        }
        if (side_ < 0) return Events{};
        const auto& away = s_.away_ms[1 - me_];
        const std::int64_t grace = s_.terms.time.has_clock() ? kGraceMs : kLongGraceMs;
        if (s_.terms.time.days > 0 || !away || now_ - *away < grace) return Refusal{"early", "there is nothing to claim yet"};
        if (s_.plies() < 2) return ended(Outcome::kOngoing, Ending::kNone, "");
        return ended(win_of(side_), Ending::kDisconnected, "");
    }

    Decision operator()(const wish::Say& w) {
        if (side_ < 0) return no_seat();
        if (s_.stage == Stage::kWaiting) return Refusal{"alone", "nobody is there to hear it"};
        if (s_.said[me_] >= kMostSaid) return Refusal{"enough", "enough has been said"};
        return one(event::Said{w.phrase});
    }

    Decision operator()(const wish::Leave&) {
        if (side_ < 0 || s_.stage != Stage::kRunning || s_.terms.time.days > 0 || s_.away_ms[me_]) return Events{};
        return one(event::Away{});
    }
    Decision operator()(const wish::Return&) {
        if (side_ < 0 || s_.stage != Stage::kRunning || !s_.away_ms[me_]) return Events{};
        return one(event::Back{});
    }

private:
    static Refusal no_seat() { return {"seat", "only those who play can do that"}; }
    [[nodiscard]] std::optional<Refusal> not_running() const {
        if (side_ < 0) return no_seat();
        if (s_.stage == Stage::kWaiting) return Refusal{"alone", "nobody has taken the other seat yet"};
        if (s_.stage == Stage::kOver) return Refusal{"over", "the game is over"};
        return std::nullopt;
    }

    /// A move that was made already, asked for once more by a side that did not hear of it, is no mistake.
    [[nodiscard]] Decision repeated(const wish::Move& w) const {
        GameState before;
        before.position = s_.game->start();
        for (int ply = 0; ply < w.ply; ++ply) before.position = s_.game->after(before.position, s_.moves[static_cast<std::size_t>(ply)]);
        const auto move = parse_move(*s_.game, before.position, w.move);
        const bool same = move && *move == s_.moves[static_cast<std::size_t>(w.ply)] && before.to_move() == side_;
        return same ? Decision(Events{}) : Decision(Refusal{"old", "another move was made there"});
    }

    [[nodiscard]] Events one(What what) const { return {Event{now_, side_, request_, std::move(what)}}; }
    [[nodiscard]] Event house(What what) const { return {now_, -1, "", std::move(what)}; }
    [[nodiscard]] Events ended(Outcome outcome, Ending ending, const std::string& detail) const {
        return one(event::Ended{outcome, ending, detail});
    }
    [[nodiscard]] Events lost_on_time() const { return {house(event::Ended{win_of(1 - s_.to_move()), Ending::kTime, ""})}; }

    const GameState& s_;
    int side_;
    std::size_t me_;
    const std::string& request_;
    const Moment& moment_;
    std::int64_t now_;
};

}  // namespace

Result<std::vector<Event>, Refusal> decide(const GameState& state, int side, const std::string& request, const Wanted& wanted,
                                           const Moment& moment) {
    if (state.knows(side, request)) return std::vector<Event>{};
    return std::visit(Decider(state, side, request, moment), wanted);
}

}  // namespace foray::lobby
