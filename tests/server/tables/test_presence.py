"""Presence: who is at a table, from open streams."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy.exc import OperationalError

from tests.server.builders import TIME_LIMIT, quick
from tests.server.moved import Hands
from tests.server.network import Stream, listening, streamed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.anyio


async def attendance(stream: Stream, wanted: Callable[[Any], bool]) -> dict[str, Any]:
    """The first news about presence that is as wanted."""
    while True:
        _, kind, message = await stream.message(presence=True)
        if kind == "presence" and wanted(message):
            return message


def here(message: dict[str, Any]) -> list[int]:
    return [one["seat"] for one in message["seats"] if one["here"]]


async def two_people_at(server: Any) -> tuple[str, list[Any]]:
    """A table of two people who play over the network."""
    alex, bo = server.visitor(), server.visitor()
    created = await alex.create({"kind": "me"}, {"kind": "friend"}, options={"first": 0})
    await bo.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/")})
    return created["table"], [alex, bo]


async def test_players_and_spectators_see_who_is_here(tmp_path: Path) -> None:
    hands = Hands()
    async with listening(quick(tmp_path, clock=hands, presence_grace=0.0)) as server:
        table, (alex, bo) = await two_people_at(server)
        spectator = server.visitor()
        async with streamed(spectator, table) as watching:
            assert here(await attendance(watching, lambda _: True)) == []
            async with streamed(alex, table) as own, streamed(bo, table):
                assert (await attendance(own, lambda message: here(message) == [0, 1]))["watching"] == 1
                await attendance(watching, lambda message: here(message) == [0, 1])
            gone = await attendance(watching, lambda message: here(message) == [])
            assert [one["since"] for one in gone["seats"]] == ["2027-01-15T12:00:00.000Z"] * 2


async def test_a_second_device_and_a_reload_are_no_absence(tmp_path: Path) -> None:
    async with listening(quick(tmp_path, presence_grace=TIME_LIMIT)) as server:
        table, (alex, bo) = await two_people_at(server)
        async with streamed(bo, table) as watching:
            async with streamed(alex, table):
                await attendance(watching, lambda message: here(message) == [0, 1])
                async with streamed(alex, table):
                    pass
            async with streamed(alex, table):
                await alex.post(f"/api/tables/{table}/chat", {"seat": 0, "text": "back"})
                _, kind, _ = await watching.message(presence=True)
        assert kind == "chat"


async def test_the_time_of_leaving_survives_a_restart(tmp_path: Path) -> None:
    hands = Hands()
    async with listening(quick(tmp_path, clock=hands)) as server:
        table, (alex, bo) = await two_people_at(server)
        async with streamed(alex, table) as own:
            await attendance(own, lambda message: here(message) == [0])
    hands.move(hours=5)
    async with listening(quick(tmp_path, clock=hands)) as server:
        again = server.visitor()
        again.client.cookies.update({"guest": bo.client.cookies["guest"]})
        async with streamed(again, table) as own:
            gone = await attendance(own, lambda message: here(message) == [1])
    assert gone["seats"][0] == {"seat": 0, "here": False, "since": "2027-01-15T12:00:00.000Z"}


async def test_others_see_that_a_player_leaves_while_the_database_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_table_id: str) -> None:
        raise OperationalError("SELECT", {}, Exception("the database is restarting"))

    async with listening(quick(tmp_path, presence_grace=0.0)) as server:
        table, (alex, bo) = await two_people_at(server)
        async with streamed(bo, table) as watching:
            async with streamed(alex, table):
                await attendance(watching, lambda message: here(message) == [0, 1])
                monkeypatch.setattr(server.app.state.parts.store, "locked", away)
            await attendance(watching, lambda message: here(message) == [1])
