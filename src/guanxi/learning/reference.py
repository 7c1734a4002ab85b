"""The rules reference of a game: a strict subset of Markdown, with terms and diagrams.

    ## Title {#anchor}            a section; refusals name its anchor
    words, **strong** words, [words](term), [words](#anchor)
    - an item of a list
    | a | b |                     a row of a table, the first of which is its head
    > a remark: an example, or how we decide what is not clear
    ![caption](diagram)

A blank line, or another kind of line, ends a block.  Nothing else is supported, so that everything renders safely.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.engine.game import View
from guanxi.learning.prepared import Prepared

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from guanxi.engine.game import Game

HEADING = re.compile(r"## (.+) \{#([a-z0-9-]+)\}")
DIAGRAM = re.compile(r"\[(.+)\]\(([a-z0-9-]+)\)")
MARKED = re.compile(r"\*\*([^*]+)\*\*|\[([^\]]+)\]\((#?)([a-z0-9-]+)\)")


class Run(msgspec.Struct, frozen=True, omit_defaults=True):
    """A run of text: plain, strong, a term with its definition, or a link to another section."""

    text: str
    strong: bool = False
    term: str | None = None
    to: str | None = None


class Block(msgspec.Struct, frozen=True, tag_field="kind"):
    """A part of a section."""


class Text(Block, frozen=True, tag="text"):
    """A paragraph."""

    runs: list[Run]


class Remark(Block, frozen=True, tag="remark"):
    """An example, or our ruling on an unclear point."""

    runs: list[Run]


class Bullets(Block, frozen=True, tag="list"):
    """A list."""

    items: list[list[Run]]


class Rows(Block, frozen=True, tag="table"):
    """A table; the first row is the header."""

    rows: list[list[list[Run]]]


class Diagram(Block, frozen=True, tag="diagram"):
    """A prepared position to draw, with its caption."""

    id: str
    caption: list[Run]


class Section(msgspec.Struct, frozen=True):
    """A section of the rules with its title."""

    id: str
    title: str
    blocks: list[Text | Remark | Bullets | Rows | Diagram]


class Term(msgspec.Struct, frozen=True):
    """A term of the game and its meaning in one sentence."""

    name: str
    means: str


class Drawn(msgspec.Struct, frozen=True):
    """A prepared position as its seat sees it."""

    seats: int
    seat: int | None
    view: View


class Reference(msgspec.Struct, frozen=True):
    """The rules of a game in one language."""

    game: str
    language: str
    sections: list[Section]
    terms: dict[str, Term]
    diagrams: dict[str, Drawn]

    def search(self, words: str) -> list[Section]:
        """The sections that contain every word, ignoring accents and case."""
        wanted = plain(words).split()
        return [section for section in self.sections if all(word in plain(spoken(section)) for word in wanted)]


@cache
def reference(game: Game[Any, Any], language: str) -> Reference:
    """Load the rules of a game in a language."""
    folder = game.text.folder.parent / "reference"
    terms = msgspec.json.decode((folder / "terms.json").read_bytes(), type=dict[str, dict[str, Term]])
    return Reference(
        game=game.name,
        language=language,
        sections=list(parse((folder / f"{language}.md").read_text(encoding="utf-8"))),
        terms={term: spoken_in[language] for term, spoken_in in terms.items()},
        diagrams={name: draw(game, prepared) for name, prepared in diagrams(folder).items()},
    )


def diagrams(folder: Path) -> dict[str, Prepared]:
    """The prepared positions of a reference."""
    return msgspec.json.decode((folder / "diagrams.json").read_bytes(), type=dict[str, Prepared])


def draw(game: Game[Any, Any], prepared: Prepared) -> Drawn:
    """The view of a prepared position for its seat."""
    return Drawn(prepared.seats, prepared.seat, prepared.table(game).view(prepared.seat))


def parse(text: str) -> Iterator[Section]:
    """Parse the sections of a reference; raises `ValueError` for text that is not supported."""
    before, *parts = re.split(r"^(#.*)$", text, flags=re.MULTILINE)
    if before.strip():
        raise ValueError(f"There is text before the first heading: {before.strip()}")
    for heading, body in zip(parts[::2], parts[1::2], strict=True):
        found = HEADING.fullmatch(heading)
        if not found:
            raise ValueError(f"{heading!r} is no heading such as: ## Title {{#anchor}}")
        yield Section(found[2], found[1], list(blocks(body.splitlines())))


def blocks(lines: list[str]) -> Iterator[Text | Remark | Bullets | Rows | Diagram]:
    """Parse blocks: consecutive lines of the same kind."""
    for mark, group in groupby(lines, key=mark_of):
        said = [line.removeprefix(mark or "").strip() for line in group]
        match mark:
            case "- ":
                yield Bullets([list(runs(item)) for item in said])
            case "| ":
                yield Rows([[list(runs(cell.strip())) for cell in row.rstrip("| ").split(" | ")] for row in said])
            case "> ":
                yield Remark(list(runs(" ".join(said))))
            case "!":
                yield from (diagram(line) for line in said)
            case "":
                yield Text(list(runs(" ".join(said))))


def mark_of(line: str) -> str | None:
    """The prefix that tells the kind of a line; None for a blank one."""
    return next((mark for mark in ("- ", "| ", "> ", "!") if line.startswith(mark)), "") if line.strip() else None


def diagram(line: str) -> Diagram:
    """Parse a diagram from a line without its prefix."""
    found = DIAGRAM.fullmatch(line)
    if not found:
        raise ValueError(f"{line!r} is no diagram such as: ![caption](name)")
    return Diagram(found[2], list(runs(found[1])))


def runs(text: str) -> Iterator[Run]:
    """Parse the runs of a text; marks cannot be nested."""
    end = 0
    for found in MARKED.finditer(text):
        if end < found.start():
            yield Run(unmarked(text[end : found.start()]))
        strong, words, hash_, target = found.groups()
        if strong:
            yield Run(unmarked(strong), strong=True)
        else:
            yield Run(unmarked(words), to=target) if hash_ else Run(unmarked(words), term=target)
        end = found.end()
    if end < len(text):
        yield Run(unmarked(text[end:]))


def unmarked(text: str) -> str:
    """Return text that must not contain marks; raises `ValueError` if it does."""
    if re.search(r"[*\[\]{}<>`_]", text):
        raise ValueError(f"A mark is not closed, or not known: {text}")
    return text


def spoken(section: Section) -> str:
    """The text of a section without marks, for searching."""
    return " ".join([section.title, *("".join(run.text for run in line) for line in lines_of(section))])


def lines_of(section: Section) -> Iterator[list[Run]]:
    """The runs of a section's paragraphs, items and cells in order."""
    for block in section.blocks:
        match block:
            case Text(said) | Remark(said) | Diagram(_, said):
                yield said
            case Bullets(items):
                yield from items
            case Rows(rows):
                yield from (cell for row in rows for cell in row)


def plain(text: str) -> str:
    """Normalise a text for searching: no accents, lower case."""
    bare = unicodedata.normalize("NFD", text.casefold().replace("’", "'"))
    return "".join(sign for sign in bare if not unicodedata.combining(sign))
