"""Mutation testing of the cases that `foray grade` uses by default.

Reference solutions are changed by general operators (arithmetic, comparison, constants, logic, order, off by one, a statement left out), not by
a list of mistakes that somebody imagined. Every changed program that differs from the truth on plain random inputs must fail the default set
of cases, at every seed. Prints what survives, and ends with exit code 1 if something does.

    python3 mutation.py --foray build/release/apps/foray/foray --mutants 5000 --seeds 10 --random 500
"""
import argparse
import ast
import builtins
import collections
import copy
import io
import multiprocessing
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
# A program, the assignment that it is run for, and its arguments.
PROGRAMS = [
    ("squirrels.py", "squirrels", ["-i", "input.txt"]),
    ("stakeraid.py", "stakeraid", []),
    ("byhand.py", "squirrels", ["squirrels", "-i", "input.txt"]),
    ("byhand.py", "stakeraid", ["stakeraid"]),
]

# ---------------------------------------------------------------- operators

BINARY = {ast.Add: [ast.Sub], ast.Sub: [ast.Add], ast.Mult: [ast.Add, ast.FloorDiv], ast.FloorDiv: [ast.Mult, ast.Mod], ast.Mod: [ast.FloorDiv]}
COMPARE = {
    ast.Lt: [ast.LtE, ast.Gt, ast.GtE], ast.LtE: [ast.Lt, ast.Gt, ast.GtE],
    ast.Gt: [ast.GtE, ast.Lt, ast.LtE], ast.GtE: [ast.Gt, ast.Lt, ast.LtE],
    ast.Eq: [ast.NotEq], ast.NotEq: [ast.Eq], ast.In: [ast.NotIn], ast.NotIn: [ast.In], ast.Is: [ast.IsNot], ast.IsNot: [ast.Is],
}
NUMBERS = [0, 1, -1, 2, 10, 99, 100, 999, 1000, 9999, 10000, 32767, 65535]


def is_infinity(node):
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float"


def replacements(node, strings):
    """New nodes that may stand in place of this expression."""
    if isinstance(node, ast.BinOp):
        for kind in BINARY.get(type(node.op), []):
            yield ast.BinOp(node.left, kind(), node.right)
        yield ast.BinOp(node.right, node.op, node.left)
        yield node.left
        yield node.right
    elif isinstance(node, ast.Compare):
        for i, op in enumerate(node.ops):
            for kind in COMPARE.get(type(op), []):
                yield ast.Compare(node.left, node.ops[:i] + [kind()] + node.ops[i + 1:], node.comparators)
        last = node.comparators[-1]
        if type(node.ops[-1]) in (ast.Lt, ast.LtE, ast.Gt, ast.GtE):
            for step in (1, -1):
                yield ast.Compare(node.left, node.ops, node.comparators[:-1] + [ast.BinOp(last, ast.Add(), ast.Constant(step))])
            yield ast.Compare(ast.Call(ast.Name("abs", ast.Load()), [node.left], []), node.ops, node.comparators)
        yield ast.Constant(True)
        yield ast.Constant(False)
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield ast.Constant(not node.value)
        elif isinstance(node.value, int):
            for number in [node.value + 1, node.value - 1, -node.value, 2 * node.value] + (NUMBERS if abs(node.value) > 1000 else [0]):
                if number != node.value:
                    yield ast.Constant(number)
        elif isinstance(node.value, str):
            others = [text for text in strings if text != node.value and len(text) == len(node.value)]
            for text in others[:3] + [""]:
                if text != node.value:
                    yield ast.Constant(text)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
        for i in range(len(node.values)):
            rest = node.values[:i] + node.values[i + 1:]
            yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp):
        yield node.operand
    elif isinstance(node, ast.IfExp):
        yield ast.IfExp(node.test, node.orelse, node.body)
        yield node.body
        yield node.orelse
    elif isinstance(node, ast.Call):
        if is_infinity(node):
            for number in NUMBERS:
                yield ast.Constant(number)
        if isinstance(node.func, ast.Name) and node.func.id in ("max", "min"):
            yield ast.Call(ast.Name("min" if node.func.id == "max" else "max", ast.Load()), node.args, [])
            yield from node.args
        if isinstance(node.func, ast.Name) and node.func.id == "range":
            end = node.args[-1]
            for step in (1, -1):
                yield ast.Call(node.func, node.args[:-1] + [ast.BinOp(end, ast.Add(), ast.Constant(step))], [])
            yield ast.Call(ast.Name("reversed", ast.Load()), [node], [])
            if len(node.args) == 1:
                yield ast.Call(node.func, [ast.Constant(1), end], [])
        for i in range(len(node.args) - 1):
            yield ast.Call(node.func, node.args[:i] + [node.args[i + 1], node.args[i]] + node.args[i + 2:], node.keywords)
    elif isinstance(node, (ast.Tuple, ast.List)) and isinstance(node.ctx, ast.Load) and len(node.elts) > 1:
        for i in range(len(node.elts) - 1):
            yield type(node)(node.elts[:i] + [node.elts[i + 1], node.elts[i]] + node.elts[i + 2:], node.ctx)
        for i in range(len(node.elts)):
            yield type(node)(node.elts[:i] + node.elts[i + 1:], node.ctx)
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and not isinstance(node.slice, (ast.Slice, ast.Tuple)):
        for step in (1, -1):
            yield ast.Subscript(node.value, ast.BinOp(node.slice, ast.Add(), ast.Constant(step)), node.ctx)
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in ("depth", "value", "best", "score", "r", "c", "square"):
        for step in (1, -1):
            yield ast.BinOp(node, ast.Add(), ast.Constant(step))
        yield ast.UnaryOp(ast.USub(), node)
        yield ast.Call(ast.Name("abs", ast.Load()), [node], [])
        yield ast.Call(ast.Name("max", ast.Load()), [node, ast.Constant(0)], [])


