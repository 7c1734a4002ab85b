"""Bots among themselves: `guanxi match`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import guanxi
from guanxi.commands import Flag, Repeated, game_options
from guanxi.engine.errors import BadOption


def match(
    game: str,
    /,
    *,
    bots: str = "greedy,random",
    games: int = 100,
    seed: str = "1",
    seats: int | None = None,
    option: Annotated[tuple[str, ...], Repeated] = (),
    jobs: int | None = None,
    json: Annotated[bool, Flag] = False,
    logs: Path | None = None,
) -> None:
    """Let bots play against each other.

    Every deal is played once in each rotation of the seats. The interval behind a win rate holds the true one in
    95 of 100 matches. The same seed gives the same games.

    **Examples**

    `guanxi match hanamikoji --bots greedy,random --games 2000`

    `guanxi match hanamikoji --bots greedy,greedy --option first=0 --seed 7 --json`

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    bots
        One bot for each seat, separated by commas. Known: greedy, random.
    games
        How many games; rounded up to whole deals.
    seed
        What all chance of the match comes from.
    seats
        How many seats; the last bot named takes those that are left.
    option
        An option of the game as name=value; can be repeated.
    jobs
        How many processes; all processors are used if it is not given and there are games enough.
    json
        Print the result as JSON, and nothing else.
    logs
        A new or empty directory, into which the log of each game is written.
    """
    from guanxi.lab.match import match as play_match
    from guanxi.lab.show import Bar, show

    found = guanxi.game(game)
    entered = seated([name.strip() for name in bots.split(",")], seats)
    with Bar(-(-games // len(entered)) * len(entered)) as bar:
        result = play_match(
            found, entered, games, seed, options=game_options(option), jobs=jobs, logs=logs, progress=bar.advance
        )
    if json:
        import msgspec

        print(msgspec.json.encode(result).decode())
    else:
        show(result)


def seated(bots: list[str], seats: int | None) -> list[str]:
    """One bot a seat: the last one takes the seats that are left."""
    if seats is not None and len(bots) > seats:
        raise BadOption(f"{len(bots)} bots were named for {seats} seats.")
    return bots + bots[-1:] * ((seats or 0) - len(bots))
