#include "foray/learn/net_view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "foray/notation/markup.h"

namespace foray::learn {
namespace {

constexpr int kSide = NetworkParameters::kRows;

Histogram histogram(const std::vector<std::int16_t>& weights, int unit, double first, double width, std::size_t ranges) {
    Histogram out{first, width, std::vector<std::uint64_t>(ranges)};
    for (const std::int16_t weight : weights) {
        const double at = std::floor((static_cast<double>(weight) / unit - first) / width);
        ++out.counts[static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(ranges - 1)))];
    }
    return out;
}

std::string colour_of(int effect, int largest) {
    const double share = std::min(1.0, std::abs(effect) / static_cast<double>(std::max(largest, 1)));
    const auto mix = [&](double strong) { return static_cast<int>(std::lround(255 + (strong - 255) * share)); };
    char out[32];
    if (effect >= 0) {
        (void)std::snprintf(out, sizeof out, "rgb(%d,%d,%d)", mix(60), mix(160), mix(90));
    } else {
        (void)std::snprintf(out, sizeof out, "rgb(%d,%d,%d)", mix(205), mix(70), mix(60));
    }
    return out;
}

}  // namespace

NetworkView look_into(const Network& network) {
    const NetworkParameters& all = network.parameters();
    NetworkView out;
    const double width = all.shape == WindowShape::kSquare ? 0.1 : 0.25;
    out.inputs = histogram(all.windows, all.unit_in, -10.5 * width, width, 21);
    out.outputs = histogram(all.outputs, all.unit_out, -2.1, 0.2, 21);
    const auto filters = static_cast<std::size_t>(all.filters());
    for (std::size_t filter = 0; filter < filters; ++filter) {
        bool idle = true;
        for (std::size_t at = filter; at < all.outputs.size(); at += filters) idle = idle && all.outputs[at] == 0;
        out.idle_units += idle ? all.looks : 0;
    }
    for (auto row = all.windows.begin(); row != all.windows.end(); row += all.filters()) {
        out.unseen_inputs += std::all_of(row, row + all.filters(), [](std::int16_t weight) { return weight == 0; }) ? 1 : 0;
    }
    return out;
}

std::vector<SquareEffect> square_effects(const Network& network, const WidePosition& position) {
    const std::uint64_t own = position.own.words[0];
    const std::uint64_t opp = position.opp.words[0];
    const int value = network.evaluate(own, opp);
    std::vector<SquareEffect> out;
    for (int square = 0; square < kSide * kSide; ++square) {
        const std::uint64_t bit = std::uint64_t{1} << square;
        if ((own & bit) != 0) {
            out.push_back({square, 'o', value - network.evaluate(own & ~bit, opp)});
        } else if ((opp & bit) != 0) {
            out.push_back({square, 'x', value - network.evaluate(own, opp & ~bit)});
        } else {
            out.push_back({square, '.', network.evaluate(own | bit, opp) - value});
        }
    }
    return out;
}

std::string heat_map_svg(const std::vector<SquareEffect>& effects, int value, const std::string& title) {
    constexpr int kCell = 64;
    constexpr int kTop = 60;
    constexpr int kLeft = 16;
    // Empty squares are shown, but pieces set the scale: they are what is on the board.
    int largest = 1;
    for (const SquareEffect& one : effects) {
        if (one.what != '.') largest = std::max(largest, std::abs(one.effect));
    }
    char line[256];
    (void)std::snprintf(line, sizeof line, "value %+.2f pieces for the side to move", value / 100.0);
    std::string out =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 480 530\" font-family=\"sans-serif\">\n"
        "<rect width=\"480\" height=\"530\" fill=\"#ffffff\"/>\n<text x=\"16\" y=\"26\" font-size=\"17\">" +
        escaped(title) + "</text>\n<text x=\"16\" y=\"48\" font-size=\"13\">" + line + "</text>\n";
    for (const SquareEffect& one : effects) {
        const int x = kLeft + one.square % kSide * kCell;
        const int y = kTop + one.square / kSide * kCell;
        (void)std::snprintf(line, sizeof line, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" stroke=\"#888888\" fill=\"%s\"/>\n", x,
                            y, kCell, kCell, colour_of(one.effect, largest).c_str());
        out += line;
        if (one.what != '.') {
            (void)std::snprintf(line, sizeof line, "<circle cx=\"%d\" cy=\"%d\" r=\"15\" stroke=\"#333333\" fill=\"%s\"/>\n", x + kCell / 2,
                                y + 25, one.what == 'o' ? "#222222" : "#ffffff");
            out += line;
        }
        (void)std::snprintf(line, sizeof line, "<text x=\"%d\" y=\"%d\" font-size=\"12\" text-anchor=\"middle\">%+.2f</text>\n",
                            x + kCell / 2, y + 58, one.effect / 100.0);
        out += line;
    }
    return out +
           "<text x=\"16\" y=\"524\" font-size=\"12\">dark: side to move; numbers: what the piece is worth there, on empty squares what "
           "one would add</text>\n</svg>\n";
}

}  // namespace foray::learn
