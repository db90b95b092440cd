#include "foray/store/live.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "foray/notation/fen.h"
#include "foray/notation/markup.h"
#include "foray/notation/move_text.h"
#include "foray/notation/spec_text.h"
#include "foray/render/board_scene.h"
#include "foray/render/svg.h"
#include "html.h"

namespace foray {
namespace {

namespace fs = std::filesystem;
using SteadyClock = std::chrono::steady_clock;

constexpr std::size_t kLastGames = 20;
constexpr std::size_t kGamesOnAPage = 200;
constexpr std::size_t kMostListed = 200;
constexpr int kBoardPixels = 320;

/// A text inside an address.
std::string percent(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool plain = (byte | 32) >= 'a' && (byte | 32) <= 'z';
        if (plain || (byte >= '0' && byte <= '9') || byte == '-' || byte == '_' || byte == '.') {
            out += c;
        } else {
            out += {'%', kDigits[byte >> 4], kDigits[byte & 15]};
        }
    }
    return out;
}

std::string page_around(const std::string& title, const std::string& key, const std::string& body) {
    return "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<meta name=viewport content=\"width=device-width\">\n<title>" +
           escaped(title) +
           "</title>\n<link rel=icon href=\"data:,\">\n<link rel=stylesheet href=live.css>\n<script src=live.js defer></script>\n<body "
           "data-key=\"" +
           escaped(percent(key)) + "\">\n" + body + "</body>\n</html>\n";
}

std::string part(const LiveTournaments::Parts& parts, const std::string& name) {
    const auto found = parts.find(name);
    return "<div id=" + name + ">" + (found == parts.end() ? "" : found->second) + "</div>\n";
}

std::string drawn(const Game& game, const GameRecord& record, const Theme& theme) {
    std::vector<WidePosition> positions = {record.start};
    for (const Move move : record.moves) positions.push_back(game.after(positions.back(), move));
    const std::size_t plies = record.moves.size();
    const auto last = last_move(game, {record.moves, positions}, plies);
    const PictureOptions options{.size_px = kBoardPixels, .theme = &theme, .names = record.players};
    return to_svg(board_scene(game, positions.back(), last, static_cast<int>(plies), options));
}

}  // namespace

std::string replay_link(const GameRecord& record) {
    const auto packed = [](std::string text) {
        std::replace(text.begin(), text.end(), ' ', '_');
        return text;
    };
    const Game game(record.spec);
    std::string out = "#g=" + std::string(game.variant().key);
    if (!record.spec.values.empty()) {
        out += "&r=" + std::string(print_rule(record.spec.raid).substr(5)) + "&b=";
        for (std::size_t i = 0; i < record.spec.values.size(); ++i) {
            const bool row_begins = i % static_cast<std::size_t>(record.spec.cols) == 0;
            out += (i == 0 ? "" : row_begins ? "/" : "_") + std::to_string(record.spec.values[i]);
        }
    }
    out += "&s=" + packed(print_fen(game, record.start));
    if (!record.moves.empty()) {
        out += "&m=";
        for (std::size_t i = 0; i < record.moves.size(); ++i) out += (i == 0 ? "" : ".") + print_move(record.spec, record.moves[i]);
    }
    if (record.decided)
        out +=
            "&e=" + std::string(print_outcome(record.decided->outcome)) + "." + packed(std::string(print_ending(record.decided->ending)));
    return out + "&t=analyse";
}

std::vector<LiveTournaments::Place> LiveTournaments::places() const {
    std::vector<Place> out;
    const auto add = [&](const std::string& location, const std::string& stem) {
        const std::string title = stem.empty() ? "The store" : stem;
        try {
            auto store = Store::open(location, Store::Open::kRead);
            if (!store) return out.push_back({title, location, "", store.error().message()});
            for (const TournamentRow& row : store->tournaments()) {
                out.push_back({stem.empty() || stem == row.name ? row.name : stem + "/" + row.name, location, row.name, ""});
            }
        } catch (const StoreFailure& failure) {
            out.push_back({title, location, "", failure.what()});
        }
    };
    std::error_code error;
    if (!fs::is_directory(place_, error)) {
        add(place_, "");
        return out;
    }
    std::vector<std::pair<fs::file_time_type, fs::path>> files;
    for (const auto& entry : fs::directory_iterator(place_, error)) {
        std::error_code gone;
        if (entry.path().extension() == ".foray" && entry.is_regular_file(gone))
            files.emplace_back(entry.last_write_time(gone), entry.path());
    }
    std::sort(files.rbegin(), files.rend());  // the newest first
    if (files.size() > kMostListed) files.resize(kMostListed);
    for (const auto& [time, path] : files) add(path.string(), path.stem().string());
    return out;
}

