"""Downloads of a finished game: its log, a transcript in sentences, and statistics as CSV."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import msgspec

from guanxi.engine.text import player
from guanxi.server.clocks.clocks import SECOND
from guanxi.transcripts import retell

if TYPE_CHECKING:
    from guanxi.engine.log import Log
    from guanxi.server.tables.play import Play

FORMULA = ("=", "+", "-", "@")  # a spreadsheet evaluates text that begins with these


def log(play: Play) -> Log:
    """The log as it was played, also where these rules refuse its end."""
    replayed = play.table.log
    if not play.halted:
        return replayed
    moves = (*replayed.moves, *(entry.entry for entry in play.unplayed))
    return msgspec.structs.replace(replayed, rules=play.header.rules, moves=moves, result=None).signed()


def transcript(play: Play, language: str) -> str:
    """The game in sentences, one line per event, with everything that was hidden."""
    game = play.table.game
    names = [seat.name or seat.bot or game.text.say(player(seat.seat), language) for seat in play.seats]
    return "\n".join(retell(play.table.log, game, language, names)) + "\n"


def statistics(play: Play) -> str:
    """A CSV line per seat: player, rank, points by source, decisions and seconds."""
    result = play.table.result
    parts = list(dict.fromkeys(part for score in result.scores for part in score.parts)) if result else []
    lines = io.StringIO()
    table = csv.writer(lines, lineterminator="\r\n")
    table.writerow(["seat", "name", "bot", "rank", "won", "total", *parts, "decisions", "seconds"])
    for seat, clock in zip(play.seats, play.clocks, strict=True):
        decisions = sum(entry.seat == seat.seat for entry in play.history)
        who = [seat.seat, escaped(seat.name or play.table.names[seat.seat]), seat.bot or ""]
        outcome: list[int | str] = ["", "", ""]  # a game that was ended has none
        if result:
            rank, score = result.ranks[seat.seat], result.scores[seat.seat]
            points = [score.parts.get(part, 0) for part in parts]
            outcome = [rank, int(seat.seat in result.winners), score.total, *points]
        table.writerow([*who, *outcome, decisions, round(clock.spent / SECOND, 1)])
    return lines.getvalue()


def escaped(name: str) -> str:
    """A name that no spreadsheet evaluates as a formula."""
    return f"'{name}" if name.startswith(FORMULA) else name
