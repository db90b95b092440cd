"""Stake & Raid as a student writes it: a flat list, moves made and taken back."""


class Gang:
    def __init__(self, text):
        words = text.split()
        self.n = int(words[0])
        self.pruning = words[1] == "ALPHABETA"
        self.me = words[2]
        self.foe = "O" if self.me == "X" else "X"
        self.depth = int(words[3])
        size = self.n * self.n
        self.values = [int(word) for word in words[4:4 + size]]
        self.cells = list("".join(words[4 + size:]))

    def near(self, s):
        found = []
        if s >= self.n:
            found.append(s - self.n)
        if s % self.n > 0:
            found.append(s - 1)
        if s % self.n < self.n - 1:
            found.append(s + 1)
        if s + self.n < len(self.cells):
            found.append(s + self.n)
        return found

    def moves(self, who):
        stakes = [(s, False) for s, cell in enumerate(self.cells) if cell == "."]
        raids = [(s, True) for s, _ in stakes if any(self.cells[t] == who for t in self.near(s))]
        return stakes + raids

    def make(self, move, who):
        square, raid = move
        self.cells[square] = who
        turned = []
        if raid:
            for t in self.near(square):
                if self.cells[t] not in (".", who):
                    turned.append(t)
                    self.cells[t] = who
        return turned

    def unmake(self, move, turned, who):
        self.cells[move[0]] = "."
        for t in turned:
            self.cells[t] = "O" if who == "X" else "X"

    def score(self):
        return sum(v if c == self.me else -v for c, v in zip(self.cells, self.values) if c != ".")

    def highest(self, depth, low, high):
        moves = self.moves(self.me) if depth else []
        if not moves:
            return self.score(), None
        best = None
        for move in moves:
            turned = self.make(move, self.me)
            value = self.lowest(depth - 1, low, high)
            self.unmake(move, turned, self.me)
            if best is None or value > best[0]:
                best = (value, move)
            low = max(low, value)
            if self.pruning and low >= high:
                break
        return best

    def lowest(self, depth, low, high):
        moves = self.moves(self.foe) if depth else []
        if not moves:
            return self.score()
        worst = float("inf")
        for move in moves:
            turned = self.make(move, self.foe)
            worst = min(worst, self.highest(depth - 1, low, high)[0])
            self.unmake(move, turned, self.foe)
            high = min(high, worst)
            if self.pruning and high <= low:
                break
        return worst

    def answer(self):
        _, move = self.highest(self.depth, -float("inf"), float("inf"))
        self.make(move, self.me)
        name = chr(ord("A") + move[0] % self.n) + str(move[0] // self.n + 1)
        rows = ["".join(self.cells[i:i + self.n]) for i in range(0, len(self.cells), self.n)]
        return "\n".join([name + (" Raid" if move[1] else " Stake")] + rows) + "\n"


with open("input.txt") as source:
    gang = Gang(source.read())
with open("output.txt", "w") as target:
    target.write(gang.answer())
