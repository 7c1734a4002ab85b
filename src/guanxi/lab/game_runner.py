"""Play one game of a match: let bots decide, measure their time, and return the result."""

from __future__ import annotations

from time import perf_counter, thread_time
from typing import TYPE_CHECKING

import msgspec

from guanxi.bots import end
from guanxi.bots.thinking import processor_time
from guanxi.engine.errors import GuanxiError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from guanxi.bots import Bot
    from guanxi.engine.table import Table


class BotFailed(GuanxiError):
    """A bot raised an error or chose an illegal move, which ends the match."""


class PlayedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game.  Tuples are in the order of the line-up, whose first bot sits in seat `rotation`."""

    table: int
    deal: int
    rotation: int
    shares: tuple[float, ...]  # of the win
    scores: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]  # processor time; by the wall for bots that are programs
    longest: tuple[float, ...]  # the slowest decision, in seconds
    first: float | None  # the share of the seat that decided first; None if several seats decided together

    @property
    def by_seat(self) -> tuple[float, ...]:
        """The shares in the order of the seats."""
        return self.shares[-self.rotation :] + self.shares[: -self.rotation] if self.rotation else self.shares


class Clock:
    """Thinking times of the bots in one game."""

    def __init__(self, bots: int) -> None:
        self.decisions = [0] * bots
        self.seconds = [0.0] * bots
        self.longest = [0.0] * bots

    def add(self, bot: int, seconds: float) -> None:
        """Record one decision."""
        self.decisions[bot] += 1
        self.seconds[bot] += seconds
        self.longest[bot] = max(self.longest[bot], seconds)


def play_out(table: Table, bots: Sequence[Bot], *, number: int, deal: int, rotation: int) -> PlayedGame:
    """Play a table to its end; `bots` are in the order of the line-up."""
    seats = len(bots)
    clock = Clock(seats)
    first = table.to_move[0] if len(table.to_move) == 1 else None
    try:
        while table.to_move:
            seat = table.to_move[0]
            index = (seat - rotation) % seats
            time = time_of(bots[index])
            begun = time()
            move = decide(table, seat, bots[index])
            clock.add(index, time() - begun)
            table.play(seat, move)
    finally:
        for bot in bots:
            end(bot, table.result)
    result = table.result
    assert result
    shares = [(seat in result.winners) / len(result.winners) for seat in range(seats)]
    sits = [(index + rotation) % seats for index in range(seats)]
    return PlayedGame(
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


def play_bots(table: Table, bots: Sequence[Bot], play: Callable[[int, Bot], None]) -> None:
    """Call `play` with a seat and its bot for every decision, then tell all bots the result; `bots` are by seat."""
    try:
        while table.to_move:
            seat = table.to_move[0]
            play(seat, bots[seat])
    finally:
        for bot in bots:
            end(bot, table.result)


def decide(table: Table, seat: int, bot: Bot) -> int:
    """Ask a bot for its move.  If it thinks for a fixed time, that is processor time.

    Raises `BotFailed` if the bot raises or its move is illegal; the message names the game so that it can be replayed.
    """
    sight = table.true_sight(seat) if cheats(bot) else table.sight(seat)
    where = f"The bot {bot.name!r} in seat {seat}, at move {table.moves + 1} of the game with seed {table.seed!r},"
    try:
        with processor_time():
            move = bot.choose(sight)
    except Exception as error:
        raise BotFailed(f"{where} raised {type(error).__name__}: {error}") from error
    try:
        return sight.number(move)
    except GuanxiError as refused:
        legal = ", ".join(str(number) for number in sight.legal_numbers[:8]) + (
            ", …" if len(sight.legal_numbers) > 8 else ""
        )
        raise BotFailed(f"{where} chose {move!r}, which is not legal. {refused} Legal: {legal}.") from None


def time_of(bot: Bot) -> Callable[[], float]:
    """The clock that measures a bot: the processor's, or the wall's for a bot that thinks in a process of its own."""
    return perf_counter if getattr(bot, "elsewhere", False) else thread_time


def cheats(bot: Bot) -> bool:
    """Whether a bot must be given the true position.  Such a bot measures how much honest bots miss."""
    return bool(getattr(bot, "cheats", False))
