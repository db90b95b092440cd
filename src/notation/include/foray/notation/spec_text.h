// Variants, sizes and rules as words: "wargame", "6x6", "raid=optional".
#pragma once

#include <string>
#include <string_view>

#include "foray/board/result.h"
#include "foray/rules/game_spec.h"

namespace foray {

Result<Variant> parse_variant(std::string_view text);
/// All of them: "wargame, squirrels, stakeraid, reloaded or ataxx" with " or " before the last.
std::string print_variants(std::string_view before_last);

struct BoardSize {
    int rows;
    int cols;
    friend bool operator==(const BoardSize&, const BoardSize&) = default;
};

/// "6" or "6x7": rows and columns, 1 to 26 each.
Result<BoardSize> parse_size(std::string_view text);
std::string print_size(int rows, int cols);

std::string_view print_rule(RaidRule rule);

/// Sets one rule, such as "raid=optional", in a spec.
Result<GameSpec> with_rule(GameSpec spec, std::string_view rule);

/// Whether the variant can be played on a board of this size.
Result<BoardSize> check_size(Variant variant, BoardSize size);

/// "War Game, 6x6, raid=mandatory".
std::string describe(const GameSpec& spec);

}  // namespace foray
