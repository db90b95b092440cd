#include "foray/learn/samples.h"

#include <cmath>

#include "foray/learn/selfplay_file.h"
#include "foray/learn/windows.h"
#include "foray/notation/spec_text.h"

namespace foray::learn {
namespace {

double result_for(Outcome result, bool second) {
    if (result == Outcome::kDraw) return 0.5;
    return (result == Outcome::kSecondWins) == second ? 1 : 0;
}

void add_game(const Game& game, const SelfplayGame& played, const SampleOptions& options, std::vector<Sample>& out) {
    WidePosition position = played.start;
    const auto add = [&](const WidePosition& at, int thought, double result_share) {
        const double target =
            (1 - result_share) * share_of(thought, options.scale) + result_share * result_for(played.result, at.second_to_move);
        out.push_back({at.own.words[0], at.opp.words[0], static_cast<float>(target)});
    };
    for (const SelfplayEntry& entry : played.entries) {
        if (entry.kind == SelfplayEntry::Kind::kSearched) add(position, entry.thought, options.result_share);
        const WidePosition after = game.after(position, entry.move);
        if (entry.kind == SelfplayEntry::Kind::kAside) {
            add(after, entry.thought, 0);  // the game went another way: its end says nothing about this position
        } else {
            position = after;
        }
    }
}

}  // namespace

double share_of(double thought, double scale) { return 1 / (1 + std::exp(-thought / scale)); }

Result<bool> add_samples(std::string_view bytes, const SampleOptions& options, Samples& out) {
    const auto summary = read_selfplay(bytes);
    if (!summary) return summary.error();
    const GameSpec& spec = summary->spec;
    if (summary->good_bytes == 0) return Error{"holds no games"};
    if (spec.family() != Family::kAtaxx || spec.rows != spec.cols || spec.rows > kLargestSide) {
        return Error{"holds games of " + describe(spec) + "; networks are for the Ataxx family on square boards up to 8x8"};
    }
    if (!out.training.empty() && spec != out.spec) {
        return Error{"holds games of " + describe(spec) + ", the files before it " + describe(out.spec)};
    }
    out.spec = spec;
    out.training.reserve(out.training.size() + summary->positions);
    const auto read = read_selfplay(bytes.substr(0, summary->good_bytes), [&](const Game& game, const SelfplayGame& played) {
        const std::uint64_t number = out.games++;
        const bool apart = options.hold_out > 0 && number % static_cast<std::uint64_t>(options.hold_out) == 0;
        // Blocked squares look empty to the windows.
        const bool open = (played.start.occupied() | played.start.empty).count() == game.spec().squares();
        if (open) add_game(game, played, options, apart ? out.validation : out.training);
        return true;
    });
    if (!read) return read.error();
    return true;
}

}  // namespace foray::learn
