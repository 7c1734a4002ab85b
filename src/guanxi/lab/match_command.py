"""`guanxi match`: play a match with a progress bar and write its result to the terminal, as JSON or as a web page."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.engine.errors import BadOption
from guanxi.lab.console import ProgressBar, show
from guanxi.lab.lab_command import check_writable
from guanxi.lab.match import match
from guanxi.lab.match_page import match_page
from guanxi.lab.sequential import SequentialTest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from guanxi.engine.game import Game
    from guanxi.lab.match_result import MatchResult


def run_match(
    game: Game[Any, Any],
    bots: Sequence[str],
    games: int,
    *,
    seed: str,
    seats: int | None,
    pool: bool,
    options: Mapping[str, Any],
    test: str | None,
    jobs: int | None,
    ray: str | None,
    logs: Path | None,
    resume: Path | None,
    json: Sequence[Path] | None,
    page: Path | None,
) -> None:
    """Play a match and report it; an empty `json` prints JSON instead of tables."""
    if not all(bots):
        raise BadOption("A bot's name is empty. Separate names with commas, for example --bots greedy,random.")
    for file in [*(json or ()), *([page] if page else [])]:
        check_writable(file)
    size = seats or table_size(game, len(bots), pool)
    pool = pool or len(bots) > size
    bar = ProgressBar(total(len(bots), games, size, pool))
    try:
        with bar:
            result = match(
                game,
                bots,
                games,
                seed,
                seats=size,
                pool=pool,
                options=options,
                test=SequentialTest.read(test) if test else None,
                jobs=jobs,
                ray=ray,
                logs=logs,
                resume=resume,
                progress=bar.advance,
            )
    except KeyboardInterrupt:
        if resume:
            print(interrupted(bar, resume), file=sys.stderr)
        raise
    write_result(result, json, page, command_line(game.name, bots, games, seed, size, pool, options, test))


def write_result(result: MatchResult, json: Sequence[Path] | None, page: Path | None, command: str) -> None:
    """Write the result of a match to the terminal and to the files asked for."""
    document = msgspec.json.encode(result)
    if page:
        page.write_text(match_page(result, command), encoding="utf-8")
    for file in json or ():
        file.write_bytes(msgspec.json.format(document, indent=2) + b"\n")
    if json is not None and not json:
        print(document.decode())
        return
    show(result)
    for written in [*(json or ()), *([page] if page else [])]:
        print(f"Written: {written}")


def interrupted(bar: ProgressBar, file: Path) -> str:
    """The message for an interrupted match."""
    return f"\n{bar.played:,} of {bar.games:,} games are saved in {file}. Run the same command to resume."


def table_size(game: Game[Any, Any], bots: int, pool: bool) -> int:
    """The default number of seats: one per bot if the game allows it, else the game's usual number."""
    return bots if bots in game.seats and not pool else game.usual


def total(bots: int, games: int, seats: int, pool: bool) -> int:
    """The largest number of games the match can have."""
    tables = bots * (bots - 1) // (2 if seats == 2 else 1) if pool else 1
    return -(-games // seats) * seats * tables


def command_line(
    name: str,
    bots: Sequence[str],
    games: int,
    seed: str,
    seats: int,
    pool: bool,
    options: Mapping[str, Any],
    test: str | None,
) -> str:
    """The command that replays the same match."""
    words = ["guanxi", "match", name, "--bots", ",".join(bots), "--games", str(games), "--seed", seed]
    words += ["--seats", str(seats), *(["--pool"] if pool else []), *(["--test", test] if test else [])]
    for option, value in options.items():
        words += ["--option", f"{option}={value if isinstance(value, str) else msgspec.json.encode(value).decode()}"]
    return shlex.join(words)
