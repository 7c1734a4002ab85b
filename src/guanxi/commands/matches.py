"""Games between bots: `guanxi match`, `guanxi lab`, `guanxi train` and `guanxi exploit`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import guanxi
from guanxi.commands import Flag, OptionalValue, Repeated, game_options
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
    json: Annotated[tuple[Path, ...] | None, OptionalValue] = None,
    page: Path | None = None,
    logs: Path | None = None,
) -> None:
    """Play a match between bots.

    Every deal is played once in each rotation of the seats. Win rates are shown with 95 % confidence intervals. The
    same seed gives the same games.

    **Examples**

    `guanxi match hanamikoji --bots greedy,random --games 2000`

    `guanxi match han --seats 4 --bots greedy,random --test 0.25:0.35 --games 2000` for one greedy against three random

    `guanxi match haiduci --seats 4 --pool --bots greedy,random --resume match.jsonl --page match.html`

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    bots
        One bot for each seat, separated by commas. More bots than seats make a pool.
    games
        The number of games per table, rounded up to whole deals.
    seed
        The seed of the match's random numbers.
    seats
        The number of seats; the last bot fills the remaining ones.
    pool
        Let each bot play alone against copies of each other bot, for a table of payoffs and ratings.
    option
        An option of the game as name=value; can be repeated.
    test
        LOW:HIGH, two win rates: stop as soon as it is clear that the first bot wins at most LOW or at least HIGH.
    jobs
        The number of processes; by default all processors, if there are enough games.
    ray
        The address of a Ray cluster to play on; local starts one on this machine.
    resume
        A checkpoint file that saves each finished game; if it exists, the match resumes from it.
    json
        Write the result as JSON to this file; without a file name, print only the JSON.
    page
        Write the result as a web page with plots to this file.
    logs
        A new or empty directory for the logs of all games.
    """
    from guanxi.lab.match_command import run_match

    run_match(
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
    results: Path | None = None,
) -> int:
    """Study a game: bots play it many times, and a web page with plots reports the findings.

    The report covers length, scores and their sources, advantages of seats and factions, how often moves are used and
    what they are worth, how close games are and when they are decided. Ctrl-C writes the report on the games played so
    far. The same seed gives the same games.

    **Examples**

    `guanxi lab hanamikoji`

    `guanxi lab han --games 500 --compare players --compare variant --out han.html`

    `guanxi lab haiduci --compare leaders=mine.json,other.json --results played`

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    bots
        The bots that play, separated by commas; the last one fills the remaining seats.
    games
        The number of games, per variant if there are several.
    players
        The number of players; by default the game's usual number.
    seed
        The seed of all random numbers.
    option
        An option of the game as name=value; can be repeated.
    compare
        Compare versions: name=value,value, a name alone for all its values (such as players), all for every name, or
        name=value+name=value for a version with several changes.
    jobs
        The number of processes; by default all processors, if there are enough games.
    out
        The file for the report; by default GAME-lab.html in this directory.
    results
        A directory that saves the games of each version; those that are there already are not played again.
    """
    from guanxi.lab.lab_command import lab as study_game

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
        results=results,
    )


def train(
    game: str,
    /,
    *,
    games: int | None = None,
    players: Annotated[tuple[int, ...], Repeated] = (),
    seed: str = "1",
    jobs: int = 1,
    ray: str | None = None,
    out: Path | None = None,
) -> None:
    """Train a network to evaluate positions of a game by self-play.

    The training run is saved in one directory after every few games, with its progress in training.log and its course,
    strength over games, in training.json and course.svg; Ctrl-C or SIGTERM ends it, and the same command resumes it.
    The result is network.json in that directory. It plays as the bot learned:DIRECTORY. Put it into the package as
    bots/weights/GAME.json, and all bots that search use it. The same command gives the same numbers, with any number
    of processes, interrupted or not.

    **Examples**

    `guanxi train hanamikoji` as the packaged networks are trained

    `guanxi train hanamikoji --games 30000`

    `guanxi train han --players 4 --players 3 --jobs 2 --out han-training`

    `guanxi train haiduci --ray local --jobs 2`

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    games
        The total number of games; by default as many as for the packaged network.
    players
        A number of players to train with; can be repeated. By default all that the game allows.
    seed
        The seed of the training run's random numbers.
    jobs
        The number of processes that play.
    ray
        The address of a Ray cluster to play on; local starts one on this machine.
    out
        The directory of the training run; by default GAME-training in this directory.
    """
    try:
        from guanxi.lab.training import run_training
    except ImportError:
        raise BadOption('Training needs PyTorch and NumPy: pip install "guanxi[train]".') from None

    found = guanxi.game(game)
    folder = out or Path(f"{game}-training")
    run_training(found, games, players, seed, jobs=jobs, ray=ray, folder=folder)


def exploit(
    game: str,
    bot: str,
    /,
    *,
    method: Literal["train", "search"] = "train",
    minutes: float = 120.0,
    games: int = 400,
    players: int | None = None,
    option: Annotated[tuple[str, ...], Repeated] = (),
    level: str | None = None,
    seed: str = "1",
    jobs: int | None = None,
    out: Path | None = None,
) -> None:
    """Measure how much can be won from a bot, by an opponent that is trained against it.

    A network learns alone against copies of the bot, which stays as it is. Then it plays a match against the bot, on
    deals that it was not trained on, each once in every rotation of the seats. Its win rate is a lower bound. Ctrl-C
    or SIGTERM keeps everything, and the same command resumes it; more minutes train longer.

    **Examples**

    `guanxi exploit hanamikoji greedy --minutes 30`

    `guanxi exploit han expert:0.1 --players 2 --minutes 120 --games 1000`

    `guanxi exploit hanamikoji greedy --method search` for a best response by search, without training

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    bot
        The bot to measure, as in `guanxi match`.
    method
        train: a network learns against the bot. search: play moves on with the bot's own replies (Hanamikoji only).
    minutes
        The processor time of the training, in total.
    games
        The number of games of the match, rounded up to whole deals.
    players
        The number of players; by default the game's usual number.
    option
        An option of the game as name=value; can be repeated.
    level
        How the trained opponent searches, such as expert:0.1; by default like BOT if that is a level, else skilled.
    seed
        The seed of all random numbers.
    jobs
        The number of processes that play the match; the training has one.
    out
        The directory for everything; by default GAME-exploit in this directory.
    """
    from guanxi.lab.exploit_command import run_exploit

    run_exploit(
        guanxi.game(game),
        bot,
        method=method,
        minutes=minutes,
        games=games,
        players=players,
        options=game_options(option),
        level=level,
        seed=seed,
        jobs=jobs,
        folder=out or Path(f"{game}-exploit"),
    )
