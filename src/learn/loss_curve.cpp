#include "foray/learn/loss_curve.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "foray/notation/markup.h"

namespace foray::learn {
namespace {

constexpr double kWidth = 720;
constexpr double kHeight = 400;
constexpr double kLeft = 80;
constexpr double kRight = 20;
constexpr double kTop = 46;
constexpr double kBottom = 50;

std::string text(const char* format, double a, double b = 0) {
    char out[64];
    (void)std::snprintf(out, sizeof out, format, a, b);
    return out;
}

/// A step of 1, 2 or 5 times a power of ten, at most six of which span the range.
double tidy_step(double range) {
    const double raw = range / 6;
    const double power = std::pow(10, std::floor(std::log10(raw)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= raw) return factor * power;
    }
    return 10 * power;
}

}  // namespace

std::string loss_curve_svg(std::span<const EpochLoss> losses, int epochs, const std::string& title) {
    double least = 1;
    double most = 0;
    for (const EpochLoss& loss : losses) {
        for (const double value : {loss.training, loss.validation}) {
            if (value <= 0) continue;  // no validation games
            least = std::min(least, value);
            most = std::max(most, value);
        }
    }
    if (most <= least) {
        least = std::min(least, most) * 0.9;
        most = most * 1.1 + 1e-6;
    }
    const double step = tidy_step(most - least);
    const double low = std::floor(least / step) * step;
    const double high = std::ceil(most / step) * step;
    const auto x = [&](double epoch) { return kLeft + (kWidth - kLeft - kRight) * epoch / std::max(epochs, 1); };
    const auto y = [&](double loss) { return kTop + (kHeight - kTop - kBottom) * (high - loss) / (high - low); };
    std::string out =
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 400\" font-family=\"sans-serif\" font-size=\"13\">\n"
        "<rect width=\"720\" height=\"400\" fill=\"#ffffff\"/>\n<text x=\"80\" y=\"26\" font-size=\"16\">" +
        escaped(title) + "</text>\n";
    for (double at = low; at <= high + step / 2; at += step) {
        out += "<path d=\"M80 " + text("%.1fH700", y(at)) + "\" stroke=\"#dddddd\"/><text text-anchor=\"end\" x=\"72\" y=\"" +
               text("%.1f\">%.5g", y(at) + 4, at) + "</text>\n";
    }
    const int every = std::max(1, (epochs + 9) / 10);
    for (int epoch = 0; epoch <= epochs; epoch += every) {
        out += "<text text-anchor=\"middle\" x=\"" + text("%.1f\" y=\"370\">%.0f", x(epoch), epoch) + "</text>\n";
    }
    out += "<text text-anchor=\"middle\" x=\"390\" y=\"392\">epochs (mean squared error of the expected share of points)</text>\n";
    const auto curve = [&](double EpochLoss::* which, const char* colour, const char* name, double key_x) {
        std::string points;
        for (std::size_t i = 0; i < losses.size(); ++i) {
            if (losses[i].*which > 0) points += text("%.1f,%.1f ", x(static_cast<double>(i) + 1), y(losses[i].*which));
        }
        out += "<polyline fill=\"none\" stroke-width=\"2\" stroke=\"" + std::string(colour) + "\" points=\"" + points + "\"/>\n";
        out += "<text fill=\"" + std::string(colour) + "\" x=\"" + text("%.0f", key_x) + "\" y=\"26\">" + name + "</text>\n";
    };
    curve(&EpochLoss::training, "#1f5fbf", "training", 540);
    curve(&EpochLoss::validation, "#c2410c", "validation", 620);
    return out + "</svg>\n";
}

}  // namespace foray::learn
