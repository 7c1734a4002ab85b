"""The list of legal moves shown to a player: all of them with numbers if they are few, else by kind."""

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

FEW = 12  # up to this many moves are described in words
MANY = 45  # up to this many moves are listed at once

Numbered = tuple[int, "Move"]


def numbered(moves: Sequence[Move]) -> list[Numbered]:
    """Pair moves with the numbers a player types: an amount is its own number, other moves are counted from 1."""
    amounts = [amount_of(move) for move in moves]
    return [
        (counted if amount is None or None in amounts else amount, move)
        for counted, (amount, move) in enumerate(zip(amounts, moves, strict=True), 1)
    ]


def amount_of(move: Move) -> int | None:
    """The amount that a move consists of; None for other moves."""
    match [place.partition(":") for place in move.touches()]:
        case [("amount", ":", amount)]:
            return int(amount)
    return None


def starting_with(moves: Sequence[Numbered], notation: str) -> list[Numbered]:
    """The moves whose notation starts with the words typed; the last word may be abbreviated."""
    given = notation.split()
    return [
        (number, move)
        for number, move in moves
        if len(given) <= len(words := move.notation().split())
        and given[:-1] == words[: len(given) - 1]
        and words[len(given) - 1].startswith(given[-1])
    ]


def kind_of(move: Move) -> str:
    """The first word of a move's notation."""
    return move.notation().split()[0]


def by_kind(moves: Sequence[Numbered]) -> dict[str, list[Numbered]]:
    """Group moves by kind."""
    groups: dict[str, list[Numbered]] = {}
    for number, move in moves:
        groups.setdefault(kind_of(move), []).append((number, move))
    return groups


def overview(moves: Sequence[Move], voice: Voice, vocabulary: Vocabulary) -> RenderableType:
    """Render the legal moves: all of them if they are few, else each kind with an example to type."""
    if moves and amount_of(moves[0]) is not None:
        return amounts(numbered(moves), voice, vocabulary)
    if len(moves) <= MANY:
        return listing(numbered(moves), voice, vocabulary)
    lines = Table.grid(padding=(0, 2), pad_edge=True)
    lines.add_column()
    lines.add_column(justify="right")
    for kind, group in by_kind(numbered(moves)).items():
        example = vocabulary.write(group[0][1].notation())
        count = voice.say("moves.count", n=len(group))
        lines.add_row(Text(vocabulary.write(kind), style="bold"), count, Text(f"› {example}", style="dim"))
    kind = vocabulary.write(kind_of(moves[0]))
    return Group(lines, Text(voice.say("moves.list", kind=kind), style="dim"))


def amounts(moves: Sequence[Numbered], voice: Voice, vocabulary: Vocabulary) -> RenderableType:
    """Render the range of a number to choose."""
    example = vocabulary.write(moves[len(moves) // 2][1].notation())
    return Text(voice.say("moves.amount", least=moves[0][0], most=moves[-1][0], example=example), style="dim")


def listing(moves: Sequence[Numbered], voice: Voice, vocabulary: Vocabulary) -> RenderableType:
    """Render moves with their numbers: in words if they are few, else in columns of notation."""
    if len(moves) <= FEW:
        return in_words(moves, voice, vocabulary)
    groups = [
        Columns([entry(number, vocabulary.write(move.notation())) for number, move in group], padding=(0, 3))
        for group in by_kind(moves).values()
    ]
    return Group(*groups)


def in_words(moves: Sequence[Numbered], voice: Voice, vocabulary: Vocabulary) -> Table:
    """One move per line: its number, its meaning, how to type it."""
    lines = Table.grid(padding=(0, 2), pad_edge=True)
    lines.add_column(justify="right", style="bold")
    for number, move in moves:
        typed = vocabulary.write(move.notation())
        lines.add_row(str(number), voice.tell(move), Text(f"› {typed}", style="dim"))
    return lines


def entry(number: int, notation: str) -> Text:
    """A move in a column."""
    return Text.assemble((f"{number:>4} ", "bold"), notation)
