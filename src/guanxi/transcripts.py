"""Transcripts: a log retold in a player's language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guanxi.engine.errors import BadOption
from guanxi.engine.replay import replay
from guanxi.engine.table import Moment, in_order
from guanxi.engine.text import Phrase, list_of, phrase, player

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from guanxi.engine.game import Game
    from guanxi.engine.log import Log
    from guanxi.engine.table import Table


def retell(
    log: Log,
    game: Game[Any, Any],
    language: str = "en",
    names: Sequence[str] = (),
    to: int | None = None,
    seat: int | None = None,
) -> Iterator[str]:
    """Yield the lines of a transcript up to a log entry, as one seat saw the game; `names` replaces those of the log.

    Without a seat, a finished game is told with all hidden information, an unfinished one as a spectator sees it.
    """
    names = names or log.seats
    last = len(log.moves)
    if to is not None and not 0 <= to <= last:
        raise BadOption(f"There is no entry {to}: the log has entries 1 to {last}, and 0 is the set-up.")
    if seat is not None and not 0 <= seat < len(log.seats):
        raise BadOption(f"There is no seat {seat}: seats are numbered from 0 to {len(log.seats) - 1}.")
    text = game.text
    yield f"{text.say(phrase('name'), language)} – {', '.join(names)}"
    yield ""
    for entry, table in enumerate(replay(log, game)):
        if entry and log.moves[entry - 1].startswith("undo"):
            told = iter([phrase("retell.undo", n=table.moves)])
        else:
            told = last_move(table, seat, everything=seat is None and log.result is not None)
        for line, what in enumerate(told):
            yield f"{entry if line == 0 else '':>4}  {text.say(what, language, names)}"
        # Stop here: replaying to the end would compare with the result that the log claims.
        if entry == to and to < last:
            break
    yield ""
    for what in ending(table):
        yield text.say(what, language, names)


def last_move(table: Table, seat: int | None, everything: bool) -> Iterator[Phrase]:
    """The events and moments of the last move, as a seat saw them or with everything hidden.

    The set-up counts as a move.
    """
    events = table.true_events(table.moves) if everything else table.events(seat, table.moves)
    for step in in_order(events, table.moments(seat, table.moves)):
        yield caption(step) if isinstance(step, Moment) else table.phrase(step)


def caption(moment: Moment) -> Phrase:
    """The line that introduces a moment."""
    return phrase("retell.moment", moment=phrase(f"moment.{moment.kind}"))


def ending(table: Table) -> list[Phrase]:
    """The result with the scores, or the seats to move."""
    result = table.result
    if result is None:
        return [table.prompt()]
    scores = []
    for seat in sorted(range(table.seats), key=lambda seat: result.ranks[seat]):
        score = result.scores[seat]
        parts = [
            phrase("retell.part", part=phrase(f"score.{part}"), points=points) for part, points in score.parts.items()
        ]
        scores.append(phrase("retell.score", player=player(seat), total=score.total, parts=list_of(parts)))
    return [result.reason, *scores]
