"""Openings, habits and feats of Han."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.insights import Insights, in_order, split_step, step
from guanxi.engine.text import Phrase, list_of, phrase, words
from guanxi.games.han.board import BOARDS
from guanxi.games.han.events import Completed, Discarded, Placed, Scored, Stopped
from guanxi.games.han.rules.material import SOURCES
from guanxi.games.han.rules.rules import Han

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from guanxi.engine.events import Event
    from guanxi.engine.table import Table
    from guanxi.games.han.board import BoardFile

HABITS = (
    *("emissary-first", "many-emissaries", "joker", "border", "port", "discard"),
    *("fortified", "market", "completed"),
)
FEATS = ("every-source", "own-colours", "allied", "roads", "everywhere", "finisher")
MANY_EMISSARIES = 5
MANY_ALLIANCES = 5
ROAD_POINTS = 8
MANY_PROVINCES = 7
MANY_FINISHED = 4
QUESTIONS = ("first", "second", "third")


def insights(table: Table, seat: int) -> Insights:
    """The opening, habits and feats of a seat in a finished game."""
    events, dealt = table.true_events(), table.position_at(0)
    assert isinstance(dealt, Han)
    own = [event for event in events if getattr(event, "seat", None) == seat]
    placed = [event for event in own if isinstance(event, Placed)]
    finished = len(list(completed_by(events, seat)))
    won = table.result is not None and table.result.winners == (seat,)
    return Insights(
        order=(seat - dealt.first) % table.seats + 1,
        opening=tuple(opening(table, max(dealt.hand[seat]), own)) if shipped_board(table) else (),
        habits=in_order(HABITS, habits(table.board, own, placed, finished)),
        feats=in_order(FEATS, feats(table.board, own, placed, finished)) if won else (),
    )


def shipped_board(table: Table) -> str | None:
    """The name of the table's board, if it comes with the game."""
    return next((name for name in BOARDS.names if BOARDS.load(name) is table.board), None)


def opening(table: Table, most: int, own: Sequence[Event]) -> Iterator[str]:
    """The board with the number of players, the most cards of a colour in the first hand, and the first choices."""
    yield step("table", f"{shipped_board(table)}.{table.seats}")
    yield step("hand", {1: "different", 2: "pair"}.get(most, "triple"))
    chosen = (choice for event in own if (choice := choice_in(table.board, event)))
    for question, choice in zip(QUESTIONS, chosen, strict=False):
        yield step(question, choice)


def choice_in(board: BoardFile, event: Event) -> str:
    """A choice of an opening: a piece with its provinces, or none; nothing for any other event."""
    if isinstance(event, Placed):
        homes = [event.at] if event.piece == "emissary" else board.spaces[event.at].provinces
        return ".".join((event.piece, *homes))
    return "discard" if isinstance(event, Discarded) else "stop" if isinstance(event, Stopped) else ""


def opening_words(line: Sequence[str]) -> Phrase:
    """The last step of an opening in words."""
    name, _, players = split_step(line[0])[1].partition(".")
    board = BOARDS.load(name)
    question, answer = split_step(line[-1])
    if question == "table":
        return phrase("opening.table.one", board=words(board.title), n=int(players))
    if question == "hand":
        return phrase(f"opening.hand.{answer}")
    kind, *homes = answer.split(".")
    if not homes:
        return phrase(f"opening.{kind}")
    return phrase(f"opening.{kind}", place=list_of([words(board.provinces[home].name) for home in homes]))


def completed_by(events: Sequence[Event], seat: int) -> Iterator[str]:
    """The provinces that a seat has completed."""
    placer = None
    for event in events:
        if isinstance(event, Placed):
            placer = event.seat
        elif isinstance(event, Completed) and placer == seat:
            yield event.province


def habits(board: BoardFile, own: Sequence[Event], placed: Sequence[Placed], finished: int) -> Iterator[str]:
    """The habits that a seat showed."""
    houses = [piece for piece in placed if piece.piece in ("house", "fortification")]
    kinds = {piece.piece for piece in placed}
    if placed and placed[0].piece == "emissary":
        yield "emissary-first"
    if sum(piece.piece in ("emissary", "market") for piece in placed) >= MANY_EMISSARIES:
        yield "many-emissaries"
    if any(with_joker(board, piece) for piece in placed):
        yield "joker"
    if any(len(board.spaces[piece.at].provinces) > 1 for piece in houses):
        yield "border"
    if any(board.spaces[piece.at].kind == "port" for piece in houses):
        yield "port"
    if any(isinstance(event, Discarded) for event in own):
        yield "discard"
    if "fortification" in kinds:
        yield "fortified"
    if "market" in kinds:
        yield "market"
    if finished:
        yield "completed"


def with_joker(board: BoardFile, piece: Placed) -> bool:
    """Whether two cards of one colour stood in for another."""
    homes = [piece.at] if piece.piece == "emissary" else board.spaces[piece.at].provinces
    return not {board.provinces[home].colour for home in homes} >= set(piece.pay)


def feats(board: BoardFile, own: Sequence[Event], placed: Sequence[Placed], finished: int) -> Iterator[str]:
    """The feats of the winner."""
    scored = [event for event in own if isinstance(event, Scored)]
    if len({event.source for event in scored if event.points}) == SOURCES:
        yield "every-source"
    if not any(with_joker(board, piece) for piece in placed):
        yield "own-colours"
    if sum(event.source == "alliances" for event in scored) >= MANY_ALLIANCES:
        yield "allied"
    if sum(event.points for event in scored if event.source == "roads") >= ROAD_POINTS:
        yield "roads"
    if len({event.province for event in scored if event.source == "houses"}) >= MANY_PROVINCES:
        yield "everywhere"
    if finished >= MANY_FINISHED:
        yield "finisher"
