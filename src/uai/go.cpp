#include "go.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <span>

#include "foray/notation/move_text.h"

namespace foray {
namespace {

constexpr double kLongestMs = 4e9;  // forty-six days
constexpr std::uint64_t kMostMovesToGo = 10'000;

constexpr std::string_view kNumbers[] = {"movetime", "depth", "nodes", "btime", "wtime", "binc", "winc", "movestogo"};

bool is_one_of(std::string_view word, std::span<const std::string_view> known) {
    return std::find(known.begin(), known.end(), word) != known.end();
}
bool is_keyword(std::string_view word) {
    return word == "infinite" || word == "ponder" || word == "searchmoves" || is_one_of(word, kNumbers);
}

/// A whole number; one below zero is 0 (a clock may have run out), one that is too large the largest there is.
std::optional<std::uint64_t> read_number(std::string_view text) {
    const bool minus = text.starts_with('-');
    if (minus || text.starts_with('+')) text.remove_prefix(1);
    if (text.empty()) return std::nullopt;
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t value = 0;
    for (const char c : text) {
        if (!is_digit(c)) return std::nullopt;
        const auto digit = static_cast<std::uint64_t>(c - '0');
        value = value > (kMost - digit) / 10 ? kMost : value * 10 + digit;
    }
    return minus ? 0 : value;
}

/// What the words say of the clocks, first player's first.
struct ClockWords {
    std::array<std::optional<double>, 2> left;
    std::array<std::optional<double>, 2> increment;
    std::optional<int> moves_to_go;

    /// The clock of one side. Who is told of the other's clock only is taken to have the same.
    [[nodiscard]] std::optional<Clock> of(std::size_t side) const {
        const auto of_either = [&](const auto& both) { return both[side] ? both[side] : both[1 - side]; };
        const auto time = of_either(left);
        const auto added = of_either(increment);
        if (!time && !added) return std::nullopt;
        return Clock{time.value_or(0), added.value_or(0), moves_to_go};
    }
};

}  // namespace

GoRequest read_go(const std::vector<Word>& words, const Game& game, const WidePosition& position) {
    GoRequest request;
    ClockWords clocks;
    bool unreadable = false;
    bool ponders = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string name = lower(words[i].text);
        if (name == "infinite" || name == "ponder") {
            request.waits_for_stop = true;
            ponders = ponders || name == "ponder";
        } else if (name == "searchmoves") {
            for (; i + 1 < words.size() && !is_keyword(lower(words[i + 1].text)); ++i) {
                const auto move = parse_move(game, position, words[i + 1].text);
                if (move) {
                    request.only.push_back(*move);
                } else {
                    request.complaints.push_back("searchmoves: " + move.error().message());
                }
            }
        } else if (is_one_of(name, kNumbers)) {
            const auto number = i + 1 < words.size() ? read_number(words[i + 1].text) : std::nullopt;
            if (i + 1 == words.size()) {
                request.complaints.push_back(name + " needs a number");
            } else if (!number) {
                request.complaints.push_back(name + " is no number: " + quoted(words[i + 1].text));
            }
            ++i;
            unreadable = unreadable || !number;
            if (!number) continue;
            const double ms = std::min(static_cast<double>(*number), kLongestMs);
            if (name == "movetime") request.search.budget.ms = ms;
            if (name == "depth") request.search.budget.depth = static_cast<int>(std::clamp<std::uint64_t>(*number, 1, kMaxDepth));
            if (name == "nodes") request.search.budget.nodes = std::max<std::uint64_t>(*number, 1);
            if (name == "movestogo") clocks.moves_to_go = static_cast<int>(std::clamp<std::uint64_t>(*number, 1, kMostMovesToGo));
            if (name == "btime" || name == "wtime") clocks.left[name == "wtime" ? 1 : 0] = ms;
            if (name == "binc" || name == "winc") clocks.increment[name == "winc" ? 1 : 0] = ms;
        } else {
            request.complaints.push_back("go knows no " + quoted(words[i].text));
            if (i + 1 < words.size() && read_number(words[i + 1].text)) ++i;
        }
    }
    request.search.budget.clock = clocks.of(position.second_to_move ? 1 : 0);
    if (ponders) {  // on the other's time
        request.search.budget.ms.reset();
        request.search.budget.clock.reset();
    }
    if (unreadable) request.search.budget.depth = 1;
    return request;
}

}  // namespace foray
