"""What OpenSpiel's own tests ask of a game."""

import copy
import itertools
import pickle

import numpy
import pytest

import foray
from games import ALL, SMALL, states


@pytest.mark.parametrize("name", ALL)
def test_actions_of_the_mover_are_sorted_and_of_others_empty(name):
    game = foray.load_game(name)
    for state in states(name):
        actions = state.legal_actions()
        assert actions == sorted(set(actions))
        assert all(0 <= action < game.num_distinct_actions() for action in actions)
        assert [i for i, legal in enumerate(state.legal_actions_mask()) if legal] == actions
        if state.is_terminal():
            assert state.current_player() == foray.PlayerId.TERMINAL
            assert state.get_type() == foray.StateType.TERMINAL
            assert actions == state.legal_actions(0) == state.legal_actions(1) == []
        else:
            mover = state.current_player()
            assert actions and state.legal_actions(mover) == actions
            assert state.legal_actions(1 - mover) == [] and sum(state.legal_actions_mask(1 - mover)) == 0


@pytest.mark.parametrize("name", ALL)
def test_texts_and_numbers_of_moves_agree(name):
    for state in states(name, most=20):
        actions = state.legal_actions()
        texts = [state.action_to_string(state.current_player(), action) for action in actions]
        assert sorted(texts) == sorted(state.legal_moves())
        assert [state.string_to_action(text) for text in texts] == actions
        assert [state.get_game().action_to_string(0, action) for action in actions] == texts


@pytest.mark.parametrize("name", SMALL)
def test_every_child_can_be_taken_back(name):
    for state in states(name):
        for action in state.legal_actions():
            mover = state.current_player()
            child = state.child(action)
            assert child.history() == state.history() + [action]
            assert child.full_history()[-1] == foray.PlayerAction(mover, action)
            with pytest.raises(foray.ForayError, match="the last move was"):
                child.undo_action(1 - mover, action)
            child.undo_action(mover, action)
            assert str(child) == str(state) and child.history() == state.history()


@pytest.mark.parametrize("name", ALL)
def test_returns_add_up_and_stay_within_bounds(name):
    game = foray.load_game(name)
    for state in states(name, most=5000):
        returns = state.returns()
        assert sum(returns) == game.utility_sum()
        assert state.rewards() == returns == [state.player_return(0), state.player_reward(1)]
        assert all(game.min_utility() <= each <= game.max_utility() for each in returns)
        if state.is_terminal():
            margin = state.scores()[0] - state.scores()[1]
            if game.get_parameters().get("utility") == "margin":
                assert returns[0] == margin
            else:
                assert returns[0] == (margin > 0) - (margin < 0) or "limit" in state.ending() or "no" in state.ending()
        else:
            assert returns == [0, 0] and state.ending() == ""
        assert state.move_number() == len(state.history()) <= game.max_game_length()


@pytest.mark.parametrize("name", ALL)
def test_states_survive_text_copies_and_pickles(name):
    game = foray.load_game(name)
    for state in states(name)[::7]:
        assert str(game.deserialize_state(state.serialize())) == str(state)
        other_game, other = foray.deserialize_game_and_state(foray.serialize_game_and_state(game, state))
        assert other_game == game and other.history() == state.history()
        assert str(pickle.loads(pickle.dumps(state))) == str(copy.deepcopy(state)) == str(state)
        assert state.to_struct().to_dict() == state.to_dict()
    assert pickle.loads(pickle.dumps(game)) == game


@pytest.mark.parametrize("name", ALL)
def test_tensors_show_the_board_to_either_player(name):
    game = foray.load_game(name)
    shape = game.observation_tensor_shape()
    for state in states(name)[::5]:
        mine, yours = (numpy.reshape(state.observation_tensor(player), shape) for player in (0, 1))
        assert (mine >= 0).all() and (mine <= 1).all()
        assert (mine[0] == yours[1]).all() and (mine[1] == yours[0]).all() and (mine[2:4] == yours[2:4]).all()
        for row, text in enumerate(state.board()):
            assert [int(cell) for cell in mine[0][row]] == [int(cell == "x") for cell in text]
            assert [int(cell) for cell in mine[2][row]] == [int(cell == ".") for cell in text]
        if not state.is_terminal():
            assert mine[4].all() == (state.current_player() == 0) and yours[4].all() == (state.current_player() == 1)
            assert state.observation_tensor() == state.observation_tensor(state.current_player())
        assert state.information_state_tensor(0) == state.information_state_tensor(1) == state.observation_tensor(0)


@pytest.mark.parametrize("name", SMALL)
def test_who_is_no_player_is_told_so(name):
    for state in states(name):
        for ask in (state.observation_tensor, state.observation_string, state.information_state_tensor, state.information_state_string):
            with pytest.raises(RuntimeError, match="player >= 0"):
                ask(-1)
            with pytest.raises(RuntimeError, match="player <"):
                ask(2)
            if state.is_terminal():
                with pytest.raises(RuntimeError, match="player"):
                    ask()


