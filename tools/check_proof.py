#!/usr/bin/env python3
"""Checks a certificate of `foray prove --certificate`: the value of a board of the War Game's family, without any search tree of Foray's.

    python3 tools/check_proof.py FILE

Written from docs/rules.md and docs/certificates.md alone; plain Python, nothing of Foray is used. Prints one line and ends with exit code 0
if the claim is proved, with 1 if the certificate proves nothing.
"""
import sys
import zlib


class Bad(Exception):
    """What is wrong with a certificate."""


class Game:
    """The rules on strings: 'x' is the side to move, 'o' the other, '.' an empty square; row by row from the top left."""

    def __init__(self, rows, cols, values, optional):
        self.rows, self.cols, self.values, self.optional = rows, cols, values, optional
        self.size = rows * cols
        self.near = []
        for square in range(self.size):
            row, col = divmod(square, cols)
            steps = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
            self.near.append([r * cols + c for r, c in steps if 0 <= r < rows and 0 <= c < cols])
        self.maps = [m for m in self.symmetries() if all(values[m[i]] == values[i] for i in range(self.size))]

    def symmetries(self):
        """All ways to lay the board onto itself, as lists: the new square i is the old square m[i]."""
        rows, cols = self.rows, self.cols
        for flip_rows in (False, True):
            for flip_cols in (False, True):
                for turn in (False, True) if rows == cols else (False,):
                    new = []
                    for row in range(rows):
                        for col in range(cols):
                            r, c = (col, row) if turn else (row, col)
                            r = rows - 1 - r if flip_rows else r
                            c = cols - 1 - c if flip_cols else c
                            new.append(r * cols + c)
                    yield new

    def canonical(self, cells):
        return min("".join([cells[i] for i in m]) for m in self.maps)

    def score(self, cells):
        return sum(v if c == "x" else -v for c, v in zip(cells, self.values))

    def after(self, cells, square, raid):
        """The position after a move, seen by the other side."""
        new = list(cells)
        new[square] = "x"
        if raid:
            for other in self.near[square]:
                new[other] = "x" if new[other] == "o" else new[other]
        return "".join(new).translate(SWAP)

    def successors(self, cells, square):
        """What the moves on one empty square lead to: a raid beside an own piece, where the rule allows it also a plain drop."""
        raid = any(cells[other] == "x" for other in self.near[square])
        out = [self.after(cells, square, raid)]
        if raid and self.optional:
            out.append(self.after(cells, square, False))
        return out

    def at_least(self, cells, bound, known):
        """Whether the value for the side to move is at least `bound`, by searching to the end of the game."""
        key = (cells, bound)
        if key not in known:
            if "." not in cells:
                known[key] = self.score(cells) >= bound
            else:
                known[key] = any(not self.at_least(next_cells, 1 - bound, known)
                                 for square in range(self.size) if cells[square] == "."
                                 for next_cells in self.successors(cells, square))
        return known[key]


SWAP = str.maketrans("xo", "ox")


def number(text, least, most, what):
    if not (text.lstrip("-").isascii() and text.lstrip("-").isdigit()) or len(text) > 9 or not least <= int(text) <= most:
        raise Bad(f"{what}: {text!r}")
    return int(text)


class Lines:
    """The lines of a file one by one, with the checksum of those before the last."""

    def __init__(self, file):
        self.file, self.crc, self.count = file, 0, 0

    def next(self):
        raw = self.file.readline()
        if not raw.endswith(b"\n"):
            raise Bad("the file ends too soon")
        self.before, self.crc = self.crc, zlib.crc32(raw, self.crc)
        self.count += 1
        try:
            return raw.decode("ascii")[:-1].split(" ")
        except UnicodeDecodeError:
            raise Bad("not a text") from None

    def expect(self, word, count):
        words = self.next()
        if words[0] != word or len(words) != count + 1:
            raise Bad(f"expected {word!r}")
        return words[1:]


def read_head(lines):
    if lines.next() != ["foray", "certificate", "1"]:
        raise Bad("not a certificate of version 1")
    rule, = lines.expect("raid", 1)
    if rule not in ("mandatory", "optional"):
        raise Bad("the rule")
    rows, cols = (number(text, 1, 26, "the size") for text in lines.expect("size", 2))
    values = [number(text, 1, 255, "a value") for text in lines.expect("values", rows * cols)]
    game = Game(rows, cols, values, rule == "optional")
    claim = lines.expect("claim", 3)
    leaf, = lines.expect("leaf", 1)
    return game, parse_node(game, claim), number(leaf, 0, 12, "the leaf's empties")


