// foray squirrels, foray stakeraid: the reference programs of two USC assignments.
#include <fmt/core.h>

#include <optional>

#include "command.h"
#include "files.h"
#include "foray/courses/grading.h"
#include "foray/engine/engine.h"
#include "foray/files/files.h"

namespace foray::cli {
namespace {

const std::string kFullBoard = "the board is full, there is no move";

struct SquirrelsOptions {
    std::string input = "input.txt";
    std::string folder = ".";
    std::uint64_t log_limit_mb = 1024;
};

struct StakeraidOptions {
    std::string input = "input.txt";
    std::string output = "output.txt";
};

/// A log as it is written: beside its name until it is whole, and not without end, because deep searches write gigabytes a minute.
class LogFile {
public:
    LogFile(std::string path, std::uint64_t limit_mb)
        : path_(std::move(path)),
          limit_(limit_mb << 20U),
          claim_(checked(files::Claim::take(path_))),
          file_(checked(files::Replacement::begin(path_))) {}

    void add(const std::string& text) {
        size_ += text.size();
        if (size_ > limit_) {
            throw UsageError(
                fmt::format("{} would be larger than {} MB, so it was not written: ask for a smaller depth, or raise --log-limit", path_,
                            limit_ >> 20U));
        }
        buffer_ += text;
        if (buffer_.size() >= kPiece) flush();
    }

    void finish() {
        flush();
        checked(file_.commit());
    }

private:
    static constexpr std::size_t kPiece = std::size_t{1} << 20U;

    template <class T>
    static T checked(Result<T> result) {
        if (!result) throw CommandFailure(result.error().message());
        return std::move(result).value();
    }

    void flush() {
        checked(file_.write(buffer_.data(), buffer_.size()));
        buffer_.clear();
    }

    std::string path_;
    std::uint64_t limit_;
    files::Claim claim_;
    files::Replacement file_;
    std::uint64_t size_ = 0;
    std::string buffer_;
};

int run_squirrels(const SquirrelsOptions& options) {
    const SquirrelsInput input = require(parse_squirrels(read_file(options.input)), options.input);
    if (!has_move(input)) throw UsageError(options.input + ": " + kFullBoard);
    make_folder(options.folder, "--out");
    for (const char* name : {"/next_state.txt", "/trace_state.txt"}) check_output(options.folder + name);
    std::optional<LogFile> log;
    if (has_traverse_log(input)) log.emplace(options.folder + "/traverse_log.txt", options.log_limit_mb);
    const SquirrelsAnswer answer = answer_squirrels(input, [&](const std::string& text) { log->add(text); });
    if (log) log->finish();
    if (answer.next_state) write_file(options.folder + "/next_state.txt", *answer.next_state);
    if (answer.trace_state) write_file(options.folder + "/trace_state.txt", *answer.trace_state);
    return kFine;
}

/// A safe share of the time left: enough for all our moves still to come, and two more.
double competition_budget_ms(const StakeraidInput& input) {
    const int moves_left = (input.position.empty.count() + 1) / 2;
    return 1000 * input.seconds / (moves_left + 2);
}

std::optional<std::string> answer(const StakeraidInput& input) {
    if (input.mode != StakeraidMode::kCompetition) return answer_stakeraid(input);
    const Game game(input.spec);
    if (game.verdict(input.position).over()) return std::nullopt;
    Engine engine(input.spec);
    const SearchResult result = engine.search(input.position, {{.ms = competition_budget_ms(input)}});
    return print_stakeraid_answer(game, input.position, result.move());
}

int run_stakeraid(const StakeraidOptions& options) {
    const StakeraidInput input = require(parse_stakeraid(read_file(options.input)), options.input);
    check_output(options.output);  // before the search, which may take its time
    const auto text = answer(input);
    if (!text) throw UsageError(options.input + ": " + kFullBoard);
    write_file(options.output, *text);
    return kFine;
}

}  // namespace

void add_course_commands(CLI::App& app, Action& action) {
    add_command<SquirrelsOptions>(
        app, action, "squirrels", "Answer an input file of the Squirrels assignment (greedy, minimax, alpha-beta, battle)",
        "  foray squirrels -i input.txt\n"
        "  foray squirrels -i cases/7/input.txt --out cases/7\n"
        "writes next_state.txt, traverse_log.txt and trace_state.txt, whichever the task asks for.",
        [](CLI::App& command, SquirrelsOptions& options) {
            command.add_option("-i,--input", options.input, "the input file")->capture_default_str();
            command.add_option("--out", options.folder, "the folder to write to")->capture_default_str();
            command.add_option("--log-limit", options.log_limit_mb, "megabytes that the traverse log may have")
                ->check(CLI::Range(1, 1 << 20))
                ->capture_default_str();
        },
        run_squirrels);
    add_command<StakeraidOptions>(
        app, action, "stakeraid", "Answer an input file of the Stake & Raid assignment (MINIMAX, ALPHABETA, COMPETITION)",
        "  foray stakeraid\n"
        "  foray stakeraid -i cases/7/input.txt -o cases/7/output.txt",
        [](CLI::App& command, StakeraidOptions& options) {
            command.add_option("-i,--input", options.input, "the input file")->capture_default_str();
            command.add_option("-o,--output", options.output, "the file to write")->capture_default_str();
        },
        run_stakeraid);
}

}  // namespace foray::cli
