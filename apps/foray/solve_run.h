// A solver at work for a command: live progress, Ctrl-C, and a file that keeps what was proved.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "foray/files/files.h"
#include "foray/solver/solver.h"
#include "game_options.h"
#include "interrupts.h"

namespace foray::cli {

/// The options of foray solve and foray prove that say how to work.
struct SolveOptions {
    LineOptions game;
    std::optional<std::size_t> hash_mb;
    int threads = 1;
    double seconds = 0;
    std::string save;
    bool resume = false;
    bool freezing = false;
    bool conjectures = false;
    std::vector<std::string> off;
    bool json = false;

    void add_to(CLI::App& command);
};

class SolveRun {
public:
    /// Makes the solver, with the table of an earlier run if asked. Throws UsageError or CommandFailure.
    explicit SolveRun(const SolveOptions& options);
    ~SolveRun();
    SolveRun(const SolveRun&) = delete;
    SolveRun& operator=(const SolveRun&) = delete;

    [[nodiscard]] const Game& game() const { return setup_.game; }
    [[nodiscard]] const WidePosition& position() const { return setup_.position; }
    [[nodiscard]] solver::Solver& solver() { return *solver_; }
    [[nodiscard]] SearchRequest request() const;
    [[nodiscard]] double ms() const;
    /// Whether a signal came or the time is over: what is proved by now is all there will be.
    [[nodiscard]] bool ended() const;
    /// What to show while the work goes on, instead of the solver's own progress. Called from another thread than the work's.
    void show_instead(std::function<std::string()> status) { status_ = std::move(status); }

    [[nodiscard]] const SolveOptions& options() const { return options_; }
    /// A text that is kept beside the --save file, under this path, whenever that is written. Called from another thread than the work's.
    void keep_beside(std::string path, std::function<std::string()> text) {
        beside_ = std::move(path);
        beside_text_ = std::move(text);
    }

    /// Runs the work in a second thread; meanwhile shows progress, saves every half minute and listens to Ctrl-C, SIGTERM and SIGHUP.
    void run(const std::function<void()>& work);
    /// Writes the --save file, if there is one. What goes wrong is told on stderr; false then.
    [[nodiscard]] bool save();

private:
    [[nodiscard]] Result<files::Done> write_table();
    [[nodiscard]] Result<files::Done> write_beside();
    void show_progress() const;

    const SolveOptions& options_;
    Setup setup_;
    std::optional<files::Claim> claim_;  ///< of the --save file, as long as the run lasts
    std::unique_ptr<solver::Solver> solver_;
    Interrupts interrupts_;
    std::function<std::string()> status_;
    std::string beside_;
    std::function<std::string()> beside_text_;
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace foray::cli
