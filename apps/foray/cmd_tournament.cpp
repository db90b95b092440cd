// foray tournament: tournaments that are kept in a store, can be killed at any moment, and go on where they were.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <nlohmann/json.hpp>
#include <thread>

#include "files.h"
#include "foray/server/server.h"
#include "foray/store/report.h"
#include "interrupts.h"
#include "live_pages.h"
#include "tournament_options.h"

namespace foray::cli {
namespace {

/// The table that changes in place on a terminal; a line for every game elsewhere.
class LiveTable {
public:
    LiveTable(const Tournament& tournament, std::vector<GameRow> games, bool quiet)
        : tournament_(tournament), games_(std::move(games)), terminal_(isatty(STDOUT_FILENO) == 1), quiet_(quiet) {}

    void add(const GameRow& game) {
        games_.push_back(game);
        games_.back().record.clear();
        if (quiet_) return;
        if (!terminal_) {
            const Pairing& p = game.key.pairing;
            const int first = game.key.leg == 0 ? p.first : p.second;
            const int second = game.key.leg == 0 ? p.second : p.first;
            const int half = game.key.leg == 0 ? game.half_points : 2 - game.half_points;
            fmt::print("game {} round {}: {} - {} {} ({})\n", games_.size(), p.round + 1, name(first), name(second),
                       half == 2   ? "1-0"
                       : half == 1 ? "1/2-1/2"
                                   : "0-1",
                       game.reason());
            std::fflush(stdout);
            return;
        }
        const auto now = std::chrono::steady_clock::now();
        if (now < next_) return;
        draw();
        // A long table costs something to make: never more than a tenth of the time.
        next_ = std::chrono::steady_clock::now() + std::max<std::chrono::steady_clock::duration>(
                                                       std::chrono::milliseconds(200), 10 * (std::chrono::steady_clock::now() - now));
    }

    void say(const std::string& news) {
        erase();
        fmt::print("{}\n", news);
        std::fflush(stdout);
    }

    void finish() {
        erase();
        for (const std::string& line : print_standings(make_report(tournament_, games_))) fmt::print("{}\n", line);
    }

private:
    [[nodiscard]] std::string name(int player) const {
        const auto index = static_cast<std::size_t>(player);
        return index < tournament_.rows.size() ? tournament_.rows[index].name : std::to_string(player);
    }
    void erase() {
        if (shown_ > 0) fmt::print("\x1b[{}A\x1b[J", shown_);
        shown_ = 0;
    }
    void draw() {
        const auto lines = print_standings(make_report(tournament_, games_));
        erase();
        for (const std::string& line : lines) fmt::print("\x1b[?7l{}\x1b[?7h\n", line);  // long lines are cut, so that they can be counted
        shown_ = lines.size();
        std::fflush(stdout);
    }

