"""How balanced Haiduci is: bots play many games, and the wins of leaders, factions and pairs of cards are counted.

    python benchmarks/haiduci_balance.py --players 4 --games 400 --bot skilled --results four.jsonl
    python benchmarks/haiduci_balance.py --players 6 --bot expert --iterations 60 --leaders mine.json --results my.jsonl
    python benchmarks/haiduci_balance.py --compare four.jsonl my.jsonl

Every finished game is a line of the results file.  The same command with more games plays only those that are missing;
with `--games 0` it reports what is there.  `--iterations` sets how long the bots think: few make quick games to compare
candidates by, and the result does not depend on how busy the machine is.

A share is the part of the wins in the games a leader took part in, times the number of players: 1.00 is fair.  The pace
of a leader is the number of claims in 100 seasons.  Bots draw their factions by lot.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import median, quantiles
from typing import TYPE_CHECKING, cast

import msgspec

from guanxi.bots import bot
from guanxi.engine.core.position import first_owing
from guanxi.engine.text import words
from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.board import edition_of, load
from guanxi.games.haiduci.events import Agreed, Convened, Marched
from guanxi.games.haiduci.rules.material import CONDITIONS
from guanxi.games.haiduci.rules.scoring import conditions_met
from guanxi.lab.console import ProgressBar
from guanxi.lab.estimates import Ratio
from guanxi.lab.shares import extremes, fair_share, with_interval

if TYPE_CHECKING:
    from collections.abc import Iterable

    from guanxi.bots import Bot
    from guanxi.engine.table import Table
    from guanxi.games.haiduci.board import Edition
    from guanxi.games.haiduci.rules.rules import Haiduci
    from guanxi.lab.estimates import Estimate

LEADERS_SHOULD = (0.6, 1.6)
FACTIONS_SHOULD = (0.7, 1.4)
SEASONS_SHOULD = (8, 16)

Key = tuple[str, int]  # a leader: the faction and the number
Row = tuple[str, str, str]  # of a table: faction, leader, conditions


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a results file: what the games have in common."""

    players: int
    bot: str
    rules: int
    files: str  # a digest of board, cards and leaders
    leaders: str | None = None  # the path of another file of leaders
    iterations: int | None = None  # of the bots' searches, if not those of their level

    @property
    def bot_name(self) -> str:
        """The bot, and how many iterations it thinks if not as many as its level."""
        return self.bot if self.iterations is None else f"{self.bot}, {self.iterations} iterations"

    def edition(self) -> Edition:
        """The files that the games were played with."""
        edition = load(leaders=self.leaders)
        if digest(edition) != self.files:
            raise SystemExit(f"The files of these games have changed since: {self}.")
        return edition

    def make_bot(self, seed: str) -> Bot:
        """A bot for one seat of one game."""
        limit = "" if self.iterations is None else f":iterations={self.iterations}"
        return bot(self.bot + limit, Random(seed))


def digest(edition: Edition) -> str:
    """A few digits that differ for different boards, cards and leaders."""
    return sha256(msgspec.json.encode((edition.board, edition.cards, edition.leaders.leaders))).hexdigest()[:16]


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
    bots = [setting.make_bot(f"{seed} {seat}") for seat in range(setting.players)]
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
    """The record of a finished game."""
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


def read(path: Path) -> tuple[Setting, list[Played]]:
    """A results file."""
    first, *lines = path.read_bytes().splitlines()
    return msgspec.json.decode(first, type=Setting), [msgspec.json.decode(line, type=Played) for line in lines]


class Results:
    """The finished games of one setting, in memory and in a file."""

    def __init__(self, path: Path | None, setting: Setting) -> None:
        self.path = path
        self.games: dict[int, Played] = {}
        if path and path.exists():
            before, games = read(path)
            if before != setting:
                raise SystemExit(f"{path} has games of another setting: {before}. This one is {setting}.")
            for game in games:
                self.add(game)
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


def shares(games: Iterable[Played], players: int, whole_faction: bool) -> dict[Key, Estimate]:
    """Each leader's share of the wins, or each faction's, with its interval."""
    ratios: dict[Key, Ratio] = defaultdict(Ratio)
    for game in games:
        for (faction, leader), share in zip(game.leaders, game.shares, strict=True):
            ratios[faction, 0 if whole_faction else leader].add(share, 1)
    found = {key: fair_share(ratio, players) for key, ratio in ratios.items()}
    return {key: share for key, share in found.items() if share}


def report(setting: Setting, games: list[Played]) -> str:
    """Everything measured in one setting, as Markdown."""
    by_leader, by_faction = shares(games, setting.players, False), shares(games, setting.players, True)
    return "\n".join(
        [
            *summary(setting, games),
            f"- Shares of leaders (wanted: 0.6 to 1.6): {extremes(by_leader.values(), LEADERS_SHOULD)}.",
            f"- Shares of factions (wanted: 0.7 to 1.4): {extremes(by_faction.values(), FACTIONS_SHOULD)}.",
            "",
            *strength_table({"share (95 %), pace": strengths(setting, games)}),
            "",
            *pair_table(games, setting.players),
        ]
    )


