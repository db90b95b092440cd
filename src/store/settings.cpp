#include "foray/store/settings.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <map>

#include "foray/board/random.h"
#include "foray/notation/board_text.h"
#include "foray/notation/fen.h"
#include "foray/notation/json_depth.h"
#include "foray/notation/match_text.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "foray/solver/solver.h"
#include "json_reader.h"
#include "toml_text.h"

namespace foray {
namespace {

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

/// The value of a field where there is one of its kind and range; what is wrong is complained about.
std::optional<SettingValue> value_of(JsonReader& in, const SettingField& field, const std::string& key) {
    const auto as_value = [](const auto& read) { return read ? std::optional<SettingValue>(*read) : std::nullopt; };
    const char* name = key.c_str();
    switch (field.kind) {
        case SettingKind::kTexts: {
            if (!in.has(name)) return std::nullopt;
            return SettingValue(in.texts(name));
        }
        case SettingKind::kWhole:
            return as_value(in.whole(name, static_cast<std::int64_t>(field.least), static_cast<std::int64_t>(field.most)));
        case SettingKind::kDecimal: return as_value(in.decimal(name, field.least, field.most));
        case SettingKind::kYes: return as_value(in.flag(name));
        case SettingKind::kRange:
            if (in.has(name) && !in.at(name).is_string()) return SettingValue(in.at(name).dump());
            break;
        case SettingKind::kText:
        case SettingKind::kFile: break;
    }
    return as_value(in.text(name));
}

void read_field(JsonReader& in, const SettingField& field, TournamentSettings& out) {
    if (field.set == nullptr) return;
    for (const std::string_view name : {field.former_key, field.key}) {
        if (name.empty()) continue;
        const std::string key(name);
        const auto value = value_of(in, field, key);
        if (!value) continue;
        const std::string wrong = field.set(out, *value);
        if (!wrong.empty()) in.complain(key, wrong);
    }
}

void read_fields(JsonReader& in, std::string_view table, TournamentSettings& out) {
    for (const SettingField& field : kSettingFields) {
        if (field.table == table) read_field(in, field, out);
    }
}

PlayerSettings read_player(JsonReader& in, const Budget& budget, std::optional<bool> sandbox) {
    PlayerSettings out;
    const auto own = in.flag("sandbox");
    out.sandbox = own ? own : sandbox;
    TournamentSettings with_own;
    with_own.budget = budget;
    for (const SettingField& field : kSettingFields) {
        if (field.of_player) read_field(in, field, with_own);
    }
    out.budget = with_own.budget;
    out.player = in.text("player").value_or("");
    if (out.player.empty()) in.complain("player", "a player needs its text, such as player = \"engine:ms=50\"");
    out.name = in.text("name").value_or(out.player);
    in.finish();
    return out;
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

/// What one setting asks of another.
void check_together(JsonReader& in, const TournamentSettings& out) {
    const bool ataxx = info(out.variant).family == Family::kAtaxx;
    if (!out.boards.empty() && ataxx) in.complain("boards", std::string(info(out.variant).title) + " has no square values");
    if (out.adjudication.exact && ataxx) in.complain("adjudication.exact", "exact values are known in the raid family only");
    if (!out.schedule.sprt) return;
    if (!(out.schedule.sprt->elo0 < out.schedule.sprt->elo1)) in.complain("sprt.elo1", "must be larger than elo0");
    if (out.schedule.format != Format::kMatch) in.complain("sprt", "a sequential test needs format = \"match\"");
    if (out.schedule.games == 1) in.complain("games", "a sequential test counts pairs of games");
}

TournamentSettings read_settings(const JsonReader::Json& json, std::optional<Wrong>& wrong, bool with_players) {
    JsonReader in(json, "", wrong);
    TournamentSettings out;
    read_fields(in, "", out);
    const std::optional<bool> sandbox = in.flag("sandbox");
    for (const char* table : {"limits", "openings", "adjudication", "sprt", "ratings"}) {
        if (!in.has(table)) continue;
        if (table == std::string_view("sprt")) out.schedule.sprt = SprtTest{};
        JsonReader inner(in.at(table), table, wrong);
        read_fields(inner, table, out);
        inner.finish();
    }
    check_together(in, out);
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

std::string fields::set_format(TournamentSettings& settings, std::string_view name) {
    const auto names = format_names();
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) {
        settings.schedule.format = static_cast<Format>(found - names.begin());
        return "";
    }
    std::string all;
    for (const std::string_view one : names) all += (all.empty() ? "" : ", ") + std::string(one);
    return "unknown format " + foray::quoted(name) + "; the formats are " + all;
}

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
    if (nested_too_deeply(json)) return Error{"the settings are nested too deeply"};
    const auto parsed = JsonReader::Json::parse(json, nullptr, false);
    if (parsed.is_discarded()) return Error{"the settings are not JSON"};
    TournamentSettings out = read_settings(parsed, wrong, true);
    if (!wrong) return out;
    const auto [line, column] = place_in_toml(toml, wrong->path);
    return Error{line > 0 ? wrong->what : wrong->path + ": " + wrong->what, line, column};
}

Result<PlayerSettings> parse_player(std::string_view json, const TournamentSettings& settings) {
    std::optional<Wrong> wrong;
    if (nested_too_deeply(json)) return Error{"a player's settings are nested too deeply"};
    const auto parsed = JsonReader::Json::parse(json, nullptr, false);
    if (parsed.is_discarded()) return Error{"a player's settings are not JSON"};
    JsonReader in(parsed, "player", wrong);
    PlayerSettings out = read_player(in, settings.budget, std::nullopt);
    if (wrong) return Error{wrong->path + ": " + wrong->what};
    return out;
}

}  // namespace foray
