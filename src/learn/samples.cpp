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

/// What a position's search said, mixed with what the searches of the positions after it in the game said, and at last its end: the later,
/// the closer to the truth. For the first player, one for every searched position.
std::vector<double> later_shares(const SelfplayGame& played, const SampleOptions& options) {
    std::vector<double> out;
    bool second = played.start.second_to_move;
    for (const SelfplayEntry& entry : played.entries) {
        if (entry.kind == SelfplayEntry::Kind::kAside) continue;
        if (entry.kind == SelfplayEntry::Kind::kSearched) {
            const double share = share_of(entry.thought, options.scale);
            out.push_back(second ? 1 - share : share);
        }
        second = !second;
    }
    double later = result_for(played.result, false);
    for (auto share = out.rbegin(); share != out.rend(); ++share) {
        *share = later = (1 - options.later_share) * *share + options.later_share * later;
    }
    return out;
}

void add_game(const Game& game, const SelfplayGame& played, const SampleOptions& options, std::vector<Sample>& out) {
    const std::vector<double> shares = later_shares(played, options);
    auto share = shares.begin();
    WidePosition position = played.start;
    for (const SelfplayEntry& entry : played.entries) {
        if (entry.kind == SelfplayEntry::Kind::kSearched) {
            const double later = position.second_to_move ? 1 - *share : *share;
            const double result = result_for(played.result, position.second_to_move);
            const double target = (1 - options.result_share) * later + options.result_share * result;
            out.push_back({position.own.words[0], position.opp.words[0], static_cast<float>(target)});
            ++share;
        }
        const WidePosition after = game.after(position, entry.move);
        if (entry.kind == SelfplayEntry::Kind::kAside) {
            // The game went another way: what came later says nothing about this position.
            if (options.with_asides)
                out.push_back({after.own.words[0], after.opp.words[0], static_cast<float>(share_of(entry.thought, options.scale))});
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
