"""A game tree of immutable nodes, for searches that branch anywhere and share the past.

Chance is explicit: set-up and moves that need random numbers are given a few bytes of luck by the caller.
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
    """A seat's memory from before a sampled game: everything in words, and its decisions, latest first."""

    told: str
    decisions: list[Decision] = []  # noqa: RUF012 - never added to


class Node:
    """A position, and the choice that led to it from the parent node."""

    __slots__ = (
        *("_known", "_legal", "_recalled", "_seen", "_told", "choice", "game", "made_by", "memory", "parent"),
        *("position", "to_move"),
    )

    def __init__(
        self,
        game: Game[Any, Any],
        position: Position,
        made_by: tuple[Any, ...] = (),
        memory: Mapping[int | None, Memory] | None = None,
        parent: Node | None = None,
        choice: Choice = (NOBODY, NOBODY, b""),
    ) -> None:
        self.game = game
        self.position = position
        self.made_by = made_by  # of a root: the function that made it, and its arguments
        self.memory = memory  # of a sampled root: what each seat remembers from before
        self.parent = parent
        self.choice = choice
        self.to_move = first_owing(position)  # the lowest if there are several; NOBODY when the game is over
        self._legal: list[int] | None = None
        self._told: Sequence[Told] | None = None
        self._recalled: dict[int | None, str] = {}
        self._seen: dict[int | None, str] = {}
        self._known: dict[int, list[int]] = {}

    @property
    def legal(self) -> list[int]:
        """The legal moves of the seat to decide in ascending order; not to be changed."""
        if self._legal is None:
            self._legal = sorted(self.position.legal(self.to_move)) if self.to_move != NOBODY else []
        return self._legal

    @property
    def told(self) -> Sequence[Told]:
        """The events of the choice that led here, as numbers: repeated when asked for, because few searches are."""
        if self._told is None:
            story = Story()
            if self.parent is not None:
                self.parent.after(*self.choice, story)
            elif self.made_by[0] is root:
                _, game, options, seats, luck = self.made_by
                begun(game, options, seats, luck, story)
            self._told = story.told
        return self._told

    def child(self, move: int, luck: bytes = b"") -> Node | None:
        """The child node for a legal move; None if the move needs luck and was given none."""
        position = self.after(self.to_move, move, luck)
        if not luck and position.words != self.position.words:
            return None
        return Node(self.game, position, parent=self, choice=(self.to_move, move, luck))

    def after(self, seat: int, move: int, luck: bytes, story: Story | None = None) -> Position:
        """The position after a legal move."""
        position = self.position.copy()
        if luck:
            position.reseed(*chance.words(luck.hex(), 0))
        position.story = story
        position.play_unchecked(seat, move)
        position.story = None
        return position

    def resampled(self, seat: int, random: Random) -> Node:
        """Sample the root of another tree that is consistent with what the seat has seen.

        Other seats' sealed choices are drawn again, and they remember only public events.
        """
        world = Sight(self.game, self.position, seat).sample_world(random)
        sealed = self.position.sealing & ~self.position.owing
        for other in range(world.seats):
            while other != seat and sealed & world.owing & 1 << other:
                world.play(other, random.choice(world.legal(other)))
        public = self.recollection(None)
        memory = dict.fromkeys((None, *range(world.seats)), Memory(public))
        memory[seat] = Memory(self.recollection(seat), self.decisions(seat))
        options = self.path()[0].made_by[2]
        return continued(self.game, options, world.numbers(), memory)

    def path(self) -> list[Node]:
        """The path from the root to this node."""
        path = [self]
        while path[-1].parent is not None:
            path.append(path[-1].parent)
        return path[::-1]

    def sees(self, seat: int | None) -> str:
        """The seat's present view, as JSON."""
        if seat not in self._seen:
            self._seen[seat] = msgspec.json.encode(self.game.view(self.position, seat)).decode()
        return self._seen[seat]

    def recollection(self, seat: int | None) -> str:
        """Everything a seat has seen and done so far; None is a spectator."""
        return "".join(node._recalls(seat) for node in self.path())

    def _recalls(self, seat: int | None) -> str:
        """A seat's memory of the step to this node: its own choice and the events it saw."""
        if seat not in self._recalled:
            lines = [] if self.parent is None or self.choice[0] != seat else [self.parent.sees(seat), self.notation()]
            lines += [self._event(told, seat) for told in self.told]
            past = self.memory[seat].told if self.memory else ""
            self._recalled[seat] = past + "".join(f"{line}\n" for line in lines)
        return self._recalled[seat]

    def decisions(self, seat: int) -> list[Decision]:
        """A seat's decisions so far, latest first."""
        made: list[Decision] = []
        for node in reversed(self.path()):
            if node.memory:
                made += node.memory[seat].decisions
            elif node.parent is not None and node.choice[0] == seat:
                made.append(Decision(node.parent.knows(seat), node.choice[1]))
        return made

    def knows(self, seat: int) -> list[int]:
        """A seat's current observation as numbers; empty if the game defines none."""
        if seat not in self._known:
            self._known[seat] = observe(self.game, self.position, seat) if self.game.observation else []
        return self._known[seat]

    def notation(self) -> str:
        """The choice that led here, as a log entry."""
        seat, move, _ = self.choice
        assert self.parent is not None
        return f"{seat} {self.game.move(self.parent.position, move).notation()}"

    def __str__(self) -> str:
        first, *rest = self.path()
        beginning = " ".join(str(argument) for argument in first.made_by[2:])
        return "\n".join([beginning, *(f"{node.notation()} {node.choice[2].hex()}" for node in rest)])

    def _event(self, told: Told, seat: int | None) -> str:
        board = self.game.board(self.position)
        return self.game.text.say(self.game.decode(board, told).seen_by(seat).phrase(board))

    def __deepcopy__(self, memo: dict[int, Any]) -> Node:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        first, *rest = self.path()
        return unpickled, (first.made_by, [(move, luck) for _, move, luck in (node.choice for node in rest)])


def root(game: Game[Any, Any], options: Options, seats: int, luck: bytes = b"") -> Node | None:
    """The root of a game; None if the set-up needs luck and was given none."""
    position = begun(game, options, seats, luck)
    if not luck and position.words != list(FIXED):
        return None
    return Node(game, position, made_by=(root, game, options, seats, luck))


def begun(game: Game[Any, Any], options: Options, seats: int, luck: bytes, story: Story | None = None) -> Position:
    """The position after the set-up."""
    position: Position = game.begin(seats, options, chance.words(luck.hex(), 0) if luck else FIXED, story)
    position.story = None
    return position


def continued(
    game: Game[Any, Any], options: Options, numbers: dict[str, Any], memory: Mapping[int | None, Memory]
) -> Node:
    """The root of a game that continues from a position, with what each seat remembers."""
    made_by = (continued, game, options, numbers, memory)
    return Node(game, game.restore(options, numbers), made_by=made_by, memory=memory)


def unpickled(made_by: tuple[Any, ...], choices: list[tuple[int, bytes]]) -> Node:
    """Unpickle a node: replay all choices from its root."""
    make, *arguments = made_by
    node: Node = make(*arguments)
    for move, luck in choices:
        child = node.child(move, luck)
        assert child is not None
        node = child
    return node
