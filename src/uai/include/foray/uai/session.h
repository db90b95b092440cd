// The line protocol of Ataxx engines (UAI, like UCI), for every game: lines in, lines out. Knows neither files nor terminals nor threads
// (thread_runner.h does); the command line, the browser and the tests all speak to this class.
//
//   uai                                    -> id name, id author, option ..., uaiok
//   setoption name X value Y                  Hash, Threads, MultiPV, Level, Variant, EvalFile, Board, Raid
//   isready                                -> readyok
//   uainewgame
//   position startpos|fen F [moves m...]
//   go [movetime T] [depth D] [nodes N] [btime A wtime B binc C winc D] [movestogo M] [searchmoves m...] [infinite]
//                                          -> info depth .. seldepth .. multipv .. score cp .. nodes .. time .. nps .. hashfull .. pv ..
//                                             bestmove m       (0000 is a forced pass, and the answer when the game is over)
//                                             exactly one for every `go`; after `go infinite` (or ponder) not before `stop`
//   stop, quit
//   perft N, moves, print, eval, bench        answer at once
//
// A line that cannot be obeyed is answered by "info string ..." and changes nothing, but for `go`, which is answered by a move whatever its
// words are. `btime` is the clock of the first player.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace foray {

/// Receives one line of output without its newline. Called from wherever the search runs.
using UaiOut = std::function<void(const std::string&)>;

/// Where searches run. The default runs them on the spot: `go` then returns with the answer given, and `stop` comes too late.
class UaiRunner {
public:
    UaiRunner() = default;
    UaiRunner(const UaiRunner&) = delete;
    UaiRunner& operator=(const UaiRunner&) = delete;
    virtual ~UaiRunner() = default;
    // By value: a runner that works elsewhere keeps it.
    virtual void start(std::function<void()> job) { job(); }  // NOLINT(performance-unnecessary-value-param)
    /// Returns when the last job has ended.
    virtual void wait() {}
    /// The same, but for at most so long. False if the job still runs.
    virtual bool wait_for(double /*ms*/) { return true; }
    /// Whether jobs run beside the caller, who can then stop them.
    [[nodiscard]] virtual bool apart() const { return false; }
};

struct UaiSettings {
    UaiRunner* runner = nullptr;  ///< null: on the spot
    /// A ceiling for every search, and for perft; for callers that cannot interrupt. `bench` is refused under a ceiling.
    std::optional<std::uint64_t> most_nodes{};
    unsigned most_hash_mb = 4096;  ///< the largest table that `Hash` may ask for
};

class UaiSession {
public:
    explicit UaiSession(const UaiSettings& settings = {});
    ~UaiSession();
    UaiSession(UaiSession&&) noexcept;
    UaiSession& operator=(UaiSession&&) noexcept;

    /// Answers one line. False after `quit`: nothing more will be answered.
    bool handle(std::string_view line, const UaiOut& out);

    /// Ends a search that runs elsewhere; may be called from any thread.
    void stop();

    /// Nobody will say `stop` any more: a search that does not end by itself is ended, any other one after `grace_ms` at the latest. Its
    /// answer is given before this returns.
    void end_of_input(double grace_ms);

    class Impl;

private:
    std::unique_ptr<Impl> impl_;
};

}  // namespace foray
