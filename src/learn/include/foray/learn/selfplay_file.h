// Games of self-play as bytes: start, moves, what the search thought, result; three to five bytes a move.
//
// A file is a sequence of blocks. Each has a checksum of its own, so a file that was cut anywhere is good up to its last whole block:
//
//     u32 kind        "SPH1", "SPN1" or "SPG1" as four letters
//     u32 length      of the payload in bytes, at most kMaxPayload
//     u64 checksum    XXH3 (64 bits) of kind, length and payload
//     payload
//
// All numbers are little-endian; a `varint` has seven bits a byte, lowest first, the top bit set on all bytes but the last; a signed one is
// folded first (0, -1, 1, -2, ... become 0, 1, 2, 3, ...).
//
// SPH1, once, first: u8 variant (its place in kVariantCodes), u8 rows, u8 cols, u8 raid rule (0 mandatory, 1 optional), then one u8 per
// square: its value (raid family only).
// SPN1, any number: a line of text for people: how the games after it were made.
// SPG1, any number: u32 number of games, u32 number of searched positions in them, then the games, one after another. A game is
//     u8 flags        bits 0-1 the result (0 first player won, 1 second, 2 draw); bit 2: a start position follows
//     start           two bits a square, four squares a byte, lowest bits first (0 empty, 1 first player, 2 second, 3 blocked); u8 1 if the
//                     second player is to move; varint plies played; varint quiet plies
//     varint          number of entries
//     entries         varint 4 * index + kind, where index counts the legal moves of the position in the order of the rules (clones by
//                     target, then jumps by source and target; raids as rules/raid_rules.h says) and kind is
//                         0  the move was played and the position before it was not searched
//                         1  the move was played; signed varint: what the search thought of the position before it
//                         2  the move was not played; signed varint: what the search thought of the position after it
// Thoughts are hundredths for the side to move in the position that was searched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "foray/board/result.h"
#include "foray/rules/game.h"

namespace foray::learn {

struct SelfplayEntry {
    enum class Kind : std::uint8_t { kPlayed, kSearched, kAside };
    Move move;
    Kind kind = Kind::kPlayed;
    int thought = 0;  ///< of the position before the move (kSearched) or after it (kAside)
    friend bool operator==(const SelfplayEntry&, const SelfplayEntry&) = default;
};

struct SelfplayGame {
    WidePosition start;
    std::vector<SelfplayEntry> entries;
    Outcome result = Outcome::kDraw;
    friend bool operator==(const SelfplayGame&, const SelfplayGame&) = default;
};

/// How many positions of a game were searched.
std::size_t searched_positions(const SelfplayGame& game);

inline constexpr std::size_t kMaxPayload = std::size_t{1} << 20;

/// Blocks as they are written.
std::string header_block(const GameSpec& spec);
std::string note_block(std::string_view text);

/// Games that wait to become a block.
struct GamesBuffer {
    std::string bytes;
    std::uint32_t games = 0;
    std::uint32_t positions = 0;

    /// Every move must be legal.
    void add(const Game& game, const SelfplayGame& played);
    [[nodiscard]] std::string block() const;
};

/// What is in the bytes of a file.
struct SelfplaySummary {
    GameSpec spec;
    std::uint64_t games = 0;
    std::uint64_t positions = 0;  ///< searched ones
    std::string last_note;
    std::size_t good_bytes = 0;  ///< where the last whole block ends; what comes after it was torn off while it was written
};

/// Who hears of a file's games, in order. An answer of false ends the reading.
using OnGame = std::function<bool(const Game&, const SelfplayGame&)>;

/// Reads a whole file. A torn tail is no error (see good_bytes); a block in the middle whose checksum is wrong, or a game that breaks the
/// rules, is. Without `on_game` the blocks are checked and counted, and the games are not looked at.
Result<SelfplaySummary> read_selfplay(std::string_view bytes, const OnGame& on_game = {});

}  // namespace foray::learn
