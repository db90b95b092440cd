#!/usr/bin/env python3
"""Whether a tournament keeps time: games at 1+0.01 s between two engines, two at a time.

    python3 bench/timing_bench.py [--foray build/release/apps/foray/foray] [--games 1000] [--tc 1+0.01] [--concurrency 2]

Both players are `foray uai` behind this same script, which takes the time from the "go" that it reads to the "bestmove" that it writes and
says it as the number of nodes, in microseconds, so that it stands in the record beside the time that the referee took. Reported are the
games lost on time, and by how much the referee's time is longer than the program's own. Exit code 1 if a game was lost on time or the 99th
percentile is above two milliseconds. It wants an idle machine with as many cores as games are played at a time.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time


def play(foray):
    """The program that is timed: passes lines on, both ways."""
    # What is read is buffered: byte by byte a hundred lines of a finished ending took 10 ms, which counted as the program's own.
    engine = subprocess.Popen([foray, "uai"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    began = [0.0]

    def answers():
        for line in engine.stdout:
            if line.startswith(b"info"):
                continue
            if line.startswith(b"bestmove"):
                own = int((time.monotonic() - began[0]) * 1e6)
                line = b"info depth 1 nodes %d\n" % own + line
            os.write(1, line)

    threading.Thread(target=answers, daemon=True).start()
    pending = b""
    while chunk := os.read(0, 65536):
        lines = (pending + chunk).split(b"\n")
        pending = lines.pop()
        for line in lines:
            if line.startswith(b"go"):
                began[0] = time.monotonic()
            engine.stdin.write(line + b"\n")
            engine.stdin.flush()
            if line == b"quit":
                return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--foray", default="build/release/apps/foray/foray")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--tc", default="1+0.01")
    parser.add_argument("--concurrency", type=int, default=2)
    parser.add_argument("--play", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    foray = os.path.abspath(options.foray)
    if options.play:
        return play(foray)
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "timing.foray")
        player = f"{sys.executable} {os.path.abspath(__file__)} --play --foray {foray}"
        began = time.monotonic()
        subprocess.run([foray, "tournament", "run", file, "--player", f"uai[name=A]:{player}", "--player", f"uai[name=B]:{player}",
                        "--game", "ataxx", "--format", "match", "--rounds", str((options.games + 1) // 2), "--tc", options.tc,
                        "--concurrency", str(options.concurrency), "--margin", "0", "--quiet"], check=True, stdout=subprocess.DEVNULL)
        seconds = time.monotonic() - began
        exported = subprocess.run([foray, "tournament", "export", file, "--json"], check=True, stdout=subprocess.PIPE).stdout
    games = json.loads(exported)["games"]
    extra = sorted(move["ms"] - move["nodes"] / 1000 for game in games for move in game["moves"] if "ms" in move and "nodes" in move)
    if not extra:
        sys.exit("no move has both times")
    lost = [game for game in games if game["reason"].startswith("time")]
    at = lambda share: extra[min(len(extra) - 1, int(share * len(extra)))]
    print(f"{len(games)} games, {len(extra)} moves in {seconds:.0f} s; lost on time: {len(lost)}")
    print(f"the referee's time is longer by: median {at(.5):.3f} ms, 90 % {at(.9):.3f}, 99 % {at(.99):.3f}, most {extra[-1]:.3f}")
    return 1 if lost or at(.99) > 2 else 0


if __name__ == "__main__":
    sys.exit(main())
