// foray selfplay: games of a player against itself, as material for `foray train`.
#include <fmt/core.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <mutex>

#include "checks.h"
#include "command.h"
#include "foray/board/crew.h"
#include "foray/board/random.h"
#include "foray/board/version.h"
#include "foray/learn/selfplay.h"
#include "foray/learn/selfplay_batch.h"
#include "foray/learn/selfplay_store.h"
#include "foray/notation/match_text.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "foray/store/collect.h"
#include "game_options.h"
#include "interrupts.h"
#include "numbers.h"

namespace foray::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct SelfplayCommand {
    GameOptions game;
    std::string file;
    std::string player = "engine:nodes=1000,hash=1";
    std::string random_plies = "6-16";
    learn::SelfplaySettings settings;
    std::uint64_t games = 0;
    std::uint64_t positions = 0;
    std::uint64_t seed = 1;
    int threads = 1;
    int report_seconds = 60;
    std::string store;
    std::string name;
    int batch = 50;
};

/// The threads, and the file that they share.
class Generator {
public:
    Generator(const SelfplayCommand& command, const Setup& setup, learn::SelfplayStore store)
        : command_(command), setup_(setup), store_(std::move(store)), games_(store_.found().games), positions_(store_.found().positions) {}

    void run() {
        run_together(command_.threads, [this](int /*thread*/) { work(); });
        if (!failure_.empty()) throw CommandFailure(failure_);
    }

    [[nodiscard]] std::string summary() const {
        const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
        const auto made = static_cast<double>(positions_ - store_.found().positions);
        return fmt::format("{} games, {} positions; {:.0f} positions a second", grouped(games_), grouped(positions_), made / seconds);
    }

private:
    static constexpr std::size_t kBlock = std::size_t{1} << 16;
    static constexpr std::chrono::seconds kLongestWait{10};

    [[nodiscard]] bool enough() const {
        return (command_.games > 0 && games_ >= command_.games) || (command_.positions > 0 && positions_ >= command_.positions);
    }

    void work() {
        try {
            const auto player = require(make_agent(setup_.game.spec(), command_.player), "--player");
            learn::GamesBuffer buffer;
            auto flushed = Clock::now();
            while (!stop_.load() && !interrupt_flag()) {
                // A run that goes on begins a sequence of its own, which depends on how far the file had come.
                std::uint64_t seed = command_.seed + 0x9E3779B97F4A7C15 * (store_.found().games + 1);
                seed = splitmix64(seed) + next_++;
                std::string problem;
                const auto played = play_selfplay_game(setup_.game, setup_.position, *player, command_.settings, splitmix64(seed),
                                                       interrupt_flag(), problem);
                if (!problem.empty()) throw CommandFailure(problem);
                if (!played) break;
                buffer.add(setup_.game, *played);
                if (buffer.bytes.size() >= kBlock || Clock::now() - flushed >= kLongestWait ||
                    (command_.games > 0 && games_ + buffer.games >= command_.games)) {
                    flush(buffer);
                    flushed = Clock::now();
                }
            }
            flush(buffer);
        } catch (const std::exception& error) {
            const std::lock_guard lock(mutex_);
            failure_ = error.what();
            stop_.store(true);
        }
    }

    void flush(learn::GamesBuffer& buffer) {
        if (buffer.games == 0) return;
        const std::lock_guard lock(mutex_);
        if (enough()) {  // another thread brought the last ones
            stop_.store(true);
            return;
        }
        if (const auto done = store_.append(buffer.block()); !done) throw CommandFailure(done.error().message());
        games_ += buffer.games;
        positions_ += buffer.positions;
        buffer = {};
        if (enough()) stop_.store(true);
        if (Clock::now() - reported_ < std::chrono::seconds(command_.report_seconds)) return;
        reported_ = Clock::now();
        fmt::print(stderr, "{}\n", summary());
    }

