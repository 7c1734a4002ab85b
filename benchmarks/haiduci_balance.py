"""How balanced Haiduci is: bots play many games, and the wins of leaders, factions and pairs of cards are counted.

    python benchmarks/haiduci_balance.py --players 4 --games 400 --bot skilled --results four.jsonl

Every finished game is a line of the results file.  The same command with more games plays only those that are missing;
with `--games 0` it reports what is there.

A share is the part of the wins in the games a leader took part in, times the number of players: 1.00 is fair.  Factions
are chosen by the bots, which at that moment see no difference between them.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import TYPE_CHECKING, cast

import msgspec

from guanxi.bots import bot
from guanxi.engine.core.position import first_owing
from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.board import edition_of, load
from guanxi.games.haiduci.events import Agreed, Convened, Marched
from guanxi.games.haiduci.rules.material import CONDITIONS
from guanxi.games.haiduci.rules.scoring import conditions_met
from guanxi.lab.console import ProgressBar
from guanxi.lab.estimates import Ratio

if TYPE_CHECKING:
    from collections.abc import Iterable

    from guanxi.engine.table import Table
    from guanxi.games.haiduci.board import Edition
    from guanxi.games.haiduci.rules.rules import Haiduci
    from guanxi.lab.estimates import Estimate

LEADERS_SHOULD = (0.6, 1.6)
FACTIONS_SHOULD = (0.7, 1.4)
SEASONS_SHOULD = (8, 16)


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a results file: what the games have in common."""

    players: int
    bot: str
    rules: int
    files: str  # a digest of board, cards and leaders
    leaders: str | None = None  # the path of another file of leaders


