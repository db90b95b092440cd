// foray serve: the web page, for a browser on this machine.
#include <fmt/core.h>

#include <filesystem>
#include <optional>

#include "checks.h"
#include "command.h"
#include "files.h"
#include "foray/notation/text.h"
#include "foray/server/server.h"
#include "foray/store/store.h"
#include "live_pages.h"
#include "site_folder.h"

namespace foray::cli {
namespace {

struct ServeOptions {
    server::ServerOptions server;
    int port = 8080;
    double timeout_s = 10;
    std::string from;
    std::string docs;  ///< the folder of the documentation; empty: the one that belongs to this program
    std::string tournaments;
    std::string public_url;  ///< where visitors find it, if not where it listens
    std::vector<std::string> allowed_hosts;
    bool store = false;  ///< the place is a store, whose work is shown too
};

/// What can never be shown is refused at once; a store that is only out of reach may come back.
void check_place_of_tournaments(const std::string& place) {
    if (std::filesystem::is_directory(place) || place.find("://") != std::string::npos) return;
    (void)require(Store::open(place, Store::Open::kRead), "--tournaments");
}

/// The names that visitors may ask for.
server::Hosts hosts_of(const ServeOptions& options) {
    server::Hosts hosts;
    if (auto name = server::host_name(options.server.host)) hosts.allow(std::move(*name));
    if (!options.public_url.empty()) hosts.allow(require(server::host_of_url(options.public_url), "--public-url"));
    for (const std::string& one : options.allowed_hosts) {
        auto name = server::host_name(one);
        if (!name) throw UsageError("--allow-host: " + foray::quoted(one) + " is no name of a host such as foray.example.org");
        hosts.allow(std::move(*name));
    }
    return hosts;
}

int serve_site(const server::Site& site, const ServeOptions& options, bool with_docs) {
    server::ServerOptions server = options.server;
    server.hosts = hosts_of(options);
    const bool with_page = !options.from.empty() || !server::built_in_page().empty();
    if (!options.tournaments.empty()) server.make = live_pages(options.tournaments, with_page);
    server.port = static_cast<std::uint16_t>(options.port);
    server.patience = std::chrono::milliseconds(static_cast<int>(options.timeout_s * 1000));
    (void)require(server::serve(site, server, [&](const std::string& url) {
        fmt::print("Foray is at {}\n", url);
        if (!options.public_url.empty()) fmt::print("Visitors find it at {}\n", without_controls(options.public_url));
        if (with_docs) fmt::print("The documentation is at {}docs/\n", url);
        if (!options.tournaments.empty()) fmt::print("The tournaments are at {}tournaments/\n", url);
        if (options.store) fmt::print("Workers, jobs and proofs are at {}workers/\n", url);
        if (!server::is_loopback(options.server.host)) {
            fmt::print("Everybody who can reach this machine over the network can open it: there is no password and no encryption.\n");
        }
        std::fflush(stdout);
    }));
    return kFine;
}

int run_serve(const ServeOptions& options) {
    if (!options.tournaments.empty()) check_place_of_tournaments(options.tournaments);
    if (options.from.empty() && server::built_in_page().empty() && options.tournaments.empty()) {
        throw UsageError("the page was not built into this program; build it with script/page, then build foray again");
    }
    std::optional<SiteFolder> page;
    std::vector<server::PageFile> files;
    if (options.from.empty()) {
        const auto built_in = server::built_in_page();
        files.assign(built_in.begin(), built_in.end());
    } else {
        page.emplace(options.from, "", "--from");
        files = page->files();
    }
    std::optional<SiteFolder> docs;
    const std::string place = options.docs.empty() ? documentation_folder() : options.docs == "none" ? "" : options.docs;
    if (!place.empty()) {
        docs.emplace(place, kDocumentation, "--docs");
        const auto more = docs->files();
        files.insert(files.end(), more.begin(), more.end());
    }
    return serve_site(server::Site(files), options, docs.has_value());
}

}  // namespace

void add_serve_command(CLI::App& app, Action& action) {
    add_command<ServeOptions>(
        app, action, "serve", "Serve the web page to a browser on this machine",
        "  foray serve\n  foray serve --port 0\n  foray serve --from web/dist\n  foray serve --tournaments .\n"
        "Listens to this machine only, unless --host says otherwise (0.0.0.0: every network that it is in). Prints the address and serves "
        "until it is interrupted (Ctrl-C). Answers only to the name or address it listens at, to localhost, and to the names of "
        "--public-url "
        "and --allow-host.",
        [](CLI::App& command, ServeOptions& options) {
            command.add_option("--port", options.port, "0 for any free one")->check(CLI::Range(0, 65535))->capture_default_str();
            command.add_option("--host", options.server.host, "the address to listen at")->capture_default_str();
            command.add_option("--public-url", options.public_url,
                               "where visitors find it, behind a proxy or under a name: https://foray.example.org/");
            command.add_option("--allow-host", options.allowed_hosts, "another name that it answers to; may be given several times")
                ->expected(1)
                ->take_all();
            command.add_option("--from", options.from, "a folder with a built page, instead of the one built in");
            command.add_option("--docs", options.docs,
                               "the folder of the documentation, shown at /docs/, or none; if not given, the one that script/docs built or "
                               "that was installed beside this program, if any");
            command.add_option(
                "--tournaments", options.tournaments,
                "show tournaments at /tournaments/ as they are played: a folder of .foray files, one file, or a store's address");
            command
                .add_option_function<std::string>(
                    "--store",
                    [&options](const std::string& place) {
                        options.tournaments = place;
                        options.store = true;
                    },
                    "show the tournaments of this store, and at /workers/ its workers, jobs an hour and proofs: postgresql://... or "
                    "sqlite:FILE")
                ->excludes("--tournaments");
            command
                .add_option("--timeout", options.timeout_s,
                            "seconds that a client may take for a request, or be idle, or take nothing of its answer")
                ->check(decimal(0.1, 3600))
                ->capture_default_str();
        },
        run_serve);
}

}  // namespace foray::cli
