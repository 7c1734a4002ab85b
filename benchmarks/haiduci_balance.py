"""How balanced Haiduci is: bots play many games, and the wins of each leader are counted.

    python benchmarks/haiduci_balance.py --players 4 --games 2500

A leader's share is its wins in the games it took part in, times the number of players: 1.00 is fair.  Factions are
chosen by the bots, which at that moment see no difference between them.
"""

from __future__ import annotations

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from guanxi.bots import bot
from guanxi.bots.greedy import WORLDS, Greedy
from guanxi.engine import chance
from guanxi.engine.core.position import first_owing
from guanxi.engine.sight import Sight
from guanxi.games.haiduci import GAME, end
from guanxi.games.haiduci.board import edition_of

if TYPE_CHECKING:
    from guanxi.bots import Bot
    from guanxi.games.haiduci.rules.rules import Haiduci

Counts = Counter[tuple[str, ...]]


def play(players: int, name: str, worlds: int, files: dict[str, str], seed: str) -> Haiduci:
    """One game between equal bots."""
    p = GAME.begin(players, GAME.check_options(players, files), chance.words(seed, 0))
    bots: list[Bot] = [
        Greedy(Random(f"{seed} {seat}"), worlds) if name == "greedy" else bot(name, Random(f"{seed} {seat}"))
        for seat in range(players)
    ]
    moves = 0
    while p.owing:
        seat = first_owing(p)
        move = bots[seat].choose(Sight(GAME, p, seat))
        moves += 1
        p.reseed(*chance.words(seed, moves))
        p.play(seat, move)
    return p


def count(players: int, name: str, worlds: int, files: dict[str, str], seeds: list[str]) -> Counts:
    """What came of some games: how often each leader played, won and claimed, and how the games ended."""
    counts: Counts = Counter()
    for seed in seeds:
        p = play(players, name, worlds, files, seed)
        edition = edition_of(p.board)
        result = GAME.result(p)
        counts["end", end(p)] += 1
        counts["season", str(p.season)] += 1
        for seat in range(players):
            leader = (edition.factions[p.faction[seat]], str(p.leader[seat]))
            counts["played", *leader] += 1
            counts["claimed", *leader] += p.claimed >> seat & 1
            if seat in result.winners:
                counts["won", *leader] += 60 // len(result.winners)  # sixtieths, so that shared wins stay whole
    return counts


def report(players: int, games: int, counts: Counts) -> str:
    """The table as Markdown."""
    edition = edition_of(GAME.blank(players, GAME.options()).board)
    ends = {name: counts["end", name] / games for name in ("claim", "claims", "captures", "seasons")}
    seasons = sum(int(key[1]) * number for key, number in counts.items() if key[0] == "season") / games + 1
    lines = [
        f"{players} players, {games} games: "
        f"ended by a claim {ends['claim'] + ends['claims']:.1%} (several {ends['claims']:.1%}), "
        f"by captures {ends['captures']:.1%}, by the last season {ends['seasons']:.1%}; "
        f"{seasons:.1f} seasons on average.",
        "",
        "| faction | leader | conditions | played | share | claims |",
        "|---|---|---|---:|---:|---:|",
    ]
    for faction in edition.factions:
        for number, leader in enumerate(edition.leaders.leaders[faction]):
            key = (faction, str(number))
            played = max(1, counts["played", *key])
            share = counts["won", *key] / 60 / played * players
            claims = counts["claimed", *key] / played
            name = leader.name if isinstance(leader.name, str) else leader.name["en"]
            conditions = f"{leader.territorial}, {leader.political}"
            lines.append(f"| {faction} | {name} | {conditions} | {played} | {share:.2f} | {claims:.1%} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, choices=GAME.seats, default=4)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--worlds", type=int, default=WORLDS, help="positions the bot greedy imagines for a decision")
    parser.add_argument("--seed", default="balance")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--leaders", help="the path of another file of leaders")
    arguments = parser.parse_args()
    files = {"leaders": arguments.leaders} if arguments.leaders else {}
    seeds = [f"{arguments.seed} {game}" for game in range(arguments.games)]
    batches = [seeds[start::20] for start in range(20)]
    task = partial(count, arguments.players, arguments.bot, arguments.worlds, files)
    counts: Counts = Counter()
    with ProcessPoolExecutor(arguments.processes) as pool:
        for batch in pool.map(task, batches):
            counts.update(batch)
    print(report(arguments.players, arguments.games, counts))


if __name__ == "__main__":
    main()
