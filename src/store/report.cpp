#include "foray/store/report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "foray/notation/spec_text.h"

namespace foray {
namespace {

template <class... Values>
std::string format(const char* how, Values... values) {
    std::array<char, 256> out{};
    std::snprintf(out.data(), out.size(), how, values...);
    return out.data();
}

std::string points_text(int half_points) { return std::to_string(half_points / 2) + (half_points % 2 == 1 ? ".5" : ".0"); }

/// Text in a column of so many characters; UTF-8's continuation bytes take no room.
std::string column(const std::string& text, std::size_t width, bool right) {
    std::size_t shown = 0;
    for (const char c : text) shown += (static_cast<unsigned char>(c) & 0xC0) == 0x80 ? 0 : 1;
    const std::string room(width > shown ? width - shown : 0, ' ');
    return right ? room + text : text + room;
}

std::string describe(const Tournament& tournament) {
    const TournamentSettings& s = tournament.settings;
    std::string out = describe(s.spec(0)) + "; " + std::string(format_names()[static_cast<std::size_t>(s.schedule.format)]);
    if (s.schedule.format != Format::kKnockout) {
        out += ", " + std::to_string(s.schedule.rounds) + (s.schedule.rounds == 1 ? " round" : " rounds");
    }
    return out + ", " + std::to_string(s.schedule.games) + (s.schedule.games == 1 ? " game" : " games") + " an encounter";
}

using Table = std::vector<std::vector<Tally>>;

/// Standings count every game. What is said of strength goes by `evidence`, which a game that was played before does not enlarge.
void count_games(const std::vector<GameRow>& games, std::vector<PlayerReport>& players, TournamentReport& out) {
    double plies = 0;
    for (const GameRow& game : games) {
        const Pairing& p = game.key.pairing;
        plies += game.plies;
        out.draws += game.half_points == 1 ? 1 : 0;
        for (const std::size_t side : {0U, 1U}) {
            const int who = side == 0 ? p.first : p.second;
            const int other = side == 0 ? p.second : p.first;
            const int half = side == 0 ? game.half_points : 2 - game.half_points;
            PlayerReport& player = players[static_cast<std::size_t>(who)];
            player.tally.add_game(half);
            out.crosstable[static_cast<std::size_t>(who)][static_cast<std::size_t>(other)].add_game(half);
            player.half_points += half;
            player.moves += game.moves[side];
            player.nodes += game.nodes[side];
            player.ms += game.ms[side];
            if (game.failed == static_cast<int>(side)) ++player.failures[game.ending];
        }
    }
    out.average_plies = games.empty() ? 0 : plies / static_cast<double>(games.size());
}

/// By player and player, and the pairs in the players' tallies. In the order of the schedule: whose game is the repeated one does not
/// depend on which was finished first.
Table count_evidence(const std::vector<GameRow>& games, std::vector<PlayerReport>& players, TournamentReport& out) {
    Table evidence(players.size(), std::vector<Tally>(players.size()));
    SeenGames seen;
    Pairing pairing;
    std::array<const GameRow*, 2> pair{};  // those of it that are new
    const auto finish = [&] {
        if (pair[0] != nullptr && pair[1] != nullptr) {
            const int half = pair[0]->half_points + pair[1]->half_points;
            const auto a = static_cast<std::size_t>(pairing.first);
            const auto b = static_cast<std::size_t>(pairing.second);
            for (Tally* tally : {&evidence[a][b], &players[a].tally}) tally->add_pair(half);
            for (Tally* tally : {&evidence[b][a], &players[b].tally}) tally->add_pair(4 - half);
        }
        pair = {};
    };
    for (const GameRow* game : in_order(games)) {
        if (game->key.pairing != pairing) finish();
        pairing = game->key.pairing;
        std::array<int, 2> who = {pairing.first, pairing.second};
        if (game->key.leg == 1) std::swap(who[0], who[1]);
        if (!seen.add(who[0], who[1], game->fingerprint)) {
            ++out.repeated;
            continue;
        }
        pair[static_cast<std::size_t>(game->key.leg)] = game;
        evidence[static_cast<std::size_t>(pairing.first)][static_cast<std::size_t>(pairing.second)].add_game(game->half_points);
        evidence[static_cast<std::size_t>(pairing.second)][static_cast<std::size_t>(pairing.first)].add_game(2 - game->half_points);
    }
    finish();
    return evidence;
}

void rate(const Tournament& tournament, const Table& evidence, std::vector<PlayerReport>& players, TournamentReport& out) {
    std::vector<Encounters> met;
    const int count = static_cast<int>(players.size());
    for (int a = 0; a < count; ++a) {
        for (int b = a + 1; b < count; ++b) {
            const Tally& tally = evidence[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
            if (tally.games() > 0) met.push_back({a, b, tally});
        }
    }
    std::vector<RatingAnchor> anchors;
    for (const PlayerReport& player : players) {
        if (player.name == tournament.settings.anchor) anchors.push_back({player.number, tournament.settings.anchor_elo});
    }
    out.ratings = rate_pool(count, met, anchors);
    for (std::size_t i = 0; i < players.size(); ++i) players[i].rating = out.ratings.players[i];
}

}  // namespace

TournamentReport make_report(const Tournament& tournament, const std::vector<GameRow>& games) {
    TournamentReport out;
    out.name = tournament.name;
    out.description = describe(tournament);
    out.games = static_cast<std::int64_t>(games.size());
    const std::size_t count = tournament.rows.size();
    out.crosstable.assign(count, std::vector<Tally>(count));
    std::vector<PlayerReport> players(count);
    for (std::size_t i = 0; i < count; ++i) {
        players[i].number = static_cast<int>(i);
        players[i].name = tournament.rows[i].name;
        if (tournament.rows[i].entrant.withdrawn) players[i].withdrawn = tournament.rows[i].reason;
    }
    count_games(games, players, out);
    const Table evidence = count_evidence(games, players, out);
    const Schedule schedule = tournament.schedule(games);
    const auto unplayed = schedule.unplayed_points();
    for (std::size_t i = 0; i < count; ++i) players[i].half_points += unplayed[i];
    for (std::size_t a = 0; a < count; ++a) {
        for (std::size_t b = 0; b < count; ++b) {
            players[a].buchholz += out.crosstable[a][b].games() * players[b].half_points;
        }
    }
    rate(tournament, evidence, players, out);
    out.total = schedule.total_games();
    out.round = schedule.current_round() + 1;
    out.over = schedule.due().empty();
    out.sprt = schedule.sprt();
    out.test = tournament.settings.schedule.sprt;
    if (count == 2) out.first_player = estimate(out.sprt ? out.sprt->pairs : players[0].tally.pairs);
    out.standings = players;
    // On a ladder some play more games than others, and the ratings are what it is for.
    const bool by_rating = tournament.settings.schedule.format == Format::kLadder;
    std::stable_sort(out.standings.begin(), out.standings.end(), [&](const PlayerReport& a, const PlayerReport& b) {
        if (by_rating && (a.tally.games() > 0) != (b.tally.games() > 0)) return a.tally.games() > 0;
        if (by_rating && a.rating.elo != b.rating.elo) return a.rating.elo > b.rating.elo;
        if (a.half_points != b.half_points) return a.half_points > b.half_points;
        return a.buchholz > b.buchholz;
    });
    return out;
}

std::vector<std::string> print_standings(const TournamentReport& report) {
    std::vector<std::string> out;
    std::string head = report.name + ": " + report.description;
    out.push_back(head);
    std::string progress = std::to_string(report.games);
    if (report.total) progress += " of " + std::to_string(*report.total);
    progress += " games" + std::string(report.over ? ", over" : ", round " + std::to_string(report.round));
    if (report.games > 0) {
        progress += format("; %.1f %% drawn, %.1f moves a game",
                           100.0 * static_cast<double>(report.draws) / static_cast<double>(report.games), report.average_plies);
    }
    out.push_back(progress);
    std::size_t width = 6;
    for (const PlayerReport& player : report.standings) width = std::max(width, std::min<std::size_t>(player.name.size(), 40));
    out.push_back(column("#", 4, true) + "  " + column("player", width, false) + column("points", 9, true) + column("games", 7, true) +
                  column("won", 7, true) + column("drawn", 7, true) + column("lost", 7, true) + column("Elo", 9, true) +
                  column("+-", 8, true) + column("ms/move", 10, true) + column("nodes/s", 12, true) + "  failures");
    int place = 0;
    for (const PlayerReport& p : report.standings) {
        std::string failures;
        for (const auto& [ending, count] : p.failures)
            failures += (failures.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(print_ending(ending));
        if (p.withdrawn) failures += (failures.empty() ? "" : ", ") + std::string("withdrawn");
        const bool rated = p.rating.games > 0;
        const double moves = static_cast<double>(std::max<std::int64_t>(p.moves, 1));
        std::string line = column(std::to_string(++place), 4, true) + "  " + column(p.name, width, false) +
                           column(points_text(p.half_points), 9, true) + column(std::to_string(p.tally.games()), 7, true) +
                           column(std::to_string(p.tally.wins), 7, true) + column(std::to_string(p.tally.draws), 7, true) +
                           column(std::to_string(p.tally.losses), 7, true) + column(rated ? print_signed(p.rating.elo) : "-", 9, true) +
                           column(rated && p.rating.error > 0 ? format("%.1f", std::max(p.rating.error, 0.1)) : "-", 8, true) +
                           column(format("%.2f", p.ms / moves), 10, true) +
                           column(p.ms > 0 && p.nodes > 0 ? format("%.0f", 1000.0 * static_cast<double>(p.nodes) / p.ms) : "-", 12, true) +
                           (failures.empty() ? "" : "  " + failures);
        out.push_back(line);
    }
    if (report.repeated > 0) {
        out.push_back(std::to_string(report.repeated) +
                      (report.repeated == 1 ? " game repeats an earlier one" : " games repeat earlier ones") +
                      " (same opening, same moves): they say nothing new, and ratings and tests go by the others alone");
    }
    if (report.standings.size() == 2) {
        const PairEstimate& e = report.first_player;
        const PairCounts& n = report.sprt ? report.sprt->pairs : report.standings[report.standings[0].number == 0 ? 0 : 1].tally.pairs;
        const std::string name = report.standings[report.standings[0].number == 0 ? 0 : 1].name;
        out.push_back(name + ": Elo " + print_elo(e) +
                      (e.pairs > 0 ? format(", nElo %+.1f +- %.1f, LOS %.2f %%", e.nelo, e.nelo_error, 100 * e.los) : "") +
                      format(", pairs [%lld, %lld, %lld, %lld, %lld]", static_cast<long long>(n[0]), static_cast<long long>(n[1]),
                             static_cast<long long>(n[2]), static_cast<long long>(n[3]), static_cast<long long>(n[4])));
    }
    if (report.sprt && report.test) {
        const char* verdict = report.sprt->verdict == SprtVerdict::kAccepted  ? "accepted"
                              : report.sprt->verdict == SprtVerdict::kRefused ? "refused"
                                                                              : "undecided";
        out.push_back(format("SPRT %+g against %+g Elo (%s, alpha %g, beta %g): LLR %+.2f of [%.2f, %.2f], %s", report.test->elo0,
                             report.test->elo1, report.test->model == EloModel::kLogistic ? "logistic" : "normalized", report.test->alpha,
                             report.test->beta, report.sprt->llr, report.test->lower(), report.test->upper(), verdict));
    }
    return out;
}

}  // namespace foray
