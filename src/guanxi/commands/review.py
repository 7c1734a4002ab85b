"""A recorded game looked at again: `guanxi review`."""

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

UNKNOWN = 0.1  # so far off a judgement must be to be worth a word


def review(file: Path, /, *, iterations: int | None = None) -> None:
    """Look at a finished game again: where it turned, and what was luck and what was skill.

    Every decision is measured against the best move that a search finds by what its player could see.

    **Example**: `guanxi review game.json`

    Parameters
    ----------
    file
        The log of a finished game.
    iterations
        How closely a search looks at a decision; the more, the longer it takes. By itself it takes as many as the game
        needs.
    """
    from guanxi.bots.review import review as look_back
    from guanxi.bots.thinker import Plan

    log = read_log(file)
    plan = Plan(iterations=max(1, iterations)) if iterations is not None else None
    try:
        found = look_back(log, guanxi.game(log.game), plan, tell if sys.stderr.isatty() else None)
    except BadLog as wrong:
        raise BadLog(f"{file}: {wrong}") from None
    for line in lines(found, log):
        print(line.translate(HARMLESS))


def tell(made: Decision, count: int) -> None:
    """How far it is, on a line that is written over."""
    print(
        f"\r{made.move} of {count} decisions",
        end="\r" if made.move < count else "\r\033[K",
        file=sys.stderr,
        flush=True,
    )


def lines(found: Review, log: Log) -> Iterator[str]:
    """The review in a few lines."""
    width = max(len(name) for name in log.seats)
    yield f"{'':{width}}  start  own moves  others  luck  end   (points of 100)"
    for player in found.players:
        parts = f"{hundredths(player.skill):>+9}  {hundredths(player.others):>+6}  {hundredths(player.luck):>+4}"
        name = log.seats[player.seat]
        yield f"{name:{width}}  {hundredths(player.start):>5}  {parts}  {hundredths(player.end):>3}"
    for turn in found.turns:
        made = found.decisions[turn.move - 1]
        swing = hundredths(turn.swing[turn.seat])
        yield f"Move {turn.move}, {log.seats[turn.seat]}: {made.played.notation} ({swing:+}, {turn.kind})"
        if turn.kind == "mistake":
            yield f"    stronger by {hundredths(made.loss)}: {made.best.notation}"
        for seat, (judged, truth) in enumerate(zip(turn.judged, turn.truth, strict=True)):
            if abs(judged - truth) >= UNKNOWN:
                saw = f"{hundredths(judged)} by what could be seen, {hundredths(truth)} with open cards"
                yield f"    {log.seats[seat]} could not know: {saw}"


def hundredths(share: float) -> int:
    """A chance in points of a hundred."""
    return round(100 * share)
