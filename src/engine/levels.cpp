#include "foray/engine/levels.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "foray/board/random.h"
#include "foray/rules/zobrist.h"

namespace foray {
namespace {

// Found by matches: docs/levels.md.
constexpr Level kRaid[kLevels] = {
    {1, 200'000, 1700}, {1, 200'000, 930},   {1, 200'000, 530},     {1, 200'000, 200},
    {2, 200'000, 60},   {kMaxDepth, 700, 0}, {kMaxDepth, 8'000, 0}, {kMaxDepth, 500'000, 0},
};
constexpr Level kAtaxx[kLevels] = {
    {1, 200'000, 1700},  {1, 200'000, 560},     {1, 200'000, 185},      {2, 200'000, 150},
    {kMaxDepth, 350, 0}, {kMaxDepth, 2'500, 0}, {kMaxDepth, 30'000, 0}, {kMaxDepth, 500'000, 0},
};

int mean_value(const GameSpec& spec) {
    if (spec.values.empty()) return 100;
    return 100 * std::accumulate(spec.values.begin(), spec.values.end(), 0) / static_cast<int>(spec.values.size());
}

/// What a seed may change in the choice of levels that do not err: so many of the best moves, so much of the mean value of a square, in the
/// first plies of a game. Enough for another game each time, too little to lose one.
constexpr int kVariedPlies = 8;
constexpr int kVariedLines = 4;
constexpr int kVariedPercent = 30;

/// 0 .. most, by position, move and seed.
int random_bonus(const WidePosition& position, Move move, int most, std::uint64_t seed) {
    std::uint64_t state = zobrist::key(position) ^ (std::uint64_t{move.from} << 16 | move.to);
    if (seed != 0) state ^= splitmix64(seed);
    splitmix64(state);
    return static_cast<int>((splitmix64(state) >> 32) * static_cast<std::uint64_t>(most) >> 32);
}

}  // namespace

const Level& level(Family family, int number) {
    assert(number >= 1 && number <= kLevels);
    return (family == Family::kRaid ? kRaid : kAtaxx)[number - 1];
}

SearchResult search_at_level(Engine& engine, const GameSpec& spec, const WidePosition& position, int number, const SearchRequest& request,
                             const OnLine& on_line, std::uint64_t seed) {
    const Level& wanted = level(spec.family(), number);
    SearchRequest own = request;
    own.budget.depth = std::min(request.budget.depth.value_or(kMaxDepth), wanted.depth);
    own.budget.nodes = std::min(request.budget.nodes.value_or(wanted.nodes), wanted.nodes);
    const bool errs = wanted.error_percent > 0;
    if (!errs && (seed == 0 || position.plies >= kVariedPlies)) return engine.search(position, own, on_line);

    // What is remembered from one turn to the next would make the choice depend on the game so far.
    engine.new_game();
    own.lines = errs ? spec.squares() * 9 : kVariedLines;
    SearchResult result = engine.search(position, own, on_line);
    const int most = mean_value(spec) * (errs ? wanted.error_percent : kVariedPercent) / 100;
    const auto worth = [&](const SearchLine& line) { return line.value + random_bonus(position, line.moves.front(), most, seed); };
    std::stable_sort(result.lines.begin(), result.lines.end(), [&](const auto& a, const auto& b) { return worth(a) > worth(b); });
    return result;
}

}  // namespace foray
