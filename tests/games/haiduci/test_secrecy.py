"""Information flow: change what a seat cannot know, and every byte that seat gets stays the same."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from guanxi.engine.position import first_owing
from guanxi.engine.sight import Sight
from guanxi.games.haiduci import GAME, material
from tests.games.haiduci.games import all_cards, somewhere

if TYPE_CHECKING:
    from guanxi.engine.game import Story
    from guanxi.games.haiduci.rules import Haiduci

CHUNKS = range(6)
GAMES_IN_CHUNK = 60


def received(p: Haiduci, seat: int) -> tuple[bytes, bytes, list[int], list[int], dict[str, Any]]:
    """All that a seat is given of a position."""
    sight = Sight(GAME, p, seat)
    legal = GAME.legal(p, seat) if p.owing >> seat & 1 else []
    return encoded(p, seat), msgspec.json.encode(sight.view), legal, GAME.observe(p, seat), sight.numbers()


def encoded(p: Haiduci, seat: int | None) -> bytes:
    """A view and a prompt as they would be sent."""
    return msgspec.json.encode((GAME.view(p, seat), GAME.prompt(p, seat)))


def seats_of(chunk: int) -> int:
    return GAME.seats[chunk % len(GAME.seats)]


def twin_of(p: Haiduci, seat: int, random: Random) -> Haiduci:
    """The same table for a seat, but what is hidden from it lies elsewhere."""
    twin = p.copy()
    twin.reseed(*(random.getrandbits(32) for _ in range(4)))
    twin.imagine(seat)
    return twin


@pytest.mark.parametrize("chunk", CHUNKS)
def test_what_a_seat_cannot_know_changes_nothing_it_gets(chunk: int) -> None:
    random = Random(f"secrecy {chunk}")
    different = shuffled = 0
    for game in range(GAMES_IN_CHUNK):
        p = somewhere(seats_of(chunk), f"secrecy {chunk} {game}", random)
        shuffled += p.shuffles > 0
        for seat in range(p.seats):
            twin = twin_of(p, seat, random)
            assert all_cards(twin) == all_cards(p)
            assert received(twin, seat) == received(p, seat)
            different += (twin.hand, twin.leader) != (p.hand, p.leader)
    assert different > GAMES_IN_CHUNK
    assert shuffled > GAMES_IN_CHUNK // 5


@pytest.mark.parametrize("chunk", CHUNKS)
def test_what_nobody_shows_changes_nothing_for_a_spectator(chunk: int) -> None:
    random = Random(f"spectator {chunk}")
    for game in range(GAMES_IN_CHUNK):
        p = somewhere(seats_of(chunk), f"spectator {chunk} {game}", random)
        assert encoded(twin_of(p, random.randrange(p.seats), random), None) == encoded(p, None)


@pytest.mark.parametrize("chunk", CHUNKS)
def test_what_happens_later_tells_a_seat_nothing_hidden(chunk: int) -> None:
    """The same moves on two tables that look alike: until something is drawn or claimed, a seat hears the same."""
    random = Random(f"later {chunk}")
    compared = 0
    for game in range(GAMES_IN_CHUNK):
        p = somewhere(seats_of(chunk), f"later {chunk} {game}", random)
        seat = random.randrange(p.seats)
        twin = twin_of(p, seat, random)
        for _ in range(20):
            if not p.owing:
                break
            mover = first_owing(p)
            both = sorted(set(GAME.legal(p, mover)) & set(GAME.legal(twin, mover)))
            if not both:
                break
            move = random.choice(both)
            heard = []
            for table in (p, twin):
                table.story = []
                table.play(mover, move)
                heard.append(table.story)
            # At the end all is shown.
            revealing = (material.LED, material.DREW, material.CLAIMED, material.ENDED)
            if any(told[0] in revealing for story in heard for told in story):
                break
            assert [GAME.event(p, told, seat) for told in heard[0]] == [
                GAME.event(twin, told, seat) for told in heard[1]
            ]
            assert encoded(p, seat) == encoded(twin, seat)
            compared += 1
    assert compared > GAMES_IN_CHUNK


def test_a_spectator_hears_what_the_others_hear() -> None:
    random = Random("heard")
    for game in range(60):
        story: list[Story] = []
        p = somewhere(GAME.seats[game % 3], f"heard {game}", random, story)
        for told in story:
            heard = [GAME.event(p, told, seat) for seat in range(p.seats)]
            spectator = GAME.event(p, told, None)
            differing = [seat for seat in range(p.seats) if heard[seat] != spectator]
            # Where somebody hears more, it is the one who drew the card or the leader.
            assert differing in ([], [told[1]])


def test_hands_and_leaders_are_in_nobody_elses_view() -> None:
    random = Random("views")
    for game in range(60):
        p = somewhere(5, f"views {game}", random)
        for seat in (*range(5), None):
            view = GAME.view(p, seat)
            for other, player in enumerate(view.players):
                assert (player.hand is not None) == (other == seat)
                shown = p.faction[other] >= 0 and (other == seat or p.phase == material.OVER or p.claimed >> other & 1)
                assert (player.leader is not None) == bool(shown)
                assert ("conditions" in player.points) == bool(shown)
