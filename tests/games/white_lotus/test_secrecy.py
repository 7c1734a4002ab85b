"""Information flow: change what a seat cannot know, and every byte that seat gets stays the same."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, cast

import msgspec
import pytest

from guanxi.engine.core.position import NOBODY
from guanxi.engine.sight import Sight
from guanxi.engine.story import Story
from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.board import BOARDS, DEFAULT
from guanxi.games.white_lotus.events import Drew, Offered
from guanxi.games.white_lotus.rules import material, negotiation
from tests.games.white_lotus.games import TABLES, begun, check, play_on, somewhere
from tests.games.white_lotus.tables import ANN, BEN, CAT, control, play, position, table_with

if TYPE_CHECKING:
    from guanxi.games.white_lotus.rules.rules import WhiteLotus

YUAN = BOARDS.load(DEFAULT)


def received(p: WhiteLotus, seat: int) -> tuple[bytes, bytes, list[int], list[int], dict[str, Any]]:
    """All that a seat is given of a position."""
    sight = Sight(GAME, p, seat)
    asked = p.owing | p.sealing
    legal = p.legal(seat) if asked >> seat & 1 else []
    said = msgspec.json.encode((sight.view, [sight.preview(number) for number in legal]))
    return encoded(p, seat), said, legal, GAME.observe(p, seat), sight.numbers()


def encoded(p: WhiteLotus, seat: int | None) -> bytes:
    """A view and a prompt as they would be sent."""
    return msgspec.json.encode((GAME.view(p, seat), GAME.prompt(p, seat)))


def other_choices(p: WhiteLotus, seat: int | None, random: Random) -> WhiteLotus:
    """The same position, but others have sealed something else, and looked at another tile."""
    twin = p.copy()
    for other in range(p.seats):
        if other != seat and p.sealing >> other & 1 and p.sealed[other] != NOBODY:
            whole = not p.owing >> other & 1
            begin_again(twin, other)
            while True:
                twin.play(other, random.choice(twin.legal(other)))
                if not whole or not twin.owing >> other & 1:
                    break
            assert twin.owing == p.owing
    if p.tile != NOBODY and not (seat is not None and p.owing >> seat & 1):
        bag = twin.bag
        bag[twin.tile] += 1
        twin.tile = random.choice([kind for kind in range(material.BUILDINGS) if bag[kind]])
        bag[twin.tile] -= 1
        twin.bag = bag
    if p.step in (material.STATING, material.ANSWERING) and (seat is None or not negotiation.hears_terms(p, seat)):
        twin.terms = [random.randrange(9) for _ in range(material.TERMS)]
    twin.refused = [
        [
            random.randrange(10**12) if seat not in (speaker, other) and max(speaker, other) < p.seats else offer
            for other, offer in enumerate(row)
        ]
        for speaker, row in enumerate(p.refused)
    ]
    return twin


def begin_again(p: WhiteLotus, seat: int) -> None:
    """Forget a seat's sealed choice."""
    sealed = p.sealed
    sealed[seat] = NOBODY
    p.sealed = sealed
    p.owing |= 1 << seat


@pytest.mark.parametrize(("seats", "negotiation"), TABLES)
def test_hidden_information_changes_nothing_a_seat_gets(seats: int, negotiation: bool) -> None:
    random = Random(f"secrecy {seats} {negotiation}")
    different = 0
    for game in range(80):
        p = somewhere(f"secrecy {game}", random, seats, negotiation)
        for seat in range(seats):
            twin = other_choices(p, seat, random)
            check(twin)
            assert received(twin, seat) == received(p, seat)
            different += twin.numbers() != p.numbers()
        assert encoded(other_choices(p, None, random), None) == encoded(p, None)
    # Enough of these twins are really other positions.
    assert different > 10


def test_imagined_positions_look_the_same_to_the_seat() -> None:
    random = Random("imagined")
    for game in range(150):
        seats, negotiation = TABLES[game % len(TABLES)]
        p = somewhere(f"imagined {game}", random, seats, negotiation)
        for seat in range(seats):
            world = Sight(GAME, p, seat).sample_world(random)
            assert isinstance(world, type(p))
            check(world)
            ready = p.sealing & ~p.owing & ~(1 << seat)
            # Who is ready is forgotten with what they have chosen.
            expected = p.copy()
            for other in range(seats):
                if ready >> other & 1 or (other != seat and p.sealing >> other & 1):
                    begin_again(expected, other)
            assert encoded(world, seat) == encoded(expected, seat)


def test_a_drawn_tile_is_imagined_from_all_that_are_unseen() -> None:
    random = Random("tile")
    drawn = set()
    p = somewhere("tile 0", random, 4)
    for game in range(1000):
        p = somewhere(f"tile {game}", random, 4)
        if p.step == material.FOUNDING:
            break
    watcher = next(seat for seat in range(4) if not p.owing >> seat & 1)
    sight = Sight(GAME, p, watcher)
    for _ in range(300):
        world = sight.sample_world(random)
        drawn.add(world.numbers()["tile"])
    bag = p.bag
    assert drawn == {kind for kind in range(material.BUILDINGS) if bag[kind] or kind == p.tile}
    drawer = next(seat for seat in range(4) if p.owing >> seat & 1)
    assert {Sight(GAME, p, drawer).sample_world(random).numbers()["tile"] for _ in range(20)} == {p.tile}


