"""A position of Hanamikoji as inputs of a network: only what the seat may know.

Offers are left out: their worth shows in the positions after the answers.  At the beginning of a round the hand is left
out, because the outcome of the last round does not depend on the new deal.
"""

from __future__ import annotations

from typing import final

from guanxi.engine.core.adviser import Inputs
from guanxi.engine.core.position import NOBODY, Record
from guanxi.engine.record import array, decimals, record
from guanxi.games.hanamikoji.playing.evaluation import DOUBT, HELD, OPEN, TIE
from guanxi.games.hanamikoji.rules.deck import seen
from guanxi.games.hanamikoji.rules.material import ACTIONS, GEISHAS, SEATS, TURNS
from guanxi.games.hanamikoji.rules.rules import Hanamikoji
from guanxi.games.hanamikoji.rules.scoring import charm, geishas

NOW, SURE = 0, 2  # first of two counts, of the seat and of the other: if the round ended now, and certain already
COUNTS = 4


@final
@record
class Standing(Record):
    """The state of each geisha as a seat sees it."""

    mine: list[int] = array(GEISHAS)
    theirs: list[int] = array(GEISHAS)
    hand: list[int] = array(GEISHAS)
    away: list[int] = array(GEISHAS)  # traded off by the seat
    unseen: list[int] = array(GEISHAS)
    lead: list[float] = decimals(GEISHAS)  # how surely she ends on the seat's side, from -1 to 1
    order: list[int] = array(GEISHAS)  # geishas of equal charm sorted by lead, so that they are interchangeable
    charm: list[int] = array(COUNTS)
    geishas: list[int] = array(COUNTS)


def describe(p: Hanamikoji, seat: int, standing: Standing, inputs: Inputs) -> int:
    """Add geishas, action tokens, and the progress of round and game; returns 1."""
    other = 1 - seat
    fresh = is_fresh(p)
    look(p, seat, fresh, standing)
    for row in range(COUNTS):
        standing.charm[row] = 0
        standing.geishas[row] = 0
    surely = 0.0
    undecided = 1.0
    for place in range(GEISHAS):
        geisha = standing.order[place]
        describe_geisha(p, seat, geisha, standing, inputs)
        surely += p.cards.charm[geisha] * standing.lead[geisha]
        undecided += p.cards.charm[geisha] * (1 - abs(standing.lead[geisha]))
    inputs.add(surely / (abs(surely) + OPEN * undecided))
    describe_player(p, seat, 0, standing, inputs)
    describe_player(p, other, 1, standing, inputs)
    inputs.add(p.turn / TURNS)
    inputs.add((p.first + p.turn) % SEATS == seat)
    inputs.add(p.first == seat)
    inputs.add(fresh)
    inputs.add(p.turn == TURNS - 1)
    inputs.add(p.most_rounds == p.round)
    return 1


def is_fresh(p: Hanamikoji) -> int:
    """1 at the beginning of a round."""
    return p.turn == 0 and p.offer == NOBODY


def look(p: Hanamikoji, seat: int, fresh: int, standing: Standing) -> None:
    """Fill in the standing."""
    other = 1 - seat
    cards = 0
    unseen = 0
    for geisha in range(GEISHAS):
        standing.mine[geisha] = p.side[seat][geisha] + (p.secret[seat] == geisha)
        standing.theirs[geisha] = p.side[other][geisha]
        standing.hand[geisha] = 0 if fresh else p.hand[seat][geisha]
        standing.away[geisha] = (p.traded[seat][0] == geisha) + (p.traded[seat][1] == geisha)
        standing.unseen[geisha] = p.cards.items[geisha] - (0 if fresh else seen(p, seat, geisha))
        cards += p.hand[other][geisha]
        unseen += standing.unseen[geisha]
    cards += p.secret[other] != NOBODY
    share = cards / max(1, unseen)
    for geisha in range(GEISHAS):
        standing.lead[geisha] = outlook(p, seat, geisha, share, standing)
        standing.order[geisha] = geisha
    sort(p, standing, 0, 1)
    sort(p, standing, 1, 2)
    sort(p, standing, 0, 1)
    sort(p, standing, 3, 4)


