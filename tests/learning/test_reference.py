"""The strict kind of Markdown in which rules are written."""

from __future__ import annotations

import pytest

from guanxi.learning.reference import Bullets, Diagram, Reference, Remark, Rows, Run, Section, Text, parse

BOOK = """
## A turn {#turn}
You draw, then **act**: see
[actions](#actions).

Another paragraph.
- A [card](card) here
- and there

| a | b |
| 1 | 2 |
> Example: none.

![Two cards](cards)

## Actions {#actions}
Four.
"""


def test_a_section_has_its_anchor_its_title_and_its_blocks() -> None:
    turn, actions = parse(BOOK)
    assert (turn.id, turn.title) == ("turn", "A turn")
    assert turn.blocks == [
        Text([Run("You draw, then "), Run("act", strong=True), Run(": see "), Run("actions", to="actions"), Run(".")]),
        Text([Run("Another paragraph.")]),
        Bullets([[Run("A "), Run("card", term="card"), Run(" here")], [Run("and there")]]),
        Rows([[[Run("a")], [Run("b")]], [[Run("1")], [Run("2")]]]),
        Remark([Run("Example: none.")]),
        Diagram("cards", [Run("Two cards")]),
    ]
    assert actions == Section("actions", "Actions", [Text([Run("Four.")])])


@pytest.mark.parametrize(
    ("book", "complaint"),
    [
        ("words\n## A {#a}", "before the first heading"),
        ("# A {#a}", "no heading"),
        ("## A", "no heading"),
        ("## A {#a}\n**open", "not closed"),
        ("## A {#a}\n**[in](each)**", "not closed"),
        ("## A {#a}\n<b>", "not known"),
        ("## A {#a}\n![caption]", "no diagram"),
    ],
)
def test_unsupported_text_is_refused_with_a_reason(book: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        list(parse(book))


def test_search_finds_sections_with_all_words_whatever_their_accents() -> None:
    sections = list(parse("## L’été {#a}\nIl fait **très** chaud.\n## Hiver {#b}\n| chaud | froid |\n"))
    book = Reference("game", "fr", sections, {}, {})
    assert [found.id for found in book.search("CHAUD")] == ["a", "b"]
    assert [found.id for found in book.search("l'ete tres")] == ["a"]
    assert not book.search("tres froid")
