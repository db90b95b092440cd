"""Squirrels as a student writes it: lists of lists, a copy of the board for every move."""
import sys

LETTERS = "ABCDE"


def around(r, c):
    return [(a, b) for a, b in ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)) if 0 <= a < 5 and 0 <= b < 5]


def foe(player):
    return "O" if player == "X" else "X"


def moved(board, r, c, player):
    new = [row[:] for row in board]
    new[r][c] = player
    cells = around(r, c)
    if any(board[a][b] == player for a, b in cells):
        for a, b in cells:
            if board[a][b] == foe(player):
                new[a][b] = player
    return new


def empties(board):
    return [(r, c) for r in range(5) for c in range(5) if board[r][c] == "*"]


def show(number):
    if number == float("inf"):
        return "Infinity"
    if number == -float("inf"):
        return "-Infinity"
    return str(number)


class Player:
    def __init__(self, values, me, algorithm, depth, log):
        self.values, self.me, self.log = values, me, log
        self.pruning = algorithm == 3
        self.depth = 1 if algorithm == 1 else depth

    def worth(self, board):
        total = 0
        for r in range(5):
            for c in range(5):
                if board[r][c] == self.me:
                    total += self.values[r][c]
                elif board[r][c] != "*":
                    total -= self.values[r][c]
        return total

    def write(self, name, depth, value, alpha, beta):
        if self.log is None:
            return
        parts = [name, str(depth), show(value)]
        if self.pruning:
            parts += [show(alpha), show(beta)]
        self.log.append(",".join(parts))

    def search(self, board, name, depth, alpha, beta):
        free = empties(board)
        if depth == self.depth or not free:
            value = self.worth(board)
            self.write(name, depth, value, alpha, beta)
            return value, board
        mine = depth % 2 == 0
        value = -float("inf") if mine else float("inf")
        chosen = None
        self.write(name, depth, value, alpha, beta)
        for r, c in free:
            child = moved(board, r, c, self.me if mine else foe(self.me))
            got, _ = self.search(child, LETTERS[c] + str(r + 1), depth + 1, alpha, beta)
            if (mine and got > value) or (not mine and got < value):
                value, chosen = got, child
            if self.pruning:
                if (mine and value >= beta) or (not mine and value <= alpha):
                    self.write(name, depth, value, alpha, beta)
                    break
                if mine:
                    alpha = max(alpha, value)
                else:
                    beta = min(beta, value)
            self.write(name, depth, value, alpha, beta)
        return value, chosen


def main():
    lines = open(sys.argv[sys.argv.index("-i") + 1]).read().split("\n")
    lines = [line.strip() for line in lines if line.strip()]
    task = int(lines[0])
    start = 7 if task == 4 else 3
    values = [[int(v) for v in line.split()] for line in lines[start:start + 5]]
    board = [list(line) for line in lines[start + 5:start + 10]]
    endless = float("inf")
    if task == 4:
        fighters = [Player(values, lines[i], int(lines[i + 1]), int(lines[i + 2]), None) for i in (1, 4)]
        out = []
        turn = 0
        while empties(board):
            board = fighters[turn % 2].search(board, "root", 0, -endless, endless)[1]
            out += ["".join(row) for row in board]
            turn += 1
        open("trace_state.txt", "w").write("\n".join(out) + "\n")
        return
    log = ["Node,Depth,Value,Alpha,Beta" if task == 3 else "Node,Depth,Value"]
    player = Player(values, lines[1], task, int(lines[2]), log if task > 1 else None)
    board = player.search(board, "root", 0, -endless, endless)[1]
    open("next_state.txt", "w").write("\n".join("".join(row) for row in board) + "\n")
    if task > 1:
        open("traverse_log.txt", "w").write("\n".join(log) + "\n")


main()
