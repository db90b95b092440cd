#include "openings.h"

#include <algorithm>

#include "foray/notation/fen.h"

namespace foray {
namespace {

int round_of(const TournamentSettings& settings, int number) { return number / settings.schedule.openings_per_round(); }

/// Which boards there are, from the first; one that every round makes anew counts for itself.
int board_of(const TournamentSettings& settings, int round) {
    if (settings.boards.empty()) return 0;
    const int count = static_cast<int>(settings.boards.size());
    return settings.boards[static_cast<std::size_t>(round % count)] == "random" ? count + round : round % count;
}

/// Two random moves at least, and so many that each opening of a board can be another one.
PlyRange plies_of(const TournamentSettings& settings, const Game& game, const WidePosition& start, int board) {
    if (settings.given_plies) return *settings.given_plies;
    if (!settings.book.empty()) return {0, 0};
    constexpr int kKnockoutRounds = 8;
    const int rounds = settings.schedule.format == Format::kKnockout ? kKnockoutRounds : settings.schedule.rounds;
    const int boards = std::max(1, static_cast<int>(settings.boards.size()));
    const int here = board >= boards ? 1 : (rounds + boards - 1) / boards;  // rounds on this board
    return enough_plies(game, start, static_cast<std::int64_t>(here) * settings.schedule.openings_per_round());
}

}  // namespace

TournamentOpenings::Place TournamentOpenings::place_of(const TournamentSettings& settings, int number) {
    const int round = round_of(settings, number);
    std::string begins;
    if (!settings.book.empty()) {
        const Game game(settings.spec(round));
        begins = print_fen(game, settings.start(game, number));
    }
    return {board_of(settings, round), begins};
}

const std::vector<Move>& TournamentOpenings::of(const TournamentSettings& settings, int number) {
    static const std::vector<Move> none;
    if (settings.given_plies == PlyRange{0, 0} || (!settings.given_plies && !settings.book.empty())) return none;
    for (; known_ <= number; ++known_) {
        const Place place = place_of(settings, known_);
        auto found = drawn_.find(place);
        if (found == drawn_.end()) {
            Game game(settings.spec(round_of(settings, known_)));
            const WidePosition start = settings.start(game, known_);
            const PlyRange plies = plies_of(settings, game, start, place.first);
            found = drawn_.emplace(place, Drawn{OpeningDraws(std::move(game), start, plies, settings.seed)}).first;
        }
        found->second.numbers.push_back(known_);
    }
    Drawn& here = drawn_.at(place_of(settings, number));
    while (!here.lines.contains(number)) {
        const int next = here.numbers[here.lines.size()];
        here.lines.emplace(next, here.draws.draw(next));
    }
    return here.lines.at(number);
}

}  // namespace foray
