"""Nobody else can tell how often a seat thinks again about a choice that it has sealed."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import asynccontextmanager
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import guanxi
from guanxi.engine.replay import replay
from tests.server.builders import FRIEND, ME, TIME_LIMIT, Player, play_on, visitor
from tests.server.moved import Hands, timed
from tests.server.network import listening

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from httpx import Response
    from starlette.applications import Starlette

    from guanxi.engine.log import Log

pytestmark = pytest.mark.anyio
ANN, BEN, CAM = 0, 1, 2
TIMES = 3  # how often Ann may think again
LIVE = {"kind": "live", "game": 3600, "move": 10}


async def three_people(visit: Callable[[], Player], **more: Any) -> tuple[str, list[Player]]:
    """A table of The White Lotus at which three people must seal a bid: a rival first, then influence."""
    players = [visit() for _ in range(3)]
    body = {"game": "white_lotus", "options": {"emperor": 0}, "name": "Ann", **more}
    created = await players[ANN].create(ME, FRIEND, FRIEND, **body)
    for seat, name in ((BEN, "Ben"), (CAM, "Cam")):
        token = created["links"][str(seat)].removeprefix("/join/")
        await players[seat].post("/api/join", {"token": token, "name": name})
    table = created["table"]
    for player in players:
        await player.state(table)
    while len((state := await players[ANN].state(table))["to_move"]) < 3:
        mover = players[state["to_move"][0]]
        await mover.play(await mover.state(table))
    return table, players


async def seal(player: Player, table: str, choice: int = 0) -> dict[str, Any]:
    """Choose a rival and influence; returns the state after it."""
    state = await player.state(table)
    while True:
        legal = state["legal"]
        state = await player.play(state, legal[min(choice, len(legal) - 1)]["notation"])
        if legal[0]["notation"].startswith("influence") or len(legal) > 2:
            return state


async def think_again(player: Player, table: str, time: int) -> None:
    """Change a choice to another one and back again, or only begin to."""
    if time % 2:
        half = await player.play(await player.state(table))
        assert (await player.undo(half)).status_code == 200
    else:
        await seal(player, table)
        await seal(player, table, 1)


class Recorder:
    """All that a client's stream sends."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._more = asyncio.Event()

    @asynccontextmanager
    async def following(self, player: Player, table: str) -> AsyncIterator[Recorder]:
        """Record in the background."""
        async with player.client.stream("GET", f"/api/tables/{table}/stream") as response:
            task = asyncio.create_task(self._record(response))
            try:
                yield self
            finally:
                task.cancel()

    async def _record(self, response: Response) -> None:
        async for line in response.aiter_lines():
            self.lines.append(line)
            self._more.set()

    async def until(self, kind: str, text: str) -> None:
        """Wait for a message of a kind that contains a text."""
        async with asyncio.timeout(TIME_LIMIT):
            while not any(
                before == f"event: {kind}" and text in line
                for before, line in zip(self.lines, self.lines[1:], strict=False)
            ):
                self._more.clear()
                await self._more.wait()


class Witness:
    """What everybody but Ann can get of a table, over time."""

    def __init__(self, table: str, ann: str, ben: Player, spectator: Player) -> None:
        self.seen: list[bytes] = []
        self._table, self._ann = table, ann
        self._clients = (ben, spectator)

    async def look(self) -> None:
        """Look at all pages."""
        of_table = ("", "/log", "/statistics", "/replay?move=9", "/transcript", "/chat", "/review", "/preview?seat=1")
        paths = [f"/api/tables/{self._table}{path}" for path in of_table]
        paths += [f"/api/people/{self._ann}", f"/api/people/{self._ann}/relation", "/api/ratings/white_lotus"]
        for client in self._clients:
            for path in (*paths, "/api/tables?all=1", "/api/tables", "/api/friends"):
                self.seen.append((await client.get(path)).content)


