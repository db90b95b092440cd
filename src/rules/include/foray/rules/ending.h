// Why a game ended: by the rules, by a player's failure, or by a decision. Every other room knows endings from this table alone: their
// texts in records (notation/ending_text.h reads and prints them), and whose doing they are.
//
// To add an ending: a line in `Ending`, its line in `kEndings`; where it happens is the business of whoever brings it about.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace foray {

enum class Ending : std::uint8_t {
    kNone,          ///< the game goes on
    kBoardFull,     // by the rules
    kNoPieces,      //
    kNoMoves,       //
    kTurnLimit,     //
    kQuietLimit,    //
    kResignation,   // by a decision
    kAdjudication,  //
    kTime,          // by a player's failure
    kIllegalMove,   //
    kCrash,         //
    kNoAnswer,      //
    kDisconnected,  //
};

enum class EndedBy : std::uint8_t {
    kNobody,
    kRules,
    kDecision,  ///< of a player or of the referee
    kFailure,   ///< the loser lost by what it did, not by how it played
};

struct EndingInfo {
    Ending ending;
    std::string_view text;  ///< in records, PGN, stores and messages
    EndedBy by;
};

inline constexpr std::array kEndings = {
    EndingInfo{Ending::kNone, "", EndedBy::kNobody},
    EndingInfo{Ending::kBoardFull, "board full", EndedBy::kRules},
    EndingInfo{Ending::kNoPieces, "no pieces left", EndedBy::kRules},
    EndingInfo{Ending::kNoMoves, "nobody can move", EndedBy::kRules},
    EndingInfo{Ending::kTurnLimit, "turn limit", EndedBy::kRules},
    EndingInfo{Ending::kQuietLimit, "no clone for too long", EndedBy::kRules},
    EndingInfo{Ending::kResignation, "resignation", EndedBy::kDecision},
    EndingInfo{Ending::kAdjudication, "adjudication", EndedBy::kDecision},
    EndingInfo{Ending::kTime, "time", EndedBy::kFailure},
    EndingInfo{Ending::kIllegalMove, "illegal move", EndedBy::kFailure},
    EndingInfo{Ending::kCrash, "crash", EndedBy::kFailure},
    EndingInfo{Ending::kNoAnswer, "no answer", EndedBy::kFailure},
    EndingInfo{Ending::kDisconnected, "disconnected", EndedBy::kFailure},
};

constexpr bool endings_are_in_order() {
    for (std::size_t i = 0; i < kEndings.size(); ++i) {
        if (static_cast<std::size_t>(kEndings[i].ending) != i) return false;
    }
    return true;
}
static_assert(endings_are_in_order());

constexpr const EndingInfo& info(Ending ending) { return kEndings[static_cast<std::size_t>(ending)]; }

/// Whether somebody had to end the game because the rules did not: such an ending is kept in the record.
constexpr bool is_decided(Ending ending) { return info(ending).by == EndedBy::kDecision || info(ending).by == EndedBy::kFailure; }
constexpr bool is_failure(Ending ending) { return info(ending).by == EndedBy::kFailure; }

}  // namespace foray