def body_changes(body):
    """New lists of statements: one left out, two neighbours swapped."""
    for i, statement in enumerate(body):
        if isinstance(statement, (ast.Import, ast.FunctionDef, ast.ClassDef)) or (
                isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            continue
        yield body[:i] + [ast.copy_location(ast.Pass(), statement)] + body[i + 1:]
        if i + 1 < len(body) and not isinstance(body[i + 1], (ast.FunctionDef, ast.ClassDef)):
            yield body[:i] + [body[i + 1], statement] + body[i + 2:]


def augmented(statement):
    kinds = BINARY.get(type(statement.op), [])
    return [ast.AugAssign(statement.target, kind(), statement.value) for kind in kinds] + [ast.Assign([statement.target], statement.value)]


def sites(tree):
    """(node, field, index or None, new value) for every change of one place."""
    strings = sorted({node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 12})
    for node in ast.walk(tree):
        if isinstance(node, (ast.FormattedValue, ast.JoinedStr)):
            continue
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                for new in replacements(value, strings):
                    yield node, field, None, new
            elif isinstance(value, list):
                for i, item in enumerate(value):
                    if isinstance(item, ast.expr) and not isinstance(node, ast.Assign):
                        for new in replacements(item, strings):
                            yield node, field, i, new
                    elif isinstance(item, ast.AugAssign):
                        for new in augmented(item):
                            yield node, field, i, new
                if value and isinstance(value[0], ast.stmt):
                    for new in body_changes(value):
                        yield node, field, None, new


class Mutant:
    """Changes of a program by number; the same number is the same change in every process."""

    def __init__(self, program, numbers):
        self.program, self.numbers = program, numbers

    def tree(self):
        return mutated(PROGRAMS[self.program][0], self.numbers)


SOURCES, SITES = {}, {}


def source_of(name):
    if name not in SOURCES:
        with open(os.path.join(HERE, name)) as file:
            SOURCES[name] = file.read()
    return SOURCES[name]


def site_count(name):
    if name not in SITES:
        SITES[name] = sum(1 for _ in sites(ast.parse(source_of(name))))
    return SITES[name]


def mutated(name, numbers):
    tree = ast.parse(source_of(name))
    chosen = [site for i, site in enumerate(sites(tree)) if i in numbers]
    for node, field, index, new in chosen:
        new = copy.deepcopy(new)
        if index is None:
            setattr(node, field, new)
        else:
            getattr(node, field)[index] = new
    return ast.fix_missing_locations(tree)


# ---------------------------------------------------------------- running

class TooLong(BaseException):
    pass


def on_alarm(*_):
    raise TooLong()


def run(code, arguments, text, seconds):
    """The files that the program writes; what went wrong instead."""
    files = {}

    class Written(io.StringIO):
        def close(self):
            pass

    def fake_open(name, mode="r", *_, **__):
        if "r" in mode:
            return io.StringIO(text)
        files[name] = Written()
        return files[name]

    surroundings = dict(vars(builtins))
    surroundings["open"] = fake_open
    surroundings["print"] = lambda *_, **__: None
    arguments_before, sys.argv = sys.argv, ["hw.py"] + arguments
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        exec(code, {"__name__": "__main__", "__builtins__": surroundings})
    except BaseException as problem:  # SystemExit too: a student's program may do anything
        if isinstance(problem, KeyboardInterrupt):
            raise
        return {"problem": type(problem).__name__}
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        sys.argv = arguments_before
    return {name: file.getvalue() for name, file in files.items()}


def same(files, expected):
    return all(files.get(name) == text for name, text in expected.items())


# ---------------------------------------------------------------- inputs

def rows(cells, side):
    return "".join("".join(cells[i:i + side]) + "\n" for i in range(0, len(cells), side))


def random_input(dice, assignment):
    """Plain: any board, any values, any depth that a slow program can afford."""
    side = 5 if assignment == "squirrels" else dice.choice([2, 3, 4, 5, 6, 8, 12, 26])
    squares = side * side
    empty = dice.randint(1, squares) if squares < 100 else dice.randint(1, 12)
    share = dice.random()
    cells = [dice.choices("XO", [share, 1 - share])[0] for _ in range(squares)]
    for i in dice.sample(range(squares), empty):
        cells[i] = "*" if assignment == "squirrels" else "."
    most = dice.choice([1, 3, 9, 99, 99])
    values = [str(dice.randint(1, most)) for _ in range(squares)]
    table = "".join(" ".join(values[i:i + side]) + "\n" for i in range(0, squares, side))

    def depth():
        wide = empty if assignment == "squirrels" else 2 * empty
        afford = 1
        while afford < 6 and wide ** (afford + 1) * squares < 10000:
            afford += 1
        return dice.randint(1, afford)

    if assignment == "stakeraid":
        return f"{side}\n{dice.choice(['MINIMAX', 'ALPHABETA'])}\n{dice.choice('XO')}\n{depth()}\n{table}{rows(cells, side)}"
    task = dice.randint(1, 4)
    player = dice.choice("XO")
    if task == 4:
        rival = "O" if player == "X" else "X"
        head = ""
        for who in (player, rival):
            algorithm = dice.randint(1, 3)
            head += f"{who}\n{algorithm}\n{1 if algorithm == 1 else min(depth(), 2)}\n"
    else:  # greedy has depth 1 in every published case, so that its depth may be heeded or not
        head = f"{player}\n{1 if task == 1 else depth()}\n"
    return f"{task}\n{head}{table}{rows(cells, side)}"


def default_cases(foray, assignment, seed, count, folder):
    out = os.path.join(folder, f"{assignment}-{seed}")
    subprocess.run([foray, "cases", assignment, "--seed", str(seed), "--count", str(count), "--out", out], check=True, stdout=subprocess.DEVNULL)
    cases = []
    for name in sorted(os.listdir(out)):
        files = {}
        for file in os.listdir(os.path.join(out, name)):
            with open(os.path.join(out, name, file)) as text:
                files[file] = text.read()
        cases.append((name, files.pop("input.txt"), files))
    return cases


# ---------------------------------------------------------------- the experiment

class Experiment:
    """For each program: random inputs with the truth, and default sets, each with what the reference needs for it."""

    def __init__(self, options, folder):
        self.random, self.sets, self.longest = {}, {}, {}
        for number, (name, assignment, arguments) in enumerate(PROGRAMS):
            code = compile(source_of(name), name, "exec")
            dice = random.Random(1000 + number)
            inputs = []
            while len(inputs) < options.random:
                text = random_input(dice, assignment)
                files = run(code, arguments, text, 20)
                if "problem" in files:
                    sys.exit(f"{name}: {files['problem']} on a random input:\n{text}")
                inputs.append((text, files))
            self.random[number] = inputs
            if (assignment, 1) not in self.sets:
                for seed in range(1, options.seeds + 1):
                    self.sets[assignment, seed] = default_cases(options.foray, assignment, seed, options.cases, folder)
            timed = []
            for seed in range(1, options.seeds + 1):
                for case, text, expected in self.sets[assignment, seed]:
                    start = time.process_time()
                    if not same(run(code, arguments, text, 20), expected):
                        sys.exit(f"{name}: the reference fails case {case} of seed {seed}")
                    timed.append((time.process_time() - start, seed, case))
            self.longest[number] = max(timed)[0]
            order = {(seed, case): used for used, seed, case in timed}
            for seed in range(1, options.seeds + 1):  # quick ones first: most mutants fail any case
                self.sets[assignment, seed].sort(key=lambda one: order[seed, one[0]])

    def judge(self, mutant):
        """Whether a mutant differs on random inputs, and the seeds whose default set it passes."""
        name, assignment, arguments = PROGRAMS[mutant.program]
        try:
            code = compile(mutant.tree(), name, "exec")
        except (SyntaxError, ValueError, RecursionError):
            return None, []
        limit = 0.2 + 5 * self.longest[mutant.program]
        differs = 0
        for text, files in self.random[mutant.program]:
            if not same(run(code, arguments, text, limit), files):
                differs = 1
                break
        if not differs:
            return False, []
        passed = []
        for (which, seed), cases in self.sets.items():
            if which == assignment and all(same(run(code, arguments, text, limit), expected) for _, text, expected in cases):
                passed.append(seed)
        return True, passed


EXPERIMENT = None


def judge(mutant):
    return mutant, EXPERIMENT.judge(mutant)


def set_up_worker():
    signal.signal(signal.SIGVTALRM, on_alarm)
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))


