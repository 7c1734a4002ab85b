"""Checks of a set of cards: each fault in a sentence that says what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.hanamikoji.moves import ITEMS
from guanxi.games.hanamikoji.rules.material import (
    FEWEST_IN_HAND,
    GEISHAS,
    MOST_CHARM,
    MOST_COPIES,
    MOST_IN_HAND,
    MOST_ITEMS,
    PLAYED,
    TURNS,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.games.hanamikoji.board import CardsFile


def check_cards(file: CardsFile) -> list[str]:
    """Every reason why a set of cards cannot be played with."""
    return [*geishas(file), *hands(file), *goals(file)]


def geishas(file: CardsFile) -> Iterator[str]:
    """Charm and items of each geisha."""
    for item, geisha in zip(ITEMS, file.geishas.in_order(), strict=True):
        if not 1 <= geisha.charm <= MOST_CHARM:
            yield f'The geisha of "{item}" has {geisha.charm} charm. It should be 1 to {MOST_CHARM}.'
        if not 1 <= geisha.items <= MOST_COPIES:
            yield f'There are {geisha.items} items "{item}". There can be 1 to {MOST_COPIES} of each.'


def hands(file: CardsFile) -> Iterator[str]:
    """Enough cards for four actions of each player, and for the pile."""
    if not FEWEST_IN_HAND <= file.hand <= MOST_IN_HAND:
        yield (
            f"A hand has {file.hand} cards. It should be {FEWEST_IN_HAND} to {MOST_IN_HAND}: the four actions take "
            f"{PLAYED} cards, and one is drawn for each."
        )
    elif not file.dealt <= file.items <= MOST_ITEMS:
        yield (
            f"There are {file.items} items in all. With {file.hand} cards in a hand there should be {file.dealt} to "
            f"{MOST_ITEMS}: two hands, one item set aside, and one to draw in each of the {TURNS} turns."
        )


def goals(file: CardsFile) -> Iterator[str]:
    """Goals that can be reached, and not by both players at once."""
    fewest = file.charm // 2 + 1
    if not fewest <= file.charm_to_win <= file.charm:
        yield (
            f'"charm_to_win" is {file.charm_to_win}. It should be {fewest} to {file.charm}: the geishas have '
            f"{file.charm} charm in all, and only one player can win."
        )
    fewest = GEISHAS // 2 + 1
    if not fewest <= file.geishas_to_win <= GEISHAS:
        yield (
            f'"geishas_to_win" is {file.geishas_to_win}. It should be {fewest} to {GEISHAS}: there are {GEISHAS} '
            "geishas, and only one player can win."
        )


def advice(file: CardsFile) -> list[str]:
    """Warn of what a designer may not have meant."""
    spare = file.items - file.dealt
    if not spare:
        return []
    left = "1 item is" if spare == 1 else f"{spare} items are"
    return [f"{left} left in the pile when a round ends."]
