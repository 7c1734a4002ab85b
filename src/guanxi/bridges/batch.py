"""Many tables of one game at once, as NumPy arrays, for programs that learn.

    batch = guanxi.batch("hanamikoji", tables=4096, seed=1)
    while learning:
        moves = policy(batch.observations, batch.masks)
        batch.step(moves)

The arrays are allocated once and overwritten by every step: copy what must be kept.  A game that ends is followed by
the next one in the same step, so every table always waits for a decision.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING, Any

import guanxi
from guanxi.bots import end, maker
from guanxi.bridges import missing
from guanxi.bridges.recall import Recall
from guanxi.bridges.tables import Arrays, PlainTables, native_tables
from guanxi.engine.chance import seed_text, words
from guanxi.engine.errors import BadOption, GuanxiError, not_legal_at, whole
from guanxi.engine.fields import places
from guanxi.engine.game import Game
from guanxi.engine.sight import Sight

try:
    import numpy as np
except ModuleNotFoundError as absent:
    raise missing("NumPy", "batch") from absent

if TYPE_CHECKING:
    from guanxi.bots import Bot
    from guanxi.bridges.tables import Numbers
    from guanxi.engine.core.position import Position

SHARE = 128  # a thread is worth waking for so many tables


class Batch:
    """Many tables of one game.

    `observations` (tables, numbers) is what the seat to decide may know, each number from 0 to 1; `masks` (tables,
    moves) marks its legal moves; `to_move` (tables,) is its seat.  `random_moves` (tables,) has a uniformly random
    legal move for each table.  After a step, `done` (tables,) marks the games that have ended in it, and `rewards`
    (tables, seats) has their returns: 1 for a sole winner, and a sum of 0.  All other arrays are then those of the next
    game.

    With `recall=8`, `known` (tables, 8, numbers) is what that seat observed at its last eight decisions of this game,
    latest first, and `chosen` (tables, 8) the moves that it chose then, -1 where there were fewer: with `observations`
    an information state.

    With opponents, each table has one seat for the learner, in `learner` (tables,), which differs from table to table.
    A bot plays all others, and every step goes on to the learner's next decision.
    """

    def __init__(
        self,
        game: str | Game[Any, Any],
        tables: int = 1024,
        *,
        seats: int | None = None,
        seed: str | int | None = None,
        opponents: str | None = None,
        threads: int | None = None,
        recall: int = 0,
        **options: Any,
    ) -> None:
        self.game = game if isinstance(game, Game) else guanxi.game(game)
        if not self.game.observation:
            raise BadOption(f"{self.game.name} cannot be played in a batch: it does not define `observe`.")
        for name, number in (("tables", tables), ("threads", 1 if threads is None else threads)):
            if (whole(number) or 0) < 1:
                raise BadOption(f"{name} is the number of {name}, at least 1, not {number!r}.")
        if (whole(recall) or 0) < 0 or whole(recall) is None:
            raise BadOption(f"recall is a number of decisions, 0 or more, not {recall!r}.")
        if opponents is not None and not isinstance(opponents, str):
            raise BadOption(f"opponents is the name of a bot, not {opponents!r}.")
        self.tables = tables
        self.seats = seats if seats is not None else self.game.seats[0]
        self.options = self.game.check_options(self.seats, {**self.game.automatic, **options})
        self.learner = shown(np.arange(tables) % self.seats)
        self._make_bot = maker(opponents) if opponents else None
        self._opponents = opponents
        self._bots: dict[tuple[int, int], Bot] = {}
        try:
            self._arrays = self._new_arrays()
            self._recall = Recall(tables, self.seats, recall, len(self.game.observation)) if recall else None
        except (MemoryError, ValueError):  # NumPy's, for more than there is and for more than can be
            raise BadOption(f"{tables:,} tables of {self.game.name} need more memory than there is.") from None
        self._everywhere = np.ones(tables, np.uint8)
        self._position = self.game.blank(self.seats, self.options)
        self._threads = min(threads or usable_cores(), max(1, tables // SHARE))
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 else None
        self._closed = False
        self._show()
        self.reset(seed_text(seed))

    def __repr__(self) -> str:
        against = f" against {self._opponents}" if self._opponents else ""
        return f"<Batch of {self.tables} tables of {self.game.name} with {self.seats} seats{against}>"

    def _new_arrays(self) -> Arrays:
        tables = self.tables
        return Arrays(
            observations=np.zeros((tables, len(self.game.observation)), np.float32),
            masks=np.zeros((tables, self.game.moves), np.bool_),
            rewards=np.zeros((tables, self.seats), np.float32),
            done=np.zeros(tables, np.bool_),
            to_move=np.zeros(tables, np.int64),
            random_moves=np.zeros(tables, np.int64),
            largest=np.array(self.game.observation, np.float32),
            luck=np.zeros(tables, np.uint64),
        )

    def _show(self) -> None:
        """Show the arrays to the learner, which can read them only: a mask is also what moves are checked by."""
        self.observations = shown(self._arrays.observations)
        self.masks = shown(self._arrays.masks)
        self.rewards = shown(self._arrays.rewards)
        self.done = shown(self._arrays.done)
        self.to_move = shown(self._arrays.to_move)
        self.random_moves = shown(self._arrays.random_moves)

    def reset(self, seed: str | int | None = None) -> None:
        """Begin a new game at every table.  A seed makes it and all that follow reproducible, if the moves are too."""
        if seed is not None:
            self._sow(seed_text(seed))
        self._arrays.done[:] = False
        self._arrays.rewards[:] = 0
        self._end_bots(list(self._bots))
        if self._recall:
            self._recall.forget(self._everywhere.view(np.bool_))
        self._over_threads(self._tables.begin)
        self._play_opponents()

    def _sow(self, seed: str) -> None:
        """Begin the random streams of all tables from a seed."""
        self._seed = seed
        self._bots_made = 0
        for index in range(self.tables):
            a, b, _, _ = words(f"{seed}/random moves", index)
            self._arrays.luck[index] = a << 32 | b | 1
        given = (self.game, self.seats, self.options, seed, self._arrays)
        self._tables = native_tables(*given) or PlainTables(*given)

    def step(self, moves: Any) -> None:
        """Play a move at every table; raises `IllegalMove` and changes nothing if one of them is not legal."""
        checked = self._checked(moves)
        self._arrays.done[:] = False
        self._arrays.rewards[:] = 0
        self._advance(checked, self._everywhere)
        self._play_opponents()

    @property
    def known(self) -> Numbers:
        """What the seat to decide observed at its last decisions of this game, latest first; with `recall`."""
        return self._remembered().known(self._arrays.to_move)

    @property
    def chosen(self) -> Numbers:
        """The moves that it chose then; with `recall`."""
        return self._remembered().chosen(self._arrays.to_move)

    def _remembered(self) -> Recall:
        if self._recall is None:
            raise BadOption("This batch remembers no decisions: make it with recall=8, for example.")
        return self._recall

    def field(self, name: str) -> Numbers:
        """One field of the observations, by its name, with its own shape for every table."""
        found = places(self.game.fields)
        if not isinstance(name, str) or name not in found:
            raise BadOption(f"{self.game.name} has no field {name!r}. Its fields: {', '.join(found)}.")
        shape = next(field.shape for field in self.game.fields if field.name == name)
        return self.observations[:, found[name]].reshape(self.tables, *shape)

    def position(self, table: int) -> Position:
        """A copy of the real position of a table, hidden cards included."""
        if whole(table) is None or not 0 <= table < self.tables:
            raise BadOption(f"There is no table {table!r}: tables are numbered from 0 to {self.tables - 1}.")
        copy: Position = self._position.copy()
        self._tables.read(table, copy)
        return copy

    def close(self) -> None:
        """End the threads and the bots; no more games can be played."""
        self._closed = True
        self._end_bots(list(self._bots))
        if self._pool:
            self._pool.shutdown()

    def _checked(self, moves: Any) -> Numbers:
        """The moves as an array; raises an error unless there is a legal one for every table."""
        try:
            given = np.asarray(moves)
        except ValueError:  # of rows that differ in length
            given = np.asarray(None)
        if given.shape != (self.tables,) or given.dtype.kind not in "iu":
            raise BadOption(
                f"step() takes one move for each of the {self.tables} tables, whole numbers in an array of shape "
                f"({self.tables},), not {given.dtype} of shape {given.shape}."
            )
        checked = np.ascontiguousarray(given, np.int64)
        inside = (checked >= 0) & (checked < self.game.moves)
        legal = inside & self._arrays.masks[np.arange(self.tables), np.where(inside, checked, 0)]
        if not legal.all():
            table = int(np.argmin(legal))
            raise not_legal_at(table, int(checked[table]))
        return checked

    def _over_threads(self, work: Any, *given: Any) -> None:
        """Do some work for all tables, a share of them in each thread."""
        if self._closed:
            raise GuanxiError("This batch is closed: make another one.")
        if self._pool is None:
            work(0, self.tables, *given)
            return
        bounds = [self.tables * share // self._threads for share in range(self._threads + 1)]
        running = [self._pool.submit(work, first, last, *given) for first, last in pairwise(bounds)]
        wait(running)
        for share in running:
            share.result()

    def _advance(self, moves: Numbers, playing: Numbers) -> None:
        """Play a move at the tables that are playing."""
        if self._recall:
            self._recall.add(playing.view(np.bool_), self._arrays.to_move, self._arrays.observations, moves)
        self._over_threads(self._tables.advance, moves, playing)
        if self._recall and self._arrays.done.any():
            self._recall.forget(self._arrays.done)
        if self._bots:
            over = set(np.flatnonzero(self._arrays.done).tolist())
            self._end_bots([place for place in self._bots if place[0] in over])

    def _play_opponents(self) -> None:
        """Let the opponents decide until it is the learner's turn at every table."""
        while self._make_bot and (waiting := self._arrays.to_move != self.learner).any():
            moves = self._arrays.random_moves.copy()
            if self._opponents != "random":
                for index in np.flatnonzero(waiting).tolist():
                    moves[index] = self._bots_move(index)
            self._advance(moves, waiting.view(np.uint8))

    def _bots_move(self, table: int) -> int:
        """The move of the opponent that has to decide at a table, by what its seat may know."""
        seat = int(self._arrays.to_move[table])
        if (table, seat) not in self._bots:
            assert self._make_bot
            self._bots_made += 1
            self._bots[table, seat] = self._make_bot(Random(f"{self._seed}/{self._bots_made}"))
        self._tables.read(table, self._position)
        sight = Sight(self.game, self._position, seat, self.options)
        return sight.number(self._bots[table, seat].choose(sight))

    def _end_bots(self, bots: list[tuple[int, int]]) -> None:
        """Dismiss bots whose game is over."""
        for place in bots:
            end(self._bots.pop(place), None)


def shown(array: Numbers) -> Numbers:
    """The same array, read-only."""
    view = array.view()
    view.flags.writeable = False
    return view


def usable_cores() -> int:
    """The processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
