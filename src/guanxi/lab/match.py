"""A match: bots play many games, every deal once in each rotation of the seats.

What a lucky deal gives to one bot it so gives to the others too, and what is left is strength.  A match is the same
from the same seed, whatever the number of processes that play it.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import fmean
from time import perf_counter
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.bots import maker
from guanxi.engine.errors import BadOption, GuanxiError
from guanxi.lab.chances import Rate, rate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from guanxi.bots import Bot, Maker
    from guanxi.engine.game import Game
    from guanxi.engine.table import Table

MANY = 100  # from so many games on it pays to start other processes
BATCHES = 20  # for each process: so no process waits long for the last one
BATCH = 25  # deals at most, so that progress is seen


class BotFailed(GuanxiError):
    """A bot raised an error or chose an illegal move: the match is over."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What one bot reached.  A game won by several is shared between them."""

    bot: str
    games: int
    wins: int  # alone
    shared: int
    rate: Rate
    score: float  # on average
    decisions: int
    seconds: float  # for one decision, on average


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """A whole match."""

    game: str
    rules: int
    options: dict[str, Any]
    seed: str
    deals: int
    games: int
    bots: tuple[Standing, ...]
    first: Rate | None  # what those won who took the first decision; None where several take it together
    decisions: int
    seconds: float


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One game, bot by bot in the order they were named."""

    deal: int
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    first: float | None  # the share of who took the first decision


class Match:
    """All that says which games are to be played; each of them can be played apart from the others."""

    def __init__(
        self,
        game: Game[Any, Any],
        bots: Sequence[str | Maker],
        seed: str | int,
        options: Mapping[str, Any],
        logs: Path | None = None,
    ) -> None:
        self.game = game
        self.makers = [maker(bot) if isinstance(bot, str) else bot for bot in bots]
        self.names = distinct([make(Random(0)).name for make in self.makers])
        self.seats = len(bots)
        self.seed = str(seed)
        self.options = {**game.automatic, **options}
        self.logs = logs
        game.check_options(self.seats, self.options)

    def play_deals(self, deals: range) -> list[Played]:
        """Every rotation of some deals."""
        return [self.play(deal, rotation) for deal in deals for rotation in range(self.seats)]

    def play(self, deal: int, rotation: int) -> Played:
        """One game: the bot named first sits in the seat with the number of the rotation, the others follow."""
        order = [(seat - rotation) % self.seats for seat in range(self.seats)]
        table = self.game.table(
            self.seats, f"{self.seed}-{deal}", [self.names[index] for index in order], **self.options
        )
        bots = [self.makers[index](Random(f"{self.seed}-{deal}-{rotation}-{index}")) for index in order]
        first = table.to_move[0] if len(table.to_move) == 1 else None
        decisions, seconds = [0] * self.seats, [0.0] * self.seats
        while table.to_move:
            seat = table.to_move[0]
            begun = perf_counter()
            move = decide(table, seat, bots[seat])
            seconds[order[seat]] += perf_counter() - begun
            decisions[order[seat]] += 1
            table.play(seat, move)
        if self.logs:
            file = self.logs / f"{self.game.name}-{deal}-{rotation}.json"
            file.write_text(table.log.to_json(), encoding="utf-8")
        return self.played(deal, order, table, first, decisions, seconds)

    def played(
        self,
        deal: int,
        order: list[int],
        table: Table,
        first: int | None,
        decisions: list[int],
        seconds: list[float],
    ) -> Played:
        """What is kept of a finished game."""
        result = table.result
        assert result
        shares = [(seat in result.winners) / len(result.winners) for seat in range(self.seats)]
        seats = [order.index(index) for index in range(self.seats)]
        return Played(
            deal=deal,
            shares=tuple(shares[seat] for seat in seats),
            scores=tuple(result.scores[seat].total for seat in seats),
            decisions=tuple(decisions),
            seconds=tuple(seconds),
            first=None if first is None else shares[first],
        )


def match(
    game: Game[Any, Any],
    bots: Sequence[str | Maker],
    games: int = 100,
    seed: str | int = 1,
    *,
    options: Mapping[str, Any] | None = None,
    jobs: int | None = None,
    logs: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> MatchResult:
    """Play a match: one bot a seat, by its name or as what makes it from a stream of chance.

    Games are rounded up to whole deals.  `progress` is told how many games have been played since it was last told.
    With several jobs, bots that are not named must be importable by other processes.
    """
    if games < 1:
        raise BadOption(f"A match has at least one game, not {games}.")
    if jobs is not None and jobs < 1:
        raise BadOption(f"A match needs at least one process, not {jobs}.")
    begun = perf_counter()
    plan = Match(game, bots, seed, options or {}, logs)
    if logs:
        make_empty(logs)
    deals = -(-games // plan.seats)
    if jobs is None:
        jobs = processors() if games >= MANY else 1
    played: list[Played] = []
    for batch in play_all(plan, deals, min(jobs, deals)):
        played += batch
        if progress:
            progress(len(batch))
    played.sort(key=lambda one: one.deal)
    return summary(plan, played, perf_counter() - begun)


def decide(table: Table, seat: int, bot: Bot) -> int:
    """A bot's move; an error that names the game, so that it can be played again, if it has none or an illegal one."""
    sight = table.sight(seat)
    where = f"The bot {bot.name!r} in seat {seat}, at move {table.moves + 1} of the game with seed {table.seed!r},"
    try:
        move = bot.choose(sight)
    except Exception as wrong:
        raise BotFailed(f"{where} raised {type(wrong).__name__}: {wrong}") from wrong
    if move not in sight.moves:
        legal = ", ".join(str(number) for number in sight.moves[:8]) + (", …" if len(sight.moves) > 8 else "")
        raise BotFailed(f"{where} chose {move!r}, which is not legal. Legal: {legal}.")
    return move


