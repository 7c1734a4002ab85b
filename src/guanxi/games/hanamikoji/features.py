"""What a position of Hanamikoji looks like to a learned evaluation: only what the seat may know."""

from __future__ import annotations

from guanxi.engine.adviser import Inputs
from guanxi.engine.position import NOBODY
from guanxi.games.hanamikoji.rules import (
    ACTIONS,
    CHARM,
    COMPETITION,
    GEISHAS,
    GIFT,
    PAIR,
    SEATS,
    SPLIT,
    TRIPLE,
    TURNS,
    Hanamikoji,
    charm,
    geishas,
    seen,
)


def describe(p: Hanamikoji, seat: int, inputs: Inputs) -> int:
    """Tokens, cards, the offer and what is still to come; returns 1."""
    for geisha in range(GEISHAS):
        describe_geisha(p, seat, geisha, inputs)
    for player in range(SEATS):
        who = seat if player == 0 else 1 - seat
        for action in range(ACTIONS):
            inputs.add(p.used[who * ACTIONS + action])
        inputs.add(charm(p, who) / 11)
        inputs.add(geishas(p, who) / 4)
    inputs.add(p.turn / TURNS)
    inputs.add((p.owing >> seat) & 1)
    inputs.add(p.first == seat)
    inputs.add(p.offer != NOBODY)
    inputs.add(p.offer >= COMPETITION)
    inputs.add(p.round > 1)
    inputs.add(p.most_rounds == p.round)
    return 1


def describe_geisha(p: Hanamikoji, seat: int, geisha: int, inputs: Inputs) -> None:
    """How things stand with one geisha."""
    other = 1 - seat
    items = CHARM[geisha]
    hidden = p.secret[seat] == geisha
    mine = p.side[seat * GEISHAS + geisha] + hidden
    theirs = p.side[other * GEISHAS + geisha]
    hand = p.hand[seat * GEISHAS + geisha]
    inputs.add(mine / items)
    inputs.add(theirs / items)
    inputs.add(hidden)
    inputs.add(((p.traded[seat * 2] == geisha) + (p.traded[seat * 2 + 1] == geisha)) / 2)
    inputs.add((items - seen(p, seat, geisha)) / items)
    inputs.add(p.favour[geisha] == seat)
    inputs.add(p.favour[geisha] == other)
    for count in range(1, 4):
        inputs.add(hand >= count)
    for margin in range(-2, 3):
        inputs.add(mine - theirs >= margin)
    describe_offer(p, seat, geisha, inputs)


def describe_offer(p: Hanamikoji, seat: int, geisha: int, inputs: Inputs) -> None:
    """How many of her items lie in the offer, in each of its parts; what I choose from stands apart from what I offer."""
    gift = 0
    one = 0
    two = 0
    if GIFT <= p.offer < COMPETITION:
        for card in range(3):
            gift += TRIPLE[(p.offer - GIFT) * 3 + card] == geisha
    elif p.offer >= COMPETITION:
        one = in_pair(SPLIT[(p.offer - COMPETITION) * 2], geisha)
        two = in_pair(SPLIT[(p.offer - COMPETITION) * 2 + 1], geisha)
    choosing = (p.owing >> seat) & 1
    inputs.add(gift * choosing)
    inputs.add(one * choosing)
    inputs.add(two * choosing)
    inputs.add(gift * (1 - choosing))
    inputs.add(one * (1 - choosing))
    inputs.add(two * (1 - choosing))


def in_pair(pair: int, geisha: int) -> int:
    """How many items of a geisha are in a pair."""
    return (PAIR[pair * 2] == geisha) + (PAIR[pair * 2 + 1] == geisha)