def test_the_whole_tree_of_a_small_game():
    """The players' information states never meet, and everything ends with a constant sum."""
    seen = [set(), set()]
    leaves = 0

    def visit(state):
        nonlocal leaves
        if state.is_terminal():
            leaves += 1
            assert sum(state.returns()) == 0
            return
        player = state.current_player()
        seen[player].add((state.information_state_string(player), tuple(state.information_state_tensor(player))))
        for action in state.legal_actions():
            visit(state.child(action))

    visit(foray.load_game("wargame(board=1 2/3 4,raid=mandatory)").new_initial_state())
    assert leaves == 24 and not seen[0] & seen[1] and len(seen[0] | seen[1]) == 1 + 4 + 12 + 24


def test_observers_show_what_they_are_asked_to():
    game = foray.load_game("reloaded(size=4)")
    state = game.new_initial_state()
    everything = game.make_observer()
    everything.set_from(state, 1)
    assert everything.tensor.tolist() == state.observation_tensor(1)
    assert everything.string_from(state, 0) == state.observation_string(0)
    packed = everything.compress()
    everything.tensor[:] = 0
    everything.decompress(packed)
    assert everything.tensor.tolist() == state.observation_tensor(1)
    recalled = game.make_observer(foray.IIGObservationType(perfect_recall=True), {})
    assert recalled.string_from(state, 0) == state.information_state_string(0)
    private = game.make_observer(foray.IIGObservationType(public_info=False))
    assert private.string_from(state, 0) == ""


def test_types_say_what_kind_of_game_it_is():
    assert foray.registered_names() == sorted(foray.registered_names())
    for name, kind in zip(foray.registered_names(), foray.registered_games()):
        game = foray.load_game(name)
        assert game.get_type() == kind and kind.short_name == game.name == name
        assert kind.dynamics == foray.GameType.Dynamics.SEQUENTIAL
        assert set(game.get_parameters()) <= set(kind.parameter_specification)
        given = foray.load_game(name, kind.parameter_specification)
        assert given.num_distinct_actions() == game.num_distinct_actions()


BAD = {
    "chess": "unknown game 'chess'", "wargame(": "closing bracket", "wargame(size)": "expected key=value",
    "wargame(size=3,size=4)": "said twice", "wargame(board=Nowhere)": "no board is called", "ataxx(board=Smolensk)": "no parameter 'board'",
    "wargame(size=99)": "size", "wargame(utility=x)": "utility", "wargame(position=foo)": "position, column 1", "ataxx(size=1)": "size",
    "wargame(raid=never)": "raid",
}


@pytest.mark.parametrize("name", BAD)
def test_bad_games_are_refused_in_one_line(name):
    with pytest.raises(foray.ForayError, match=BAD[name].replace("(", r"\(")) as caught:
        foray.load_game(name)
    assert "\n" not in str(caught.value)
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, RuntimeError)


def test_bad_moves_change_nothing():
    state = foray.load_game("ataxx").new_initial_state()
    before = str(state)
    for action in (-1, 24, 10_000, 49 + 5):
        with pytest.raises(foray.ForayError):
            state.apply_action(action)
    for text in ("d4", "a1", "", "zz", "a1a4"):
        with pytest.raises(foray.ForayError):
            state.apply_move(text)
    for broken in ("x", "24\n", "9999999999999999999"):
        with pytest.raises(foray.ForayError, match="state, line 1"):
            state.get_game().deserialize_state(broken)
    assert str(state) == before
    with pytest.raises(foray.ForayError, match="no move to take back"):
        state.undo_action(0, 1)


def test_games_are_told_in_words_rows_and_numbers():
    rows = [[66, 76], [31, 39]]
    games = [foray.load_game("wargame", board=numpy.array(rows)), foray.load_game("wargame", {"board": rows}),
             foray.load_game("wargame(board=66 76/31 39)")]
    assert games[0] == games[1] == games[2] and len({hash(game) for game in games}) == 1
    assert games[0].values == rows and games[0].max_game_length() == 4
    assert foray.load_game("wargame", size=(2, 3)) == foray.load_game("wargame(size=2x3)")
    begun = foray.load_game("ataxx").new_initial_state("x5o/7/7/7/7/6x/o5x o 0 1")
    assert begun.current_player() == 1 and begun.get_game().get_parameters()["position"].endswith("o 0 1")
    begun.apply_action(begun.legal_actions()[0])
    assert [move.player for move in begun.full_history()] == [1]


def test_pictures_are_svg():
    state = foray.load_game("wargame(board=Smolensk)").new_initial_state()
    state.apply_move("c3")
    for picture in (state._repr_svg_(), state.svg(size=200, theme="dark")):
        assert picture.startswith("<svg") and picture.rstrip().endswith("</svg>")
    with pytest.raises(foray.ForayError, match="size"):
        state.svg(size=1)
    with pytest.raises(foray.ForayError):
        state.svg(theme="pink")


def test_combinations_of_all_first_moves_commute_with_their_texts():
    game = foray.load_game("stakeraid(size=2)")
    for first, second in itertools.product(game.new_initial_state().legal_actions(), repeat=2):
        state = game.new_initial_state()
        state.apply_action(first)
        if second not in state.legal_actions():
            continue
        state.apply_action(second)
        again = game.new_initial_state()
        for move in state.moves():
            again.apply_move(move)
        assert again.history() == [first, second]