def play_all(plan: Match, deals: int, jobs: int) -> Iterator[list[Played]]:
    """All games of a match, as they are finished."""
    size = max(1, min(BATCH, deals // (jobs * BATCHES)))
    batches = [range(start, min(start + size, deals)) for start in range(0, deals, size)]
    if jobs == 1:
        yield from map(plan.play_deals, batches)
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=leave_interrupts) as pool:
        try:
            waiting = iter(batches)
            with interrupts_later():
                running = {pool.submit(plan.play_deals, batch) for batch in islice(waiting, 2 * jobs)}
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                running |= {pool.submit(plan.play_deals, batch) for batch in islice(waiting, len(done))}
                for batch_done in done:
                    yield batch_done.result()
        except BrokenProcessPool:
            raise BotFailed("A process of the match has died. With --jobs 1 one sees in which game.") from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def make_empty(folder: Path) -> None:
    """A folder for the logs of one match; those of another are never overwritten."""
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise BadOption(f"{folder} is not empty: the logs of a match need a directory of their own.")


@contextmanager
def interrupts_later() -> Iterator[None]:
    """Ctrl-C waits, and processes started here never hear it: one that is just starting would die with a lock."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def leave_interrupts() -> None:
    """Ctrl-C is for the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def processors() -> int:
    """How many processors this program may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def distinct(names: list[str]) -> list[str]:
    """Names that can be told apart: those that occur several times are numbered."""
    total, count = Counter(names), Counter[str]()
    told = []
    for name in names:
        count[name] += 1
        told.append(f"{name} {count[name]}" if total[name] > 1 else name)
    return told


def summary(plan: Match, played: list[Played], seconds: float) -> MatchResult:
    """What the games of a match come to."""
    firsts = [one.first for one in played if one.first is not None]
    return MatchResult(
        game=plan.game.name,
        rules=plan.game.rules_version,
        options=plan.options,
        seed=plan.seed,
        deals=len(played) // plan.seats,
        games=len(played),
        bots=tuple(standing(plan, played, index) for index in range(plan.seats)),
        first=rate(deal_means(firsts, plan.seats)) if len(firsts) == len(played) else None,
        decisions=sum(sum(one.decisions) for one in played),
        seconds=seconds,
    )


def standing(plan: Match, played: list[Played], index: int) -> Standing:
    """What the games come to for one bot."""
    shares = [one.shares[index] for one in played]
    decisions = sum(one.decisions[index] for one in played)
    return Standing(
        bot=plan.names[index],
        games=len(played),
        wins=sum(share == 1 for share in shares),
        shared=sum(0 < share < 1 for share in shares),
        rate=rate(deal_means(shares, plan.seats)),
        score=fmean(one.scores[index] for one in played),
        decisions=decisions,
        seconds=sum(one.seconds[index] for one in played) / max(1, decisions),
    )


def deal_means(shares: list[float], rotations: int) -> list[float]:
    """The mean share of each deal; the games of a deal stand side by side."""
    return [fmean(shares[start : start + rotations]) for start in range(0, len(shares), rotations)]
