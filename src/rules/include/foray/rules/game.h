// A game of any variant and size behind one type, for everything that is not a hot path: notation, records, commands, drawing.
// Positions here are always of the widest width; with_game and Position::resized lead to the fast ones.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "foray/rules/ataxx_rules.h"
#include "foray/rules/game_spec.h"
#include "foray/rules/move.h"
#include "foray/rules/position.h"
#include "foray/rules/raid_rules.h"

namespace foray {

using WideBits = Bits<kMaxWords>;
using WidePosition = Position<kMaxWords>;

class Game {
public:
    explicit Game(GameSpec spec);

    [[nodiscard]] const GameSpec& spec() const { return spec_; }
    [[nodiscard]] const VariantInfo& variant() const { return info(spec_.variant); }
    [[nodiscard]] const Geometry<kMaxWords>& geometry() const;

    [[nodiscard]] WidePosition start() const;
    [[nodiscard]] std::vector<Move> legal_moves(const WidePosition& position) const;
    [[nodiscard]] bool is_legal(const WidePosition& position, Move move) const;
    [[nodiscard]] WideBits captures(const WidePosition& position, Move move) const;
    /// The position after a legal move.
    [[nodiscard]] WidePosition after(WidePosition position, Move move) const;
    [[nodiscard]] Scores scores(const WidePosition& position) const;
    [[nodiscard]] Verdict verdict(const WidePosition& position) const;
    /// The value of a square; 1 where the game knows no values.
    [[nodiscard]] int value(int square) const;

private:
    GameSpec spec_;
    std::variant<RaidRules<kMaxWords>, AtaxxRules<kMaxWords>> rules_;
};

}  // namespace foray
