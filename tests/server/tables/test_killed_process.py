"""Processes on one database are killed in the middle of games: the others go on, and no acknowledged move is lost."""

from __future__ import annotations

import asyncio
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
import psycopg
import pytest

import guanxi
from tests.server.builders import BOT, FRIEND, ME, TIME_LIMIT, Player
from tests.server.cluster import Cluster
from tests.server.network import process, streamed

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio
TABLES, KILLS = 3, 3


class Person:
    """A browser that sends its move again, perhaps elsewhere, until it is acknowledged."""

    def __init__(self, cluster: Cluster, random: Random) -> None:
        self._cluster = cluster
        self._random = random
        self.cookies = httpx.Cookies()
        self.acknowledged: dict[tuple[str, int], str] = {}

    async def insist(self, method: str, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        """Send a request until a process answers it."""
        async with asyncio.timeout(TIME_LIMIT):
            while True:
                try:
                    async with httpx.AsyncClient(
                        base_url=self._cluster.address, cookies=self.cookies, timeout=TIME_LIMIT
                    ) as client:
                        answer = await client.request(method, path, json=body)
                        self.cookies.update(client.cookies)
                    assert answer.status_code != 500, answer.text
                    if answer.status_code != 503:
                        return answer
                except httpx.TransportError:
                    pass
                await asyncio.sleep(0.05)

    async def play(self, table: str, seat: int, enough: asyncio.Event) -> None:
        """Play random moves until the game is over or it is enough."""
        number = 0
        while not enough.is_set():
            state = (await self.insist("GET", f"/api/tables/{table}?seat={seat}")).json()
            if state["over"]:
                return
            if not state["legal"]:
                await asyncio.sleep(0.02)
                continue
            move, number = self._random.choice(state["legal"])["notation"], number + 1
            body = {"seat": seat, "move": move, "length": state["length"], "id": f"{seat}-{number}"}
            answer = await self.insist("POST", f"/api/tables/{table}/moves", body)
            if answer.status_code == 200:
                self.acknowledged[table, state["length"] + 1] = f"{seat} {move}"


async def stored(url: str) -> tuple[dict[tuple[str, int], str], dict[str, str]]:
    """The entries of all tables, and the seeds of these."""
    async with await psycopg.AsyncConnection.connect(url) as connection:
        rows = await (await connection.execute("SELECT table_id, number, entry FROM entries ORDER BY 1, 2")).fetchall()
        seeds = await (await connection.execute("SELECT id, seed FROM tables")).fetchall()
    return {(table, number): entry for table, number, entry in rows}, dict(seeds)


async def test_no_acknowledged_move_is_lost_and_none_doubled(tmp_path: Path, postgres_url: str) -> None:
    random, enough = Random(7), asyncio.Event()
    async with Cluster(postgres_url, tmp_path / "log") as cluster:
        await asyncio.gather(*(cluster.start() for _ in range(2)))
        people = [Person(cluster, random) for _ in range(2)]
        playing = []
        for _ in range(TABLES):
            wanted = {"game": "hanamikoji", "seats": [ME, FRIEND]}
            created = (await people[0].insist("POST", "/api/tables", wanted)).json()
            token = created["links"]["1"].removeprefix("/join/")
            assert (await people[1].insist("POST", "/api/join", {"token": token})).status_code == 200
            playing += [person.play(created["table"], seat, enough) for seat, person in enumerate(people)]
        bots = (await people[0].insist("POST", "/api/tables", {"game": "hanamikoji", "seats": [ME, BOT]})).json()
        playing.append(people[0].play(bots["table"], 0, enough))
        tasks = [asyncio.create_task(one) for one in playing]
        for _ in range(KILLS):
            before = len(people[0].acknowledged) + len(people[1].acknowledged)
            async with asyncio.timeout(TIME_LIMIT):
                while len(people[0].acknowledged) + len(people[1].acknowledged) < before + 8:
                    if all(task.done() for task in tasks):
                        break
                    await asyncio.sleep(0.02)
            await cluster.kill(random)
        enough.set()
        await asyncio.gather(*tasks)
    entries, seeds = await stored(postgres_url)
    acknowledged = people[0].acknowledged | people[1].acknowledged
    assert len(acknowledged) >= KILLS * 8
    assert {place: entries.get(place) for place in acknowledged} == acknowledged
    lengths = Counter(table for table, _ in entries)
    for table, length in lengths.items():
        assert [number for of, number in entries if of == table] == list(range(1, length + 1))
        replayed = guanxi.game("hanamikoji").table(seed=seeds[table])
        for number in range(1, length + 1):
            seat, _, move = entries[table, number].partition(" ")
            replayed.play(int(seat), move)


async def test_a_stream_goes_on_when_the_process_of_the_other_player_dies(postgres_url: str) -> None:
    async with (
        process(postgres_url) as (dying, there),
        process(postgres_url) as (_, here),
        httpx.AsyncClient(base_url=here, timeout=TIME_LIMIT) as own,
        httpx.AsyncClient(base_url=there, timeout=TIME_LIMIT) as others,
        httpx.AsyncClient(base_url=here, timeout=TIME_LIMIT) as moved_over,
    ):
        alex, bo, bo_here = Player(own), Player(others), Player(moved_over)
        created = await alex.create(ME, FRIEND, options={"first": 1})
        table, token = created["table"], created["links"]["1"].removeprefix("/join/")
        await bo.post("/api/join", {"token": token})
        async with streamed(alex, table) as stream:
            after = await bo.play(await bo.turn(table, 1))
            dying.kill()
            moved_over.cookies = others.cookies
            seat = (await alex.state(table))["to_move"][0]
            mover = (alex, bo_here)[seat]
            after = await mover.play(await mover.state(table, seat))
            while stream.state.get("length", 0) < after["length"]:
                await stream.next()
        assert after["length"] == 2
