"""Random games against the naive rules in tests/support, and against playthroughs kept in tests/python/playthroughs."""

import os
import pathlib
import random
import sys

import pytest

import foray
from games import states

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "support"))
from naive_rules import NaiveGame  # noqa: E402

NAIVE = ["wargame(board=Smolensk)", "wargame(size=4x7,raid=optional)", "squirrels", "stakeraid(size=5)", "reloaded", "ataxx",
         "ataxx(size=9)", "reloaded(size=17)"]


@pytest.mark.parametrize("name", NAIVE)
def test_moves_and_scores_are_those_of_the_naive_rules(name):
    choice = random.Random(name)
    game = foray.load_game(name)
    state = game.new_initial_state()
    values = sum(game.values, [])
    optional = game.name == "stakeraid" or "optional" in name
    naive = NaiveGame(game.name, optional, game.rows, game.cols, values, "".join(state.board()), "x")
    for _ in range(60):
        if state.is_terminal():
            break
        legal = sorted(state.legal_moves())
        assert legal == sorted(naive.moves())
        move = choice.choice(legal)
        naive.play(move)
        state.apply_move(move)
        assert "".join(state.board()) == "".join(naive.cells)


PLAYED = {
    "wargame": "wargame(board=Smolensk)", "wargame_optional": "wargame(board=1 2 3/4 5 6,raid=optional,utility=margin)",
    "squirrels": "squirrels(size=3)", "stakeraid": "stakeraid(size=3)", "reloaded": "reloaded(size=4)", "ataxx": "ataxx(size=5)",
}


def playthrough(name):
    """A random game with all that a state says of itself, as text."""
    game = foray.load_game(name)
    lines = [f"game: {game}"]
    for ask in ("num_distinct_actions", "num_players", "min_utility", "max_utility", "utility_sum", "max_game_length",
                "policy_tensor_shape", "observation_tensor_shape", "information_state_tensor_shape", "get_parameters"):
        lines.append(f"{ask}() = {getattr(game, ask)()}")
    for state in states(name, seed=7, most=12):
        lines += ["", str(state)]
        for ask in ("is_terminal", "current_player", "history", "returns", "legal_actions", "to_json", "history_str"):
            lines.append(f"{ask}() = {getattr(state, ask)()}")
        if not state.is_terminal():
            lines.append(f"moves = {[state.action_to_string(action) for action in state.legal_actions()]}")
            tensor = state.observation_tensor()
            lines += ["observation " + "".join(f"{cell:.3g} " for cell in tensor[i:i + game.cols]).rstrip()
                      for i in range(0, len(tensor), game.cols)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("key", PLAYED)
def test_playthroughs_are_as_they_were(key):
    file = HERE / "playthroughs" / f"{key}.txt"
    now = playthrough(PLAYED[key])
    if os.environ.get("FORAY_UPDATE_GOLDEN"):
        file.write_text(now)
    assert now == file.read_text()
