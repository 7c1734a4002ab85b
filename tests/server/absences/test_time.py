"""Clocks at tables: they run, they run out, and no table gets stuck.  Tests move the time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

import guanxi
from guanxi.server.http.identity import hashed
from guanxi.server.storage import migrations
from guanxi.server.tables.records import Question
from tests.server.builders import (
    BOT,
    FRIEND,
    HERE,
    ME,
    OPEN,
    TIME_LIMIT,
    Player,
    ask,
    play_on,
    quick,
    refused,
    rematch,
    started,
    two_people,
    visitor,
)
from tests.server.moved import Hands, check_deadlines, timed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio
LIVE = {"kind": "live", "game": 300, "move": 10}
SLOW = {"kind": "slow", "hours": 24}


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
async def app(tmp_path: Path, hands: Hands, anyio_backend: str) -> AsyncIterator[Starlette]:
    async with started(timed(tmp_path, hands)) as app:
        yield app


def clock(state: dict[str, Any], seat: int) -> dict[str, Any]:
    found: dict[str, Any] = state["time"]["clocks"][seat]
    return found


async def play_until_asked(player: Player, table: str, seat: int) -> None:
    """Play on until the other seat is to move: the stand-in's action may need an answer first."""
    state = await player.state(table, 1 - seat)
    while seat not in state["to_move"]:
        state = await player.play(state)


async def test_a_live_clock_runs_from_when_everybody_has_come(app: Starlette, hands: Hands) -> None:
    alex, bo = visitor(app), visitor(app)
    created = await alex.create(ME, FRIEND, time=LIVE, options={"first": 0})
    hands.move(minutes=9)
    assert clock(created["state"], 0)["since"] is None
    await bo.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/")})
    await bo.state(created["table"])
    state = await alex.state(created["table"])
    assert state["time"]["control"] == LIVE
    assert clock(state, 0) == {
        "seat": 0,
        "spent": 0,
        "left": 300_000,
        "since": "2027-01-15T12:09:00.000Z",
        "deadline": "2027-01-15T12:14:00.000Z",
        "absences": [],
    }


async def test_spent_time_is_shown_and_survives_a_restart(tmp_path: Path, hands: Hands, anyio_backend: str) -> None:
    async with started(timed(tmp_path, hands)) as app:
        table, (alex, bo) = await two_people(app, time=LIVE)
        hands.move(seconds=30)
        await play_on(table, [alex, bo], 1)
        before = await bo.state(table)
        assert (clock(before, 0)["spent"], clock(before, 0)["left"]) == (30_000, 280_000)
    cookie = bo.client.cookies
    async with started(timed(tmp_path, hands)) as app:
        again = visitor(app)
        again.client.cookies = cookie
        assert (await again.state(table))["time"] == before["time"]


async def test_a_bot_takes_over_once_when_time_runs_out(app: Starlette, hands: Hands) -> None:
    table, (alex, bo) = await two_people(app, time=LIVE)
    changes = (await bo.state(table))["changes"]
    hands.move(seconds=299)
    await check_deadlines(app)
    assert (await bo.state(table))["seats"][0]["absent"] is None
    hands.move(seconds=1)
    await asyncio.gather(check_deadlines(app), check_deadlines(app))
    state = await bo.turn(table, 1)
    assert state["seats"][0] | {"name": "Alex", "kind": "person", "absent": "bot"} == state["seats"][0]
    assert (state["moves"], state["changes"], clock(state, 0)["left"]) == (1, changes + 1, 0)
    assert (await alex.send(await alex.state(table, 0), 0)).json()["error"] == "stood-in"


async def test_the_server_checks_deadlines_by_itself(tmp_path: Path, hands: Hands, anyio_backend: str) -> None:
    async with started(quick(tmp_path, clock=hands, deadline_interval=0.01)) as app:
        table, (_alex, bo) = await two_people(app, time=LIVE)
        hands.move(hours=1)
        assert (await bo.turn(table, 1))["seats"][0]["absent"] == "bot"


