// A tournament for other programs: JSON, CSV, PGN. Games are in the order of the schedule, not in that in which they happened to end: the
// same games give the same text.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "foray/board/version.h"
#include "foray/notation/csv.h"
#include "foray/notation/match_text.h"
#include "foray/notation/move_text.h"
#include "foray/notation/pgn.h"
#include "foray/notation/record.h"
#include "foray/notation/text.h"
#include "foray/store/report.h"
#include "html.h"

namespace foray {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string number(double value) { return Json(value).dump(); }

Json standings_json(const TournamentReport& report) {
    Json out = Json::array();
    for (const PlayerReport& p : report.standings) {
        Json failures = Json::object();
        for (const auto& [ending, count] : p.failures) failures[std::string(print_ending(ending))] = count;
        Json line{{"number", p.number},
                  {"name", p.name},
                  {"points", p.half_points / 2.0},
                  {"games", p.tally.games()},
                  {"wins", p.tally.wins},
                  {"draws", p.tally.draws},
                  {"losses", p.tally.losses},
                  {"buchholz", p.buchholz / 2.0},
                  {"pairs", p.tally.pairs},
                  {"moves", p.moves},
                  {"nodes", p.nodes},
                  {"ms", p.ms},
                  {"failures", failures}};
        if (p.rating.games > 0) {
            line["elo"] = p.rating.elo;
            line["elo_error"] = p.rating.error;
        }
        if (p.withdrawn) line["withdrawn"] = *p.withdrawn;
        out.push_back(line);
    }
    return out;
}

}  // namespace

std::vector<const GameRow*> in_order(const std::vector<GameRow>& games) {
    std::vector<const GameRow*> out;
    out.reserve(games.size());
    for (const GameRow& game : games) out.push_back(&game);
    std::sort(out.begin(), out.end(), [](const GameRow* a, const GameRow* b) { return a->key < b->key; });
    return out;
}

std::string export_json(const Tournament& tournament, const TournamentReport& report, const std::vector<GameRow>& games) {
    Json out{{"foray_tournament", 1}, {"name", report.name}, {"description", report.description}, {"over", report.over}};
    out["played"] = report.games;
    out["repeated"] = report.repeated;
    if (report.total) out["total"] = *report.total;
    out["standings"] = standings_json(report);
    Json table = Json::array();
    for (const auto& row : report.crosstable) {
        Json line = Json::array();
        for (const Tally& m : row) line.push_back(Json::array({m.wins, m.draws, m.losses}));
        table.push_back(line);
    }
    out["crosstable"] = table;
    // By player number, as in the crosstable: how likely the one of the row is better than the one of the column, and the 95 % error of
    // the difference of their ratings.
    const int count = static_cast<int>(report.ratings.players.size());
    Json los = Json::array();
    Json errors = Json::array();
    for (int a = 0; a < count; ++a) {
        Json line = Json::array();
        for (int b = 0; b < count; ++b) line.push_back(report.ratings.superiority(a, b));
        los.push_back(line);
        errors.push_back(report.ratings.difference_error[static_cast<std::size_t>(a)]);
    }
    out["los"] = los;
    out["difference_error"] = errors;
    if (report.standings.size() == 2 && report.first_player.pairs > 0) {
        const PairEstimate& e = report.first_player;
        out["match"] = Json{{"elo", e.elo}, {"elo_error", e.elo_error}, {"nelo", e.nelo}, {"nelo_error", e.nelo_error}, {"los", e.los}};
    }
    if (report.sprt && report.test) {
        const char* verdict = report.sprt->verdict == SprtVerdict::kAccepted  ? "accepted"
                              : report.sprt->verdict == SprtVerdict::kRefused ? "refused"
                                                                              : "undecided";
        out["sprt"] = Json{{"elo0", report.test->elo0},     {"elo1", report.test->elo1},   {"alpha", report.test->alpha},
                           {"beta", report.test->beta},     {"llr", report.sprt->llr},     {"lower", report.test->lower()},
                           {"upper", report.test->upper()}, {"pairs", report.sprt->pairs}, {"verdict", verdict}};
    }
    // Games are long: the records are put in as they are kept, one a line.
    std::string text = dump(out);
    text.pop_back();
    text += ",\n\"games\": [";
    bool first = true;
    for (const GameRow* row : in_order(games)) {
        const GameRow& game = *row;
        Json record = Json::parse(game.record, nullptr, false);
        const Pairing& p = game.key.pairing;
        const auto name = [&](int player) { return tournament.rows[static_cast<std::size_t>(player)].name; };
        Json line{{"round", p.round + 1}, {"pair", p.pair + 1}, {"leg", game.key.leg + 1}};  // the record's "game" is the variant
        if (record.is_object()) line.update(record);
        line["players"] = game.key.leg == 0 ? Json::array({name(p.first), name(p.second)}) : Json::array({name(p.second), name(p.first)});
        line["reason"] = game.reason();
        text += (first ? "\n" : ",\n") + dump(line);
        first = false;
    }
    return text + "\n]}\n";
}

