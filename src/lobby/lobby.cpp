#include "foray/lobby/lobby.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "fields.h"
#include "foray/board/random.h"
#include "foray/lobby/identity.h"

namespace foray::lobby {

Lobby::Lobby(Ledger& ledger, LobbyOptions options) : ledger_(ledger), options_(std::move(options)), random_(options_.seed) {}

std::uint64_t Lobby::lot() { return splitmix64(random_); }

void Lobby::recover() {
    games_.clear();
    playing_.clear();
    changed_.clear();
    outputs_.clear();
    // Running games must be known for their clocks.
    start(now_ms_);
}

void Lobby::start(std::int64_t now_ms) {
    constexpr int kAll = 1'000'000;
    now_ms_ = std::max(now_ms_, now_ms);
    ledger_.transact([&] {
        const auto last = ledger_.last_sign_of_life();
        const std::int64_t silence = last ? now_ms_ - *last : 0;
        for (const Head& head : ledger_.heads(List::kRunning, "", kAll)) {
            GameState* state = game(head.id);
            if (state == nullptr || !state->timed() || silence < kShortestOutageMs) continue;
            commit(*state, {Event{std::max(now_ms_, state->at_ms), -1, "", event::Outage{silence}}});
        }
        ledger_.sign_of_life(options_.server, now_ms_);
    });
    alive_at_ms_ = now_ms_;
    heard_at_ms_ = now_ms_;
    changed_.clear();
    for (const auto& [id, clients] : watchers_) changed_.insert(id);
}

std::vector<Output> Lobby::handle(std::span<const Input> inputs, std::int64_t now_ms) {
    now_ms_ = std::max(now_ms_, now_ms);
    ledger_.transact([&] {
        for (const Input& input : inputs) take(input);
    });
    return take_outputs();
}

std::vector<Output> Lobby::tick(std::int64_t now_ms) {
    constexpr std::int64_t kSignEveryMs = kSecondMs;
    now_ms_ = std::max(now_ms_, now_ms);
    ledger_.transact([&] {
        hear_of_others();
        end_overdue();
        note_absences();
        refresh_lists();
        if (now_ms_ - alive_at_ms_ >= kSignEveryMs) {
            ledger_.sign_of_life(options_.server, now_ms_);
            alive_at_ms_ = now_ms_;
        }
    });
    drop_idle_games();
    return take_outputs();
}

// --- games ----------------------------------------------------------------------------------------------------------------------------

GameState* Lobby::game(const std::string& id) {
    const auto found = games_.find(id);
    if (found != games_.end()) return &found->second;
    GameState state;
    state.id = id;
    if (!refresh(state)) return nullptr;
    index(state);
    return &games_.emplace(id, std::move(state)).first->second;
}

bool Lobby::refresh(GameState& state) {
    for (const Event& event : ledger_.events(state.id, state.number)) {
        const auto applied = apply(state, event);
        if (!applied)
            throw std::runtime_error("online game " + state.id + ", event " + std::to_string(state.number + 1) + ": " +
                                     applied.error().what);
    }
    return state.number > 0;
}

void Lobby::index(const GameState& state) {
    for (const Player& one : state.players) {
        if (one.person.empty()) continue;
        if (state.stage == Stage::kRunning) {
            playing_[one.person].insert(state.id);
        } else if (const auto found = playing_.find(one.person); found != playing_.end()) {
            found->second.erase(state.id);
            if (found->second.empty()) playing_.erase(found);
        }
    }
}

bool Lobby::commit(GameState& state, const std::vector<Event>& events) {
    if (events.empty()) return true;
    const Stage before = state.stage;
    for (const Event& event : events) {
        // Only the first one can be taken: who wants the second number must have the first event.
        if (!ledger_.append(state.id, state.number + 1, event)) {
            ++counts_.conflicts;
            refresh(state);
            index(state);
            changed_.insert(state.id);
            return false;
        }
        const auto applied = apply(state, event);
        if (!applied) throw std::logic_error("online game " + state.id + ": " + applied.error().what);
        ++counts_.events;
    }
    changed_.insert(state.id);
    if (state.stage == Stage::kOver && before != Stage::kOver) after_end(state);
    if (state.stage != before || state.number == 1) lists_changed_ = true;
    index(state);
    ledger_.set_head(head_of(state));
    return true;
}

void Lobby::after_end(GameState& state) {
    if (!state.terms.rated || state.called_off()) return;
    const double score = state.ended.outcome == Outcome::kFirstWins ? 1 : state.ended.outcome == Outcome::kDraw ? 0.5 : 0;
    std::array<Rating, 2> before;
    // In the order of their names: two servers that rate the same two players do not wait for each other.
    const bool turned = state.players[1].person < state.players[0].person;
    for (const std::size_t i : {turned ? 1U : 0U, turned ? 0U : 1U}) {
        before[i] = aged(ledger_.rating(state.players[i].person, state.terms.game), state.at_ms);
    }
    event::Rated change;
    for (const std::size_t i : {0U, 1U}) {
        const Scored game{before[1 - i], i == 0 ? score : 1 - score};
        Rating after = rated(before[i], std::span(&game, 1));
        after.at_ms = state.at_ms;
        ledger_.set_rating(state.players[i].person, state.terms.game, after, state.id);
        change.before[i] = static_cast<int>(std::lround(before[i].rating));
        change.after[i] = static_cast<int>(std::lround(after.rating));
    }
    const Event rated{state.at_ms, -1, "", change};
    if (!ledger_.append(state.id, state.number + 1, rated) || !apply(state, rated)) throw std::logic_error("a game was rated twice");
    ++counts_.events;
}

void Lobby::begin_rematch(const GameState& state) {
    GameState next;
    next.id = state.rematch;
    Terms terms = state.terms;
    terms.wish = Wish::kFirst;  // of whoever was second
    const Event created{state.at_ms, 0, "", event::Created{terms, player(state.players[1].person, terms.game), state.invitation}};
    const Event joined{state.at_ms, -1, "", event::Joined{player(state.players[0].person, terms.game), 0}};
    if (!commit(next, {created, joined})) return;  // it is there already
    games_.emplace(next.id, std::move(next));
}

Result<int, Refusal> Lobby::settle(GameState& state, const std::string& person, const std::string& request, const Wanted& wanted,
                                   std::int64_t lag_ms) {
    constexpr int kTries = 8;
    for (int i = 0; i < kTries; ++i) {
        const Moment moment{now_ms_, lot(), lag_ms};
        const auto decided = decide(state, state.side_of(person), request, wanted, moment);
        if (!decided) {
            // What this server has not heard of yet may make it right.
            const int before = state.number;
            if (options_.shared && refresh(state) && state.number > before) {
                index(state);
                changed_.insert(state.id);
                continue;
            }
            return decided.error();
        }
        if (!commit(state, *decided)) continue;
        if (!decided->empty() && std::holds_alternative<event::Rematched>(decided->back().what)) begin_rematch(state);
        return state.number;
    }
    return Refusal{"busy", "the game changes too quickly; ask again"};
}

Player Lobby::player(const std::string& person, const std::string& variant) {
    const Rating rating = aged(ledger_.rating(person, variant), now_ms_);
    return {person, ledger_.name(person).value_or(guest_name(person)), static_cast<int>(std::lround(rating.rating)), rating.provisional()};
}

// --- what goes by itself --------------------------------------------------------------------------------------------------------------

void Lobby::end_overdue() {
    std::vector<std::string> overdue;
    for (const auto& [id, state] : games_) {
        if (const auto deadline = state.deadline_ms(); deadline && now_ms_ >= *deadline) overdue.push_back(id);
    }
    std::sort(overdue.begin(), overdue.end());
    for (const std::string& id : overdue) (void)settle(games_.at(id), "", "", wish::Claim{}, 0);
}

void Lobby::note_absences() {
    constexpr std::int64_t kReloadMs = 5 * kSecondMs;  // a page that is loaded again comes back sooner
    for (auto one = leaving_.begin(); one != leaving_.end();) {
        if (now_ms_ - one->second < kReloadMs) {
            ++one;
            continue;
        }
        const std::string person = one->first;
        one = leaving_.erase(one);
        const auto found = playing_.find(person);
        if (found == playing_.end() || present_.contains(person)) continue;
        const auto ids = found->second;
        for (const std::string& id : ids) {
            if (GameState* state = game(id)) (void)settle(*state, person, "", wish::Leave{}, 0);
        }
    }
}

void Lobby::hear_of_others() {
    constexpr std::int64_t kOverlapMs = 3 * kSecondMs;  // clocks of servers differ, and commits take their time
    if (!options_.shared) return;
    const auto changed = ledger_.changed(heard_at_ms_ - kOverlapMs);
    heard_at_ms_ = now_ms_;
    for (const auto& [id, number] : changed) {
        const auto found = games_.find(id);
        if (found == games_.end()) {
            (void)game(id);  // its clock may have to be watched when its own server is gone
            lists_changed_ = true;
            continue;
        }
        GameState& state = found->second;
        if (state.number >= number) continue;
        const Stage before = state.stage;
        refresh(state);
        index(state);
        changed_.insert(id);
        lists_changed_ = lists_changed_ || state.stage != before;
        // Who was seen leaving elsewhere may be here.
        for (std::size_t side = 0; side < 2; ++side) {
            if (state.away_ms[side] && present_.contains(state.players[side].person)) {
                (void)settle(state, state.players[side].person, "", wish::Return{}, 0);
            }
        }
    }
}

void Lobby::drop_idle_games() {
    constexpr std::int64_t kEveryMs = 10 * kSecondMs;
    if (now_ms_ - dropped_at_ms_ < kEveryMs) return;
    dropped_at_ms_ = now_ms_;
    std::erase_if(games_, [&](const auto& one) {
        return !one.second.timed() && one.second.stage != Stage::kRunning && !watchers_.contains(one.first);
    });
}

void Lobby::refresh_lists() {
    constexpr std::int64_t kEveryMs = kSecondMs;
    constexpr std::int64_t kOthersEveryMs = 5 * kSecondMs;
    constexpr int kMost = 60;
    const bool due = lists_changed_ ? now_ms_ - lists_at_ms_ >= kEveryMs : options_.shared && now_ms_ - lists_at_ms_ >= kOthersEveryMs;
    if (!due || std::none_of(clients_.begin(), clients_.end(), [](const auto& one) { return one.second.in_lobby; })) return;
    lists_at_ms_ = now_ms_;
    lists_changed_ = false;
    std::string text = R"({"is":"lobby","open":[)";
    const auto add = [&](List list) {
        std::string between;
        for (const Head& head : ledger_.heads(list, "", kMost)) {
            text += between + head.shown;
            between = ",";
        }
    };
    add(List::kOpen);
    text += R"(],"playing":[)";
    add(List::kPlaying);
    text += R"(],"people":)" + std::to_string(present_.size()) + "}";
    if (lists_ && *lists_ == text) return;
    lists_ = std::make_shared<const std::string>(std::move(text));
    for (const auto& [id, client] : clients_) {
        if (client.in_lobby) outputs_.push_back({id, lists_});
    }
}

// --- what is told ---------------------------------------------------------------------------------------------------------------------

void Lobby::tell(ClientId id, std::string text) { outputs_.push_back({id, std::make_shared<const std::string>(std::move(text))}); }

void Lobby::done(ClientId id, const Message& message, const std::string& game, int number) {
    Json out;
    out["is"] = "done";
    out["id"] = message.request;
    out["game"] = game;
    out["n"] = number;
    tell(id, print_json(out));
}

void Lobby::refuse(ClientId id, const std::string& request, const std::string& why, const std::string& text) {
    ++counts_.refusals;
    Json out;
    out["is"] = "no";
    if (!request.empty()) out["id"] = request;
    out["why"] = why;
    out["text"] = text;
    tell(id, print_json(out));
}

/// Games before answers: who hears that his move was made has seen it.
std::vector<Output> Lobby::take_outputs() {
    std::vector<Output> out;
    for (const std::string& id : changed_) {
        const auto found = watchers_.find(id);
        const auto state = games_.find(id);
        if (found == watchers_.end() || state == games_.end()) continue;
        const auto watching = std::count_if(found->second.begin(), found->second.end(),
                                            [&](ClientId one) { return state->second.side_of(clients_.at(one).person) < 0; });
        const auto text = std::make_shared<const std::string>(game_message(state->second, now_ms_, static_cast<std::size_t>(watching)));
        for (const ClientId one : found->second) out.push_back({one, text});
    }
    changed_.clear();
    out.insert(out.end(), std::make_move_iterator(outputs_.begin()), std::make_move_iterator(outputs_.end()));
    outputs_.clear();
    return out;
}

LobbyCounts Lobby::counts() const {
    LobbyCounts out = counts_;
    out.games_held = games_.size();
    out.games_running = static_cast<std::uint64_t>(
        std::count_if(games_.begin(), games_.end(), [](const auto& one) { return one.second.stage == Stage::kRunning; }));
    out.clients = clients_.size();
    out.persons = present_.size();
    return out;
}

}  // namespace foray::lobby
