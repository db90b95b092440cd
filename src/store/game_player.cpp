// One thread's work on a tournament: the games of a job, and what follows from how they ended.
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "foray/match/adjudication.h"
#include "foray/match/match.h"
#include "foray/match/referee.h"
#include "foray/notation/json_depth.h"
#include "foray/notation/text.h"
#include "foray/store/runner.h"
#include "json_reader.h"
#include "openings.h"

namespace foray {
namespace {

/// Stands in for a player that could not be made: it loses its games, with the reason in the record.
class BrokenPlayer final : public Agent {
public:
    explicit BrokenPlayer(std::string why) : why_(std::move(why)) {}
    [[nodiscard]] std::string name() const override { return "broken"; }
    [[nodiscard]] Choice choose(const WidePosition& /*position*/, const SearchRequest& /*request*/, const OnInfo& /*on_info*/) override {
        return Failure{Ending::kCrash, why_};
    }

private:
    std::string why_;
};

GameRow row_of(const Game& game, const GameRecord& record, const GameKey& key) {
    GameRow row;
    row.key = key;
    const Verdict verdict = verdict_of(game, record);
    const int first_half = verdict.outcome == Outcome::kDraw ? 1 : verdict.outcome == Outcome::kFirstWins ? 2 : 0;
    row.half_points = key.leg == 0 ? first_half : 2 - first_half;
    row.ending = verdict.ending;
    if (is_failure(verdict.ending)) row.failed = row.half_points == 0 ? 0 : 1;
    if (record.decided) row.detail = record.decided->detail;
    row.plies = static_cast<int>(record.moves.size());
    for (std::size_t ply = 0; ply < record.notes.size(); ++ply) {
        const MoveNote& note = record.notes[ply];
        if (note.empty()) continue;  // a move of the opening
        const bool second_moved = (ply % 2 == 1) != record.start.second_to_move;
        const std::size_t player = second_moved == (key.leg == 1) ? 0 : 1;
        ++row.moves[player];
        row.nodes[player] += static_cast<std::int64_t>(note.nodes.value_or(0));
        row.ms[player] += note.ms.value_or(0);
    }
    row.fingerprint = fingerprint(record);
    row.record = print_record(record);
    return row;
}

}  // namespace

std::string job_label(const Pairing& p) {
    return std::to_string(p.round) + "/" + std::to_string(p.first) + "/" + std::to_string(p.second) + "/" + std::to_string(p.pair);
}

std::string job_input(const Pairing& p) {
    return nlohmann::ordered_json{{"round", p.round}, {"first", p.first}, {"second", p.second}, {"pair", p.pair}}.dump();
}

std::string print_running(const GameKey& key, const GameRecord& record) {
    nlohmann::ordered_json out = nlohmann::ordered_json::parse(job_input(key.pairing));
    out["leg"] = key.leg;
    out["record"] = print_record(record);
    return out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

Result<RunningGame> parse_running(std::string_view text, int players) {
    if (nested_too_deeply(text)) return Error{"what is shown of a game is nested too deeply"};
    const auto json = JsonReader::Json::parse(text, nullptr, false);
    if (json.is_discarded()) return Error{"what is shown of a game is not JSON"};
    std::optional<Wrong> wrong;
    JsonReader in(json, "running", wrong);
    RunningGame out;
    Pairing& p = out.key.pairing;
    p.round = in.number("round", 0, 10'000'000).value_or(0);
    p.first = in.number("first", 0, players - 1).value_or(0);
    p.second = in.number("second", 0, players - 1).value_or(0);
    p.pair = in.number("pair", 0, 10'000).value_or(0);
    out.key.leg = in.number("leg", 0, 1).value_or(0);
    const auto record = in.text("record");
    in.finish();
    if (wrong) return Error{wrong->path + ": " + wrong->what};
    auto read = parse_record(record.value_or(""));
    if (!read) return read.error();
    out.record = std::move(read).value();
    return out;
}

/// A player who sits at this thread's board, made for one game's rules.
struct GamePlayer::Seat {
    int player;
    GameSpec spec;
    std::unique_ptr<Agent> agent;
};

GamePlayer::GamePlayer(Store& store, Worker worker, PlayerMaker make_player, PlayerCheck refused)
    : store_(store), worker_(std::move(worker)), make_player_(std::move(make_player)), refused_(std::move(refused)) {}

GamePlayer::~GamePlayer() {
    if (!shown_at_ || !tournament_) return;
    try {
        store_.hide_running(tournament_->name, worker_);
    } catch (const std::exception&) {  // the store or the memory: whoever watches sees for himself that nobody plays it any more
    }
}

void GamePlayer::show(const Tournament& tournament, const GameKey& key, const GameRecord& so_far) {
    // Who watches looks about once a second; games that are faster than that are not slowed down for him.
    constexpr std::chrono::seconds kPause{1};
    const auto now = std::chrono::steady_clock::now();
    if (shown_at_ && now < *shown_at_ + kPause) return;
    shown_at_ = now;
    try {
        store_.show_running(tournament.name, worker_, print_running(key, so_far));
    } catch (const StoreFailure&) {  // nobody can watch; if the store is gone for good, keeping the game will say so
    }
}

Agent& GamePlayer::seat(const Tournament& tournament, const GameSpec& spec, int player) {
    const auto at = std::find_if(seats_.begin(), seats_.end(), [&](const auto& s) { return s->player == player; });
    if (at != seats_.end() && (*at)->spec == spec) {
        std::rotate(at, at + 1, seats_.end());  // the last one used is the last one to go
        return *seats_.back()->agent;
    }
    if (at != seats_.end()) seats_.erase(at);
    // Programs and tables cost memory: only those of the last few games stay. The opponent, seated just before, is never the one to go.
    constexpr std::size_t kMostSeats = 4;
    if (seats_.size() >= kMostSeats) seats_.erase(seats_.begin());
    const PlayerSettings& settings = tournament.settings.players[static_cast<std::size_t>(player)];
    auto made = make_player_(spec, settings);
    auto agent = made ? std::move(made).value() : std::make_unique<BrokenPlayer>(made.error().message());
    seats_.push_back(std::make_unique<Seat>(Seat{player, spec, std::move(agent)}));
    return *seats_.back()->agent;
}

/// Jobs are texts that anybody with access may have written: nothing is taken from them unchecked.
Result<Pairing> GamePlayer::parse_job(const Job& job, const Tournament& tournament) const {
    const auto json = JsonReader::Json::parse(job.input, nullptr, false);
    if (json.is_discarded()) return Error{"the job is not JSON"};
    std::optional<Wrong> wrong;
    JsonReader in(json, "job", wrong);
    const int last = static_cast<int>(tournament.rows.size()) - 1;
    Pairing out;
    out.round = in.number("round", 0, 10'000'000).value_or(-1);
    out.first = in.number("first", 0, last).value_or(-1);
    out.second = in.number("second", 0, last).value_or(-1);
    out.pair = in.number("pair", 0, 10'000).value_or(-1);
    in.finish();
    if (wrong) return Error{wrong->path + ": " + wrong->what};
    if (std::min({out.round, out.first, out.second, out.pair}) < 0) return Error{"the job lacks a number"};
    if (out.first == out.second) return Error{"the job has one player play himself"};
    return out;
}

GameRow GamePlayer::play_leg(const Tournament& tournament, const Game& game, const GameKey& key, const WidePosition& start,
                             const std::vector<Move>& opening, const std::atomic<bool>* stop, bool& stopped) {
    const TournamentSettings& settings = tournament.settings;
    std::array<int, 2> players = {key.pairing.first, key.pairing.second};
    if (key.leg == 1) std::swap(players[0], players[1]);
    GameTerms terms;
    for (const std::size_t side : {0U, 1U}) terms.budgets[side] = settings.players[static_cast<std::size_t>(players[side])].budget;
    terms.margin_ms = settings.margin_ms;
    Adjudicator adjudicator(game, settings.adjudication);
    terms.judge = [&](const GameRecord& so_far, const WidePosition& position) {
        show(tournament, key, so_far);
        return adjudicator.judge(so_far, position);
    };
    terms.stop = stop;
    Agent& first = seat(tournament, game.spec(), players[0]);
    Agent& second = seat(tournament, game.spec(), players[1]);
    GameRecord record = play_game(game, start, opening, {&first, &second}, terms);
    for (const std::size_t side : {0U, 1U}) record.players[side] = tournament.rows[static_cast<std::size_t>(players[side])].name;
    stopped = verdict_of(game, record).outcome == Outcome::kOngoing;
    if (stopped) return {};
    GameRow row = row_of(game, record, key);
    row.worker = worker_.name;
    if (row.failed) {  // begins anew in the next game, whatever is left of him
        const int who = *row.failed == 0 ? key.pairing.first : key.pairing.second;
        std::erase_if(seats_, [&](const auto& s) { return s->player == who; });
    }
    return row;
}

GamePlayer::Done GamePlayer::play(const Job& job, const std::atomic<bool>* stop) {
    Done out;
    const auto refuse = [&](const Error& error) {
        store_.give_back(job, worker_, error.message());
        out.news.push_back("job " + job.label + " of " + job.topic + ": " + error.message());
        return out;
    };
    if (!tournament_ || tournament_->name != job.topic) {
        seats_.clear();
        auto loaded = Tournament::load(store_, job.topic);
        if (!loaded) return refuse(loaded.error());
        tournament_ = std::make_unique<Tournament>(std::move(loaded).value());
        openings_ = std::make_unique<TournamentOpenings>();
    } else {
        auto rows = store_.players(tournament_->id);
        if (rows.size() != tournament_->rows.size()) {
            auto loaded = Tournament::load(store_, job.topic);
            if (!loaded) return refuse(loaded.error());
            *tournament_ = std::move(loaded).value();
        } else {
            tournament_->rows = std::move(rows);
        }
    }
    const Tournament& tournament = *tournament_;
    const auto pairing = parse_job(job, tournament);
    if (!pairing) return refuse(pairing.error());
    for (const int player : {pairing->first, pairing->second}) {
        if (!tournament.rows[static_cast<std::size_t>(player)].entrant.withdrawn) continue;
        store_.submit(job, worker_, "withdrawn");
        out.finished = true;
        return out;
    }
    // Before anything is started: a job may lack the row that says what its players need.
    for (const int player : {pairing->first, pairing->second}) {
        if (!refused_) break;
        if (const auto why = refused_(tournament.settings.players[static_cast<std::size_t>(player)])) return refuse(*why);
    }
    const Schedule schedule(tournament.settings.schedule, {});
    const int opening_number = schedule.opening(*pairing);
    const Game game(tournament.settings.spec(pairing->round));
    const WidePosition start = tournament.settings.start(game, opening_number);
    const auto opening = openings_->of(tournament.settings, opening_number);
    const auto played = store_.played_legs(tournament.id, *pairing);  // whoever had the job before may have got that far
    for (int leg = 0; leg < schedule.legs(); ++leg) {
        const GameKey key{*pairing, leg};
        const bool last = leg + 1 == schedule.legs();
        if (played[static_cast<std::size_t>(leg)]) {
            if (last) store_.submit(job, worker_, "played");
            continue;
        }
        bool stopped = false;
        GameRow row = play_leg(tournament, game, key, start, opening, stop, stopped);
        if (stopped) {
            store_.give_back(job, worker_);
            return out;
        }
        if (!store_.submit_game(tournament.id, row, job, worker_, last)) {
            out.news.push_back("game " + job.label + " was played elsewhere in the meantime");
            continue;
        }
        out.games.push_back(row);
        if (!row.failed) continue;
        const int who = *row.failed == 0 ? pairing->first : pairing->second;
        const int most = tournament.settings.failures;
        if (store_.failures_in_a_row(tournament.id, who, most) < most) continue;
        const std::string& name = tournament.rows[static_cast<std::size_t>(who)].name;
        store_.withdraw(tournament.id, who, pairing->round, std::to_string(most) + " consecutive failures, the last one: " + row.reason());
        out.news.push_back(name + " is withdrawn after " + std::to_string(most) + " consecutive failures (" + row.reason() + ")");
        if (!last) store_.submit(job, worker_, "withdrawn");
        break;
    }
    out.finished = true;
    return out;
}

}  // namespace foray
