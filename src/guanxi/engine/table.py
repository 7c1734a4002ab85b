"""A table: one game being played.  The rules work on numbers; a table adds names, typed moves, events and the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from guanxi.engine import chance
from guanxi.engine.errors import BadOption, whole, whole_seat
from guanxi.engine.events import Event
from guanxi.engine.log import Log, Origin, Outcome, history_of
from guanxi.engine.moves import Move, TypedMoves
from guanxi.engine.sealing import Sealing
from guanxi.engine.sight import Sight, TrueSight
from guanxi.engine.story import Story, Told
from guanxi.engine.text import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from guanxi.engine.core.position import Position
    from guanxi.engine.game import Game, Preview, Result, View

MOMENTS_KEPT = 16  # the last moves whose moments a table keeps; a replay recreates earlier ones
MARKS_KEPT = 3  # the last positions, one every MOMENTS_KEPT moves, from which an undo replays


class Moment(msgspec.Struct, frozen=True, gc=False):
    """A position inside a move that is worth showing: its kind, its move, the number of events before it, its view.

    Its caption is the game's text `moment.<kind>`.
    """

    kind: str
    move: int
    after: int
    view: View


class Mark(NamedTuple):
    """A position that a table has passed, and the number of moves before it."""

    moves: int
    position: Position


class Saved(msgspec.Struct, frozen=True, array_like=True):
    """A table's progress: a table that is made with it goes on without replaying its log from the start.

    The position lies far enough back for the last moves to be replayed from it with their moments.
    """

    moves: int  # before the position
    position: dict[str, Any]  # its numbers
    history: list[tuple[int, int]]
    told: list[list[Told]]  # the events of the set-up and of each move before the position
    entries: list[str]


class Table:
    """One game from its set-up to its result.

    >>> table = guanxi.game("hanamikoji").table(seed=7)
    >>> seat = table.to_move[0]
    >>> table.play(seat, table.legal_moves(seat)[0])
    """

    def __init__(
        self,
        game: Game[Any, Any],
        seats: int | None = None,
        seed: str | int | None = None,
        names: Sequence[str] = (),
        origin: Origin | None = None,
        saved: Saved | None = None,
        /,
        **options: Any,
    ) -> None:
        self.game = game
        if isinstance(names, str) or not isinstance(names, Sequence):
            raise BadOption(f"Names are a list of texts, one for each seat, not {names!r}.")
        self.seats = seats if seats is not None else len(names) or game.seats[0]
        self.options = game.check_options(self.seats, options)
        if names and len(names) != self.seats:
            raise BadOption(f"{len(names)} names were given for {self.seats} seats.")
        self.names = tuple(names) or tuple(f"Player {seat + 1}" for seat in range(self.seats))
        self.seed = chance.seed_text(seed)
        self.origin = origin
        self._earlier: Table | None = None  # the game of the origin
        self._entries: list[str] = []
        self._legal: dict[int, tuple[int, ...]] = {}  # a cache of each seat's legal moves, cleared by every move
        self._sealing: Sealing | None = None  # choices that wait for others before they enter the log
        self.position: Position
        if saved:
            self._resume(saved)
        else:
            self._begin()
        self.board = game.board(self.position)  # its names are in the words for moves and events

    def __repr__(self) -> str:
        asked = " and ".join(str(seat) for seat in self.to_move)
        state = f"seat {asked} of {self.seats} to move" if asked else "over"
        return f"<Table of {self.game.name}, {self.moves} moves, {state}>"

    def _begin(self) -> None:
        self._history: list[tuple[int, int]] = []
        self._stories = [Story()]
        self._legal.clear()
        self.position = self._set_up(self._stories[0])
        self._marks = [Mark(0, self.position.copy())]

    def _set_up(self, story: Story) -> Position:
        """The position before the first move."""
        if not self.origin:
            begun: Position = self.game.begin(self.seats, self.options, chance.words(self.seed, 0), story)
            return begun
        self._earlier = self._earlier or self._replay_origin(self.origin)
        story.told += [told for earlier in self._earlier._stories for told in earlier.told]
        return self._earlier.position.copy()

    def _resume(self, saved: Saved) -> None:
        """Go on from a table's progress."""
        self._entries = [*saved.entries]
        self._stories = [Story(told) for told in saved.told]
        self._history = saved.history[: saved.moves]
        self.position = self.game.restore(self.options, saved.position)
        self._marks = [Mark(saved.moves, self.position.copy())]
        for seat, number in saved.history[saved.moves :]:
            self._advance(seat, number)

    def save(self) -> Saved | None:
        """The table's progress; None while it has so few moves that they are as quickly replayed."""
        mark = self._mark_before(self.moves - MOMENTS_KEPT)
        if mark is None or mark.moves == 0:
            return None
        told = [story.told for story in self._stories[: mark.moves + 1]]
        return Saved(mark.moves, mark.position.numbers(), [*self._history], told, [*self._entries])

    def _replay_origin(self, origin: Origin) -> Table:
        """The table whose position this game continues from."""
        from guanxi.engine.replay import play_entry

        before = origin.origin or None
        earlier = Table(self.game, self.seats, origin.seed, self.names, before, **msgspec.to_builtins(self.options))
        for entry in origin.moves:
            play_entry(earlier, entry)
        if origin.redrawn is not None:
            earlier.position.reseed(*chance.words(self.seed, 0))
            earlier.position.imagine(origin.redrawn)
        return earlier

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that have to decide; empty when the game is over."""
        return self.position.to_move

    @property
    def may_change(self) -> tuple[int, ...]:
        """The seats that have sealed a choice and may still change it."""
        return self._seats(self.position.sealing & ~self.position.owing)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.position.over

    @property
    def settled(self) -> Position:
        """The position after the last move of the history, without choices that wait."""
        return self._sealing.base if self._sealing else self.position

    @property
    def waiting(self) -> Sequence[tuple[int, int]]:
        """The seats and moves of complete choices that wait, as they will enter the history."""
        return self._sealing.order if self._sealing else ()

    def position_for(self, seat: int) -> Position:
        """The position as a seat knows it that may have begun to change its sealed choice."""
        self.position.check_seat(seat)
        return self._sealing.position_for(seat, self.position) if self._sealing else self.position

    @property
    def is_sealing(self) -> bool:
        """Do choices wait outside the log?"""
        return self._sealing is not None

    def has_begun(self, seat: int) -> bool:
        """Does a seat's choice that waits need more moves?"""
        self.position.check_seat(seat)
        return self._sealing is not None and seat in self._sealing.begun

    def legal_moves(self, seat: int) -> Sequence[Move]:
        """A seat's legal moves; empty if it has nothing to decide.  Each is made when it is looked at."""
        return TypedMoves(self.game, self.position_for(seat).copy(), self.legal_numbers(seat))

    def legal_numbers(self, seat: int) -> tuple[int, ...]:
        """The same moves as numbers, in the same order."""
        found = self._legal.get(whole_seat(seat, self.seats))
        if found is None:
            found = self._legal[seat] = tuple(self.position_for(seat).legal(seat))
        return found

    def play(self, seat: int, move: Move | str | int) -> None:
        """Make a move, given as a typed move, its notation or its number.

        Raises `IllegalMove` with the reason, and changes nothing, if the rules forbid it.
        """
        seat = whole_seat(seat, self.seats)
        if self._sealing:
            self.choose(seat, move)
        else:
            self._record(seat, self._check(seat, move))

    def choose(self, seat: int, move: Move | str | int) -> None:
        """Make a move like `play`, but let sealed choices wait outside the log until the last is in.

        Then all enter it in the order in which the seats became ready, each as it was last: neither the log nor the
        luck after it tells how often a seat has changed its choice.
        """
        seat = whole_seat(seat, self.seats)
        if not self.position.sealing:
            self.play(seat, move)
            return
        number = self._check(seat, move)
        sealing = self._sealing = self._sealing or Sealing(self.position.copy())
        sealing.choose(seat, number)
        if not sealing.complete:
            self._show(sealing)
            return
        self.drop_choices()
        for one, its_number in sealing.order:
            self._record(one, its_number)

    def notation(self, seat: int, move: Move | str | int) -> str:
        """The notation of a legal move; raises `IllegalMove` if it is not legal."""
        return self.game.move(self.position_for(seat), self._check(seat, move)).notation()

    def withdraw(self, seat: int) -> None:
        """Take back the moves of a choice that waits and needs more of them; a complete one stands."""
        self.position.check_seat(seat)
        if self._sealing:
            self._sealing.withdraw(seat)
            self._show(self._sealing)

    def drop_choices(self) -> None:
        """Forget all choices that wait."""
        if self._sealing:
            self.position, self._sealing = self._sealing.base, None
            self._legal.clear()

    def undo(self, moves: int = 1) -> None:
        """Take back the last moves.  The log keeps them, followed by an undo entry."""
        if not 0 < (whole(moves) or 0) <= len(self._history):
            raise self.game.refuse("undo", "undo", n=len(self._history))
        self.drop_choices()
        remaining = self._history[:-moves]
        if mark := self._mark_before(len(remaining) - MOMENTS_KEPT):
            self._go_back(mark)
        else:
            self._begin()
        for seat, number in remaining[self.moves :]:
            self._advance(seat, number)
        self._entries.append(f"undo {len(remaining)}")

    def view(self, seat: int | None = None, public: View | None = None) -> View:
        """Return a seat's view; None is a spectator, whose view of the same position saves time if it is given."""
        self._check_viewer(seat)
        position = self.position if seat is None else self.position_for(seat)
        return self.game.view(position, seat, public if position is self.position else None)

    def preview(self, seat: int, move: Move | str | int) -> Preview | None:
        """Preview a move, as far as its seat can know its effects; raises `IllegalMove` if the rules forbid it."""
        return Sight(self.game, self.position_for(seat), seat).preview(self._check(seat, move))

    def prompt(self, seat: int | None = None) -> Phrase:
        """A sentence that says what a seat has to decide."""
        return self.game.prompt(self.position if seat is None else self.position_for(seat), seat)

    def sight(self, seat: int) -> Sight:
        """The sight of a bot in this seat."""
        self.position.check_seat(seat)
        return Sight(self.game, self.position_for(seat), seat, self.options, self.events(seat, self.last_move(seat)))

    def true_sight(self, seat: int) -> TrueSight:
        """The sight of a bot that cheats on purpose, which only matches use to measure what cheating is worth."""
        self.position.check_seat(seat)
        return TrueSight(
            self.game, self.position_for(seat), seat, self.options, self.events(seat, self.last_move(seat))
        )

    def events(self, seat: int | None = None, since: int = 0) -> list[Event]:
        """The events from a move on, as a seat may know them; move 0 is the set-up."""
        self._check_viewer(seat)
        return [event.seen_by(seat) for event in self.true_events(since)]

    def told(self, move: int) -> Sequence[Told]:
        """The events of a move as numbers, for `Game.decode`; after the last comes a choice that waits."""
        story = self._sealing.story if self._sealing and move == len(self._stories) else self._stories[move]
        return story.told

    def true_events(self, since: int = 0, until: int | None = None) -> list[Event]:
        """The events from a move on with all hidden information; `Event.seen_by` removes what a seat may not know."""
        self._check_since(since)
        stories = [*self._stories, self._sealing.story] if self._sealing else self._stories
        return [event for story in stories[since:until] for event in story.events(self.game, self.board)]

    def moments(
        self, seat: int | None = None, since: int = 0, view: Callable[[Position], View] | None = None
    ) -> list[Moment]:
        """The moments from a move on, as a seat may see them or in a given view; of recent moves only."""
        self._check_viewer(seat)
        self._check_since(since)
        first = max(since, len(self._stories) - MOMENTS_KEPT)
        return [
            Moment(self.game.moments[kind], move, after, view(position) if view else self.game.view(position, seat))
            for move, story in enumerate(self._stories[first:], first)
            for kind, after, position in story.snapshots
        ]

    def timeline(self, seat: int | None = None, since: int = 0) -> list[Event | Moment]:
        """Events and moments from a move on in the order in which they happened, as a seat may know them."""
        moments = self.moments(seat, since)
        return [
            step
            for move, story in enumerate(self._stories[since:], since)
            for step in in_order(
                [event.seen_by(seat) for event in story.events(self.game, self.board)],
                [moment for moment in moments if moment.move == move],
            )
        ]

    @property
    def moves(self) -> int:
        """The number of moves, without those that were taken back."""
        return len(self._history)

    @property
    def entries(self) -> Sequence[str]:
        """The entries of the log so far: all moves ever made, and undos."""
        return self._entries

    @property
    def history(self) -> Sequence[tuple[int, int]]:
        """The seat and the number of each move that was not taken back."""
        return self._history

    def position_at(self, moves: int) -> Position:
        """A copy of the position after the first moves of the history."""
        self._check_moves(moves)
        mark = self._mark_before(moves) or Mark(0, self._set_up(Story()))
        position = mark.position.copy()
        for number in range(mark.moves, moves):
            position.reseed(*chance.words(self.seed, number + 1))
            position.play_unchecked(*self._history[number])
        return position

    def last_move(self, seat: int) -> int:
        """The index of a seat's last move in the history, counted from 1; 0 if there is none."""
        self.position.check_seat(seat)
        for number in range(len(self._history), 0, -1):
            if self._history[number - 1][0] == seat:
                return number
        return 0

    @property
    def result(self) -> Result | None:
        """Winners, ranks and scores; None while the game is in progress."""
        return self.game.result(self.position) if self.over else None

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret seed, which is public from the start."""
        return chance.commitment(self.seed)

    @property
    def log(self) -> Log:
        """The whole game as a document, which contains the secret seed."""
        result = self.result
        return Log(
            game=self.game.name,
            rules=self.game.rules_version,
            options=self.options.written(),
            seats=self.names,
            commitment=self.commitment,
            seed=self.seed,
            origin=self.origin or msgspec.UNSET,
            moves=tuple(self._entries),
            result=Outcome(result.winners, tuple(score.total for score in result.scores)) if result else None,
        ).signed()

    def origin_at(self, moves: int, redrawn: int | None = None) -> Origin:
        """The position after this many moves, for another game to continue from; contains the secret seed."""
        self._check_moves(moves)
        before = self.origin or msgspec.UNSET
        return Origin(self.seed, history_of(self._entries)[:moves], redrawn, self.log.digest, before)

    def say(self, what: Phrase | Event | Move, language: str = "en") -> str:
        """A phrase, an event or a move in words, with the players' names."""
        told = what if isinstance(what, Phrase) else self.phrase(what)
        return self.game.text.say(told, language, self.names)

    def phrase(self, what: Event | Move) -> Phrase:
        """An event or a move as a phrase, with the names of this table's board."""
        if not isinstance(what, Event | Move):
            raise BadOption(f"{what!r} cannot be put into words: give an event, a typed move or a phrase.")
        return what.phrase(self.board)

    def _seats(self, bits: int) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if bits >> seat & 1)

    def _check(self, seat: int, move: Move | str | int) -> int:
        """The number of a legal move; raises `IllegalMove` with the reason if it is not legal."""
        self.position.check_turn(seat)
        return self.game.legal_number(self.position_for(seat), seat, move, self.legal_numbers(seat))

    def _check_viewer(self, seat: int | None) -> None:
        """Raise `BadOption` if there is no such seat; None is a spectator."""
        if seat is not None:
            self.position.check_seat(seat)

    def _check_moves(self, moves: int) -> None:
        """Raise `BadOption` unless so many moves have been made."""
        found = whole(moves)
        if found is None or not 0 <= found <= len(self._history):
            raise BadOption(f"There is no move {moves!r}: moves are numbered from 0 to {len(self._history)}.")

    def _check_since(self, move: int) -> None:
        """Raise `BadOption` unless it is the number of a move, which may be still to come."""
        found = whole(move)
        if found is None or found < 0:
            raise BadOption(f"There is no move {move!r}: moves are numbered from 0, the set-up.")

    def _show(self, sealing: Sealing) -> None:
        """Bring the position up to date after a choice has changed."""
        self.position = sealing.position()
        self._legal.clear()

    def _record(self, seat: int, number: int) -> None:
        """Carry out a legal move and add it to the log."""
        notation = self.game.move(self.position, number).notation()
        self._advance(seat, number)
        self._entries.append(f"{seat} {notation}")

    def _advance(self, seat: int, number: int) -> None:
        story = self.position.story = Story()
        self._legal.clear()
        self.position.reseed(*chance.words(self.seed, len(self._history) + 1))
        self.position.play_unchecked(seat, number)
        self._history.append((seat, number))
        self._stories.append(story)
        if self.moves % MOMENTS_KEPT == 0:
            self._marks = [*self._marks[1 - MARKS_KEPT :], Mark(self.moves, self.position.copy())]
        if len(self._stories) > MOMENTS_KEPT:
            self._stories[-MOMENTS_KEPT - 1].snapshots.clear()

    def _mark_before(self, moves: int) -> Mark | None:
        """The last mark after at most so many moves, if there is one."""
        return next((mark for mark in reversed(self._marks) if mark.moves <= moves), None)

    def _go_back(self, mark: Mark) -> None:
        """Return to a mark; stories before it stay as they are."""
        self._marks = [one for one in self._marks if one.moves <= mark.moves]
        del self._history[mark.moves :], self._stories[mark.moves + 1 :]
        self._legal.clear()
        self.position = mark.position.copy()


def in_order(events: Sequence[Event], moments: Sequence[Moment]) -> Iterator[Event | Moment]:
    """The events of one move, with its moments in between."""
    for number, event in enumerate(events):
        yield from (moment for moment in moments if moment.after == number)
        yield event
    yield from (moment for moment in moments if moment.after >= len(events))
