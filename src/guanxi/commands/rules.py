"""`guanxi rules`: read the rules of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import guanxi
from guanxi.commands import Language
from guanxi.engine.errors import BadOption
from guanxi.learning.reference import Bullets, Diagram, Remark, Rows, Text, reference

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.console import RenderableType
    from rich.text import Text as Words

    from guanxi.learning.reference import Run, Section

WIDTH = 100  # longer lines are hard to read


def rules(game: str, /, *, language: Language | None = None, search: str | None = None) -> None:
    """Print the rules of a game, or only the sections that contain some words.

    **Examples**

    `guanxi rules han`

    `guanxi rules white_lotus --language fr --search "rébellion village"`

    Parameters
    ----------
    game
        The name of a game: see `guanxi games`.
    language
        en, fr or it; by default the system's language.
    search
        Words to search for; only sections with all of them are shown.
    """
    from rich.console import Console

    from guanxi.terminal.voice import system_language

    book = reference(guanxi.game(game), language or system_language())
    sections = book.sections if search is None else book.search(search)
    if not sections:
        titles = ", ".join(section.title for section in book.sections)
        raise BadOption(f"No section of the rules has the words {search!r}. The sections are: {titles}.")
    console = Console(highlight=False)
    for section in sections:
        for part in drawn(section):
            console.print(part, width=min(console.width, WIDTH))
        console.print()


def drawn(section: Section) -> Iterator[RenderableType]:
    """Render a section for the terminal, block by block."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text as Words

    yield Words(section.title, style="bold underline")
    for block in section.blocks:
        match block:
            case Text(runs):
                yield words(runs)
            case Remark(runs):
                yield Padding(words(runs, "italic"), (0, 4))
            case Bullets(items):
                yield from (Padding(Words("· ").append_text(words(item)), (0, 2)) for item in items)
            case Rows([head, *rows]):
                table = Table()
                for cell in head:
                    table.add_column(words(cell))
                for row in rows:
                    table.add_row(*(words(cell) for cell in row))
                yield table
            case Diagram():
                continue  # only the browser draws boards


def words(runs: list[Run], style: str = "") -> Words:
    """Join runs of text, with strong ones in bold."""
    from rich.text import Text as Words

    return Words.assemble(*((run.text, "bold" if run.strong else "") for run in runs), style=style)
