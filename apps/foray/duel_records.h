// What a duel leaves behind: its games as records, PGN or rows of a table, each with where it comes from.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "foray/files/files.h"
#include "foray/match/runner.h"

namespace foray::cli {

/// Where the games of a duel come from, in the words of the command line: what somebody needs to play them again.
struct DuelSource {
    std::array<std::string, 2> players;
    std::string board;  ///< as it was asked for; empty for a board of ones or of the Ataxx family
    std::string opening_plies;
    std::string tc;  ///< empty without clocks
    double margin_ms = 0;
    std::optional<int> max_plies{};
    std::uint64_t seed = 1;

    /// For a record: the program with its version, the seed, the limits, and which game of the match it is.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> about(int pair, int game) const;
    /// Members for the answer in JSON.
    void write(nlohmann::ordered_json& out, const Game& game, const WidePosition& start) const;
};

/// The file of --records, which grows by a pair at a time: .pgn, .csv (a row a game), or JSON lines.
class DuelRecords {
public:
    enum class Format : std::uint8_t { kJsonLines, kPgn, kCsv };
    /// Throws UsageError: a file that holds something else is not touched.
    DuelRecords(const std::string& path, const DuelSource& source);
    /// Throws CommandFailure.
    void add(const FinishedPair& pair);

private:
    Format format_;
    const DuelSource& source_;
    files::Appender file_;
};

/// A game's result for the answer in JSON: who moved first, outcome, reason, scores, plies.
nlohmann::ordered_json game_json(const FinishedPair& pair, int game);

}  // namespace foray::cli
