"""The lobby: filters, quick matches, invitations, private tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from guanxi.engine.text import LANGUAGES
from tests.server.builders import (
    BOT,
    FRIEND,
    HERE,
    ME,
    OPEN,
    Player,
    play_on,
    quick,
    rematch,
    started,
    two_people,
    visitor,
)

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = [pytest.mark.anyio, pytest.mark.databases]
LIVE, SLOW = {"kind": "live", "game": 600, "move": 5}, {"kind": "slow", "hours": 24}


async def listed(player: Player, query: str) -> list[str]:
    answer = await player.get(f"/api/tables?{query}")
    assert answer.status_code == 200, answer.text
    return [one["table"] for one in answer.json()["open"]]


async def matched(player: Player, **wanted: Any) -> dict[str, Any]:
    answer = await player.post("/api/match", {"game": "hanamikoji", **wanted})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_open_tables_are_filtered(app: Starlette, alex: Player) -> None:
    plain = (await alex.create(ME, OPEN, language="fr"))["table"]
    live = (await alex.create(ME, OPEN, time=LIVE))["table"]
    slow = (await alex.create(ME, OPEN, time=SLOW, language="it"))["table"]
    bo = visitor(app)
    assert set(await listed(bo, "")) == {plain, live, slow}
    assert await listed(bo, "language=fr") == [plain]
    assert await listed(bo, "pace=live") == [live]
    assert await listed(bo, "pace=slow&language=it") == [slow]
    assert await listed(bo, "pace=none") == [plain]
    assert await listed(bo, "time=24h") == [slow]
    assert await listed(bo, "time=600%2B5") == [live]
    assert await listed(bo, "game=han") == []
    for query in ("language=xx", "pace=quick", "time=soon", "time=0h", "time=600+x"):
        assert (await bo.get(f"/api/tables?{query}")).status_code == 422


async def test_a_quick_match_opens_a_table_and_the_next_player_joins(app: Starlette) -> None:
    alex, bo, kim = visitor(app), visitor(app), visitor(app)
    first = await matched(alex, name="Alex")
    assert (first["opened"], first["seat"], first["state"]["started"]) == (True, 0, False)
    same = await matched(alex)
    assert (same["table"], same["opened"]) == (first["table"], True)
    second = await matched(bo)
    assert (second["table"], second["seat"], second["opened"]) == (first["table"], 1, False)
    assert second["state"]["started"]
    assert (await matched(kim))["table"] != first["table"]


async def test_a_quick_match_fits(app: Starlette, alex: Player) -> None:
    french = (await alex.create(ME, OPEN, language="fr"))["table"]
    slow = (await alex.create(ME, OPEN, time=SLOW))["table"]
    odd = (await alex.create(ME, OPEN, options={"rounds": 1}, language="it"))["table"]
    assert (await matched(visitor(app), language="fr"))["table"] == french
    assert (await matched(visitor(app), pace="slow"))["table"] == slow
    other = await matched(visitor(app), language="it")
    assert (other["opened"], other["table"] != odd) == (True, True)
    live = await matched(visitor(app), time=LIVE)
    assert live["state"]["time"]["control"] == LIVE
    assert (await matched(visitor(app), pace="slow"))["state"]["time"]["control"] == SLOW
    live = await matched(visitor(app), pace="live", language="it")
    assert live["state"]["time"]["control"] == {"kind": "live", "game": 600, "move": 10}
    wrong = await visitor(app).post("/api/match", {"game": "hanamikoji", "pace": "slow", "time": LIVE})
    assert (wrong.status_code, wrong.json()["error"]) == (422, "other-pace")
    nothing = await visitor(app).post("/api/match", {"game": "chess"})
    assert (nothing.status_code, nothing.json()["error"]) == (422, "bad-option")
    crowd = await visitor(app).post("/api/match", {"game": "hanamikoji", "seats": 5})
    assert crowd.status_code == 422


async def test_the_creator_sees_the_links_again_on_any_device(app: Starlette, alex: Player) -> None:
    created = await alex.create(ME, FRIEND)
    table, link = created["table"], created["links"]["1"]
    phone = visitor(app)
    token = (await alex.post("/api/me/link", {})).json()["link"].removeprefix("/device/")
    await phone.post("/api/device", {"token": token})
    shown = (await phone.get(f"/api/tables/{table}/links")).json()
    assert [(one["seat"], one["link"]) for one in shown] == [(1, link)]
    assert shown[0]["qr"].startswith("<svg")
    stranger = await visitor(app).get(f"/api/tables/{table}/links")
    assert (stranger.status_code, stranger.json()["error"]) == (403, "not-your-table")
    bo = visitor(app)
    joined = await bo.post("/api/join", {"token": link.removeprefix("/join/")})
    assert joined.json()["seat"] == 1
    assert (await alex.get(f"/api/tables/{table}/links")).json() == []


async def test_a_new_link_replaces_the_old_one(app: Starlette, alex: Player) -> None:
    created = await alex.create(ME, FRIEND)
    table, old = created["table"], created["links"]["1"]
    new = (await alex.post(f"/api/tables/{table}/links", {"seat": 1})).json()["link"]
    assert new != old
    assert (await alex.get(f"/api/tables/{table}/links")).json()[0]["link"] == new
    bo = visitor(app)
    assert (await bo.post("/api/join", {"token": old.removeprefix("/join/")})).status_code == 404
    assert (await bo.post("/api/join", {"token": new.removeprefix("/join/")})).status_code == 200
    taken = await alex.post(f"/api/tables/{table}/links", {"seat": 1})
    assert (taken.status_code, taken.json()["error"]) == (409, "seat-taken")
    assert (await alex.post(f"/api/tables/{table}/links", {"seat": 5})).status_code == 422
    assert (await bo.post(f"/api/tables/{table}/links", {"seat": 0})).status_code == 403


async def test_an_open_seat_can_have_a_link_too(app: Starlette, alex: Player) -> None:
    table = (await alex.create(ME, OPEN))["table"]
    assert (await alex.get(f"/api/tables/{table}/links")).json() == [
        {"seat": 1, "name": None, "link": None, "url": None, "qr": None, "local": False}
    ]
    link = (await alex.post(f"/api/tables/{table}/links", {"seat": 1})).json()["link"]
    assert (await visitor(app).post("/api/join", {"token": link.removeprefix("/join/")})).status_code == 200


async def test_a_private_table_is_for_its_players(app: Starlette) -> None:
    alex, bo, spy = visitor(app), visitor(app), visitor(app)
    created = await alex.create(ME, FRIEND, private=True, options={"first": 0})
    table = created["table"]
    assert created["state"]["private"]
    await bo.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/")})
    for path in ("", "/stream", "/chat"):
        refused = await spy.get(f"/api/tables/{table}{path}")
        assert (refused.status_code, refused.json()["error"]) == (403, "private")
    await play_on(table, [alex, bo])
    for path in ("/log", "/replay?move=0", "/transcript", "/statistics"):
        assert (await spy.get(f"/api/tables/{table}{path}")).status_code == 403
        assert (await bo.get(f"/api/tables/{table}{path}")).status_code == 200
    again = await bo.state(await rematch(table, bo, alex))
    assert again["private"]
    assert again["yours"]
    lists = (await spy.get("/api/tables")).json()
    assert table not in str(lists)
    assert again["table"] not in str(lists)
    open_ = await alex.post("/api/tables", {"game": "hanamikoji", "seats": [ME, OPEN], "private": True})
    assert (open_.status_code, open_.json()["error"]) == (422, "private-open")
    assert (await spy.get(f"/api/tables/{(await alex.create(ME, BOT))['table']}")).status_code == 200


async def mine(player: Player) -> dict[str, Any]:
    """A player's only table in the list."""
    (found,) = (await player.get("/api/tables")).json()["mine"]
    summary: dict[str, Any] = found
    return summary


