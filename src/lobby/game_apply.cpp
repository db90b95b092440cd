// How an event changes a game. Whatever comes from a store is checked against the state: damage is found here, not later.
#include <algorithm>

#include "foray/board/xxh64.h"
#include "foray/lobby/game.h"
#include "foray/lobby/identity.h"
#include "foray/notation/game_text.h"
#include "parts.h"

namespace foray::lobby {

Result<Game> game_of(const Terms& terms) {
    GameText text;
    text.game = terms.game;
    if (!terms.board.empty()) text.board = terms.board;
    if (!terms.raid.empty()) text.raid = terms.raid;
    auto played = play(text);
    if (!played) return played.error();
    return Game(played->spec());
}

int GameState::side_of(std::string_view person) const {
    for (const int side : {0, 1}) {
        if (!person.empty() && players[static_cast<std::size_t>(side)].person == person) return side;
    }
    return -1;
}

std::optional<std::int64_t> GameState::deadline_ms() const {
    if (!timed()) return std::nullopt;
    if (terms.time.days > 0) return since_ms + terms.time.days * kDayMs;
    if (plies() < 2) return since_ms + kFirstMoveMs;
    return since_ms + left_ms[static_cast<std::size_t>(to_move())] + kMostLagMs;
}

bool GameState::knows(int side, std::string_view request) const {
    return !request.empty() && requests.contains(request_key(side, request));
}

std::uint64_t request_key(int side, std::string_view request) {
    const std::string text = std::to_string(side) + " " + std::string(request);
    return xxh64(text.data(), text.size(), 0);
}

namespace {

Error damage(const std::string& what) { return Error{"an event does not follow from the game: " + what}; }

class Applier {
public:
    Applier(GameState& state, const Event& event) : s_(state), event_(event), side_(static_cast<std::size_t>(std::max(0, event.side))) {}

    std::optional<Error> operator()(const event::Created& e) {
        if (s_.number != 0) return damage("made twice");
        auto game = game_of(e.terms);
        if (!game) return damage(game.error().what);
        s_.terms = e.terms;
        s_.invitation = e.invitation;
        s_.players[0] = e.by;
        s_.game = std::make_shared<const Game>(std::move(*game));
        s_.position = s_.game->start();
        for (auto& one : s_.offered_at) one.fill(-1);
        return std::nullopt;
    }

    std::optional<Error> operator()(const event::Joined& e) {
        if (s_.number == 0 || s_.stage != Stage::kWaiting || e.player.person == s_.players[0].person) return damage("a seat that is taken");
        const Player creator = s_.players[0];
        s_.players[static_cast<std::size_t>(e.creator_side)] = creator;
        s_.players[static_cast<std::size_t>(1 - e.creator_side)] = e.player;
        s_.stage = Stage::kRunning;
        s_.left_ms.fill(s_.terms.time.base_ms);
        s_.since_ms = event_.at_ms;
        return std::nullopt;
    }

    std::optional<Error> operator()(const event::Moved& e) {
        if (s_.stage != Stage::kRunning || event_.side != s_.to_move() || e.ply != s_.plies()) return damage("a move out of turn");
        const auto move = parse_move(*s_.game, s_.position, e.move);
        if (!move) return damage(move.error().what);
        auto& left = s_.left_ms[side_];
        if (e.left_ms < 0 || e.left_ms > left + s_.terms.time.increment_ms) return damage("a clock that grew");
        left = e.left_ms;
        s_.position = s_.game->after(s_.position, *move);
        s_.moves.push_back(*move);
        s_.since_ms = event_.at_ms;
        // Who moves lets the other's offers pass, and what may be taken back is another move now.
        s_.offers[1 - side_].fill(false);
        s_.offers[side_][static_cast<std::size_t>(Offer::kTakeBack)] = false;
        return std::nullopt;
    }

