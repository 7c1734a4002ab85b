"""Information flow: change what a seat cannot know, and every byte that seat gets stays the same."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, cast

import msgspec
import pytest

from guanxi.engine.core.position import first_owing
from guanxi.engine.sight import Sight
from guanxi.engine.story import Story
from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.events import Drew, DrewLeader
from guanxi.games.haiduci.rules import material
from tests.games.haiduci.games import all_cards, somewhere

if TYPE_CHECKING:
    from guanxi.games.haiduci.rules.rules import Haiduci

CHUNKS = range(6)
GAMES_IN_CHUNK = 60


def received(p: Haiduci, seat: int) -> tuple[bytes, bytes, list[int], list[int], dict[str, Any]]:
    """All that a seat is given of a position."""
    sight = Sight(GAME, p, seat)
    legal = p.legal(seat) if p.owing >> seat & 1 else []
    said = msgspec.json.encode((sight.view, [sight.preview(number) for number in legal]))
    return encoded(p, seat), said, legal, GAME.observe(p, seat), sight.numbers()


def encoded(p: Haiduci, seat: int | None) -> bytes:
    """A view and a prompt as they would be sent."""
    return msgspec.json.encode((GAME.view(p, seat), GAME.prompt(p, seat)))


def told(p: Haiduci, story: Story, seat: int | None, before: int) -> bytes:
    """What a seat is told of a move before an event, as it would be sent: fields, words, places and moments."""
    board = GAME.board(p)
    seen = [what.seen_by(seat) for what in story.events(GAME, board)[:before]]
    moments = [
        (kind, after, GAME.view(cast("Haiduci", moment), seat))
        for kind, after, moment in story.snapshots
        if after <= before
    ]
    return msgspec.json.encode((seen, [(what.phrase(board), what.touches()) for what in seen], moments))


def revealing(story: Story) -> int:
    """How many events come before the first that may differ: something is drawn or claimed, or all is shown."""
    kinds = (material.LED, material.DREW, material.CLAIMED, material.ENDED)
    return next((index for index, (kind, *_) in enumerate(story.told) if kind in kinds), len(story.told))


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
def test_what_happens_later_tells_nobody_anything_hidden(chunk: int) -> None:
    """The same moves on two tables that look alike: until something is drawn or claimed, a seat is told the same."""
    random = Random(f"later {chunk}")
    moves = moments = 0
    for game in range(GAMES_IN_CHUNK):
        p = somewhere(seats_of(chunk), f"later {chunk} {game}", random)
        seat = random.randrange(p.seats)
        followed = follow(p, twin_of(p, seat, random), (seat, None), random)
        moves += followed[0]
        moments += followed[1]
    assert moves > GAMES_IN_CHUNK
    assert moments > GAMES_IN_CHUNK // 10


def follow(p: Haiduci, twin: Haiduci, watchers: tuple[int | None, ...], random: Random) -> tuple[int, int]:
    """Make the same moves on two tables and compare what watchers are told; how many moves and moments there were."""
    moves = moments = 0
    for _ in range(20):
        mover = first_owing(p)
        both = sorted(set(p.legal(mover)) & set(twin.legal(mover))) if p.owing else []
        if not both:
            break
        move = random.choice(both)
        stories = []
        for table in (p, twin):
            table.story = Story()
            table.play(mover, move)
            stories.append(table.story)
        before = min(revealing(story) for story in stories)
        for seat in watchers:
            assert told(p, stories[0], seat, before) == told(twin, stories[1], seat, before)
        moments += sum(after <= before for _, after, _ in stories[0].snapshots)
        if before < max(len(story.told) for story in stories):
            break
        for seat in watchers:
            assert encoded(p, seat) == encoded(twin, seat)
        moves += 1
    return moves, moments


def test_a_moment_shows_a_seat_nothing_hidden() -> None:
    random = Random("moments")
    compared = claims = 0
    for game in range(40):
        story = Story()
        somewhere(GAME.seats[game % 3], f"moments {game}", random, story)
        for kind, _, position in story.snapshots:
            moment = cast("Haiduci", position)
            claims += GAME.moments[kind] == "claim"
            for seat in range(moment.seats):
                twin = twin_of(moment, seat, random)
                for watcher in (seat, None):
                    assert encoded(twin, watcher) == encoded(moment, watcher)
                compared += (twin.hand, twin.leader) != (moment.hand, moment.leader)
    assert compared > 200
    assert claims


def test_a_spectator_hears_what_the_others_hear() -> None:
    random = Random("heard")
    for game in range(60):
        story = Story()
        p = somewhere(GAME.seats[game % 3], f"heard {game}", random, story)
        for what in story.events(GAME, GAME.board(p)):
            heard = [what.seen_by(seat) for seat in range(p.seats)]
            differing = [seat for seat in range(p.seats) if heard[seat] != what.seen_by(None)]
            # Where somebody hears more, it is the one who drew the card or the leader.
            if isinstance(what, Drew | DrewLeader):
                assert differing == [what.seat]
                assert heard[what.seat] == what
            else:
                assert differing == []


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
