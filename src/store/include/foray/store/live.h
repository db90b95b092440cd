// Tournaments for those who watch: a list of them, and of each the tables, the games that are being played and those that were, as pieces
// of HTML that are sent again when they change.
//
// Only reads. A watcher is not trusted: a tournament is named by a key that must be one of those listed, never by a path. Looking costs at
// most a tenth of the time, however many watch and however long the tournament is.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "foray/store/report.h"

namespace foray {

/// One game as a link into the page, which replays and analyses it: "#g=ataxx&s=...&m=...&t=analyse".
std::string replay_link(const GameRecord& record);

class LiveTournaments {
public:
    /// `place` is a folder with .foray files, one such file, or the address of a store. With `replay` set finished games are links to
    /// `game`.
    LiveTournaments(std::string place, bool replay) : place_(std::move(place)), replay_(replay) {}

    /// All tournaments.
    std::string list_page();
    /// One of them; nothing where there is none of this key.
    std::optional<std::string> page(const std::string& key);
    /// Its finished games, so many on a page, the newest first.
    std::optional<std::string> games_page(const std::string& key, std::size_t number);
    /// A finished game as a link into the page.
    std::optional<std::string> game(const std::string& key, std::int64_t sequence);

    using Parts = std::map<std::string, std::string>;
    /// What differs from what was `seen`, as a JSON object of pieces by name, and becomes seen. Empty: nothing does.
    std::optional<std::string> changes(const std::string& key, Parts& seen);

    static std::string_view style();
    static std::string_view script();

private:
    struct Place {
        std::string key;
        std::string location;
        std::string tournament;
        std::string problem;  ///< why it cannot be shown, if it cannot
    };
    struct Watched {
        Place place;
        std::optional<Tournament> tournament{};
        std::vector<GameRow> games{};
        Parts parts{};
        std::string description{};
        std::string progress{};
        std::chrono::steady_clock::time_point next{};
    };
    [[nodiscard]] std::vector<Place> places() const;
    Watched* watch(const std::string& key);
    void look(Watched& watched) const;
    void look_at(Watched& watched, Store& store) const;
    [[nodiscard]] std::string running_html(const Watched& watched, const std::vector<std::string>& texts) const;
    [[nodiscard]] std::string games_html(const Watched& watched, std::size_t from, std::size_t count) const;

    std::string place_;
    bool replay_;
    std::map<std::string, Watched> watched_{};
};

}  // namespace foray