    std::optional<Error> operator()(const event::Offered& e) {
        const bool fits = e.what == Offer::kRematch ? s_.stage == Stage::kOver : s_.stage == Stage::kRunning;
        if (!fits || event_.side < 0) return damage("an offer out of place");
        s_.offers[side_][static_cast<std::size_t>(e.what)] = true;
        s_.offered_at[side_][static_cast<std::size_t>(e.what)] = s_.plies();
        return std::nullopt;
    }

    std::optional<Error> operator()(const event::Declined& e) {
        for (auto& one : s_.offers) one[static_cast<std::size_t>(e.what)] = false;
        return std::nullopt;
    }

    std::optional<Error> operator()(const event::TakenBack& e) {
        if (s_.stage != Stage::kRunning || e.plies > s_.plies()) return damage("more taken back than was played");
        s_.moves.resize(s_.moves.size() - static_cast<std::size_t>(e.plies));
        s_.position = s_.game->start();
        for (const Move move : s_.moves) s_.position = s_.game->after(s_.position, move);
        s_.since_ms = event_.at_ms;
        for (auto& one : s_.offers) one.fill(false);
        return std::nullopt;
    }

    std::optional<Error> operator()(const event::Ended& e) {
        if (s_.stage == Stage::kOver) return damage("it ended before");
        if (s_.stage == Stage::kWaiting && e.ending != Ending::kNone) return damage("won before it began");
        // Whoever was to move has used his time up; nobody else's clock changes.
        if (e.ending == Ending::kTime && s_.terms.time.has_clock()) s_.left_ms[static_cast<std::size_t>(s_.to_move())] = 0;
        s_.stage = Stage::kOver;
        s_.ended = e;
        for (auto& one : s_.offers) one.fill(false);
        for (auto& one : s_.offered_at) one.fill(-1);
        return std::nullopt;
    }

    std::optional<Error> operator()(const event::Said& e) {
        ++s_.said[side_];
        s_.phrases.push_back({event_.side, e.phrase, s_.number + 1});
        if (s_.phrases.size() > kKeptSaid) s_.phrases.erase(s_.phrases.begin());
        return std::nullopt;
    }

    std::optional<Error> operator()(const event::Away&) {
        s_.away_ms[side_] = event_.at_ms;
        return std::nullopt;
    }
    std::optional<Error> operator()(const event::Back&) {
        s_.away_ms[side_].reset();
        return std::nullopt;
    }

    std::optional<Error> operator()(const event::Outage& e) {
        s_.since_ms = std::min(event_.at_ms, s_.since_ms + e.ms);
        for (auto& one : s_.away_ms) {
            if (one) one = event_.at_ms;  // everybody was away
        }
        return std::nullopt;
    }

    std::optional<Error> operator()(const event::Rated& e) {
        if (s_.stage != Stage::kOver || s_.ratings) return damage("rated twice, or before the end");
        s_.ratings = e;
        return std::nullopt;
    }

    std::optional<Error> operator()(const event::Rematched& e) {
        if (s_.stage != Stage::kOver || !s_.rematch.empty()) return damage("two rematches");
        s_.rematch = e.game;
        for (auto& one : s_.offers) one.fill(false);
        return std::nullopt;
    }

private:
    GameState& s_;
    const Event& event_;
    std::size_t side_;
};

}  // namespace

Result<bool> apply(GameState& state, const Event& event) {
    if (state.number == 0 && !std::holds_alternative<event::Created>(event.what)) return damage("it was never made");
    if (event.side < -1 || event.side > 1 || event.at_ms < state.at_ms) return damage("its time or its side");
    if (const auto wrong = std::visit(Applier(state, event), event.what)) return *wrong;
    ++state.number;
    state.at_ms = event.at_ms;
    if (!event.request.empty()) state.requests.insert(request_key(event.side, event.request));
    return true;
}

GameRecord record_of(const GameState& state) {
    GameRecord out{state.game->spec(), state.game->start(), state.moves};
    out.players = {state.players[0].name, state.players[1].name};
    if (state.stage == Stage::kOver && is_decided(state.ended.ending)) {
        out.decided = Decided{state.ended.outcome, state.ended.ending, state.ended.detail};
    }
    return out;
}

}  // namespace foray::lobby
