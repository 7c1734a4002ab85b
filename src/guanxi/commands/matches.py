"""Bots among themselves: `guanxi match`, `guanxi lab` and `guanxi train`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import guanxi
from guanxi.commands import Flag, Perhaps, Repeated, game_options
from guanxi.engine.errors import BadOption


def match(
    game: str,
    /,
    *,
    bots: str = "greedy,random",
    games: int = 100,
    seed: str = "1",
    seats: int | None = None,
    pool: Annotated[bool, Flag] = False,
    option: Annotated[tuple[str, ...], Repeated] = (),
    test: str | None = None,
    jobs: int | None = None,
    ray: str | None = None,
    resume: Path | None = None,
    json: Annotated[tuple[Path, ...] | None, Perhaps] = None,
    page: Path | None = None,
    logs: Path | None = None,
) -> None:
    """Let bots play against each other.

    Every deal is played once in each rotation of the seats. The interval behind a win rate holds the true one in
    95 of 100 matches. The same seed gives the same games.

    **Examples**

    `guanxi match hanamikoji --bots greedy,random --games 2000`

    `guanxi match han --seats 4 --bots greedy,random --test 0.25:0.35 --games 2000` for one greedy against three random

    `guanxi match haiduci --seats 4 --pool --bots greedy,random --resume match.jsonl --page match.html`

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    bots
        One bot for each seat, separated by commas. With more bots than seats they are a pool.
    games
        How many games, at each table; rounded up to whole deals.
    seed
        What all chance of the match comes from.
    seats
        How many seats; the last bot named takes those that are left.
    pool
        Let each bot play alone against copies of each other one, for a table of payoffs and ratings.
    option
        An option of the game as name=value; can be repeated.
    test
        LOW:HIGH, two shares: end as soon as it is clear that the first bot wins at most LOW, or at least HIGH.
    jobs
        How many processes; all processors are used if it is not given and there are games enough.
    ray
        The address of a Ray cluster that plays the games; local starts one here.
    resume
        A file that keeps each game as it is finished; if it is there, the match is gone on with.
    json
        A file for the result as JSON; without its name it is printed, and nothing else.
    page
        A file for the result as a web page with plots.
    logs
        A new or empty directory, into which the log of each game is written.
    """
    from guanxi.lab.arena import arena

    arena(
        guanxi.game(game),
        [name.strip() for name in bots.split(",")],
        games,
        seed=seed,
        seats=seats,
        pool=pool,
        options=game_options(option),
        test=test,
        jobs=jobs,
        ray=ray,
        logs=logs,
        resume=resume,
        json=json,
        page=page,
    )


def lab(
    game: str,
    /,
    *,
    bots: str = "casual",
    games: int = 1000,
    players: int | None = None,
    seed: str = "1",
    option: Annotated[tuple[str, ...], Repeated] = (),
    compare: Annotated[tuple[str, ...], Repeated] = (),
    jobs: int | None = None,
    out: Path | None = None,
    dataset: Path | None = None,
) -> int:
    """Study a game: bots play it many times, and a page with plots tells what was found.

    Length, points and where they come from, who has an advantage, what is used and what it is worth, how close games
    are and when they are decided. Ctrl-C writes what there is. The same seed gives the same games.

    **Examples**

    `guanxi lab hanamikoji`

    `guanxi lab han --games 500 --compare players --compare variant --out han.html`

    `guanxi lab haiduci --players 4 --dataset games_of_haiduci`

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    bots
        Who plays, separated by commas; the last one takes the seats that are left.
    games
        How many games; of each variant, if there are several.
    players
        How many play; as many as the game is best with if it is not given.
    seed
        What all chance comes from.
    option
        An option of the game as name=value; can be repeated.
    compare
        Play variants too: name=value,value or a name alone for all its values (players is one); all for all there are.
    jobs
        How many processes; all processors are used if it is not given and there are games enough.
    out
        The file of the report; without it the game's name with -lab.html, in this folder.
    dataset
        A new or empty directory, into which the games, seats and decisions are written as CSV files.
    """
    from guanxi.lab.command import lab as study_game

    return study_game(
        guanxi.game(game),
        [name.strip() for name in bots.split(",")],
        games,
        seed=seed,
        players=players,
        options=game_options(option),
        compare=compare,
        jobs=jobs,
        out=out or Path(f"{game}-lab.html"),
        dataset=dataset,
    )


def train(
    game: str,
    /,
    *,
    games: int = 100_000,
    players: Annotated[tuple[int, ...], Repeated] = (),
    seed: str = "1",
    jobs: int = 1,
    ray: str | None = None,
    out: Path | None = None,
) -> None:
    """Teach a network to judge positions of a game: it plays against itself and learns from what came of it.

    Everything is kept in one directory after every few games; the same command goes on where it was interrupted. The
    result is its numbers.json: put it into the package as bots/learned/GAME.json, and bots that search ask it.

    **Examples**

    `guanxi train hanamikoji --games 300000`

    `guanxi train han --players 4 --players 3 --jobs 2 --out han-course`

    `guanxi train haiduci --ray local --jobs 2`

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    games
        How many games the course has in all.
    players
        A number of players to train with; can be repeated. All that there are if it is not given.
    seed
        What all chance of the course comes from.
    jobs
        How many processes play.
    ray
        The address of a Ray cluster that plays the games; local starts one here.
    out
        The directory of the course; without it the game's name with -course, in this folder.
    """
    try:
        from guanxi.lab.training import teach
    except ImportError:
        raise BadOption('Training needs NumPy, which is not installed: pip install "guanxi[train]".') from None

    found = guanxi.game(game)
    teach(found, games, players or found.seats, seed, jobs=jobs, ray=ray, folder=out or Path(f"{game}-course"))
