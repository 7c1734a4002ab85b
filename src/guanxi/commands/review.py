"""`guanxi review`: review a recorded game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import guanxi
from guanxi.commands import HARMLESS
from guanxi.commands.logs import read_log
from guanxi.engine.errors import BadLog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.bots.review import Decision, Review
    from guanxi.engine.log import Log

UNKNOWN = 0.1  # the smallest difference between judged and true chances that is mentioned


def review(file: Path, /, *, iterations: int | None = None) -> None:
    """Review a finished game: its turning points, and what was luck and what was skill.

    Every decision is compared with the best move that a search finds from what the player could see.

    **Example**: `guanxi review game.json`

    Parameters
    ----------
    file
        The log of a finished game.
    iterations
        Search iterations per decision; more are slower and more accurate. The default depends on the length of the
        game.
    """
    from guanxi.bots.review import review as review_game
    from guanxi.bots.search_bot import SearchSettings

    log = read_log(file)
    plan = SearchSettings(iterations=max(1, iterations)) if iterations is not None else None
    try:
        found = review_game(log, guanxi.game(log.game, log.rules), plan, show_progress if sys.stderr.isatty() else None)
    except BadLog as error:
        raise BadLog(f"{file}: {error}") from None
    for line in lines(found, log):
        print(line.translate(HARMLESS))


def show_progress(made: Decision, count: int) -> None:
    """Show the progress on a line that is overwritten."""
    print(
        f"\r{made.move} of {count} decisions",
        end="\r" if made.move < count else "\r\033[K",
        file=sys.stderr,
        flush=True,
    )


def lines(found: Review, log: Log) -> Iterator[str]:
    """Summarise the review in a few lines."""
    width = max(len(name) for name in log.seats)
    yield f"{'':{width}}  start  own moves  others  luck  end   (chance to win, in percent)"
    for player in found.players:
        parts = f"{percent(player.skill):>+9}  {percent(player.others):>+6}  {percent(player.luck):>+4}"
        name = log.seats[player.seat]
        yield f"{name:{width}}  {percent(player.start):>5}  {parts}  {percent(player.end):>3}"
    for turn in found.turns:
        made = found.decisions[turn.move - 1]
        swing = percent(turn.swing[turn.seat])
        yield f"Move {turn.move}, {log.seats[turn.seat]}: {made.played.notation} ({swing:+}, {turn.kind})"
        if turn.kind == "mistake":
            yield f"    better by {percent(made.loss)}: {made.best.notation}"
        for seat, (judged, truth) in enumerate(zip(turn.judged, turn.truth, strict=True)):
            if abs(judged - truth) >= UNKNOWN:
                saw = f"{percent(judged)} % from what was visible, {percent(truth)} % with all cards open"
                yield f"    {log.seats[seat]} could not know this: {saw}"


def percent(share: float) -> int:
    """Convert a chance to percent."""
    return round(100 * share)
