"""A table: one game being played, for people.  The rules work on numbers; here are names, typed moves and the log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.engine import chance
from guanxi.engine.errors import BadOption
from guanxi.engine.log import Log, Origin, Outcome, standing
from guanxi.engine.moves import Move
from guanxi.engine.sight import Sight, TrueSight
from guanxi.engine.text import Phrase, player

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.game import Game, Result, Story, View
    from guanxi.engine.position import Position


class Table:
    """One game from its set-up to its result.

    >>> table = guanxi.game("hanamikoji").table(seed=7)
    >>> seat = table.to_move[0]
    >>> table.play(seat, table.legal(seat)[0])
    """

    def __init__(
        self,
        game: Game[Any, Any],
        seats: int | None = None,
        seed: str | int | None = None,
        names: Sequence[str] = (),
        origin: Origin | None = None,
        /,
        **options: Any,
    ) -> None:
        self.game = game
        self.seats = seats if seats is not None else len(names) or game.seats[0]
        self.options = game.check_options(self.seats, options)
        if names and len(names) != self.seats:
            raise BadOption(f"{len(names)} names were given for {self.seats} seats.")
        self.names = tuple(names) or tuple(f"Player {seat + 1}" for seat in range(self.seats))
        self.seed = str(seed) if seed is not None else chance.new_seed()
        self.origin = origin
        self._moment = self._come_to(origin) if origin else None
        self._entries: list[str] = []
        self._begin()

    def _begin(self) -> None:
        self._standing: list[tuple[int, int]] = []
        self._stories: list[list[Story]] = [[]]
        self.position: Position
        if self._moment:
            position, story = self._moment
            self.position = position.copy()
            self._stories[0] += story
        else:
            words = chance.words(self.seed, 0)
            self.position = self.game.begin(self.seats, self.options, words, self._stories[0])

    def _come_to(self, origin: Origin) -> tuple[Position, list[Story]]:
        """The position in which another game goes on here, and all that had happened on the way."""
        from guanxi.engine.replay import play_entry

        before = origin.origin or None
        earlier = Table(self.game, self.seats, origin.seed, self.names, before, **msgspec.to_builtins(self.options))
        for entry in origin.moves:
            play_entry(earlier, entry)
        if origin.redrawn is not None:
            self._check_seat(origin.redrawn)
            earlier.position.reseed(*chance.words(self.seed, 0))
            earlier.position.imagine(origin.redrawn)
        return earlier.position, [told for story in earlier._stories for told in story]

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that owe a decision; none when the game is over."""
        return self._seats(self.position.owing)

    @property
    def may_change(self) -> tuple[int, ...]:
        """The seats that have sealed a choice and may still make another."""
        return self._seats(self.position.sealing & ~self.position.owing)

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.position.owing == 0

    def legal(self, seat: int) -> list[Move]:
        """The moves a seat may choose from; none if nothing is asked of it."""
        self._check_seat(seat)
        return [self.game.move(self.position, number) for number in self._numbers(seat)]

    def play(self, seat: int, move: Move | str | int) -> list[Phrase]:
        """Make a move, given as a typed move, its notation or its number; returns what the seat sees happen.

        Raises `IllegalMove`, which says why, and changes nothing if the rules refuse it.
        """
        number = self._check(seat, move)
        notation = self.game.move(self.position, number).notation()
        self._advance(seat, number)
        self._entries.append(f"{seat} {notation}")
        return self.events(seat, since=len(self._standing))

    def play_absent(self, seat: int) -> list[Phrase]:
        """Make the move that the game has for somebody who has left and owes a decision."""
        self._check_owing(seat)
        if seat in self.may_change:
            raise self.game.refuse("chosen", "turn")
        return self.play(seat, self.game.absent(self.position, seat))

    def undo(self, moves: int = 1) -> None:
        """Take back the last moves.  The log keeps them, and notes that they no longer stand."""
        if not 0 < moves <= len(self._standing):
            raise self.game.refuse("undo", "undo", n=len(self._standing))
        standing = self._standing[:-moves]
        self._begin()
        for seat, number in standing:
            self._advance(seat, number)
        self._entries.append(f"undo {len(standing)}")

    def view(self, seat: int | None = None) -> View:
        """What a seat may see; None is a spectator."""
        if seat is not None:
            self._check_seat(seat)
        return self.game.view(self.position, seat)

    def prompt(self, seat: int | None = None) -> Phrase:
        """What is asked of a seat, in one sentence."""
        return self.game.prompt(self.position, seat)

    def sight(self, seat: int) -> Sight:
        """What a bot in that seat is given."""
        self._check_seat(seat)
        return Sight(self.game, self.position, seat, self.options)

    def true_sight(self, seat: int) -> TrueSight:
        """What a bot that is meant to cheat is given: only matches ask for it, to measure what cheating is worth."""
        self._check_seat(seat)
        return TrueSight(self.game, self.position, seat, self.options)

    def events(self, seat: int | None = None, since: int = 0) -> list[Phrase]:
        """What happened, as far as a seat may know; 0 is the set-up, 1 the first move that stands."""
        return [self.game.hear(self.position, told, seat) for story in self._stories[since:] for told in story]

    @property
    def moves(self) -> int:
        """How many moves stand."""
        return len(self._standing)

    @property
    def result(self) -> Result | None:
        """Scores with their parts, ranks and winners; None while the game goes on."""
        return self.game.result(self.position) if self.over else None

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret seed, which may be shown from the start."""
        return chance.commitment(self.seed)

    @property
    def log(self) -> Log:
        """The whole game as a document.  It holds the secret seed."""
        result = self.result
        return Log(
            game=self.game.name,
            rules=self.game.rules_version,
            options=msgspec.to_builtins(self.options),
            seats=self.names,
            commitment=self.commitment,
            seed=self.seed,
            origin=self.origin or msgspec.UNSET,
            moves=tuple(self._entries),
            result=Outcome(result.winners, tuple(score.total for score in result.scores)) if result else None,
        ).signed()

    def moment(self, moves: int, redrawn: int | None = None) -> Origin:
        """This game when so many of its moves stood, for another one to go on from; it holds the secret seed."""
        if not 0 <= moves <= len(self._standing):
            raise BadOption(f"There is no move {moves}: moves are numbered from 0 to {len(self._standing)}.")
        before = self.origin or msgspec.UNSET
        return Origin(self.seed, standing(self._entries)[:moves], redrawn, self.log.digest, before)

    def say(self, what: Phrase, language: str = "en") -> str:
        """A phrase of this game in words, with the players' names."""
        return self.game.text.say(what, language, self.names)

    def _seats(self, bits: int) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if bits >> seat & 1)

    def _numbers(self, seat: int) -> list[int]:
        asked = self.position.owing | self.position.sealing
        return self.game.legal(self.position, seat) if asked >> seat & 1 else []

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.seats:
            raise BadOption(f"There is no seat {seat}: seats are numbered from 0 to {self.seats - 1}.")

    def _check_owing(self, seat: int) -> None:
        self._check_seat(seat)
        if self.over:
            raise self.game.refuse("over", "end")
        if seat not in self.to_move + self.may_change:
            raise self.game.refuse("turn", "turn", player=player(self.to_move[0]))

    def _check(self, seat: int, move: Move | str | int) -> int:
        """The number of a move that is legal, or the reason why it is not."""
        self._check_owing(seat)
        if isinstance(move, str):
            move = self.game.parse(self.position, move)
        number = self.game.number(self.position, seat, move) if isinstance(move, Move) else move
        if number not in self._numbers(seat):
            raise self.game.refuse("number", "turn", number=number)
        return number

    def _advance(self, seat: int, number: int) -> None:
        story: list[Story] = []
        self.position.story = story
        self.position.reseed(*chance.words(self.seed, len(self._standing) + 1))
        self.position.play(seat, number)
        self._standing.append((seat, number))
        self._stories.append(story)