LiveTournaments::Watched* LiveTournaments::watch(const std::string& key) {
    auto found = watched_.find(key);
    if (found == watched_.end()) {
        const auto all = places();
        const auto place = std::find_if(all.begin(), all.end(), [&](const Place& one) { return one.key == key && one.problem.empty(); });
        if (place == all.end()) return nullptr;
        found = watched_.emplace(key, Watched{*place}).first;
    }
    look(found->second);
    return &found->second;
}

void LiveTournaments::look(Watched& watched) const {
    const auto begin = SteadyClock::now();
    if (begin < watched.next) return;
    std::string problem;
    try {
        auto store = Store::open(watched.place.location, Store::Open::kRead);
        if (store) {
            look_at(watched, *store);
        } else {
            problem = store.error().message();
        }
    } catch (const StoreFailure& failure) {
        problem = failure.what();
    }
    if (!problem.empty()) watched.parts["state"] = "<p class=problem>" + escaped(problem) + "; trying again</p>";
    constexpr std::chrono::milliseconds kPause{500};
    watched.next = SteadyClock::now() + std::max<SteadyClock::duration>(kPause, 10 * (SteadyClock::now() - begin));
}

void LiveTournaments::look_at(Watched& watched, Store& store) const {
    auto loaded = Tournament::load(store, watched.place.tournament);
    if (!loaded) throw StoreFailure(loaded.error().message(), false);
    const bool first_look = !watched.tournament;
    const auto same_players = [&] {
        return std::equal(loaded->rows.begin(), loaded->rows.end(), watched.tournament->rows.begin(), watched.tournament->rows.end(),
                          [](const PlayerRow& a, const PlayerRow& b) { return a.name == b.name && a.reason == b.reason; });
    };
    const bool changed_players = first_look || !same_players();
    watched.tournament = std::move(loaded).value();
    const Tournament& tournament = *watched.tournament;
    const auto count = static_cast<std::size_t>(store.count_games(tournament.id));
    const bool changed_games = count != watched.games.size();
    if (changed_games) {
        const std::int64_t last = watched.games.empty() ? 0 : watched.games.back().sequence;
        for (GameRow& game : store.games(tournament.id, Store::Records::kWithout, last)) watched.games.push_back(std::move(game));
        // Numbers may become visible out of their order where several machines write.
        if (watched.games.size() < count) watched.games = store.games(tournament.id, Store::Records::kWithout);
    }
    watched.parts["running"] = running_html(watched, store.running(tournament.name));
    if (!first_look && !changed_games && !changed_players) {
        watched.parts["state"] = "<p>" + watched.progress + "</p>";
        return;
    }
    const TournamentReport report = make_report(tournament, watched.games);
    watched.description = report.description;
    watched.progress = std::to_string(report.games) + (report.total ? " of " + std::to_string(*report.total) : "") + " games, " +
                       (report.over ? "over" : "round " + std::to_string(report.round));
    watched.parts["state"] = "<p>" + watched.progress + "</p>";
    watched.parts["standings"] = standings_html(report) + remarks_html(report);
    watched.parts["crosstable"] = crosstable_html(report);
    watched.parts["ratings"] = ratings_html(report);
    watched.parts["games"] = games_html(watched, 0, kLastGames);
}

