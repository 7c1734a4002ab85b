"""Information flow: change what a seat cannot know, and every byte that seat gets stays the same."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from guanxi.engine.core.position import first_owing
from guanxi.engine.sight import Sight
from guanxi.engine.story import Story
from guanxi.games.han import GAME
from guanxi.games.han.events import Drew, decode
from guanxi.games.han.rules.material import COLOURS, DREW
from guanxi.games.han.rules.rules import Han
from tests.games.han.games import all_cards, dealt_again, each_setting, random_game, somewhere
from tests.games.han.tables import han, position

if TYPE_CHECKING:
    from guanxi.engine.events import Event
    from tests.games.han.games import Setting

POSITIONS = 60
AHEAD = 12  # cards of the pile that stay where they are while two tables are compared


def received(p: Han, seat: int) -> tuple[bytes, bytes, list[int], list[int], dict[str, Any]]:
    """All that a seat is given of a position."""
    sight = Sight(GAME, p, seat)
    legal = p.legal(seat) if p.owing >> seat & 1 else []
    said = msgspec.json.encode((sight.view, [sight.preview(number) for number in legal]))
    return encoded(p, seat), said, legal, GAME.observe(p, seat), sight.numbers()


def encoded(p: Han, seat: int | None) -> bytes:
    """A view and a prompt as they would be sent."""
    return msgspec.json.encode((GAME.view(p, seat), GAME.prompt(p, seat)))


@each_setting
def test_hidden_cards_change_nothing_that_a_seat_receives(setting: Setting) -> None:
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
def test_later_events_reveal_no_hidden_card(setting: Setting) -> None:
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
        here, there = (table.legal(mover) for table in (p, twin))
        if mover == seat:
            assert here == there
        both = [number for number in here if number in there]
        if not both:
            break
        number = random.choice(both)
        for table in (p, twin):
            table.story = Story()
            table.play(mover, number)
        assert all(heard(p, viewer) == heard(twin, viewer) for viewer in (seat, None))
        assert received(p, seat) == received(twin, seat)
        moves += 1
        if p.emptied:
            # The old hands decide what the new pile can hold: from here on the tables differ for good reason.
            break
    return moves


def heard(p: Han, seat: int | None) -> bytes:
    """The events of a position's story, in words too, and its moments, as they would be sent."""
    assert p.story is not None
    board = GAME.board(p)
    events = [event.seen_by(seat) for event in p.story.events(GAME, board)]
    said = [(event.phrase(board), event.touches()) for event in events]
    moments = [(kind, after, GAME.view(at, seat)) for kind, after, at in p.story.snapshots if isinstance(at, Han)]
    return msgspec.json.encode((events, said, moments))


@each_setting
def test_a_moment_shows_nothing_hidden(setting: Setting) -> None:
    random = Random(f"moments {setting}")
    moments = different = 0
    for game in range(10):
        story = Story()
        for _ in random_game(setting, f"moments {game}", story):
            pass
        for snapshot in story.snapshots:
            p = snapshot.position
            assert isinstance(p, Han)
            for seat in range(p.seats):
                twin = p.copy()
                twin.reseed(*(random.getrandbits(32) for _ in range(4)))
                twin.imagine(seat)
                assert all(encoded(twin, viewer) == encoded(p, viewer) for viewer in (seat, None))
                different += twin.hand != p.hand
            moments += 1
    assert moments > 10
    assert different


@each_setting
def test_a_spectator_sees_and_hears_what_everybody_does(setting: Setting) -> None:
    random = Random("common")
    for game in range(20):
        story = Story()
        p = somewhere(setting, f"common {game}", random, story)
        spectator = msgspec.to_builtins(GAME.view(p, None))
        for seat in range(p.seats):
            seen = msgspec.to_builtins(GAME.view(p, seat))
            assert seen["players"][seat].pop("hand") is not None
            spectator_too = msgspec.to_builtins(GAME.view(p, None))
            spectator_too["players"][seat].pop("hand")
            assert {**seen, "seat": None} == spectator_too
        assert all(player["hand"] is None for player in spectator["players"])
        for event in story.events(GAME, GAME.board(p)):
            public = event.seen_by(None)
            assert [seat for seat in range(p.seats) if event.seen_by(seat) != public] == knowing(event)


def knowing(event: Event) -> list[int]:
    """Only a player who has drawn a card from the pile knows more of an event than a spectator."""
    return [event.seat] if isinstance(event, Drew) else []


@pytest.mark.parametrize("seat", [0, 2, None])
def test_which_card_another_player_draws_changes_nothing_one_hears(seat: int | None) -> None:
    board = GAME.board(position(han()))
    drawn = {msgspec.json.encode(decode(board, (DREW, 1, card, 0, 0, 0, 0)).seen_by(seat)) for card in range(COLOURS)}
    assert drawn == {b'{"event":"drew","seat":1,"card":null}'}
