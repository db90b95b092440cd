// One engine that speaks UAI, as a process: started, introduced, asked. Used by the player and by the compliance check.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "foray/agents/agent.h"
#include "foray/notation/uai_text.h"
#include "foray/process/child.h"
#include "foray/process/run.h"

namespace foray {

class UaiClient {
public:
    /// Starts the program and waits for its uaiok. `own_folder`: it gets an empty folder to run in.
    static Result<std::unique_ptr<UaiClient>, Failure> start(process::Program program, bool own_folder, double handshake_ms);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] const std::vector<UaiOption>& options() const { return options_; }
    [[nodiscard]] const UaiOption* find_option(std::string_view name) const;

    /// Says one line. False if nobody listens.
    bool say(const std::string& line);
    /// "isready", and waits for readyok. Lines before that are dropped.
    std::optional<Failure> wait_ready(double ms);
    /// The next line that means something to a client, until the deadline. Failures: it ended, floods, or is silent.
    Result<UaiReply, Failure> read(process::Time deadline);
    /// Drops what it has said without being asked.
    void drop_old_lines();

    process::Child& child() { return *child_; }
    /// When the last line came.
    [[nodiscard]] process::Time last_line_at() const { return last_at_; }

private:
    UaiClient() = default;
    Failure failure_of(process::ReadState state);

    std::optional<process::ScratchFolder> folder_;  // outlives the child
    std::unique_ptr<process::Child> child_;
    std::string name_;
    std::vector<UaiOption> options_;
    process::Time last_at_{};
};

/// Engines between two games: starting one costs more than many games of a fast engine take.
class UaiPool {
public:
    std::unique_ptr<UaiClient> take(const std::string& key);
    void give(const std::string& key, std::unique_ptr<UaiClient> client);
    /// Whether such an engine has ever come up. One that has and then does not is no mistake of whoever set up the match: it loses games.
    bool has_started(const std::string& key);
    void note_started(const std::string& key);

private:
    std::mutex mutex_;
    std::multimap<std::string, std::unique_ptr<UaiClient>> waiting_;
    std::set<std::string> started_;
};

}  // namespace foray
