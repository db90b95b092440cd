// Plays a tournament that is kept in a store: asks the schedule what is due, makes jobs of it, and works on them with several threads.
//
// Any number of processes may do this on one store at the same time. Every finished game is kept before the next one begins.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "foray/agents/agent.h"
#include "foray/store/settings.h"
#include "foray/store/store.h"

namespace foray {

/// How a player's text becomes a player: agents of this program, or other programs too.
using PlayerMaker = std::function<Result<std::unique_ptr<Agent>>(const GameSpec&, const PlayerSettings&)>;

/// Why a player is not started here; nothing if it may be. What a database says must be played is no reason to start a program.
using PlayerCheck = std::function<std::optional<Error>(const PlayerSettings&)>;

/// A tournament as it stands in a store, read and checked.
struct Tournament {
    std::int64_t id = 0;
    std::string name;
    TournamentSettings settings;
    std::vector<PlayerRow> rows;

    static Result<Tournament> load(Store& store, const std::string& name);
    [[nodiscard]] std::vector<Entrant> entrants() const;
    /// A schedule that knows these games.
    [[nodiscard]] Schedule schedule(const std::vector<GameRow>& games) const;
};

/// Checks settings and makes the tournament; plays nothing.
Result<Tournament> make_tournament(Store& store, const std::string& name, const std::string& settings_json, std::string_view toml = "");

class TournamentOpenings;

/// Plays jobs of the kind "tournament": one for each thread.
class GamePlayer {
public:
    GamePlayer(Store& store, Worker worker, PlayerMaker make_player, PlayerCheck refused = {});
    ~GamePlayer();

    struct Done {
        bool finished = false;            ///< all games of the job are in the store; otherwise it was stopped and given back
        std::vector<GameRow> games{};     ///< those played here
        std::vector<std::string> news{};  ///< players who were withdrawn, answers that came too late
    };
    /// Plays what is missing of the job, or gives it back when `stop` is set. A job that makes no sense is given back with its error.
    Done play(const Job& job, const std::atomic<bool>* stop);

private:
    struct Seat;
    Agent& seat(const Tournament& tournament, const GameSpec& spec, int player);
    Result<Pairing> parse_job(const Job& job, const Tournament& tournament) const;
    GameRow play_leg(const Tournament& tournament, const Game& game, const GameKey& key, const WidePosition& start,
                     const std::vector<Move>& opening, const std::atomic<bool>* stop, bool& stopped);
    void show(const Tournament& tournament, const GameKey& key, const GameRecord& so_far);

    Store& store_;
    Worker worker_;
    PlayerMaker make_player_;
    PlayerCheck refused_;
    std::unique_ptr<Tournament> tournament_;  ///< the one of the last job
    std::unique_ptr<TournamentOpenings> openings_;
    std::vector<std::unique_ptr<Seat>> seats_;
    std::optional<std::chrono::steady_clock::time_point> shown_at_{};  ///< when the game was last shown to those who watch
};

/// What a pairing's job says, and back.
std::string job_label(const Pairing& pairing);
std::string job_input(const Pairing& pairing);

/// A game that is being played, as far as it went, as a worker shows it and as it is read.
struct RunningGame {
    GameKey key;
    GameRecord record;
};
std::string print_running(const GameKey& key, const GameRecord& record);
Result<RunningGame> parse_running(std::string_view text, int players);

struct RunOptions {
    std::string location;
    std::string tournament;
    int threads = 1;  ///< games at a time; 0 only makes jobs and waits for others to play them
    PlayerMaker make_player;
    /// What a worker on another machine must have to play a player of this text; empty if everybody has it.
    std::function<std::string(const std::string& player)> need_of;
    const std::atomic<bool>* stop = nullptr;
    std::function<void(const GameRow&)> on_game;  ///< one at a time
    std::function<void(const std::string&)> on_news;
    double lease_ms = 60'000;
};

struct RunOutcome {
    bool over = false;    ///< nothing is left to play; otherwise it was stopped
    std::string problem;  ///< why it cannot go on
};
/// Waits for a database that is gone to come back. Throws StoreFailure where the store fails otherwise.
RunOutcome run_tournament(const RunOptions& options);

}  // namespace foray
