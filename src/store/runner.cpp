#include "foray/store/runner.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "foray/notation/text.h"
#include "shift.h"

namespace foray {

Result<Tournament> Tournament::load(Store& store, const std::string& name) {
    const auto row = store.tournament(name);
    if (!row) return Error{"there is no tournament " + foray::quoted(name)};
    auto settings = parse_settings(row->settings);
    if (!settings) return settings.error().in("tournament " + name);
    Tournament out{row->id, row->name, std::move(settings).value(), store.players(row->id)};
    // The players are those of the table, which has the ones who came later too.
    out.settings.players.clear();
    for (const PlayerRow& player : out.rows) {
        auto read = parse_player(player.settings, out.settings);
        if (!read) return read.error().in("player " + player.name);
        read = [&] {
            PlayerSettings with_name = std::move(read).value();
            with_name.name = player.name;
            return with_name;
        }();
        out.settings.players.push_back(*read);
    }
    return out;
}

std::vector<Entrant> Tournament::entrants() const {
    std::vector<Entrant> out;
    out.reserve(rows.size());
    for (const PlayerRow& row : rows) out.push_back(row.entrant);
    return out;
}

Schedule Tournament::schedule(const std::vector<GameRow>& games) const {
    Schedule out(settings.schedule, entrants());
    for (const GameRow& game : games) out.add({game.key, game.half_points, game.fingerprint});
    return out;
}

Result<Tournament> make_tournament(Store& store, const std::string& name, const std::string& settings_json, std::string_view toml) {
    const auto settings = parse_settings(settings_json, toml);
    if (!settings) return settings.error();
    const auto json = nlohmann::ordered_json::parse(settings_json);
    std::vector<PlayerRow> rows;
    for (const PlayerSettings& player : settings->players) {
        PlayerRow row;
        row.number = static_cast<int>(rows.size());
        row.name = player.name;
        // Short names in `players` and tables in `player` are kept in one form.
        const std::size_t quick = json.contains("players") ? (json["players"].is_array() ? json["players"].size() : 1) : 0;
        const auto index = static_cast<std::size_t>(row.number);
        nlohmann::ordered_json own = index < quick ? nlohmann::ordered_json{{"player", player.player}} : json["player"][index - quick];
        if (player.sandbox) own["sandbox"] = *player.sandbox;
        row.settings = own.dump();
        rows.push_back(row);
    }
    const auto id = store.create_tournament(name, settings_json, rows);
    if (!id) return id.error();
    return Tournament::load(store, name);
}

namespace {

constexpr const char* kKind = "tournament";
constexpr double kLongestWaitMs = 10'000;
constexpr int kMostReplays = 3;  ///< of games that are missing

class Run {
public:
    explicit Run(const RunOptions& options)
        : options_(options),
          shift_({options.location, options.threads, options.lease_ms, kLongestWaitMs, std::nullopt, options.stop,
                  [this](const std::string& news) {
                      const std::lock_guard lock(telling_);
                      if (options_.on_news) options_.on_news(news);
                  }}) {}

    RunOutcome run() {
        {
            auto store = shift_.connect(false);
            if (!store) return {false, ""};
            auto loaded = Tournament::load(*store, options_.tournament);
            if (!loaded) return {false, loaded.error().message()};
            tournament_ = std::move(loaded).value();
            schedule_.emplace(tournament_.schedule({}));
            sequential_ = schedule_->sprt().has_value();
            store->release_dead(kKind, tournament_.name);
            store->retry(kKind, tournament_.name);
        }
        const bool plays = options_.threads > 0;
        shift_.run(plays ? options_.threads : 1, [&](int thread) {
            shift_.with_store(thread != 0, [&](Store& store) {
                plays ? work(store, thread) : schedule(store);
                // Each thread, when it has given back what it was playing: nothing of a decided match is left for others.
                if (over_) store.drop_unfinished_jobs(kKind, tournament_.name);
            });
        });
        return {over_ && problem_.empty(), problem_};
    }

private:
    void schedule(Store& store) {
        while (shift_.wanted() && plan(store)) shift_.pause(200);
    }

    void work(Store& store, int thread) {
        const Worker worker{worker_name(thread), options_.lease_ms};
        store.give_back_all(worker);  // what was being played when a connection broke
        register_abilities(store, worker);
        GamePlayer player(store, worker, options_.make_player);
        int idle = 0;
        while (shift_.wanted()) {
            const auto job = store.claim(worker, kKind, options_.tournament);
            if (!job) {
                if (!plan(store)) break;
                if (added_ == 0) {
                    shift_.pause(100);
                    if (++idle % 10 == 0) store.release_dead(kKind, options_.tournament);
                }
                continue;
            }
            idle = 0;
            const auto done = player.play(*job, &shift_.ending());
            tell(done);
            if (sequential_ && !plan(store)) break;
        }
        store.forget_worker(worker);
    }

