"""What OpenSpiel's algorithms ask of a game besides its moves: types, observers, names.

Every name here has the meaning it has in OpenSpiel. An algorithm written for it runs with

    import sys, foray
    sys.modules["pyspiel"] = foray
"""

import enum

from foray import _core
from foray._core import ForayError, Game, State

__all__ = [
    "Bot", "GameType", "IIGObservationType", "INVALID_ACTION", "Observer", "PlayerAction", "PlayerId", "PrivateInfoType",
    "SpielError", "StateStruct", "StateType", "TensorLayout", "game_parameters_from_string", "registered_games",
]

SpielError = ForayError
INVALID_ACTION = -1


class PlayerId(enum.IntEnum):
    DEFAULT_PLAYER_ID = 0
    INVALID = -3
    TERMINAL = -4
    CHANCE = -1
    MEAN_FIELD = -5
    SIMULTANEOUS = -2


class StateType(enum.Enum):
    TERMINAL = 0
    CHANCE = 1
    DECISION = 2
    MEAN_FIELD = 3


class TensorLayout(enum.Enum):
    HWC = 0
    CHW = 1


class PrivateInfoType(enum.Enum):
    NONE = 0
    SINGLE_PLAYER = 1
    ALL_PLAYERS = 2


class IIGObservationType:
    """Which part of what players know an observer shows; here everything is public."""

    def __init__(self, public_info=True, perfect_recall=False, private_info=PrivateInfoType.SINGLE_PLAYER):
        self.public_info = public_info
        self.perfect_recall = perfect_recall
        self.private_info = private_info


class GameType:
    """What kind of game it is: two players in turn, no chance, nothing hidden, zero-sum, rewarded at the end."""

    Dynamics = enum.Enum("Dynamics", {"SEQUENTIAL": 1, "SIMULTANEOUS": 0, "MEAN_FIELD": 2})
    ChanceMode = enum.Enum("ChanceMode", {"DETERMINISTIC": 0, "EXPLICIT_STOCHASTIC": 1, "SAMPLED_STOCHASTIC": 2})
    Information = enum.Enum("Information", {"ONE_SHOT": 0, "PERFECT_INFORMATION": 1, "IMPERFECT_INFORMATION": 2})
    Utility = enum.Enum("Utility", {"ZERO_SUM": 0, "CONSTANT_SUM": 1, "GENERAL_SUM": 2, "IDENTICAL": 3})
    RewardModel = enum.Enum("RewardModel", {"REWARDS": 0, "TERMINAL": 1})

    def __init__(self, short_name):
        self.short_name = short_name
        self.long_name = _core._title_of(short_name)
        self.parameter_specification = _core._parameters_of(short_name)
        self.dynamics = GameType.Dynamics.SEQUENTIAL
        self.chance_mode = GameType.ChanceMode.DETERMINISTIC
        self.information = GameType.Information.PERFECT_INFORMATION
        self.utility = GameType.Utility.ZERO_SUM
        self.reward_model = GameType.RewardModel.TERMINAL
        self.max_num_players = self.min_num_players = 2
        self.provides_information_state_string = self.provides_information_state_tensor = True
        self.provides_observation_string = self.provides_observation_tensor = True
        self.provides_factored_observation_string = self.action_structs_only = False
        self.default_loadable = self.is_concrete = True

    def pretty_print(self):
        return "\n".join(f"{key}: {value}" for key, value in vars(self).items())

    def __eq__(self, other):
        return isinstance(other, GameType) and vars(self) == vars(other)

    def __hash__(self):
        return hash(self.short_name)

    def __repr__(self):
        return f"<GameType '{self.short_name}'>"


class PlayerAction:
    """A move of a history: whose, and which."""

    __slots__ = ("player", "action")

    def __init__(self, player, action):
        self.player = player
        self.action = action

    def __eq__(self, other):
        return isinstance(other, PlayerAction) and (self.player, self.action) == (other.player, other.action)

    def __hash__(self):
        return hash((self.player, self.action))

    def __repr__(self):
        return f"PlayerAction(player={self.player},action={self.action})"


class Bot:
    """What a player has to offer; step() chooses an action."""

    def step(self, state):
        raise NotImplementedError

    def restart(self):
        pass

    def restart_at(self, state):
        pass

    def inform_action(self, state, player_id, action):
        pass

    def provides_force_action(self):
        return False

    def provides_policy(self):
        return False


class StateStruct:
    """A state as plain data: what to_dict() has, as attributes."""

    def __init__(self, state):
        self._json = state.to_json()
        self.__dict__.update(state.to_dict())

    def to_dict(self):
        return {key: value for key, value in vars(self).items() if key != "_json"}

    def to_json(self):
        return self._json


class Observer:
    """Observations in one array that is written again by every set_from().

    >>> game = foray.load_game("ataxx(size=5)")
    >>> observer = game.make_observer()
    >>> observer.set_from(game.new_initial_state(), player=0)
    >>> observer.dict["observation"].shape
    (5, 5, 5)
    """

    def __init__(self, game, iig_obs_type=None, params=None):
        if params:
            raise ForayError(f"an observer knows no parameter '{next(iter(params))}'")
        self._shown = iig_obs_type is None or iig_obs_type.public_info
        self._recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.tensor = None
        self.dict = {}
        if self._shown:
            import numpy
            self.tensor = numpy.zeros(game.observation_tensor_size(), numpy.float32)
            name = "information_state" if self._recalls else "observation"
            self.dict = {name: self.tensor.reshape(game.observation_tensor_shape())}

    def set_from(self, state, player):
        if self._shown:
            self.tensor[:] = state.information_state_tensor(player) if self._recalls else state.observation_tensor(player)

    def string_from(self, state, player):
        if not self._shown:
            return ""
        return state.information_state_string(player) if self._recalls else state.observation_string(player)

    def compress(self):
        return self.tensor.tobytes()

    def decompress(self, compressed):
        import numpy
        self.tensor[:] = numpy.frombuffer(compressed, numpy.float32)


def registered_games():
    """The type of every game."""
    return [GameType(name) for name in _core.registered_names()]


def game_parameters_from_string(text):
    """'wargame(board=Smolensk)' as {'name': 'wargame', 'board': 'Smolensk'}."""
    game = _core.load_game(text)
    return {"name": game.name, **game.get_parameters()}


def _get_type(self):
    return StateType.TERMINAL if self.is_terminal() else StateType.DECISION


def _full_history(self):
    first = 0 if self.get_game().new_initial_state().current_player() != 1 else 1
    return [PlayerAction((first + ply) % 2, action) for ply, action in enumerate(self.history())]


def _make_observer(self, iig_obs_type=None, params=None):
    if isinstance(iig_obs_type, dict):
        iig_obs_type, params = None, iig_obs_type
    return Observer(self, iig_obs_type, params)


def _action_to_string(self, player, action):
    return self._action_text(action)


# What follows are methods of the extension's classes that are easier said in Python.
Game.get_type = lambda self: GameType(self.name)
Game.make_observer = _make_observer
Game.make_py_observer = _make_observer
Game.action_to_string = _action_to_string
Game.observation_tensor_layout = lambda self: TensorLayout.CHW
Game.information_state_tensor_layout = lambda self: TensorLayout.CHW
State.get_type = _get_type
State.full_history = _full_history
State.serialize = lambda self: _core._serialize(self)
State.to_struct = lambda self: StateStruct(self)
State.__reduce__ = lambda self: (_restored, (_core.serialize_game_and_state(self.get_game(), self),))


def _restored(text):
    return _core.deserialize_game_and_state(text)[1]
