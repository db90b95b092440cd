#!/usr/bin/env python3
"""The table of exact results: results/*.json, drawn into docs/results.md, and checked.

    results.py draw            writes the tables and the picture of docs/results.md
    results.py check FORAY     fails if a page shows something else than the files, if results contradict each other or what is proved of
                               all boards, or if one that takes little time comes out otherwise now
    results.py add FORAY solve OPTIONS...    solves a board and adds it
    results.py add FORAY table OPTIONS...    the same for a table that `foray table build` has made

A row says the board, the rule, the bounds of the first player's points minus the other's, how they were found, the nodes, the command that
repeats it, and the version and day that did.
"""

import datetime
import json
import math
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "results"
PAGE = ROOT / "docs" / "results.md"
PICTURE = ROOT / "docs" / "results-random.svg"
CHEAP_NODES = 20_000
CHEAP_STATES = 100_000


def read(name):
    return json.loads((RESULTS / name).read_text(encoding="utf-8"))


def write(name, rows):
    lines = ",\n".join(" " + json.dumps(row, ensure_ascii=False) for row in rows)
    (RESULTS / name).write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def ask(foray, words):
    done = subprocess.run([foray, *words], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1) or not done.stdout:
        sys.exit(f"foray {shlex.join(words)}: {done.stderr.strip()}")
    return json.loads(done.stdout)


def file_of(row):
    if "states" in row:
        return "ataxx.json"
    return "random.json" if row["board"].startswith("random:") else "raid.json"


# --- rows of the page


def number(value):
    return f"{value:,}"


def value_of(row):
    lower, upper = row["lower"], row["upper"]
    if lower is not None and lower == upper:
        return f"{lower:+d}" if lower else "0"
    if lower is None:
        return f"at most {upper}" if upper is not None else "?"
    return f"at least {lower}" if upper is None else f"{lower} to {upper}"


def table(title, rows):
    return "\n".join(["| " + " | ".join(title) + " |", "|" + "---|" * len(title), *("| " + " | ".join(row) + " |" for row in rows)]) + "\n"


def ataxx_table():
    def words(row):
        first, longest = row["first_player"], row["longest_win"]
        result = first["result"] + (f" in {first['plies']}" if "plies" in first else "")
        counts = (number(row[key]) for key in ("states", "won", "lost", "drawn"))
        return row["game"], row["size"], result, *counts, str(longest["plies"]), f"`{longest['position']}`"

    return table(("game", "board", "first player", "states", "won", "lost", "drawn", "longest win", "such a position"), map(words, read("ataxx.json")))


def raid_table(rule):
    rows = [row for row in read("raid.json") if row["rule"] == "raid=" + rule]
    words = ((row["board"], value_of(row), row["how"], number(row["nodes"]) if "nodes" in row else "", f"`{row['command']}`") for row in rows)
    return table(("board", "value", "how", "nodes", "command"), words)


def random_groups():
    groups = {}
    for row in read("random.json"):
        if row["lower"] == row["upper"]:
            groups.setdefault((row["board"].split(":")[2], row["rule"]), []).append(row["lower"])
    return groups