def make_mutants(count):
    """All changes of one place in turn, and pairs of changes until there are enough."""
    dice = random.Random(7)
    singles = [Mutant(i, frozenset([n])) for i, (name, _, _) in enumerate(PROGRAMS) for n in range(site_count(name))]
    dice.shuffle(singles)
    while len(singles) < count:
        program = dice.randrange(len(PROGRAMS))
        singles.append(Mutant(program, frozenset(dice.sample(range(site_count(PROGRAMS[program][0])), 2))))
    return singles[:count]


def difference(mutant):
    name = PROGRAMS[mutant.program][0]
    before = ast.unparse(ast.parse(source_of(name))).split("\n")
    after = ast.unparse(mutant.tree()).split("\n")
    gone = collections.Counter(before) - collections.Counter(after)
    come = collections.Counter(after) - collections.Counter(before)
    return " | ".join(line.strip() for line in gone) + "  ->  " + " | ".join(line.strip() for line in come)


def main():
    global EXPERIMENT
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--foray", required=True)
    parser.add_argument("--mutants", type=int, default=5000)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--cases", type=int, default=20)
    parser.add_argument("--random", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--program", type=int, help="only this one of the programs")
    parser.add_argument("--progress", action="store_true")
    options = parser.parse_args()
    signal.signal(signal.SIGVTALRM, on_alarm)
    with tempfile.TemporaryDirectory() as folder:
        EXPERIMENT = Experiment(options, folder)
    mutants = [m for m in make_mutants(options.mutants) if options.program is None or m.program == options.program]
    counts = collections.Counter()
    survivors = []
    with multiprocessing.Pool(options.jobs, set_up_worker) as pool:
        for done, (mutant, (differs, passed)) in enumerate(pool.imap_unordered(judge, mutants, chunksize=4), 1):
            counts["no program" if differs is None else "differ" if differs else "same"] += 1
            if passed:
                survivors.append((mutant, passed))
                if options.progress:
                    print("survivor:", PROGRAMS[mutant.program][:2], passed, difference(mutant), flush=True)
            if options.progress and done % 250 == 0:
                print(done, dict(counts), len(survivors), "survivors", flush=True)
    print(f"{len(mutants)} mutants of {len(PROGRAMS)} programs: {counts['differ']} differ on {options.random} random inputs, {counts['same']} do not, "
          f"{counts['no program']} are no programs")
    print(f"{len(survivors)} of those that differ pass the default set of {options.cases} at one of {options.seeds} seeds")
    for mutant, passed in survivors:
        print(f"  {PROGRAMS[mutant.program][0]} ({PROGRAMS[mutant.program][1]}), seeds {passed}: {difference(mutant)}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
