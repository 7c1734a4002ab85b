"""Bots move like anybody, in processes of their own, and recover from every kind of failure."""

from __future__ import annotations

import asyncio
import signal
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from sqlalchemy.exc import OperationalError

import guanxi
from guanxi.bots.levels import level_settings
from guanxi.bots.search_bot import workspace_for
from guanxi.engine.sight import Sight
from guanxi.server.bots import worker
from guanxi.server.bots.bots import urgency
from guanxi.server.bots.fair_queue import Job, Urgency
from guanxi.server.bots.worker import Asked
from guanxi.server.bots.workers import Worker
from guanxi.server.http.identity import Who
from guanxi.server.seats.seats import SeatRow
from guanxi.server.storage.background import Background
from tests.server.builders import BOT, ME, TIME_LIMIT, Player, quick, started, visitor

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from starlette.applications import Starlette

    from guanxi.server.bots.worker import Chosen
    from guanxi.server.bots.workers import Workers

pytestmark = pytest.mark.anyio
GREEDY = {"kind": "bot", "bot": "greedy"}


async def finished(player: Player, table: str) -> int:
    """Wait for the end of a game; return its number of moves."""
    async with asyncio.timeout(TIME_LIMIT):
        while not (state := await player.state(table))["over"]:
            await asyncio.sleep(0.02)
    return int(state["moves"])


@asynccontextmanager
async def all_busy(workers: Workers) -> AsyncIterator[None]:
    """Every worker is busy at another table."""
    async with AsyncExitStack() as others:
        for worker in workers.workers:
            job = Job("han", "novice" if worker is workers.quick else "master", Urgency.BOTS, ["other"])
            await others.enter_async_context(workers.worker(job))
        yield


@pytest.mark.parametrize("bot", [BOT, GREEDY])
async def test_a_whole_game_against_a_bot(alex: Player, bot: dict[str, str]) -> None:
    table = (await alex.create(ME, bot, name="Alex"))["table"]
    state = await alex.turn(table, 0)
    while not state["over"]:
        await alex.play(state)
        state = await alex.turn(table, 0)
    log = await alex.get(f"/api/tables/{table}/log")
    *_, last = guanxi.replay(log.content)
    assert last.over
    assert last.names == ("Alex", bot["bot"])


async def test_a_game_between_bots_ends(alex: Player) -> None:
    created = await alex.create(BOT, BOT)
    assert created["state"]["options"]["rounds"] == 30
    assert await finished(alex, created["table"]) > 5


async def test_a_dead_worker_is_replaced_and_the_move_is_made(app: Starlette, alex: Player) -> None:
    workers: list[Worker] = app.state.parts.workers.workers
    table = (await alex.create(GREEDY, BOT))["table"]
    killed: set[int] = set()
    async with asyncio.timeout(TIME_LIMIT):
        while not (await alex.state(table))["over"]:
            for worker in workers:
                if worker.process and worker.process.returncode is None and len(killed) < 3:
                    worker.process.kill()
                    killed.add(worker.process.pid)
            await asyncio.sleep(0.05)
    assert len(killed) == 3


