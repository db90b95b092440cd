"""Both courses as a student writes them by the book: one function each for greedy, the maximiser and the minimiser, with and without cuts."""
import sys

INFINITY = 1000000


class State:
    def __init__(self, size, values, cells, empty, drop_anywhere):
        self.size, self.values, self.cells = size, values, cells
        self.empty, self.drop_anywhere = empty, drop_anywhere

    def is_full(self):
        for row in self.cells:
            for cell in row:
                if cell == self.empty:
                    return False
        return True

    def beside(self, r, c):
        out = []
        if r > 0:
            out.append((r - 1, c))
        if r < self.size - 1:
            out.append((r + 1, c))
        if c > 0:
            out.append((r, c - 1))
        if c < self.size - 1:
            out.append((r, c + 1))
        return out

    def has_own_beside(self, r, c, player):
        for a, b in self.beside(r, c):
            if self.cells[a][b] == player:
                return True
        return False

    def moves(self, player):
        drops, raids = [], []
        for r in range(self.size):
            for c in range(self.size):
                if self.cells[r][c] != self.empty:
                    continue
                if not self.has_own_beside(r, c, player):
                    drops.append((r, c, False))
                elif self.drop_anywhere:
                    drops.append((r, c, False))
                    raids.append((r, c, True))
                else:
                    drops.append((r, c, True))
        return drops + raids

    def after(self, move, player):
        r, c, raid = move
        cells = [list(row) for row in self.cells]
        cells[r][c] = player
        if raid:
            for a, b in self.beside(r, c):
                if cells[a][b] != self.empty:
                    cells[a][b] = player
        return State(self.size, self.values, cells, self.empty, self.drop_anywhere)

    def score(self, player):
        mine = theirs = 0
        for r in range(self.size):
            for c in range(self.size):
                if self.cells[r][c] == player:
                    mine += self.values[r][c]
                elif self.cells[r][c] != self.empty:
                    theirs += self.values[r][c]
        return mine - theirs

    def text(self):
        return "".join("".join(row) + "\n" for row in self.cells)


def other(player):
    if player == "X":
        return "O"
    return "X"


def label(move):
    return chr(65 + move[1]) + str(move[0] + 1)


def show(value):
    if value >= INFINITY:
        return "Infinity"
    if value <= -INFINITY:
        return "-Infinity"
    return str(value)


def greedy(state, player):
    best_move, best_score = None, -INFINITY
    for move in state.moves(player):
        score = state.after(move, player).score(player)
        if score > best_score:
            best_move, best_score = move, score
    return best_move


class Minimax:
    def __init__(self, player, limit):
        self.player, self.limit = player, limit
        self.lines = ["Node,Depth,Value"]
        self.choice = None

    def note(self, name, depth, value):
        self.lines.append(name + "," + str(depth) + "," + show(value))

    def max_value(self, state, name, depth):
        if depth == self.limit or state.is_full():
            value = state.score(self.player)
            self.note(name, depth, value)
            return value
        best = -INFINITY
        self.note(name, depth, best)
        for move in state.moves(self.player):
            value = self.min_value(state.after(move, self.player), label(move), depth + 1)
            if value > best:
                best = value
                if depth == 0:
                    self.choice = move
            self.note(name, depth, best)
        return best

    def min_value(self, state, name, depth):
        if depth == self.limit or state.is_full():
            value = state.score(self.player)
            self.note(name, depth, value)
            return value
        best = INFINITY
        self.note(name, depth, best)
        rival = other(self.player)
        for move in state.moves(rival):
            value = self.max_value(state.after(move, rival), label(move), depth + 1)
            if value < best:
                best = value
            self.note(name, depth, best)
        return best

    def search(self, state):
        self.max_value(state, "root", 0)
        return self.choice


class AlphaBeta:
    def __init__(self, player, limit):
        self.player, self.limit = player, limit
        self.lines = ["Node,Depth,Value,Alpha,Beta"]
        self.choice = None

    def note(self, name, depth, value, alpha, beta):
        self.lines.append(",".join([name, str(depth), show(value), show(alpha), show(beta)]))

    def max_value(self, state, name, depth, alpha, beta):
        if depth == self.limit or state.is_full():
            value = state.score(self.player)
            self.note(name, depth, value, alpha, beta)
            return value
        best = -INFINITY
        self.note(name, depth, best, alpha, beta)
        for move in state.moves(self.player):
            value = self.min_value(state.after(move, self.player), label(move), depth + 1, alpha, beta)
            if value > best:
                best = value
                if depth == 0:
                    self.choice = move
            if best >= beta:
                self.note(name, depth, best, alpha, beta)
                return best
            alpha = max(alpha, best)
            self.note(name, depth, best, alpha, beta)
        return best

    def min_value(self, state, name, depth, alpha, beta):
        if depth == self.limit or state.is_full():
            value = state.score(self.player)
            self.note(name, depth, value, alpha, beta)
            return value
        best = INFINITY
        self.note(name, depth, best, alpha, beta)
        rival = other(self.player)
        for move in state.moves(rival):
            value = self.max_value(state.after(move, rival), label(move), depth + 1, alpha, beta)
            if value < best:
                best = value
            if best <= alpha:
                self.note(name, depth, best, alpha, beta)
                return best
            beta = min(beta, best)
            self.note(name, depth, best, alpha, beta)
        return best

    def search(self, state):
        self.max_value(state, "root", 0, -INFINITY, INFINITY)
        return self.choice


def write(name, text):
    with open(name, "w") as out:
        out.write(text)


def squirrels(path):
    with open(path) as source:
        words = source.read().split()
    task = int(words[0])
    fighters = []
    if task == 4:
        fighters = [(words[1], int(words[2]), int(words[3])), (words[4], int(words[5]), int(words[6]))]
        rest = words[7:]
    else:
        rest = words[3:]
    values = [[int(word) for word in rest[5 * r:5 * r + 5]] for r in range(5)]
    cells = [list(row) for row in rest[25:30]]
    state = State(5, values, cells, "*", False)

    def choose(player, algorithm, depth):
        if algorithm == 1:
            return greedy(state, player), None
        search = Minimax(player, depth) if algorithm == 2 else AlphaBeta(player, depth)
        return search.search(state), search.lines

    if task == 4:
        trace = ""
        turn = 0
        while not state.is_full():
            player, algorithm, depth = fighters[turn]
            state = state.after(choose(player, algorithm, depth)[0], player)
            trace += state.text()
            turn = 1 - turn
        write("trace_state.txt", trace)
        return
    player = words[1]
    move, lines = choose(player, task, int(words[2]))
    write("next_state.txt", state.after(move, player).text())
    if lines is not None:
        write("traverse_log.txt", "\n".join(lines) + "\n")


def stakeraid():
    with open("input.txt") as source:
        words = source.read().split()
    size, mode, player, depth = int(words[0]), words[1], words[2], int(words[3])
    values = [[int(word) for word in words[4 + size * r:4 + size * r + size]] for r in range(size)]
    state = State(size, values, [list(row) for row in words[4 + size * size:]], ".", True)
    search = Minimax(player, depth) if mode == "MINIMAX" else AlphaBeta(player, depth)
    move = search.search(state)
    write("output.txt", label(move) + (" Raid" if move[2] else " Stake") + "\n" + state.after(move, player).text())


if sys.argv[1] == "squirrels":
    squirrels(sys.argv[3])
else:
    stakeraid()
