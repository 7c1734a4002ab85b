"""Random games of The White Lotus, and what must be true of any position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine import chance
from guanxi.engine.core.position import NOBODY, Moves, first_owing
from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.rules import material

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from guanxi.engine.story import Story
    from guanxi.games.white_lotus.rules.rules import WhiteLotus

CHUNKS = range(8)
TABLES = [(seats, negotiation) for seats in (3, 4, 5, 6) for negotiation in (False, True)]


def begun(seed: str, seats: int, negotiation: bool = False, story: Story | None = None) -> WhiteLotus:
    """A game after set-up."""
    options = GAME.check_options(seats, {"negotiation": negotiation})
    return GAME.begin(seats, options, chance.words(seed, 0), story)


def random_game(seed: str, seats: int, negotiation: bool = False) -> Iterator[tuple[WhiteLotus, Moves]]:
    """Every position of a random game, each with the legal moves of the first seat that owes one."""
    p, moves = begun(seed, seats, negotiation), Moves()
    while p.owing:
        seat = first_owing(p)
        moves.fill(p, seat)
        yield p, moves
        p.play(seat, moves[p.below(len(moves))])


def play_on(p: WhiteLotus, random: Random, most: int = 10_000) -> list[tuple[int, int]]:
    """Play random moves up to so many or to the end, in which anybody who owes may choose first; returns them."""
    moves = Moves()
    line: list[tuple[int, int]] = []
    while p.owing and len(line) < most:
        seat = random.choice([seat for seat in range(p.seats) if p.owing >> seat & 1])
        moves.fill(p, seat)
        line.append((seat, moves[random.randrange(len(moves))]))
        p.play(*line[-1])
    return line


def somewhere(
    seed: str, random: Random, seats: int, negotiation: bool = False, story: Story | None = None
) -> WhiteLotus:
    """A position somewhere in a random game, in which anybody who owes may have chosen first."""
    p, moves = begun(seed, seats, negotiation, story), Moves()
    for _ in range(random.randrange(60 * seats)):
        seat = random.choice([seat for seat in range(seats) if p.owing >> seat & 1])
        moves.fill(p, seat)
        following = p.copy()
        following.story = story
        following.play(seat, moves[random.randrange(len(moves))])
        if not following.owing:
            break
        p = following
    return p


def tiles_everywhere(p: WhiteLotus) -> list[int]:
    """How many tiles of each building there are: on the map, in the bag, in a hand."""
    building, bag = p.building, p.bag
    return [bag[kind] + building.count(kind) + (p.tile == kind) for kind in range(material.BUILDINGS)]


def check(p: WhiteLotus) -> None:
    """What must be true of any position."""
    assert tiles_everywhere(p) == material.TILES
    provinces = range(material.PROVINCES)
    building, owner, claims, land = p.building, p.owner, p.claims, p.land
    for province in provinces:
        assert building[province] != NOBODY or (owner[province] == NOBODY and not claims[province])
        assert not (owner[province] != NOBODY and claims[province])
        if province >= p.board.provinces:
            assert building[province] == NOBODY
    assert p.settled == sum(1 << province for province in provinces if building[province] != NOBODY)
    for seat in range(material.PLAYERS):
        own = [province for province in provinces if owner[province] == seat]
        assert seat < p.seats or not own
        assert land[seat] == sum(1 << province for province in own)
        assert p.holds[seat] == [
            sum(building[province] == kind for province in own) for kind in range(material.BUILDINGS)
        ]
        assert sum(claims[province] >> seat & 1 for province in provinces) <= material.CUBES
    assert min(p.influence) >= 0
    assert min(p.combat) >= 0
    assert min(p.tokens) >= 0
    check_emperor(p)


def check_emperor(p: WhiteLotus) -> None:
    """There is one, and nobody has more palaces, except while the spoils of a rebellion are shared out."""
    assert 0 <= p.emperor < p.seats
    palaces = [held[material.PALACE] for held in p.holds]
    if p.step != material.SPOILS:
        assert palaces[p.emperor] == max(palaces)