std::string LiveTournaments::running_html(const Watched& watched, const std::vector<std::string>& texts) const {
    std::string out;
    std::set<std::string> finished;
    const auto name_of = [](const GameKey& key) { return job_label(key.pairing) + "/" + std::to_string(key.leg); };
    for (const GameRow& game : watched.games) finished.insert(name_of(game.key));
    const Tournament& tournament = *watched.tournament;
    for (const std::string& text : texts) {
        const auto shown = parse_running(text, static_cast<int>(tournament.rows.size()));
        if (!shown || finished.contains(name_of(shown->key))) continue;
        GameRecord record = shown->record;
        const Pairing& p = shown->key.pairing;
        record.players = {tournament.rows[static_cast<std::size_t>(p.first)].name,
                          tournament.rows[static_cast<std::size_t>(p.second)].name};
        if (shown->key.leg == 1) std::swap(record.players[0], record.players[1]);
        const Game game(record.spec);
        out += "<figure><figcaption>Round " + std::to_string(p.round + 1) + ": " + escaped(record.players[0]) + " &ndash; " +
               escaped(record.players[1]) + "</figcaption><div class=light>" + drawn(game, record, light_theme()) +
               "</div><div class=dark>" + drawn(game, record, dark_theme()) + "</div></figure>\n";
    }
    return out.empty() ? "<p class=faint>No game is being played at this moment, or they are over within a second.</p>" : out;
}

std::string LiveTournaments::games_html(const Watched& watched, std::size_t from, std::size_t count) const {
    const auto& games = watched.games;
    if (games.empty()) return "<p class=faint>No game is finished yet.</p>";
    std::string out =
        "<div class=wide><table class=games><tr><th>round<th>result<th class=name>first<th class=name>second<th>moves<th "
        "class=name>end</tr>\n";
    for (std::size_t i = from; i < std::min(from + count, games.size()); ++i) {
        const GameRow& game = games[games.size() - 1 - i];
        const Pairing& p = game.key.pairing;
        std::array<int, 2> players = {p.first, p.second};
        if (game.key.leg == 1) std::swap(players[0], players[1]);
        const int half = game.key.leg == 0 ? game.half_points : 2 - game.half_points;
        const std::string result = half == 2 ? "1&ndash;0" : half == 1 ? "&frac12;&ndash;&frac12;" : "0&ndash;1";
        out += "<tr><td>" + std::to_string(p.round + 1) + "<td>";
        if (replay_) out += "<a href=\"game?t=" + percent(watched.place.key) + "&amp;n=" + std::to_string(game.sequence) + "\">";
        out += result + (replay_ ? "</a>" : "");
        for (const int player : players) {
            out += "<td class=name>" + escaped(watched.tournament->rows[static_cast<std::size_t>(player)].name);
        }
        out += "<td>" + std::to_string(game.plies) + "<td class=\"name why\">" + escaped(game.reason()) + "</tr>\n";
    }
    return out + "</table></div>\n";
}

std::string LiveTournaments::list_page() {
    std::string body = "<h1>Tournaments</h1>\n";
    const auto all = places();
    if (all.empty()) body += "<p>There is none yet.</p>\n";
    body += "<ul class=list>\n";
    for (const Place& place : all) {
        if (!place.problem.empty()) {
            body += "<li>" + escaped(place.key) + "<br><span class=problem>" + escaped(place.problem) + "</span>\n";
            continue;
        }
        const Watched* watched = watch(place.key);
        if (watched == nullptr) continue;
        body += "<li><a href=\"show?t=" + percent(place.key) + "\">" + escaped(place.key) + "</a><br><span class=faint>" +
                escaped(watched->description) + ". " + watched->progress + "</span>\n";
    }
    return page_around("Tournaments", "", body + "</ul>\n");
}

std::optional<std::string> LiveTournaments::page(const std::string& key) {
    const Watched* watched = watch(key);
    if (watched == nullptr) return std::nullopt;
    const Parts& parts = watched->parts;
    std::string body = "<p><a href=\"./\">Tournaments</a></p>\n<h1>" + escaped(key) + "</h1>\n<p>" + escaped(watched->description) +
                       "</p>\n<div aria-live=polite>" + part(parts, "state") + "</div>\n";
    body += "<h2>Being played</h2>\n" + part(parts, "running") + "<h2>Standings</h2>\n" + part(parts, "standings") +
            "<h2>Crosstable</h2>\n" + part(parts, "crosstable") + "<h2>Ratings</h2>\n" + part(parts, "ratings") + "<h2>Last games</h2>\n" +
            part(parts, "games") + "<p><a href=\"games?t=" + percent(key) + "\">All games</a></p>\n";
    return page_around(key, key, body);
}