def outlook(p: Hanamikoji, seat: int, geisha: int, share: float, standing: Standing) -> float:
    """How surely a geisha ends on a seat's side; `share` is the part of the unseen cards that the other holds."""
    margin: float = standing.mine[geisha] - standing.theirs[geisha]
    margin += HELD * (standing.hand[geisha] - standing.unseen[geisha] * share)
    margin += TIE * ((p.favour[geisha] == seat) - (p.favour[geisha] == 1 - seat))
    in_play = p.cards.items[geisha] - standing.mine[geisha] - standing.theirs[geisha] - standing.away[geisha]
    return margin / (abs(margin) + DOUBT * in_play + 0.01)


def sort(p: Hanamikoji, standing: Standing, one: int, two: int) -> None:
    """Put the geisha with the greater lead first of two, if they are equal but for that."""
    geisha = standing.order[one]
    other = standing.order[two]
    alike = p.cards.charm[geisha] == p.cards.charm[other] and p.cards.items[geisha] == p.cards.items[other]
    if alike and standing.lead[other] > standing.lead[geisha]:
        standing.order[one] = other
        standing.order[two] = geisha


def describe_geisha(p: Hanamikoji, seat: int, geisha: int, standing: Standing, inputs: Inputs) -> None:
    """Add the state of one geisha."""
    items = p.cards.items[geisha]
    mine = standing.mine[geisha]
    theirs = standing.theirs[geisha]
    hand = standing.hand[geisha]
    unseen = standing.unseen[geisha]
    held = p.favour[geisha] == seat
    lost = p.favour[geisha] == 1 - seat
    inputs.add(mine / items)
    inputs.add(theirs / items)
    inputs.add(p.secret[seat] == geisha)
    inputs.add(standing.away[geisha] / 2)
    inputs.add(unseen / items)
    inputs.add(held)
    inputs.add(lost)
    for number in range(1, 4):
        inputs.add(hand >= number)
    for number in range(-2, 3):
        inputs.add(mine - theirs >= number)
    count(p, standing, SURE, geisha, mine + held > theirs + hand + unseen, inputs)
    count(p, standing, SURE + 1, geisha, theirs + lost > mine + hand + unseen, inputs)
    # The token decides only between equals.
    margin = 2 * (mine - theirs) + held - lost
    count(p, standing, NOW, geisha, margin > 0, inputs)
    count(p, standing, NOW + 1, geisha, margin < 0, inputs)
    for number in range(1, 4):
        inputs.add(unseen >= number)
    inputs.add(standing.lead[geisha])


def count(p: Hanamikoji, standing: Standing, row: int, geisha: int, holds: int, inputs: Inputs) -> None:
    """Add whether a player has a geisha, and count her."""
    inputs.add(holds)
    standing.charm[row] += p.cards.charm[geisha] * holds
    standing.geishas[row] += holds


def describe_player(p: Hanamikoji, player: int, row: int, standing: Standing, inputs: Inputs) -> None:
    """Add a player's used actions and tokens, and the outcome of the round as it is and as far as it is certain."""
    charm_to_win = p.cards.charm_to_win
    geishas_to_win = p.cards.geishas_to_win
    for action in range(ACTIONS):
        inputs.add(p.used[player][action])
    inputs.add(charm(p, player) / charm_to_win)
    inputs.add(geishas(p, player) / geishas_to_win)
    now = standing.charm[NOW + row]
    inputs.add(now / charm_to_win)
    inputs.add(standing.geishas[NOW + row] / geishas_to_win)
    for number in range(charm_to_win - 3, charm_to_win + 1):
        inputs.add(now >= number)
    inputs.add(standing.geishas[NOW + row] >= geishas_to_win - 1)
    inputs.add(standing.geishas[NOW + row] >= geishas_to_win)
    surely = standing.charm[SURE + row]
    inputs.add(surely / charm_to_win)
    inputs.add(standing.geishas[SURE + row] / geishas_to_win)
    inputs.add(surely >= charm_to_win - 3)
    inputs.add(surely >= charm_to_win)
    inputs.add(standing.geishas[SURE + row] >= geishas_to_win)
