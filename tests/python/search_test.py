"""The engine, the solver, textbook searches and perft from Python."""

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

import foray


def command(*words):
    return subprocess.run([os.environ["FORAY_BINARY"], *words], capture_output=True, text=True, check=True).stdout


def start(name):
    return foray.load_game(name).new_initial_state()


def test_the_signature_is_that_of_every_build():
    bench = foray.bench()
    assert bench["nodes"] == sum(row["nodes"] for row in bench["rows"]) == 145401


def test_lines_come_while_the_search_goes_on():
    state = start("ataxx")
    engine = foray.Engine(state.get_game())
    with engine.analyse(state, lines=2) as lines:  # no limit: it ends when nobody wants more
        seen = []
        for line in lines:
            seen.append(line)
            if line.depth >= 3 and line.rank == 2:
                break
        with pytest.raises(foray.ForayError, match="searching already"):
            engine.search(state, depth=1)
    assert {line.rank for line in seen} == {1, 2} and all(line.moves and line.actions[0] in state.legal_actions() for line in seen)
    assert [state.action_to_string(line.action) for line in seen] == [line.move for line in seen]
    assert engine.search(state, depth=2)[0].depth == 2  # free again


def test_a_search_is_that_of_the_command():
    state = start("wargame(board=Smolensk)")
    found = foray.Engine(state.get_game(), hash_mb=64).search(state, depth=7, lines=2)
    import json
    said = [json.loads(line) for line in command("analyse", "--board", "Smolensk", "--depth", "7", "--multipv", "2", "--json").splitlines()]
    last = {line["rank"]: line for line in said if line["depth"] == 7}
    assert [(line.value, line.moves, line.nodes) for line in found] == [(last[r]["value"], last[r]["line"], last[r]["nodes"]) for r in (1, 2)]


def test_levels_and_endings():
    state = start("reloaded")
    engine = foray.Engine(state.get_game())
    assert engine.search(state, level=1, seed=3)[0].action == engine.search(state, level=1, seed=3)[0].action
    ending = foray.load_game("ataxx(position=xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxxx/xxxxxx1/ooooooo x 0 1)").new_initial_state()
    line = foray.Engine(ending.get_game()).search(ending, depth=4)[0]
    assert line.wins == 1 and line.value > 0
    terms = engine.evaluate(state)
    assert terms and all(isinstance(value, float) for value in terms.values())


@pytest.mark.parametrize("limits, what", [({}, "needs a limit"), ({"depth": 0}, "depth"), ({"seconds": -1}, "seconds"), ({"level": 9}, "level"),
                                          ({"depth": 1, "lines": 0}, "lines"), ({"nodes": 0}, "nodes")])
def test_bad_limits_are_refused(limits, what):
    state = start("ataxx")
    with pytest.raises(foray.ForayError, match=what):
        foray.Engine(state.get_game()).search(state, **limits)


def test_what_does_not_belong_together_is_refused(tmp_path):
    ataxx, wargame = start("ataxx"), start("wargame")
    engine = foray.Engine(ataxx.get_game())
    for ask in (lambda: engine.search(wargame, depth=1), lambda: engine.analyse(wargame), lambda: engine.evaluate(wargame),
                lambda: foray.Solver(ataxx), lambda: foray.Engine(ataxx.get_game(), network=str(tmp_path / "none.net")),
                lambda: foray.Engine(ataxx.get_game(), network=str(tmp_path)), lambda: foray.Engine(ataxx.get_game(), threads=0),
                lambda: foray.solve(wargame, threads=0), lambda: foray.Solver(wargame).solve(start("squirrels")),
                lambda: foray.trace(wargame, "engine"), lambda: foray.trace(wargame, "minimax:9", most_events=1000), lambda: foray.perft(ataxx, -1),
                lambda: foray.Agent(ataxx.get_game(), "nobody")):
        with pytest.raises(foray.ForayError) as caught:
            ask()
        assert "\n" not in str(caught.value)
    over = start("wargame(size=1x1)")
    over.apply_action(0)
    for ask in (lambda: foray.Engine(over.get_game()).search(over, depth=1), lambda: foray.trace(over)):
        with pytest.raises(foray.ForayError, match="over"):
            ask()


