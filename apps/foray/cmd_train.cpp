// foray train: self-play files into a network.
#include <fmt/core.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>

#include "checks.h"
#include "command.h"
#include "files.h"
#include "foray/files/files.h"
#include "foray/learn/loss_curve.h"
#include "foray/learn/quantise.h"
#include "foray/learn/selfplay_store.h"
#include "foray/learn/trainer.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "interrupts.h"
#include "numbers.h"

namespace foray::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct TrainCommand {
    std::string output;
    std::vector<std::string> data;
    learn::TrainSettings settings;
    std::string curve;
    std::string about;
    std::string from;
    bool restart = false;
};

learn::Samples load(const TrainCommand& command) {
    learn::Samples out;
    for (const std::string& path : command.data) {
        const auto file = require(learn::MappedFile::open(path));
        (void)require(learn::add_samples(file.bytes(), command.settings.samples, out), path);
    }
    if (out.training.empty()) throw UsageError("DATA: the files hold no searched positions");
    return out;
}

/// The share of an epoch's work and when all epochs will be done, on standard error: a line that is drawn again, or one every half minute.
class Progress {
public:
    Progress(int first, int epochs) : first_(first), epochs_(epochs), redraw_(isatty(STDERR_FILENO) == 1) {}

    void show(int epoch, double done) {
        const auto now = Clock::now();
        if (now - shown_ < (redraw_ ? std::chrono::milliseconds(500) : std::chrono::milliseconds(30'000))) return;
        shown_ = now;
        const double seconds = std::chrono::duration<double>(now - begin_).count();
        const double passed = epoch - first_ + done;
        const double left = passed > 0 ? seconds * (epochs_ - epoch - done) / passed : 0;
        fmt::print(stderr, "{}epoch {} of {}, {:.0f} %, {:.0f} s left{}", redraw_ ? "\r\x1b[K" : "", epoch + 1, epochs_, 100 * done, left,
                   redraw_ ? "" : "\n");
        std::fflush(stderr);
    }
    void clear() const {
        if (redraw_) fmt::print(stderr, "\r\x1b[K");
    }

private:
    int first_;
    int epochs_;
    bool redraw_;
    Clock::time_point begin_ = Clock::now();
    Clock::time_point shown_ = Clock::now();
};

void save(const std::string& path, std::string_view bytes) {
    if (const auto written = files::write_whole(path, bytes); !written) throw CommandFailure(written.error().message());
}

learn::Trainer begin(const TrainCommand& command, const std::string& state_path, int side) {
    if (!command.restart && std::filesystem::exists(state_path)) {
        const std::string bytes = require(files::read_whole(state_path, std::size_t{1} << 30));
        learn::Trainer trainer = require(learn::Trainer::resume(bytes, command.settings, side), state_path + " (or use --restart)");
        fmt::print("going on after {} of {} epochs\n", trainer.epochs_done(), command.settings.epochs);
        return trainer;
    }
    learn::Trainer trainer(command.settings, side);
    if (!command.from.empty()) {
        (void)require(trainer.begin_with(require(files::read_whole(command.from, std::size_t{1} << 30))), command.from);
    }
    return trainer;
}

int run_train(const TrainCommand& command) {
    if (command.settings.shape == WindowShape::kOblong && !command.settings.turned) throw UsageError("--oblong: works only with --turned");
    const int step = command.settings.turned ? 64 : 16;
    if (command.settings.hidden % step != 0) {
        throw UsageError(fmt::format("--hidden: expected a multiple of {}{}", step, command.settings.turned ? " with --turned" : ""));
    }
    if (command.about.size() > NetworkParameters::kLongestAbout) throw UsageError("--about: expected at most 64 bytes");
    const std::string state_path = command.output + ".state";
    for (const std::string& file : {command.output, state_path, command.curve}) check_output(file);
    const learn::Samples samples = load(command);
    if (!learn::covers(command.settings.shape, samples.spec.rows)) {
        throw UsageError(fmt::format("--oblong: windows of 2x3 do not cover {}; its side must be odd", describe(samples.spec)));
    }
    fmt::print("{}: {} games, {} positions to learn from, {} held out\n", describe(samples.spec), grouped(samples.games),
               grouped(samples.training.size()), grouped(samples.validation.size()));
    learn::Trainer trainer = begin(command, state_path, samples.spec.rows);
    const Interrupts interrupts;
    const auto scale = static_cast<int>(command.settings.samples.scale);
    const std::string about = command.about.empty() ? fmt::format("{} positions, H={}, seed {}", samples.training.size(),
                                                                  command.settings.hidden, command.settings.seed)
                                                    : command.about;
    Progress progress(trainer.epochs_done(), command.settings.epochs);
    while (trainer.epochs_done() < command.settings.epochs) {
        const int epoch = trainer.epochs_done();
        const bool whole = trainer.run_epoch(samples.training, samples.validation, [&](double done) {
            progress.show(epoch, done);
            return !interrupts.asked();
        });
        progress.clear();
        if (!whole) {
            fmt::print("stopped; the same command goes on after epoch {}\n", epoch);
            return kFailed;
        }
        const learn::EpochLoss& loss = trainer.losses().back();
        fmt::print("epoch {:3}: loss {:.6f}, on held-out games {:.6f}\n", epoch + 1, loss.training, loss.validation);
        std::fflush(stdout);
        save(state_path, trainer.to_bytes());
        if (!command.curve.empty()) {
            save(command.curve, learn::loss_curve_svg(trainer.losses(), command.settings.epochs, describe(samples.spec) + ": " + about));
        }
    }
    const Network network =
        require(learn::quantise(trainer.network(), trainer.slopes(), samples.spec.variant, scale, about), command.output);
    const auto bytes = network.write();
    save(command.output, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    fmt::print("{}: {} hidden units, {} bytes\n", without_controls(command.output), command.settings.hidden, grouped(bytes.size()));
    return kFine;
}

}  // namespace

void add_train_command(CLI::App& app, Action& action) {
    add_command<TrainCommand>(
        app, action, "train", "Learn an evaluation of the Ataxx family from self-play files (foray selfplay)",
        "  foray train ataxx.net games.sp --curve loss.svg\n"
        "  foray train larger.net old.sp new.sp --hidden 128 --epochs 20 --threads 2\n"
        "After every epoch FILE.state is written; the same command goes on from it. docs/learning.md tells how the shipped networks were "
        "made.",
        [](CLI::App& options, TrainCommand& command) {
            options.add_option("FILE", command.output, "the network that is written")->required();
            options.add_option("DATA", command.data, "self-play files, all of one game")->required();
            options.add_option("--hidden", command.settings.hidden, "hidden units: a multiple of 16, of 64 with --turned")
                ->check(CLI::Range(16, 512))
                ->capture_default_str();
            options
                .add_option("--phases", command.settings.phases,
                            "parts of the game with output weights of their own, by how full the board is")
                ->check(CLI::Range(1, NetworkParameters::kMostPhases))
                ->capture_default_str();
            options.add_option("--epochs", command.settings.epochs, "passes over the data")
                ->check(CLI::Range(1, 10'000))
                ->capture_default_str();
            options.add_flag("--turned", command.settings.turned,
                             "units come in eights with the same weights, which look at the board from its eight sides");
            options.add_flag_callback(
                "--oblong", [&command] { command.settings.shape = WindowShape::kOblong; },
                "units see windows of 2x3 squares instead of 2x2; with --turned, on boards with an odd side");
            options.add_option("--batch", command.settings.batch, "positions a step")
                ->check(CLI::Range(1, 1'000'000))
                ->capture_default_str();
            options.add_option("--rate", command.settings.rate, "learning rate at the start ...")
                ->check(decimal(1e-9, 1))
                ->capture_default_str();
            options.add_option("--last-rate", command.settings.last_rate, "... and at the end")
                ->check(decimal(1e-9, 1))
                ->capture_default_str();
            options
                .add_option("--result", command.settings.samples.result_share, "how much the game's end counts beside the search's thought")
                ->check(decimal(0, 1))
                ->capture_default_str();
            options
                .add_option("--later", command.settings.samples.later_share,
                            "how much what was thought later in the game, at last its end, counts beside what was thought at once")
                ->check(decimal(0, 1))
                ->capture_default_str();
            options.add_flag("!--no-asides", command.settings.samples.with_asides, "leave out positions that were only tried");
            options.add_option("--scale", command.settings.samples.scale, "so many hundredths ahead is to win 73 % of the points")
                ->check(CLI::Range(10, 10'000))
                ->capture_default_str();
            options.add_option("--hold-out", command.settings.samples.hold_out, "one game of so many is kept for validation; 0 for none")
                ->check(CLI::Range(0, 1'000'000))
                ->capture_default_str();
            options.add_option("--seed", command.settings.seed, "of everything random")->check(whole_number())->capture_default_str();
            options.add_option("--threads", command.settings.threads, "share the work of a step")
                ->check(CLI::Range(1, 64))
                ->capture_default_str();
            options.add_option("--curve", command.curve, "write the losses as a picture (SVG) here");
            options.add_option("--about", command.about, "a line about the network, kept in its file");
            options.add_option("--from", command.from,
                               "begin with the weights of another training's .state file, which may have fewer hidden units or phases");
            options.add_flag("--restart", command.restart, "begin again though there is a .state file");
        },
        run_train);
}

}  // namespace foray::cli