    const SelfplayCommand& command_;
    const Setup& setup_;
    learn::SelfplayStore store_;
    std::atomic<std::uint64_t> games_;
    std::atomic<std::uint64_t> positions_;
    std::atomic<std::uint64_t> next_ = 0;
    std::atomic<bool> stop_ = false;
    std::mutex mutex_;
    std::string failure_;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point reported_ = Clock::now();
};

/// The games are played by workers of a store and come into the file in the order of their numbers, whole batches at a time: how many games
/// the file has says where to go on.
int collect_from_store(const SelfplayCommand& command, const Setup& setup, const std::string& note) {
    if (command.games == 0 || command.positions > 0) throw UsageError("--store: say with --games how many there should be");
    learn::SelfplayBatch batch{setup.game.spec(), setup.position, command.player, command.settings, command.seed, 0, command.batch};
    const std::string topic = command.name.empty() ? "selfplay" : command.name;
    const std::string about = fmt::format("{} batch={}", note, command.batch);
    {
        Store store = require(Store::open(command.store, Store::Open::kCreate));
        const std::string settings = learn::print_selfplay_batch(batch);
        const auto known = store.kept(topic, "selfplay");
        if (known && *known != settings) throw UsageError(fmt::format("--name: the store has other self-play named '{}'", topic));
        if (!known) store.keep(topic, "selfplay", settings);
    }
    learn::SelfplayStore file = require(learn::SelfplayStore::open(command.file, batch.spec, about));
    const auto size = static_cast<std::uint64_t>(command.batch);
    if (file.found().games % size != 0 || (file.found().games > 0 && file.found().last_note != about)) {
        throw UsageError(command.file + ": holds other games; batches of a store need a file of their own");
    }
    std::uint64_t games = file.found().games;
    const Interrupts interrupts;
    Collection wanted{.location = command.store, .kind = "selfplay", .topic = topic, .input = {}, .take = {}, .stop = &interrupts.flag()};
    wanted.first = static_cast<std::int64_t>(games / size);
    wanted.count = static_cast<std::int64_t>((command.games + size - 1) / size);
    wanted.input = [&](std::int64_t number) {
        batch.first = static_cast<std::uint64_t>(number) * size;
        return learn::print_selfplay_batch(batch);
    };
    wanted.take = [&](std::int64_t number, const std::string& output) -> Result<bool> {
        const auto block = learn::read_selfplay_answer(setup.game.spec(), output, command.batch);
        if (!block) return block.error().in("batch " + std::to_string(number));
        if (const auto done = file.append(*block); !done) return done.error();
        games += size;
        return true;
    };
    auto reported = Clock::now();
    wanted.on_progress = [&](const JobCounts& jobs) {
        if (Clock::now() - reported < std::chrono::seconds(command.report_seconds)) return;
        reported = Clock::now();
        fmt::print(stderr, "{} games; batches waiting {}, being played {}\n", grouped(games), jobs.open, jobs.taken);
    };
    wanted.say = [](const std::string& text) { fmt::print(stderr, "{}\n", text); };
    const auto done = collect_in_order(wanted);
    if (!done) throw CommandFailure(done.error().message());
    fmt::print("{}: {}, {} games{}\n", without_controls(command.file), describe(setup.game.spec()), grouped(games),
               *done ? "" : "; the same command goes on");
    return *done ? kFine : kFailed;
}

