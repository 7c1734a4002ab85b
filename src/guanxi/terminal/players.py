"""Players on boards: each has an emblem, and colour only repeats it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from rich.table import Table
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from guanxi.terminal.voice import Voice

EMBLEMS = ("▲", "●", "■", "◆", "★", "✚")
STYLES = ("bold cyan", "bold magenta", "bold yellow", "bold green", "bold blue", "bold red")
WIDEST = 13  # characters of a column of numbers; its header may take two lines


class PlayerView(Protocol):
    """The fields that the views of all games share."""

    @property
    def seat(self) -> int | None:
        """The viewer's seat; None for a spectator."""

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that have to decide."""

    @property
    def players(self) -> Sequence[Any]:
        """All players by seat."""


def who(view: PlayerView, seat: int, voice: Voice) -> Text:
    """A player's emblem and name; an arrow marks those who have to decide."""
    you = f" ({voice.say('board.you')})" if seat == view.seat else ""
    mark = "›" if seat in view.to_move else " "
    return Text.assemble(mark, (f"{EMBLEMS[seat]} {voice.names[seat]}{you}", STYLES[seat]))


def emblems(seats: Sequence[int]) -> Text:
    """The emblems of some players."""
    return Text.assemble(*((EMBLEMS[seat], STYLES[seat]) for seat in seats))


def points(view: PlayerView, voice: Voice) -> RenderableType:
    """The points of all players with their parts."""
    lines = Table.grid(padding=(0, 2), pad_edge=True)
    for seat, one in enumerate(view.players):
        parts = " · ".join(f"{voice.say(f'score.{part}')} {number}" for part, number in one.points.items())
        lines.add_row(who(view, seat, voice), Text(str(sum(one.points.values())), style="bold"), parts)
    return lines


def beside(rows: Sequence[tuple[Text, Text]], width: int) -> Table:
    """Places in the left column, and in the right one what lies next to each, in as many lines as it needs."""
    table = Table.grid(padding=(0, 1), pad_edge=True)
    table.width = width
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for row in rows:
        table.add_row(*row)
    return table


def in_columns(headers: Sequence[str], rows: Sequence[Sequence[Text | str]], left: int = 1) -> Table:
    """A table without lines: the first columns hold words, the others numbers."""
    table = Table(box=None, padding=(0, 1), header_style="dim")
    for number, header in enumerate(headers):
        longest = max(map(len, header.split()), default=1)
        if number < left:
            table.add_column(header, min_width=longest)
        else:
            table.add_column(header, justify="right", min_width=longest, max_width=WIDEST)
    for row in rows:
        table.add_row(*row)
    return table
