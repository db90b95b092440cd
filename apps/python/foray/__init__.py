"""Foray in Python: territory-capture games, a strong engine, an exact solver.

Games and states have OpenSpiel's names (load_game, legal_actions, apply_action, ...), so that what is written for OpenSpiel runs on them.

>>> import foray
>>> state = foray.load_game("wargame(board=Smolensk)").new_initial_state()
>>> state.apply_action(state.string_to_action("c3"))
>>> state.scores()
(39, 0)
"""

from foray import _core
from foray._core import *  # noqa: F401,F403
from foray._core import ForayError, Game, State, __version__
from foray.openspiel import *  # noqa: F401,F403