class Pair(msgspec.Struct, frozen=True):
    """Two cards that were carried out, by whose offer and whose answer."""

    cards: str
    owner: int
    partner: int


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game; tuples are by seat."""

    number: int
    end: str
    seasons: int
    decisions: int
    forced: int  # decisions with one legal move
    leaders: tuple[tuple[str, int], ...]  # faction and number
    claimed: tuple[int, ...]
    shares: tuple[float, ...]  # of the win
    stopped: int  # how often a player met both conditions, but not when the season ended
    conferences: int
    marches: int
    pairs: tuple[Pair, ...]


def play(setting: Setting, number: int) -> Played:
    """One game between equal bots."""
    seed = f"balance {number}"
    options = {"leaders": setting.leaders} if setting.leaders else {}
    table = GAME.table(setting.players, seed=seed, **options)
    p = cast("Haiduci", table.position)
    bots = [bot(setting.bot, Random(f"{seed} {seat}")) for seat in range(setting.players)]
    met: set[tuple[int, int]] = set()
    forced = 0
    while p.owing:
        seat = first_owing(p)
        forced += len(table.legal_numbers(seat)) == 1
        season = p.season
        table.play(seat, bots[seat].choose(table.sight(seat)))
        if p.season == season and p.owing:
            met |= {(season, other) for other in range(p.seats) if meets_both(p, other)}
    return played(number, table, p, met, forced)


def meets_both(p: Haiduci, seat: int) -> bool:
    """Whether a player would claim victory now."""
    return p.faction[seat] >= 0 and bool(conditions_met(p, seat, p.leader[seat]) == CONDITIONS)


def played(number: int, table: Table, p: Haiduci, met: set[tuple[int, int]], forced: int) -> Played:
    """What came of a game."""
    edition, events, result = edition_of(p.board), table.events(), table.result
    assert result
    claims = {(p.season, seat) for seat in range(p.seats) if p.claimed >> seat & 1}
    return Played(
        number=number,
        end=result.reason.id.removeprefix("result."),
        seasons=p.season + 1,
        decisions=table.moves,
        forced=forced,
        leaders=tuple((edition.factions[p.faction[seat]], p.leader[seat]) for seat in range(p.seats)),
        claimed=tuple(seat for _, seat in claims),
        shares=tuple((seat in result.winners) / len(result.winners) for seat in range(p.seats)),
        stopped=len(met - claims),
        conferences=sum(isinstance(event, Convened) for event in events),
        marches=sum(isinstance(event, Marched) for event in events),
        pairs=tuple(pair_of(edition, event) for event in events if isinstance(event, Agreed)),
    )


def pair_of(edition: Edition, event: Agreed) -> Pair:
    """An agreement; a pair of cards has no order, and all haiduci are alike."""
    cards = sorted("haiduc" if card in edition.haiduci else card for card in (event.first, event.second))
    return Pair(" + ".join(cards), event.seat, event.partner)


class Results:
    """The finished games of one setting, in memory and in a file."""

    def __init__(self, path: Path | None, setting: Setting) -> None:
        self.path = path
        self.games: dict[int, Played] = {}
        if path and path.exists():
            first, *lines = path.read_bytes().splitlines()
            before = msgspec.json.decode(first, type=Setting)
            if before != setting:
                raise SystemExit(f"{path} has games of another setting: {before}. This one is {setting}.")
            for line in lines:
                self.add(msgspec.json.decode(line, type=Played))
        elif path:
            path.write_bytes(msgspec.json.encode(setting) + b"\n")

    def add(self, game: Played) -> None:
        """Keep a game."""
        self.games[game.number] = game

    def write(self, game: Played) -> None:
        """Keep a new game, and write it down."""
        self.add(game)
        if self.path:
            with self.path.open("ab") as file:
                file.write(msgspec.json.encode(game) + b"\n")


def play_missing(results: Results, setting: Setting, games: int, processes: int) -> None:
    """Play the games that are not there yet."""
    missing = [number for number in range(games) if number not in results.games]
    with ProgressBar(len(missing)) as bar, ProcessPoolExecutor(processes) as pool:
        for future in as_completed([pool.submit(play, setting, number) for number in missing]):
            results.write(future.result())
            bar.advance(1)


def shares(games: Iterable[Played], players: int, whole_faction: bool) -> dict[tuple[str, int], Estimate]:
    """Each leader's share of the wins, or each faction's, with its interval."""
    ratios: dict[tuple[str, int], Ratio] = defaultdict(Ratio)
    for game in games:
        for (faction, leader), share in zip(game.leaders, game.shares, strict=True):
            ratios[faction, 0 if whole_faction else leader].add(share, 1)
    found = {key: ratio.estimate(share=True) for key, ratio in ratios.items()}
    return {
        key: estimate._replace(value=estimate.value * players, low=estimate.low * players, high=estimate.high * players)
        for key, estimate in found.items()
        if estimate
    }


def report(setting: Setting, edition: Edition, games: list[Played]) -> str:
    """Everything measured, as Markdown."""
    by_leader, by_faction = shares(games, setting.players, False), shares(games, setting.players, True)
    return "\n".join(
        [
            *summary(setting, games),
            *verdict("leaders", by_leader, LEADERS_SHOULD),
            *verdict("factions", by_faction, FACTIONS_SHOULD),
            "",
            *leader_table(edition, games, by_leader),
            "",
            *faction_table(by_faction),
            "",
            *pair_table(games, setting.players),
        ]
    )


def summary(setting: Setting, games: list[Played]) -> list[str]:
    """Ends, lengths and how much happened."""
    count, ends = len(games), Counter(game.end for game in games)
    claims = ends["claim"] + ends["claims"]
    quarter, median, most = quantiles([game.seasons for game in games], n=4)
    forced = sum(game.forced for game in games) / sum(game.decisions for game in games)
    return [
        f"{setting.players} players, {setting.bot}, {count} games. Ended by a claim {claims / count:.0%} (several "
        f"{ends['claims'] / count:.0%}), by captures {ends['captures'] / count:.1%}, by the last season "
        f"{ends['seasons'] / count:.0%}.",
        "",
        f"- Seasons: median {median:g}, half of the games between {quarter:g} and {most:g} (wanted: median "
        f"{SEASONS_SHOULD[0]} to {SEASONS_SHOULD[1]}).",
        f"- In a game: {mean(game.stopped for game in games):.1f} times a player met both conditions but not when the "
        f"season ended, {mean(game.conferences for game in games):.2f} conferences, "
        f"{mean(game.marches for game in games):.1f} marches, "
        f"{mean(len(game.pairs) for game in games):.1f} agreements, "
        f"{mean(game.decisions for game in games):.0f} decisions ({forced:.0%} with one legal move).",
    ]


def mean(numbers: Iterable[float]) -> float:
    """The arithmetic mean."""
    listed = list(numbers)
    return sum(listed) / len(listed)


def verdict(what: str, found: dict[tuple[str, int], Estimate], should: tuple[float, float]) -> list[str]:
    """Whether all shares are where they should be."""
    values = [estimate.value for estimate in found.values()]
    outside = sum(not should[0] <= value <= should[1] for value in values)
    surely = sum(estimate.high < should[0] or estimate.low > should[1] for estimate in found.values())
    return [
        f"- Shares of {what} from {min(values):.2f} to {max(values):.2f} (wanted: {should[0]} to {should[1]}); "
        f"{outside} outside, {surely} of them by the whole interval."
    ]


def leader_table(edition: Edition, games: list[Played], found: dict[tuple[str, int], Estimate]) -> list[str]:
    """A row for each leader."""
    claims = Counter(game.leaders[seat] for game in games for seat in game.claimed)
    lines = [
        "| faction | leader | conditions | played | share | 95 % | claims |",
        "|---|---|---|---:|---:|---:|---:|",
    ]
    for (faction, number), estimate in sorted(found.items(), key=lambda item: order(edition, item[0])):
        leader = edition.leaders.leaders[faction][number]
        name = leader.name if isinstance(leader.name, str) else leader.name["en"]
        claimed = claims[faction, number] / estimate.deals
        lines.append(
            f"| {faction} | {name} | {leader.territorial}, {leader.political} | {estimate.deals} "
            f"| {estimate.value:.2f} | {estimate.low:.2f}–{estimate.high:.2f} | {claimed:.0%} |"
        )
    return lines


def order(edition: Edition, key: tuple[str, int]) -> tuple[int, int]:
    """The order of the file."""
    return edition.factions.index(key[0]), key[1]


def faction_table(found: dict[tuple[str, int], Estimate]) -> list[str]:
    """A row for each faction."""
    lines = ["| faction | played | share | 95 % |", "|---|---:|---:|---:|"]
    for (faction, _), estimate in found.items():
        row = f"{estimate.deals} | {estimate.value:.2f} | {estimate.low:.2f}–{estimate.high:.2f}"
        lines.append(f"| {faction} | {row} |")
    return lines


def pair_table(games: list[Played], players: int) -> list[str]:
    """How often each pair of cards was carried out, and how those who did fared."""
    owners: dict[str, Ratio] = defaultdict(Ratio)
    partners: dict[str, Ratio] = defaultdict(Ratio)
    counts: Counter[str] = Counter()
    for game in games:
        for pair in game.pairs:
            counts[pair.cards] += 1
            owners[pair.cards].add(game.shares[pair.owner], 1)
            partners[pair.cards].add(game.shares[pair.partner], 1)
    lines = [
        "| pair | in a game | of all | share of the owner | of the partner |",
        "|---|---:|---:|---:|---:|",
    ]
    for cards, count in counts.most_common():
        owner, partner = (ratios[cards].above / count * players for ratios in (owners, partners))
        part = count / counts.total()
        lines.append(f"| {cards} | {count / len(games):.2f} | {part:.1%} | {owner:.2f} | {partner:.2f} |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, choices=GAME.seats, default=4)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--bot", default="skilled")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--leaders", help="the path of another file of leaders")
    parser.add_argument("--results", type=Path, help="a file of finished games, to be continued")
    arguments = parser.parse_args()
    edition = load(leaders=arguments.leaders)
    digest = sha256(msgspec.json.encode((edition.board, edition.cards, edition.leaders.leaders))).hexdigest()
    setting = Setting(
        players=arguments.players,
        bot=arguments.bot,
        rules=GAME.rules_version,
        files=digest[:16],
        leaders=arguments.leaders,
    )
    results = Results(arguments.results, setting)
    play_missing(results, setting, arguments.games, arguments.processes)
    if len(results.games) < 2:
        raise SystemExit("There is nothing to report yet: play at least two games.")
    print(report(setting, edition, sorted(results.games.values(), key=lambda game: game.number)))


if __name__ == "__main__":
    main()