    const Tournament& tournament_;
    std::vector<GameRow> games_;
    bool terminal_;
    bool quiet_;
    std::size_t shown_ = 0;
    std::chrono::steady_clock::time_point next_{};
};

struct RunState {
    PlaceOptions place;
    SettingsOptions settings;
    std::optional<int> threads;
    bool schedule_only = false;
    bool quiet = false;
    std::optional<int> serve;  ///< the port of the page that shows it
    std::string host = "127.0.0.1";
};

/// The page that shows the tournament while it is played, beside it in a thread of its own.
class LivePage {
public:
    explicit LivePage(const RunState& state) {
        if (!state.serve) return;
        server::ServerOptions options;
        options.host = state.host;
        options.port = static_cast<std::uint16_t>(*state.serve);
        options.make = live_pages(state.place.location(), !server::built_in_page().empty());
        options.stop = &helper_.stop;
        std::promise<Result<std::string>> listening;
        auto where = listening.get_future();
        helper_.thread = std::thread([options, promise = std::move(listening)]() mutable {
            bool told = false;
            try {
                const server::Site site(server::built_in_page());
                const auto served = server::serve(site, options, [&](const std::string& url) {
                    promise.set_value(url);
                    told = true;
                });
                if (!served && !told) promise.set_value(served.error());
            } catch (const std::exception&) {  // once it is open, the games go on without the page
                if (!told) promise.set_exception(std::current_exception());
            }
        });
        const auto url = where.get();
        if (!url) throw UsageError("--serve: " + url.error().message());
        fmt::print("The tournament is at {}tournaments/\n", *url);
        if (!server::is_loopback(state.host)) fmt::print("Everybody who can reach this machine over the network can open it.\n");
        std::fflush(stdout);
    }

private:
    /// Ends its thread, also where the page is not made to the end.
    struct Helper {
        Helper() = default;
        Helper(const Helper&) = delete;
        Helper& operator=(const Helper&) = delete;
        ~Helper() {
            stop = true;
            if (thread.joinable()) thread.join();
        }
        std::atomic<bool> stop = false;
        std::thread thread;
    };
    Helper helper_;
};

int play(const RunState& state) {
    Store store = state.place.open(Store::Open::kExisting);
    const Tournament tournament = state.place.load(store);
    if (!state.schedule_only) require_playable(tournament);
    const LivePage page(state);
    LiveTable table(tournament, store.games(tournament.id, Store::Records::kWithout), state.quiet);
    RunOptions run;
    run.location = state.place.location();
    run.tournament = tournament.name;
    const int cores = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    run.threads = state.schedule_only ? 0 : state.threads.value_or(tournament.settings.concurrency.value_or(cores));
    if (has_person(tournament.settings)) run.threads = std::min(run.threads, 1);  // one game at a time is enough for anybody
    PlayerHouse house{.location = run.location};
    for (const PlayerSettings& player : tournament.settings.players) house.players.push_back(player.player);
    run.make_player = player_maker(house);
    run.need_of = need_of_player;
    const Interrupts interrupts(Interrupts::Reading::kEnds);
    run.stop = &interrupts.flag();
    run.on_game = [&](const GameRow& game) { table.add(game); };
    run.on_news = [&](const std::string& news) { table.say(news); };
    if (state.schedule_only && !state.quiet) {
        fmt::print("{}: `foray work` plays it.\n", tournament.name);
        std::fflush(stdout);
    }
    const RunOutcome outcome = run_tournament(run);
    if (!outcome.problem.empty()) throw CommandFailure(outcome.problem);
    store = state.place.open(Store::Open::kExisting);  // the old connection may have been lost with the server
    if (!outcome.over) {
        LiveTable(tournament, store.games(tournament.id, Store::Records::kWithout), true).finish();
        fmt::print("Stopped. `foray tournament resume` goes on where this was.\n");
        return kFailed;
    }
    const Tournament now = state.place.load(store);
    LiveTable(now, store.games(tournament.id, Store::Records::kWithout), true).finish();
    return kFine;
}

/// Nothing is made before everything is checked.
Tournament make(const RunState& state) {
    const SettingsOptions::Checked settings = state.settings.check();
    Store store = state.place.open(Store::Open::kCreate);
    return require(make_tournament(store, state.place.name(store), settings.json, settings.toml));
}

int run_new(const RunState& state) {
    if (state.place.exists()) throw UsageError(state.place.location() + ": there is a tournament already");
    const Tournament made = make(state);
    fmt::print("{}: {} players. `foray tournament run` plays it.\n", made.name, made.rows.size());
    return kFine;
}

int run_run(const RunState& state) {
    if (!state.place.exists()) {
        if (!state.settings.given()) throw UsageError(state.place.location() + ": no tournament there; --players or --settings makes one");
        (void)make(state);
    } else if (state.settings.given()) {
        throw UsageError(state.place.location() + ": there is a tournament already; `resume` goes on with it, without settings");
    }
    return play(state);
}

struct ReadState {
    PlaceOptions place;
    bool json = false, pgn = false, csv = false, html = false;
    std::string dialect = "standard";
    std::string output = kStandardOutput;
};

int run_status(const ReadState& state) {
    Store store = state.place.open(Store::Open::kLook);
    const Tournament tournament = state.place.load(store);
    const auto report = make_report(tournament, store.games(tournament.id, Store::Records::kWithout));
    if (state.json) {
        fmt::print("{}", export_json(tournament, report, {}));
        return kFine;
    }
    for (const std::string& line : print_standings(report)) fmt::print("{}\n", line);
    const JobCounts jobs = store.count_jobs("tournament", tournament.name);
    if (!report.over) fmt::print("pairings waiting {}, being played {}, given up {}\n", jobs.open, jobs.taken, jobs.poison);
    return kFine;
}

int run_export(const ReadState& state) {
    if (state.json + state.pgn + state.csv + state.html != 1) throw UsageError("say one of --json, --pgn, --csv, --html");
    const PgnDialect dialect = state.dialect == "cuteataxx" ? PgnDialect::kCuteAtaxx : PgnDialect::kStandard;
    check_output(state.output);
    Store store = state.place.open(Store::Open::kLook);
    const Tournament tournament = state.place.load(store);
    const auto games = store.games(tournament.id, Store::Records::kWith);
    const auto report = make_report(tournament, games);
    const std::string text = state.json  ? export_json(tournament, report, games)
                             : state.csv ? export_csv(tournament, games)
                             : state.pgn ? require(export_pgn(tournament, games, dialect))
                                         : require(export_html(tournament, report, games));
    if (state.output == kStandardOutput) {
        std::fwrite(text.data(), 1, text.size(), stdout);
    } else {
        write_file(state.output, text);
    }
    return kFine;
}

struct PlayerState {
    PlaceOptions place;
    std::string player;
    std::string name;
};

int run_add_player(const PlayerState& state) {
    Store store = state.place.open(Store::Open::kExisting);
    const Tournament tournament = state.place.load(store);
    const Format format = tournament.settings.schedule.format;
    const auto games = store.games(tournament.id, Store::Records::kWithout);
    if (format == Format::kMatch || (format == Format::kKnockout && !games.empty())) {
        throw UsageError("nobody can join a match, or a knock-out that has begun");
    }
    PlayerRow row;
    row.number = static_cast<int>(tournament.rows.size());
    row.name = state.name.empty() ? state.player : state.name;
    row.settings = nlohmann::ordered_json{{"player", state.player}}.dump();
    row.entrant.joined = tournament.schedule(games).next_round();
    for (const PlayerRow& other : tournament.rows) {
        if (other.name == row.name) throw UsageError("there is a player '" + row.name + "' already; --as gives another name");
    }
    const PlayerSettings settings = require(parse_player(row.settings, tournament.settings));
    if (need_of_player(state.player).empty()) (void)require(player_maker()(tournament.settings.spec(0), settings), "--player");
    store.add_player(tournament.id, row);
    fmt::print("{} joins in round {}\n", row.name, row.entrant.joined + 1);
    return kFine;
}

int run_withdraw(const PlayerState& state) {
    Store store = state.place.open(Store::Open::kExisting);
    const Tournament tournament = state.place.load(store);
    const auto found =
        std::find_if(tournament.rows.begin(), tournament.rows.end(), [&](const auto& row) { return row.name == state.name; });
    if (found == tournament.rows.end()) throw UsageError("there is no player '" + state.name + "'");
    const Schedule schedule = tournament.schedule(store.games(tournament.id, Store::Records::kWithout));
    store.withdraw(tournament.id, found->number, schedule.current_round(), "withdrawn by hand");
    fmt::print("{} is withdrawn\n", found->name);
    return kFine;
}

void add_run_options(CLI::App& command, RunState& state) {
    command.add_option("--threads", state.threads, "games at a time in this process; --concurrency of the tournament if not given")
        ->check(CLI::Range(1, 256));
    command.add_flag("--schedule-only", state.schedule_only, "play nothing here: `foray work` on other machines does");
    command
        .add_option("--serve", state.serve,
                    "a page at this port (0: any free one; 8080 if none is said) shows the tournament while it is played")
        ->expected(0, 1)
        ->default_str("8080")
        ->check(CLI::Range(0, 65535));
    command.add_option("--host", state.host, "the address at which --serve listens")->capture_default_str();
    command.add_flag("--quiet", state.quiet, "only the table at the end");
}

}  // namespace

void add_tournament_command(CLI::App& app, Action& action) {
    CLI::App* group = app.add_subcommand("tournament", "Tournaments of every format, kept in a file, resumed after any accident");
    group->require_subcommand(1);
    group->footer(
        "Examples:\n"
        "  foray tournament run my.foray --players \"engine:nodes=500; alphabeta:3; random\" --game ataxx --format round-robin --rounds 2\n"
        "  foray tournament resume my.foray\n"
        "  foray tournament export my.foray --html -o report.html\n"
        "docs/tournaments.md lists every setting.");
    add_command<RunState>(
        *group, action, "new", "Make a tournament and play nothing yet",
        "  foray tournament new club.foray --players \"greedy; alphabeta:2; random\" --format swiss --rounds 3",
        [](CLI::App& command, RunState& state) {
            state.place.add_to(command);
            state.settings.add_to(command);
        },
        run_new);
    add_command<RunState>(
        *group, action, "run", "Make a tournament if it is not there, and play it to the end",
        "  foray tournament run my.foray --players \"engine:ms=50; alphabeta:3; greedy\" --game ataxx --format round-robin --rounds 20"
        " --nodes 2000 --seed 3",
        [](CLI::App& command, RunState& state) {
            state.place.add_to(command);
            state.settings.add_to(command);
            add_run_options(command, state);
        },
        run_run);
    add_command<RunState>(
        *group, action, "resume", "Go on with a tournament: exactly the games that are missing are played",
        "  foray tournament resume my.foray",
        [](CLI::App& command, RunState& state) {
            state.place.add_to(command);
            add_run_options(command, state);
        },
        play);
    add_command<ReadState>(
        *group, action, "status", "The table as it stands", "  foray tournament status my.foray",
        [](CLI::App& command, ReadState& state) {
            state.place.add_to(command);
            command.add_flag("--json", state.json, "for programs");
        },
        run_status);
    add_command<ReadState>(
        *group, action, "export", "Games, tables and ratings for other programs, or one page for people",
        "  foray tournament export my.foray --pgn -o games.pgn\n  foray tournament export my.foray --html -o report.html",
        [](CLI::App& command, ReadState& state) {
            state.place.add_to(command);
            command.add_flag("--json", state.json, "everything, with all notes of every move");
            command.add_flag("--pgn", state.pgn, "the games");
            command.add_option("--dialect", state.dialect, "of PGN: in standard 1-0 is White's victory, in cuteataxx the first player's")
                ->check(CLI::IsMember({"standard", "cuteataxx"}))
                ->capture_default_str();
            command.add_flag("--csv", state.csv, "one line for every move of every game");
            command.add_flag("--html", state.html, "one page: crosstable, ratings, replays");
            command.add_option("-o,--output", state.output, "a file instead of standard output");
        },
        run_export);
    add_command<PlayerState>(
        *group, action, "add-player", "A player joins; in formats of rounds from the next round on",
        "  foray tournament add-player my.foray --player engine:level=3 --as late",
        [](CLI::App& command, PlayerState& state) {
            state.place.add_to(command);
            command.add_option("--player", state.player, "the player's text")->required();
            command.add_option("--as", state.name, "its name in the tables; its text if not given");
        },
        run_add_player);
    add_command<PlayerState>(
        *group, action, "withdraw", "A player leaves; what it played stays", "  foray tournament withdraw my.foray --player random",
        [](CLI::App& command, PlayerState& state) {
            state.place.add_to(command);
            command.add_option("--player", state.name, "its name in the tables")->required();
        },
        run_withdraw);
}

}  // namespace foray::cli
