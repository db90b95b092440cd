// Programs that are started for every move: those of the Ataxx Reloaded contest, and those of two courses.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "foray/notation/answers.h"
#include "foray/notation/course_files.h"
#include "foray/notation/text.h"
#include "program.h"

namespace foray {
namespace {

constexpr std::uint64_t kLargestAnswer = 1U << 20U;

/// What all such players do: run the program once, and turn its end into a failure or hand over what it left.
class RunPlayer : public Agent {
public:
    RunPlayer(OutsideProgram program, const PlayerEnvironment& environment, const GameSpec& spec)
        : program_(std::move(program)), environment_(environment), game_(spec) {}

    [[nodiscard]] std::string name() const override { return program_.name; }

    [[nodiscard]] Choice choose(const WidePosition& position, const SearchRequest& request, const OnInfo& /*on_info*/) override {
        const auto time = time_for_move(request.budget);
        auto folder = process::ScratchFolder::make("foray-player");
        if (!folder) return Failure{Ending::kDisconnected, folder.error().message()};
        process::RunSpec spec{.program = program_.program};
        spec.program.folder = folder->path();
        spec.seconds = (time ? *time + environment_.grace_ms : environment_.patience_ms) / 1000;
        spec.stop = request.stop;
        if (!prepare(position, time.value_or(environment_.patience_ms), spec)) {
            return Failure{Ending::kDisconnected, "its input cannot be written: " + std::string(strerrordesc_np(errno))};
        }
        const auto run = process::run_once(spec);
        if (!run) return Failure{Ending::kDisconnected, run.error().message()};
        if (auto failure = failure_of(*run, time.has_value())) return *failure;
        auto move = answer(position, *run, spec.program.folder);
        if (!move) return Failure{Ending::kIllegalMove, move.error().message()};
        Decision decision;
        decision.move = *move;
        decision.ms = run->ms;
        return decision;
    }

protected:
    /// Writes what the program reads; false if that failed, see errno.
    [[nodiscard]] virtual bool prepare(const WidePosition& position, double ms, process::RunSpec& spec) const = 0;
    /// Reads what it wrote.
    [[nodiscard]] virtual Result<Move> answer(const WidePosition& position, const process::RunResult& run,
                                              const std::string& folder) const = 0;

    [[nodiscard]] const Game& game() const { return game_; }

    [[nodiscard]] static bool write(const std::string& path, const std::string& text) {
        return static_cast<bool>(std::ofstream(path, std::ios::binary) << text << std::flush);
    }

    /// A file that it left, or why there is none.
    static Result<std::string> left_file(const std::string& folder, std::string_view name) {
        std::string text;
        const std::string file(name);
        switch (process::read_left_file(folder + "/" + file, kLargestAnswer, text)) {
            case process::FileState::kRead: return text;
            case process::FileState::kMissing: return Error{"it did not write " + file};
            case process::FileState::kNotPlain: return Error{file + " is not a plain file that can be read"};
            case process::FileState::kFailed: return Error{file + " cannot be read: " + strerrordesc_np(errno)};
            case process::FileState::kTooLarge: break;
        }
        return Error{file + " is larger than 1 MiB"};
    }

private:
    [[nodiscard]] std::optional<Failure> failure_of(const process::RunResult& run, bool had_time) const {
        const std::string words = last_words(run.err);
        switch (run.end) {
            case process::RunResult::End::kTimeLimit:
                return Failure{had_time ? Ending::kTime : Ending::kNoAnswer,
                               "no move after " + std::to_string(static_cast<long>(run.ms)) + " ms" + words};
            case process::RunResult::End::kDiskLimit: return Failure{Ending::kCrash, "it filled its folder" + words};
            case process::RunResult::End::kIdle:
            case process::RunResult::End::kCpuLimit:
            case process::RunResult::End::kMemoryLimit:
            case process::RunResult::End::kProcessLimit:
                return Failure{Ending::kCrash, process::broken_limit(run, {.program = program_.program}).value_or("") + words};
            case process::RunResult::End::kStopped: return Failure{Ending::kDisconnected, "stopped"};
            case process::RunResult::End::kSignal: return Failure{Ending::kCrash, process::signal_name(run.code) + words};
            case process::RunResult::End::kExit: break;
        }
        if (run.code == 0) return std::nullopt;
        const process::ChildEnding ending{.kind = process::ChildEnding::Kind::kExit, .code = run.code};
        return Failure{Ending::kCrash, process::describe(ending) + words};
    }