def random_table():
    def words(item):
        (size, rule), values = item
        ordered = sorted(values)
        mean = sum(values) / len(values)
        spread = math.sqrt(sum((value - mean) ** 2 for value in values) / len(values))
        wins = sum(value > 0 for value in values)
        losses = sum(value < 0 for value in values)
        middle = ordered[len(ordered) // 2]
        return size, rule, str(len(values)), f"{wins}-{len(values) - wins - losses}-{losses}", f"{mean:+.1f}", f"{spread:.1f}", f"{middle:+d}", f"{ordered[0]:+d} to {ordered[-1]:+d}"

    return table(("size", "rule", "boards", "won-drawn-lost", "mean", "spread", "middle", "range"), map(words, sorted(random_groups().items())))


def picture():
    """How often which value, a row of bars for each group."""
    groups = sorted(random_groups().items())
    lowest = min(min(values) for _, values in groups)
    highest = max(max(values) for _, values in groups)
    step = 20
    first, last = math.floor(lowest / step), math.floor(highest / step)
    bar, height, left = 640 / (last - first + 1), 90, 16
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 672 {(height + 34) * len(groups) + 24}" font-family="sans-serif" font-size="12">',
        "<title>Values of random boards for the first player</title>",
        '<style>text{fill:#333}rect{fill:#3b6ea8}line{stroke:#999}@media(prefers-color-scheme:dark){text{fill:#ddd}rect{fill:#7aa7d9}}</style>',
    ]
    top = 0
    for (size, rule), values in groups:
        counts = {}
        for value in values:
            counts[math.floor(value / step)] = counts.get(math.floor(value / step), 0) + 1
        base = top + height + 18
        out.append(f'<text x="{left}" y="{top + 14}">{size}, {rule}: {len(values)} boards</text>')
        for place, count in sorted(counts.items()):
            tall = height * count / max(counts.values())
            label = f"{place * step} to {place * step + step - 1}: {count}"
            out.append(f'<rect x="{left + (place - first) * bar:.1f}" y="{base - tall:.1f}" width="{bar - 1:.1f}" height="{tall:.1f}"><title>{label}</title></rect>')
        zero = left - first * bar
        out.append(f'<line x1="{left}" x2="{left + 640}" y1="{base}" y2="{base}"/><line x1="{zero:.1f}" x2="{zero:.1f}" y1="{top + 18}" y2="{base + 4}"/>')
        out.append(f'<text x="{zero:.1f}" y="{base + 15}" text-anchor="middle">0</text>')
        top += height + 34
    return "\n".join(out + ["</svg>", ""])


def drawn(text):
    parts = {"ataxx": ataxx_table, "mandatory": lambda: raid_table("mandatory"), "optional": lambda: raid_table("optional"), "random": random_table}
    for name, make in parts.items():
        begin, end = f"<!-- results: {name} -->\n", f"<!-- end of {name} -->"
        before, rest = text.split(begin, 1)
        text = before + begin + "\n" + make() + "\n" + end + rest.split(end, 1)[1]
    return text


