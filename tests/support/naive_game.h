// The rules once more, on an array of characters and by the plainest means, to compare the real ones with. It shares no code with the
// rooms; moves are texts, so a comparison covers the notation too.
#pragma once

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace foray::test {

struct NaiveGame {
    // What is played.
    bool raid_family = true;
    bool optional_raid = false;
    bool all_drops_first = false;  // order under the optional rule
    bool reloaded = false;         // Ataxx family: which jumps and limits
    int rows = 0;
    int cols = 0;
    std::vector<int> values;
    // Where it stands: x o . - per square, row by row from the top.
    std::string cells;
    char to_move = 'x';
    int quiet = 0;
    int plies = 0;

    /// Legal moves in the documented order; none when the game is over.
    [[nodiscard]] std::vector<std::string> moves() const;
    /// Plays a legal move and returns the squares that changed hands.
    std::set<int> play(const std::string& move);
    [[nodiscard]] bool over() const;
    /// 'x', 'o', '=' or '?' while the game goes on.
    [[nodiscard]] char winner() const;
    [[nodiscard]] int score(char player) const;
    [[nodiscard]] unsigned long long perft(int depth) const;

private:
    [[nodiscard]] std::string name(int row, int col) const;
    [[nodiscard]] int square(const std::string& name) const;
    [[nodiscard]] char at(int row, int col) const;
    [[nodiscard]] bool own_piece_beside(int row, int col, bool diagonals) const;
    [[nodiscard]] std::vector<std::pair<int, int>> jumps() const;
    [[nodiscard]] std::vector<std::string> real_moves(char player) const;
};

}  // namespace foray::test