async def test_a_bot_that_always_fails_leaves_nobody_waiting(
    app: Starlette, alex: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("guanxi.server.bots.workers.WORKER", ("-c", "raise SystemExit(1)"))
    table = (await alex.create(ME, BOT, options={"first": 1}))["table"]
    assert (await alex.turn(table, 0))["moves"] >= 1


async def test_a_bot_that_never_answers_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("guanxi.server.bots.workers.WORKER", ("-c", "import time; time.sleep(60)"))
    async with started(quick(tmp_path, bot_patience=0.1)) as app:
        alex = visitor(app)
        table = (await alex.create(ME, BOT, options={"first": 1}))["table"]
        assert (await alex.turn(table, 0))["moves"] >= 1


async def test_a_bot_that_cheats_makes_a_legal_move_instead(
    app: Starlette, alex: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = "import sys\nfor _ in sys.stdin: print('{\"move\": 9999}', flush=True)"
    monkeypatch.setattr("guanxi.server.bots.workers.WORKER", ("-c", answer))
    table = (await alex.create(ME, BOT, options={"first": 1}))["table"]
    assert (await alex.turn(table, 0))["moves"] >= 1


async def test_bots_continue_after_a_restart(tmp_path: Path) -> None:
    async with started(quick(tmp_path, bot_delay=5)) as app:
        alex = visitor(app)
        tables = [(await alex.create(BOT, GREEDY))["table"] for _ in range(3)]
        assert [(await alex.state(table))["moves"] for table in tables] == [0, 0, 0]
    async with started(quick(tmp_path)) as app:
        for table in tables:
            assert await finished(visitor(app), table) > 5


async def test_a_bot_waits_so_that_people_can_follow(tmp_path: Path) -> None:
    async with started(quick(tmp_path, bot_delay=0.4)) as app:
        alex = visitor(app)
        table = (await alex.create(ME, BOT, options={"first": 1}))["table"]
        begun = asyncio.get_running_loop().time()
        await alex.turn(table, 0)
        assert asyncio.get_running_loop().time() - begun > 0.35


def test_a_sight_survives_serialization() -> None:
    table = guanxi.game("hanamikoji").table(seed=4)
    for _ in range(12):
        seat = table.to_move[0]
        sight = table.sight(seat)
        sent = msgspec.json.decode(msgspec.json.encode(sight.numbers()))
        arrived = Sight.from_numbers(table.game, table.options, sent, seat)
        assert arrived.numbers() == sight.numbers()
        assert (arrived.view, arrived.legal_numbers) == (sight.view, sight.legal_numbers)
        table.play(seat, sight.legal_numbers[-1])


async def test_a_worker_sees_only_the_sight(app: Starlette, alex: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Asked] = []
    choose = Worker.choose

    async def listen(self: Worker, question: Asked) -> Chosen:
        asked.append(question)
        return await choose(self, question)

    monkeypatch.setattr(Worker, "choose", listen)
    table = (await alex.create(BOT, BOT))["table"]
    await finished(alex, table)
    async with app.state.parts.tables.opened(table) as play:
        *_, last = guanxi.replay(play.table.log)
        replayed = guanxi.replay(play.table.log)
        for question, position in zip(asked, replayed, strict=False):
            assert question.numbers == position.sight(question.seat).numbers()
            assert question.numbers["words"] == [0, 0, 0, 1]
    assert last.over


@pytest.mark.parametrize("begun", [False, True], ids=["starting", "thinking"])
async def test_a_worker_that_is_stopped_leaves_no_process(monkeypatch: pytest.MonkeyPatch, begun: bool) -> None:
    made, create = [], asyncio.create_subprocess_exec

    async def remember(*command: Any, **wishes: Any) -> asyncio.subprocess.Process:
        made.append(await create(*command, **wishes))
        return made[0]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", remember)
    table, own, background = guanxi.game("han").table(4, seed=1), Worker(TIME_LIMIT), Background()
    asked = Asked("han", {}, "master", table.to_move[0], table.sight(table.to_move[0]).numbers(), chance=1)

    async def think() -> None:
        await own.choose(asked)

    background.start(think())
    async with asyncio.timeout(TIME_LIMIT):
        while begun and own.process is None:
            await asyncio.sleep(0)
    await asyncio.sleep(0)
    await background.close()
    assert own.process is None
    assert [process.returncode for process in made] == [-signal.SIGKILL]


async def test_a_bot_that_decides_again_continues_its_search() -> None:
    game = guanxi.game("han")
    looked_at = []
    for seed in range(10):
        table = game.table(4, seed=seed)
        seat = table.to_move[0]
        for _ in range(2):
            numbers = table.sight(seat).numbers()
            table.play(seat, worker.choose(Asked("han", {}, "skilled", seat, numbers, chance=1)).move)
            if table.to_move != (seat,):
                break
        looked_at.append(sum(visits for _, visits, _, _, _ in workspace_for(game, True, "").search.findings()))
    # Not after every move: a drawn card could not be foreseen.
    assert max(looked_at) > level_settings()["han"]["skilled"].iterations


async def test_a_change_right_after_the_last_look_wakes_the_bots_again(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    bots = app.state.parts.bots
    looks: list[str] = []

    async def look(table_id: str) -> bool:
        looks.append(table_id)
        if len(looks) == 1:
            # After this look has ended, and before its task is done.
            asyncio.get_running_loop().call_soon(bots.wake, table_id)
        return False

    monkeypatch.setattr(bots, "_move", look)
    bots.wake("table")
    for _ in range(10):
        await asyncio.sleep(0)
    assert looks == ["table", "table"]


async def test_players_are_told_that_a_bot_is_busy_at_other_tables(
    app: Starlette, alex: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("guanxi.server.bots.bots.BUSY_AFTER", 0.0)
    parts = app.state.parts

    async def busy(table: str) -> bool:
        async with parts.tables.opened(table) as play:
            return bool(parts.presence.attending(play).busy)

    async with all_busy(parts.workers):
        table = (await alex.create(ME, BOT, options={"first": 1}))["table"]
        async with asyncio.timeout(TIME_LIMIT):
            while not await busy(table):
                await asyncio.sleep(0.01)
        assert (await alex.state(table))["moves"] == 0
    assert (await alex.turn(table, 0))["moves"] >= 1
    assert not await busy(table)


def test_players_who_look_are_the_most_urgent() -> None:
    person = SeatRow(0, "person", open=False, taken=True, guest="alex")
    bot = SeatRow(1, "bot", open=False, taken=True, bot="novice")
    assert urgency([person, bot], [Who("alex")]) is Urgency.WATCHED
    assert urgency([person, bot], [Who("another")]) is Urgency.PEOPLE
    assert urgency([person, bot], []) is Urgency.PEOPLE
    assert urgency([bot], [Who("another")]) is Urgency.PEOPLE
    assert urgency([bot], []) is Urgency.BOTS
    person.absent = "bot"
    assert urgency([person, bot], []) is Urgency.BOTS


async def test_a_table_that_is_opened_while_it_waits_becomes_urgent(app: Starlette, alex: Player) -> None:
    parts = app.state.parts
    async with all_busy(parts.workers):
        table = (await alex.create(ME, BOT, options={"first": 1}))["table"]
        async with asyncio.timeout(TIME_LIMIT):
            while table not in parts.bots._waiting:
                await asyncio.sleep(0.01)
        job, seats = parts.bots._waiting[table]
        found = [job.urgency]
        with parts.hub.subscribed(table, Who(seats[0].guest)):
            found.append(job.urgency)
        assert [*found, job.urgency] == [Urgency.PEOPLE, Urgency.WATCHED, Urgency.PEOPLE]


async def test_bots_retry_when_a_move_could_not_be_saved(
    app: Starlette, alex: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, failures = app.state.parts.store, iter([OSError("the disk is full")])
    append = store.append

    async def fail_once(*arguments: object) -> None:
        for failure in failures:
            raise failure
        await append(*arguments)

    monkeypatch.setattr("guanxi.server.bots.bots.FIRST_PAUSE", 0.01)
    monkeypatch.setattr(store, "append", fail_once)
    table = (await alex.create(ME, BOT, options={"first": 1}))["table"]
    assert (await alex.turn(table, 0))["moves"] >= 1


@pytest.mark.parametrize("operation", ["append", "load"])
async def test_bots_go_on_after_a_database_was_locked_for_long(
    app: Starlette, alex: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, operation: str
) -> None:
    """Every attempt fails, also the one to load the table that the failed write has thrown away."""
    store, failed = app.state.parts.store, asyncio.Event()
    saved = {name: getattr(store, name) for name in ("append", operation)}
    pauses: list[float] = []

    async def locked(*_: object) -> None:
        driver = Exception("database is locked")
        raise OperationalError("UPDATE", {}, driver) from driver

    async def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 8:
            for name, works in saved.items():
                monkeypatch.setattr(store, name, works)
            failed.set()

    for name in saved:
        monkeypatch.setattr(store, name, locked)
    monkeypatch.setattr("guanxi.server.bots.bots.sleep", pause)
    table = (await alex.create(ME, BOT, options={"first": 1}))["table"]
    async with asyncio.timeout(TIME_LIMIT):
        await failed.wait()
    assert (await alex.turn(table, 0))["moves"] >= 1
    assert pauses == [0.5, 1, 2, 4, 8, 15, 15, 15]
    assert "database is locked" in caplog.text
    assert {type(record.exc_info[1]) for record in caplog.records if record.exc_info} == {OperationalError}  # no bug