def known_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same ids, tokens and seed in every run."""
    random = Random(7)
    monkeypatch.setattr(secrets, "token_bytes", lambda count=32: random.randbytes(count))
    monkeypatch.setattr(secrets, "choice", random.choice)
    monkeypatch.setattr(secrets, "randbits", random.getrandbits)


async def witnessed(folder: Path, monkeypatch: pytest.MonkeyPatch, times: int) -> list[Any]:
    """All that Ben and a spectator get of a game in which Ann thinks again so often."""
    hands, folder = Hands(), folder / str(times)
    folder.mkdir()
    known_chance(monkeypatch)
    async with listening(timed(folder, hands, heartbeat=1e6)) as here:
        table, players = await three_people(here.visitor, time=LIVE)
        spectator = here.visitor()
        ann = (await players[ANN].get("/api/me")).json()["profile"]
        witness, ben, public = Witness(table, ann, players[BEN], spectator), Recorder(), Recorder()
        async with ben.following(players[BEN], table):
            await ben.until("presence", '"watching":0')
            async with public.following(spectator, table):
                await ben.until("presence", '"watching":1')
                await public.until("presence", '"watching":1')
                await seal(players[ANN], table, 1)
                await asyncio.gather(*(recorder.until("update", '"ready","seat":0') for recorder in (ben, public)))
                for time in range(TIMES):
                    hands.move(seconds=1)
                    if time < times:
                        await think_again(players[ANN], table, time)
                    await witness.look()
                await seal(players[CAM], table, 2)
                await asyncio.gather(*(recorder.until("update", '"ready","seat":2') for recorder in (ben, public)))
                half = await players[BEN].play(await players[BEN].state(table))
                await ben.until("update", '"influence":null')
                await players[BEN].play(half)
                await asyncio.gather(*(recorder.until("update", '"played","seat":0') for recorder in (ben, public)))
        await play_on(table, players, 12)  # with luck that must not depend on it
        async with here.app.state.parts.tables.opened(table) as play:
            await here.app.state.parts.tables.end(play, "agreed")
        await witness.look()
        return [*witness.seen, ben.lines, public.lines]


async def test_whoever_thinks_again_is_seen_to_choose_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    once = await witnessed(tmp_path, monkeypatch, 0)
    for times in range(1, TIMES + 1):
        assert await witnessed(tmp_path, monkeypatch, times) == once


def forget(app: Starlette) -> None:
    """Let the server load its tables again, as after a restart."""
    app.state.parts.tables._recent.clear()


async def test_choices_that_wait_outlive_a_restart(app: Starlette) -> None:
    table, players = await three_people(lambda: visitor(app))
    await seal(players[ANN], table, 1)
    await think_again(players[ANN], table, 0)
    await players[ANN].play(await players[ANN].state(table))  # half of another
    states = [await player.state(table) for player in players]
    assert [state["view"]["ready"] for state in states] == [[], [0], [0]]
    forget(app)
    assert [await player.state(table) for player in players] == states
    await seal(players[CAM], table)
    forget(app)
    opened = await seal(players[BEN], table)
    bids = [line["event"] for line in opened["events"] if line["event"]["event"] == "played"]
    assert bids[0] == {"event": "played", "seat": 0, "target": 2, "influence": 1}
    forget(app)
    assert (await players[BEN].state(table))["view"] == opened["view"]


async def test_the_log_of_opened_choices_has_each_once(app: Starlette) -> None:
    table, players = await three_people(lambda: visitor(app))
    before = (await players[ANN].state(table))["moves"]
    await seal(players[CAM], table)
    for time in range(2):
        await seal(players[ANN], table, 1)
        await think_again(players[ANN], table, time)
    await seal(players[BEN], table)
    async with app.state.parts.tables.opened(table) as play:
        log: Log = play.table.log
        assert [entry.split()[0] for entry in log.moves[before:]] == ["2", "2", "0", "0", "1", "1"]
        *_, again = replay(log, guanxi.game("white_lotus"))
        assert again.position.numbers() == play.table.position.numbers()


async def test_an_id_of_a_replaced_choice_is_still_known(app: Starlette) -> None:
    table, players = await three_people(lambda: visitor(app))
    start = await players[ANN].state(table)
    assert (await players[ANN].send(start, start["legal"][0]["notation"], "first")).status_code == 200
    await seal(players[ANN], table, 1)
    changed = await seal(players[ANN], table, 1)
    forget(app)
    again = await players[ANN].send(start, start["legal"][0]["notation"], "first")
    assert (again.status_code, again.json()["view"], again.json()["length"]) == (
        200,
        changed["view"],
        changed["length"],
    )
    for player in (players[BEN], players[CAM]):
        await seal(player, table)
    opened = await players[ANN].state(table)
    forget(app)
    again = await players[ANN].send(start, start["legal"][0]["notation"], "first")
    assert (again.status_code, again.json()["view"]) == (200, opened["view"])


async def test_a_seat_notices_that_it_chose_elsewhere(app: Starlette) -> None:
    table, players = await three_people(lambda: visitor(app))
    stale = await players[ANN].state(table)
    await players[ANN].play(stale)
    answer = await players[ANN].send(stale, stale["legal"][1]["notation"])
    assert (answer.status_code, answer.json()["error"]) == (409, "conflict")


async def test_a_standing_choice_is_opened_while_its_seat_thinks_again(app: Starlette) -> None:
    table, players = await three_people(lambda: visitor(app))
    await seal(players[ANN], table, 1)
    half = await players[ANN].play(await players[ANN].state(table))
    assert (half["view"]["to_move"], half["to_move"]) == ([0, 1, 2], [1, 2])
    for player in (players[BEN], players[CAM]):
        opened = await seal(player, table)
    assert any(
        line["event"] == {"event": "played", "seat": 0, "target": 2, "influence": 1} for line in opened["events"]
    )
    answer = await players[ANN].send(half, half["legal"][0]["notation"])
    assert (answer.status_code, answer.json()["error"]) == (409, "conflict")


async def test_opened_choices_are_taken_back_together(app: Starlette) -> None:
    table, players = await three_people(lambda: visitor(app))
    before = await players[BEN].state(table)
    assert before["undo"]["to"] < before["moves"]
    for player in players:
        sealed = await seal(player, table, 1)
    assert sealed["undo"] == {"possible": True, "consent": True, "free": False, "asked_by": None, "to": before["moves"]}
    await players[CAM].undo(await players[CAM].state(table))
    for player, seat in ((players[ANN], ANN), (players[BEN], BEN)):
        now = await player.state(table)
        body = {"seat": seat, "length": now["length"], "agree": True}
        answered = await player.post(f"/api/tables/{table}/undo/answer", body)
        assert answered.status_code == 200
    assert (await players[BEN].state(table))["view"] == before["view"]


async def test_a_player_who_is_ready_must_agree_to_an_undo_of_earlier_moves(app: Starlette) -> None:
    table, players = await three_people(lambda: visitor(app))
    states = [await player.state(table) for player in players]
    mover = next(seat for seat in (ANN, BEN, CAM) if not states[seat]["undo"]["consent"])
    other = (mover + 1) % 3
    await players[other].play(await players[other].state(table))
    assert not (await players[mover].state(table))["undo"]["consent"]  # half a choice is nobody else's concern
    await players[other].play(await players[other].state(table))
    assert (await players[mover].state(table))["undo"]["consent"]
    assert not (await players[other].state(table))["undo"]["possible"]
