"""How hard Haiduci's conditions are, estimated from all games together, whichever leaders they were played with.

    python benchmarks/haiduci_pace.py four.jsonl six.jsonl mine.jsonl --leaders mine.json

The files are results of `haiduci_balance.py`.  One file has few games of each leader, but most conditions return in
others, with other players and other bots.  The pace of a leader (claims in a season) is taken as a product of factors
for the setting, the faction, each condition, each condition in this setting, and the leader itself.  Factors about
which little is known stay near 1 (Poisson regression with a ridge penalty).

The table has the estimated pace of every leader of a file beside the mean of all: 1.00 is as fast as the average.
Claims are not quite wins: games that nobody claims are decided by points.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from haiduci_balance import read

from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.board import load, read_condition

if TYPE_CHECKING:
    from haiduci_balance import Played, Setting
    from numpy.typing import NDArray

    from guanxi.games.haiduci.board import Leader

    Numbers = NDArray[np.float64]

PENALTY = {"setting": 0.02, "faction": 4.0, "condition": 1.0, "condition in": 6.0, "faction in": 10.0, "leader": 4.0}
STEPS = 60  # of Newton's method


class Seen(NamedTuple):
    """A leader in one game: the factors of its pace, whether it claimed, and in how many seasons."""

    factors: tuple[str, ...]
    claimed: bool
    seasons: int


def factors(setting: Setting, faction: str, leader: Leader) -> tuple[str, ...]:
    """The names of the factors; the first word says which penalty they have."""
    where = f"{setting.players} {setting.bot}"
    conditions = [kind(text) for text in (leader.territorial, leader.political)]
    return (
        f"setting: {where}",
        f"faction: {faction}",
        f"faction in: {faction} {where}",
        *(f"condition: {condition}" for condition in conditions),
        *(f"condition in: {condition} {where}" for condition in conditions),
        f"leader: {faction} {leader.territorial} {leader.political}",
    )


def kind(text: str) -> str:
    """A condition without its province."""
    condition = read_condition(text)
    assert condition
    return condition.word if condition.province else text


def seen(setting: Setting, games: list[Played]) -> list[Seen]:
    """Every leader of every game."""
    leaders = setting.edition().leaders.leaders
    return [
        Seen(factors(setting, faction, leaders[faction][number]), seat in game.claimed, game.seasons)
        for game in games
        for seat, (faction, number) in enumerate(game.leaders)
    ]


def fit(rows: list[Seen]) -> dict[str, float]:
    """The logarithm of each factor."""
    names = sorted({name for row in rows for name in row.factors})
    place = {name: index for index, name in enumerate(names)}
    has: Numbers = np.zeros((len(rows), len(names)))
    for index, row in enumerate(rows):
        has[index, [place[name] for name in row.factors]] = 1.0
    claimed, seasons = (np.array([getattr(row, field) for row in rows], float) for field in ("claimed", "seasons"))
    penalty = np.array([PENALTY[name.partition(":")[0]] for name in names])
    logs: Numbers = np.zeros(len(names))
    for _ in range(STEPS):
        expected = np.exp(has @ logs) * seasons
        slope = has.T @ (claimed - expected) - penalty * logs
        curve = (has * expected[:, None]).T @ has + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        logs += step / max(1.0, float(np.abs(step).max()))
    return dict(zip(names, logs.tolist(), strict=True))


def report(settings: list[Setting], logs: dict[str, float], path: str | None) -> str:
    """A row for each leader of a file, a column for each setting."""
    leaders = [(faction, leader) for faction, three in load(leaders=path).leaders.leaders.items() for leader in three]
    columns = {}
    for setting in settings:
        paces = [
            np.exp(sum(logs.get(name, 0.0) for name in factors(setting, faction, leader)))
            for faction, leader in leaders
        ]
        columns[f"{setting.players} {setting.bot}"] = paces / np.mean(paces)
    lines = [f"| faction | conditions | {' | '.join(columns)} |", "|---|---|" + "---:|" * len(columns)]
    for index, (faction, leader) in enumerate(leaders):
        cells = " | ".join(f"{column[index]:.2f}" for column in columns.values())
        lines.append(f"| {faction} | {leader.territorial}, {leader.political} | {cells} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, nargs="+", help="files of finished games")
    parser.add_argument("--leaders", help="the path of the leaders to estimate, if not those of the game")
    arguments = parser.parse_args()
    files = [read(path) for path in arguments.results]
    logs = fit([row for setting, games in files for row in seen(setting, games)])
    print(f"{GAME.name}: {sum(len(games) for _, games in files)} games\n")
    print(report([setting for setting, _ in files], logs, arguments.leaders))


if __name__ == "__main__":
    main()
