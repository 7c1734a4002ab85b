"""Properties of every position of 10,000 random games of Hanamikoji."""

from __future__ import annotations

from random import Random

import pytest

import guanxi
from guanxi.engine import chance
from guanxi.engine.core.position import Moves, first_owing, playout
from guanxi.games.hanamikoji import GAME
from guanxi.games.hanamikoji.rules import material, rules, scoring
from tests.games.hanamikoji.games import CHUNKS, GAMES_IN_CHUNK, all_cards, begun, random_game
from tests.games.hanamikoji.tables import COPIES, position

LANGUAGES = ("en", "fr", "it")


@pytest.mark.parametrize("chunk", CHUNKS)
def test_all_21_cards_are_somewhere_and_there_is_always_a_move(chunk: int) -> None:
    for game in range(GAMES_IN_CHUNK):
        for p, moves in random_game(f"cards {chunk} {game}"):
            assert all_cards(p) == COPIES
            numbers = moves.numbered()
            assert bool(numbers) == bool(p.owing)
            assert len(set(numbers)) == len(numbers)
            assert all(0 <= number < GAME.moves for number in numbers)


@pytest.mark.parametrize("chunk", CHUNKS)
def test_every_game_ends_with_a_winner_who_has_reached_a_goal(chunk: int) -> None:
    for game in range(GAMES_IN_CHUNK):
        p, moves = begun(f"end {chunk} {game}"), Moves()
        playout(p, moves)
        (winner,) = GAME.result(p).winners
        assert scoring.charm(p, winner) >= 11 or scoring.geishas(p, winner) >= 4
        assert scoring.charm(p, 1 - winner) < 11
        assert p.returns(winner) == 1.0 == -p.returns(1 - winner)


@pytest.mark.parametrize("chunk", CHUNKS)
def test_a_log_replays_to_the_same_position(chunk: int) -> None:
    random = Random(chunk)
    for game in range(GAMES_IN_CHUNK):
        # One game in five goes on to its end; the others stop after a round, for speed.
        table = GAME.table(seed=f"log {chunk} {game}", rounds=0 if game % 5 == 0 else 1)
        while not table.over:
            seat = table.to_move[0]
            table.play(seat, random.choice(position(table).legal(seat)))
        *_, again = guanxi.replay(table.log.to_json())
        assert again.position.numbers() == table.position.numbers()
        assert again.result == table.result
        assert again.log == table.log


def test_every_position_of_a_replay_is_the_one_that_was_played() -> None:
    random = Random(7)
    for game in range(15):
        table = GAME.table(seed=f"every {game}")
        played = [(table.position.numbers(), table.events(0), table.events(1))]
        while not table.over:
            seat = table.to_move[0]
            table.play(seat, random.choice(table.legal_moves(seat)))
            played.append((table.position.numbers(), table.events(0), table.events(1)))
        again = [(step.position.numbers(), step.events(0), step.events(1)) for step in guanxi.replay(table.log)]
        assert again == played


def test_every_legal_move_survives_typed_and_notation() -> None:
    for game in range(40):
        for p, moves in random_game(f"notation {game}", rounds=1):
            seat = first_owing(p)
            for number in moves.numbered():
                move = GAME.move(p, number)
                assert GAME.number(p, seat, move) == number
                assert GAME.number(p, seat, GAME.parse(p, move.notation())) == number


def test_what_is_legal_is_accepted_and_nothing_else() -> None:
    """The rules' list of legal moves and the reasons for refusing say the same."""
    for game in range(10):
        for p, moves in random_game(f"refused {game}", rounds=1):
            if not p.owing:
                continue
            seat, numbers = first_owing(p), set(moves.numbered())
            accepted = {number for number in range(material.TAKE) if is_accepted(p, seat, number)}
            assert accepted == numbers - set(range(material.TAKE, material.MOVES))


def is_accepted(p: rules.Hanamikoji, seat: int, number: int) -> bool:
    """Do the reasons let an action pass?"""
    try:
        return GAME.number(p, seat, GAME.move(p, number)) == number
    except guanxi.IllegalMove:
        return False


def test_undo_gives_back_every_earlier_position() -> None:
    random = Random(11)
    for game in range(20):
        table = GAME.table(seed=f"undo {game}", rounds=2)
        played = [table.position.numbers()]
        while not table.over:
            seat = table.to_move[0]
            table.play(seat, random.choice(table.legal_moves(seat)))
            played.append(table.position.numbers())
        while table.moves:
            table.undo(random.randint(1, min(3, table.moves)))
            assert table.position.numbers() == played[table.moves]


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    def deal(seed: str) -> str:
        return str(GAME.begin(2, GAME.check_options(2, {}), chance.words(seed, 0)).hand)

    assert deal("a") == deal("a")
    assert len({deal(str(seed)) for seed in range(100)}) == 100


def test_all_that_is_told_can_be_said_in_every_language() -> None:
    random = Random(13)
    for game in range(30):
        table = GAME.table(seed=f"said {game}", rounds=3, names=("Ann", "Bo"))
        while not table.over:
            seat = table.to_move[0]
            moves = table.legal_moves(seat)
            move = random.choice(moves)
            table.play(seat, move)
            said = [table.phrase(move), *(table.prompt(who) for who in (0, 1, None))]
            said += [table.phrase(what) for who in (0, 1, None) for what in table.events(who, since=table.moves)]
            for what in said:
                for language in LANGUAGES:
                    text = table.say(what, language)
                    assert text
                    assert "{" not in text
        assert table.result is not None
        assert all(table.say(table.result.reason, language) for language in LANGUAGES)
