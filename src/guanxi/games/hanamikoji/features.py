"""What a position of Hanamikoji looks like to a learned evaluation: only what the seat may know.

It is described as if nothing were offered; what an offer is worth shows in the positions after its answers.
"""

from __future__ import annotations

from guanxi.engine.adviser import Inputs
from guanxi.engine.position import NOBODY
from guanxi.games.hanamikoji.advice import DOUBT, HELD, OPEN, TIE
from guanxi.games.hanamikoji.rules import (
    ACTIONS,
    CHARM,
    CHARM_TO_WIN,
    GEISHAS,
    GEISHAS_TO_WIN,
    SEATS,
    TURNS,
    Hanamikoji,
    charm,
    geishas,
    seen,
)


def describe(p: Hanamikoji, seat: int, inputs: Inputs) -> int:
    """Geishas, action tokens, and how far the round and the game are; returns 1."""
    other = 1 - seat
    cards = 0
    unseen = 0
    for item in range(GEISHAS):
        cards += p.hand[other * GEISHAS + item]
        unseen += CHARM[item] - seen(p, seat, item)
    cards += p.secret[other] != NOBODY
    share = cards / max(1, unseen)
    surely = 0.0
    undecided = 1.0
    for geisha in range(GEISHAS):
        lead = describe_geisha(p, seat, geisha, share, inputs)
        surely += CHARM[geisha] * lead
        undecided += CHARM[geisha] * (1 - abs(lead))
    inputs.add(surely / (abs(surely) + OPEN * undecided))
    describe_player(p, seat, inputs)
    describe_player(p, other, inputs)
    inputs.add(p.turn / TURNS)
    inputs.add((p.first + p.turn) % SEATS == seat)
    inputs.add(p.first == seat)
    inputs.add(p.round > 1)
    inputs.add(p.most_rounds == p.round)
    return 1


def describe_player(p: Hanamikoji, player: int, inputs: Inputs) -> None:
    """What a player has done and won."""
    for action in range(ACTIONS):
        inputs.add(p.used[player * ACTIONS + action])
    inputs.add(charm(p, player) / CHARM_TO_WIN)
    inputs.add(geishas(p, player) / GEISHAS_TO_WIN)


def describe_geisha(p: Hanamikoji, seat: int, geisha: int, share: float, inputs: Inputs) -> float:
    """How things stand with one geisha; returns how surely she ends on the seat's side, from -1 to 1.

    `share` is the part of all unseen cards that the other player has.
    """
    other = 1 - seat
    items = CHARM[geisha]
    hidden = p.secret[seat] == geisha
    mine = p.side[seat * GEISHAS + geisha] + hidden
    theirs = p.side[other * GEISHAS + geisha]
    hand = p.hand[seat * GEISHAS + geisha]
    away = (p.traded[seat * 2] == geisha) + (p.traded[seat * 2 + 1] == geisha)
    unseen = items - seen(p, seat, geisha)
    inputs.add(mine / items)
    inputs.add(theirs / items)
    inputs.add(hidden)
    inputs.add(away / 2)
    inputs.add(unseen / items)
    inputs.add(p.favour[geisha] == seat)
    inputs.add(p.favour[geisha] == other)
    for number in range(1, 4):
        inputs.add(hand >= number)
    for number in range(-2, 3):
        inputs.add(mine - theirs >= number)
    inputs.add(mine > theirs + hand + unseen)
    inputs.add(theirs > mine + hand + unseen)
    lead = outlook(mine, theirs, hand, unseen * share, p.favour[geisha] == seat, p.favour[geisha] == other, away, items)
    inputs.add(lead)
    return lead


def outlook(mine: int, theirs: int, hand: int, expected: float, held: int, lost: int, away: int, items: int) -> float:
    """How surely a geisha ends on a seat's side, as far as the seat knows."""
    margin = mine - theirs + HELD * (hand - expected) + TIE * (held - lost)
    in_play = items - mine - theirs - away
    return margin / (abs(margin) + DOUBT * in_play + 0.01)
