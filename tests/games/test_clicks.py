"""For every game: reasons for clicks tell a seat nothing hidden, and a forced move tells the others nothing."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import guanxi
from tests.games.described import positions

if TYPE_CHECKING:
    from guanxi.engine.core.position import Position
    from guanxi.engine.game import Game

GAMES = guanxi.game_names()
NONSENSE = ["", ":", "space:", "hand:nobody", "player:99", "player:x", "box:x:1", "action:fly", "pawn:a:b:c", "東"]


def imagined(p: Position, seat: int, random: Random) -> Position:
    """The position as a seat may consider it possible."""
    twin = p.copy()
    twin.reseed(*(random.getrandbits(32) for _ in range(4)))
    twin.imagine(seat)
    return twin


def all_places(game: Game[Any, Any]) -> list[str]:
    """Every place that a legal move of some random games touches."""
    found = dict.fromkeys(
        place
        for p in islice(positions(game, "places"), 0, None, 5)
        for seat in range(p.seats)
        if p.owing >> seat & 1
        for number in p.legal(seat)
        for place in game.move(p, number).touches()
    )
    return list(found)


def reasons(game: Game[Any, Any], p: Position, seat: int, clicks: list[list[str]]) -> list[object]:
    """What a seat is told about some clicks."""
    found = [game.why_not(p, seat, places) for places in clicks]
    return [wrong and (wrong.reason, wrong.paragraph) for wrong in found]


@pytest.mark.parametrize("name", GAMES)
def test_a_reason_depends_only_on_what_its_seat_knows(name: str) -> None:
    game, random = guanxi.game(name), Random(f"clicks {name}")
    places = all_places(game)
    told = 0
    for p in islice(positions(game, "clicks"), 0, None, 7):
        for seat in range(p.seats):
            if p.owing >> seat & 1:
                clicks = [random.choices(places, k=random.randint(1, 3)) for _ in range(6)]
                here = reasons(game, p, seat, clicks)
                assert reasons(game, imagined(p, seat, random), seat, clicks) == here
                told += sum(reason is not None for reason in here)
    assert told > 20


@pytest.mark.parametrize("name", GAMES)
def test_any_text_may_be_asked_about(name: str) -> None:
    game = guanxi.game(name)
    for p in islice(positions(game, "nonsense"), 0, None, 40):
        for seat in range(p.seats):
            if p.owing >> seat & 1:
                reasons(game, p, seat, [[place] for place in NONSENSE] + [["hand:red", place] for place in NONSENSE])


@pytest.mark.parametrize("name", GAMES)
def test_others_can_tell_whether_a_move_is_forced(name: str) -> None:
    """If they could not, a move that is played at once would tell them something."""
    game, random = guanxi.game(name), Random(f"forced {name}")
    forced = 0
    for p in positions(game, "forced"):
        for seat in range(p.seats):
            is_forced = game.is_forced(p, seat)
            forced += is_forced
            assert not is_forced or (len(p.legal(seat)) == 1 and not p.sealing)
            if p.owing >> seat & 1:
                for other in {*range(p.seats)} - {seat}:
                    assert game.is_forced(imagined(p, other, random), seat) == is_forced
    assert forced > 5
