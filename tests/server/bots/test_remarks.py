"""Characters say now and then what they think of their game."""

from __future__ import annotations

import json
from itertools import pairwise, product
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import pytest

import guanxi
from guanxi import server
from guanxi.bots.thoughts import Thought
from guanxi.engine.manners import Manner
from guanxi.server.bots import remarks
from guanxi.server.bots.remarks import PAUSE, VARIANTS, Occasion, Remarks
from guanxi.server.http.identity import Who
from guanxi.server.seats.characters import manner_of
from guanxi.server.seats.seats import SeatRow
from tests.server.builders import ME

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from guanxi.engine.text import Phrase
    from tests.server.builders import Player

TEXTS = Path(server.__file__).parent / "text" / "en.json"
SKILLED = {"kind": "bot", "bot": "skilled"}


def said(*chances: float, torn: bool = False) -> list[Phrase | None]:
    """What a bold character says after decisions with these chances."""
    told = Remarks()
    return [told.after("table", 1, "bold", Thought(chance, torn)) for chance in chances]


def test_a_swing_is_worth_a_remark() -> None:
    calm = [0.5] * PAUSE
    *quiet, worse = said(*calm, 0.3)
    assert quiet == [None] * PAUSE
    assert worse
    assert worse.id.startswith("remark.bold.worse.")
    *_, better = said(*calm, 0.7)
    assert better
    assert better.id.startswith("remark.bold.better.")


def test_a_hard_choice_is_worth_a_remark() -> None:
    *_, torn = said(*[0.5] * (PAUSE + 1), torn=True)
    assert torn
    assert torn.id.startswith("remark.bold.torn.")


def test_nobody_talks_all_the_time() -> None:
    told = said(*[0.2, 0.8] * 20)
    talking = [number for number, one in enumerate(told) if one]
    assert talking
    assert min(after - before for before, after in pairwise(talking)) >= PAUSE


def test_the_next_remark_of_a_kind_has_other_words() -> None:
    told = [one.id for one in said(*[0.5] * (3 * PAUSE), torn=True) if one]
    assert len({*told}) == len({*told[:2]}) == 2


def test_every_remark_has_its_words() -> None:
    served = {id_ for id_ in json.loads(TEXTS.read_bytes()) if id_.startswith("remark.")}
    variants = range(1, VARIANTS + 1)
    assert served == {
        f"remark.{manner}.{occasion}.{variant}"
        for manner, occasion, variant in product(get_args(Manner), get_args(Occasion), variants)
    }


def test_only_characters_of_levels_have_manners() -> None:
    game = guanxi.game("han")
    bot = SeatRow(0, "bot", open=False, taken=True, bot="skilled", character=9)
    person = SeatRow(1, "person", open=False, taken=True)
    greedy = SeatRow(2, "bot", open=False, taken=True, bot="greedy", character=1)
    assert [manner_of(game, seat) for seat in (bot, person, greedy)] == [game.cast[9 % len(game.cast)], None, None]


@pytest.mark.anyio
async def test_everybody_at_the_table_reads_a_remark(
    app: Starlette, alex: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remarks, "SWING", 0.0)
    monkeypatch.setattr(remarks, "PAUSE", 1)
    table = (await alex.create(ME, SKILLED, name="Alex", options={"first": 1}))["table"]
    play = await app.state.parts.tables.watched(table)
    with app.state.parts.hub.subscribed(table, Who(play.seats[0].guest)):
        lines: list[dict[str, Any]] = []
        while not lines:
            state = await alex.turn(table, 0)
            assert not state["over"]
            await alex.play(state)
            lines = (await alex.get(f"/api/tables/{table}/chat")).json()["lines"]
    assert lines[0]["seat"] == 1
    assert lines[0]["phrase"]["id"].startswith("remark.")


@pytest.mark.anyio
async def test_nobody_talks_to_an_empty_room(app: Starlette, alex: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remarks, "SWING", 0.0)
    monkeypatch.setattr(remarks, "PAUSE", 1)
    table = (await alex.create(ME, SKILLED, options={"first": 1, "rounds": 1}))["table"]
    while not (state := await alex.turn(table, 0))["over"]:
        await alex.play(state)
    assert (await alex.get(f"/api/tables/{table}/chat")).json()["lines"] == []