std::string export_csv(const Tournament& tournament, const std::vector<GameRow>& games) {
    // Values are in points (or pieces), positive where the first player is ahead.
    std::string out = "round,pair,game,first,second,outcome,reason,plies,ply,side,move,value,depth,nodes,ms,pv\n";
    for (const GameRow* row : in_order(games)) {
        const GameRow& game = *row;
        const auto record = parse_record(game.record);
        if (!record) continue;
        const Pairing& p = game.key.pairing;
        const int first = game.key.leg == 0 ? p.first : p.second;
        const int second = game.key.leg == 0 ? p.second : p.first;
        const int half = game.key.leg == 0 ? game.half_points : 2 - game.half_points;
        const Outcome outcome = half == 1 ? Outcome::kDraw : half == 2 ? Outcome::kFirstWins : Outcome::kSecondWins;
        const std::string head = std::to_string(p.round + 1) + "," + std::to_string(p.pair + 1) + "," + std::to_string(game.key.leg + 1) +
                                 "," + csv_field(tournament.rows[static_cast<std::size_t>(first)].name) + "," +
                                 csv_field(tournament.rows[static_cast<std::size_t>(second)].name) + "," +
                                 std::string(print_outcome(outcome)) + "," + csv_field(game.reason()) + "," + std::to_string(game.plies) +
                                 ",";
        bool second_moves = record->start.second_to_move;
        for (std::size_t ply = 0; ply < record->moves.size(); ++ply, second_moves = !second_moves) {
            const MoveNote note = record->notes.empty() ? MoveNote{} : record->notes[ply];
            std::string line;
            for (const Move move : note.line) line += (line.empty() ? "" : " ") + print_move(record->spec, move);
            out += head + std::to_string(ply + 1) + "," + (second_moves ? "second" : "first") + "," +
                   csv_field(print_move(record->spec, record->moves[ply])) + "," +
                   (note.value ? print_hundredths(second_moves ? -*note.value : *note.value) : "") + "," +
                   (note.depth ? std::to_string(*note.depth) : "") + "," + (note.nodes ? std::to_string(*note.nodes) : "") + "," +
                   (note.ms ? number(*note.ms) : "") + "," + csv_field(line) + "\n";
        }
    }
    return out;
}

namespace {

std::string clock_text(const Budget& budget) { return budget.clock ? print_time_control(*budget.clock) : ""; }

/// Where a game of a tournament comes from: what its record does not know.
void add_source(const Tournament& tournament, const GameRow& game, GameRecord& record) {
    const Pairing& p = game.key.pairing;
    const TournamentSettings& s = tournament.settings;
    std::vector<std::pair<std::string, std::string>> about = {
        {"program", program_name()},
        {std::string(kEventKey), tournament.name},
        {"round", std::to_string(p.round + 1) + "." + std::to_string(game.key.leg + 1)},
        {"seed", std::to_string(s.seed)},
        {"opening", std::to_string(Schedule(s.schedule, tournament.entrants()).opening(p) + 1)},
        {"openings_from", s.book.empty() ? "random moves" : "book"},
        {"worker", game.worker}};
    std::array<int, 2> seats = {p.first, p.second};
    if (game.key.leg == 1) std::swap(seats[0], seats[1]);
    std::array<std::string, 2> clocks;
    for (const std::size_t side : {0U, 1U}) {
        const PlayerSettings& player = s.players[static_cast<std::size_t>(seats[side])];
        record.players[side] = tournament.rows[static_cast<std::size_t>(seats[side])].name;
        about.emplace_back(side == 0 ? "player_first" : "player_second", player.player);
        clocks[side] = clock_text(player.budget);
    }
    if (clocks[0] == clocks[1]) {
        if (!clocks[0].empty()) about.emplace_back("tc", clocks[0]);
    } else {
        about.emplace_back("tc_first", clocks[0].empty() ? "-" : clocks[0]);
        about.emplace_back("tc_second", clocks[1].empty() ? "-" : clocks[1]);
    }
    for (auto& [key, value] : about) {
        const bool there = std::any_of(record.about.begin(), record.about.end(), [&](const auto& one) { return one.first == key; });
        if (!there && !value.empty()) record.about.emplace_back(key, std::move(value));
    }
}

}  // namespace

Result<std::string> export_pgn(const Tournament& tournament, const std::vector<GameRow>& games, PgnDialect dialect) {
    std::string out;
    for (const GameRow* row : in_order(games)) {
        auto record = parse_record(row->record);
        if (!record) return record.error().in("game " + job_label(row->key.pairing) + " of " + tournament.name);
        add_source(tournament, *row, *record);
        out += print_pgn(*record, dialect);
    }
    return out;
}

}  // namespace foray
