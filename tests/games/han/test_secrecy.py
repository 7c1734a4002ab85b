"""Information flow: change what a seat cannot know, and every byte that seat gets stays the same."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.engine.position import first_owing
from guanxi.engine.sight import Sight
from guanxi.games.han import GAME
from tests.games.han.games import all_cards, dealt_again, each_setting, somewhere

if TYPE_CHECKING:
    from guanxi.engine.game import Story
    from guanxi.games.han.rules import Han
    from tests.games.han.games import Setting

POSITIONS = 60
AHEAD = 12  # cards of the pile that stay where they are while two tables are compared


def received(p: Han, seat: int) -> tuple[bytes, bytes, list[int], list[int], dict[str, Any]]:
    """All that a seat is given of a position."""
    sight = Sight(GAME, p, seat)
    legal = GAME.legal(p, seat) if p.owing >> seat & 1 else []
    return encoded(p, seat), msgspec.json.encode(sight.view), legal, GAME.observe(p, seat), sight.numbers()


def encoded(p: Han, seat: int | None) -> bytes:
    """A view and a prompt as they would be sent."""
    return msgspec.json.encode((GAME.view(p, seat), GAME.prompt(p, seat)))


@each_setting
def test_what_a_seat_cannot_know_changes_nothing_it_gets(setting: Setting) -> None:
    random = Random(f"secrecy {setting}")
    different = 0
    for game in range(POSITIONS):
        p = somewhere(setting, f"secrecy {game}", random)
        for seat in range(p.seats):
            twin = p.copy()
            twin.reseed(*(random.getrandbits(32) for _ in range(4)))
            twin.imagine(seat)
            assert all_cards(twin) == all_cards(p)
            assert received(twin, seat) == received(p, seat)
            assert encoded(twin, None) == encoded(p, None)
            different += twin.hand != p.hand
    # Many of these twins are really other deals.
    assert different > POSITIONS // 2


@each_setting
def test_what_happens_later_tells_a_seat_nothing_hidden(setting: Setting) -> None:
    random = Random(f"later {setting}")
    compared = 0
    for game in range(POSITIONS):
        p = somewhere(setting, f"later {game}", random)
        if p.emptied == 0:
            seat = random.randrange(p.seats)
            compared += follow(p, dealt_again(p, seat, random, AHEAD), seat, random)
    assert compared > POSITIONS


def follow(p: Han, twin: Han, seat: int, random: Random) -> int:
    """Make the same moves on two tables while they show the same cards; returns how many."""
    moves = 0
    left = p.left
    while p.owing and left - p.left < AHEAD - 4:
        mover = first_owing(p)
        here, there = (GAME.legal(table, mover) for table in (p, twin))
        if mover == seat:
            assert here == there
        both = [number for number in here if number in there]
        if not both:
            break
        number = random.choice(both)
        heard = []
        for table in (p, twin):
            table.story = []
            table.play(mover, number)
            heard.append([GAME.event(table, told, seat) for told in table.story])
        assert heard[0] == heard[1]
        assert received(p, seat) == received(twin, seat)
        moves += 1
        if p.emptied:
            # The old hands decide what the new pile can hold: from here on the tables differ for good reason.
            break
    return moves


@each_setting
def test_a_spectator_sees_and_hears_what_everybody_does(setting: Setting) -> None:
    random = Random("common")
    for game in range(20):
        story: list[Story] = []
        p = somewhere(setting, f"common {game}", random, story)
        spectator = msgspec.to_builtins(GAME.view(p, None))
        for seat in range(p.seats):
            seen = msgspec.to_builtins(GAME.view(p, seat))
            assert seen["players"][seat].pop("hand") is not None
            spectator_too = msgspec.to_builtins(GAME.view(p, None))
            spectator_too["players"][seat].pop("hand")
            assert {**seen, "seat": None} == spectator_too
        assert all(player["hand"] is None for player in spectator["players"])
        for told in story:
            heard = [GAME.event(p, told, seat) for seat in range(p.seats)]
            others = [what for seat, what in enumerate(heard) if what != GAME.event(p, told, None)]
            # Where somebody hears more, it is the one who drew the card.
            assert others in ([], [heard[told[1]]] if told[1] < p.seats else [])
