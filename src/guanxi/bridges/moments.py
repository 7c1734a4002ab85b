"""A game as a chain of immutable moments, for tree searches that branch anywhere and share the past.

Chance is explicit: set-up and moves that need random numbers are given a few bytes of luck from outside.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from guanxi.bridges import observe
from guanxi.engine import chance
from guanxi.engine.core.position import NOBODY, first_owing
from guanxi.engine.sight import FIXED, Sight
from guanxi.engine.story import Story

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from guanxi.engine.core.position import Position
    from guanxi.engine.game import Game, Options
    from guanxi.engine.story import Told

    Choice = tuple[int, int, bytes]  # the seat, its move, and the luck the move was given


class Decision(NamedTuple):
    """A decision as the seat remembers it: its observation and the move it chose."""

    known: list[int]
    move: int


class Memory(NamedTuple):
    """What a seat remembers from before a sampled game: everything in words, and its decisions, latest first."""

    told: str
    decisions: list[Decision] = []  # noqa: RUF012 - never added to


class Moment:
    """A position, and the choice that led to it from the moment before."""

    __slots__ = ("_known", "_recalled", "before", "choice", "game", "memory", "position", "root", "told")

    def __init__(
        self,
        game: Game[Any, Any],
        position: Position,
        told: Sequence[Told],
        root: tuple[Any, ...] = (),
        memory: Mapping[int | None, Memory] | None = None,
        before: Moment | None = None,
        choice: Choice = (NOBODY, NOBODY, b""),
    ) -> None:
        self.game = game
        self.position = position
        self.told = told  # what happened on the way here, as numbers
        self.root = root  # the first moment of a chain: the function that made it, and its arguments
        self.memory = memory  # the first moment of an imagined chain: what there was to remember before it
        self.before = before
        self.choice = choice
        self._recalled: dict[int | None, str] = {}
        self._known: dict[int, list[int]] = {}

    @property
    def to_move(self) -> int:
        """The seat that has to decide, the lowest if there are several; NOBODY when the game is over."""
        return first_owing(self.position)

    def after(self, move: int, luck: bytes = b"") -> Moment | None:
        """The moment after a legal move of the deciding seat; None if the move needs luck and was given none."""
        seat = self.to_move
        position = self.position.copy()
        if luck:
            position.reseed(*chance.words(luck.hex(), 0))
        story = position.story = Story()
        position.play(seat, move)
        position.story = None
        if not luck and position.words != self.position.words:
            return None
        return Moment(self.game, position, story.told, before=self, choice=(seat, move, luck))

    def imagined(self, seat: int, random: Random) -> Moment:
        """The first moment of another game that is consistent with what the seat has seen.

        Other seats' sealed choices are drawn anew, and they remember only what everybody saw of the past.
        """
        world = Sight(self.game, self.position, seat).sample_world(random)
        sealed = self.position.sealing & ~self.position.owing
        for other in range(world.seats):
            while other != seat and sealed & world.owing & 1 << other:
                world.play(other, random.choice(self.game.legal(world, other)))
        public = self.recollection(None)
        memory = dict.fromkeys((None, *range(world.seats)), Memory(public))
        memory[seat] = Memory(self.recollection(seat), self.decisions(seat))
        options = self.chain()[0].root[2]
        return remembered(self.game, options, world.numbers(), memory)

    def chain(self) -> list[Moment]:
        """All moments up to this one, in order."""
        moments = [self]
        while moments[-1].before is not None:
            moments.append(moments[-1].before)
        return moments[::-1]

    def sees(self, seat: int | None) -> str:
        """What a seat sees now, as JSON."""
        return msgspec.json.encode(self.game.view(self.position, seat)).decode()

    def recollection(self, seat: int | None) -> str:
        """Everything a seat has seen and done so far; None is a spectator."""
        return "".join(moment._recalls(seat) for moment in self.chain())

    def _recalls(self, seat: int | None) -> str:
        """What a seat remembers of the step to this moment: its own choice and the events it saw."""
        if seat not in self._recalled:
            lines = [] if self.before is None or self.choice[0] != seat else [self.before.sees(seat), self.notation()]
            lines += [self._event(told, seat) for told in self.told]
            past = self.memory[seat].told if self.memory else ""
            self._recalled[seat] = past + "".join(f"{line}\n" for line in lines)
        return self._recalled[seat]

    def decisions(self, seat: int) -> list[Decision]:
        """A seat's decisions so far, latest first."""
        made: list[Decision] = []
        for moment in reversed(self.chain()):
            if moment.memory:
                made += moment.memory[seat].decisions
            elif moment.before is not None and moment.choice[0] == seat:
                made.append(Decision(moment.before.knows(seat), moment.choice[1]))
        return made

    def knows(self, seat: int) -> list[int]:
        """A seat's current observation as numbers; empty if the game defines none."""
        if seat not in self._known:
            self._known[seat] = observe(self.game, self.position, seat) if self.game.observation else []
        return self._known[seat]

    def notation(self) -> str:
        """The choice that led here, as a log entry."""
        seat, move, _ = self.choice
        assert self.before is not None
        return f"{seat} {self.game.move(self.before.position, move).notation()}"

    def __str__(self) -> str:
        first, *rest = self.chain()
        beginning = " ".join(str(argument) for argument in first.root[2:])
        return "\n".join([beginning, *(f"{moment.notation()} {moment.choice[2].hex()}" for moment in rest)])

    def _event(self, told: Told, seat: int | None) -> str:
        board = self.game.board(self.position)
        return self.game.text.say(self.game.decode(board, told).seen_by(seat).phrase(board))

    def __deepcopy__(self, memo: dict[int, Any]) -> Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        first, *rest = self.chain()
        return revived, (first.root, [(move, luck) for _, move, luck in (moment.choice for moment in rest)])


def begun(game: Game[Any, Any], options: Options, seats: int, luck: bytes = b"") -> Moment | None:
    """The first moment of a game; None if the set-up needs luck and was given none."""
    story = Story()
    words = chance.words(luck.hex(), 0) if luck else FIXED
    position = game.begin(seats, options, words, story)
    position.story = None
    if not luck and position.words != list(FIXED):
        return None
    return Moment(game, position, story.told, root=(begun, game, options, seats, luck))


def remembered(
    game: Game[Any, Any], options: Options, numbers: dict[str, Any], memory: Mapping[int | None, Memory]
) -> Moment:
    """The first moment of a game that continues from a position, with what each seat remembers."""
    root = (remembered, game, options, numbers, memory)
    return Moment(game, game.restore(options, numbers), (), root=root, memory=memory)


def revived(root: tuple[Any, ...], choices: list[tuple[int, bytes]]) -> Moment:
    """Unpickle a moment: replay all choices from the start of its chain."""
    make, *arguments = root
    moment: Moment = make(*arguments)
    for move, luck in choices:
        following = moment.after(move, luck)
        assert following is not None
        moment = following
    return moment
