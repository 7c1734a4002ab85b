"""Slow work happens in threads: the server answers other requests meanwhile."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest

from guanxi.engine.table import Table
from guanxi.server.tables import downloads, earlier, play, registry, replays
from tests.server.builders import TIME_LIMIT, Player, play_on, two_people, visitor

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


class Held:
    """Holds a function until it is released."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> None:
        self.begun = threading.Event()
        self._released = threading.Event()
        function: Callable[..., Any] = getattr(module, name)

        def held(*arguments: Any) -> Any:
            self.begun.set()
            assert self._released.wait(TIME_LIMIT), "nobody released it"
            return function(*arguments)

        monkeypatch.setattr(module, name, held)

    async def while_held(self, slow: Any, other: Player) -> Any:
        """Start a slow request, ask for something else while it is held, and return its answer."""
        task = asyncio.create_task(slow)
        async with asyncio.timeout(TIME_LIMIT):
            while not self.begun.is_set():
                await asyncio.sleep(0.001)
        try:
            assert (await other.get("/api/health")).status_code == 200
            assert not task.done()
        finally:
            self._released.set()
        answer = await task
        assert answer.status_code == 200, answer.text
        return answer


async def test_a_table_is_loaded_in_a_thread(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    table, players = await two_people(app)
    await play_on(table, players, 3)
    app.state.parts.tables._recent.clear()
    held = Held(monkeypatch, play, "replay_entry")
    await held.while_held(players[0].get(f"/api/tables/{table}"), visitor(app))


async def test_positions_before_earlier_moves_are_replayed_in_a_thread(
    app: Starlette, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, players = await two_people(app)
    await play_on(table, players, 3)
    app.state.parts.tables._recent.clear()
    held = Held(monkeypatch, Table, "position_at")
    await held.while_held(players[0].get(f"/api/tables/{table}"), visitor(app))


async def test_an_undo_replays_the_log_in_a_thread(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (alex, _bo) = await two_people(app)
    state = await alex.state(table)
    gift = next(offer["number"] for offer in state["legal"] if offer["move"]["do"] == "gift")
    after = await alex.play(state, gift)
    held = Held(monkeypatch, Table, "undo")
    answer = await held.while_held(alex.undo(after), visitor(app))
    assert answer.json()["moves"] == 0


@pytest.mark.parametrize(
    ("path", "module", "name"), [("replay?move=5", replays, "replayed"), ("transcript", downloads, "transcript")]
)
async def test_finished_games_are_replayed_in_a_thread(
    app: Starlette, monkeypatch: pytest.MonkeyPatch, path: str, module: Any, name: str
) -> None:
    table, players = await two_people(app, options={"first": 0, "rounds": 1})
    await play_on(table, players)
    held = Held(monkeypatch, module, name)
    await held.while_held(visitor(app).get(f"/api/tables/{table}/{path}"), visitor(app))


async def test_the_lock_is_held_while_a_thread_works(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    table, players = await two_people(app)
    app.state.parts.tables._recent.clear()
    held = Held(monkeypatch, registry, "load")
    first = asyncio.create_task(held.while_held(players[0].get(f"/api/tables/{table}"), visitor(app)))
    second = await players[1].state(table)
    assert (await first).json()["table"] == second["table"] == table


async def test_a_step_forward_replays_one_move(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    table, players = await two_people(app, options={"first": 0, "rounds": 1})
    final = await play_on(table, players)
    replayed: list[int] = []
    replay_entry = play.replay_entry

    def counted(*arguments: Any) -> None:
        replayed.append(arguments[1].number)
        replay_entry(*arguments)

    monkeypatch.setattr(earlier, "replay_entry", counted)
    states = [
        (await players[0].get(f"/api/tables/{table}/replay?move={move}")).json() for move in range(final["moves"])
    ]
    assert len(replayed) == final["moves"] - 1
    back = (await players[0].get(f"/api/tables/{table}/replay?move=3")).json()
    assert back == states[3]
