// All of a server's online play but its sockets, its clock and its database: what clients say goes in, what they are told comes out.
//
//   lobby.handle(inputs, now) -> outputs     a batch is one transaction: nothing is answered before it is kept
//   lobby.tick(now)           -> outputs     ten times a second: clocks that have run out, lists, what other servers did
//
// A game's message always holds the whole game, so a client that missed some, or got them twice or in another order, needs the one with the
// largest `n` only.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "foray/lobby/game.h"
#include "foray/lobby/ledger.h"
#include "foray/lobby/messages.h"

namespace foray::lobby {

using ClientId = std::uint64_t;

struct Input {
    enum class Kind : std::uint8_t { kOpened, kSaid, kClosed };
    ClientId client = 0;
    Kind kind = Kind::kSaid;
    std::string text{};       ///< what was said; of kOpened: the visitor's address
    std::int64_t lag_ms = 0;  ///< there and back, as the server measured it
};

struct Output {
    ClientId client = 0;
    std::shared_ptr<const std::string> text;
    bool close = false;  ///< and that was enough
};

struct LobbyOptions {
    std::string server = "one";  ///< a name among the servers of one ledger
    bool shared = false;         ///< other servers use the ledger too
    std::uint64_t seed = 1;      ///< of lots
    double messages_a_second = 15;
    double most_messages_at_once = 60;
    int most_waiting = 10;  ///< games of one person that nobody has joined
};

/// What is counted, for those who run a server.
struct LobbyCounts {
    std::uint64_t games_running = 0;
    std::uint64_t games_held = 0;
    std::uint64_t clients = 0;
    std::uint64_t persons = 0;
    std::uint64_t messages = 0;
    std::uint64_t events = 0;
    std::uint64_t refusals = 0;
    std::uint64_t conflicts = 0;  ///< events that another server was quicker with
};

class Lobby {
public:
    Lobby(Ledger& ledger, LobbyOptions options);

    /// Takes up the games that were running. Time in which no server ran is given back.
    void start(std::int64_t now_ms);
    std::vector<Output> handle(std::span<const Input> inputs, std::int64_t now_ms);
    std::vector<Output> tick(std::int64_t now_ms);
    /// After the ledger failed: nothing of what was not kept is remembered; games are read again.
    void recover();
    [[nodiscard]] LobbyCounts counts() const;

private:
    struct Client {
        std::string person{};
        std::string address{};
        double allowance = 0;
        std::int64_t seen_ms = 0;
        int refused = 0;
        std::set<std::string> watched{};
        bool in_lobby = false;
    };

    void take(const Input& input);
    void answer(ClientId id, Client& client, const Message& message, std::int64_t lag_ms);
    void hello(ClientId id, Client& client, const Message& message);
    void create(ClientId id, Client& client, const Message& message);
    void wish_for(ClientId id, Client& client, const Message& message, const Wanted& wanted, std::int64_t lag_ms);
    void watch(ClientId id, Client& client, const std::string& game);
    void unwatch(ClientId id, Client& client, const std::string& game);
    void closed(ClientId id);
    void tell_list(ClientId id, std::string_view is, List list, const std::string& person);
    void tell_person(ClientId id, const std::string& person);
    void tell_leaders(ClientId id, const std::string& variant);

    [[nodiscard]] bool may_speak(ClientId id, Client& client);
    /// The game, read if need be; null if there is none.
    GameState* game(const std::string& id);
    bool refresh(GameState& state);
    /// False if another server was quicker: the state has its events now.
    bool commit(GameState& state, const std::vector<Event>& events);
    void after_end(GameState& state);
    void begin_rematch(const GameState& state);
    /// As somebody asked for it, or the house (side -1).
    Result<int, Refusal> settle(GameState& state, const std::string& person, const std::string& request, const Wanted& wanted,
                                std::int64_t lag_ms);
    void index(const GameState& state);
    Player player(const std::string& person, const std::string& variant);

    void end_overdue();
    void note_absences();
    void hear_of_others();
    void drop_idle_games();
    void refresh_lists();

    void tell(ClientId id, std::string text);
    void done(ClientId id, const Message& message, const std::string& game, int number);
    void refuse(ClientId id, const std::string& request, const std::string& why, const std::string& text);
    std::vector<Output> take_outputs();
    std::uint64_t lot();

    Ledger& ledger_;
    LobbyOptions options_;
    std::int64_t now_ms_ = 0;
    std::uint64_t random_;
    std::unordered_map<std::string, GameState> games_;
    std::unordered_map<ClientId, Client> clients_;
    std::unordered_map<std::string, std::set<ClientId>> watchers_;    ///< by game
    std::unordered_map<std::string, std::set<ClientId>> present_;     ///< by person
    std::unordered_map<std::string, std::set<std::string>> playing_;  ///< running games by person
    std::map<std::string, std::int64_t> leaving_;                     ///< who has no connection left, and since when
    std::set<std::string> changed_;                                   ///< games of which watchers are to be told
    std::vector<Output> outputs_;
    std::shared_ptr<const std::string> lists_;
    bool lists_changed_ = true;
    std::int64_t lists_at_ms_ = 0;
    std::int64_t alive_at_ms_ = 0;
    std::int64_t dropped_at_ms_ = 0;
    std::int64_t heard_at_ms_ = 0;
    LobbyCounts counts_;
};

/// What a game's watchers are told, and what lists show of it.
std::string game_message(const GameState& state, std::int64_t now_ms, std::size_t watching);
Head head_of(const GameState& state);

}  // namespace foray::lobby