def summary(setting: Setting, games: list[Played]) -> list[str]:
    """Ends, lengths and how much happened."""
    count, ends = len(games), Counter(game.end for game in games)
    claims = ends["claim"] + ends["claims"]
    quarter, half, most = quantiles([game.seasons for game in games], n=4)
    forced = sum(game.forced for game in games) / sum(game.decisions for game in games)
    return [
        f"{setting.players} players, {setting.bot_name}, {count} games. Ended by a claim {claims / count:.0%} (several "
        f"{ends['claims'] / count:.0%}), by captures {ends['captures'] / count:.1%}, by the last season "
        f"{ends['seasons'] / count:.0%}.",
        "",
        f"- Seasons: median {half:g}, half of the games between {quarter:g} and {most:g} (wanted: median "
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


def compare(paths: list[Path]) -> str:
    """The games of several files side by side: ends and lengths of each, then every leader and faction in each."""
    files = {path.stem: read(path) for path in paths}
    lines = [
        "| file | players | bot | games | by a claim | by captures | median seasons | leaders | factions |",
        "|---|---:|---|---:|---:|---:|---:|---|---|",
        *(compared(name, setting, games) for name, (setting, games) in files.items()),
        "",
        *strength_table({name: strengths(setting, games) for name, (setting, games) in files.items()}),
    ]
    return "\n".join(lines)


def compared(name: str, setting: Setting, games: list[Played]) -> str:
    """A file's row in the first table of a comparison."""
    ends = Counter(game.end for game in games)
    claims, captures = (ends["claim"] + ends["claims"]) / len(games), ends["captures"] / len(games)
    by_leader, by_faction = shares(games, setting.players, False), shares(games, setting.players, True)
    return (
        f"| {name} | {setting.players} | {setting.bot_name} | {len(games)} | {claims:.0%} | {captures:.1%} "
        f"| {median(game.seasons for game in games):g} | {extremes(by_leader.values(), LEADERS_SHOULD)} "
        f"| {extremes(by_faction.values(), FACTIONS_SHOULD)} |"
    )


def strength_table(columns: dict[str, dict[Row, str]]) -> list[str]:
    """A row for each leader and each whole faction, a column for each file."""
    lines = [
        "| faction | leader | conditions | " + " | ".join(columns) + " |",
        "|---|---|---|" + "---:|" * len(columns),
    ]
    for row in sorted({row for column in columns.values() for row in column}):
        lines.append("| " + " | ".join([*row, *(column.get(row, "") for column in columns.values())]) + " |")
    return lines


def strengths(setting: Setting, games: list[Played]) -> dict[Row, str]:
    """The share of every leader and whole faction with its interval, and a leader's pace."""
    edition = setting.edition()
    claims = Counter(game.leaders[seat] for game in games for seat in game.claimed)
    seasons: Counter[Key] = Counter()
    for game in games:
        seasons.update(dict.fromkeys(game.leaders, game.seasons))
    cells = {
        (key[0], "", ""): with_interval(estimate) for key, estimate in shares(games, setting.players, True).items()
    }
    for key, estimate in shares(games, setting.players, False).items():
        leader = edition.leaders.leaders[key[0]][key[1]]
        row = key[0], GAME.text.say(words(leader.name)), f"{leader.territorial}, {leader.political}"
        cells[row] = f"{with_interval(estimate)}, {100 * claims[key] / seasons[key]:.1f}"
    return cells


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, choices=GAME.seats, default=4)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--bot", default="skilled")
    parser.add_argument("--iterations", type=int, help="of the bots' searches, instead of those of their level")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--leaders", help="the path of another file of leaders")
    parser.add_argument("--results", type=Path, help="a file of finished games, to be continued")
    parser.add_argument("--compare", type=Path, nargs="+", metavar="RESULTS", help="files of finished games")
    arguments = parser.parse_args()
    if arguments.compare:
        print(compare(arguments.compare))
        return
    edition = load(leaders=arguments.leaders)
    setting = Setting(
        players=arguments.players,
        bot=arguments.bot,
        rules=GAME.rules_version,
        files=digest(edition),
        leaders=arguments.leaders,
        iterations=arguments.iterations,
    )
    results = Results(arguments.results, setting)
    play_missing(results, setting, arguments.games, arguments.processes)
    if len(results.games) < 2:
        raise SystemExit("There is nothing to report yet: play at least two games.")
    print(report(setting, list(results.games.values())))


if __name__ == "__main__":
    main()
