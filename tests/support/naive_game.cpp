#include "support/naive_game.h"

#include <cstdlib>

namespace foray::test {

std::string NaiveGame::name(int row, int col) const {
    return std::string(1, static_cast<char>('a' + col)) + std::to_string(raid_family ? row + 1 : rows - row);
}

int NaiveGame::square(const std::string& text) const {
    const int number = std::atoi(text.c_str() + 1);
    return (raid_family ? number - 1 : rows - number) * cols + (text[0] - 'a');
}

char NaiveGame::at(int row, int col) const {
    if (row < 0 || row >= rows || col < 0 || col >= cols) return '-';
    return cells[static_cast<std::size_t>(row * cols + col)];
}

bool NaiveGame::own_piece_beside(int row, int col, bool diagonals) const {
    for (int r = -1; r <= 1; ++r) {
        for (int c = -1; c <= 1; ++c) {
            const bool beside = diagonals ? (r != 0 || c != 0) : std::abs(r) + std::abs(c) == 1;
            if (beside && at(row + r, col + c) == to_move) return true;
        }
    }
    return false;
}

std::vector<std::pair<int, int>> NaiveGame::jumps() const {
    std::vector<std::pair<int, int>> out;
    for (int r = -3; r <= 3; ++r) {
        for (int c = -3; c <= 3; ++c) {
            const int a = std::abs(r);
            const int b = std::abs(c);
            const bool classic = std::max(a, b) == 2;
            const bool straight_or_diagonal_two = std::max(a, b) == 2 && (a == b || a == 0 || b == 0);
            const bool straight_three = a + b == 3 && (a == 0 || b == 0);
            if (reloaded ? straight_or_diagonal_two || straight_three : classic) out.emplace_back(r, c);
        }
    }
    return out;
}

std::vector<std::string> NaiveGame::real_moves(char player) const {
    NaiveGame view = *this;
    view.to_move = player;
    std::vector<std::string> out;
    std::vector<std::string> late;
    for (int r = 0; r < rows; ++r) {
        for (int c = 0; c < cols; ++c) {
            if (raid_family) {
                if (at(r, c) != '.') continue;
                out.push_back(name(r, c));
                if (optional_raid && view.own_piece_beside(r, c, false)) (all_drops_first ? late : out).push_back(name(r, c) + "*");
                continue;
            }
            if (at(r, c) == '.' && view.own_piece_beside(r, c, true)) out.push_back(name(r, c));
            if (at(r, c) != player) continue;
            for (const auto& [dr, dc] : jumps()) {
                if (at(r + dr, c + dc) == '.') late.push_back(name(r, c) + name(r + dr, c + dc));
            }
        }
    }
    out.insert(out.end(), late.begin(), late.end());
    return out;
}

std::vector<std::string> NaiveGame::moves() const {
    if (over()) return {};
    auto out = real_moves(to_move);
    if (out.empty()) out.emplace_back("0000");
    return out;
}

std::set<int> NaiveGame::play(const std::string& move) {
    std::set<int> turned;
    const char enemy = to_move == 'x' ? 'o' : 'x';
    ++plies;
    if (move == "0000") {
        ++quiet;
        to_move = enemy;
        return turned;
    }
    const std::size_t second = move.find_first_of("abcdefghijklmnopqrstuvwxyz", 1);
    const bool jump = second != std::string::npos;
    const int to = square(jump ? move.substr(second) : move);
    const int row = to / cols;
    const int col = to % cols;
    const bool raids = optional_raid ? move.back() == '*' : own_piece_beside(row, col, false);
    for (int r = -1; r <= 1; ++r) {
        for (int c = -1; c <= 1; ++c) {
            const bool hits = raid_family ? raids && std::abs(r) + std::abs(c) == 1 : true;
            if (hits && at(row + r, col + c) == enemy) turned.insert((row + r) * cols + col + c);
        }
    }
    for (const int hit : turned) cells[static_cast<std::size_t>(hit)] = to_move;
    cells[static_cast<std::size_t>(to)] = to_move;
    if (jump) cells[static_cast<std::size_t>(square(move.substr(0, second)))] = '.';
    if (!raid_family) quiet = jump ? quiet + 1 : 0;
    to_move = enemy;
    return turned;
}

bool NaiveGame::over() const { return winner() != '?'; }

int NaiveGame::score(char player) const {
    int total = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i] == player) total += values.empty() ? 1 : values[i];
    }
    return total;
}

char NaiveGame::winner() const {
    const int x = score('x');
    const int o = score('o');
    const char by_points = x > o ? 'x' : o > x ? 'o' : '=';
    const bool full = cells.find('.') == std::string::npos;
    if (full) return by_points;
    if (raid_family) return '?';
    if (x == 0 || o == 0) return by_points;
    if (real_moves('x').empty() && real_moves('o').empty()) return by_points;
    if (reloaded && plies >= 200) return by_points;
    if (!reloaded && quiet >= 100) return '=';
    return '?';
}

unsigned long long NaiveGame::perft(int depth) const {
    if (depth == 0) return 1;
    unsigned long long total = 0;
    for (const std::string& move : moves()) {
        NaiveGame child = *this;
        child.play(move);
        total += child.perft(depth - 1);
    }
    return total;
}

}  // namespace foray::test
