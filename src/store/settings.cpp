#include "foray/store/settings.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <map>

#include "foray/board/random.h"
#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/match_text.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "foray/solver/solver.h"
#include "json_reader.h"
#include "toml_text.h"

namespace foray {
namespace {

constexpr double kLongestMs = 1e9;
constexpr std::int64_t kMostNodes = std::int64_t{1} << 50;

BoardSize size_of(const TournamentSettings& settings) {
    if (settings.size) {
        const auto size = parse_size(*settings.size);
        if (size) return *size;
    }
    if (!settings.position.empty()) {
        const auto size = fen_size(settings.position);
        if (size) return *size;
    }
    if (!settings.book.empty()) {
        const auto size = fen_size(settings.book.front());
        if (size) return *size;
    }
    const int side = info(settings.variant).default_side;
    return {side, side};
}

/// The board of a round; "random" is another one every round.
Result<ValueBoard> board_of(const TournamentSettings& settings, int round) {
    const std::string& text = settings.boards[static_cast<std::size_t>(round) % settings.boards.size()];
    if (text == "random") {
        std::uint64_t state = settings.seed + 0x9E3779B97F4A7C15 * static_cast<std::uint64_t>(round + 1);
        return random_board(splitmix64(state), size_of(settings));
    }
    return parse_board_line(text, size_of(settings));
}

Result<GameSpec> make_spec(const TournamentSettings& settings, int round) {
    const BoardSize wanted = size_of(settings);
    GameSpec spec = default_spec(settings.variant, wanted.rows, wanted.cols);
    if (!settings.boards.empty()) {
        const auto board = board_of(settings, round);
        if (!board) return board.error();
        spec = default_spec(settings.variant, board->rows, board->cols);
        spec.values = board->values;
    }
    const auto size = check_size(settings.variant, {spec.rows, spec.cols});
    if (!size) return size.error();
    for (const std::string& rule : settings.rules) {
        auto with = with_rule(spec, rule);
        if (!with) return with.error();
        spec = std::move(with).value();
    }
    return spec;
}

void read_limits(JsonReader& in, Budget& out) {
    if (const auto text = in.text("tc")) {
        const auto clock = parse_time_control(*text);
        if (clock) {
            out.clock = *clock;
        } else {
            in.complain("tc", clock.error().what);
        }
    }
    if (const auto ms = in.decimal("movetime", 1, kLongestMs)) out.ms = ms;
    if (const auto nodes = in.whole("nodes", 1, kMostNodes)) out.nodes = static_cast<std::uint64_t>(*nodes);
    if (const auto depth = in.number("depth", 1, 99)) out.depth = depth;
}

PlayerSettings read_player(JsonReader& in, const Budget& budget, std::optional<bool> sandbox) {
    PlayerSettings out;
    out.budget = budget;
    const auto own = in.flag("sandbox");
    out.sandbox = own ? own : sandbox;
    read_limits(in, out.budget);
    out.player = in.text("player").value_or("");
    if (out.player.empty()) in.complain("player", "a player needs its text, such as player = \"engine:ms=50\"");
    out.name = in.text("name").value_or(out.player);
    in.finish();
    return out;
}

void read_openings(JsonReader in, TournamentSettings& out) {
    out.book = in.texts("positions");
    if (!out.book.empty()) out.least_plies = out.most_plies = 0;
    if (in.has("plies")) {
        const auto& value = in.at("plies");
        const std::string text = value.is_string() ? value.get<std::string>() : value.dump();
        const std::size_t dash = text.find('-');
        const auto least = parse_number(text.substr(0, dash), 100);
        const auto most = dash == std::string::npos ? least : parse_number(text.substr(dash + 1), 100);
        if (!least || !most || *most < *least) {
            in.complain("plies", "expected a number up to 100 or a range such as \"2-4\"");
        } else {
            out.least_plies = static_cast<int>(*least);
            out.most_plies = static_cast<int>(*most);
        }
    }
    if (const auto order = in.text("order")) {
        out.shuffle_book = *order == "shuffled";
        if (*order != "in-order" && *order != "shuffled") in.complain("order", "expected \"in-order\" or \"shuffled\"");
    }
    in.finish();
}

int hundredths(double points) { return static_cast<int>(std::lround(points * 100)); }

void read_adjudication(JsonReader in, AdjudicationRules& out) {
    out.exact = in.flag("exact").value_or(false);
    if (const auto points = in.decimal("resign", 0.01, 100'000)) out.resign_value = hundredths(*points);
    out.resign_moves = in.number("resign_moves", 1, 1000).value_or(out.resign_moves);
    if (const auto points = in.decimal("draw", 0, 100'000)) out.draw_value = hundredths(*points);
    out.draw_moves = in.number("draw_moves", 1, 1000).value_or(out.draw_moves);
    out.draw_after = in.number("draw_after", 0, 100'000).value_or(0);
    out.most_plies = in.number("most_plies", 1, 100'000);
    in.finish();
}

void read_sprt(JsonReader in, ScheduleSettings& schedule) {
    SprtTest test;
    test.elo0 = in.decimal("elo0", -1000, 1000).value_or(test.elo0);
    test.elo1 = in.decimal("elo1", -1000, 1000).value_or(test.elo1);
    test.alpha = in.decimal("alpha", 0.0001, 0.4).value_or(test.alpha);
    test.beta = in.decimal("beta", 0.0001, 0.4).value_or(test.beta);
    if (!(test.elo0 < test.elo1)) in.complain("elo1", "must be larger than elo0");
    if (const auto model = in.text("model")) {
        test.model = *model == "normalized" ? EloModel::kNormalized : EloModel::kLogistic;
        if (*model != "normalized" && *model != "logistic") in.complain("model", "expected \"logistic\" or \"normalized\"");
    }
    in.finish();
    schedule.sprt = test;
}

void read_schedule(JsonReader& in, ScheduleSettings& out) {
    if (const auto format = in.text("format")) {
        const auto names = format_names();
        const auto found = std::find(names.begin(), names.end(), *format);
        std::string all;
        for (const std::string_view name : names) all += (all.empty() ? "" : ", ") + std::string(name);
        if (found == names.end()) {
            in.complain("format", "unknown format " + foray::quoted(*format) + "; the formats are " + all);
        } else {
            out.format = static_cast<Format>(found - names.begin());
        }
    }
    out.rounds = in.number("rounds", 1, 1'000'000).value_or(1);
    out.games = in.number("games", 1, 1000).value_or(2);
    if (out.games != 1 && out.games % 2 != 0) in.complain("games", "expected 1 or an even number: openings are played both ways");
    out.challengers = in.number("challengers", 1, 1000).value_or(1);
    out.settle = in.decimal("settle", 0.1, 1000).value_or(10);
}

/// Everything a game needs is tried once, so that nothing can be wrong when it is played.
void check_games(JsonReader& in, const TournamentSettings& out) {
    const std::size_t boards = std::max<std::size_t>(out.boards.size(), 1);
    for (std::size_t round = 0; round < boards; ++round) {
        const auto spec = make_spec(out, static_cast<int>(round));
        if (!spec) return in.complain(out.boards.empty() ? "size" : "boards", spec.error().message());
        if (out.size && *parse_size(*out.size) != BoardSize{spec->rows, spec->cols}) {
            return in.complain("boards", "a board of " + print_size(spec->rows, spec->cols) + " does not fit the size " + *out.size);
        }
        if (out.adjudication.exact && spec->family() == Family::kRaid && spec->squares() > solver::Solver::kMostSquares) {
            return in.complain("adjudication.exact", "the solver takes boards of up to " + std::to_string(solver::Solver::kMostSquares) +
                                                         " squares, not " + print_size(spec->rows, spec->cols));
        }
        const Game game(*spec);
        const auto check = [&](const std::string& fen, const char* key) {
            const auto position = parse_fen(game, fen);
            if (!position) return in.complain(key, foray::quoted(fen) + ": " + position.error().message());
            if (game.verdict(*position).over()) in.complain(key, foray::quoted(fen) + ": the game is over there");
        };
        if (!out.position.empty()) check(out.position, "position");
        for (const std::string& fen : out.book) check(fen, "openings.book");
    }
}

void check_players(JsonReader& in, TournamentSettings& out) {
    std::map<std::string, int> seen;
    for (PlayerSettings& player : out.players) {
        const int copy = ++seen[player.name];
        if (copy > 1) player.name += " (" + std::to_string(copy) + ")";
    }
    const bool sized = out.schedule.format != Format::kMatch || out.players.size() == 2;
    if (!sized) in.complain("format", "a match has two players, found " + std::to_string(out.players.size()));
    if (out.players.size() < 2) in.complain("player", "a tournament needs at least two players");
    if (out.players.size() > 1000) in.complain("player", "at most 1000 players");
    if (out.anchor && std::none_of(out.players.begin(), out.players.end(), [&](const auto& p) { return p.name == *out.anchor; })) {
        in.complain("ratings.anchor", "there is no player " + foray::quoted(*out.anchor));
    }
}

TournamentSettings read_settings(const JsonReader::Json& json, std::optional<Wrong>& wrong, bool with_players) {
    JsonReader in(json, "", wrong);
    TournamentSettings out;
    if (const auto game = in.text("game")) {
        const auto variant = parse_variant(*game);
        if (variant) {
            out.variant = *variant;
        } else {
            in.complain("game", variant.error().what);
        }
    }
    out.size = in.text("size");
    if (out.size) {
        const auto size = parse_size(*out.size);
        if (!size) in.complain("size", size.error().message());
    }
    out.rules = in.texts("rules");
    out.boards = in.texts("boards");
    if (!out.boards.empty() && info(out.variant).family == Family::kAtaxx) {
        in.complain("boards", std::string(info(out.variant).title) + " has no square values");
    }
    out.position = in.text("position").value_or("");
    if (out.position == "startpos") out.position.clear();
    read_schedule(in, out.schedule);
    if (const auto seed = in.whole("seed", 0, std::int64_t{1} << 62)) out.seed = static_cast<std::uint64_t>(*seed);
    out.concurrency = in.number("concurrency", 1, 256);
    out.failures = in.number("failures", 1, 1000).value_or(3);
    const std::optional<bool> sandbox = in.flag("sandbox");
    if (in.has("limits")) {
        JsonReader limits(in.at("limits"), "limits", wrong);
        read_limits(limits, out.budget);
        out.margin_ms = limits.decimal("margin", 0, 60'000).value_or(out.margin_ms);
        limits.finish();
    }
    if (in.has("openings")) read_openings(JsonReader(in.at("openings"), "openings", wrong), out);
    if (in.has("adjudication")) read_adjudication(JsonReader(in.at("adjudication"), "adjudication", wrong), out.adjudication);
    if (out.adjudication.exact && info(out.variant).family == Family::kAtaxx) {
        in.complain("adjudication.exact", "exact values are known in the raid family only");
    }
    if (in.has("sprt")) {
        read_sprt(JsonReader(in.at("sprt"), "sprt", wrong), out.schedule);
        if (out.schedule.format != Format::kMatch) in.complain("sprt", "a sequential test needs format = \"match\"");
        if (out.schedule.games == 1) in.complain("games", "a sequential test counts pairs of games");
    }
    if (in.has("ratings")) {
        JsonReader ratings(in.at("ratings"), "ratings", wrong);
        out.anchor = ratings.text("anchor");
        out.anchor_elo = ratings.decimal("elo", -10'000, 10'000).value_or(0);
        ratings.finish();
    }
    for (const std::string& text : in.texts("players")) {
        PlayerSettings player;
        player.name = player.player = text;
        player.budget = out.budget;
        player.sandbox = sandbox;
        out.players.push_back(player);
    }
    if (in.has("player")) {
        const auto& list = in.at("player");
        if (!list.is_array()) in.complain("player", "expected [[player]] tables");
        for (std::size_t i = 0; list.is_array() && i < list.size(); ++i) {
            JsonReader reader(list[i], "player." + std::to_string(i), wrong);
            out.players.push_back(read_player(reader, out.budget, sandbox));
        }
    }
    in.finish();
    if (!wrong) check_games(in, out);
    if (!wrong && with_players) check_players(in, out);
    return out;
}

}  // namespace

GameSpec TournamentSettings::spec(int round) const {
    const auto spec = make_spec(*this, round);
    assert(spec);
    return *spec;
}

WidePosition TournamentSettings::start(const Game& game, int opening) const {
    std::string fen = position;
    if (!book.empty()) {
        const std::size_t count = book.size();
        std::size_t index = static_cast<std::size_t>(opening) % count;
        if (shuffle_book) {  // every time through the book in another order
            std::vector<std::size_t> order(count);
            for (std::size_t i = 0; i < count; ++i) order[i] = i;
            std::uint64_t state = seed * 0x9E3779B97F4A7C15 + static_cast<std::uint64_t>(opening) / count;
            for (std::size_t i = count; i > 1; --i) std::swap(order[i - 1], order[splitmix64(state) % i]);
            index = order[index];
        }
        fen = book[index];
    }
    if (fen.empty()) return game.start();
    const auto position_read = parse_fen(game, fen);
    assert(position_read);
    return *position_read;
}

Result<TournamentSettings> parse_settings(std::string_view json, std::string_view toml) {
    std::optional<Wrong> wrong;
    const auto parsed = JsonReader::Json::parse(json, nullptr, false);
    if (parsed.is_discarded()) return Error{"the settings are not JSON"};
    TournamentSettings out = read_settings(parsed, wrong, true);
    if (!wrong) return out;
    const auto [line, column] = place_in_toml(toml, wrong->path);
    return Error{line > 0 ? wrong->what : wrong->path + ": " + wrong->what, line, column};
}

Result<PlayerSettings> parse_player(std::string_view json, const TournamentSettings& settings) {
    std::optional<Wrong> wrong;
    const auto parsed = JsonReader::Json::parse(json, nullptr, false);
    if (parsed.is_discarded()) return Error{"a player's settings are not JSON"};
    JsonReader in(parsed, "player", wrong);
    PlayerSettings out = read_player(in, settings.budget, std::nullopt);
    if (wrong) return Error{wrong->path + ": " + wrong->what};
    return out;
}

}  // namespace foray
