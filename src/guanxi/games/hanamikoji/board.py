"""The material of Hanamikoji: the numbers on its cards, a file that people can read and write.

`cards.json` has the charm and the items of each geisha, the cards of a hand, and what wins.  The geishas themselves,
their order and the four actions belong to the rules.  `checks.py` says what is wrong with a file.
"""

from __future__ import annotations

import copyreg
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from guanxi.boards.files import CACHED, Document, Files, Part
from guanxi.games.hanamikoji.moves import ITEMS
from guanxi.games.hanamikoji.rules.material import FEWEST_IN_HAND, SEATS, TURNS, Cards

FOLDER = Path(__file__).parent
CARDS_NAME = "seven_geishas"  # the set that comes with the game
ASIDE = 1  # nobody sees this item


class Geisha(Part, frozen=True):
    """A geisha: her charm, and how many items she loves there are."""

    charm: int
    items: int


class Geishas(Part, frozen=True):
    """All geishas, by their items."""

    flute: Geisha
    fan: Geisha
    scroll: Geisha
    umbrella: Geisha
    drum: Geisha
    bowl: Geisha
    letter: Geisha

    def in_order(self) -> list[Geisha]:
        """From left to right."""
        return [getattr(self, item) for item in ITEMS]


class CardsFile(Document, frozen=True, kw_only=True):
    """A set of cards."""

    guanxi: Literal["hanamikoji cards 1"]
    name: str
    hand: int  # cards dealt to each player
    charm_to_win: int
    geishas_to_win: int
    geishas: Geishas

    @property
    def items(self) -> int:
        """The number of all items."""
        return sum(geisha.items for geisha in self.geishas.in_order())

    @property
    def charm(self) -> int:
        """The charm of all geishas."""
        return sum(geisha.charm for geisha in self.geishas.in_order())

    @property
    def dealt(self) -> int:
        """The items that a round needs: two hands, the one set aside, and one to draw for each turn."""
        return SEATS * self.hand + ASIDE + TURNS


class CardSets(Files[CardsFile]):
    """Hanamikoji's sets of cards."""

    noun = "set of cards"
    game = "Hanamikoji"
    option = "cards"
    form = CardsFile
    shipped = MappingProxyType({CARDS_NAME: FOLDER / "cards.json"})
    is_drawn = False

    def faults(self, file: CardsFile, *beside: object) -> list[str]:
        from guanxi.games.hanamikoji.checks import check_cards

        return check_cards(file)

    def remarks(self, file: CardsFile) -> list[str]:
        from guanxi.games.hanamikoji.checks import advice

        return advice(file)

    def contents(self, file: CardsFile) -> str:
        return f"{len(ITEMS)} geishas, {file.charm} charm and {file.items} items"

    def show(self, file: CardsFile, language: str) -> str:
        from guanxi.games.hanamikoji.drawing import card_table

        return card_table(file, language)


CARD_SETS = CardSets()


def load(cards: str | CardsFile | None = None) -> CardsFile:
    """The set with this name, at this path or given, once it is checked; None is the one that comes with the game."""
    return CARD_SETS.load(cards or CARDS_NAME)


@lru_cache(CACHED)
def compiled(file: CardsFile) -> Cards:
    """A set of cards as the rules read it."""
    geishas = file.geishas.in_order()
    return filled(
        {
            "charm": [geisha.charm for geisha in geishas],
            "items": [geisha.items for geisha in geishas],
            "hand": file.hand,
            "unused": file.items - file.dealt + SEATS * (file.hand - FEWEST_IN_HAND),
            "charm_to_win": file.charm_to_win,
            "geishas_to_win": file.geishas_to_win,
        }
    )


def filled(numbers: dict[str, Any]) -> Cards:
    """The record with these numbers."""
    cards = Cards()
    for name, value in numbers.items():
        setattr(cards, name, value)
    return cards


copyreg.pickle(Cards, lambda cards: (filled, (cards.numbers(),)))