def parse_node(game, words):
    cells, relation, bound = words
    if len(cells) != game.size or set(cells) - set("xo."):
        raise Bad(f"the position {cells!r}")
    if relation not in (">=", "<="):
        raise Bad(f"the relation {relation!r}")
    total = sum(game.values)
    return cells, relation, number(bound, -total - 1, total + 1, "a bound")


class Checker:
    """Nodes come in layers, fullest boards first; a node rests on the layer before it, on the end of the game, or on a small search."""

    def __init__(self, game, leaf):
        self.game, self.leaf = game, leaf
        self.lower, self.upper = {}, {}      # of the layer before this one, by canonical position
        self.next_lower, self.next_upper = {}, {}
        self.searched = {}
        self.nodes = 0

    def shows(self, cells, relation, bound):
        """Whether a successor's value is known to keep the bound."""
        if cells.count(".") <= self.leaf:
            if len(self.searched) > 2_000_000:
                self.searched.clear()
            if relation == ">=":
                return self.game.at_least(cells, bound, self.searched)
            return not self.game.at_least(cells, bound + 1, self.searched)
        cells = self.game.canonical(cells)
        if relation == ">=":
            return self.lower.get(cells, bound - 1) >= bound
        return self.upper.get(cells, bound + 1) <= bound

    def layer(self):
        self.lower, self.upper = self.next_lower, self.next_upper
        self.next_lower, self.next_upper = {}, {}
        self.searched = {}

    def node(self, cells, relation, bound, square):
        """A bound from below needs one move, one from above all of them."""
        if relation == ">=":
            if square is None or square >= len(cells) or cells[square] != ".":
                raise Bad(f"{cells}: no move is named")
            fine = any(self.shows(after, "<=", -bound) for after in self.game.successors(cells, square))
        else:
            fine = all(self.shows(after, ">=", -bound) for empty in range(len(cells)) if cells[empty] == "."
                       for after in self.game.successors(cells, empty))
        if not fine:
            raise Bad(f"{cells} {relation} {bound} does not follow")
        cells = self.game.canonical(cells)
        if relation == ">=":
            self.next_lower[cells] = max(bound, self.next_lower.get(cells, bound))
        else:
            self.next_upper[cells] = min(bound, self.next_upper.get(cells, bound))
        self.nodes += 1


def check(file):
    lines = Lines(file)
    game, claim, leaf = read_head(lines)
    checker = Checker(game, leaf)
    empties = leaf
    while True:
        words = lines.next()
        if words[0] == "end":
            break
        if words[0] == "layer" and len(words) == 2:
            if number(words[1], leaf + 1, game.size, "a layer") != empties + 1:
                raise Bad("the layers are not in order")
            empties += 1
            checker.layer()
            continue
        if len(words) not in (3, 4):
            raise Bad(f"line {lines.count} is no node")
        cells, relation, bound = parse_node(game, words[:3])
        if cells.count(".") != empties or (relation == ">=") != (len(words) == 4):
            raise Bad(f"line {lines.count} is no node of this layer")
        square = number(words[3], 0, game.size - 1, "a move") if len(words) == 4 else None
        checker.node(cells, relation, bound, square)
    if len(words) != 3 or number(words[1], 0, 10**9, "the count") != checker.nodes or words[2] != f"{lines.before:08x}":
        raise Bad("the last line does not fit the others")
    if file.read(1):
        raise Bad("something follows the last line")
    checker.layer()
    cells, relation, bound = claim
    if cells.count(".") > leaf and cells.count(".") != empties:
        raise Bad("the claim's layer is not there")
    if not checker.shows(cells, relation, bound):
        raise Bad("the claim is not among what was proved")
    return game, claim, checker.nodes


def main():
    if len(sys.argv) != 2:
        print("usage: check_proof.py FILE", file=sys.stderr)
        return 2
    try:
        with open(sys.argv[1], "rb") as file:
            game, (cells, relation, bound), nodes = check(file)
    except OSError as error:
        print(f"{sys.argv[1]}: {error.strerror}", file=sys.stderr)
        return 2
    except Bad as error:
        print(f"{sys.argv[1]}: proves nothing: {error}")
        return 1
    print(f"proved: {game.rows}x{game.cols}, {cells} to move x: value {relation} {bound} ({nodes} nodes)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
