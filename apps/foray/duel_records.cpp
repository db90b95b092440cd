#include "duel_records.h"

#include <fmt/format.h>

#include "command.h"
#include "foray/board/version.h"
#include "foray/notation/csv.h"
#include "foray/notation/fen.h"
#include "foray/notation/move_text.h"
#include "foray/notation/pgn.h"
#include "foray/notation/record.h"
#include "foray/notation/spec_text.h"

namespace foray::cli {
namespace {

constexpr std::string_view kColumns =
    "pair,game,variant,rule,rows,cols,board,first,second,outcome,reason,score_first,score_second,plies,nodes_first,nodes_second,"
    "ms_first,ms_second,seed,opening_plies,tc,max_plies,program,start,moves\n";

/// Whether a file goes on with what it begins with; a duel that was killed may have left the beginning of a line.
std::optional<Error> check_old(DuelRecords::Format format, std::string_view begins) {
    const auto goes_on = [&](std::string_view usual) { return begins.starts_with(usual) || usual.starts_with(begins); };
    switch (format) {
        case DuelRecords::Format::kCsv:
            if (!goes_on(kColumns)) return Error{"is no table of a duel, or has other columns: it is left as it is"};
            break;
        case DuelRecords::Format::kPgn: {
            // One game is enough: those that follow may be cut by what is looked at.
            const auto games = parse_pgn(begins.substr(0, begins.find("\n[Event ")));
            if (!games) return Error{"holds no games in PGN, and is left as it is (" + games.error().message() + ")"};
            break;
        }
        case DuelRecords::Format::kJsonLines: {
            const std::size_t end = begins.find('\n');
            if (!goes_on("{\"foray\":") || (end != std::string_view::npos && !parse_record(begins.substr(0, end)))) {
                return Error{"holds no records of games, a line each: it is left as it is"};
            }
            break;
        }
    }
    return std::nullopt;
}

files::Appender open(const std::string& path, DuelRecords::Format format) {
    const auto holds = format == DuelRecords::Format::kPgn ? files::Appender::Holds::kBytes : files::Appender::Holds::kLines;
    return require(files::Appender::open(path, holds, [&](std::string_view begins) { return check_old(format, begins); }), "--records");
}

std::string csv_row(const DuelSource& source, const FinishedPair& pair, int number) {
    const GameRecord& record = pair.games[static_cast<std::size_t>(number)];
    const Game game(record.spec);
    const Verdict verdict = verdict_of(game, record);
    const Scores scores = game.scores(final_position(game, record));
    std::array<std::uint64_t, 2> nodes{};
    std::array<double, 2> ms{};
    std::string moves;
    bool second = record.start.second_to_move;
    for (std::size_t ply = 0; ply < record.moves.size(); ++ply, second = !second) {
        moves += (moves.empty() ? "" : " ") + print_move(record.spec, record.moves[ply]);
        if (record.notes.empty()) continue;
        nodes[second ? 1 : 0] += record.notes[ply].nodes.value_or(0);
        ms[second ? 1 : 0] += record.notes[ply].ms.value_or(0);
    }
    const bool raid = record.spec.family() == Family::kRaid;
    return fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{:.3f},{:.3f},{},{},{},{},{},{},{}\n", pair.index + 1,
                       2 * pair.index + number + 1, game.variant().key, raid ? print_rule(record.spec.raid) : "", record.spec.rows,
                       record.spec.cols, csv_field(source.board), csv_field(record.players[0]), csv_field(record.players[1]),
                       print_outcome(verdict.outcome), print_ending(verdict.ending), scores.first, scores.second, record.moves.size(),
                       nodes[0], nodes[1], ms[0], ms[1], source.seed, source.opening_plies, csv_field(source.tc),
                       source.max_plies ? std::to_string(*source.max_plies) : "", program_name(), csv_field(print_fen(game, record.start)),
                       moves);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> DuelSource::about(int pair, int game) const {
    std::vector<std::pair<std::string, std::string>> out{{"program", program_name()},        {"event", "duel"},
                                                         {"pair", std::to_string(pair + 1)}, {"game", std::to_string(2 * pair + game + 1)},
                                                         {"seed", std::to_string(seed)},     {"opening_plies", opening_plies}};
    if (!board.empty()) out.emplace_back("board", board);
    if (!tc.empty()) {
        out.emplace_back("tc", tc);
        out.emplace_back("margin_ms", fmt::format("{:g}", margin_ms));
    }
    if (max_plies) out.emplace_back("max_plies", std::to_string(*max_plies));
    return out;
}

void DuelSource::write(nlohmann::ordered_json& out, const Game& game, const WidePosition& start) const {
    const GameSpec& spec = game.spec();
    out["program"] = program_name();
    out["players"] = players;
    out["game"] = game.variant().key;
    if (spec.family() == Family::kRaid) {
        out["raid"] = print_rule(spec.raid).substr(5);
        out["values"] = spec.values;
    }
    out["rows"] = spec.rows;
    out["cols"] = spec.cols;
    out["board"] = board;
    out["start"] = print_fen(game, start);
    out["seed"] = seed;
    out["opening_plies"] = opening_plies;
    out["limits"] = nlohmann::ordered_json::object();
    if (!tc.empty()) out["limits"] = {{"tc", tc}, {"margin_ms", margin_ms}};
    if (max_plies) out["limits"]["max_plies"] = *max_plies;
}

DuelRecords::DuelRecords(const std::string& path, const DuelSource& source)
    : format_(path.ends_with(".pgn")   ? Format::kPgn
              : path.ends_with(".csv") ? Format::kCsv
                                       : Format::kJsonLines),
      source_(source),
      file_(open(path, format_)) {
    if (format_ != Format::kCsv || file_.size() > 0) return;
    const auto written = file_.append(kColumns);
    if (!written) throw CommandFailure(written.error().message());
}

void DuelRecords::add(const FinishedPair& pair) {
    std::string text;
    for (const int number : {0, 1}) {
        if (format_ == Format::kCsv) {
            text += csv_row(source_, pair, number);
            continue;
        }
        GameRecord record = pair.games[static_cast<std::size_t>(number)];
        record.about = source_.about(pair.index, number);
        text += format_ == Format::kPgn ? print_pgn(record) : print_record(record);
    }
    const auto written = file_.append(text);
    if (!written) throw CommandFailure(written.error().message());
}

nlohmann::ordered_json game_json(const FinishedPair& pair, int number) {
    const GameRecord& record = pair.games[static_cast<std::size_t>(number)];
    const Game game(record.spec);
    const Verdict verdict = verdict_of(game, record);
    const Scores scores = game.scores(final_position(game, record));
    return {{"pair", pair.index + 1},
            {"game", 2 * pair.index + number + 1},
            {"first", record.players[0]},
            {"second", record.players[1]},
            {"outcome", print_outcome(verdict.outcome)},
            {"reason", print_ending(verdict.ending)},
            {"scores", {scores.first, scores.second}},
            {"plies", record.moves.size()}};
}

}  // namespace foray::cli
