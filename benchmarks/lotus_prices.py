"""Measure the worth of influence and combat to the bots of The White Lotus: points move by chance, wins are counted.

    python benchmarks/lotus_prices.py --bot greedy --games 400
    python benchmarks/lotus_prices.py --bot skilled --games 400 --players 3 --seed 2

Before some decisions, chance moves points from one player to another; both hold enough for either direction, so a toss
decides who gets them.  The worth of a point is then half the difference between the wins of receivers and givers, per
point.  Bots that deal need prices that agree with it: see docs/strength.md.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from random import Random
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple

from guanxi.bots import bot
from guanxi.engine import chance
from guanxi.engine.core.position import first_owing
from guanxi.engine.sight import Sight
from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.rules import material

if TYPE_CHECKING:
    from guanxi.games.white_lotus.rules.rules import WhiteLotus

GIVEN = {"influence": 6, "combat": 3}  # points that are moved
RATE = 0.05  # windows in which they are
STAGES = {
    material.CLAIMING: "before claims",
    material.FIRST_PALACE: "before conflicts",
    material.NAMING: "between conflicts",
    material.BIDDING: "before bids",
    material.TIE: "before a tie is decided",
    material.RISING: "before a rebellion",
    material.CAMPS: "before camps",
    material.BATTLE: "before combat",
}


class Gift(NamedTuple):
    """Points that were moved, and when."""

    stage: str
    kind: str
    receiver: int
    giver: int


def give(p: WhiteLotus, random: Random) -> Gift | None:
    """Move points of one kind between two players who both have enough; None if one has not."""
    kind = random.choice(list(GIVEN))
    receiver, giver = random.sample(range(p.seats), 2)
    held = list(getattr(p, kind))
    if min(held[receiver], held[giver]) < GIVEN[kind]:
        return None
    held[receiver] += GIVEN[kind]
    held[giver] -= GIVEN[kind]
    setattr(p, kind, held)
    return Gift(STAGES[p.after], kind, receiver, giver)


def play(players: int, name: str, seed: str) -> list[tuple[Gift, float]]:
    """Play one game in which nobody deals; returns its gifts, each with half of what the receiver won more."""
    random = Random(seed)
    options = GAME.check_options(players, {"negotiation": True})
    p = GAME.begin(players, options, chance.words(seed, 0))
    bots = [bot(name, Random(f"{seed} {seat}")) for seat in range(players)]
    gifts: list[Gift] = []
    while p.owing:
        seat = first_owing(p)
        if p.step != material.OFFERING:
            sight = Sight(GAME, p, seat)
            p.play(seat, sight.number(bots[seat].choose(sight)))
            continue
        if p.speaker == 0 and random.random() < RATE and (gift := give(p, random)):
            gifts.append(gift)
        p.play(seat, material.PASS)
    winners = p.winners()
    share = [(winners >> seat & 1) / winners.bit_count() for seat in range(players)]
    return [(gift, (share[gift.receiver] - share[gift.giver]) / 2) for gift in gifts]


def report(found: list[tuple[Gift, float]]) -> None:
    """Print the percent of a win that a point is worth, at each stage of the year and at all of them."""
    gains: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for gift, gain in found:
        for stage in (gift.stage, "at any time"):
            gains[gift.kind, stage].append(100 * gain / GIVEN[gift.kind])
    for kind in GIVEN:
        print(f"{kind}, % of a win per point ± one standard error")
        for stage in (*STAGES.values(), "at any time"):
            worth = gains[kind, stage]
            if len(worth) > 1:
                error = stdev(worth) / len(worth) ** 0.5
                print(f"  {stage:24} {fmean(worth):6.2f} ± {error:.2f}  ({len(worth)} gifts)")


def main() -> None:
    """Play the games that the command line asks for, and report."""
    parser = argparse.ArgumentParser(description="Measure what points are worth to bots of The White Lotus.")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--players", type=int, default=GAME.usual, choices=GAME.seats)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", default="1")
    asked = parser.parse_args()
    found: list[tuple[Gift, float]] = []
    for game in range(asked.games):
        found += play(asked.players, asked.bot, f"{asked.seed}-{game}")
    report(found)


if __name__ == "__main__":
    main()
