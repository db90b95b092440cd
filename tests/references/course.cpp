// Both assignments as a student writes them in C++: maps from coordinates, negamax. `course squirrels -i FILE`, or `course stakeraid`.
#include <climits>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Cell = std::pair<int, int>;  // row, column
using Board = std::vector<std::string>;
constexpr int kEndless = INT_MAX / 2;

struct Play {
    Cell to{-1, -1};
    bool raid = false;
};

struct Program {
    int size = 5;
    bool optional_raids = false;
    char nothing = '*';
    std::map<Cell, int> value;

    static char rival(char c) { return c == 'X' ? 'O' : 'X'; }

    void beside(Cell at, const std::function<void(Cell)>& f) const {
        for (const auto& [dr, dc] : std::vector<Cell>{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
            const Cell to{at.first + dr, at.second + dc};
            if (value.count(to) != 0) f(to);
        }
    }

    bool can_raid(const Board& board, Cell at, char player) const {
        bool found = false;
        beside(at, [&](Cell to) { found = found || board[to.first][to.second] == player; });
        return found;
    }

    std::vector<Play> plays(const Board& board, char player) const {
        std::vector<Play> first;
        std::vector<Play> then;
        for (const auto& [at, unused] : value) {
            if (board[at.first][at.second] != nothing) continue;
            const bool raid = can_raid(board, at, player);
            if (optional_raids) {
                first.push_back({at, false});
                if (raid) then.push_back({at, true});
            } else {
                first.push_back({at, raid});
            }
        }
        first.insert(first.end(), then.begin(), then.end());
        return first;
    }

    Board after(Board board, const Play& play, char player) const {
        board[play.to.first][play.to.second] = player;
        if (play.raid) {
            beside(play.to, [&](Cell to) {
                if (board[to.first][to.second] == rival(player)) board[to.first][to.second] = player;
            });
        }
        return board;
    }

    int score(const Board& board, char player) const {
        int total = 0;
        for (const auto& [at, points] : value) {
            const char c = board[at.first][at.second];
            total += c == player ? points : c == nothing ? 0 : -points;
        }
        return total;
    }
};

struct Search {
    const Program& program;
    bool cuts;
    int depth;
    std::ostream* log = nullptr;
    Play best{};

    static std::string text(int value) { return value >= kEndless ? "Infinity" : value <= -kEndless ? "-Infinity" : std::to_string(value); }

    void write(const std::string& name, int ply, int value, int alpha, int beta) const {
        if (log == nullptr) return;
        const int sign = ply % 2 == 0 ? 1 : -1;  // the log is the first player's
        *log << name << ',' << ply << ',' << text(sign * value);
        if (cuts) *log << ',' << text(sign > 0 ? alpha : -beta) << ',' << text(sign > 0 ? beta : -alpha);
        *log << '\n';
    }

    int negamax(const Board& board, char player, const std::string& name, int ply, int alpha, int beta) {
        const auto moves = ply < depth ? program.plays(board, player) : std::vector<Play>{};
        if (moves.empty()) {
            const int value = program.score(board, player);
            write(name, ply, value, alpha, beta);
            return value;
        }
        int value = -kEndless;
        write(name, ply, value, alpha, beta);
        for (const Play& play : moves) {
            const std::string child = std::string(1, static_cast<char>('A' + play.to.second)) + std::to_string(play.to.first + 1);
            const int got = -negamax(program.after(board, play, player), Program::rival(player), child, ply + 1, -beta, -alpha);
            if (got > value) {
                value = got;
                if (ply == 0) best = play;
            }
            const bool stop = cuts && value >= beta;
            if (cuts && !stop && value > alpha) alpha = value;
            write(name, ply, value, alpha, beta);
            if (stop) break;
        }
        return value;
    }
};

Board read_board(std::istream& in, Program& program) {
    for (int r = 0; r < program.size; ++r) {
        for (int c = 0; c < program.size; ++c) in >> program.value[{r, c}];
    }
    Board board(static_cast<std::size_t>(program.size));
    for (std::string& row : board) in >> row;
    return board;
}

void print(std::ostream& out, const Board& board) {
    for (const std::string& row : board) out << row << '\n';
}

void squirrels(const std::string& path) {
    std::ifstream in(path);
    Program program;
    int task = 0;
    in >> task;
    char who[2] = {};
    int algorithm[2] = {task, task};
    int depth[2] = {};
    for (int i = 0; i < (task == 4 ? 2 : 1); ++i) {
        in >> who[i];
        if (task == 4) in >> algorithm[i];
        in >> depth[i];
        if (algorithm[i] == 1) depth[i] = 1;
    }
    Board board = read_board(in, program);
    if (task == 4) {
        std::ofstream out("trace_state.txt");
        for (int turn = 0; !program.plays(board, 'X').empty(); ++turn) {
            const int i = turn % 2;
            Search search{program, algorithm[i] == 3, depth[i]};
            search.negamax(board, who[i], "root", 0, -kEndless, kEndless);
            board = program.after(board, search.best, who[i]);
            print(out, board);
        }
        return;
    }
    std::ostringstream log;
    Search search{program, task == 3, depth[0], task > 1 ? &log : nullptr};
    search.negamax(board, who[0], "root", 0, -kEndless, kEndless);
    std::ofstream out("next_state.txt");
    print(out, program.after(board, search.best, who[0]));
    if (task > 1) std::ofstream("traverse_log.txt") << (task == 3 ? "Node,Depth,Value,Alpha,Beta\n" : "Node,Depth,Value\n") << log.str();
}

void stakeraid() {
    std::ifstream in("input.txt");
    Program program;
    program.optional_raids = true;
    program.nothing = '.';
    std::string mode;
    char who = 'X';
    int depth = 1;
    in >> program.size >> mode >> who >> depth;
    const Board board = read_board(in, program);
    Search search{program, mode == "ALPHABETA", depth};
    search.negamax(board, who, "root", 0, -kEndless, kEndless);
    std::ofstream out("output.txt");
    const Play& best = search.best;
    out << static_cast<char>('A' + best.to.second) << best.to.first + 1 << (best.raid ? " Raid\n" : " Stake\n");
    print(out, program.after(board, best, who));
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1 && std::string(argv[1]) == "squirrels") {
        squirrels(argv[3]);
    } else {
        stakeraid();
    }
}
