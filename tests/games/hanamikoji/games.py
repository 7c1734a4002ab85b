"""Random games of Hanamikoji for property tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine import chance
from guanxi.engine.core.position import NOBODY, Moves, first_owing
from guanxi.games.hanamikoji import GAME
from guanxi.games.hanamikoji.rules import material

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from guanxi.engine.story import Story
    from guanxi.games.hanamikoji.rules.rules import Hanamikoji

# Together the chunks make 10,000 games; apart they can run beside each other.
CHUNKS = range(10)
GAMES_IN_CHUNK = 1000


def begun(seed: str, story: Story | None = None, rounds: int = 0) -> Hanamikoji:
    """The position after set-up."""
    return GAME.begin(2, GAME.check_options(2, {"rounds": rounds}), chance.words(seed, 0), story)


def random_game(seed: str, rounds: int = 0) -> Iterator[tuple[Hanamikoji, Moves]]:
    """One position that plays itself by chance: as it is at each decision, with the legal moves, and at the end."""
    p = begun(seed, rounds=rounds)
    moves = Moves()
    while p.owing:
        seat = first_owing(p)
        moves.fill(p, seat)
        yield p, moves
        p.play(seat, moves[p.below(len(moves))])
    moves.count = 0
    yield p, moves


def somewhere(seed: str, random: Random, story: Story | None = None) -> Hanamikoji:
    """A position after a random number of random moves, most of them in the first rounds."""
    p = begun(seed, story)
    moves = Moves()
    for _ in range(random.randrange(20)):
        if p.owing:
            seat = first_owing(p)
            moves.fill(p, seat)
            p.play(seat, moves[p.below(len(moves))])
    return p


def play_on(p: Hanamikoji, random: Random) -> Hanamikoji:
    """The same position, played by chance to the end of the game."""
    moves = Moves()
    while p.owing:
        seat = first_owing(p)
        moves.fill(p, seat)
        p.play(seat, random.choice(moves.numbered()))
    return p


def all_cards(p: Hanamikoji) -> list[int]:
    """How many of each item there are, wherever they are."""
    found = [sum(counts) for counts in zip(*p.hand, *p.side, strict=True)]
    for item in (p.aside, *p.pile[: p.left], *p.secret, *p.traded[0], *p.traded[1], *shown(p)):
        if item != NOBODY:
            found[item] += 1
    return found


def shown(p: Hanamikoji) -> list[int]:
    """The items on offer."""
    if p.offer == NOBODY:
        return []
    if p.offer < material.COMPETITION:
        return material.TRIPLE[p.offer - material.GIFT]
    first, second = material.SPLIT[p.offer - material.COMPETITION]
    return material.PAIR[first] + material.PAIR[second]


def dealt_again(p: Hanamikoji, watcher: int | None, random: Random, *, keep_draws: bool = False) -> Hanamikoji:
    """The same table, but all that is hidden from a watcher (None: a spectator) lies elsewhere.

    With `keep_draws` the cards that the watcher is going to draw stay where they are.
    """
    hands = [in_hand(p, seat) for seat in range(material.SEATS)]
    drawers = [drawer(p, place) if keep_draws else NOBODY for place in range(material.MOST_ITEMS)]
    rows = [([p.aside], [NOBODY]), (p.pile[:], drawers), (p.secret[:], [0, 1])]
    rows += [(pair[:], [seat, seat]) for seat, pair in enumerate(p.traded)]
    rows += [(hand, [seat] * len(hand)) for seat, hand in enumerate(hands)]
    places = [
        (row, place)
        for row, owners in rows
        for place, card in enumerate(row)
        if card != NOBODY and owners[place] != watcher
    ]
    cards = [row[place] for row, place in places]
    random.shuffle(cards)
    for (row, place), card in zip(places, cards, strict=True):
        row[place] = card
    twin = p.copy()
    (twin.aside,), twin.pile, twin.secret, *traded = (row for row, _ in rows[:5])
    twin.traded = traded
    twin.hand = [[hand.count(item) for item in range(material.GEISHAS)] for hand in hands]
    return twin


def in_hand(p: Hanamikoji, seat: int) -> list[int]:
    """The cards of a hand."""
    return [item for item, count in enumerate(p.hand[seat]) for _ in range(count)]


def drawer(p: Hanamikoji, place: int) -> int:
    """The seat that will draw the card at a place of the pile."""
    turn = p.turn + p.left - place
    return (p.first + turn) % material.SEATS
