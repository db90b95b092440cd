// foray render: a position as SVG or PNG, a game as animated GIF.
#include <filesystem>

#include "animation.h"
#include "command.h"
#include "files.h"
#include "foray/notation/text.h"
#include "foray/render/svg.h"

namespace foray::cli {
namespace {

struct RenderOptions {
    LineOptions line;
    RecordOptions record;
    std::string out;
    std::optional<int> ply;
    int size_px = 480;
    int delay_ms = kDefaultDelayMs;
    std::string theme = "light";
    std::string first;
    std::string second;
};

enum class PictureFormat { kSvg, kPng, kGif };

PictureFormat format_of(const std::string& path) {
    const std::string extension = lower(std::filesystem::path(path).extension().string());
    if (extension == ".svg") return PictureFormat::kSvg;
    if (extension == ".png") return PictureFormat::kPng;
    if (extension == ".gif") return PictureFormat::kGif;
    throw UsageError("--out: " + foray::quoted(path) + " should end in .gif, .png or .svg");
}

/// "frame-%02d.png": a file for every position.
struct FramePattern {
    std::string head;
    int width;
    std::string tail;
    [[nodiscard]] std::string name(int ply) const {
        std::string digits = std::to_string(ply);
        if (static_cast<int>(digits.size()) < width) digits.insert(0, static_cast<std::size_t>(width) - digits.size(), '0');
        return head + digits + tail;
    }
};

std::optional<FramePattern> frame_pattern(const std::string& path) {
    const std::size_t percent = path.find('%');
    if (percent == std::string::npos) return std::nullopt;
    const std::size_t d = path.find_first_not_of("0123456789", percent + 1);
    const auto width = parse_number("0" + path.substr(percent + 1, d - percent - 1), 9);
    if (d == std::string::npos || path[d] != 'd' || !width || path.find('%', d) != std::string::npos) {
        throw UsageError("--out: " + foray::quoted(path) + ": expected one %d or %02d where the number of the move goes");
    }
    return FramePattern{path.substr(0, percent), static_cast<int>(*width), path.substr(d + 1)};
}

void check_range(const char* option, int value, int least, int greatest) {
    if (value >= least && value <= greatest) return;
    throw UsageError(std::string(option) + ": " + std::to_string(value) + " is not between " + std::to_string(least) + " and " +
                     std::to_string(greatest));
}

int run_render(const RenderOptions& options) {
    const PictureFormat format = format_of(options.out);
    check_range("--pixels", options.size_px, kSmallestPicture, kLargestPicture);
    check_range("--delay", options.delay_ms, 20, 60'000);
    PictureOptions picture{options.size_px, require(parse_theme(options.theme), "--theme")};
    const Played played = !options.record.given() ? options.line.resolve() : options.record.load();
    picture.names = {options.first.empty() ? played.players[0] : options.first,
                     options.second.empty() ? played.players[1] : options.second};
    const int plies = static_cast<int>(played.line.moves.size());
    const int ply = options.ply.value_or(plies);
    if (ply < 0 || ply > plies) {
        throw UsageError("--ply: " + std::to_string(ply) + " is not between 0 and " + std::to_string(plies) + ", the plies of this game");
    }
    const auto frames = frame_pattern(options.out);
    check_output(frames ? frames->name(0) : options.out);
    if (frames) {
        if (format == PictureFormat::kGif) throw UsageError("--out: a GIF holds all frames; numbered files are .png or .svg");
        for (int at = 0; at <= ply; ++at) {
            const Scene scene = scene_at(played, at, picture);
            write_file(frames->name(at), format == PictureFormat::kSvg ? to_svg(scene) : to_png(scene));
        }
        return kFine;
    }
    switch (format) {
        case PictureFormat::kSvg: write_file(options.out, to_svg(scene_at(played, ply, picture))); break;
        case PictureFormat::kPng: write_file(options.out, to_png(scene_at(played, ply, picture))); break;
        case PictureFormat::kGif: write_file(options.out, animate(played, ply, picture, options.delay_ms)); break;
    }
    return kFine;
}

}  // namespace

void add_render_command(CLI::App& app, Action& action) {
    add_command<RenderOptions>(
        app, action, "render", "Draw a position as SVG or PNG, or a whole game as animated GIF",
        "  foray render game.json -o game.gif\n"
        "  foray render games.pgn --game-number 3 -o third.gif\n"
        "  foray render game.json -o move12.png --ply 12 --pixels 1200 --theme dark\n"
        "  foray render --board Smolensk --moves \"d4 c3 c4\" -o board.svg\n"
        "  foray render --game ataxx --position \"x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1\" --moves \"b6 a2\" -o ataxx.gif --delay 1500\n"
        "  foray render game.json -o frame-%02d.png\n"
        "  foray render --board Narvik --pixels 96 -o thumbnail.png\n"
        "The end of the file name decides the format; with %d in it there is a file for every position. A GIF shows the positions up to "
        "--ply, repeats for ever and rests 3 s at the end.",
        [](CLI::App& command, RenderOptions& options) {
            command.add_option("-o,--out", options.out, "the file to write: .svg, .png or .gif")->required();
            command.add_option("--ply", options.ply, "the position after this many moves (default: the last)");
            command.add_option("--pixels", options.size_px, "longer side of the picture in pixels, 48 to 4800")->capture_default_str();
            command.add_option("--delay", options.delay_ms, "milliseconds between the frames of a GIF")->capture_default_str();
            command.add_option("--theme", options.theme, "light or dark")->capture_default_str();
            command.add_option("--first", options.first, "name of the first player, instead of the record's or the game's own");
            command.add_option("--second", options.second, "name of the second player");
            options.line.add_to(command);
            options.record.add_to(command, "record", "a saved game (JSON or PGN); without it the options below say what is drawn",
                                  "--size");
        },
        run_render);
}

}  // namespace foray::cli
