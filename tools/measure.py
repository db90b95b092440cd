#!/usr/bin/env python3
"""Figures of the documentation, measured and drawn into its pages.

    measure.py measure NAME FORAY    measures anew and writes docs/measured/<name>.json
    measure.py draw                  writes the tables into the pages that ask for them
    measure.py check FORAY           fails if a page shows something else than the files, or a figure that repeats exactly has changed

A page asks by <!-- measured: NAME --> and <!-- end of NAME -->; between them stands what `draw` wrote. In a file, `exact` figures are the same
on every machine (nodes, counts, signatures) and are measured again by every test, but for rows that say `"slow": true`; the others belong
to the machine and date that the file names.
"""

import datetime
import json
import pathlib
import platform
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "measured"


def ask(foray, *arguments):
    """What a command answers, and the processor time that it took, in seconds: the clock says little where others work too."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = json.loads(subprocess.run([foray, *arguments, "--json"], capture_output=True, text=True, check=True).stdout)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return answer, {"processor_s": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 3)}


def number(value):
    return f"{value:,}"


def rate(per_second):
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if per_second >= size:
            return f"{per_second / size:.3g} {unit}"
    return f"{per_second:.3g}"


class Perft:
    """Sequences of moves: the rules."""

    title = ("game", "depth", "nodes", "nodes/s", "command")
    rows = [
        ("Ataxx, 7x7", 5, ("--game", "ataxx"), False),
        ("Ataxx, 7x7", 6, ("--game", "ataxx"), False),
        ("Ataxx Reloaded, 7x7", 5, ("--game", "reloaded"), False),
        ("War Game, 6x6, raid=optional", 5, ("--rule", "raid=optional"), False),
        ("War Game, 6x6, raid=mandatory", 6, (), False),
        ("Stake & Raid, 5x5", 5, ("--game", "stakeraid", "--size", "5"), False),
        ("Ataxx, 7x7", 7, ("--game", "ataxx"), True),
        ("Ataxx Reloaded, 7x7", 7, ("--game", "reloaded"), True),
    ]

    @staticmethod
    def measure(foray, row):
        _, depth, options, _ = row
        answer, measured = ask(foray, "perft", "--depth", str(depth), *options)
        return {"exact": {"nodes": answer["nodes"]}, "measured": measured}

    @staticmethod
    def words(row, found):
        game, depth, options, _ = row
        nodes = found["exact"]["nodes"]
        command = " ".join(["foray perft", *options, "--depth", str(depth)])
        seconds = found["measured"]["processor_s"]
        return game, str(depth), number(nodes), rate(nodes / seconds) if seconds > 0.2 else "", f"`{command}`"


class Solver:
    """Exact values and bounds of empty boards, with one thread."""

    title = ("board", "value", "nodes", "processor s", "command")
    rows = [
        ("3x3 ones", ("solve", "--size", "3"), False),
        ("3x5 ones", ("solve", "--size", "3x5"), False),
        ("4x4 ones", ("prove", "--size", "4", "--value", ">=0"), False),
        ("4x5 ones", ("prove", "--size", "4x5", "--value", ">=0"), False),
        ("4x6 ones", ("prove", "--size", "4x6", "--value", ">=0"), True),
        ("Piqua (5x5 ones)", ("prove", "--board", "Piqua", "--value", ">=3"), True),
    ]

    @staticmethod
    def measure(foray, row):
        answer, measured = ask(foray, *row[1], "--threads", "1")
        value = f"{answer['value']:+d}" if "value" in answer else answer["claim"] if answer["holds"] else "not " + answer["claim"]
        return {"exact": {"value": value, "nodes": answer["nodes"]}, "measured": measured}

    @staticmethod
    def words(row, found):
        command = "foray " + " ".join(f'"{word}"' if ">" in word else word for word in row[1])
        return row[0], f"`{found['exact']['value']}`", number(found["exact"]["nodes"]), f"{found['measured']['processor_s']:.3g}", f"`{command}`"


class Bench:
    """The signature of the search, position by position."""

    title = ("position", "depth", "nodes")
    rows = [("all", False)]

    @staticmethod
    def measure(foray, _):
        answer, measured = ask(foray, "bench")
        positions = [{key: one[key] for key in ("position", "depth", "nodes")} for one in answer["positions"]]
        return {"exact": {"signature": answer["signature"], "positions": positions}, "measured": measured}

    @staticmethod
    def lines(found):
        for one in found[0]["exact"]["positions"]:
            yield one["position"], str(one["depth"]), number(one["nodes"])
        yield "**sum: the signature**", "", f"**{number(found[0]['exact']['signature'])}**"


KINDS = {"perft": Perft, "solver": Solver, "bench": Bench}


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def measure(name, foray):
    kind = KINDS[name]
    version = subprocess.run([foray, "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    out = {
        "name": name,
        "version": version,
        "machine": f"{processor()}, {platform.system()} {platform.machine()}",
        "date": datetime.date.today().isoformat(),
        "rows": [kind.measure(foray, row) for row in kind.rows],
    }
    (FOLDER / f"{name}.json").write_text(json.dumps(out, indent=1) + "\n", encoding="utf-8")


def table(name):
    kind = KINDS[name]
    data = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    rows = kind.lines(data["rows"]) if hasattr(kind, "lines") else map(kind.words, kind.rows, data["rows"])
    lines = ["| " + " | ".join(kind.title) + " |", "|" + "---|" * len(kind.title)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + f"\n\nMeasured {data['date']} by {data['version']} on {data['machine']}, in processor time, with `script/measure {name}`.\n"


def drawn(text):
    """The page as it has to be."""
    for name in KINDS:
        begin, end = f"<!-- measured: {name} -->\n", f"<!-- end of {name} -->"
        if begin in text and (FOLDER / f"{name}.json").exists():
            before, rest = text.split(begin, 1)
            text = before + begin + "\n" + table(name) + "\n" + end + rest.split(end, 1)[1]
    return text


def pages():
    return sorted((ROOT / "docs").rglob("*.md"))


def draw():
    for page in pages():
        text = page.read_text(encoding="utf-8")
        page.write_text(drawn(text), encoding="utf-8")


def check(foray):
    problems = []
    shown = 0
    for page in pages():
        text = page.read_text(encoding="utf-8")
        shown += text.count("<!-- measured: ")
        if drawn(text) != text:
            problems.append(f"{page.relative_to(ROOT)}: not what docs/measured says; script/measure draw")
    for name, kind in KINDS.items():
        data = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        if len(data["rows"]) != len(kind.rows):
            problems.append(f"docs/measured/{name}.json: {len(data['rows'])} rows, and not {len(kind.rows)}")
        for row, old in zip(kind.rows, data["rows"]):
            if row[-1]:
                continue
            new = kind.measure(foray, row)
            if new["exact"] != old["exact"]:
                problems.append(f"docs/measured/{name}.json: {row[0]}: {old['exact']} has become {new['exact']}; script/measure {name}")
    for problem in problems:
        print(problem)
    print(f"{shown} tables drawn, {sum(len(kind.rows) for kind in KINDS.values())} rows, {len(problems)} problems")
    return 1 if problems or shown == 0 else 0


def main():
    what = sys.argv[1]
    if what == "check":
        return check(sys.argv[2])
    if what == "measure":
        measure(sys.argv[2], sys.argv[3])
    draw()
    return 0


if __name__ == "__main__":
    sys.exit(main())
