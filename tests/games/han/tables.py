"""Build tables of Han as a rulebook describes them: players, hands, houses, emissaries."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, cast

from guanxi.engine.core.position import NOBODY
from guanxi.games.han import GAME
from guanxi.games.han.board import file_of, padded
from guanxi.games.han.events import Scored
from guanxi.games.han.moves import CARD_COLOURS, Colour
from guanxi.games.han.rules import rules
from guanxi.games.han.rules.material import COLOURS, DECK, HAND, PLAYERS
from guanxi.games.han.view import HanView

if TYPE_CHECKING:
    from collections.abc import Iterable

    from guanxi.engine.events import Event
    from guanxi.engine.game import Result
    from guanxi.engine.table import Table
    from guanxi.games.han.events import Source
    from guanxi.games.han.rules.rules import Han
    from guanxi.games.han.view import ProvinceView

FOUR = "Alex Barbara Chris Doris"
BORDER, WAYS = "border_disputes", "ways_of_diplomacy"


def han(players: str = FOUR, board: str = BORDER, *, variant: bool = False) -> Table:
    """A table with nothing built yet; the first player named holds the Emperor."""
    return GAME.table(names=players.split(), seed="a table of the tests", board=board, variant=variant, first=0)


def capital(players: str = FOUR, *, variant: bool = False) -> Table:
    """A table on the other board."""
    return han(players, WAYS, variant=variant)


def position(table: Table) -> Han:
    """The table's position, hidden cards included.  A test may change it, so the table forgets its legal moves."""
    table._legal.clear()
    return cast("Han", table.position)


def seat_of(table: Table, name: str) -> int:
    """The seat of a player."""
    return table.names.index(name)


def cards(words: str) -> list[int]:
    """The numbers of colours: "red red violet"."""
    return [CARD_COLOURS.index(cast("Colour", word)) for word in words.split()]


def counts(words: str) -> list[int]:
    """How many cards of each colour there are."""
    return [cards(words).count(colour) for colour in range(COLOURS)]


def deal(
    table: Table, *, row: str | None = None, pile: str | None = None, shuffled: bool = False, **hands: str
) -> None:
    """Set hands, open cards and the pile, its next card first.  Players who are not named get three other cards.

    With a pile given, all cards that are left lie among the discards; `shuffled` says that it is the second pile.
    """
    p = position(table)
    rest = unnamed(p, row or "", pile or "", *hands.values())
    held = {name: cards(hands[name]) if name in hands else [rest.pop() for _ in range(HAND)] for name in table.names}
    opened = cards(row) if row is not None else [rest.pop() for _ in range(p.board.open_cards)]
    next_cards = rest if pile is None else cards(pile)[::-1]
    hands_by_seat = [held[name] for name in table.names] + [[]] * (PLAYERS - table.seats)
    p.hand = [[hand.count(colour) for colour in range(COLOURS)] for hand in hands_by_seat]
    p.held = [len(hand) for hand in hands_by_seat]
    p.known = [[0] * COLOURS for _ in range(PLAYERS)]
    p.row = [opened.count(colour) for colour in range(COLOURS)]
    p.open = len(opened)
    p.pile = padded(next_cards, DECK, NOBODY)
    p.left = len(next_cards)
    p.discards = [0 if pile is None else rest.count(colour) for colour in range(COLOURS)]
    if shuffled:
        p.emptied = 1
        p.fresh = [next_cards.count(colour) for colour in range(COLOURS)]


def unnamed(p: Han, *places: str) -> list[int]:
    """The cards that are in none of these places."""
    left = Counter(dict(enumerate(p.cards)))
    left.subtract(card for words in places for card in cards(words))
    assert min(left.values()) >= 0, "more cards are named than there are"
    # Colour by colour in turn, so that nobody is dealt three of a kind.
    return [colour for number in range(DECK) for colour in range(COLOURS) if number < left[colour]]


def build(table: Table, province: str, **houses: int) -> None:
    """Build houses for each player in a province, on its first free spaces that are not on a border."""
    for name, count in houses.items():
        for at in free(table, province)[:count]:
            build_at(table, name, at)
        assert province_of(table, province).houses[seat_of(table, name)] >= count, f"{province} has no room"


def build_at(table: Table, name: str, spaces: str) -> None:
    """Build a player's houses on these spaces."""
    for at in spaces.split():
        rules.build(position(table), seat_of(table, name), space_number(table, at))


def fortify(table: Table, name: str, at: str) -> None:
    """Build a player's fortified house."""
    build_at(table, name, at)
    p = position(table)
    seat = seat_of(table, name)
    forts, left = p.fort, p.markers_left
    forts[seat] = space_number(table, at)
    left[seat] = 0
    p.fort, p.markers_left = forts, left


def send(table: Table, province: str, **emissaries: int) -> None:
    """Send emissaries of each player to a province's dragon."""
    p = position(table)
    sent, left = p.emissaries, p.emissaries_left
    for name, count in emissaries.items():
        sent[province_number(table, province)][seat_of(table, name)] += count
        left[seat_of(table, name)] -= count
    p.emissaries, p.emissaries_left = sent, left


