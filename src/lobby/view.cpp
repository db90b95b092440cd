// What clients are told of a game, in JSON.
#include <algorithm>

#include "foray/lobby/lobby.h"
#include "foray/notation/ending_text.h"
#include "foray/notation/move_text.h"
#include "terms_text.h"

namespace foray::lobby {
namespace {

constexpr std::string_view kStages[] = {"waiting", "running", "over"};

Json seat_of(const GameState& state, std::size_t side) {
    Json out = json_of(state.players[side]);
    out["here"] = !state.away_ms[side].has_value();
    if (state.away_ms[side]) out["away"] = *state.away_ms[side];
    return out;
}

Json result_of(const GameState& state) {
    Json out;
    out["outcome"] = kOutcomeWords[static_cast<std::size_t>(state.ended.outcome)];
    out["reason"] = state.called_off() ? "called off" : print_ending(state.ended.ending, state.ended.detail);
    if (state.ratings) {
        out["before"] = state.ratings->before;
        out["after"] = state.ratings->after;
    }
    return out;
}

Json offers_of(const GameState& state, std::size_t side) {
    Json out = Json::array();
    for (std::size_t what = 0; what < kOffers; ++what) {
        if (state.offers[side][what]) out.push_back(kOfferWords[what]);
    }
    return out;
}

}  // namespace

std::string game_message(const GameState& state, std::int64_t now_ms, std::size_t watching) {
    Json out;
    out["is"] = "game";
    out["game"] = state.id;
    out["n"] = state.number;
    out["at"] = std::max(now_ms, state.at_ms);
    out["stage"] = kStages[static_cast<std::size_t>(state.stage)];
    out["terms"] = json_of(state.terms);
    out["seats"] = state.stage == Stage::kWaiting || state.players[1].person.empty() ? Json::array({seat_of(state, 0)})
                                                                                     : Json::array({seat_of(state, 0), seat_of(state, 1)});
    std::string moves;
    for (const Move move : state.moves) moves += (moves.empty() ? "" : " ") + print_move(state.game->spec(), move);
    out["moves"] = moves;
    if (state.terms.time.has_clock()) out["left"] = state.left_ms;
    if (state.stage == Stage::kRunning) {
        out["to_move"] = state.to_move();
        if (state.timed()) {
            out["since"] = state.since_ms;
            out["deadline"] = *state.deadline_ms();
        }
    }
    out["offers"] = Json::array({offers_of(state, 0), offers_of(state, 1)});
    if (!state.phrases.empty()) {
        Json said = Json::array();
        for (const SaidBy& one : state.phrases) said.push_back(Json::array({one.number, one.side, one.phrase}));
        out["said"] = said;
    }
    if (state.stage == Stage::kOver) out["result"] = result_of(state);
    if (!state.rematch.empty()) out["rematch"] = state.rematch;
    out["watching"] = watching;
    return print_json(out);
}

Head head_of(const GameState& state) {
    Head out;
    out.id = state.id;
    out.stage = state.stage;
    out.open = state.terms.open;
    out.variant = state.terms.game;
    for (std::size_t side = 0; side < 2; ++side) out.persons[side] = state.players[side].person;
    if (state.stage == Stage::kRunning) out.mover = state.players[static_cast<std::size_t>(state.to_move())].person;
    out.number = state.number;
    out.at_ms = state.at_ms;
    Json shown;
    shown["game"] = state.id;
    shown["stage"] = kStages[static_cast<std::size_t>(state.stage)];
    shown["at"] = state.at_ms;
    shown["terms"] = json_of(state.terms);
    Json seats = Json::array();
    for (const Player& one : state.players) {
        if (!one.person.empty()) seats.push_back(json_of(one));
    }
    shown["seats"] = seats;
    shown["plies"] = state.plies();
    if (!out.mover.empty()) shown["to_move"] = state.to_move();
    if (state.stage == Stage::kOver) shown["result"] = result_of(state);
    out.shown = print_json(shown);
    return out;
}

}  // namespace foray::lobby
