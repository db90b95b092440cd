// What is kept: tournaments with their players and finished games, and jobs that any number of processes share.
//
// A store is a file (SQLite) or a server (PostgreSQL); the same code speaks to both. A Store is one connection: every thread opens its own.
// Everything that is reported as done is kept by then. A process may be killed between any two calls, or inside one, and leaves whole
// games and jobs behind. A loss of power may also take from a file the games and claims since the last `settle`; whole ones, and the
// newest: the schedule follows from those that are left, so they are played again. A server loses nothing.
//
// Several processes share the work through jobs. A job that is claimed is leased: while its owner lives it renews the lease; a lease that
// ran out, or whose owner is a dead process of this machine, gives the job back.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "foray/board/result.h"
#include "foray/match/repeats.h"
#include "foray/match/schedule.h"
#include "foray/notation/ending_text.h"

namespace foray {

/// The store cannot go on: the disk is full, the file cannot be read, the server is gone.
struct StoreFailure : std::runtime_error {
    StoreFailure(const std::string& what, bool lost) : std::runtime_error(what), connection_lost(lost) {}
    bool connection_lost;  ///< trying again later may help
};

struct TournamentRow {
    std::int64_t id = 0;
    std::string name;
    std::string settings;  ///< JSON, settings.h
    std::string created;   ///< UTC, "2026-11-16 14:05:00"
};

struct PlayerRow {
    int number = 0;
    std::string name;
    std::string settings;  ///< JSON: the player's text and limits of its own
    Entrant entrant;
    std::string reason;  ///< of a withdrawal
};

/// A finished game. Arrays are in the order of the pairing: its first player, its second.
struct GameRow {
    GameKey key;
    int half_points = 0;        ///< of the pairing's first player
    std::optional<int> failed;  ///< 0 or 1: who lost by a failure (is_failure)
    Ending ending = Ending::kNone;
    std::string detail{};  ///< of the ending, for people: "exit code 139"
    int plies = 0;
    std::array<int, 2> moves{};
    std::array<std::int64_t, 2> nodes{};
    std::array<double, 2> ms{};
    Fingerprint fingerprint = 0;  ///< what was played (match/repeats.h); 0 in games of older stores
    std::string record;           ///< JSON, notation/record.h; empty where it was not asked for
    std::string worker;
    std::int64_t sequence = 0;  ///< grows in the order of finishing
    [[nodiscard]] std::string reason() const { return print_ending(ending, detail); }
};

enum class JobState : std::uint8_t { kOpen, kTaken, kDone, kPoison };

struct Job {
    std::int64_t id = 0;
    std::string kind;   ///< "tournament", "prove", "selfplay"
    std::string topic;  ///< which tournament, which proof
    std::string label;  ///< which piece of it; one job for each
    std::string input;
    int attempts = 0;
};

struct NewJob {
    std::string label;
    std::string input;
    std::vector<std::string> needs{};  ///< what a worker must have to do it
};

struct JobCounts {
    std::int64_t open = 0;
    std::int64_t taken = 0;
    std::int64_t done = 0;
    std::int64_t poison = 0;
};

/// Who claims: a name that no other process or thread has, and how long a claim lasts without a sign of life.
struct Worker {
    std::string name;
    double lease_ms = 60'000;
    int most_attempts = 3;
};

class Connection;

class Store {
public:
    /// kRead: nothing can be changed through it, and an older schema is refused. kLook: like kExisting, and like kRead where the file or
    /// its folder cannot be written to.
    enum class Open : std::uint8_t { kExisting, kCreate, kRead, kLook };
    /// "NAME.foray", "sqlite:FILE" or "postgresql://...". A password comes from the environment (PGPASSWORD, PGPASSFILE) alone. An older
    /// schema is brought up to date, a newer one refused.
    static Result<Store> open(const std::string& location, Open mode);
    Store(Store&&) noexcept;
    Store& operator=(Store&&) noexcept;
    ~Store();

    // Tournaments.
    Result<std::int64_t> create_tournament(const std::string& name, const std::string& settings, const std::vector<PlayerRow>& players);
    std::vector<TournamentRow> tournaments();
    std::optional<TournamentRow> tournament(const std::string& name);
    std::vector<PlayerRow> players(std::int64_t tournament);
    void add_player(std::int64_t tournament, const PlayerRow& player);
    void withdraw(std::int64_t tournament, int player, int round, const std::string& reason);

    /// Finished games in the order of finishing, those after `after` only. Without records they are small.
    enum class Records : std::uint8_t { kWith, kWithout };
    std::vector<GameRow> games(std::int64_t tournament, Records records, std::int64_t after = 0);
    /// One finished game with its record.
    std::optional<GameRow> game(std::int64_t tournament, std::int64_t sequence);
    std::int64_t count_games(std::int64_t tournament);
    /// Which games of a pairing are there.
    std::array<bool, 2> played_legs(std::int64_t tournament, const Pairing& pairing);
    /// How many of the player's last games he lost by failing, in a row.
    int failures_in_a_row(std::int64_t tournament, int player, int most);

