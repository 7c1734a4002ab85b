"""What an answer to an offer, or a secret, would make of the majorities."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from guanxi.games.hanamikoji import GAME
from guanxi.games.hanamikoji.events import Revealed
from guanxi.games.hanamikoji.moves import ITEMS
from guanxi.games.hanamikoji.preview import GeishaPreview, HanamikojiPreview
from guanxi.games.hanamikoji.view import HanamikojiView
from tests.games.hanamikoji.tables import ME, THEM, play, table_with

if TYPE_CHECKING:
    from guanxi.engine.table import Table


def touched(table: Table, notation: str) -> dict[str, GeishaPreview]:
    """The geishas that a move of the player to move touches."""
    found = table.preview(table.to_move[0], notation)
    assert isinstance(found, HanamikojiPreview)
    return {geisha.item: geisha for geisha in found.geishas}


def test_taking_a_card_of_a_gift() -> None:
    table = table_with("fan drum drum letter", "bowl", side="drum", favours={"fan": THEM})
    play(table, "gift fan drum drum")
    assert touched(table, "take fan") == {
        "fan": GeishaPreview("fan", 2, (0, 0), (0, 1), False, THEM, THEM),
        "drum": GeishaPreview("drum", 3, (1, 0), (3, 0), False, ME, ME),
    }
    # Two drums are no majority any more, and with equal numbers the token stays.
    assert touched(table, "take drum") == {
        "fan": GeishaPreview("fan", 2, (0, 0), (1, 0), False, THEM, ME),
        "drum": GeishaPreview("drum", 3, (1, 0), (2, 1), False, ME, ME),
    }


def test_taking_a_pair_of_a_competition() -> None:
    table = table_with("fan fan letter letter bowl", "bowl")
    play(table, "competition fan fan / letter letter")
    found = touched(table, "take letter letter")
    assert {item: (geisha.favour_before, geisha.favour) for item, geisha in found.items()} == {
        "fan": (None, ME),
        "letter": (None, THEM),
    }


def test_the_own_secret_counts_and_that_of_the_opponent_does_not() -> None:
    table = table_with("fan drum drum bowl", "bowl letter")
    assert touched(table, "secret fan") == {"fan": GeishaPreview("fan", 2, (0, 0), (0, 0), True, None, ME)}
    play(table, "secret fan", "secret bowl", "gift drum drum bowl")
    # With the answering player's secret bowl there are as many on both sides.
    assert touched(table, "take drum")["bowl"] == GeishaPreview("bowl", 4, (0, 0), (1, 0), True, THEM, None)


def answers(table: Table, notation: str) -> list[tuple[tuple[str, ...], tuple[str, ...], dict[str, int | None]]]:
    """What the opponent may take, what then stays, and who would win the favour of the geishas concerned."""
    found = table.preview(ME, notation)
    assert isinstance(found, HanamikojiPreview)
    return [
        (answer.takes, answer.leaves, {geisha.item: geisha.favour for geisha in answer.geishas})
        for answer in found.answers
    ]


def test_a_gift_shows_what_each_answer_leaves() -> None:
    table = table_with("fan drum drum letter", "bowl", side="drum")
    assert answers(table, "gift fan drum drum") == [
        (("fan",), ("drum", "drum"), {"fan": THEM, "drum": ME}),
        (("drum",), ("fan", "drum"), {"fan": ME, "drum": ME}),
    ]


def test_a_competition_shows_both_answers() -> None:
    table = table_with("fan fan letter letter bowl", "bowl")
    assert answers(table, "competition fan letter / fan letter") == [
        (("fan", "letter"), ("fan", "letter"), {"fan": None, "letter": None})
    ]
    assert answers(table, "competition fan fan / letter letter") == [
        (("fan", "fan"), ("letter", "letter"), {"fan": THEM, "letter": ME}),
        (("letter", "letter"), ("fan", "fan"), {"fan": ME, "letter": THEM}),
    ]


def test_a_trade_off_needs_no_preview() -> None:
    assert table_with("fan drum drum letter bowl", "fan bowl bowl").preview(ME, "trade-off fan drum") is None


def test_it_comes_as_the_preview_said() -> None:
    random = Random("preview")
    answers = last = 0
    for game in range(60):
        table = GAME.table(seed=f"preview {game}", rounds=2)
        while not table.over:
            seat = table.to_move[0]
            number = random.choice(table.legal_numbers(seat))
            found = table.preview(seat, number)
            table.play(seat, number)
            if found is None:
                continue
            assert isinstance(found, HanamikojiPreview)
            if all(geisha.items == geisha.before for geisha in found.geishas):
                continue
            moments = table.moments(since=table.moves)
            view = moments[0].view if moments else table.view()
            assert isinstance(view, HanamikojiView)
            revealed = [event for event in table.events(since=table.moves) if isinstance(event, Revealed)]
            for geisha in found.geishas:
                items = list(view.geishas[ITEMS.index(geisha.item)].items)
                for event in revealed:
                    items[event.seat] -= event.item == geisha.item
                assert geisha.items == tuple(items)
            answers += 1
            last += bool(moments)
    assert answers > 100
    assert last
