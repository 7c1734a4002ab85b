"""Information flow: if only hidden cards change, every byte that a seat gets stays the same."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, cast

import msgspec
import pytest

from guanxi.engine.core.position import NOBODY, first_owing
from guanxi.engine.sight import Sight
from guanxi.engine.story import Story
from guanxi.games.hanamikoji import GAME
from guanxi.games.hanamikoji.events import Drew, KeptSecret, TradedOff
from guanxi.games.hanamikoji.rules import material
from tests.games.hanamikoji.games import CHUNKS, GAMES_IN_CHUNK, all_cards, dealt_again, somewhere
from tests.games.hanamikoji.tables import COPIES

if TYPE_CHECKING:
    from guanxi.games.hanamikoji.rules.rules import Hanamikoji


WATCHERS = (0, 1, None)


def received(p: Hanamikoji, seat: int | None) -> tuple[object, ...]:
    """All that a seat, or a spectator, is given of a position."""
    if seat is None:
        return (encoded(p, None),)
    sight = Sight(GAME, p, seat)
    legal = p.legal(seat) if p.owing >> seat & 1 else []
    said = msgspec.json.encode((sight.view, [sight.preview(number) for number in legal]))
    return encoded(p, seat), said, legal, GAME.observe(p, seat), sight.numbers()


def encoded(p: Hanamikoji, seat: int | None) -> bytes:
    """A view and a prompt as they would be sent."""
    return msgspec.json.encode((GAME.view(p, seat), GAME.prompt(p, seat)))


@pytest.mark.parametrize("chunk", CHUNKS)
def test_what_a_seat_cannot_know_changes_nothing_it_gets(chunk: int) -> None:
    random = Random(f"secrecy {chunk}")
    different = 0
    for game in range(GAMES_IN_CHUNK):
        p = somewhere(f"secrecy {chunk} {game}", random)
        for seat in range(material.SEATS):
            twin = p.copy()
            twin.reseed(*(random.getrandbits(32) for _ in range(4)))
            twin.imagine(seat)
            assert all_cards(twin) == COPIES
            assert received(twin, seat) == received(p, seat)
            different += twin.hand != p.hand
    # Most of these twins are really other deals.
    assert different > GAMES_IN_CHUNK


@pytest.mark.parametrize("chunk", CHUNKS)
def test_what_nobody_shows_changes_nothing_for_a_spectator(chunk: int) -> None:
    random = Random(f"spectator {chunk}")
    for game in range(GAMES_IN_CHUNK // 2):
        p = somewhere(f"spectator {chunk} {game}", random)
        assert encoded(dealt_again(p, None, random), None) == encoded(p, None)


@pytest.mark.parametrize("chunk", CHUNKS)
def test_what_happens_later_tells_a_seat_nothing_hidden(chunk: int) -> None:
    random = Random(f"later {chunk}")
    compared = 0
    for game in range(GAMES_IN_CHUNK):
        p = somewhere(f"later {chunk} {game}", random)
        seat = WATCHERS[game % len(WATCHERS)]
        twin = dealt_again(p, seat, random, keep_draws=True)
        compared += follow(p, twin, seat, random)
    assert compared > GAMES_IN_CHUNK


@pytest.mark.parametrize("chunk", CHUNKS)
def test_a_new_round_does_not_depend_on_what_was_hidden_before(chunk: int) -> None:
    random = Random(f"chapter {chunk}")
    compared = different = 0
    for game in range(GAMES_IN_CHUNK):
        p = somewhere(f"chapter {chunk} {game}", random)
        while p.owing and not (p.turn == material.TURNS - 1 and p.offer == NOBODY):
            p.play(first_owing(p), random.choice(p.legal(first_owing(p))))
        twin = dealt_again(p, None, random)
        seat, hidden, round_ = first_owing(p), twin.numbers() != p.numbers(), p.round
        alike = set(p.legal(seat)) & set(twin.legal(seat)) if p.owing else set()
        if not alike:
            continue
        move = random.choice(sorted(alike))
        for table in (p, twin):
            table.play(seat, move)
        # Hidden cards may decide who wins favours, which everybody sees; apart from that nothing of them is left.
        if p.round > round_ and encoded(p, None) == encoded(twin, None):
            assert GAME.chapter(p) == round_ + 1
            assert p.numbers() == twin.numbers()
            compared += 1
            different += hidden
    assert different > 5, compared


def follow(p: Hanamikoji, twin: Hanamikoji, seat: int | None, random: Random) -> int:
    """Play moves that look the same to a seat on two tables until the secrets are shown; returns how many."""
    moves = 0
    while p.owing and p.turn < material.TURNS - 1:
        alike = moves_that_look_alike(p, twin, seat)
        if not alike:
            break
        mover = first_owing(p)
        heard = []
        for table, number in zip((p, twin), random.choice(alike), strict=True):
            table.story = Story()
            table.play(mover, number)
            heard.append(told(table.story, seat))
        assert heard[0] == heard[1]
        assert received(p, seat) == received(twin, seat)
        moves += 1
    return moves


def told(story: Story, seat: int | None) -> bytes:
    """What a seat is told of a story, as it would be sent: fields, words and places."""
    seen = [what.seen_by(seat) for what in story.events(GAME, None)]
    moments = [(kind, after, GAME.view(cast("Hanamikoji", p), seat)) for kind, after, p in story.snapshots]
    return msgspec.json.encode((seen, [(what.phrase(None), what.touches()) for what in seen], moments))


def moves_that_look_alike(p: Hanamikoji, twin: Hanamikoji, seat: int | None) -> list[tuple[int, int]]:
    """Pairs of legal moves, one for each table, that the seat cannot tell apart; one pair for each look."""
    mover = first_owing(p)
    here = {look(number, mover == seat): number for number in p.legal(mover)}
    there = {look(number, mover == seat): number for number in twin.legal(mover)}
    return [(here[same], there[same]) for same in here if same in there]


def look(number: int, own: bool) -> int | str:
    """What can be seen of a move: the cards of others' secrets and trade-offs cannot."""
    if own or number >= material.GIFT:
        return number
    return "secret" if number < material.TRADE_OFF else "trade-off"


def test_a_spectator_sees_what_both_players_see() -> None:
    random = Random("common")
    for game in range(500):
        p = somewhere(f"common {game}", random)
        first, second, spectator = (msgspec.to_builtins(GAME.view(p, seat)) for seat in (0, 1, None))
        assert {**spectator, "seat": 0} == {**common(first, second), "seat": 0}


def common(one: Any, other: Any) -> Any:
    """What two views agree on; None where they differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        return {name: common(one[name], other[name]) for name in one}
    if isinstance(one, tuple | list) and isinstance(other, tuple | list) and len(one) == len(other):
        return type(one)(common(*both) for both in zip(one, other, strict=True))
    return one if one == other else None


def test_a_spectator_hears_what_both_players_hear() -> None:
    random = Random("heard")
    for game in range(200):
        story = Story()
        somewhere(f"heard {game}", random, story)
        for what in story.events(GAME, None):
            heard = [what.seen_by(seat) for seat in (0, 1)]
            spectator = what.seen_by(None)
            assert spectator in heard
            # Where one player hears more, it is the one who drew or laid the card.
            if heard[0] != heard[1]:
                assert isinstance(what, Drew | KeptSecret | TradedOff)
                assert spectator == heard[1 - what.seat]
                assert what == heard[what.seat]