async def test_the_owner_takes_the_seat_back_in_the_middle_of_the_game(app: Starlette, hands: Hands) -> None:
    table, (alex, bo) = await two_people(app, time=LIVE)
    hands.move(minutes=6)
    await check_deadlines(app)
    await bo.turn(table, 1)
    state = await ask(alex, table, "return", seat=0)
    assert (state["seats"][0]["absent"], clock(state, 0)["left"]) == (None, 60_000)
    await play_until_asked(bo, table, 0)
    state = await alex.turn(table, 0)
    hands.move(seconds=59)
    while 0 in state["to_move"]:
        state = await alex.play(state)
    assert state["seats"][0]["absent"] is None


async def test_a_late_move_is_refused_before_the_deadline_was_checked(app: Starlette, hands: Hands) -> None:
    table, (alex, bo) = await two_people(app, time=LIVE)
    state = await alex.state(table)
    hands.move(minutes=5)
    answer = await alex.send(state, state["legal"][0]["notation"])
    assert (answer.status_code, answer.json()["error"]) == (409, "stood-in")
    assert (await bo.turn(table, 1))["moves"] == 1


async def test_a_player_who_forfeits_cannot_return(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app, absent="forfeit")
    await ask(alex, table, "leave", seat=0)
    state = await bo.turn(table, 1)
    assert (state["seats"][0]["absent"], state["moves"]) == ("forfeit", 1)
    assert await refused(alex, table, "return", seat=0) == "forfeited"
    assert (await alex.send(await alex.state(table, 0), 0)).json()["error"] == "forfeited"
    while not state["over"]:
        state = await bo.turn(table, 1)
        if not state["over"]:
            await bo.play(state)
    assert state["result"]["winners"]


