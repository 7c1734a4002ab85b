"""How long a game takes people, estimated from games of bots that play like people.

    python benchmarks/length.py hanamikoji han white_lotus --games 40

The bots decide what happens; the time is an assumption about people who know the rules.  They need 5 seconds to see
what has changed and, as in Hick's law, 5 more each time the number of legal moves doubles: 10 seconds to choose one of
2 moves, 30 for one of 32, 50 for one of 512.  The only legal move takes no time.  Sealed choices are made at the same
time, so the slowest player counts.  Talking, looking up rules and shuffling real cards are not included.

The last line is what `Game.minutes` should be: from the first quartile with the fewest players to the third quartile
with the most, rounded to 5 minutes.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from math import log2
from random import Random
from statistics import quantiles

import guanxi
from guanxi.bots import bot
from guanxi.engine import chance
from guanxi.engine.core.position import first_owing
from guanxi.engine.sight import Sight

LOOK = 5.0  # seconds to see what has changed
DOUBLED = 5.0  # more seconds each time the number of moves doubles
ROUNDED = 5  # minutes


def seconds_for(moves: int) -> float:
    """The time a person needs to choose one of some moves."""
    return LOOK + DOUBLED * log2(moves) if moves > 1 else 0.0


def game_minutes(name: str, players: int, level: str, seed: str) -> float:
    """Let bots play a game; returns how long it would have taken people."""
    game = guanxi.game(name)
    p = game.begin(players, game.check_options(players, {}), chance.words(seed, 0))
    bots = [bot(level, Random(f"{seed} {seat}")) for seat in range(players)]
    seconds = 0.0
    sealed: dict[int, float] = defaultdict(float)  # seconds each seat has used for choices that are still sealed
    moves = 0
    while p.owing:
        seat = first_owing(p)
        sight = Sight(game, p, seat)
        needed = seconds_for(len(sight.legal_numbers))
        move = bots[seat].choose(sight)
        if p.sealing:
            sealed[seat] += needed
        else:
            seconds += needed
        moves += 1
        p.reseed(*chance.words(seed, moves))
        p.play(seat, move)
        if not p.sealing:
            seconds += max(sealed.values(), default=0.0)
            sealed.clear()
    return seconds / 60


def report(name: str, level: str, games: int) -> str:
    """The table of a game as Markdown, and its `minutes`."""
    lines = ["| game | players | games | first quartile | median | third quartile |", "|---|---:|---:|---:|---:|---:|"]
    bounds: list[tuple[float, float]] = []
    for players in guanxi.game(name).seats:
        lengths = [game_minutes(name, players, level, f"length {number}") for number in range(games)]
        low, half, high = quantiles(lengths, n=4)
        bounds.append((low, high))
        lines.append(f"| {name} | {players} | {games} | {low:.0f} min | {half:.0f} min | {high:.0f} min |")
    usual = [max(ROUNDED, ROUNDED * round(minutes / ROUNDED)) for minutes in (bounds[0][0], bounds[-1][1])]
    return "\n".join([*lines, "", f"minutes = ({usual[0]}, {usual[1]})"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="GAME", default=guanxi.game_names())
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--level", default="casual")
    arguments = parser.parse_args()
    for name in arguments.names:
        print(report(name, arguments.level, arguments.games), end="\n\n", flush=True)


if __name__ == "__main__":
    main()
