"""Random games of Haiduci for tests of what must hold in every position."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from guanxi.engine import chance
from guanxi.engine.core.position import NOBODY, Moves, first_owing
from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.rules.material import CARDS, FACTIONS, HAIDUC, TERRITORIES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from guanxi.engine.story import Story
    from guanxi.games.haiduci.rules.rules import Haiduci

# Together the chunks make 5,040 games; apart they can run beside each other.
CHUNKS = range(12)
GAMES_IN_CHUNK = 420


def begun(seats: int, seed: str, story: Story | None = None) -> Haiduci:
    """The position after set-up."""
    return GAME.begin(seats, GAME.check_options(seats, {}), chance.words(seed, 0), story)


def random_game(seats: int, seed: str) -> Iterator[tuple[Haiduci, Moves]]:
    """One position that plays itself by chance: as it is at each decision, with the legal moves, and at the end."""
    p = begun(seats, seed)
    moves = Moves()
    while p.owing:
        seat = first_owing(p)
        moves.fill(p, seat)
        yield p, moves
        p.play(seat, moves[p.below(len(moves))])
    moves.count = 0
    yield p, moves


def somewhere(seats: int, seed: str, random: Random, story: Story | None = None) -> Haiduci:
    """A position after a random number of random moves, often after the pile was shuffled anew."""
    p = begun(seats, seed, story)
    moves = Moves()
    for _ in range(random.randrange(500)):
        if p.owing:
            seat = first_owing(p)
            moves.fill(p, seat)
            p.play(seat, moves[p.below(len(moves))])
    return p


def all_cards(p: Haiduci) -> list[int]:
    """How many of each card there are, wherever they are; a haiduc that is out of its box by now counts once."""
    found, boxes = p.discards[:], list(chain.from_iterable(p.box))
    for hand in p.hand:
        for number in range(CARDS):
            found[number] += hand[number]
    for number in (*p.pile[: p.left], *boxes):
        if number != NOBODY:
            found[number] += 1
    for haiduc, (place, captor) in enumerate(zip(p.place, p.captor, strict=True)):
        if place != NOBODY or captor != NOBODY:
            assert place == NOBODY or captor == NOBODY
            found[HAIDUC + haiduc] += 1 - boxes.count(HAIDUC + haiduc)
    return found


def all_pawns(p: Haiduci) -> list[int]:
    """How many pawns each faction has, on the board and in supply."""
    pawns, supply = p.pawns, p.supply
    return [sum(row[faction] for row in pawns) + supply[faction] for faction in range(FACTIONS)]


def is_consistent(p: Haiduci) -> bool:
    """Do the sums that are kept for speed agree with the pawns?"""
    pawns = p.pawns
    strength = [[0] * FACTIONS for _ in range(FACTIONS)]
    present = [0] * FACTIONS
    for territory in range(TERRITORIES):
        for faction in range(FACTIONS):
            count = pawns[territory][faction]
            strength[territory // 5][faction] += count
            present[faction] |= (count > 0) << territory
    sums = [sum(hand) for hand in p.hand]
    negative = min(map(min, pawns)) < 0 or min(map(min, p.hand)) < 0
    return strength == p.strength and present == p.present and sums == p.held and not negative