    OutsideProgram program_;
    PlayerEnvironment environment_;
    Game game_;
};

class ContestProgram final : public RunPlayer {
public:
    using RunPlayer::RunPlayer;

protected:
    [[nodiscard]] bool prepare(const WidePosition& position, double /*ms*/, process::RunSpec& spec) const override {
        spec.input = print_contest_request(game(), position);
        return true;
    }
    [[nodiscard]] Result<Move> answer(const WidePosition& position, const process::RunResult& run,
                                      const std::string& /*folder*/) const override {
        return parse_contest_answer(game(), position, run.out);
    }
};

class SquirrelsProgram final : public RunPlayer {
public:
    SquirrelsProgram(OutsideProgram program, const PlayerEnvironment& environment, const GameSpec& spec, SquirrelsTask task, int depth)
        : RunPlayer(std::move(program), environment, spec), task_(task), depth_(depth) {}

protected:
    [[nodiscard]] bool prepare(const WidePosition& position, double /*ms*/, process::RunSpec& spec) const override {
        SquirrelsInput input;
        input.task = task_;
        input.players[0] = {position.second_to_move, task_, depth_};
        input.spec = game().spec();
        input.position = position;
        spec.program.argv.emplace_back("-i");
        spec.program.argv.emplace_back(kSquirrelsInput);
        return write(spec.program.folder + "/" + std::string(kSquirrelsInput), print_squirrels(input));
    }
    [[nodiscard]] Result<Move> answer(const WidePosition& position, const process::RunResult& /*run*/,
                                      const std::string& folder) const override {
        const auto text = left_file(folder, "next_state.txt");
        if (!text) return text.error();
        const auto move = parse_squirrels_answer(game(), position, *text);
        if (!move) return move.error().in("next_state.txt");
        return *move;
    }

private:
    static constexpr std::string_view kSquirrelsInput = "input.txt";
    SquirrelsTask task_;
    int depth_;
};

class StakeraidProgram final : public RunPlayer {
public:
    StakeraidProgram(OutsideProgram program, const PlayerEnvironment& environment, const GameSpec& spec, StakeraidMode mode, int depth)
        : RunPlayer(std::move(program), environment, spec), mode_(mode), depth_(depth) {}

protected:
    [[nodiscard]] bool prepare(const WidePosition& position, double ms, process::RunSpec& spec) const override {
        StakeraidInput input;
        input.mode = mode_;
        input.depth = depth_;
        input.seconds = mode_ == StakeraidMode::kCompetition ? ms / 1000 : 0;
        input.spec = game().spec();
        input.position = position;
        return write(spec.program.folder + "/input.txt", print_stakeraid(input));
    }
    [[nodiscard]] Result<Move> answer(const WidePosition& position, const process::RunResult& /*run*/,
                                      const std::string& folder) const override {
        const auto text = left_file(folder, "output.txt");
        if (!text) return text.error();
        const auto move = parse_stakeraid_answer(game(), position, *text);
        if (!move) return move.error().in("output.txt");
        return *move;
    }

private:
    StakeraidMode mode_;
    int depth_;
};

/// Whether the program can be asked about this game at all.
std::optional<Error> mismatch(const GameSpec& spec, Variant variant, ProgramKind kind) {
    if (spec.variant == variant) return std::nullopt;
    return Error{std::string(print_program_kind(kind)) + " programs play " + std::string(info(variant).key) + " alone, not " +
                 std::string(info(spec.variant).key)};
}

}  // namespace

Result<std::unique_ptr<Agent>> make_contest_player(const GameSpec& spec, const ProgramText& text, const PlayerEnvironment& environment) {
    if (auto error = mismatch(spec, Variant::kReloaded, text.kind)) return *error;
    ProgramSettings settings(text);
    auto program = read_program(text, settings, environment, true, true);
    if (!program) return program.error();
    if (auto error = settings.leftover()) return *error;
    return std::unique_ptr<Agent>(std::make_unique<ContestProgram>(std::move(program).value(), environment, spec));
}

Result<std::unique_ptr<Agent>> make_course_player(const GameSpec& spec, const ProgramText& text, const PlayerEnvironment& environment) {
    const bool squirrels = text.kind == ProgramKind::kSquirrels;
    if (auto error = mismatch(spec, squirrels ? Variant::kSquirrels : Variant::kStakeraid, text.kind)) return *error;
    if (spec.rows != spec.cols || (squirrels && spec.rows != info(Variant::kSquirrels).default_side)) {
        return Error{std::string(print_program_kind(text.kind)) + " programs read " + (squirrels ? "5x5" : "square") + " boards alone"};
    }
    ProgramSettings settings(text);
    auto program = read_program(text, settings, environment, true, true);
    if (!program) return program.error();
    constexpr unsigned kDeepest = 99;
    const auto depth = settings.take_number("depth", kDeepest);
    if (!depth) return depth.error();
    const std::string choice = settings.take(squirrels ? "task" : "mode").value_or(squirrels ? "alphabeta" : "competition");
    if (auto error = settings.leftover()) return *error;
    const int plies = static_cast<int>(depth->value_or(3));
    const auto unknown = [&](const char* expected) { return Error{"unknown " + foray::quoted(choice) + "; expected " + expected}; };
    if (squirrels) {
        const SquirrelsTask task = choice == "greedy"    ? SquirrelsTask::kGreedy
                                   : choice == "minimax" ? SquirrelsTask::kMinimax
                                                         : SquirrelsTask::kAlphaBeta;
        if (task == SquirrelsTask::kAlphaBeta && choice != "alphabeta") return unknown("task=greedy, minimax or alphabeta");
        return std::unique_ptr<Agent>(std::make_unique<SquirrelsProgram>(std::move(program).value(), environment, spec, task,
                                                                         task == SquirrelsTask::kGreedy ? 1 : plies));
    }
    const StakeraidMode mode = choice == "minimax"     ? StakeraidMode::kMinimax
                               : choice == "alphabeta" ? StakeraidMode::kAlphaBeta
                                                       : StakeraidMode::kCompetition;
    if (mode == StakeraidMode::kCompetition && choice != "competition") return unknown("mode=competition, minimax or alphabeta");
    return std::unique_ptr<Agent>(std::make_unique<StakeraidProgram>(std::move(program).value(), environment, spec, mode, plies));
}

}  // namespace foray