async def test_the_list_shows_the_deadline_of_the_clients_move(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app, time=SLOW)
    deadline = (await alex.state(table))["time"]["clocks"][0]["deadline"]
    assert deadline is not None
    assert ((await mine(alex))["deadline"], (await mine(bo))["deadline"]) == (deadline, None)


async def test_the_list_shows_the_earliest_of_the_clients_deadlines(alex: Player) -> None:
    state = (await alex.create(ME, HERE, HERE, game="white_lotus", time=SLOW))["state"]
    table = state["table"]
    while len(state["to_move"]) < 2:
        state = await alex.play(await alex.state(table, state["to_move"][0]))
    soon = datetime.now(UTC) + timedelta(hours=1)
    days = [{"from": soon.isoformat(), "to": (soon + timedelta(days=2)).isoformat()}]
    away = await alex.post(f"/api/tables/{table}/absences", {"seat": state["to_move"][0], "absences": days})
    deadlines = {clock["deadline"] for clock in away.json()["time"]["clocks"]} - {None}
    assert len(deadlines) > 1
    assert (await mine(alex))["deadline"] == min(deadlines)


async def test_a_free_seat_is_for_anybody_or_for_a_friend(app: Starlette, alex: Player) -> None:
    created = await alex.create(ME, FRIEND, OPEN, game="han")
    table = created["table"]
    bo = visitor(app)
    assert [seat["open"] for seat in (await bo.state(table))["seats"]] == [False, False, True]
    taken = (await bo.post(f"/api/tables/{table}/seats", {"seat": 2})).json()
    assert [seat["open"] for seat in taken["seats"]] == [False, False, False]