    /// A run plays every player of its own tournament.
    void register_abilities(Store& store, const Worker& worker) {
        std::vector<std::string> abilities;
        const std::lock_guard lock(planning_);
        for (const PlayerSettings& player : tournament_.settings.players) {
            const std::string need = options_.need_of ? options_.need_of(player.player) : "";
            if (!need.empty()) abilities.push_back(need);
        }
        if (!abilities.empty()) store.register_worker(worker, abilities);
    }

    void tell(const GamePlayer::Done& done) {
        {
            const std::lock_guard lock(telling_);
            for (const GameRow& game : done.games) {
                if (options_.on_game) options_.on_game(game);
            }
        }
        for (const std::string& news : done.news) shift_.say(news);
        shift_.news();
    }

    /// Brings the schedule up to date and makes jobs of what is due. False when the tournament is over or cannot go on.
    bool plan(Store& store) {
        const std::lock_guard lock(planning_);
        if (over_) return false;
        // Sequence numbers may become visible out of their order where several machines write: look back a little, and if the number of
        // games does not fit then, at everything.
        constexpr std::int64_t kLookBack = 1000;
        if (!read_games(store, std::max<std::int64_t>(0, last_sequence_ - kLookBack))) read_games(store, 0);
        const auto rows = store.players(tournament_.id);
        if (rows.size() != tournament_.rows.size()) {
            auto loaded = Tournament::load(store, tournament_.name);
            if (!loaded) throw StoreFailure(loaded.error().message(), false);
            tournament_ = std::move(loaded).value();
        }
        tournament_.rows = rows;
        schedule_->set_entrants(tournament_.entrants());
        const auto due = schedule_->due();
        if (due.empty()) {
            return end("");
        }
        std::vector<NewJob> jobs;
        std::set<std::string> labels;
        for (const Pairing& pairing : due) {
            NewJob job{job_label(pairing), job_input(pairing), {}};
            if (options_.need_of) {
                for (const int player : {pairing.first, pairing.second}) {
                    const std::string need = options_.need_of(tournament_.settings.players[static_cast<std::size_t>(player)].player);
                    if (!need.empty()) job.needs.push_back(need);
                }
            }
            labels.insert(job.label);
            if (!planned_.contains(job.label)) jobs.push_back(std::move(job));
        }
        added_ = store.add_jobs(kKind, tournament_.name, jobs);
        for (const NewJob& job : jobs) planned_.insert(job.label);
        if (added_ > 0) return true;
        // Nothing new: others are at it, or what is left cannot be played.
        std::string error;
        for (const auto& [label, why] : store.poison(kKind, tournament_.name)) {
            if (labels.erase(label) > 0) error.assign("game ").append(label).append(" cannot be played: ").append(why);
        }
        if (!labels.empty()) {
            const std::string problem = play_what_is_missing(store);
            return problem.empty() ? true : end(problem);
        }
        return end(error);
    }

    /// Whether the schedule now knows as many games as there are.
    bool read_games(Store& store, std::int64_t from) {
        for (const GameRow& game : store.games(tournament_.id, Store::Records::kWithout, from)) {
            if (!schedule_->finished(game.key)) ++known_games_;
            schedule_->add({game.key, game.half_points, game.fingerprint});
            last_sequence_ = std::max(last_sequence_, game.sequence);
        }
        return store.count_games(tournament_.id) == known_games_;
    }

    /// Where nobody is at a pairing that is due, its job says that it was played: somebody took its games away. It is played again, but not
    /// for ever: a worker may say so each time and play nothing. Then what is returned says which pairing that is.
    std::string play_what_is_missing(Store& store) {
        const JobCounts unfinished = store.count_unfinished(kKind, tournament_.name);
        if (unfinished.open + unfinished.taken > 0) return "";
        read_games(store, 0);  // games are kept before their job is done, so none of a done job is missed now
        for (const Pairing& pairing : schedule_->due()) {
            const std::string label = job_label(pairing);
            if (!store.answer(kKind, tournament_.name, label)) continue;
            if (++missing_[label] > kMostReplays) return "the games of " + label + " are missing however often it is said to be played";
            store.forget_answer(kKind, tournament_.name, label);
            planned_.erase(label);
            shift_.say("games of " + label + " are missing and are played again");
        }
        return "";
    }

    bool end(const std::string& problem) {
        problem_ = problem;
        over_ = true;
        shift_.end();
        return false;
    }

    const RunOptions& options_;
    Shift shift_;
    Tournament tournament_;
    std::optional<Schedule> schedule_;
    std::mutex planning_;  ///< guards the schedule and what belongs to it
    std::set<std::string> planned_;
    std::map<std::string, int> missing_;  ///< how often a pairing's games were, by its job
    std::int64_t last_sequence_ = 0;
    std::int64_t known_games_ = 0;
    std::atomic<int> added_ = 0;
    bool sequential_ = false;
    std::atomic<bool> over_ = false;
    std::string problem_;
    std::mutex telling_;
};

}  // namespace

RunOutcome run_tournament(const RunOptions& options) { return Run(options).run(); }

}  // namespace foray
