"""What `guanxi match` does: seat the bots, show how far it is, tell the result on the screen, as JSON and as a page."""

from __future__ import annotations

import shlex
import sys
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.engine.errors import BadOption
from guanxi.lab.command import check_place
from guanxi.lab.match import match
from guanxi.lab.match_page import match_page
from guanxi.lab.sequential import Question
from guanxi.lab.show import Bar, show

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from guanxi.engine.game import Game
    from guanxi.lab.summary import MatchResult


def arena(
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
    """Play a match and tell it; `json` is none, an empty row for the screen, or a file."""
    if not all(bots):
        raise BadOption("Name the bots with commas between them, for example --bots greedy,random.")
    for file in [*(json or ()), *([page] if page else [])]:
        check_place(file)
    size = seats or table_size(game, len(bots), pool)
    pool = pool or len(bots) > size
    bar = Bar(total(len(bots), games, size, pool))
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
                test=Question.read(test) if test else None,
                jobs=jobs,
                ray=ray,
                logs=logs,
                resume=resume,
                progress=bar.advance,
            )
    except KeyboardInterrupt:
        if resume:
            print(kept_so_far(bar, resume), file=sys.stderr)
        raise
    tell(result, json, page, spelled(game.name, bots, games, seed, size, pool, options, test))


def tell(result: MatchResult, json: Sequence[Path] | None, page: Path | None, command: str) -> None:
    """Say what came of a match wherever it is wanted."""
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


def kept_so_far(bar: Bar, file: Path) -> str:
    """What to say when a match is interrupted."""
    return f"\n{bar.played:,} of {bar.games:,} games are kept in {file}. The same command goes on with them."


def table_size(game: Game[Any, Any], bots: int, pool: bool) -> int:
    """How many sit at a table if nobody says it: a bot a seat where that is possible, and else as usual."""
    return bots if bots in game.seats and not pool else game.usual


def total(bots: int, games: int, seats: int, pool: bool) -> int:
    """How many games there will be at most."""
    tables = bots * (bots - 1) // (2 if seats == 2 else 1) if pool else 1
    return -(-games // seats) * seats * tables


def spelled(
    name: str,
    bots: Sequence[str],
    games: int,
    seed: str,
    seats: int,
    pool: bool,
    options: Mapping[str, Any],
    test: str | None,
) -> str:
    """The command that plays the same games again."""
    words = ["guanxi", "match", name, "--bots", ",".join(bots), "--games", str(games), "--seed", seed]
    words += ["--seats", str(seats), *(["--pool"] if pool else []), *(["--test", test] if test else [])]
    for option, value in options.items():
        words += ["--option", f"{option}={value if isinstance(value, str) else msgspec.json.encode(value).decode()}"]
    return shlex.join(words)
