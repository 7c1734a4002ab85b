"""The director: absent players, processes that die between two steps, pauses, notices."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import insert, select

from guanxi.server.clocks.clocks import iso
from guanxi.server.http.identity import Who
from guanxi.server.notices.outbox import Message
from guanxi.server.notices.texts import sentence
from guanxi.server.storage.schema import CHANNELS, ENTRANTS, OUTBOX
from guanxi.server.tables.turns import Turns
from guanxi.server.tournaments import store
from tests.server.builders import Player, quick, started, visitor
from tests.server.moved import Hands, timed
from tests.server.tournaments.conductor import ask, games, organise, page_of, until

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


async def two_in(app: Starlette, **more: Any) -> tuple[Player, Player, str]:
    alex, bo = visitor(app), visitor(app)
    made = await organise(alex, plays=True, player="Alex", most=2, **more)
    await ask(bo, made["id"], "enter", name="Bo")
    return alex, bo, made["id"]


async def test_a_round_is_neither_doubled_nor_lost_when_a_server_dies_between_its_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with started(quick(tmp_path, deadline_interval=3600.0)) as app:
        alex = visitor(app)
        made = await organise(alex, rounds=1)
        await ask(alex, made["id"], "bots", bot="random", count=4)
        director, created = app.state.parts.director, []

        async def dies(*_: object) -> None:
            created.append(1)
            raise RuntimeError("the server dies")

        with monkeypatch.context() as patch:
            patch.setattr(director, "_create_table", dies)
            await alex.post(f"/api/tournaments/{made['id']}/start", {})
        assert created == [1]
        before = games(await page_of(alex, made["id"]), 1)
        assert [game["table"] for game in before] == [None, None]  # drawn, but without tables
    async with started(quick(tmp_path)) as app:
        page = await until(visitor(app), made["id"], lambda page: page["state"] == "over")
    assert [game["players"] for game in games(page, 1)] == [game["players"] for game in before]
    assert len({game["table"] for game in games(page, 1)}) == 2


async def test_two_directors_draw_one_round(app: Starlette, alex: Player) -> None:
    made = await organise(alex, rounds=1)
    await ask(alex, made["id"], "bots", bot="random", count=4)
    database, director = app.state.parts.database, app.state.parts.director
    await ask(alex, made["id"], "start")
    async with database.reading() as connection:
        whole = await store.read_whole(connection, made["id"])
    assert whole
    stale = store.Whole(whole.tournament, whole.entrants, [])
    stale.tournament.round, stale.tournament.version = 0, 1
    await director._draw(stale)  # it has read the tournament before the other one drew the round
    page = await page_of(alex, made["id"])
    assert page["round"] == 1
    assert len(games(page, 1)) == 2


async def test_who_does_not_come_is_replaced_and_misses_the_next_round(tmp_path: Path) -> None:
    hands = Hands()
    async with started(timed(tmp_path, hands)) as app:
        alex, _bo, tournament = await two_in(app)
        director = app.state.parts.director
        await director.look()
        page = await page_of(alex, tournament)
        table = page["table"]
        assert (await alex.state(table))["time"]["arrival"] == page["arrival"] == 5
        assert sorted(games(page, 1)[0]["awaited"]) == [0, 1]
        async with app.state.parts.tables.opened(table) as play:
            await app.state.parts.tables.arrive(
                play, next(Who(seat.guest) for seat in play.seats if seat.name == "Alex")
            )
        assert games(await page_of(alex, tournament), 1)[0]["awaited"] == [1]
        hands.move(minutes=4)
        await director.look()
        assert not any(seat["absent"] for seat in (await alex.state(table))["seats"])
        hands.move(minutes=2)
        await director.look()
        absent = {seat["name"]: seat["absent"] for seat in (await alex.state(table))["seats"]}
        assert absent == {"Alex": None, "Bo": "bot"}
        page = await page_of(alex, tournament)
        assert [one["playing"] for one in page["entrants"]] == [True, False]
        assert games(page, 1)[0]["awaited"] == []


async def test_it_begins_at_its_time_and_rounds_follow_after_a_pause(tmp_path: Path) -> None:
    hands = Hands()
    async with started(timed(tmp_path, hands)) as app:
        alex, director = visitor(app), app.state.parts.director
        starts = datetime.fromtimestamp(hands.now + 600, UTC).isoformat()
        made = await organise(alex, rounds=2, pause=120, starts=starts)
        await ask(alex, made["id"], "bots", bot="random", count=3)
        await director.look()
        assert (await page_of(alex, made["id"]))["state"] == "open"
        hands.move(minutes=11)
        await director.look()
        assert (await page_of(alex, made["id"]))["round"] == 1
        page = await until(alex, made["id"], lambda page: all(not game["to_move"] for game in games(page, 1)))
        await director.look()
        page = await page_of(alex, made["id"])
        assert page["resumes"] == iso(round((hands.now + 120) * 1000))
        hands.move(minutes=1)
        await director.look()
        assert (await page_of(alex, made["id"]))["round"] == 1
        await ask(alex, made["id"], "start")  # the organiser does not want to wait
        assert (await page_of(alex, made["id"]))["round"] == 2


async def test_more_time_and_an_absent_player(tmp_path: Path) -> None:
    hands = Hands()
    async with started(timed(tmp_path, hands)) as app:
        alex, bo, tournament = await two_in(app, time={"kind": "slow", "hours": 24}, absent="forfeit")
        await app.state.parts.director.look()
        table = (await page_of(alex, tournament))["table"]
        before = [clock["left"] for clock in (await alex.state(table))["time"]["clocks"]]
        await ask(alex, tournament, "extend", minutes=60)
        after = [clock["left"] for clock in (await alex.state(table))["time"]["clocks"]]
        assert [late - early for late, early in zip(after, before, strict=True)] == [3_600_000] * 2
        assert (await bo.post(f"/api/tournaments/{tournament}/absent", {"entrant": 0})).status_code == 403
        await ask(alex, tournament, "absent", entrant=1)
        absent = {seat["name"]: seat["absent"] for seat in (await alex.state(table))["seats"]}
        assert absent == {"Alex": None, "Bo": "forfeit"}


async def test_the_next_rounds_do_not_wait_for_somebody_who_never_came(tmp_path: Path) -> None:
    async with started(timed(tmp_path, Hands())) as app:
        alex, _bo, tournament = await two_in(app)
        await app.state.parts.director.look()
        page = await ask(alex, tournament, "absent", entrant=1)
        assert [one["playing"] for one in page["entrants"]] == [True, False]


async def test_everybody_is_told_that_a_round_begins(tmp_path: Path) -> None:
    hands = Hands()
    async with started(timed(tmp_path, hands)) as app:
        _alex, bo, tournament = await two_in(app)
        database, guests = app.state.parts.database, []
        async with database.reading() as connection:
            guests = list(await connection.scalars(select(ENTRANTS.c.guest)))
        async with database.writing() as connection:
            for number, guest in enumerate(guests):
                row = {"id": str(number), "guest": guest, "kind": "webhook", "address": "https://chat.test/"}
                await connection.execute(
                    insert(CHANNELS), row | {"language": "en", "confirmed": True, "created": 0, "daily": None}
                )
        await app.state.parts.director.look()
        async with database.reading() as connection:
            messages = [Message(**row) for row in (await connection.execute(select(OUTBOX))).mappings()]
        assert sorted((one.channel, one.kind) for one in messages) == [("0", "round"), ("1", "round")]
        parts = app.state.parts
        told = [await Turns(parts.tables, parts.hub, "").pending(one, guests[int(one.channel)]) for one in messages]
        assert {sentence(one, "en") for one in told if one} == {
            "Round 1 of your tournament has begun: Hanamikoji (with Alex).",
            "Round 1 of your tournament has begun: Hanamikoji (with Bo).",
        }
        assert (await page_of(bo, tournament))["table"]
