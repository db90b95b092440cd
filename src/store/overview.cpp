#include "foray/store/overview.h"

#include <soci/soci.h>

#include <algorithm>
#include <cmath>

#include "connection.h"
#include "foray/notation/markup.h"
#include "foray/notation/spec_text.h"
#include "foray/proofs/proof_tree.h"

namespace foray {
namespace {

using soci::into;
using soci::use;

constexpr double kHourMs = 3'600'000;
/// The newest are shown: a page is for people.
constexpr int kMostRows = 200;

std::string cells(const std::vector<std::string>& row, const std::string& tag) {
    std::string out = "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) out += "<" + tag + (i == 0 ? " class=name>" : ">") + escaped(row[i]);
    return out + "</tr>\n";
}

std::string table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows, const std::string& none) {
    if (rows.empty()) return "<p class=faint>" + none + "</p>\n";
    std::string out = "<div class=wide><table>" + cells(head, "th");
    for (const auto& row : rows) out += cells(row, "td");
    return out + "</table></div>\n";
}

std::string workers_html(Connection& c) {
    std::vector<std::vector<std::string>> rows;
    std::string name;
    std::string job;
    double ago_ms = 0;
    long long done = 0;
    const double hour = kHourMs;
    soci::statement select =
        (c.sql().prepare << "select w.name, " + std::string(c.now()) +
                                " - w.seen, (select count(*) from job d where d.owner = w.name and d.finished > " + c.now() +
                                " - :hour), coalesce((select j.kind || ' ' || j.topic || ' ' || j.label from job j"
                                " where j.owner = w.name and j.state = 'taken' order by j.id limit 1), '')"
                                " from worker w order by w.seen desc, w.name limit " +
                                std::to_string(kMostRows),
         use(hour), into(name), into(ago_ms), into(done), into(job));
    select.execute();
    while (select.fetch()) {
        if (job.size() > 100) job = job.substr(0, 97) + "...";
        rows.push_back({name, std::to_string(std::llround(std::max(ago_ms, 0.0) / 1000)) + " s ago", std::to_string(done), job});
    }
    return table({"worker", "last sign of life", "jobs in the last hour", "at work on"}, rows, "No workers.");
}

std::string jobs_html(Connection& c) {
    std::vector<std::vector<std::string>> rows;
    std::string kind;
    std::string topic;
    long long open = 0;
    long long taken = 0;
    long long done = 0;
    long long poison = 0;
    long long hourly = 0;
    const double hour = kHourMs;
    soci::statement select =
        (c.sql().prepare << "select kind, topic, count(case state when 'open' then 1 end), count(case state when 'taken' then 1 end),"
                            " count(case state when 'done' then 1 end), count(case state when 'poison' then 1 end),"
                            " count(case when finished > " +
                                std::string(c.now()) +
                                " - :hour then 1 end) from job"
                                " group by kind, topic order by max(id) desc limit " +
                                std::to_string(kMostRows),
         use(hour), into(kind), into(topic), into(open), into(taken), into(done), into(poison), into(hourly));
    select.execute();
    while (select.fetch()) {
        std::string work = kind;
        work.append(": ").append(topic);
        rows.push_back({std::move(work), std::to_string(open), std::to_string(taken), std::to_string(done), std::to_string(poison),
                        std::to_string(hourly)});
    }
    return table({"work", "waiting", "being done", "done", "given up", "in the last hour"}, rows, "No jobs.");
}

std::string short_number(double number) {
    const auto digits = static_cast<long long>(number);
    if (number < 1e6) return std::to_string(digits);
    return std::to_string(digits / 1'000'000) + " M";
}

/// As far as the driver has written them down, which it does every second while that is quickly done.
std::string proofs_html(Connection& c) {
    std::vector<std::vector<std::string>> rows;
    std::string topic;
    std::string text;
    soci::statement select = (c.sql().prepare << "select k.topic, coalesce((select t.value from kept t where t.topic = k.topic and t.name ="
                                                 " 'tree'), k.value) from kept k where k.name = 'claim' order by k.topic limit " +
                                                     std::to_string(kMostRows),
                              into(topic), into(text));
    select.execute();
    while (select.fetch()) {
        const auto tree = proofs::ProofTree::parse(text);
        if (!tree) {
            rows.push_back({topic, tree.error().message(), "", "", "", ""});
            continue;
        }
        const proofs::ProofStatus status = tree->status();
        const bool open = status.state == proofs::ProofState::kOpen;
        rows.push_back({topic, describe(tree->claim().spec) + ", at least " + std::to_string(tree->claim().target),
                        open                                          ? "open"
                        : status.state == proofs::ProofState::kProved ? "proved"
                                                                      : "refuted",
                        open ? std::to_string(status.positions) : "", short_number(static_cast<double>(status.nodes)),
                        open ? short_number(std::min(status.to_prove, status.to_refute)) : "0"});
    }
    return table({"proof", "claim", "state", "positions in the tree", "nodes spent", "nodes to go, about"}, rows, "No proofs.");
}

std::string work_html(const std::string& location) {
    try {
        auto opened = Connection::open(location, Store::Open::kRead);
        if (!opened) return "<p class=problem>" + escaped(opened.error().message()) + "</p>\n";
        Connection& c = **opened;
        std::string out;
        c.run([&] {
            out = "<h2>Workers</h2>\n" + workers_html(c) + "<h2>Jobs</h2>\n" + jobs_html(c) + "<h2>Proofs</h2>\n" + proofs_html(c);
        });
        return out;
    } catch (const StoreFailure& failure) {
        return "<p class=problem>" + escaped(failure.what()) + "</p>\n";
    }
}

}  // namespace

std::string work_page(const std::string& location) {
    return "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<meta name=viewport content=\"width=device-width\">\n"
           "<meta http-equiv=refresh content=5>\n<title>Work in the store</title>\n<link rel=icon href=\"data:,\">\n"
           "<link rel=stylesheet href=/tournaments/live.css>\n<body>\n<h1>Work in the store</h1>\n"
           "<p><a href=/tournaments/>Tournaments</a></p>\n" +
           work_html(location) + "</body>\n</html>\n";
}

}  // namespace foray
