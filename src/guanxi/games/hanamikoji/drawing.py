"""A set of cards as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.boards.tables import columns
from guanxi.engine.text import phrase
from guanxi.games.hanamikoji.moves import ITEMS

if TYPE_CHECKING:
    from guanxi.games.hanamikoji.board import CardsFile


def card_table(file: CardsFile, language: str = "en") -> str:
    """The geishas with their charm and items, then the numbers of the game."""
    from guanxi.games.hanamikoji import GAME

    def say(name: str, **numbers: int) -> str:
        return GAME.text.say(phrase(name, **numbers), language)

    rows = [("", "", say("score.charm"), say("cards.items"))]
    rows += [
        (say(f"item.{item}"), say(f"geisha.{item}"), str(geisha.charm), str(geisha.items))
        for item, geisha in zip(ITEMS, file.geishas.in_order(), strict=True)
    ]
    rows.append(("", "", str(file.charm), str(file.items)))
    numbers = [
        say("cards.hand", n=file.hand),
        say("cards.charm", n=file.charm_to_win),
        say("cards.geishas", n=file.geishas_to_win),
    ]
    return "\n".join([file.name, "", *columns(rows), "", *numbers]) + "\n"
