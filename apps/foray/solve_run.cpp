#include "solve_run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <exception>
#include <mutex>
#include <thread>

#include "checks.h"
#include "command.h"
#include "foray/notation/switches.h"
#include "foray/notation/text.h"
#include "foray/solver/snapshot.h"
#include "numbers.h"

namespace foray::cli {
namespace {

constexpr auto kSaveEvery = std::chrono::seconds(30);
constexpr auto kShowEvery = std::chrono::milliseconds(500);
/// How long a signal may wait until the solver is told.
constexpr auto kLookEvery = std::chrono::milliseconds(20);

struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::string about_ideas() {
    std::string out = "do without ideas of the search, to measure them: switches+answers. There are";
    for (const solver::NamedIdea& idea : solver::kIdeas) out += fmt::format("\n  {:<17} {}", idea.name, idea.what);
    return out;
}

solver::Ideas ideas_of(const SolveOptions& options) {
    solver::Ideas ideas;
    ideas.conjectures = options.conjectures;
    ideas.freezing = true;
    if (options.freezing) ideas.freeze.spread = 0;
    for (const std::string& list : options.off) {
        const auto fewer = foray::turn_off(list, ideas, solver::kIdeas);
        if (!fewer) throw UsageError("--off: " + fewer.error().message());
        ideas = *fewer;
    }
    return ideas;
}

Setup setup_of(const SolveOptions& options) {
    Played played = options.game.resolve();
    WidePosition position = played.position();
    return {std::move(played.game), position};
}

/// What a run is saved to is replaced: it must be another run, or nothing.
Result<bool> check_replaced(const std::string& path) {
    const File file(std::fopen(path.c_str(), "rb"));
    if (!file) return true;
    std::array<char, 64> begins{};
    const std::size_t size = std::fread(begins.data(), 1, begins.size(), file.get());
    if (size == 0 || solver::begins_snapshot({begins.data(), size})) return true;
    return Error{"there is a file that is no saved solver run: it is left as it is", 0, 0, path};
}

}  // namespace

void SolveOptions::add_to(CLI::App& command) {
    game.add_to(command);
    command
        .add_option("--hash", hash_mb,
                    "megabytes for the table and what the threads remember of components; without it as much as the empties suggest, "
                    "at most 1024 and 72 for every thread")
        ->check(CLI::Range(1, 1 << 24));
    command.add_option("--threads", threads, "threads that share the table")->check(CLI::Range(1, 64))->capture_default_str();
    command.add_option("--time", seconds, "stop after this many seconds and say what is proved")->check(positive_decimal(kLongestSeconds));
    command.add_option("--save", save, "keep the proved bounds and the table in this file, written every half minute and at the end");
    command.add_flag("--resume", resume, "go on from the --save file")->needs("--save");
    command.add_flag(
        "--freezing", freezing,
        "cut components that are too large by giving squares away even where squares are worth much the same: fewer nodes and a table that "
        "fills later, but no less time");
    command.add_flag("--conjectures", conjectures, "also use what is checked but not proved (theorem 10 of docs/solver.md)");
    command.add_option("--off,--without", off, about_ideas())->delimiter(',');
    command.add_flag("--json", json, "for programs");
}

SolveRun::SolveRun(const SolveOptions& options) : options_(options), setup_(setup_of(options)) {
    solver::SolverOptions wanted;
    wanted.ideas = ideas_of(options);
    wanted.threads = options.threads;
    if (options.hash_mb) solver::Solver::divide(*options.hash_mb << 20, setup_.game.spec(), setup_.position, wanted);
    if (!options.save.empty()) {
        // Before hours of work, not after them.
        (void)require(files::check_target(options.save));
        claim_ = require(files::Claim::take(options.save));
        if (!options.resume) (void)require(check_replaced(options.save), "--save");
    }
    std::optional<solver::SnapshotHeader> header;
    File file;
    const solver::Source source = [&](void* data, std::size_t bytes) { return std::fread(data, 1, bytes, file.get()) == bytes; };
    if (options.resume) {
        file.reset(std::fopen(options.save.c_str(), "rb"));
        if (!file) throw UsageError(options.save + ": " + std::strerror(errno));
        header = require(solver::read_snapshot_header(source), options.save);
        (void)require(solver::check_snapshot(*header, setup_.game.spec(), setup_.position, wanted.ideas), options.save);
        wanted.table_bytes = header->table_bytes;
    }
    solver_ = require(solver::Solver::make(setup_.game.spec(), setup_.position, wanted), options.hash_mb ? "--hash" : "");
    if (header) {
        const solver::Restored restored = require(solver::read_snapshot_lines(*solver_, *header, source), options.save);
        if (!restored.whole()) {
            fmt::print(stderr, "foray: {}: part of the table is damaged{} and is left out; {} lines are whole\n",
                       without_controls(options.save), restored.complete ? "" : " or missing", grouped(restored.lines));
        }
    }
}

SolveRun::~SolveRun() = default;

SearchRequest SolveRun::request() const {
    SearchRequest request;
    if (options_.seconds > 0) request.budget.ms = std::max(1.0, 1000 * options_.seconds - ms());
    return request;
}

double SolveRun::ms() const { return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin_).count(); }