    /// Keeps a finished game, and with `finishes` set marks the job that it belongs to as done, in one transaction. False if the game is
    /// there already: then nothing changes, and a note is kept that this answer came too late.
    bool submit_game(std::int64_t tournament, const GameRow& game, const Job& job, const Worker& worker, bool finishes);

    /// Brings the games of a file to the disk; costs nothing where they are there. Whoever plays calls it every second.
    void settle();

    // Games that are being played, for those who watch. What is shown may be lost in an accident, and costs no waiting for the disk.
    void show_running(const std::string& tournament, const Worker& worker, const std::string& text);
    void hide_running(const std::string& tournament, const Worker& worker);
    /// What the workers show that have a job of this tournament now.
    std::vector<std::string> running(const std::string& tournament);

    // Jobs.
    /// Adds those that are not there yet; returns how many.
    int add_jobs(const std::string& kind, const std::string& topic, const std::vector<NewJob>& jobs);
    /// The oldest job that is open, or whose lease ran out. An empty topic means any. A job that was given up too often becomes poison.
    std::optional<Job> claim(const Worker& worker, const std::string& kind, const std::string& topic = "");
    /// The open jobs of a topic that are the oldest, so many of them at most. Some may be gone by the time one is claimed.
    std::vector<Job> open_jobs(const std::string& kind, const std::string& topic, int most);
    /// One job that was seen open; nothing if it is not any more, or is being claimed, or the worker cannot do it.
    std::optional<Job> claim_this(const Worker& worker, const Job& job);
    /// Renews all leases of a worker; returns how many it holds.
    int heartbeat(const Worker& worker);
    /// Whether a job is still this worker's: it may have been given to somebody else, or dropped because nobody wants it any more.
    bool holds(const Worker& worker, std::int64_t job);
    /// Keeps the answer. False if the job is not this worker's any more: nothing changes, and that is noted.
    bool submit(const Job& job, const Worker& worker, const std::string& output);
    /// Gives a job back unfinished. With an error it counts as an attempt, and the last attempt makes it poison.
    void give_back(const Job& job, const Worker& worker, const std::string& error = "");
    /// Gives back everything that this worker holds because its connection broke, which is no attempt.
    void give_back_all(const Worker& worker);
    /// Gives back the jobs of workers that were processes of this machine and are no more.
    void release_dead(const std::string& kind, const std::string& topic);
    /// Poison is tried again, and earlier attempts are forgotten: somebody started the work anew.
    void retry(const std::string& kind, const std::string& topic);
    /// What is done stays. Those who are at the others find that they do not hold them any more.
    void drop_unfinished_jobs(const std::string& kind, const std::string& topic);
    JobCounts count_jobs(const std::string& kind, const std::string& topic);
    /// The same without those that are done, which may be very many: costs no more than what is counted.
    JobCounts count_unfinished(const std::string& kind, const std::string& topic);
    /// All jobs before this one are done, whatever is added later.
    std::int64_t first_unfinished(const std::string& kind, const std::string& topic);
    struct Answer {
        std::string label;
        std::string input;
        std::string output;
        std::string worker{};  ///< who gave it
    };
    /// Those of the jobs from this one on.
    std::vector<Answer> answers(const std::string& kind, const std::string& topic, std::int64_t from = 0);
    std::optional<std::string> answer(const std::string& kind, const std::string& topic, const std::string& label);
    /// Drops all that a worker has answered: whoever needs it asks anew. How many answers that were.
    std::int64_t disbelieve(const std::string& kind, const std::string& topic, const std::string& worker);
    /// Drops the answer of one job, as if it had never been given: whoever needs it adds the job again.
    void forget_answer(const std::string& kind, const std::string& topic, const std::string& label);
    /// The errors of poison jobs, by label.
    std::vector<std::pair<std::string, std::string>> poison(const std::string& kind, const std::string& topic);
    /// How many answers came too late to count.
    std::int64_t late_answers();

    /// What a worker can do beyond what everybody can; claims look at it. Also says that the worker is there.
    void register_worker(const Worker& worker, const std::vector<std::string>& abilities);
    void forget_worker(const Worker& worker);

    /// Small texts by name: the state of a proof, what a worker does.
    void keep(const std::string& topic, const std::string& key, const std::string& value);
    std::optional<std::string> kept(const std::string& topic, const std::string& key);
    void forget(const std::string& topic, const std::string& key);
    /// The topics that keep something of this name.
    std::vector<std::string> topics(const std::string& key);

private:
    explicit Store(std::unique_ptr<Connection> connection);
    std::unique_ptr<Connection> connection_;
};

/// A name for a worker of this process: machine, process and its start, thread. `release_dead` understands it.
std::string worker_name(int thread);

}  // namespace foray
