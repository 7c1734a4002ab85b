"""Continuing finished games, and downloads of them."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import pytest

import guanxi
from guanxi.lab.verify import verify
from guanxi.server.tables.downloads import escaped
from tests.server.builders import BOT, ME, Player, play_on, two_people, visitor

if TYPE_CHECKING:
    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


async def finished(app: Starlette) -> tuple[str, list[Player]]:
    table, players = await two_people(app, options={"first": 0, "rounds": 1})
    await play_on(table, players)
    return table, players


async def go_on(player: Player, table: str, **wanted: Any) -> dict[str, Any]:
    body = {"move": 3, "seat": 1, "bot": "random", **wanted}
    answer = await player.post(f"/api/tables/{table}/continue", body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def play_out(player: Player, state: dict[str, Any]) -> dict[str, Any]:
    seat = state["seat"]
    state = await player.turn(state["table"], seat)
    while not state["over"]:
        await player.play(state)
        state = await player.turn(state["table"], seat)
    return state


@pytest.mark.parametrize(("hidden", "redrawn"), [("same", None), ("redrawn", 1)])
async def test_a_finished_game_is_continued_from_a_position(app: Starlette, hidden: str, redrawn: int | None) -> None:
    table, (_, bo) = await finished(app)
    then = (await bo.get(f"/api/tables/{table}/replay?move=3&seat=1")).json()
    made = (await go_on(bo, table, hidden=hidden))["state"]
    assert made["from"] == {"table": table, "move": 3, "redrawn": redrawn}
    assert (made["moves"], made["seat"], made["seats"][0]["bot"]) == (0, 1, "random")
    assert made["view"] == then["view"]
    assert [event["phrase"] for event in made["events"]] == [event["phrase"] for event in then["events"]]
    end = await play_out(bo, made)
    log = (await bo.get(f"/api/tables/{end['table']}/log")).content
    *_, last = guanxi.replay(log)
    assert last.result
    assert list(last.result.winners) == end["result"]["winners"]
    assert all(check.passed for check in verify(log))
    again = (await go_on(bo, end["table"], move=1, seat=0))["state"]
    assert again["from"]["table"] == end["table"]
    assert (await play_out(bo, again))["over"]


async def test_a_continued_game_reloads_and_is_not_rated(app: Starlette, alex: Player) -> None:
    table, _ = await finished(app)
    made = (await go_on(alex, table))["state"]
    before = await alex.turn(made["table"], 1)
    app.state.parts.tables._recent.clear()
    assert (await alex.state(made["table"], 1))["view"] == before["view"]
    await play_out(alex, made)
    assert {one["games"] for one in (await alex.get("/api/ratings/hanamikoji")).json()} == {1}


async def test_the_default_bot_is_skilled(app: Starlette) -> None:
    table, (_, bo) = await finished(app)
    assert (await go_on(bo, table, bot=None))["state"]["seats"][0]["bot"] == "skilled"


async def test_positions_that_cannot_be_continued(app: Starlette) -> None:
    table, (alex, _) = await finished(app)
    last = (await alex.state(table))["moves"]
    for body, error in (
        ({"move": last, "seat": 0}, "no-move"),
        ({"move": 0, "seat": 4}, "no-seat"),
        ({"move": 0, "seat": 0, "bot": "nobody"}, "unknown-bot"),
    ):
        answer = await alex.post(f"/api/tables/{table}/continue", body)
        assert (answer.status_code, answer.json()["error"]) == (422, error)
    running = (await alex.create(ME, BOT))["table"]
    early = await alex.post(f"/api/tables/{running}/continue", {"move": 0, "seat": 0})
    assert (early.status_code, early.json()["error"]) == (409, "not-over")


async def test_a_transcript_in_the_reader_s_language(app: Starlette) -> None:
    table, _ = await finished(app)
    reader = visitor(app)
    english = await reader.get(f"/api/tables/{table}/transcript")
    assert english.headers["content-type"].startswith("text/plain")
    assert f"hanamikoji-{table}.txt" in english.headers["content-disposition"]
    assert english.text.startswith("Hanamikoji – Alex, Bo\n")
    assert "keeps a card secret: " in english.text
    french = await reader.get(f"/api/tables/{table}/transcript?language=fr")
    wished = await reader.get(f"/api/tables/{table}/transcript", **{"Accept-Language": "fr"})
    assert french.text == wished.text != english.text
    assert (await reader.get(f"/api/tables/{table}/transcript?language=xx")).status_code == 422


async def test_statistics_count_every_seat(app: Starlette) -> None:
    table, (alex, _) = await finished(app)
    state = await alex.state(table)
    answer = await visitor(app).get(f"/api/tables/{table}/statistics")
    assert answer.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [row["name"] for row in rows] == ["Alex", "Bo"]
    assert [int(row["total"]) for row in rows] == [score["total"] for score in state["result"]["scores"]]
    assert sum(int(row["decisions"]) for row in rows) == state["moves"]
    assert [int(row["seat"]) for row in rows if row["won"] == "1"] == state["result"]["winners"]


@pytest.mark.parametrize(("name", "written"), [("=1+1", "'=1+1"), ("Ann", "Ann"), ("@x", "'@x")])
def test_names_are_escaped_for_spreadsheets(name: str, written: str) -> None:
    assert escaped(name) == written
