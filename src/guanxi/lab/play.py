"""One game of a match: bots decide, the table plays, and what counts is kept."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from guanxi.bots import end
from guanxi.engine.errors import GuanxiError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.bots import Bot
    from guanxi.engine.table import Table


class BotFailed(GuanxiError):
    """A bot raised an error or chose an illegal move: the match is over."""


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One game.  Numbers stand in the order of the line-up: who is first in it sits in seat `rotation`."""

    table: int
    deal: int
    rotation: int
    shares: tuple[float, ...]  # of the win
    scores: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    longest: tuple[float, ...]  # the slowest decision, in seconds
    first: float | None  # the share of who took the first decision; None where several take it together

    @property
    def by_seat(self) -> tuple[float, ...]:
        """The shares of the seats."""
        return self.shares[-self.rotation :] + self.shares[: -self.rotation] if self.rotation else self.shares


class Clock:
    """How long the bots of a game think."""

    def __init__(self, bots: int) -> None:
        self.decisions = [0] * bots
        self.seconds = [0.0] * bots
        self.longest = [0.0] * bots

    def add(self, bot: int, seconds: float) -> None:
        """A decision was taken."""
        self.decisions[bot] += 1
        self.seconds[bot] += seconds
        self.longest[bot] = max(self.longest[bot], seconds)


def play_out(table: Table, bots: Sequence[Bot], *, number: int, deal: int, rotation: int) -> Played:
    """Play a table to its end; `bots` stand in the order of the line-up."""
    seats = len(bots)
    clock = Clock(seats)
    first = table.to_move[0] if len(table.to_move) == 1 else None
    try:
        while table.to_move:
            seat = table.to_move[0]
            index = (seat - rotation) % seats
            begun = perf_counter()
            move = decide(table, seat, bots[index])
            clock.add(index, perf_counter() - begun)
            table.play(seat, move)
    finally:
        for bot in bots:
            end(bot, table.result)
    result = table.result
    assert result
    shares = [(seat in result.winners) / len(result.winners) for seat in range(seats)]
    sits = [(index + rotation) % seats for index in range(seats)]
    return Played(
        table=number,
        deal=deal,
        rotation=rotation,
        shares=tuple(shares[seat] for seat in sits),
        scores=tuple(result.scores[seat].total for seat in sits),
        decisions=tuple(clock.decisions),
        seconds=tuple(clock.seconds),
        longest=tuple(clock.longest),
        first=None if first is None else shares[first],
    )


def decide(table: Table, seat: int, bot: Bot) -> int:
    """A bot's move; an error that names the game, so that it can be played again, if it has none or an illegal one."""
    sight = table.true_sight(seat) if cheats(bot) else table.sight(seat)
    where = f"The bot {bot.name!r} in seat {seat}, at move {table.moves + 1} of the game with seed {table.seed!r},"
    try:
        move = bot.choose(sight)
    except Exception as wrong:
        raise BotFailed(f"{where} raised {type(wrong).__name__}: {wrong}") from wrong
    if move not in sight.moves:
        legal = ", ".join(str(number) for number in sight.moves[:8]) + (", …" if len(sight.moves) > 8 else "")
        raise BotFailed(f"{where} chose {move!r}, which is not legal. Legal: {legal}.")
    return move


def cheats(bot: Bot) -> bool:
    """Must it be given the true position?  Such a bot is no player: it measures what honest ones miss."""
    return bool(getattr(bot, "cheats", False))
