// What a match is told in words: lengths of openings, hypotheses in Elo, time controls, durations; and claims about values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "foray/board/result.h"
#include "foray/notation/budget.h"

namespace foray {

/// "4" or "2-4", at most 100.
struct PlyRange {
    int least = 0;
    int most = 0;
    /// The numbers of the range in turn.
    [[nodiscard]] int of(int index) const { return least + index % (most - least + 1); }
    friend bool operator==(const PlyRange&, const PlyRange&) = default;
};
Result<PlyRange> parse_ply_range(std::string_view text);
std::string print_ply_range(const PlyRange& range);

/// "0,10": two differences in Elo, the smaller first, each within 1000.
struct EloRange {
    double low = 0;
    double high = 0;
    friend bool operator==(const EloRange&, const EloRange&) = default;
};
Result<EloRange> parse_elo_range(std::string_view text);

/// "10", "10+0.1" or "40/60+0.5": seconds for the game, what every move adds, and after how many moves the seconds are given again.
Result<Clock> parse_time_control(std::string_view text);
std::string print_time_control(const Clock& clock);

/// "30", "30s", "90m", "2h" or "1d" in seconds; at most ten years.
Result<double> parse_duration(std::string_view text);

/// ">=0", ">3", "<=-2" or "<5" as the question "at least `bound`", and whether a yes or a no to it affirms the claim.
struct ValueClaim {
    int bound = 0;
    bool affirmed_by_yes = true;
    friend bool operator==(const ValueClaim&, const ValueClaim&) = default;
};
Result<ValueClaim> parse_value_claim(std::string_view text);

}  // namespace foray
