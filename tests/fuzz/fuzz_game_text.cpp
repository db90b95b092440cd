#include "foray/notation/fen.h"
#include "foray/notation/game_text.h"
#include "foray/notation/spec_text.h"
#include "foray/notation/text.h"
#include "fuzz.h"

using namespace foray;

/// A line for each field, in their order; what follows is the board file, if the input has it.
void fuzz_one(std::string_view text) {
    const auto lines = split_lines(text);
    const auto field = [&](std::size_t i) { return i < lines.size() ? std::string(lines[i]) : std::string(); };
    const auto maybe = [&](std::size_t i) { return field(i).empty() ? std::nullopt : std::optional(field(i)); };
    GameText said{.game = field(0), .board = maybe(1), .size = maybe(2), .raid = maybe(3), .position = maybe(4), .moves = field(5)};
    if (lines.size() > 6) {
        const auto begin = static_cast<std::size_t>(lines[6].data() - text.data());
        said.read_file = [contents = std::string(text.substr(begin))](const std::string&) { return Result<std::string>(contents); };
    }
    const auto played = play(said);
    if (!played) {
        FORAY_FUZZ_CHECK(!played.error().message().empty());
        return;
    }
    FORAY_FUZZ_CHECK(played->line.positions.size() == played->line.moves.size() + 1);
    FORAY_FUZZ_CHECK(check_size(played->spec().variant, {played->spec().rows, played->spec().cols}));
    const auto again = parse_fen(played->game, print_fen(played->game, played->position()));
    FORAY_FUZZ_CHECK(again && *again == played->position());
}
