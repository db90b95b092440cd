// foray work: a worker for a store that many machines share.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <nlohmann/json.hpp>

#include "checks.h"
#include "files.h"
#include "foray/learn/selfplay_batch.h"
#include "foray/notation/match_text.h"
#include "foray/notation/text.h"
#include "foray/store/proofs.h"
#include "foray/store/settings.h"
#include "foray/store/work.h"
#include "interrupts.h"
#include "tournament_options.h"

namespace foray::cli {
namespace {

struct WorkState {
    std::string store;
    std::string jobs = "tournament,prove,selfplay";
    int threads = 1;
    std::string duration;
    std::string config;
    double lease_s = 60;
    bool until_idle = false;
};

/// The worker's own programs: [programs] name = "uai:./engine".
std::vector<std::pair<std::string, std::string>> read_programs(const std::string& path) {
    std::vector<std::pair<std::string, std::string>> out;
    if (path.empty()) return out;
    const auto json = nlohmann::ordered_json::parse(require(json_of_toml(read_file(path)), path));
    for (const auto& [key, value] : json.items()) {
        if (key != "programs" || !value.is_object())
            throw UsageError(path + ": expected one table, [programs], found " + foray::quoted(key));
        for (const auto& [name, text] : value.items()) {
            if (!text.is_string()) throw UsageError(path + ": programs." + name + ": expected a player's text in quotes");
            out.emplace_back(name, text.get<std::string>());
        }
    }
    return out;
}

/// Whoever may write jobs into the store chooses the players, but not what is started on this machine.
std::optional<Error> refused_here(const PlayerSettings& player, const std::vector<std::pair<std::string, std::string>>& programs) {
    const std::string& text = player.player;
    const bool named = std::any_of(programs.begin(), programs.end(), [&](const auto& one) { return "program:" + one.first == text; });
    if (named || need_of_player(text).empty()) return std::nullopt;
    if (text.starts_with("program:")) return Error{"this worker has no program " + foray::quoted(text.substr(8))};
    return Error{"this worker starts its own programs alone (--config), not " + foray::quoted(text)};
}

int run_work(const WorkState& state) {
    WorkOptions work;
    work.location = state.store;
    for (std::size_t begin = 0; begin <= state.jobs.size();) {
        const std::size_t end = std::min(state.jobs.find(',', begin), state.jobs.size());
        const std::string kind = state.jobs.substr(begin, end - begin);
        begin = end + 1;
        if (kind == "prove") {
            work.text_jobs[kind] = proof_worker(state.store);
            work.nearness[kind] = leaf_nearness;
        } else if (kind == "selfplay") {
            work.text_jobs[kind] = [](const Job& job, const std::atomic<bool>& stop) {
                return learn::play_selfplay_batch(job.input, stop);
            };
        } else if (kind != "tournament") {
            throw UsageError("--jobs: unknown kind " + foray::quoted(kind) + "; the kinds are tournament, prove, selfplay");
        }
        work.kinds.push_back(kind);
    }
    const auto programs = read_programs(state.config);
    for (const auto& [name, text] : programs) work.abilities.push_back("program:" + name);
    work.threads = state.threads;
    if (!state.duration.empty()) work.seconds = require(parse_duration(state.duration), "--for");
    work.until_idle = state.until_idle;
    PlayerHouse house{.programs = programs, .location = state.store};
    for (const auto& [name, text] : programs) house.players.push_back(text);
    work.make_player = player_maker(house);
    work.refused = [programs](const PlayerSettings& player) { return refused_here(player, programs); };
    work.lease_ms = state.lease_s * 1000;
    // A server may come back; a file that is none of Foray's will not become one.
    if (state.store.find("://") == std::string::npos) (void)require(Store::open(state.store, Store::Open::kExisting), "--store");
    const Interrupts interrupts;
    work.stop = &interrupts.flag();
    work.say = [](const std::string& text) {
        const std::time_t now = std::time(nullptr);
        std::tm utc{};
        gmtime_r(&now, &utc);
        fmt::print("{:02}:{:02}:{:02} {}\n", utc.tm_hour, utc.tm_min, utc.tm_sec, without_controls(text));
        std::fflush(stdout);
    };
    work.say(fmt::format("working on {} jobs, {} at a time", state.jobs, state.threads));
    const std::int64_t done = run_worker(work);
    fmt::print("{} jobs done\n", done);
    return kFine;
}

}  // namespace

void add_work_command(CLI::App& app, Action& action) {
    add_command<WorkState>(
        app, action, "work", "Work on the jobs of a store that many machines share",
        "  foray work --store postgresql://foray@db/foray --threads 8 --for 2h\n"
        "  foray work --store sqlite:my.foray --until-idle\n"
        "SIGTERM, SIGHUP and Ctrl-C give back what is not finished. A password comes from PGPASSWORD or PGPASSFILE. docs/machines.md says "
        "more.",
        [](CLI::App& command, WorkState& state) {
            command.add_option("--store", state.store, "postgresql://... or sqlite:FILE")->required();
            command.add_option("--jobs", state.jobs, "kinds of jobs, separated by commas, the preferred first")->capture_default_str();
            command.add_option("--threads", state.threads, "jobs at a time")->check(CLI::Range(1, 1024))->capture_default_str();
            command.add_option("--for", state.duration, "end after this time, such as 2h, 90m or 30s");
            command.add_option("--config", state.config,
                               "a TOML file with the programs that this machine has: [programs] name = \"uai:./x\"");
            command.add_option("--lease", state.lease_s, "seconds without a sign of life after which others take the jobs over")
                ->check(decimal(0.1, 86'400))
                ->capture_default_str();
            command.add_flag("--until-idle", state.until_idle, "end when there is nothing left to do");
        },
        run_work);
}

}  // namespace foray::cli
