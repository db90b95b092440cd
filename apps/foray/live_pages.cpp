#include "live_pages.h"

#include <filesystem>
#include <memory>

#include "foray/notation/text.h"
#include "foray/store/live.h"
#include "foray/store/overview.h"

namespace foray::cli {
namespace {

using server::Made;

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/// The value of a name in a query, "t=my%20cup&n=3"; empty if it is not there.
std::string value_of(std::string_view query, std::string_view name) {
    while (!query.empty()) {
        const std::size_t end = std::min(query.find('&'), query.size());
        const std::string_view one = query.substr(0, end);
        query.remove_prefix(std::min(end + 1, query.size()));
        const std::size_t equals = one.find('=');
        if (equals == std::string_view::npos || one.substr(0, equals) != name) continue;
        std::string out;
        for (std::size_t i = equals + 1; i < one.size(); ++i) {
            const int high = one[i] == '%' && i + 2 < one.size() ? hex_digit(one[i + 1]) : -1;
            const int low = high >= 0 ? hex_digit(one[i + 2]) : -1;
            out += low >= 0 ? static_cast<char>(16 * high + low) : one[i] == '+' ? ' ' : one[i];
            if (low >= 0) i += 2;
        }
        return out;
    }
    return "";
}

Made page_or_404(const std::optional<std::string>& page) {
    if (page) return {.body = *page};
    const server::Reply nothing = server::Site::error(404);
    return {.status = nothing.status, .type = nothing.type, .body = std::string(nothing.body)};
}

}  // namespace

server::Maker live_pages(const std::string& place, bool replay) {
    auto live = std::make_shared<LiveTournaments>(place, replay);
    return [live, place](std::string_view path, std::string_view query) -> std::optional<Made> {
        if (path == "/workers") return Made{.status = 302, .location = "/workers/"};
        if (path == "/workers/" && !std::filesystem::is_directory(place)) return Made{.body = work_page(place)};
        constexpr std::string_view kRoot = "/tournaments";
        if (path == kRoot) return Made{.status = 302, .location = "/tournaments/"};
        if (!path.starts_with("/tournaments/")) return std::nullopt;
        path.remove_prefix(kRoot.size() + 1);
        const std::string key = value_of(query, "t");
        const auto number = [&](const char* name) { return parse_number(value_of(query, name), 2'000'000'000U).value_or(0); };
        if (path.empty()) return Made{.body = live->list_page()};
        if (path == "live.css") return Made{.type = "text/css; charset=utf-8", .body = std::string(LiveTournaments::style())};
        if (path == "live.js") return Made{.type = "text/javascript; charset=utf-8", .body = std::string(LiveTournaments::script())};
        if (path == "show") return page_or_404(live->page(key));
        if (path == "games") return page_or_404(live->games_page(key, number("p")));
        if (path == "game") {
            const auto link = live->game(key, number("n"));
            if (!link) return page_or_404(std::nullopt);
            return Made{.status = 302, .location = "/" + *link};
        }
        LiveTournaments::Parts seen;
        if (path != "events" || !live->changes(key, seen)) return page_or_404(std::nullopt);
        return Made{.more = [live, key, seen = LiveTournaments::Parts()]() mutable { return live->changes(key, seen).value_or(""); }};
    };
}

}  // namespace foray::cli
