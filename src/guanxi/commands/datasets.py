"""`guanxi dataset`: games of bots as Parquet files, and back as logs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import App

import guanxi
from guanxi.commands import Flag, Repeated, game_options
from guanxi.engine.errors import BadOption

dataset = App(name="dataset")


@dataset.default
def make(
    game: str,
    /,
    *,
    bots: str = "quick",
    games: int = 10_000,
    players: int | None = None,
    seed: str = "1",
    option: Annotated[tuple[str, ...], Repeated] = (),
    events: Annotated[bool, Flag] = False,
    observations: Annotated[bool, Flag] = False,
    jobs: int | None = None,
    out: Path | None = None,
) -> None:
    """Write games of bots as Parquet files, for Polars, pandas and other tools.

    The directory gets games.parquet with a row per game and decisions.parquet with a row per decision. Files appear
    only once they are complete; an interrupted run is resumed by the same command. docs/dataset.md describes every
    column. The same command gives the same files, if the bots do not think by the clock.

    **Examples**

    `guanxi dataset hanamikoji --bots skilled --games 1000`

    `guanxi dataset han --players 4 --events --observations --out han-games`

    `guanxi dataset logs han-games --out han-logs`

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    bots
        The bots that play, separated by commas; the last one fills the remaining seats.
    games
        The number of games, rounded up to whole deals.
    players
        The number of players; by default the game's usual number.
    seed
        The seed of all random numbers.
    option
        An option of the game as name=value; can be repeated.
    events
        Also write events.parquet: every event, in truth and as each seat may know it.
    observations
        Also write what the deciding seat observes, as a list of numbers.
    jobs
        The number of processes; by default all processors, if there are enough games.
    out
        The directory for the files; by default GAME-dataset in this directory.
    """
    from guanxi.lab.dataset_command import make_dataset
    from guanxi.lab.dataset_recording import DatasetPlan

    if games < 1:
        raise BadOption(f"A dataset has at least one game, not {games}.")
    found, named = guanxi.game(game), [name.strip() for name in bots.split(",")]
    plan = DatasetPlan(
        found,
        named,
        games,
        seed,
        game_options(option),
        players=players if players is not None else max(len(named), found.usual),
        events=events,
        observations=observations,
    )
    make_dataset(plan, out or Path(f"{game}-dataset"), jobs)


@dataset.command
def logs(source: Path, /, *, game: Annotated[tuple[int, ...], Repeated] = (), out: Path | None = None) -> None:
    """Write games of a dataset as logs, which can be replayed and verified.

    **Example**: `guanxi dataset logs han-games --game 12 --out han-logs`

    Parameters
    ----------
    source
        The directory of a dataset, or its file games.parquet.
    game
        The number of a game to write; can be repeated. By default all.
    out
        A new or empty directory for the logs; by default logs in the directory of the dataset.
    """
    from guanxi.lab.dataset_command import write_logs

    folder = source if source.is_dir() else source.parent
    write_logs(folder, out or folder / "logs", game)
