"""PostgreSQL: a restart is a short pause, and nothing that a client sends is an error of the server."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from guanxi.server.settings import database_url
from guanxi.server.storage.database import Database
from guanxi.server.storage.errors import MissingDriver
from tests.server.builders import FRIEND, ME, TIME_LIMIT, play_on, quick, started, two_people, visitor
from tests.server.postgres import EMPTY, programs

if TYPE_CHECKING:
    from tests.server.postgres import Postgres

pytestmark = pytest.mark.anyio


async def test_a_restart_gives_503_and_then_play_goes_on(tmp_path: Path, postgres: Postgres) -> None:
    with postgres.database() as url:
        async with started(quick(tmp_path, db=url)) as app:
            table, (alex, _bo) = await two_people(app)
            state = await alex.state(table, 0)
            move = state["legal"][0]["notation"]
            postgres.stop()
            try:
                refusals = [await alex.send(state, move), await alex.get("/api/tables"), await alex.get("/api/me")]
            finally:
                postgres.start()
            assert [answer.status_code for answer in refusals] == [503] * 3
            assert all("retry-after" in answer.headers for answer in refusals)
            async with asyncio.timeout(TIME_LIMIT):
                while (answer := await alex.send(state, move, "again")).status_code == 503:
                    await asyncio.sleep(0.05)
            assert answer.json()["length"] == 1


async def test_a_dump_of_a_running_server_is_restored(tmp_path: Path, postgres: Postgres) -> None:
    dump = str(tmp_path / "thursday.dump")
    with postgres.database() as url, postgres.database(EMPTY) as restored:
        async with started(quick(tmp_path, db=url)) as app:
            table, players = await two_people(app)
            await play_on(table, players, 4)
            await asyncio.to_thread(run, "pg_dump", "--format=custom", f"--file={dump}", url)
            await play_on(table, players, 2)
        await asyncio.to_thread(run, "pg_restore", "--exit-on-error", "--no-owner", f"--dbname={restored}", dump)
        async with started(quick(tmp_path, db=restored)) as app:
            for player in players:
                again = visitor(app)
                again.client.cookies = player.client.cookies
                assert (await again.state(table))["moves"] == 4


def run(program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL."""
    found = programs()
    assert found
    subprocess.run([found / program, *arguments], check=True)


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(MissingDriver, match=r'pip install "guanxi\[postgres\]"'):
        Database(database_url("postgresql://club@db/guanxi"))


TABLE = {"game": "hanamikoji", "seats": [ME, FRIEND]}
MOVE = {"seat": 0, "move": "take fan", "length": 0, "id": "1"}
UNSTORABLE: list[tuple[str, dict[str, Any]]] = [
    ("", TABLE | {"name": "\0"}),
    ("", TABLE | {"name": "x" * 10_000}),
    ("", TABLE | {"language": "e\0"}),
    ("", TABLE | {"time": {"kind": "slow", "hours": 2**63}}),
    ("", TABLE | {"patience": 2**31}),
    ("/moves", MOVE | {"move": "\0"}),
    ("/moves", MOVE | {"move": 2**63}),
    ("/moves", MOVE | {"move": 2**64}),
    ("/moves", MOVE | {"length": 2**62}),
    ("/moves", MOVE | {"seat": 2**62}),
    ("/moves", MOVE | {"id": "x" * 1000}),
    ("/plan", {"seat": 0, "move": "x" * 1000}),
    ("/chat", {"seat": 0, "text": "a\0b"}),
    ("/chat/report", {"number": 2**62}),
    ("/chat/report", {"number": 1, "reason": "\0"}),
]


async def test_texts_and_numbers_that_cannot_be_stored_are_refused(tmp_path: Path, postgres_url: str) -> None:
    async with started(quick(tmp_path, db=postgres_url)) as app:
        alex = visitor(app)
        table = (await alex.create(ME, FRIEND))["table"]
        for path, body in UNSTORABLE:
            answer = await alex.post(f"/api/tables/{table}{path}" if path else "/api/tables", body)
            assert 400 <= answer.status_code < 500, (path, body, answer.text)
        for number in (2**31, 2**63, 2**64):
            for path in (f"/chat?since={number}", f"?seat={number}"):
                assert (await alex.get(f"/api/tables/{table}{path}")).status_code == 422


START = """
from tests.server.postgres import programs, started_postgres
with started_postgres(programs()) as server:
    print(server.url("postgres"), flush=True)
    input()
"""


async def test_a_server_for_tests_ends_with_them_when_they_are_killed(postgres: Postgres) -> None:
    tests = await asyncio.create_subprocess_exec(
        sys.executable, "-c", START, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert tests.stdout
    folder = Path((await tests.stdout.readline()).decode().strip().partition("host=")[2])
    assert folder.joinpath("data", "postmaster.pid").exists()
    tests.kill()
    await tests.communicate()
    async with asyncio.timeout(TIME_LIMIT):
        while folder.exists():
            await asyncio.sleep(0.05)
