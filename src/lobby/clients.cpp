// The half of Lobby that deals with clients: who they are, what they say, and what they are answered.
#include <algorithm>

#include "foray/lobby/identity.h"
#include "foray/lobby/lobby.h"
#include "terms_text.h"

namespace foray::lobby {

void Lobby::take(const Input& input) {
    if (input.kind == Input::Kind::kOpened) {
        Client& client = clients_[input.client];
        client.address = input.text;
        client.allowance = options_.most_messages_at_once;
        client.seen_ms = now_ms_;
        return;
    }
    const auto found = clients_.find(input.client);
    if (found == clients_.end()) return;
    if (input.kind == Input::Kind::kClosed) return closed(input.client);
    Client& client = found->second;
    ++counts_.messages;
    if (!may_speak(input.client, client)) return;
    const auto message = read_message(input.text);
    if (!message) return refuse(input.client, "", "message", message.error().what);
    if (client.person.empty() && message->ask != Ask::kHello && message->ask != Ask::kPing) {
        return refuse(input.client, message->request, "hello", "say hello first");
    }
    answer(input.client, client, *message, input.lag_ms);
}

/// A bucket of messages that fills again; who goes on when it is empty is sent away.
bool Lobby::may_speak(ClientId id, Client& client) {
    constexpr int kPatience = 100;
    const double passed = static_cast<double>(now_ms_ - client.seen_ms) / static_cast<double>(kSecondMs);
    client.allowance = std::min(options_.most_messages_at_once, client.allowance + passed * options_.messages_a_second);
    client.seen_ms = now_ms_;
    if (client.allowance >= 1) {
        client.allowance -= 1;
        client.refused = 0;
        return true;
    }
    if (client.refused++ == 0) refuse(id, "", "slow", "too many messages: wait a little");
    if (client.refused == kPatience)
        outputs_.push_back({id, std::make_shared<const std::string>(R"({"is":"no","why":"slow","text":"far too many messages"})"), true});
    return false;
}

void Lobby::answer(ClientId id, Client& client, const Message& m, std::int64_t lag_ms) {
    switch (m.ask) {
        case Ask::kHello: return hello(id, client, m);
        case Ask::kName:
            ledger_.set_name(client.person, m.name, now_ms_);
            return tell(id, print_json(Json{{"is", "named"}, {"name", m.name.empty() ? guest_name(client.person) : m.name}}));
        case Ask::kCreate: return create(id, client, m);
        case Ask::kJoin: {
            GameState* state = game(m.game);
            if (state == nullptr) return refuse(id, m.request, "game", "there is no such game");
            return wish_for(id, client, m, wish::Join{player(client.person, state->terms.game), m.invitation}, lag_ms);
        }
        case Ask::kWatch: return watch(id, client, m.game);
        case Ask::kUnwatch: return unwatch(id, client, m.game);
        case Ask::kMove: return wish_for(id, client, m, wish::Move{m.ply, m.move}, lag_ms);
        case Ask::kOffer: return wish_for(id, client, m, wish::MakeOffer{m.offer}, lag_ms);
        case Ask::kAnswer: return wish_for(id, client, m, wish::Answer{m.offer, m.yes, game_id_of(m.game, "rematch")}, lag_ms);
        case Ask::kResign: return wish_for(id, client, m, wish::Resign{}, lag_ms);
        case Ask::kCallOff: return wish_for(id, client, m, wish::CallOff{}, lag_ms);
        case Ask::kClaim: return wish_for(id, client, m, wish::Claim{}, lag_ms);
        case Ask::kSay: return wish_for(id, client, m, wish::Say{m.phrase}, lag_ms);
        case Ask::kLobby:
            client.in_lobby = m.yes;
            lists_changed_ = lists_changed_ || m.yes;
            if (m.yes && lists_) outputs_.push_back({id, lists_});
            return;
        case Ask::kMine: return tell_list(id, "mine", List::kOf, client.person);
        case Ask::kPerson: return tell_person(id, m.person);
        case Ask::kLeaders: return tell_leaders(id, m.game);
        case Ask::kPing: return tell(id, print_json(Json{{"is", "pong"}, {"at", now_ms_}}));
        case Ask::kForget: ledger_.forget(client.person); return tell(id, R"({"is":"forgotten"})");
    }
}

void Lobby::hello(ClientId id, Client& client, const Message& m) {
    const std::string person = person_of(m.secret);
    if (!client.person.empty() && client.person != person) return refuse(id, "", "hello", "a connection is one person's");
    client.person = person;
    present_[person].insert(id);
    leaving_.erase(person);
    if (!m.name.empty()) ledger_.set_name(person, m.name, now_ms_);
    Json out;
    out["is"] = "welcome";
    out["v"] = kContractVersion;
    out["person"] = person;
    out["name"] = ledger_.name(person).value_or(guest_name(person));
    out["at"] = now_ms_;
    tell(id, print_json(out));
    const auto found = playing_.find(person);
    if (found == playing_.end()) return;
    const auto ids = found->second;
    for (const std::string& one : ids) {
        if (GameState* state = game(one)) (void)settle(*state, person, "", wish::Return{}, 0);
    }
}

void Lobby::create(ClientId id, Client& client, const Message& m) {
    GameState state;
    state.id = game_id_of(client.person, m.request);
    if (const GameState* there = game(state.id)) return done(id, m, state.id, there->number);
    const auto waiting = ledger_.heads(List::kWaiting, client.person, options_.most_waiting);
    if (static_cast<int>(waiting.size()) >= options_.most_waiting) {
        return refuse(id, m.request, "many", "too many of your games wait for somebody; call one off first");
    }
    const std::string invitation = m.invitation.empty() ? "" : invitation_of(m.invitation);
    const Event created{now_ms_, 0, "", event::Created{m.terms, player(client.person, m.terms.game), invitation}};
    if (commit(state, {created})) games_.emplace(state.id, state);
    done(id, m, state.id, state.number);
}

void Lobby::wish_for(ClientId id, Client& client, const Message& m, const Wanted& wanted, std::int64_t lag_ms) {
    GameState* state = game(m.game);
    if (state == nullptr) return refuse(id, m.request, "game", "there is no such game");
    const auto settled = settle(*state, client.person, m.request, wanted, lag_ms);
    if (!settled) return refuse(id, m.request, settled.error().why, settled.error().text);
    done(id, m, m.game, *settled);
}

void Lobby::watch(ClientId id, Client& client, const std::string& wanted) {
    constexpr std::size_t kMostWatched = 64;
    GameState* state = game(wanted);
    if (state == nullptr) return refuse(id, "", "game", "there is no such game");
    if (options_.shared && refresh(*state)) index(*state);
    if (client.watched.size() >= kMostWatched) return refuse(id, "", "many", "too many games at once");
    client.watched.insert(wanted);
    watchers_[wanted].insert(id);
    // Those who play see that somebody watches; everybody else with the next move.
    if (state->side_of(client.person) < 0 && state->stage == Stage::kRunning) {
        changed_.insert(wanted);
    } else {
        tell(id, game_message(*state, now_ms_, 0));
    }
}

void Lobby::unwatch(ClientId id, Client& client, const std::string& wanted) {
    client.watched.erase(wanted);
    const auto found = watchers_.find(wanted);
    if (found == watchers_.end()) return;
    found->second.erase(id);
    if (found->second.empty()) watchers_.erase(found);
}

void Lobby::closed(ClientId id) {
    Client& client = clients_.at(id);
    const auto watched = client.watched;
    for (const std::string& one : watched) unwatch(id, client, one);
    if (const auto found = present_.find(client.person); found != present_.end()) {
        found->second.erase(id);
        if (found->second.empty()) {
            present_.erase(found);
            if (playing_.contains(client.person)) leaving_.emplace(client.person, now_ms_);
        }
    }
    clients_.erase(id);
}

void Lobby::tell_list(ClientId id, std::string_view is, List list, const std::string& person) {
    constexpr int kMost = 100;
    std::string text = R"({"is":")" + std::string(is) + R"(","games":[)";
    std::string between;
    for (const Head& head : ledger_.heads(list, person, kMost)) {
        text += between + head.shown;
        between = ",";
    }
    tell(id, text + "]}");
}

namespace {

Json json_of(const Rating& rating) {
    return {{"rating", std::lround(rating.rating)},
            {"deviation", std::lround(rating.deviation)},
            {"games", rating.games},
            {"provisional", rating.provisional()}};
}

}  // namespace

void Lobby::tell_person(ClientId id, const std::string& person) {
    constexpr int kMostPoints = 500;
    Json out;
    out["is"] = "person";
    out["person"] = person;
    out["name"] = ledger_.name(person).value_or(guest_name(person));
    out["ratings"] = Json::object();
    for (const auto& [variant, rating] : ledger_.ratings_of(person)) out["ratings"][variant] = json_of(aged(rating, now_ms_));
    out["curve"] = Json::array();
    for (const RatedGame& one : ledger_.curve_of(person, kMostPoints)) {
        out["curve"].push_back(Json::array({one.variant, one.at_ms, one.rating, one.deviation}));
    }
    tell(id, print_json(out));
}

void Lobby::tell_leaders(ClientId id, const std::string& variant) {
    constexpr int kMost = 50;
    Json out;
    out["is"] = "leaders";
    out["game"] = variant;
    out["people"] = Json::array();
    for (const Leader& one : ledger_.leaders(variant, kMost)) {
        Json row = json_of(one.rating);
        row["person"] = one.person;
        row["name"] = one.name;
        out["people"].push_back(row);
    }
    tell(id, print_json(out));
}

}  // namespace foray::lobby