@pytest.mark.parametrize(
    ("one", "other"),
    [("against Ben", "against Cat"), ("against Ben, influence 0", "against Cat, influence 9")],
    ids=["half a bid", "a whole bid"],
)
def test_a_bid_changes_no_byte_for_the_others_before_all_are_in(one: str, other: str) -> None:
    tables = [control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben Cat"})) for _ in range(2)]
    for table, bid in zip(tables, (one, other), strict=True):
        play(table, f"Ann: {bid}", "Cat: against Ann, influence 3")
    first, second = tables
    for seat in (BEN, CAT, None):
        assert first.events(seat) == second.events(seat)
        assert encoded(position(first), seat) == encoded(position(second), seat)
    for seat in (BEN, CAT):
        assert received(position(first), seat) == received(position(second), seat)
    assert received(position(first), ANN) != received(position(second), ANN)


def test_half_a_bid_looks_like_none() -> None:
    none, half = (control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben Cat"})) for _ in range(2))
    play(half, "Ann: against Ben")
    for seat in (BEN, CAT):
        assert none.events(seat) == half.events(seat)
        assert received(position(none), seat) == received(position(half), seat)


# What has happened


def heard(story: Story, seat: int | None) -> bytes:
    """All events and moments so far as they would be sent to a seat."""
    events = [GAME.decode(YUAN, told).seen_by(seat) for told in story.told]
    lines = [(event, event.phrase(YUAN), event.touches()) for event in events]
    moments = [(kind, after, GAME.view(cast("WhiteLotus", kept), seat)) for kind, after, kept in story.snapshots]
    return msgspec.json.encode((lines, moments))


def played(start: WhiteLotus, line: list[tuple[int, int]]) -> tuple[WhiteLotus, Story]:
    """A game played on from its set-up, and all that was told."""
    p, story = start.copy(), Story()
    p.story = story
    for seat, move in line:
        p.play(seat, move)
    return p, story


def other_line(start: WhiteLotus, line: list[tuple[int, int]], seat: int | None) -> list[tuple[int, int]]:
    """The same moves, but in the sealed decision that is still going on others choose something else."""
    random = Random(f"other {len(line)} {seat}")
    p, window = start.copy(), 0
    for index, (other, move) in enumerate(line):
        p.play(other, move)
        if set(p.sealed) == {NOBODY}:
            window = index + 1
    if not p.sealing:
        return line
    p, changed = played(start, line[:window])[0], line[:window]
    for other, move in line[window:]:
        changed.append((other, move if other == seat else random.choice(p.legal(other))))
        p.play(*changed[-1])
    return changed


def with_other_tile(p: WhiteLotus, story: Story, seat: int | None) -> None:
    """Let somebody else have drawn another tile, if a drawn tile is not yet placed."""
    if p.tile != NOBODY and not (seat is not None and p.owing >> seat & 1):
        kind, drawer, tile, *rest = story.told[-1]
        assert (kind, tile) == (material.DREW, p.tile)
        story.told[-1] = (kind, drawer, (tile + 1) % material.BUILDINGS, *rest)


@pytest.mark.parametrize(("seats", "negotiation"), TABLES)
def test_events_and_moments_tell_a_seat_nothing_it_cannot_know(seats: int, negotiation: bool) -> None:
    random = Random(f"heard {seats} {negotiation}")
    sealed = drawn = moments = 0
    for game in range(30):
        start = begun(f"heard {game}", seats, negotiation)
        p = start.copy()
        line = play_on(p, random, random.randrange(60 * seats))
        # To where a tile is drawn, to where somebody has sealed a choice, or to anywhere.
        while p.owing and game % 3 != 2 and not (p.sealing & ~p.owing if game % 3 else p.tile != NOBODY):
            line += play_on(p, random, 1)
        p, story = played(start, line)
        for seat in (*range(seats), None) if p.owing else ():
            twin, other = played(start, other_line(start, line, seat))
            assert twin.owing == p.owing
            with_other_tile(twin, other, seat)
            assert heard(other, seat) == heard(story, seat)
            sealed += twin.sealed != p.sealed
            drawn += other.told != story.told
            moments += len(other.snapshots)
    # Enough of these twins are really other games.
    assert sealed > 5
    assert drawn > 5
    assert moments > 100


def test_everybody_hears_the_same_but_for_a_drawn_tile_and_the_terms_of_offers() -> None:
    random = Random("same")
    for game in range(16):
        seats, negotiation = TABLES[game % len(TABLES)]
        story = Story()
        play_on(begun(f"same {game}", seats, negotiation, story), random, 80)
        for told in story.told:
            event = GAME.decode(YUAN, told)
            spectator = event.seen_by(None)
            for seat in range(seats):
                drawn = isinstance(event, Drew) and event.seat == seat
                if drawn or (isinstance(event, Offered) and seat in (event.seat, event.partner)):
                    assert event.seen_by(seat) == event != spectator
                else:
                    assert event.seen_by(seat) == spectator
