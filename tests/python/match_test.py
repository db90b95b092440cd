"""Matches, players and records from Python."""

import os
import random
import subprocess

import pytest

import foray


def chooser(seed):
    choice = random.Random(seed)

    def player(state):
        return choice.choice(state.legal_actions())

    return player


@pytest.mark.parametrize("threads", [1, 3])
def test_functions_play_foray_s_players(threads):
    game = foray.load_game("ataxx(size=5)")
    heard = []
    match = foray.play_match(game, "engine:level=3", chooser(1), games=12, threads=threads, on_game=heard.append)
    assert match.wins + match.draws + match.losses == len(match.games) == len(heard) == 12
    assert sum(match.pairs) == 6 and match.points > 6 and match.elo > 0
    assert match.games[0].players == ("engine:level=3", "player") == match.games[1].players[::-1]
    assert match.games[0].moves[:2] == match.games[1].moves[:2]


def test_a_match_without_functions_is_the_same_with_every_number_of_threads():
    game = foray.load_game("wargame(board=random:3:4x4)")
    one, two = (foray.play_match(game, "engine:level=2", "alphabeta:2", games=8, seed=5, threads=threads) for threads in (1, 2))
    assert [record.moves for record in one.games] == [record.moves for record in two.games]


def test_states_shown_to_functions_lead_on():
    game = foray.load_game("wargame(size=4)")
    lengths = []

    def first_move(state):
        lengths.append(len(state.history()))
        assert state.get_game().values == game.values
        other = foray.deserialize_game_and_state(foray.serialize_game_and_state(state.get_game(), state))[1]
        assert other.fen() == state.fen()
        return state.legal_moves()[0]

    foray.play_match(game, first_move, "greedy", games=2, opening_plies=2)
    assert lengths[:3] == [0, 2, 4]


def test_an_exception_comes_out_and_an_illegal_move_loses():
    game = foray.load_game("reloaded(size=4)")

    def broken(state):
        return 1 / 0

    with pytest.raises(ZeroDivisionError):
        foray.play_match(game, broken, "random", games=4, threads=2)
    with pytest.raises(TypeError):
        foray.play_match(game, lambda state: 1.5, "random", games=2)
    match = foray.play_match(game, lambda state: 10_000, "random", games=2)
    assert match.losses == 2 and all("10000" in record.ending for record in match.games)
    for bad in (dict(games=3), dict(games=0), dict(threads=0), dict(opening_plies=-1)):
        with pytest.raises(foray.ForayError):
            foray.play_match(game, "random", "random", **bad)
    with pytest.raises(foray.ForayError):
        foray.play_match(game, "nobody", "random")
    with pytest.raises(foray.ForayError, match="a player is"):
        foray.play_match(game, 5, "random")


def test_records_survive_both_formats():
    game = foray.load_game("wargame(board=Smolensk,raid=optional)")
    records = foray.play_match(game, "engine:level=1", "greedy", games=2).games
    for form in ("pgn", "json"):
        again = foray.read_games(foray.write_games(records, form))
        assert [record.moves for record in again] == [record.moves for record in records]
        assert [(record.returns, record.scores, record.players) for record in again] == [(r.returns, r.scores, r.players) for r in records]
    record = records[0]
    states = record.states()
    assert len(states) == len(record) + 1 and states[-1].is_terminal() and states[-1].scores() == record.scores
    assert states[-1].moves() == record.moves and states[0].get_game().values == game.values
    assert record.notes[2]["value"] is not None and record.ending == "board full"
    assert foray.Record(states[-1], players=("a", "b")).returns == record.returns
    for text in ("[Variant \"ataxx\"]\n\n1. zz *", "{}", "nonsense"):
        with pytest.raises(foray.ForayError):
            foray.read_games(text)
    with pytest.raises(foray.ForayError, match="format"):
        foray.write_games(records, "gif")


def test_the_command_reads_what_python_wrote(tmp_path):
    game = foray.load_game("ataxx(size=5)")
    file = tmp_path / "game.json"
    file.write_text(foray.play_match(game, "greedy", "random", games=2).games[0].to_json())
    done = subprocess.run([os.environ["FORAY_BINARY"], "render", str(file), "-o", str(tmp_path / "game.svg")], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_a_game_of_odd_shape_is_the_same_game_in_its_record():
    for name in ("wargame(size=1x1)", "wargame(board=1 2 3/4 5 6,raid=optional)", "stakeraid(size=3)", "ataxx(position=x-o/1-1/o1x o 0 1)"):
        state = foray.load_game(name).new_initial_state()
        while not state.is_terminal() and len(state.history()) < 10:
            state.apply_action(state.legal_actions()[-1])
        record = foray.Record(state)
        assert record.states()[-1].fen() == state.fen()
        assert foray.load_game(str(record.game)) == record.game