std::optional<std::string> LiveTournaments::games_page(const std::string& key, std::size_t number) {
    const Watched* watched = watch(key);
    if (watched == nullptr) return std::nullopt;
    const std::size_t pages = std::max<std::size_t>(1, (watched->games.size() + kGamesOnAPage - 1) / kGamesOnAPage);
    const std::size_t at = std::min(number, pages - 1);
    const auto link = [&](std::size_t to, const char* text) {
        return "<a href=\"games?t=" + percent(key) + "&amp;p=" + std::to_string(to) + "\">" + text + "</a> ";
    };
    std::string body = "<p><a href=\"show?t=" + percent(key) + "\">" + escaped(key) + "</a></p>\n<h1>Games</h1>\n<p>Page " +
                       std::to_string(at + 1) + " of " + std::to_string(pages) + ". ";
    if (at > 0) body += link(at - 1, "Newer");
    if (at + 1 < pages) body += link(at + 1, "Older");
    body += "</p>\n" + games_html(*watched, at * kGamesOnAPage, kGamesOnAPage);
    return page_around("Games of " + key, "", body);
}

std::optional<std::string> LiveTournaments::game(const std::string& key, std::int64_t sequence) {
    const Watched* watched = watch(key);
    if (watched == nullptr || !watched->tournament) return std::nullopt;
    try {
        auto store = Store::open(watched->place.location, Store::Open::kRead);
        if (!store) return std::nullopt;
        const auto row = store->game(watched->tournament->id, sequence);
        const auto record = row ? parse_record(row->record) : Result<GameRecord>(Error{"there is no such game"});
        if (!record) return std::nullopt;
        return replay_link(*record);
    } catch (const StoreFailure&) {
        return std::nullopt;
    }
}

std::optional<std::string> LiveTournaments::changes(const std::string& key, Parts& seen) {
    const Watched* watched = watch(key);
    if (watched == nullptr) return std::nullopt;
    nlohmann::ordered_json out = nlohmann::ordered_json::object();
    for (const auto& [name, html] : watched->parts) {
        std::string& old = seen[name];
        if (old == html) continue;
        old = html;
        out[name] = html;
    }
    if (out.empty()) return std::string();
    return out.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

std::string_view LiveTournaments::style() {
    static const std::string style = std::string(report_style()) + R"(:root{--paper:#fbfaf7;--ink:#26241f;--faint:#6b655a;--accent:#c42b4e}
body{background:var(--paper);color:var(--ink)}
a{color:var(--accent)}
.faint{color:var(--faint)}
.problem{color:var(--accent);font-weight:600}
#running{display:flex;flex-wrap:wrap;gap:1rem}
figure{margin:0;max-width:100%}
figcaption{max-width:320px;overflow-wrap:anywhere}
figure svg{display:block;max-width:100%;height:auto;border-radius:8px}
.dark{display:none}
.list{list-style:none;padding:0}
.list li{padding:.6rem 0;border-bottom:1px solid #8886}
.list a{font-size:1.15rem}
.games a{display:inline-block;min-width:3rem;padding:.35rem 0;text-align:center}
@media (prefers-color-scheme:dark){:root{--paper:#16181c;--ink:#ece8df;--faint:#a09b91;--accent:#ff7d8c}.dark{display:block}.light{display:none}}
)";
    return style;
}

std::string_view LiveTournaments::script() {
    return R"(const key=document.body.dataset.key;
if(key){
  const source=new EventSource('events?t='+key);
  source.onmessage=event=>{
    for(const [id,html] of Object.entries(JSON.parse(event.data))){
      const place=document.getElementById(id);
      if(!place)continue;
      const left=place.querySelector('.wide')?.scrollLeft??0;
      place.innerHTML=html;
      const wide=place.querySelector('.wide');
      if(wide)wide.scrollLeft=left;
    }
  };
  source.onerror=()=>{
    const line=document.createElement('p');
    line.className='problem';
    line.textContent='No connection; this is how it stood.';
    document.getElementById('state').replaceChildren(line);
  };
}
)";
}

}  // namespace foray
