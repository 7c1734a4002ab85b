"""Builders for tables of Hanamikoji in the words of a rulebook: hands, sides, tokens."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, cast

from guanxi.engine.core.position import NOBODY
from guanxi.games.hanamikoji import GAME
from guanxi.games.hanamikoji.board import load
from guanxi.games.hanamikoji.moves import ACTIONS, ITEMS, Item
from guanxi.games.hanamikoji.rules import material
from guanxi.games.hanamikoji.view import HanamikojiView

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from guanxi.engine.game import Result
    from guanxi.engine.table import Table
    from guanxi.games.hanamikoji.rules.rules import Hanamikoji

ME, THEM = 0, 1
CARDS = load()
COPIES = [geisha.items for geisha in CARDS.geishas.in_order()]  # how many items there are of each


def cards(words: str) -> list[int]:
    """The numbers of items: "fan fan drum"."""
    return [ITEMS.index(cast("Item", word)) for word in words.split()]


def counted(*words: str) -> list[list[int]]:
    """How many of each item there are, for each player."""
    return [[cards(text).count(item) for item in range(material.GEISHAS)] for text in words]


def tokens(*words: str) -> list[list[int]]:
    """Which action tokens are face down, for each player: "secret gift"."""
    return [[int(action in text.split()) for action in ACTIONS] for text in words]


def table_with(
    hand: str = "",
    their_hand: str = "",
    *,
    side: str = "",
    their_side: str = "",
    used: str = "",
    their_used: str = "",
    favours: Mapping[str, int] | None = None,
    turn: int = 0,
    to_move: int = ME,
    aside: str = "",
    draw: str = "",
    rounds: int = 0,
) -> Table:
    """A table in the middle of a round; the cards that are not named lie in the draw pile, under those to `draw`."""
    table = GAME.table(first=(to_move + turn) % 2, seed="a table of the tests", rounds=rounds)
    p = cast("Hanamikoji", table.position)
    rest = unnamed(hand, their_hand, side, their_side, aside, draw)
    p.aside = cards(aside)[0] if aside else rest.pop()
    p.pile = (rest + cards(draw)[::-1] + [NOBODY] * material.MOST_ITEMS)[: material.MOST_ITEMS]
    p.left = len(rest) + len(cards(draw))
    p.hand = counted(hand, their_hand)
    p.side = counted(side, their_side)
    p.used = tokens(used, their_used)
    p.favour = [(favours or {}).get(item, NOBODY) for item in ITEMS]
    p.turn = turn
    p.owing = 1 << to_move
    return table


def unnamed(*places: str) -> list[int]:
    """The cards that are in none of these places, left to right."""
    left = Counter(dict(enumerate(COPIES)))
    left.subtract(card for words in places for card in cards(words))
    assert min(left.values()) >= 0, "more cards are named than there are"
    return sorted(left.elements())


def last_turns(
    hand: str,
    their_hand: str,
    *,
    left: str = "secret",
    side: str = "",
    their_side: str = "",
    favours: Mapping[str, int] | None = None,
    aside: str = "",
    rounds: int = 0,
) -> Table:
    """A table at the last turn of each player: one action is left to me, their secret to the opponent."""
    return table_with(
        hand,
        their_hand,
        side=side,
        their_side=their_side,
        used=words(action for action in ACTIONS if action != left),
        their_used="trade-off gift competition",
        favours=favours,
        turn=material.TURNS - 2,
        aside=aside,
        rounds=rounds,
    )


def scored(
    side: str = "",
    their_side: str = "",
    *,
    secret: str = "letter",
    their_secret: str = "letter",
    favours: Mapping[str, int] | None = None,
    rounds: int = 0,
) -> Table:
    """A table just after scoring: both lay these items and revealed these secrets."""
    table = last_turns(secret, their_secret, side=side, their_side=their_side, favours=favours, rounds=rounds)
    play(table, f"secret {secret}", f"secret {their_secret}")
    return table


def play(table: Table, *notations: str) -> None:
    """Moves one after another, each by the seat whose turn it is."""
    for notation in notations:
        table.play(table.to_move[0], notation)


def play_round(table: Table) -> None:
    """Play the first legal moves until the round has ended."""
    round_ = position(table).round
    while not table.over and position(table).round == round_:
        seat = table.to_move[0]
        table.play(seat, table.legal_moves(seat)[0])


def position(table: Table) -> Hanamikoji:
    """The table's position, hidden cards included."""
    return cast("Hanamikoji", table.position)


def seen(table: Table, seat: int | None) -> HanamikojiView:
    """What a seat sees."""
    view = table.view(seat)
    assert isinstance(view, HanamikojiView)
    return view


def legal(table: Table, seat: int = ME) -> list[str]:
    """What a seat may do, in notation."""
    return [move.notation() for move in table.legal_moves(seat)]


def laid(table: Table, seat: int) -> str:
    """The items on a player's side of the row."""
    return words(
        item for item, geisha in zip(ITEMS, seen(table, None).geishas, strict=True) for _ in range(geisha.items[seat])
    )


def held(table: Table, seat: int) -> str:
    """The items in a player's hand."""
    return words(seen(table, seat).players[seat].hand or ())


def favours_of(table: Table, seat: int) -> str:
    """The geishas, by their items, whose token a player holds."""
    return words(geisha.item for geisha in seen(table, None).geishas if geisha.favour == seat)


def words(items: Iterable[str]) -> str:
    """Items in a row."""
    return " ".join(items)


def ended(table: Table) -> Result:
    """The result of a game that is over."""
    result = table.result
    assert result is not None, "the game is not over"
    return result