@pytest.mark.parametrize("board", ["random:7:3x3", "random:2:3x4", "1 2/3 4"])
def test_values_are_those_of_the_command(board):
    state = start(f"wargame(board={board},utility=margin)")
    heard = []
    solved = foray.solve(state, on_bounds=lambda *bounds: heard.append(bounds))
    assert solved.finished and f"value {solved.value:+d}" in command("solve", "--board", board).replace("value 0", "value +0")
    line = state.clone()
    for action in solved.actions:
        line.apply_action(action)
    assert line.is_terminal() and line.returns()[0] == solved.value
    solver = foray.Solver(state)
    assert solver.prove(solved.value) is True and solver.prove(solved.value + 1) is False
    values = solver.move_values()
    assert max(lower for lower, _ in values.values()) == solved.value
    child = state.child(solved.actions[0])
    assert solver.solve(child).value == -solved.value
    assert all(lower <= upper and nodes >= 0 for lower, upper, nodes in heard)


def test_limits_of_the_solver_leave_bounds():
    solved = foray.solve(start("wargame(board=Smolensk)"), nodes=10_000, hash_mb=64)
    assert not solved.finished and solved.value is None and solved.lower < solved.upper and solved.actions == []
    assert foray.Solver(start("wargame(board=Smolensk)"), hash_mb=64).prove(0, nodes=100) is None


def test_perft_agrees_with_the_tree():
    for name in ("wargame(size=3x4,raid=optional)", "reloaded(size=5)"):
        state = start(name)

        def leaves(at, depth):
            return 1 if depth == 0 else sum(leaves(at.child(action), depth - 1) for action in at.legal_actions())

        assert foray.perft(state, 3) == leaves(state, 3)
    assert foray.perft(start("ataxx"), 5) == 4_752_668


def test_traces_are_the_logs_of_courses():
    values = [[100, 1, 1, 4, 10], [1, 10, 5, 20, 1]]
    state = foray.load_game("squirrels", board=[[min(v, 99) for v in row] for row in values]).new_initial_state()
    trace = foray.trace(state, "alphabeta:2")
    assert trace.log().startswith("Node,Depth,Value,Alpha,Beta\nroot,0,-Infinity,-Infinity,Infinity\nA1,1,Infinity,-Infinity,Infinity\n")
    assert len(trace.log().splitlines()) == len(trace) + 1
    assert trace[0].node == "root" and trace[0].value == float("-inf") and trace[-1].ply == 0 and trace[-1].value == trace.value
    assert {event.kind for event in trace} == {"enter", "leaf", "update", "cut"}
    assert trace.action == foray.Agent(state.get_game(), "alphabeta:2")(state)
    with pytest.raises(IndexError):
        trace[len(trace)]


INTERRUPTED = """
import foray, os, signal, sys, threading
game = foray.load_game(sys.argv[1])
state = game.new_initial_state()
engine = foray.Engine(game)
work = {
    "search": lambda: engine.search(state, seconds=600), "analyse": lambda: [None for _ in engine.analyse(state)],
    "solve": lambda: foray.solve(state, hash_mb=64), "perft": lambda: foray.perft(state, 12),
    "trace": lambda: foray.trace(state, "minimax:6", most_events=10**9), "bench": lambda: foray.bench(4),
    "match": lambda: foray.play_match(game, "engine:ms=600000", "engine", games=2),
    "agent": lambda: foray.Agent(game, "engine:ms=600000")(state),
}[sys.argv[2]]
threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    work()
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("work", ["search", "analyse", "solve", "perft", "trace", "match", "agent"])
def test_ctrl_c_ends_whatever_is_at_work(work):
    name = "wargame(board=Smolensk)"
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, name, work], capture_output=True, text=True, timeout=120,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
    assert done.stdout == "interrupted\n", done.stderr


def test_other_threads_run_during_a_search():
    state = start("wargame(board=Smolensk)")
    ticks, over = [], threading.Event()

    def count():
        while not over.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    foray.Engine(state.get_game()).search(state, seconds=0.5)
    over.set()
    thread.join()
    assert len(ticks) > 20
