"""Workers beside servers on one PostgreSQL: they make the moves that are owed, exactly once, whoever dies."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, update

from guanxi.engine.errors import BadOption
from guanxi.server.bots.worker import Chosen
from guanxi.server.bots.workers import Crashed
from guanxi.server.parts import Parts
from guanxi.server.review.advice import Advice
from guanxi.server.settings import from_environment
from guanxi.server.storage.errors import BadDatabase
from guanxi.server.storage.schema import LEASES, QUESTIONS
from tests.server.builders import BOT, ME, TIME_LIMIT, Player, quick, started, visitor
from tests.server.network import WORK, guanxi_work
from tests.server.postgres import EMPTY

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import httpx
    from starlette.applications import Starlette

    from guanxi.bots.explanations import Alternative
    from guanxi.server.bots.worker import Asked
    from guanxi.server.bots.workers import Worker
    from guanxi.server.review.advice import Question
    from tests.server.postgres import Postgres

pytestmark = pytest.mark.anyio


@pytest.fixture
async def app(tmp_path: Path, postgres_url: str, anyio_backend: str) -> AsyncIterator[Starlette]:
    """A server that leaves all thinking to others."""
    async with started(quick(tmp_path, db=postgres_url, workers=0, reviewers=0)) as app:
        yield app


@pytest.fixture(autouse=True)
def short_leases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("guanxi.server.bots.bots.TAKE_OVER", 0.1)


@asynccontextmanager
async def working(tmp_path: Path, url: str) -> AsyncIterator[Parts]:
    """Another process, as far as the database can tell."""
    parts = Parts(quick(tmp_path, db=url, workers=1))
    parts.leases._length = 0.5
    async with parts.working():
        yield parts


async def owed_table(alex: Player, bot: str = "random") -> str:
    """A table at which a bot moves first."""
    return str((await alex.create(ME, {"kind": "bot", "bot": bot}, options={"first": 1}))["table"])


async def under_way(app: Starlette, alex: Player) -> str:
    """A table at which another process thinks now."""
    leases = select(LEASES.c.work)
    while True:
        table = await owed_table(alex, "master")
        while (await alex.state(table))["length"] == 0:
            async with app.state.parts.database.reading() as connection:
                if table in list(await connection.scalars(leases)):
                    return table


async def bot_moves(alex: Player, table: str) -> int:
    """The number of entries in the log before the person's turn."""
    return int((await alex.turn(table, 0))["length"])


async def test_a_worker_moves_for_a_server_that_does_not_think(tmp_path: Path, postgres_url: str, alex: Player) -> None:
    table = await owed_table(alex)
    assert (await alex.state(table))["length"] == 0
    async with working(tmp_path, postgres_url):
        state = await alex.turn(table, 0)
        assert state["length"] >= 1
        after = await alex.play(state)
        while not after["over"] and after["to_move"] == [0]:
            after = await alex.play(after)
        assert (await alex.turn(table, 0))["length"] > after["length"]