def keep(table: Table, name: str, *, houses: int | None = None, emissaries: int | None = None) -> None:
    """Set a player's supply."""
    p = position(table)
    seat = seat_of(table, name)
    own_houses, own_emissaries = p.houses_left, p.emissaries_left
    own_houses[seat] = own_houses[seat] if houses is None else houses
    own_emissaries[seat] = own_emissaries[seat] if emissaries is None else emissaries
    p.houses_left, p.emissaries_left = own_houses, own_emissaries


def turn(table: Table, name: str, hand: str = "") -> None:
    """Begin a player's turn; if a hand is given, deal all cards again."""
    if hand:
        deal(table, row=None, pile=None, shuffled=False, **{name: hand})
    position(table).player = seat_of(table, name)
    rules.begin_turn(position(table))


def last_turn(table: Table, name: str, hand: str = "red") -> None:
    """Begin the very last turn of the game."""
    p = position(table)
    deal(table, row=None, pile="", shuffled=False, **{name: hand})
    p.emptied = 2
    p.last_round = 1
    p.first = (seat_of(table, name) + 1) % table.seats
    turn(table, name)


def finish(table: Table, name: str = "Alex") -> Result:
    """Have a player discard in the last turn, and return the result of the final scoring."""
    last_turn(table, name, "red")
    play(table, "discard red")
    return ended(table)


def play(table: Table, *notations: str) -> None:
    """Play moves, each by the player to move."""
    for notation in notations:
        table.play(table.to_move[0], notation)


def legal(table: Table) -> list[str]:
    """The legal moves of the player to move, in notation."""
    return [move.notation() for move in table.legal_moves(table.to_move[0])]


def offered(table: Table, kind: str) -> list[str]:
    """The moves of one kind, without the word for it."""
    return [notation.partition(" ")[2] for notation in legal(table) if notation.split()[0] == kind]


def may(table: Table, notation: str) -> bool:
    """Is this move offered?"""
    return notation in legal(table)


def where(table: Table, kind: str) -> list[str]:
    """The places to which a piece of a kind may go, each once."""
    return list(dict.fromkeys(text.split()[0] for text in offered(table, kind)))


def is_drawing(table: Table, name: str) -> bool:
    """Is a player drawing cards?"""
    return table.to_move == (seat_of(table, name),) and seen(table).drawing


def seen(table: Table, name: str | None = None) -> HanView:
    """The view of a player, or of a spectator."""
    view = table.view(None if name is None else seat_of(table, name))
    assert isinstance(view, HanView)
    return view


def province_of(table: Table, province: str) -> ProvinceView:
    """A province as everybody sees it."""
    return seen(table).provinces[province_number(table, province)]


def room(table: Table, province: str) -> int:
    """How many more emissaries fit into a province."""
    return province_of(table, province).room


def free(table: Table, province: str) -> list[str]:
    """The free spaces of a province that are not on a border."""
    p = position(table)
    file = file_of(p.board)
    return [
        at
        for at in file.within(province)
        if file.spaces[at].kind != "border" and rules.is_free(p, file.space_ids.index(at))
    ]


def held(table: Table, name: str) -> str:
    """The cards in a player's hand."""
    return words(seen(table, name).players[seat_of(table, name)].hand or ())


def opened(table: Table) -> str:
    """The open cards."""
    return words(seen(table).row)


def discarded(table: Table) -> dict[str, int]:
    """The cards that lie among the discards, by colour."""
    discards = seen(table).discards
    return {colour: discards[colour] for colour in CARD_COLOURS if discards[colour]}


def points(table: Table) -> dict[str, int]:
    """The points of all players who have any."""
    totals = {name: player.total for name, player in zip(table.names, seen(table).players, strict=True)}
    return {name: total for name, total in totals.items() if total}


def points_from(table: Table, source: Source) -> dict[str, int]:
    """The points from one source (houses, alliances, roads, ports) of all players who have any."""
    found = {name: player.points[source] for name, player in zip(table.names, seen(table).players, strict=True)}
    return {name: total for name, total in found.items() if total}


def happened(table: Table, name: str | None = None) -> list[Event]:
    """The events as a player, or a spectator, may know them."""
    return table.events(None if name is None else seat_of(table, name))


def scorings(table: Table) -> list[Scored]:
    """All scorings, in their order."""
    return [event for event in happened(table) if isinstance(event, Scored)]


def told(table: Table, name: str | None = None) -> list[str]:
    """The events in English."""
    return [table.say(event) for event in happened(table, name)]


def ended(table: Table) -> Result:
    """The result of a game that is over."""
    result = table.result
    assert result is not None, "the game is not over"
    return result


def winners(table: Table) -> list[str]:
    """The names of the winners."""
    return [table.names[seat] for seat in ended(table).winners]


def words(items: Iterable[str]) -> str:
    """Cards in a row."""
    return " ".join(items)


def province_number(table: Table, province: str) -> int:
    """A province's number in the rules."""
    return file_of(position(table).board).province_ids.index(province)


def space_number(table: Table, at: str) -> int:
    """A house space's number in the rules."""
    return file_of(position(table).board).space_ids.index(at)