int run_selfplay(SelfplayCommand& command) {
    const Setup setup = command.game.resolve();
    if (setup.game.verdict(setup.position).over()) throw UsageError("--position: the game is over");
    const PlyRange plies = require(parse_ply_range(command.random_plies), "--random-plies");
    command.settings.least_random = plies.least;
    command.settings.most_random = plies.most;
    (void)require(make_agent(setup.game.spec(), command.player), "--player");
    if (command.player.find('\n') != std::string::npos) throw UsageError("--player: is more than one line");
    const auto& settings = command.settings;
    const std::string note = fmt::format("{} player={} seed={} random-plies={}-{} balance={} aside={} decided={}x{}", program_name(),
                                         command.player, command.seed, settings.least_random, settings.most_random, settings.balance,
                                         settings.aside_percent, settings.decided, settings.decided_plies);
    if (!command.store.empty()) return collect_from_store(command, setup, note);
    learn::SelfplayStore store = require(learn::SelfplayStore::open(command.file, setup.game.spec(), note));
    if (store.torn() > 0) fmt::print(stderr, "{}: {} bytes of an unfinished block cut off\n", without_controls(command.file), store.torn());
    const bool full = (command.games > 0 && store.found().games >= command.games) ||
                      (command.positions > 0 && store.found().positions >= command.positions);
    const Interrupts interrupts;
    Generator generator(command, setup, std::move(store));
    if (!full) generator.run();
    fmt::print("{}: {}, {}\n", without_controls(command.file), describe(setup.game.spec()), generator.summary());
    return kFine;
}

}  // namespace

constexpr std::uint64_t kMostNumber = 1'000'000'000;

void add_selfplay_command(CLI::App& app, Action& action) {
    add_command<SelfplayCommand>(
        app, action, "selfplay", "Games of a player against itself into a file, as material for learning (foray train)",
        "  foray selfplay games.sp --game ataxx --positions 3000000 --threads 2\n"
        "  foray selfplay games.sp --game ataxx --positions 3000000     goes on where the file ends\n"
        "  foray selfplay small.sp --game ataxx --size 5 --player engine:nodes=200,hash=1 --random-plies 2-6 --games 500\n"
        "  foray selfplay games.sp --game ataxx --games 100000 --store postgresql://foray@db/foray     workers play (foray work --jobs "
        "selfplay)\n"
        "May be stopped and killed at any time; the same command goes on. docs/learning.md describes the file.",
        [](CLI::App& options, SelfplayCommand& command) {
            options.add_option("FILE", command.file, "where the games go; an existing file is added to")->required();
            command.game.add_to(options);
            options.add_option("--player", command.player, "who plays, as in foray best --help")->capture_default_str();
            options.add_option("--random-plies", command.random_plies, "random moves at the start of a game, or a range")
                ->capture_default_str();
            options
                .add_option("--balance", command.settings.balance,
                            "openings that are worth more than this to either side are thrown away (hundredths)")
                ->check(whole_number(0, kMostNumber))
                ->capture_default_str();
            options.add_option("--aside", command.settings.aside_percent, "percent of the positions where a random move is tried as well")
                ->check(CLI::Range(0, 100))
                ->capture_default_str();
            options.add_option("--decided", command.settings.decided, "a game ends when it is worth this to the same side ...")
                ->check(whole_number(1, kMostNumber))
                ->capture_default_str();
            options.add_option("--decided-plies", command.settings.decided_plies, "... so many moves in a row")
                ->check(whole_number(1, kMostNumber))
                ->capture_default_str();
            options.add_option("--games", command.games, "end when the file has so many; 0 for no end")
                ->check(whole_number())
                ->capture_default_str();
            options.add_option("--positions", command.positions, "end when the file has so many; 0 for no end")
                ->check(whole_number())
                ->capture_default_str();
            options.add_option("--seed", command.seed, "of everything random")->check(whole_number())->capture_default_str();
            options.add_option("--threads", command.threads, "games at the same time")->check(CLI::Range(1, 256))->capture_default_str();
            options.add_option("--store", command.store, "let the workers of this store play: postgresql://... or sqlite:FILE");
            options.add_option("--name", command.name, "with --store: what these games are called there; 'selfplay' if not given");
            options.add_option("--batch", command.batch, "with --store: games of one job")
                ->check(CLI::Range(1, learn::kMostBatch))
                ->capture_default_str();
            options.add_option("--report", command.report_seconds, "seconds between progress lines on standard error")
                ->check(whole_number(1, kMostNumber))
                ->capture_default_str();
        },
        run_selfplay);
}

}  // namespace foray::cli