async def test_when_a_worker_dies_while_it_thinks_another_one_moves_exactly_once(
    tmp_path: Path, postgres_url: str, alex: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    thinking, asked = asyncio.Event(), list[int]()

    async def think_for_ever(_worker: Worker, question: Asked) -> Chosen:
        asked.append(question.seat)
        thinking.set()
        await asyncio.Event().wait()
        return Chosen(0)

    choose = "guanxi.server.bots.workers.Worker.choose"
    with monkeypatch.context() as patched:
        patched.setattr(choose, think_for_ever)
        dying = Parts(quick(tmp_path, db=postgres_url, workers=1))
        dying.leases._length = 0.5
        working_once = dying.working()
        await working_once.__aenter__()
        table = await owed_table(alex)
        async with asyncio.timeout(TIME_LIMIT):
            await thinking.wait()
        dying.leases._held.clear()  # a process that is killed gives nothing back
        await working_once.__aexit__(None, None, None)
    assert (await alex.state(table))["length"] == 0
    async with working(tmp_path, postgres_url) as one, working(tmp_path, postgres_url) as other:
        length = await bot_moves(alex, table)
        for parts in (one, other):
            async with parts.tables.opened(table) as play:
                clients = [entry.client for entry in play.history]
                assert clients == [f"bot {number}" for number in range(1, length + 1)]
    assert asked == [1]


async def hinted(alex: Player) -> httpx.Response:
    """The answer to a person who asks for a hint at a new table."""
    state = (await alex.create(ME, BOT, options={"first": 0}))["state"]
    async with asyncio.timeout(TIME_LIMIT):
        return await alex.post(f"/api/tables/{state['table']}/hint", {"seat": 0, "length": state["length"]})


async def questions(app: Starlette) -> list[str]:
    """The questions for hints that are stored."""
    async with app.state.parts.database.reading() as connection:
        return list(await connection.scalars(select(QUESTIONS.c.id)))


async def test_a_worker_finds_hints_for_a_server_that_does_not_think(
    tmp_path: Path, postgres_url: str, app: Starlette, alex: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("guanxi.server.review.advice.ADVISER", "novice")
    async with working(tmp_path, postgres_url):
        answer = await hinted(alex)
    assert answer.status_code == 200, answer.text
    assert len(answer.json()["moves"]) >= 2
    assert app.state.parts.workers.workers == []
    assert await questions(app) == []


async def test_when_a_worker_dies_another_one_finds_the_hint(
    tmp_path: Path, postgres_url: str, app: Starlette, alex: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("guanxi.server.review.advice.ADVISER", "novice")
    monkeypatch.setattr("guanxi.server.review.questions.LOOK_AGAIN", 0.1)
    find, died = Advice.find, asyncio.Event()

    async def die_once(self: Advice, question: Question) -> list[Alternative]:
        if not died.is_set():
            died.set()
            raise Crashed
        return await find(self, question)

    monkeypatch.setattr(Advice, "find", die_once)
    async with working(tmp_path, postgres_url), working(tmp_path, postgres_url):
        assert (await hinted(alex)).status_code == 200
    assert died.is_set()
    assert await questions(app) == []


async def test_a_hint_that_nobody_finds_is_no_longer_waited_for(tmp_path: Path, postgres_url: str) -> None:
    settings = quick(tmp_path, db=postgres_url, workers=0, reviewers=0, bot_patience=0.1)
    async with started(settings) as app:
        answer = await hinted(visitor(app))
        assert (answer.status_code, answer.json()["error"]) == (409, "hint-failed")
        assert await questions(app) == []


async def test_two_workers_never_think_about_the_same_decision(
    tmp_path: Path, postgres_url: str, alex: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    numbers: list[tuple[int, str]] = []

    async def note(_worker: Worker, question: Asked) -> Chosen:
        numbers.append((question.seat, repr(question.numbers)))
        return Chosen(9999)  # not legal: the first legal move is made instead

    monkeypatch.setattr("guanxi.server.bots.workers.Worker.choose", note)
    async with working(tmp_path, postgres_url), working(tmp_path, postgres_url):
        tables = [str((await alex.create(BOT, BOT, options={"rounds": 1}))["table"]) for _ in range(3)]
        async with asyncio.timeout(TIME_LIMIT):
            for table in tables:
                while not (await alex.state(table))["over"]:
                    await asyncio.sleep(0.02)
        lengths = [(await alex.state(table))["length"] for table in tables]
    assert len(numbers) == sum(lengths)


async def test_when_a_process_is_killed_another_one_moves_in_its_place(
    postgres_url: str, app: Starlette, alex: Player
) -> None:
    async with asyncio.timeout(TIME_LIMIT):
        async with guanxi_work(postgres_url) as process:
            table = await under_way(app, alex)
            process.kill()
        if (await alex.state(table))["length"] == 0:
            async with app.state.parts.database.writing() as connection:
                await connection.execute(update(LEASES).values(until=0))  # as if its time had passed
        async with guanxi_work(postgres_url):
            length = await bot_moves(alex, table)
    async with app.state.parts.tables.opened(table) as play:
        assert [entry.client for entry in play.history] == [f"bot {number}" for number in range(1, length + 1)]


async def test_guanxi_work_ends_by_a_signal_and_leaves_nothing_claimed(
    postgres_url: str, app: Starlette, alex: Player
) -> None:
    async with asyncio.timeout(TIME_LIMIT), guanxi_work(postgres_url) as process:
        await under_way(app, alex)
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
    others = select(LEASES.c.work).where(LEASES.c.process != app.state.parts.database.notifier.process)
    async with app.state.parts.database.reading() as connection:
        assert list(await connection.scalars(others)) == []


@pytest.mark.parametrize(
    ("options", "said"),
    [(("--db", "games.db"), b"in a file"), (("--db", "postgresql://localhost/x", "--processes", "0"), b"at least 1")],
)
async def test_guanxi_work_says_why_it_cannot_work(options: tuple[str, ...], said: bytes) -> None:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", WORK, "work", *options, stdin=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr
    complained = await process.stderr.read()
    assert await process.wait() == 1
    assert said in complained


async def test_guanxi_work_leaves_the_schema_to_servers(tmp_path: Path, postgres: Postgres) -> None:
    with postgres.database(EMPTY) as url, pytest.raises(BadDatabase, match="not a database of Guanxi"):
        async with Parts(quick(tmp_path, db=url)).working():
            pass


def test_a_server_without_workers_of_its_own_needs_postgresql(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GUANXI_WORKERS", "0")
    assert from_environment("postgresql://localhost/guanxi").workers == 0
    with pytest.raises(BadOption, match="GUANXI_WORKERS"):
        from_environment("games.db")
