"""A server killed in the middle of games loses no move that it has acknowledged."""

from __future__ import annotations

import asyncio
import sqlite3
from random import Random
from typing import TYPE_CHECKING, Any

import httpx
import pytest

import guanxi
from tests.server.builders import BOT, HERE, ME, Player
from tests.server.network import process

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio
KILLS = 20


class Witness:
    """A guest who records what the server has acknowledged: own moves by their entry, others by the log's length."""

    def __init__(self) -> None:
        self.cookies = httpx.Cookies()
        self.entries: dict[tuple[str, int], str] = {}
        self.lengths: dict[str, int] = {}

    async def play(self, player: Player, table: str, random: Random) -> None:
        """Play random moves until the server is gone or the game is over."""
        try:
            state = await player.state(table)
            while not state["over"]:
                self.saw(state)
                if state["legal"]:
                    move = random.choice(state["legal"])["notation"]
                    await player.play(state, move)
                    self.entries[table, state["length"] + 1] = f"{state['seat']} {move}"
                else:
                    await asyncio.sleep(0.01)
                state = await player.state(table)
        except httpx.TransportError:
            return

    def saw(self, state: dict[str, Any]) -> None:
        self.lengths[state["table"]] = max(state["length"], self.lengths.get(state["table"], 0))

    def check(self, db: Path) -> None:
        """Check that all of it is in the database and that every log replays."""
        with sqlite3.connect(db) as connection:
            rows = connection.execute(
                "SELECT table_id, number, entry FROM entries ORDER BY table_id, number"
            ).fetchall()
            seeds = dict(connection.execute("SELECT id, seed FROM tables").fetchall())
        connection.close()
        kept = {(table, number): entry for table, number, entry in rows}
        for place, entry in self.entries.items():
            assert kept.get(place) == entry
        for table, length in self.lengths.items():
            log = [entry for (of, _), entry in kept.items() if of == table]
            assert len(log) >= length
            replayed = guanxi.game("hanamikoji").table(seed=seeds[table])
            for entry in log:
                replayed.play(int(entry[0]), entry[2:])


async def test_no_acknowledged_move_is_lost(tmp_path: Path) -> None:
    db, random, witness = tmp_path / "tables.db", Random(3), Witness()
    tables: list[str] = []
    for _ in range(KILLS):
        async with (
            process(db) as (server, address),
            httpx.AsyncClient(base_url=address, cookies=witness.cookies) as client,
        ):
            player = Player(client)
            tables += [(await player.create(ME, other))["table"] for other in (BOT, HERE)]
            await player.create(BOT, BOT)
            witness.cookies = httpx.Cookies({"guest": client.cookies["guest"]})
            enough = len(witness.entries) + random.randrange(5, 20)
            playing = asyncio.gather(*(witness.play(player, table, random) for table in tables[-6:]))
            while len(witness.entries) < enough and not playing.done():
                await asyncio.sleep(random.uniform(0, 0.01))
            server.kill()
            await playing
        witness.check(db)
    assert len(witness.entries) > 150
