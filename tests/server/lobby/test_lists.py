"""Lists of tables come from stored summaries: one query each, and no table is opened."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event, update

from guanxi.server.storage.schema import TABLES
from tests.server.builders import BOT, ME, OPEN, Player, play_on, two_people, visitor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


@contextmanager
def queries(app: Starlette) -> Iterator[list[str]]:
    """The statements that the server executes meanwhile."""
    found: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        found.append(statement)

    engine = app.state.parts.database.engine.sync_engine
    event.listen(engine, "before_cursor_execute", note)
    yield found
    event.remove(engine, "before_cursor_execute", note)


async def lists(player: Player) -> dict[str, list[dict[str, Any]]]:
    answer = await player.get("/api/tables")
    assert answer.status_code == 200, answer.text
    found: dict[str, list[dict[str, Any]]] = answer.json()
    return found


@pytest.fixture
def closed_tables(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on, opening a table is an error."""

    def opened(_table_id: str) -> None:
        raise AssertionError("a table was opened")

    monkeypatch.setattr(app.state.parts.tables, "opened", opened)


async def three_tables(app: Starlette) -> Player:
    """A player with a running, a finished and an open table."""
    running, (alex, bo) = await two_people(app)
    await play_on(running, [alex, bo], 3)
    created = await alex.create(ME, {"kind": "here"}, options={"rounds": 1})
    await play_on(created["table"], [alex, alex])
    await alex.create(ME, OPEN, language="fr")
    return alex


async def test_each_list_is_one_query(app: Starlette, request: pytest.FixtureRequest) -> None:
    alex = await three_tables(app)
    request.getfixturevalue("closed_tables")
    with queries(app) as found:
        shown = await lists(alex)
    assert [len(shown[name]) for name in ("mine", "open", "running")] == [3, 1, 0]
    assert len([query for query in found if query.startswith("SELECT tables.")]) == 3


async def test_a_quick_match_needs_two_queries_for_all_open_tables(
    app: Starlette, alex: Player, request: pytest.FixtureRequest
) -> None:
    for _ in range(3):
        await alex.create(ME, OPEN, options={"first": 0})  # not the default: it does not fit
    with queries(app) as found:
        matched = await visitor(app).post("/api/match", {"game": "hanamikoji"})
    assert matched.json()["opened"]
    before_the_new_table = found[: next(i for i, query in enumerate(found) if query.startswith("INSERT"))]
    assert len([query for query in before_the_new_table if "FROM tables" in query or "FROM ratings" in query]) == 2


async def test_a_summary_tells_the_same_as_the_table(app: Starlette) -> None:
    alex = await three_tables(app)
    for summary in (await lists(alex))["mine"]:
        state = await alex.state(summary["table"])
        for name in ("started", "over", "moves", "to_move", "seats", "language"):
            assert summary[name] == state[name], name
        assert summary["winners"] == (state["result"]["winners"] if state["over"] else None)
        assert summary["your_turn"] == bool(set(state["to_move"]) & {0, *([1] if state["hot_seat"] else [])})


async def test_summaries_follow_undo_and_seats(app: Starlette) -> None:
    table, (alex, _bo) = await two_people(app)
    state = await alex.state(table)
    gift = next(offer["number"] for offer in state["legal"] if offer["move"]["do"] == "gift")
    after = await alex.play(state, gift)
    assert ((await lists(alex))["mine"][0]["moves"], (await lists(alex))["mine"][0]["to_move"]) == (1, [1])
    await alex.undo(after)
    assert ((await lists(alex))["mine"][0]["moves"], (await lists(alex))["mine"][0]["to_move"]) == (0, [0])
    waiting = await alex.create(ME, OPEN)
    assert (await lists(alex))["mine"][0]["to_move"] == []
    await visitor(app).post(f"/api/tables/{waiting['table']}/seats", {"seat": 1})
    assert len((await lists(alex))["mine"][0]["to_move"]) == 1


async def test_old_tables_get_their_summary_when_first_listed(app: Starlette, request: pytest.FixtureRequest) -> None:
    alex = await three_tables(app)
    before = await lists(alex)
    async with app.state.parts.database.writing() as connection:
        await connection.execute(update(TABLES).values(moves=0, to_move=None, winners=None))
    app.state.parts.tables._recent.clear()
    assert await lists(alex) == before
    request.getfixturevalue("closed_tables")
    assert await lists(alex) == before


async def test_the_lists(app: Starlette, alex: Player) -> None:
    private = (await alex.create(ME, BOT, options={"first": 0}))["table"]
    offered = (await alex.create(ME, OPEN))["table"]
    stranger = visitor(app)
    lists = (await stranger.get("/api/tables")).json()
    assert lists["mine"] == []
    assert [one["table"] for one in lists["open"]] == [offered]
    assert lists["running"] == []
    mine = (await alex.get("/api/tables")).json()["mine"]
    assert [one["table"] for one in mine] == [offered, private]
    assert [one["your_turn"] for one in mine] == [False, True]
    await stranger.post(f"/api/tables/{offered}/seats", {"seat": 1, "name": "Bo"})
    lists = (await visitor(app).get("/api/tables")).json()
    assert (lists["open"], [one["table"] for one in lists["running"]]) == ([], [offered])
    assert [seat["yours"] for seat in lists["running"][0]["seats"]] == [False, False]


async def test_a_finished_table_in_the_list(app: Starlette) -> None:
    table, players = await two_people(app)
    state = await play_on(table, players)
    (summary,) = (await players[0].get("/api/tables")).json()["mine"]
    assert (summary["over"], summary["winners"], summary["moves"]) == (True, state["result"]["winners"], state["moves"])