def draw():
    PAGE.write_text(drawn(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    PICTURE.write_text(picture(), encoding="utf-8")


# --- what may not be


def squares_of(row):
    sides = re.fullmatch(r"(?:random:\d+:)?(\d+)x(\d+)", row["board"])
    return int(sides[1]) * int(sides[2]) if sides else None


def contradictions():
    seen = {}
    for name in ("raid.json", "random.json"):
        for row in read(name):
            where = f"{name}: {row['board']}, {row['rule']}"
            lower = -math.inf if row["lower"] is None else row["lower"]
            upper = math.inf if row["upper"] is None else row["upper"]
            sides = re.fullmatch(r"(\d+)x(\d+)", row["board"])
            ones = sides is not None
            # A board and its transposition are one.
            board = "x".join(sorted(sides.groups(), key=int)) if sides else row["board"]
            known = seen.setdefault((board, row["rule"]), [-math.inf, math.inf])
            known[0], known[1] = max(known[0], lower), min(known[1], upper)
            if known[0] > known[1]:
                yield f"{where}: no value is within all of its bounds"
            if ones and lower == upper and (lower - squares_of(row)) % 2:
                yield f"{where}: all squares are taken in the end, so the value is odd where their number is"
            if ones and squares_of(row) % 2 == 0 and lower > 0:
                yield f"{where}: the second player can answer every move on the other side of the centre, and does not lose"
    for name in ("mandatory", "optional"):
        piqua = seen.get(("Piqua", "raid=" + name))
        plain = seen.get(("5x5", "raid=" + name))
        if piqua and plain and (piqua[0] > plain[1] or plain[0] > piqua[1]):
            yield "raid.json: Piqua is the 5x5 board of ones"
    for row in read("ataxx.json"):
        where = f"ataxx.json: {row['board']}"
        if row["won"] + row["lost"] + row["drawn"] != row["states"]:
            yield f"{where}: won, lost and drawn are not all"
        rows, cols = map(int, row["size"].split("x"))
        if row["states"] != 3 ** (rows * cols):
            yield f"{where}: there are 3^{rows * cols} states"
        if row["longest_win"]["plies"] < row["first_player"].get("plies", 0):
            yield f"{where}: the first player takes longer than the longest win"


def solved_again(foray, row):
    words = shlex.split(row["command"])[1:]
    answer = ask(foray, [*words, "--json"])
    if "claim" in answer:
        return {"nodes": answer["nodes"], "holds": answer["holds"]}, {"nodes": row["nodes"], "holds": True}
    found = {"lower": answer["lower"], "upper": answer["upper"], "nodes": answer["nodes"]}
    return found, {key: row.get(key, found[key]) for key in found}


def built_again(foray, row):
    with tempfile.TemporaryDirectory() as folder:
        words = [*shlex.split(row["command"])[3:], "--table", folder]
        subprocess.run([foray, "table", "build", *words], check=True, capture_output=True)
        found = ask(foray, ["table", "info", *words, "--json"])
    return found, {key: row[key] for key in found}


def check(foray):
    problems = list(contradictions())
    if drawn(PAGE.read_text(encoding="utf-8")) != PAGE.read_text(encoding="utf-8") or PICTURE.read_text(encoding="utf-8") != picture():
        problems.append("docs/results.md: not what results/*.json say; tools/results.py draw")
    rows = [row for name in ("raid.json", "random.json", "ataxx.json") for row in read(name)]
    repeated = 0
    for row in rows:
        if "states" in row:
            cheap, again = row["states"] <= CHEAP_STATES, built_again
        else:
            cheap, again = row.get("nodes", math.inf) <= CHEAP_NODES, solved_again
        if not cheap:
            continue
        repeated += 1
        found, told = again(foray, row)
        if found != told:
            problems.append(f"{file_of(row)}: `{row['command']}` now says {found}, and not {told}")
    for problem in problems:
        print(problem)
    print(f"{len(rows)} results, {repeated} of them found again, {len(problems)} problems")
    return 1 if problems else 0


def add(foray, kind, options):
    version = subprocess.run([foray, "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    provenance = {"version": version, "date": datetime.date.today().isoformat()}
    if kind == "table":
        # Where tables lie on this machine is no part of how one is made.
        place = options.index("--table") if "--table" in options else len(options)
        words = options[:place] + options[place + 2 :]
        row = {**ask(foray, ["table", "info", *options, "--json"]), "command": shlex.join(["foray", "table", "build", *words]), **provenance}
        same = lambda other: other["board"] == row["board"]
    else:
        answer = ask(foray, ["solve", *options, "--json"])
        row = {key: answer[key] for key in ("lower", "upper", "nodes")}
        given = dict(zip(options[::2], options[1::2]))
        row = {"board": given.get("--board", given.get("--size")), "rule": given.get("--rule", "raid=mandatory"), **row}
        row |= {"how": f"{answer['strategy']}, search" if answer.get("strategy") else "search", "command": shlex.join(["foray", "solve", *options]), **provenance}
        same = lambda other: (other["board"], other["rule"]) == (row["board"], row["rule"])
    name = file_of(row)
    rows = read(name)
    old = [i for i, other in enumerate(rows) if same(other)]
    if old:
        rows[old[0]] = row
    else:
        rows.append(row)
    write(name, rows)
    draw()
    return 0


def main():
    if sys.argv[1:] == ["draw"]:
        draw()
        return 0
    if len(sys.argv) == 3 and sys.argv[1] == "check":
        return check(sys.argv[2])
    if len(sys.argv) > 3 and sys.argv[1] == "add" and sys.argv[3] in ("solve", "table"):
        return add(sys.argv[2], sys.argv[3], sys.argv[4:])
    print(__doc__)
    return 2


if __name__ == "__main__":
    sys.exit(main())