async def test_a_player_who_left_can_take_the_seat_back_from_a_bot(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    await ask(alex, table, "leave", seat=0)
    assert (await bo.turn(table, 1))["seats"][0]["absent"] == "bot"
    assert (await ask(alex, table, "return", seat=0))["seats"][0]["absent"] is None
    await play_until_asked(bo, table, 0)
    assert (await alex.turn(table, 0))["legal"]


async def test_the_log_tells_departures_and_returns_also_after_a_restart(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app, absent="bot")
    await ask(alex, table, "leave", seat=0)
    await bo.turn(table, 1)
    await ask(alex, table, "return", seat=0)

    async def told() -> list[dict[str, Any]]:
        lines = (await bo.state(table, 1))["events"]
        return [line for line in lines if line["event"]["event"] in ("left", "returned")]

    before = await told()
    assert [line["event"] for line in before] == [
        {"event": "left", "seat": 0, "policy": "bot"},
        {"event": "returned", "seat": 0},
    ]
    assert before[0]["move"] < before[1]["move"]
    app.state.parts.tables._recent.clear()
    assert await told() == before


async def test_a_game_that_everybody_has_left_ends(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    for seat, player in enumerate((alex, bo)):
        await ask(player, table, "leave", seat=seat)
    async with asyncio.timeout(TIME_LIMIT):
        while not (await alex.state(table))["over"]:
            await asyncio.sleep(0.02)
    assert await refused(alex, table, "leave", seat=0) == "over"


async def test_a_seat_left_before_the_game_is_free_again(app: Starlette) -> None:
    alex, bo, chris = visitor(app), visitor(app), visitor(app)
    table = (await alex.create(ME, OPEN))["table"]
    # The creator's own seat does not become free.
    assert await refused(alex, table, "leave", seat=0) == "not-started"
    linked = await alex.create(FRIEND, OPEN)
    await bo.post(f"/api/tables/{linked['table']}/seats", {"seat": 1})
    state = await ask(bo, linked["table"], "leave", seat=1)
    assert (state["seat"], state["seats"][1]["taken"]) == (None, False)
    await chris.post(f"/api/tables/{linked['table']}/seats", {"seat": 1})
    assert (await chris.state(linked["table"]))["seat"] == 1


async def test_a_slow_clock_is_paused_while_its_owner_is_away(app: Starlette, hands: Hands) -> None:
    table, (alex, bo) = await two_people(app, time=SLOW)
    absences = [{"from": "2027-01-16T00:00:00Z", "to": "2027-01-19T00:00:00Z"}]
    state = await ask(alex, table, "absences", seat=0, absences=absences)
    assert clock(state, 0)["deadline"] == "2027-01-19T12:00:00.000Z"
    assert clock(await bo.state(table), 0)["absences"] == [
        {"from": "2027-01-16T00:00:00.000Z", "to": "2027-01-19T00:00:00.000Z"}
    ]
    hands.move(days=3, hours=23)
    await check_deadlines(app)
    state = await alex.play(await alex.state(table))
    assert clock(state, 0)["spent"] == 23 * 3_600_000


async def test_absences_are_limited(app: Starlette, hands: Hands) -> None:
    table, (alex, _bo) = await two_people(app, time=SLOW)
    month = [{"from": "2027-01-15T12:00:00Z", "to": "2027-02-14T12:00:00Z"}]
    await ask(alex, table, "absences", seat=0, absences=month)
    hands.move(days=20)
    later = [{"from": "2027-02-04T12:00:00Z", "to": "2027-02-15T12:00:00Z"}]
    assert await refused(alex, table, "absences", seat=0, absences=later) == "too-long-away"
    state = await ask(alex, table, "absences", seat=0, absences=[])
    assert clock(state, 0)["absences"] == [{"from": "2027-01-15T12:00:00.000Z", "to": "2027-02-04T12:00:00.000Z"}]
    assert clock(state, 0)["deadline"] == "2027-02-05T12:00:00.000Z"


async def test_a_live_clock_ignores_absences(app: Starlette, hands: Hands) -> None:
    table, (alex, _bo) = await two_people(app, time=LIVE)
    absences = [{"from": "2027-01-15T12:00:00Z", "to": "2027-01-15T18:00:00Z"}]
    state = await ask(alex, table, "absences", seat=0, absences=absences)
    assert clock(state, 0)["deadline"] == "2027-01-15T12:05:00.000Z"


async def test_another_time_control_by_consent(app: Starlette, hands: Hands) -> None:
    table, (alex, bo) = await two_people(app, time=LIVE)
    state = await ask(alex, table, "time", seat=0, control=SLOW)
    assert state["time"]["proposal"] == {"seat": 0, "control": SLOW, "waits_for": [1]}
    assert await refused(bo, table, "time", seat=1, control=None) == "time-asked"
    assert await refused(bo, table, "time/answer", seat=1, control=LIVE, agree=True) == "no-question"
    assert await refused(alex, table, "time/answer", seat=0, control=SLOW, agree=True) == "no-question"
    app.state.parts.tables._recent.clear()
    hands.move(seconds=20)
    state = await ask(bo, table, "time/answer", seat=1, control=SLOW, agree=True)
    assert (state["time"]["control"], state["time"]["proposal"]) == (SLOW, None)
    assert (clock(state, 0)["deadline"], clock(state, 0)["spent"]) == ("2027-01-16T12:00:20.000Z", 20_000)


async def test_another_time_control_is_refused_or_withdrawn(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app, time=LIVE)
    for player, seat in ((bo, 1), (alex, 0)):
        await ask(alex, table, "time", seat=0, control=None)
        state = await ask(player, table, "time/answer", seat=seat, control=None, agree=False)
        assert (state["time"]["control"], state["time"]["proposal"]) == (LIVE, None)


async def test_bots_agree_and_so_do_people_on_one_device(app: Starlette) -> None:
    alex = visitor(app)
    for other in (BOT, HERE):
        table = (await alex.create(ME, other, options={"first": 0}))["table"]
        assert (await ask(alex, table, "time", seat=0, control=SLOW))["time"]["control"] == SLOW


async def test_an_absent_player_is_not_asked_for_consent(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app, time=LIVE)
    await ask(alex, table, "time", seat=0, control=SLOW)
    state = await ask(bo, table, "leave", seat=1)
    assert (state["time"]["control"], state["time"]["proposal"]) == (SLOW, None)
    after = await alex.play(await alex.state(table))
    assert after["undo"]["consent"] is False


async def discussed(app: Starlette) -> tuple[str, Player]:
    """A table at which two people discuss an undo while a bot should move; and one of them, whose turn comes next."""
    alex, bo = visitor(app), visitor(app)
    body = {"game": "white_lotus", "seats": [ME, BOT, FRIEND], "options": {"emperor": 1}}
    created = (await alex.post("/api/tables", body)).json()
    table, tables = created["table"], app.state.parts.tables
    async with tables.opened(table) as play, tables.changing(play) as at:
        play.header.question = Question(0, 0, "x", {2}, at)
    await bo.post("/api/join", {"token": created["links"]["2"].removeprefix("/join/")})
    return table, bo


async def test_a_bot_does_not_wait_for_ever_while_players_discuss_an_undo(app: Starlette, hands: Hands) -> None:
    table, bo = await discussed(app)
    for minutes in (0, 1):
        hands.move(minutes=minutes)
        await check_deadlines(app)
        await asyncio.sleep(0.05)
        assert (await bo.state(table))["moves"] == 0
    hands.move(minutes=1)
    await check_deadlines(app)
    assert (await bo.turn(table, 2))["moves"] == 1


async def test_a_bot_waits_no_longer_although_that_could_not_be_saved_at_first(
    app: Starlette, hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, bo = await discussed(app)
    hands.move(minutes=2)

    async def locked(*_: object) -> None:
        raise OperationalError("UPDATE", {}, Exception("database is locked"))

    with monkeypatch.context() as broken:
        broken.setattr(app.state.parts.store, "save", locked)
        await check_deadlines(app)
    assert (await bo.state(table))["moves"] == 0
    await check_deadlines(app)
    assert (await bo.turn(table, 2))["moves"] == 1


async def test_an_undo_by_consent_gives_the_time_back(app: Starlette, hands: Hands) -> None:
    table, (alex, bo) = await two_people(app, time=SLOW)
    hands.move(hours=20)
    state = await alex.state(table)
    after = await alex.play(state, next(offer["number"] for offer in state["legal"] if offer["move"]["do"] == "secret"))
    await alex.undo(after)
    undone = await ask(bo, table, "undo/answer", seat=1, length=1, agree=True)
    assert clock(undone, 0)["deadline"] == "2027-01-17T08:00:00.000Z"


async def test_a_rematch_has_the_same_clock_and_everybody_is_present(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app, time=SLOW, absent="forfeit")
    await ask(bo, table, "leave", seat=1)
    state = await alex.turn(table, 0)
    while not state["over"]:
        await alex.play(state)
        state = await alex.turn(table, 0)
    following = await bo.state(await rematch(table, alex, bo))
    assert (following["time"]["control"], following["time"]["absent"]) == (SLOW, "forfeit")
    assert [seat["absent"] for seat in following["seats"]] == [None, None]


async def test_a_bad_control_is_refused(app: Starlette) -> None:
    seats = [ME, BOT]
    for wrong in ({"kind": "live"}, {"kind": "slow", "hours": 0}, {"kind": "fast", "game": 1}, {"game": 60}):
        answer = await visitor(app).post("/api/tables", {"game": "hanamikoji", "seats": seats, "time": wrong})
        assert (answer.status_code, answer.json()["error"]) == (422, "bad-request")


def table_of_before(db: Path) -> None:
    """A database with the first schema, without clocks, and with a table of two people."""
    engine = create_engine(f"sqlite:///{db}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", migrations.__path__[0])
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(
            text(
                "INSERT INTO tables (id, game, rules, options, seed, open, over, created, updated)"
                " VALUES ('old', 'hanamikoji', :rules, '{\"first\": 0}', 'seed', 0, 0, 'then', 'then')"
            ),
            {"rules": guanxi.game("hanamikoji").rules_version},
        )
        for seat in (0, 1):
            connection.execute(
                text(
                    "INSERT INTO seats (table_id, seat, kind, open, taken, token)"
                    " VALUES ('old', :seat, 'person', 0, 1, :token)"
                ),
                {"seat": seat, "token": hashed(f"token-{seat}")},
            )
    engine.dispose()


async def test_a_table_from_before_there_were_clocks_continues(
    tmp_path: Path, hands: Hands, anyio_backend: str
) -> None:
    table_of_before(tmp_path / "tables.db")
    async with started(timed(tmp_path, hands)) as app:
        alex = visitor(app, Authorization="Bearer token-0")
        state = await alex.play(await alex.state("old"))
        assert (state["time"]["control"], state["time"]["absent"]) == (None, "bot")
        assert [clock(state, seat)["since"] for seat in (0, 1)] == [None, "2027-01-15T12:00:00.000Z"]
