"""`guanxi puzzles`: find decisions with one right answer."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import guanxi
from guanxi.commands import Repeated, game_options
from guanxi.engine.errors import BadOption


def puzzles(
    game: str,
    /,
    *,
    count: int = 20,
    logs: Path | None = None,
    bot: str = "skilled",
    players: int | None = None,
    seed: str = "puzzles",
    option: Annotated[tuple[str, ...], Repeated] = (),
    endings: bool = False,
    verify: bool = False,
    jobs: int | None = None,
    out: Path | None = None,
) -> None:
    """Find puzzles: decisions where one move is far better than all others.

    Where little is left of a game, all possible positions are played out. Elsewhere several searches must agree on the
    move, which must then beat its rivals in newly sampled positions, by what the seat can see. Each puzzle comes with
    the chances of the best moves, the reason, and how often a casual player finds it. The file has one game a line; an
    interrupted search is continued by the same command, and commands for other games can fill up the same file.

    **Examples**

    `guanxi puzzles hanamikoji --count 200 --out hanamikoji.jsonl`

    `guanxi puzzles han --logs my-games --out han.jsonl`

    `guanxi puzzles han --verify --seed other --out han.jsonl`

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    count
        The number of puzzles that the file should have in the end.
    logs
        A directory with logs of this game to search, instead of games that bots play.
    bot
        The bot that plays in all seats.
    players
        The number of players; by default the game's usual number.
    seed
        The seed of all random numbers.
    option
        An option of the game as name=value; can be repeated.
    endings
        Look only at endings that can be played out exactly, which is much cheaper.
    verify
        Search nothing: verify the puzzles of the file with another seed, and keep those that stand, each position once.
    jobs
        The number of processes; by default all processors.
    out
        The file for the puzzles; by default GAME.jsonl in this directory.
    """
    from guanxi.commands.logs import read_log
    from guanxi.lab.puzzle_finding import PuzzlePlan, find, find_in
    from guanxi.lab.puzzle_finding import verify as verify_file
    from guanxi.lab.study import StudyPlan
    from guanxi.lab.workers import processors

    if count < 1:
        raise BadOption(f"A file has at least one puzzle, not {count}.")
    if jobs is not None and jobs < 1:
        raise BadOption(f"The search needs at least one process, not {jobs}.")
    found, file = guanxi.game(game), out or Path(f"{game}.jsonl")
    if verify:
        if not file.exists():
            raise BadOption(f"There is no file {file}: name one with puzzles.")
        verify_file(found, file, seed)
        return
    if logs is None:
        study = StudyPlan(found, [bot], seed, game_options(option), seats=players or found.usual)
        find(PuzzlePlan(study, endings_only=endings), count, file, jobs or processors())
        return
    files = sorted(logs.glob("*.json"))
    if not files:
        raise BadOption(f"There are no logs in {logs}: name a directory with files such as game.json.")
    find_in(found, [read_log(one) for one in files], file)
