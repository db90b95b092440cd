// foray net show: what a network file is, and what it thinks of a position square by square.
#include <fmt/core.h>

#include <algorithm>

#include "command.h"
#include "foray/files/files.h"
#include "foray/learn/net_view.h"
#include "foray/notation/fen.h"
#include "foray/notation/text.h"
#include "game_options.h"
#include "numbers.h"

namespace foray::cli {
namespace {

struct NetCommand {
    std::string file;
    std::string position = "startpos";
    std::string moves;
    std::string svg;
};

void print_histogram(const char* title, const learn::Histogram& histogram) {
    const std::uint64_t most = *std::max_element(histogram.counts.begin(), histogram.counts.end());
    fmt::print("{}\n", title);
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        const double middle = histogram.first + (static_cast<double>(i) + 0.5) * histogram.width;
        const auto length = static_cast<std::size_t>(most == 0 ? 0 : (50 * histogram.counts[i] + most - 1) / most);
        fmt::print("  {:+5.2f} {:>9} {}\n", middle, grouped(histogram.counts[i]), std::string(length, '#'));
    }
}

int run_show(const NetCommand& command) {
    const std::string bytes = require(files::read_whole(command.file));
    const Network network = require(Network::read(std::as_bytes(std::span(bytes))), command.file);
    const NetworkParameters& about = network.parameters();
    const learn::NetworkView view = learn::look_into(network);
    const Game game(default_spec(about.variant, NetworkParameters::kRows, NetworkParameters::kCols));
    WidePosition position = command.position == "startpos" ? game.start() : require(parse_fen(game, command.position), "--position");
    const Line line = require(parse_line(game, position, command.moves), "--moves");
    position = line.positions.back();

    fmt::print("{}: {}, {}\n", without_controls(command.file), game.variant().title,
               about.about.empty() ? "without a word about itself" : without_controls(about.about));
    fmt::print(
        "{} windows of {} states -> {} hidden units{} -> 1, weighed by {} of the game; 1.0 is {} in the hidden layer, {} in the output "
        "weights, {} hundredths in value\n",
        windows_of(about.shape, NetworkParameters::kRows), states_of(about.shape), about.hidden,
        about.looks == 1 ? "" : fmt::format(", {} seen from eight sides,", about.filters()),
        about.phases == 1 ? "all" : fmt::format("{} phases", about.phases), about.unit_in, about.unit_out, about.scale);
    fmt::print("{} bytes, checksum right; {} units without weight, {} of {} inputs without weight\n", grouped(bytes.size()),
               view.idle_units, view.unseen_inputs, about.inputs());
    print_histogram("weights of the windows", view.inputs);
    print_histogram("weights of the hidden units", view.outputs);

    const int value = network.evaluate(position.own.words[0], position.opp.words[0]);
    const auto effects = learn::square_effects(network, position);
    fmt::print(
        "{}\nvalue for the side to move: {:+.2f} pieces; what each piece (o own, x other's) or an own piece on an empty square adds:\n",
        print_fen(game, position), value / 100.0);
    for (const learn::SquareEffect& one : effects) {
        fmt::print(" {}{:+6.2f}{}", one.what, one.effect / 100.0,
                   one.square % NetworkParameters::kCols == NetworkParameters::kCols - 1 ? "\n" : "");
    }
    if (!command.svg.empty()) {
        const std::string title = fmt::format("{}: which squares matter", game.variant().title);
        if (const auto written = files::write_whole(command.svg, learn::heat_map_svg(effects, value, title)); !written) {
            throw CommandFailure(written.error().message());
        }
    }
    return kFine;
}

}  // namespace

void add_net_command(CLI::App& app, Action& action) {
    CLI::App* net = app.add_subcommand("net", "Look into a network file");
    net->require_subcommand(1);
    net->footer("Examples:\n  foray net show src/engine/nets/ataxx.net\ndocs/network.md describes the file.");
    add_command<NetCommand>(
        *net, action, "show", "What a network is, how large its weights are, and which squares of a position matter to it",
        "  foray net show src/engine/nets/ataxx.net\n"
        "  foray net show src/engine/nets/ataxx.net --moves \"f2 b2\" --svg squares.svg",
        [](CLI::App& options, NetCommand& command) {
            options.add_option("FILE", command.file, "a network, as foray train writes it")->required();
            options.add_option("--position", command.position, "a FEN, or startpos")->capture_default_str();
            options.add_option("--moves", command.moves, "moves to play first");
            options.add_option("--svg", command.svg, "write the squares as a heat map here");
        },
        run_show);
}

}  // namespace foray::cli