async def test_the_creator_closes_a_table_before_it_begins(tmp_path: Path, anyio_backend: str) -> None:
    async with started(quick(tmp_path)) as app:
        alex, bo, kim = visitor(app), visitor(app), visitor(app)
        created = await alex.create(ME, FRIEND, OPEN, game="han")
        table, token = created["table"], created["links"]["1"].removeprefix("/join/")
        await bo.post(f"/api/tables/{table}/seats", {"seat": 2})
        foreign = await bo.post(f"/api/tables/{table}/close", {})
        assert (foreign.status_code, foreign.json()["error"]) == (403, "not-your-table")
        assert (await alex.post(f"/api/tables/{table}/close", {})).json() == {}
        for player in (alex, bo, kim):
            assert (await player.get("/api/tables")).json() == {"mine": [], "open": [], "running": []}
    async with started(quick(tmp_path)) as app:
        kim = visitor(app)
        for path, body in (("/api/join", {"token": token}), (f"/api/tables/{table}/seats", {"seat": 2})):
            late = await kim.post(path, body)
            assert (late.status_code, late.json()["error"]) == (404, "closed-table")
        told = {
            (await kim.get(f"/api/tables/{table}", **{"Accept-Language": name})).json()["message"] for name in LANGUAGES
        }
        assert len(told) == len(LANGUAGES)


async def test_a_game_that_has_begun_cannot_be_closed(app: Starlette) -> None:
    table, (alex, _bo) = await two_people(app)
    late = await alex.post(f"/api/tables/{table}/close", {})
    assert (late.status_code, late.json()["error"]) == (409, "started")
    assert late.json()["state"]["started"]


async def test_a_link_shows_its_table_before_the_seat_is_taken(app: Starlette, alex: Player) -> None:
    created = await alex.create(ME, FRIEND, name="Alex", private=True)
    shown = {"token": created["links"]["1"].removeprefix("/join/")}
    bo = visitor(app)
    found = (await bo.post("/api/join/look", shown)).json()
    assert (found["table"], found["game"], found["seats"][0]["name"]) == (created["table"], "hanamikoji", "Alex")
    assert not (await alex.state(created["table"]))["started"]
    await bo.post("/api/join", {**shown, "name": "Bo"})
    assert (await bo.post("/api/join/look", shown)).json()["seats"][1]["yours"]
    refused = await visitor(app).post("/api/join/look", {"token": "x" * 22})
    assert (refused.status_code, refused.json()["error"]) == (404, "unknown-link")
    late = await visitor(app).post("/api/join/look", shown)
    assert (late.status_code, late.json()["error"]) == (403, "private")
