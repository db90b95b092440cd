#include "foray/learn/spsa.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "foray/agents/agent.h"
#include "foray/board/random.h"
#include "foray/match/runner.h"
#include "foray/notation/text.h"

namespace foray::learn {
namespace {

int rounded(const SpsaNumber& number, double value) {
    return std::clamp(static_cast<int>(std::lround(value)), number.parameter->least, number.parameter->most);
}

/// The player with every number moved by its step in the round's direction, or against it.
std::string moved(const SpsaSettings& settings, const std::vector<SpsaNumber>& numbers, const std::vector<int>& signs, int direction) {
    std::string text = settings.player;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const int value = rounded(numbers[i], numbers[i].value + direction * signs[i] * numbers[i].step);
        text += (text.find(':') == std::string::npos ? ":" : ",") + std::string(numbers[i].parameter->name) + "=" + std::to_string(value);
    }
    return text;
}

}  // namespace

Result<std::vector<SpsaNumber>> parse_spsa_numbers(std::string_view text, Family family) {
    const Parameters usual = parameters_of(family);
    std::vector<SpsaNumber> out;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view one = text.substr(begin, end - begin);
        const std::size_t equals = std::min(one.find('='), one.size());
        const std::string_view name = one.substr(0, equals);
        const auto found =
            std::find_if(std::begin(kParameters), std::end(kParameters), [&](const auto& each) { return each.name == name; });
        if (found == std::end(kParameters)) return Error{quoted(name) + " is no number of the search"};
        if (std::any_of(out.begin(), out.end(), [&](const auto& each) { return each.parameter == found; })) {
            return Error{quoted(name) + " is there twice"};
        }
        int value = usual.*(found->number);
        if (equals < one.size()) {
            const auto given = parse_number(one.substr(equals + 1), static_cast<unsigned>(found->most));
            if (!given || static_cast<int>(*given) < found->least) {
                return Error{"the " + std::string(name) + " " + quoted(one.substr(equals + 1)) + " is not a number from " +
                             std::to_string(found->least) + " to " + std::to_string(found->most)};
            }
            value = static_cast<int>(*given);
        }
        // A fifth of what it is: the two players should play differently, and both sensibly.
        out.push_back({found, static_cast<double>(value), std::max(1.0, std::round(value / 5.0))});
        begin = end + 1;
    }
    return out;
}

std::string print_spsa_numbers(const std::vector<SpsaNumber>& numbers) {
    std::string text;
    for (const SpsaNumber& one : numbers) {
        text += (text.empty() ? "" : ",") + std::string(one.parameter->name) + "=" + std::to_string(rounded(one, one.value));
    }
    return text;
}

Result<bool> tune_numbers(const Game& game, std::vector<SpsaNumber>& numbers, const SpsaSettings& settings,
                          const std::function<void(const SpsaRound&)>& on_round) {
    for (int round = settings.first_round; round <= settings.last_round; ++round) {
        std::uint64_t seed = settings.seed + static_cast<std::uint64_t>(round) * 1'000'003;
        std::vector<int> signs;
        signs.reserve(numbers.size());
        for (std::size_t i = 0; i < numbers.size(); ++i) signs.push_back((splitmix64(seed) & 1) == 0 ? 1 : -1);
        const std::array<std::string, 2> players = {moved(settings, numbers, signs, +1), moved(settings, numbers, signs, -1)};
        MatchSettings match;
        match.pairs = settings.pairs;
        match.opening_plies = settings.opening_plies;
        match.seed = seed;
        match.workers = settings.workers;
        match.stop = settings.stop;
        const auto score = run_match(game, game.start(), match,
                                     [&](int player) { return make_agent(game.spec(), players[static_cast<std::size_t>(player)]); });
        if (!score) return score.error();
        if (settings.stop != nullptr && settings.stop->load()) return false;
        // The gain falls slowly, as the method asks for; a tenth of the rounds is its warming up.
        const double early = settings.last_round / 10.0;
        const double gain = settings.rate / std::pow(1 + round / std::max(early, 1.0), 0.602);
        const double result = static_cast<double>(score->tally.wins - score->tally.losses) / (2 * settings.pairs);
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const double wanted = numbers[i].value + gain * numbers[i].step * signs[i] * result;
            numbers[i].value = std::clamp<double>(wanted, numbers[i].parameter->least, numbers[i].parameter->most);
        }
        if (on_round) on_round({round, score->tally});
    }
    return true;
}

}  // namespace foray::learn
