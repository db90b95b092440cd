// A move of any variant as two square numbers, and a list of moves that needs no heap.
#pragma once

#include <array>
#include <cassert>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace foray {

/// | move                  | from      | to        |
/// |-----------------------|-----------|-----------|
/// | drop, clone           | kNoSquare | square    |
/// | raid                  | square    | square    |
/// | jump                  | source    | target    |
/// | pass                  | kNoSquare | kNoSquare |
struct Move {
    static constexpr std::uint16_t kNoSquare = 0xFFFF;

    std::uint16_t from = kNoSquare;
    std::uint16_t to = kNoSquare;

    /// A drop (raid family) or a clone (Ataxx family): a piece appears, no other square is vacated.
    static constexpr Move place(int square) { return {kNoSquare, narrow(square)}; }
    static constexpr Move raid(int square) { return {narrow(square), narrow(square)}; }
    static constexpr Move jump(int source, int target) { return {narrow(source), narrow(target)}; }
    static constexpr Move pass() { return {}; }

    [[nodiscard]] constexpr bool is_pass() const { return to == kNoSquare; }
    [[nodiscard]] constexpr bool is_place() const { return from == kNoSquare && to != kNoSquare; }
    [[nodiscard]] constexpr bool is_raid() const { return from == to && to != kNoSquare; }
    [[nodiscard]] constexpr bool is_jump() const { return from != to && from != kNoSquare; }

    friend constexpr auto operator<=>(const Move&, const Move&) = default;  // NOLINT(modernize-use-nullptr): there is no null here

private:
    static constexpr std::uint16_t narrow(int square) { return static_cast<std::uint16_t>(square); }
};

/// Room for the longest list of legal moves on a board of W words. Ataxx: every pair of squares a jump apart (at most 8 N of them)
/// can be one jump, and every square one clone: 9 N. The raid family needs 2 N.
template <int W>
class MoveList {
public:
    // Leaves the array as it is: clearing 2 kB per node would cost more than filling it.
    MoveList() {}  // NOLINT(modernize-use-equals-default,cppcoreguidelines-pro-type-member-init)

    void add(Move move) {
        assert(size_ < moves_.size());
        moves_[size_++] = move;
    }
    void clear() { size_ = 0; }
    [[nodiscard]] std::size_t size() const { return size_; }
    [[nodiscard]] bool empty() const { return size_ == 0; }
    [[nodiscard]] Move operator[](std::size_t i) const {
        assert(i < size_);
        return moves_[i];
    }
    [[nodiscard]] const Move* begin() const { return moves_.data(); }
    [[nodiscard]] const Move* end() const { return moves_.data() + size_; }
    [[nodiscard]] Move* begin() { return moves_.data(); }
    [[nodiscard]] Move* end() { return moves_.data() + size_; }

private:
    std::array<Move, static_cast<std::size_t>(9 * 64 * W)> moves_;
    std::size_t size_ = 0;
};

}  // namespace foray
