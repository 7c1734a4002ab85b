"""The sentences that explain moves: how it stands with each geisha."""

from __future__ import annotations

import pytest

from guanxi.games.hanamikoji import GAME
from tests.games.hanamikoji.tables import ME, THEM, position, table_with


def said(item: str, side: str, their_side: str, favour: int | None = None) -> str | None:
    """The sentence about one geisha."""
    favours = {} if favour is None else {item: favour}
    table = table_with(side=side, their_side=their_side, favours=favours)
    clauses = {fact.about: GAME.text.say(fact.says) for fact in GAME.facts(position(table), ME)}
    return clauses.get(f"geisha {item}")


@pytest.mark.parametrize(
    ("side", "their_side", "favour", "sentence"),
    [
        ("drum", "drum", None, "you are level with the Drummer, 1 to 1, and one such card is left"),
        ("drum", "", None, "you lead with the Drummer, 1 to 0, and 2 such cards are left"),
        ("drum", "drum drum", None, "the Drummer is lost for this round, 1 to 2: nothing that is left can change it"),
        ("drum drum", "", None, "the Drummer is yours for this round, 2 to 0: nothing that is left can change it"),
        ("drum", "", ME, "you lead with the Drummer, 1 to 0, and 2 such cards are left"),
        ("", "", THEM, "your opponent holds the favour of the Drummer"),
        ("", "", None, None),
    ],
)
def test_a_geisha_is_described_by_the_cards_on_the_table(
    side: str, their_side: str, favour: int | None, sentence: str | None
) -> None:
    assert said("drum", side, their_side, favour) == sentence


def test_with_equal_numbers_a_geisha_stays() -> None:
    assert said("flute", "flute", "flute", ME) == (
        "you are level with the Flautist, 1 to 1, so she stays yours; such cards left: 0"
    )
    # One more flute cannot take her from a player who has her and one card more.
    assert said("flute", "flute", "", ME) == (
        "the Flautist is yours for this round, 1 to 0: nothing that is left can change it"
    )
