"""Legal moves as a player is shown them: all with numbers when they are few, else by kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import Group
from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from guanxi.engine.moves import Move
    from guanxi.terminal.vocabulary import Vocabulary
    from guanxi.terminal.voice import Voice

FEW = 12

Numbered = tuple[int, "Move"]


def numbered(moves: Sequence[Move], kind: str = "") -> list[Numbered]:
    """Moves with the numbers a player types for them; only those of one kind if one is given."""
    return [(number, move) for number, move in enumerate(moves, 1) if kind in ("", kind_of(move))]


def kind_of(move: Move) -> str:
    """The first word of a move's notation."""
    return move.notation().split()[0]


def by_kind(moves: Sequence[Numbered]) -> dict[str, list[Numbered]]:
    """Moves in groups of one kind."""
    groups: dict[str, list[Numbered]] = {}
    for number, move in moves:
        groups.setdefault(kind_of(move), []).append((number, move))
    return groups


def overview(moves: Sequence[Move], voice: Voice, vocabulary: Vocabulary) -> RenderableType:
    """What can be done: every move if they are few, else each kind with one example to type."""
    if len(moves) <= FEW:
        return in_words(numbered(moves), voice, vocabulary)
    lines = Table.grid(padding=(0, 2), pad_edge=True)
    lines.add_column()
    lines.add_column(justify="right")
    for kind, group in by_kind(numbered(moves)).items():
        example = vocabulary.write(group[0][1].notation())
        count = voice.say("moves.count", n=len(group))
        lines.add_row(Text(vocabulary.write(kind), style="bold"), count, Text(f"› {example}", style="dim"))
    kind = vocabulary.write(kind_of(moves[0]))
    return Group(lines, Text(voice.say("moves.list", kind=kind), style="dim"))


def listing(moves: Sequence[Numbered], voice: Voice, vocabulary: Vocabulary) -> RenderableType:
    """Moves with their numbers: in words if they are few, else in columns of notation."""
    if len(moves) <= FEW:
        return in_words(moves, voice, vocabulary)
    groups = [
        Columns([entry(number, vocabulary.write(move.notation())) for number, move in group], padding=(0, 3))
        for group in by_kind(moves).values()
    ]
    return Group(*groups)


def in_words(moves: Sequence[Numbered], voice: Voice, vocabulary: Vocabulary) -> Table:
    """One move a line: its number, what it means, how to type it."""
    lines = Table.grid(padding=(0, 2), pad_edge=True)
    lines.add_column(justify="right", style="bold")
    for number, move in moves:
        typed = vocabulary.write(move.notation())
        lines.add_row(str(number), voice.tell(move.phrase()), Text(f"› {typed}", style="dim"))
    return lines


def entry(number: int, notation: str) -> Text:
    """One move in a column."""
    return Text.assemble((f"{number:>4} ", "bold"), notation)