bool SolveRun::ended() const { return interrupts_.asked() || (options_.seconds > 0 && ms() >= 1000 * options_.seconds); }

void SolveRun::run(const std::function<void()>& work) {
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    std::exception_ptr failure;
    std::thread worker([&] {
        try {
            work();
        } catch (...) {
            failure = std::current_exception();
        }
        const std::lock_guard lock(mutex);
        done = true;
        changed.notify_one();
    });
    const bool live = isatty(STDERR_FILENO) == 1;
    auto saved = std::chrono::steady_clock::now();
    auto shown = saved;
    try {
        std::unique_lock lock(mutex);
        while (!changed.wait_for(lock, kLookEvery, [&] { return done; })) {
            lock.unlock();
            const auto now = std::chrono::steady_clock::now();
            if (interrupts_.asked()) solver_->stop();
            if (live && now - shown > kShowEvery) {
                show_progress();
                shown = now;
            }
            if (!options_.save.empty() && now - saved > kSaveEvery) {
                (void)save();
                saved = std::chrono::steady_clock::now();
            }
            lock.lock();
        }
    } catch (...) {  // no thread may outlive this function
        solver_->stop();
        worker.join();
        throw;
    }
    worker.join();
    if (live) fmt::print(stderr, "\r\x1b[K");
    if (failure) std::rethrow_exception(failure);
}

void SolveRun::show_progress() const {
    const solver::Progress now = solver_->progress();
    const double seconds = ms() / 1000;
    if (status_) {
        fmt::print(stderr, "\r\x1b[K{}, {}/s, table {:.0f} % full, {:.0f} s", status_(),
                   short_count(static_cast<double>(now.nodes) / seconds), 100 * now.filled, seconds);
        std::fflush(stderr);
        return;
    }
    const double expected = solver::expected_nodes(setup_.position.empty.count());
    fmt::print(stderr, "\r\x1b[K{} <= value <= {}, asking >= {}; {}nodes, {}/s, table {:.0f} % full, {:.0f} s; expect about {}nodes",
               now.lower, now.upper, now.target, short_count(static_cast<double>(now.nodes)),
               short_count(static_cast<double>(now.nodes) / seconds), 100 * now.filled, seconds, short_count(expected));
    std::fflush(stderr);
}

bool SolveRun::save() {
    if (options_.save.empty()) return true;
    auto written = write_table();
    if (written && beside_text_) written = write_beside();
    if (written) return true;
    // What was proved is still worth telling; and the disk may have room again the next time.
    fmt::print(stderr, "{}foray: not saved: {}\n", isatty(STDERR_FILENO) == 1 ? "\r\x1b[K" : "",
               without_controls(written.error().message()));
    return false;
}

Result<files::Done> SolveRun::write_beside() {
    const std::string text = beside_text_();
    auto next = files::Replacement::begin(beside_);
    if (!next) return next.error();
    if (const auto done = next->write(text.data(), text.size()); !done) return done.error();
    return next->commit();
}

Result<files::Done> SolveRun::write_table() {
    auto begun = files::Replacement::begin(options_.save);
    if (!begun) return begun.error();
    files::Replacement next = std::move(begun).value();
    std::optional<Error> trouble;
    const bool written = solver::write_snapshot(*solver_, [&](const void* data, std::size_t bytes) {
        auto done = next.write(data, bytes);
        if (!done) trouble = done.error();
        return done.has_value();
    });
    if (!written) return *trouble;
    return next.commit();
}

}  // namespace foray::cli
