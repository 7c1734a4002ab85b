"""Tables whose player is away: reminders, a bot instead of them, an end without a loser."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import guanxi
from guanxi.engine.chance import commitment
from guanxi.server.clocks.clocks import SECOND
from guanxi.server.http.identity import Who
from guanxi.server.notices.outbox import claim
from guanxi.server.tables.turns import Turns
from tests.server.builders import BOT, FRIEND, ME, OPEN, Player, ask, play_on, refused, started, two_people, visitor
from tests.server.moved import Hands, check_deadlines, timed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio
LIVE = {"kind": "live", "game": 300, "move": 5}
HOOK = {"kind": "webhook", "address": "https://8.8.8.8/hook"}


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
async def app(tmp_path: Path, hands: Hands, anyio_backend: str) -> AsyncIterator[Starlette]:
    async with started(timed(tmp_path, hands)) as app:
        yield app


async def profile(player: Player) -> dict[str, Any]:
    id_ = (await player.get("/api/me")).json()["profile"]
    found: dict[str, Any] = (await player.get(f"/api/people/{id_}")).json()
    return found


async def owner(app: Starlette, table: str, seat: int) -> str:
    """The guest who has a seat."""
    async with app.state.parts.tables.opened(table) as play:
        return str(play.seats[seat].guest)


async def three_people(app: Starlette) -> tuple[str, list[Player]]:
    """A table of Han with three people; seat 0 goes first."""
    alex, bo, kim = visitor(app), visitor(app), visitor(app)
    created = await alex.create(ME, FRIEND, FRIEND, game="han", name="Alex", options={"first": 0})
    for seat, player in ((1, bo), (2, kim)):
        await player.post("/api/join", {"token": created["links"][str(seat)].removeprefix("/join/")})
    return created["table"], [alex, bo, kim]


async def test_a_table_states_how_long_it_waits(app: Starlette) -> None:
    time = (await visitor(app).create(ME, OPEN))["state"]["time"]
    assert (time["patience"], time["idle"]) == (72, 60 * 24)
    assert (await visitor(app).create(ME, OPEN, patience=24))["state"]["time"]["patience"] == 24


async def test_an_absent_player_is_reminded_once_a_day(app: Starlette, hands: Hands) -> None:
    table, (alex, bo) = await two_people(app)
    assert (await ask(bo, table, "nudge", seat=1, about=0))["by"] == []
    await alex.post("/api/notices", HOOK)
    nudged = await ask(bo, table, "nudge", seat=1, about=0)
    assert nudged["by"] == ["webhook"]
    assert nudged["state"]["seats"][0]["nudged"] == "2027-01-15T12:00:00.000Z"
    assert await refused(bo, table, "nudge", seat=1, about=0) == "nudged"
    hands.move(days=1)
    assert (await ask(bo, table, "nudge", seat=1, about=0))["by"] == ["webhook"]


async def test_only_an_absent_player_who_is_waited_for_is_reminded(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    assert await refused(alex, table, "nudge", seat=0, about=1) == "not-absent"
    assert await refused(bo, table, "nudge", seat=1, about=1) == "not-absent"
    guest = await owner(app, table, 0)
    with app.state.parts.hub.subscribed(table, Who(guest)):
        assert await refused(bo, table, "nudge", seat=1, about=0) == "not-absent"
    live, (_, kim) = await two_people(app, time={"kind": "slow", "hours": 24})
    assert await refused(kim, live, "nudge", seat=1, about=0) == "timed"


async def test_the_game_is_ended_without_a_loser(app: Starlette, hands: Hands) -> None:
    table, (alex, bo) = await two_people(app)
    await play_on(table, [alex, bo], 4)
    waits = (await bo.state(table))["to_move"][0]
    present, seat = [alex, bo][1 - waits], 1 - waits
    assert await refused(present, table, "motion", seat=seat, about=waits, do="end") == "patience"
    hands.move(hours=72)
    ended = await ask(present, table, "motion", seat=seat, about=waits, do="end")
    assert (ended["over"], ended["ended"], ended["result"], ended["legal"]) == (True, "agreed", None, [])
    assert (ended["to_move"], ended["rated"], ended["prompt"]["id"]) == ([], False, "prompt.ended")
    assert ended["events"][-1]["event"] == {"event": "ended", "reason": "agreed"}
    assert commitment(ended["seed"]) == ended["commitment"]
    assert (await alex.send(await alex.state(table, 0), 0)).json()["error"] == "over"
    assert (await profile(present))["results"] == []
    (mine,) = (await alex.get("/api/tables")).json()["mine"]
    assert (mine["over"], mine["winners"]) == (True, None)


async def test_the_log_of_an_ended_game_replays(app: Starlette, hands: Hands) -> None:
    table, (alex, bo) = await two_people(app)
    hands.move(days=3)
    await ask(bo, table, "motion", seat=1, about=0, do="end")
    log = await alex.get(f"/api/tables/{table}/log")
    *_, last = guanxi.replay(log.content)
    assert (last.moves, last.result) == (0, None)
    assert log.json()["result"] is None
    for path in ("replay?move=0", "transcript", "statistics"):
        assert (await alex.get(f"/api/tables/{table}/{path}")).status_code == 200


async def test_an_end_survives_a_restart(tmp_path: Path, hands: Hands, anyio_backend: str) -> None:
    async with started(timed(tmp_path, hands)) as app:
        table, (_, bo) = await two_people(app)
        hands.move(days=3)
        before = await ask(bo, table, "motion", seat=1, about=0, do="end")
    async with started(timed(tmp_path, hands)) as app:
        again = visitor(app)
        again.client.cookies = bo.client.cookies
        assert await again.state(table, 1) == before


async def test_a_bot_is_seated_until_the_player_returns(app: Starlette, hands: Hands) -> None:
    table, (alex, bo) = await two_people(app, absent="forfeit")
    hands.move(days=3)
    state = await ask(bo, table, "motion", seat=1, about=0, do="bot")
    assert (state["seats"][0]["absent"], state["rated"], state["over"]) == ("bot", False, False)
    assert (await bo.turn(table, 1))["moves"] >= 1
    assert (await ask(alex, table, "return", seat=0))["seats"][0]["absent"] is None
    assert not (await alex.state(table))["rated"]


async def test_all_who_are_present_must_agree(app: Starlette, hands: Hands) -> None:
    table, (alex, bo, kim) = await three_people(app)
    hands.move(days=3)
    async with app.state.parts.tables.opened(table) as play:
        play.seats[2].seen = round(hands.now * SECOND)
    state = await ask(bo, table, "motion", seat=1, about=0, do="end")
    assert (state["over"], state["time"]["motion"]) == (False, {"seat": 1, "about": 0, "do": "end", "waits_for": [2]})
    assert await refused(kim, table, "motion", seat=2, about=0, do="bot") == "motion-made"
    assert (await ask(kim, table, "motion/answer", seat=2, agree=False))["time"]["motion"] is None
    await ask(bo, table, "motion", seat=1, about=0, do="end")
    assert (await ask(bo, table, "motion/answer", seat=1, agree=False))["time"]["motion"] is None
    assert await refused(kim, table, "motion/answer", seat=2, agree=True) == "no-question"
    await ask(bo, table, "motion", seat=1, about=0, do="end")
    assert (await ask(kim, table, "motion/answer", seat=2, agree=True))["ended"] == "agreed"
    assert (await alex.state(table))["over"]


async def test_a_proposal_ends_when_the_player_returns_and_moves(app: Starlette, hands: Hands) -> None:
    table, (alex, bo, kim) = await three_people(app)
    hands.move(days=3)
    async with app.state.parts.tables.opened(table) as play:
        play.seats[2].seen = round(hands.now * SECOND)
    await ask(bo, table, "motion", seat=1, about=0, do="end")
    state = await alex.state(table, 0)
    while 0 in state["to_move"]:
        state = await alex.play(state)
    assert state["time"]["motion"] is None
    assert await refused(kim, table, "motion/answer", seat=2, agree=True) == "no-question"


async def test_no_table_lives_for_ever(app: Starlette, hands: Hands) -> None:
    table, (alex, bo) = await two_people(app)
    alone = (await alex.create(ME, BOT, options={"first": 0}))["table"]
    waiting = (await alex.create(ME, OPEN))["table"]
    slow, _ = await two_people(app, time={"kind": "slow", "hours": 720}, absent="forfeit")
    hands.move(days=59)
    await check_deadlines(app)
    assert not (await alex.state(table))["over"]
    await play_on(table, [alex, bo], 1)
    hands.move(days=59)
    await check_deadlines(app)
    assert not (await alex.state(table))["over"]
    assert (await alex.state(alone))["ended"] == "idle"
    assert (await alex.get(f"/api/tables/{waiting}")).json()["error"] == "closed-table"
    hands.move(days=1)
    await check_deadlines(app)
    state = await alex.state(table)
    assert (state["ended"], state["events"][-1]["phrase"]["id"]) == ("idle", "event.ended.idle")
    assert (await alex.state(slow))["ended"] is None


async def test_the_time_of_idle_tables_is_a_setting(tmp_path: Path, hands: Hands, anyio_backend: str) -> None:
    async with started(timed(tmp_path, hands, idle_days=7)) as app:
        table, (alex, _) = await two_people(app)
        assert (await alex.state(table))["time"]["idle"] == 7 * 24
        hands.move(days=7)
        await check_deadlines(app)
        assert (await alex.state(table))["ended"] == "idle"


async def live_game(app: Starlette, hands: Hands) -> tuple[str, list[Player]]:
    """A live game that waits for Alex, who opened the table and has left; Bo is there."""
    alex, bo = visitor(app), visitor(app)
    created = await alex.create(ME, FRIEND, time=LIVE, options={"first": 1})
    hands.move(minutes=30)
    await bo.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/")})
    await bo.state(created["table"])
    return created["table"], [alex, bo]


async def test_a_live_game_states_how_long_it_waits_for_its_players(app: Starlette, hands: Hands) -> None:
    table, (alex, bo) = await live_game(app, hands)
    hands.move(minutes=1)
    time = (await bo.state(table))["time"]
    assert (time["waits_for"], time["waits_since"], time["arrival"]) == ([0], "2027-01-15T12:30:00.000Z", 10)
    time = (await alex.state(table))["time"]
    assert (time["waits_for"], time["waits_since"]) == ([], None)
    assert await refused(bo, table, "motion", seat=1, about=0, do="end") == "timed"


async def test_a_player_who_does_not_come_to_a_live_game_is_reminded(app: Starlette, hands: Hands) -> None:
    table, (alex, bo) = await live_game(app, hands)
    await alex.post("/api/notices", HOOK)
    assert (await ask(bo, table, "nudge", seat=1, about=0))["by"] == ["webhook"]
    guest = await owner(app, table, 0)
    (message,) = await claim(app.state.parts.database, round(hands.now * SECOND))
    turn = await Turns(app.state.parts.tables, app.state.parts.hub, "").pending(message, guest)
    assert turn is not None  # although it is Bo's turn


async def test_a_live_game_whose_player_does_not_come_is_ended_by_those_present(app: Starlette, hands: Hands) -> None:
    table, (_, bo) = await live_game(app, hands)
    hands.move(minutes=9)
    assert await refused(bo, table, "motion", seat=1, about=0, do="end") == "arrival"
    hands.move(minutes=1)
    ended = await ask(bo, table, "motion", seat=1, about=0, do="end")
    assert (ended["ended"], ended["result"], ended["rated"]) == ("agreed", None, False)


async def test_a_bot_begins_a_live_game_and_the_player_comes_later(app: Starlette, hands: Hands) -> None:
    table, (alex, bo) = await live_game(app, hands)
    hands.move(minutes=10)
    state = await ask(bo, table, "motion", seat=1, about=0, do="bot")
    assert (state["seats"][0]["absent"], state["time"]["waits_for"]) == ("bot", [])
    assert state["time"]["clocks"][1]["since"] == "2027-01-15T12:40:00.000Z"
    state = await ask(alex, table, "return", seat=0)
    assert (state["seats"][0]["absent"], state["time"]["waits_for"]) == (None, [])
    assert state["time"]["clocks"][1]["since"] is not None


async def test_a_live_game_to_which_not_everybody_comes_ends_by_itself(app: Starlette, hands: Hands) -> None:
    table, (alex, bo) = await live_game(app, hands)
    hands.move(hours=71)
    await ask(bo, table, "time", seat=1, control=LIVE)  # does not prolong the wait
    await check_deadlines(app)
    assert not (await bo.state(table))["over"]
    hands.move(hours=1)
    await check_deadlines(app)
    state = await alex.state(table)
    assert (state["ended"], state["events"][-1]["phrase"]["id"]) == ("missing", "event.ended.missing")
    assert (await profile(bo))["results"] == []
