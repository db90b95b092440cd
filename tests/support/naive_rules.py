"""The rules once more, in another language and by the plainest means, for script/torture to compare the command with.

It shares nothing with the program; moves are texts as they are written, so that a comparison covers the notation too.
"""


class NaiveGame:
    def __init__(self, variant, optional, rows, cols, values, cells, to_move):
        self.raid_family = variant in ("wargame", "squirrels", "stakeraid")
        self.variant = variant
        self.optional = optional
        self.rows, self.cols = rows, cols
        self.values = values
        self.cells = list(cells)
        self.to_move = to_move
        self.quiet = 0
        self.plies = 0 if to_move == "x" else 1

    def name(self, row, col):
        return chr(97 + col) + str(row + 1 if self.raid_family else self.rows - row)

    def square(self, name):
        number = int(name[1:].rstrip("*"))
        return (number - 1 if self.raid_family else self.rows - number) * self.cols + ord(name[0]) - 97

    def at(self, row, col):
        return self.cells[row * self.cols + col] if 0 <= row < self.rows and 0 <= col < self.cols else "-"

    def around(self, row, col):
        for r in (-1, 0, 1):
            for c in (-1, 0, 1):
                if abs(r) + abs(c) == 1 or (not self.raid_family and (r or c)):
                    yield row + r, col + c

    def beside(self, row, col, player):
        return any(self.at(r, c) == player for r, c in self.around(row, col))

    def jump_shape(self, r, c):
        a, b = sorted((abs(r), abs(c)))
        if self.variant == "ataxx":
            return b == 2
        return (a, b) in ((0, 2), (2, 2), (0, 3))

    def moves_of(self, player):
        found = set()
        for row in range(self.rows):
            for col in range(self.cols):
                if self.raid_family:
                    if self.at(row, col) == ".":
                        found.add(self.name(row, col))
                        if self.optional and self.beside(row, col, player):
                            found.add(self.name(row, col) + "*")
                    continue
                if self.at(row, col) == "." and self.beside(row, col, player):
                    found.add(self.name(row, col))
                if self.at(row, col) == player:
                    for r in range(-3, 4):
                        for c in range(-3, 4):
                            if self.jump_shape(r, c) and self.at(row + r, col + c) == ".":
                                found.add(self.name(row, col) + self.name(row + r, col + c))
        return found

    def moves(self):
        if self.outcome() != "ongoing":
            return set()
        return self.moves_of(self.to_move) or {"0000"}

    def play(self, move):
        """Returns the squares that changed hands."""
        player, enemy = self.to_move, "o" if self.to_move == "x" else "x"
        self.to_move = enemy
        self.plies += 1
        if move == "0000":
            self.quiet += 1
            return []
        second = next((i for i in range(1, len(move)) if move[i].isalpha()), None)
        to = self.square(move[second:] if second else move)
        row, col = divmod(to, self.cols)
        hits = not self.raid_family or (move.endswith("*") if self.optional else self.beside(row, col, player))
        turned = [r * self.cols + c for r, c in self.around(row, col) if hits and self.at(r, c) == enemy]
        for square in turned + [to]:
            self.cells[square] = player
        if second:
            self.cells[self.square(move[:second])] = "."
        self.quiet = self.quiet + 1 if second else 0
        return sorted(turned)

    def scores(self):
        return [sum(value for cell, value in zip(self.cells, self.values) if cell == player) for player in "xo"]

    def outcome(self):
        first, second = self.scores()
        by_points = "first" if first > second else "second" if second > first else "draw"
        if "." not in self.cells:
            return by_points
        if self.raid_family:
            return "ongoing"
        if "x" not in self.cells or "o" not in self.cells or not (self.moves_of("x") or self.moves_of("o")):
            return by_points
        if self.variant == "reloaded" and self.plies >= 200:
            return by_points
        return "draw" if self.variant == "ataxx" and self.quiet >= 100 else "ongoing"

    def start_text(self):
        """The position as a FEN."""
        rows = []
        for row in range(self.rows):
            text, empties = "", 0
            for cell in self.cells[row * self.cols:(row + 1) * self.cols] + ["end"]:
                if cell == ".":
                    empties += 1
                    continue
                text += (str(empties) if empties else "") + (cell if cell != "end" else "")
                empties = 0
            rows.append(text)
        return "/".join(rows) + " " + self.to_move
