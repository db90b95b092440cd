// The report of a tournament as one page: tables and the chart are finished HTML and SVG, a few lines of script replay the games.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "foray/engine/engine.h"
#include "foray/notation/markup.h"
#include "foray/notation/move_text.h"
#include "foray/notation/record.h"
#include "foray/store/report.h"
#include "html.h"

namespace foray {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kStyle = R"(:root{color-scheme:light dark}
body{font:16px/1.45 system-ui,sans-serif;margin:0 auto;max-width:72rem;padding:1rem}
h1{margin-bottom:0}
h2{margin-top:2rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}
th,td{border:1px solid #8886;padding:.25rem .5rem;text-align:right;white-space:nowrap}
th{background:#8882}
td.name,th.name{text-align:left}
td.name{white-space:normal;overflow-wrap:anywhere;min-width:9rem}
td.why{min-width:16rem}
td.self{background:#8884}
.chart{width:100%;max-width:56rem;table-layout:fixed}
.chart td{border:0;padding:0 .5rem;vertical-align:middle}
.chart .plot{padding:0}
.chart .name{width:28%;min-width:0}
.chart td:last-child{width:7rem;font-size:.85rem;padding-right:0}
.chart svg{display:block}
.chart span{display:block;line-height:1.2}
#board{display:grid;gap:2px;width:min(26rem,100%);margin:.5rem 0}
#board div{aspect-ratio:1;display:flex;align-items:center;justify-content:center;background:#8883;font-size:.75rem;position:relative}
#board .x::after,#board .o::after{content:"";position:absolute;inset:14%;border-radius:50%}
#board .x::after{background:#1d4e89}
#board .o::after{border:5px solid #b5491f;inset:10%}
#board .now{outline:3px solid #d99a00;outline-offset:-3px}
button,select{font:inherit;padding:.3rem .7rem}
select{max-width:100%}
@media (max-width:40rem){table{font-size:.85rem}th,td{padding:.2rem .3rem}td.name{min-width:5rem}td.why{min-width:9rem}
.games td.name{min-width:4rem}.games td.why{min-width:6rem}.chart td:last-child{width:5.6rem;font-size:.75rem}}
)";

constexpr std::string_view kScript = R"(<script>
const data=JSON.parse(document.getElementById('games').textContent);
const pick=document.getElementById('pick'),board=document.getElementById('board'),say=document.getElementById('say');
let game=null,ply=0;
data.forEach((g,i)=>pick.add(new Option(g.title,i)));
function draw(){
  const cells=[...game.start];let last=[];
  for(let i=0;i<ply;i++){last=game.moves[i].to;const c=game.moves[i].set;for(let k=0;k<c.length;k+=2)cells[c[k]]=c[k+1];}
  board.style.gridTemplateColumns='repeat('+game.cols+',1fr)';
  board.replaceChildren(...cells.map((c,i)=>{const d=document.createElement('div');d.className=(c===1?'x':c===2?'o':'')+(last.includes(i)?' now':'');
    d.textContent=c===0&&game.values?game.values[i]:c===3?'\u25a8':'';return d;}));
  const m=ply?game.moves[ply-1]:null;
  say.textContent=(m?ply+'. '+m.text+(m.note?' \u2014 '+m.note:''):'start')+(ply===game.moves.length?' \u2014 '+game.end:'');
}
function show(i){game=data[i];ply=game.moves.length;pick.value=i;draw();}
function go(n){ply=Math.max(0,Math.min(game.moves.length,n));draw();}
pick.onchange=()=>show(+pick.value);
document.getElementById('begin').onclick=()=>go(0);
document.getElementById('back').onclick=()=>go(ply-1);
document.getElementById('next').onclick=()=>go(ply+1);
document.getElementById('end').onclick=()=>go(1e9);
document.addEventListener('keydown',e=>{if(e.target.tagName==='SELECT')return;if(e.key==='ArrowLeft')go(ply-1);if(e.key==='ArrowRight')go(ply+1);});
if(data.length)show(0);
</script>
)";

std::string decimal(double value, int places) {
    std::array<char, 64> out{};
    std::snprintf(out.data(), out.size(), "%.*f", places, value);
    return out.data();
}

std::string half(int half_points) { return decimal(half_points / 2.0, 1); }

}  // namespace

std::string_view report_style() { return kStyle; }

std::string standings_html(const TournamentReport& report) {
    std::string out =
        "<div class=wide><table><tr><th>#<th class=name>player<th>points<th>games<th>won<th>drawn<th>lost<th>Elo<th>&plusmn;<th>ms/move"
        "<th>nodes/move<th class=name>failures</tr>\n";
    int place = 0;
    for (const PlayerReport& p : report.standings) {
        std::string failures;
        for (const auto& [ending, count] : p.failures)
            failures += (failures.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(print_ending(ending));
        if (p.withdrawn) failures += (failures.empty() ? "" : "; ") + std::string("withdrawn: ") + *p.withdrawn;
        const double moves = static_cast<double>(std::max<std::int64_t>(p.moves, 1));
        const bool rated = p.rating.games > 0;
        out += "<tr><td>" + std::to_string(++place) + "<td class=name>" + escaped(p.name) + "<td>" + half(p.half_points) + "<td>" +
               std::to_string(p.tally.games()) + "<td>" + std::to_string(p.tally.wins) + "<td>" + std::to_string(p.tally.draws) + "<td>" +
               std::to_string(p.tally.losses) + "<td>" + (rated ? print_signed(p.rating.elo) : "&ndash;") + "<td>" +
               (rated && p.rating.error > 0 ? decimal(std::max(p.rating.error, 0.1), 1) : "&ndash;") + "<td>" + decimal(p.ms / moves, 2) +
               "<td>" + decimal(static_cast<double>(p.nodes) / moves, 0) + (failures.empty() ? "<td>" : "<td class=\"name why\">") +
               escaped(failures) + "</tr>\n";
    }
    return out + "</table></div>\n";
}

std::string crosstable_html(const TournamentReport& report) {
    std::string out = "<div class=wide><table><tr><th><th class=name>points against";
    for (std::size_t i = 0; i < report.standings.size(); ++i) out += "<th>" + std::to_string(i + 1);
    out += "</tr>\n";
    int place = 0;
    for (const PlayerReport& row : report.standings) {
        out += "<tr><td>" + std::to_string(++place) + "<td class=name>" + escaped(row.name);
        for (const PlayerReport& col : report.standings) {
            const Tally& m = report.crosstable[static_cast<std::size_t>(row.number)][static_cast<std::size_t>(col.number)];
            const int games = m.games();
            if (row.number == col.number) {
                out += "<td class=self>";
            } else if (games == 0) {
                out += "<td>&middot;";
            } else {
                out += "<td title=\"" + std::to_string(m.wins) + " won, " + std::to_string(m.draws) + " drawn, " +
                       std::to_string(m.losses) + " lost\">" + half(m.half_points()) + " / " + std::to_string(games);
            }
        }
        out += "</tr>\n";
    }
    return out + "</table></div>\n";
}

std::string remarks_html(const TournamentReport& report) {
    std::string out;
    const auto lines = print_standings(report);
    for (std::size_t i = 3 + report.standings.size(); i < lines.size(); ++i) out += "<p>" + escaped(lines[i]) + "</p>\n";
    return out;
}

/// Ratings as dots with bars for the 95 % interval, the strongest on top.
std::string ratings_html(const TournamentReport& report) {
    std::vector<const PlayerReport*> players;
    for (const PlayerReport& p : report.standings) {
        if (p.rating.games > 0) players.push_back(&p);
    }
    if (players.empty()) return "<p>No games yet.</p>\n";
    std::sort(players.begin(), players.end(), [](const auto* a, const auto* b) { return a->rating.elo > b->rating.elo; });
    double low = 1e9;
    double high = -1e9;
    for (const auto* p : players) {
        low = std::min(low, p->rating.elo - p->rating.error);
        high = std::max(high, p->rating.elo + p->rating.error);
    }
    const double span = std::max(high - low, 20.0);
    double step = std::pow(10, std::floor(std::log10(span / 4)));
    for (const double more : {2.0, 2.5, 2.0}) {
        if (span / step > 5) step *= more;
    }
    // Places are shares of the column's width, so that the texts keep their size on a phone.
    const auto x = [&](double elo) { return decimal(4 + 92 * (elo - low) / span, 2) + "%"; };
    std::string ticks;
    std::string axis;
    for (double elo = std::ceil(low / step) * step; elo <= high + 0.001; elo += step) {
        ticks += "<line x1=\"" + x(elo) + "\" x2=\"" + x(elo) + "\" y1=0 y2=24 stroke=currentColor stroke-opacity=.2 />";
        axis += "<text text-anchor=middle font-size=12 fill=currentColor x=\"" + x(elo) + "\" y=14>" + decimal(elo == 0 ? 0.0 : elo, 0) +
                "</text>";
    }
    std::string out = "<table class=chart aria-label=\"Ratings with 95 % intervals\">\n";
    for (const auto* p : players) {
        const Rating& r = p->rating;
        const std::string value = print_signed(r.elo) + (r.error > 0 ? " &plusmn; " + decimal(std::max(r.error, 0.1), 0) : "");
        out += "<tr><td class=name><span>" + escaped(p->name) + "</span><td class=plot><svg width=\"100%\" height=24 aria-hidden=true>" +
               ticks + "<line x1=\"" + x(r.elo - r.error) + "\" x2=\"" + x(r.elo + r.error) +
               "\" y1=12 y2=12 stroke=currentColor stroke-width=2 /><circle cx=\"" + x(r.elo) +
               "\" cy=12 r=5 fill=\"#1d6fb8\" /></svg><td>";
        out.append(value).append("</tr>\n");
    }
    return out + "<tr><td><td class=plot><svg width=\"100%\" height=18 aria-hidden=true>" + axis + "</svg><td></tr></table>\n";
}

namespace {

int cell(const WidePosition& position, int square) {
    if (position.empty.has(square)) return 0;
    const bool own = position.own.has(square);
    if (!own && !position.opp.has(square)) return 3;  // blocked
    return own != position.second_to_move ? 1 : 2;
}

std::string note_text(const MoveNote& note, Family family) {
    std::string out;
    if (note.value && is_proved_win(family, *note.value)) {
        const int margin = margin_of(family, *note.value);
        out += (margin < 0 ? "loses by " : "wins by ") + decimal(std::abs(margin) / 100.0, 0);
    } else if (note.value) {
        out += (note.exact ? "exact " : "value ") + decimal(*note.value / 100.0, 2);
    }
    if (note.depth && *note.depth > 0) out += (out.empty() ? "" : ", ") + std::string("depth ") + std::to_string(*note.depth);
    if (note.nodes && *note.nodes > 0) out += (out.empty() ? "" : ", ") + std::to_string(*note.nodes) + " nodes";
    if (note.ms) out += (out.empty() ? "" : ", ") + decimal(*note.ms, 2) + " ms";
    return out;
}

Result<Json> replay(const Tournament& tournament, const GameRow& row) {
    const auto record = parse_record(row.record);
    if (!record) return record.error().in("game " + job_label(row.key.pairing) + " of " + tournament.name);
    const Game game(record->spec);
    Json out = Json::object();
    out["title"] = "Round " + std::to_string(row.key.pairing.round + 1) + ": " + record->players[0] + " - " + record->players[1] + " " +
                   (row.half_points == 1                           ? "\u00bd-\u00bd"
                    : (row.half_points == 2) == (row.key.leg == 0) ? "1-0"
                                                                   : "0-1");
    out["end"] = row.reason();
    out["cols"] = record->spec.cols;
    if (!record->spec.values.empty()) out["values"] = record->spec.values;
    const int squares = record->spec.squares();
    std::vector<int> cells(static_cast<std::size_t>(squares));
    WidePosition position = record->start;
    for (int s = 0; s < squares; ++s) cells[static_cast<std::size_t>(s)] = cell(position, s);
    out["start"] = cells;
    Json moves = Json::array();
    for (std::size_t i = 0; i < record->moves.size(); ++i) {
        const Move move = record->moves[i];
        Json entry{{"text", print_move(record->spec, move)}};
        position = game.after(position, move);
        Json changes = Json::array();
        for (int s = 0; s < squares; ++s) {
            const int now = cell(position, s);
            if (now == cells[static_cast<std::size_t>(s)]) continue;
            cells[static_cast<std::size_t>(s)] = now;
            changes.push_back(s);
            changes.push_back(now);
        }
        entry["set"] = changes;
        entry["to"] = Json::array();
        if (!changes.empty()) entry["to"].push_back(move.to);
        if (i < record->notes.size()) entry["note"] = note_text(record->notes[i], record->spec.family());
        moves.push_back(entry);
    }
    out["moves"] = moves;
    return out;
}

}  // namespace

Result<std::string> export_html(const Tournament& tournament, const TournamentReport& report, const std::vector<GameRow>& games) {
    // A page of tens of megabytes serves nobody: of long tournaments the last games can be replayed, and the page says so.
    constexpr std::size_t kMostReplays = 1000;
    Json replays = Json::array();
    const auto ordered = in_order(games);
    const std::size_t from = games.size() > kMostReplays ? games.size() - kMostReplays : 0;
    for (std::size_t i = from; i < games.size(); ++i) {
        const auto one = replay(tournament, *ordered[i]);
        if (!one) return one.error();
        replays.push_back(*one);
    }
    std::string data = replays.dump(-1, ' ', false, Json::error_handler_t::replace);
    for (std::size_t at = data.find('<'); at != std::string::npos; at = data.find('<', at)) data.replace(at, 1, "\\u003c");
    std::string out =
        "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<meta name=viewport content=\"width=device-width\">\n"
        "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
        "<title>" +
        escaped(report.name) + "</title>\n";
    out += "<style>\n" + std::string(kStyle) + "</style>\n";
    out += "<h1>" + escaped(report.name) + "</h1>\n<p>" + escaped(report.description) + ". " + std::to_string(report.games) + " games" +
           (report.over ? ", over." : ", not over yet.") + "</p>\n<h2>Standings</h2>\n" + standings_html(report);
    out += remarks_html(report);
    out += "<h2>Crosstable</h2>\n" + crosstable_html(report) + "<h2>Ratings</h2>\n" + ratings_html(report);
    out += "<h2>Games</h2>\n";
    if (from > 0) out += "<p>The last " + std::to_string(kMostReplays) + " of " + std::to_string(games.size()) + " games.</p>\n";
    out +=
        "<p><label>Game <select id=pick></select></label></p>\n<div id=board></div>\n<p><button id=begin>Start</button> "
        "<button id=back aria-label=\"one move back\">&#9664;</button> <button id=next aria-label=\"one move on\">&#9654;</button> "
        "<button id=end>End</button></p>\n<p id=say aria-live=polite></p>\n<script type=\"application/json\" id=games>" +
        data + "</script>\n";
    out += kScript;
    return out + "</html>\n";
}

}  // namespace foray
