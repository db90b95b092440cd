"""Games and random play for the tests: small boards of every variant, one of each width."""

import random

import foray

SMALL = [
    "wargame(size=2x3)", "wargame(board=random:7:3x3,utility=margin)", "wargame(board=1 2 3/4 5 6,raid=optional)",
    "squirrels(size=3)", "stakeraid(size=2)", "reloaded(size=4)", "ataxx(size=4)",
]
LARGE = [
    "wargame(board=Smolensk)", "wargame(board=Narvik,raid=optional)", "squirrels", "stakeraid(size=9)", "reloaded", "ataxx",
    "ataxx(position=x-o/1-1/o1x x 0 1)", "stakeraid(size=17)", "ataxx(size=17)",
]
ALL = SMALL + LARGE


def states(name, seed=1, most=60):
    """The states of one random game, the last one included where it comes before `most`."""
    choice = random.Random(f"{name} {seed}")
    state = foray.load_game(name).new_initial_state()
    found = [state.clone()]
    while not state.is_terminal() and len(found) < most:
        state.apply_action(choice.choice(state.legal_actions()))
        found.append(state.clone())
    return found
