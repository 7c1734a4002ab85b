"""Reviews of finished games on the server."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from sqlalchemy import select, update
from sqlalchemy.exc import OperationalError

from guanxi.bots.review import Choice, Decision, Review
from guanxi.engine.text import phrase
from guanxi.server.review import reviews
from guanxi.server.review.reviewer import Told
from guanxi.server.review.reviews import Progress
from guanxi.server.storage.schema import REVIEWS
from tests.server.builders import TIME_LIMIT, Player, play_on, quick, started, two_people, visitor

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator
    from pathlib import Path

    from starlette.applications import Starlette

    from guanxi.server.review.reviewer import Wanted
    from guanxi.server.settings import Settings

pytestmark = pytest.mark.anyio
FIRST = {"options": {"first": 0, "rounds": 1}}


def hasty(folder: Path) -> Settings:
    return quick(folder, review_iterations=4)


@pytest.fixture
async def app(tmp_path: Path, anyio_backend: str) -> AsyncIterator[Starlette]:
    async with started(hasty(tmp_path)) as app:
        yield app


async def finished(app: Starlette, **more: Any) -> tuple[str, list[Player]]:
    table, players = await two_people(app, **FIRST, **more)
    await play_on(table, players)
    return table, players


async def reviewed(player: Player, table: str) -> dict[str, Any]:
    async with asyncio.timeout(TIME_LIMIT):
        while True:
            answer = await player.get(f"/api/tables/{table}/review")
            assert answer.status_code == 200, answer.text
            found: dict[str, Any] = answer.json()
            if found["state"] in ("done", "failed"):
                return found
            await asyncio.sleep(0.05)


async def rows(app: Starlette) -> list[Any]:
    async with app.state.parts.database.reading() as connection:
        return list(await connection.execute(select(REVIEWS)))


async def test_a_review_is_computed_on_request_and_stored(app: Starlette) -> None:
    table, (alex, bo) = await finished(app)
    assert (await alex.get(f"/api/tables/{table}/review")).json()["state"] == "none"
    assert (await alex.post(f"/api/tables/{table}/review", {})).json()["state"] in ("waiting", "running")
    found = await reviewed(bo, table)
    moves = (await alex.state(table))["moves"]
    assert (found["state"], found["done"], found["count"]) == ("done", moves, moves)
    assert len(found["review"]["decisions"]) == moves
    assert len(found["review"]["players"]) == 2
    again = (await bo.post(f"/api/tables/{table}/review", {})).json()
    assert again == found
    assert [(row.state, row.decisions) for row in await rows(app)] == [("done", "[]")]


async def test_the_progress_of_a_review_is_shown(app: Starlette) -> None:
    table, (alex, _) = await finished(app)
    moves = (await alex.state(table))["moves"]
    await alex.post(f"/api/tables/{table}/review", {})
    whole = msgspec.convert((await reviewed(alex, table))["review"], Review)
    progress = Progress(whole.decisions[:1], moves)
    app.state.parts.reviews._running[table] = progress
    shown = (await alex.get(f"/api/tables/{table}/review")).json()
    assert shown == {"state": "running", "done": 1, "count": moves, "seconds": None, "review": None}
    progress.known += whole.decisions[1:5]
    shown = (await alex.get(f"/api/tables/{table}/review")).json()
    assert (shown["done"], len(shown["review"]["decisions"]), len(shown["review"]["end"])) == (5, 4, 2)
    assert shown["seconds"] >= 0


async def test_a_player_stops_a_review_and_continues_it_later(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (alex, bo) = await finished(app)
    stop = f"/api/tables/{table}/review/stop"
    assert (await alex.post(stop, {})).json()["state"] == "none"
    monkeypatch.setattr(reviews, "lines", endless)
    await alex.post(f"/api/tables/{table}/review", {})
    async with asyncio.timeout(TIME_LIMIT):
        while (await alex.get(f"/api/tables/{table}/review")).json()["done"] < 2:
            await asyncio.sleep(0.01)
    assert (await visitor(app).post(stop, {})).status_code == 403
    assert (await bo.post(stop, {})).json()["state"] == "stopped"
    assert (await alex.get(f"/api/tables/{table}/review")).json()["state"] == "stopped"
    kept = msgspec.json.decode((await rows(app))[0].decisions)
    assert [decision["move"] for decision in kept[:2]] == [7, 7]
    monkeypatch.undo()
    assert (await alex.post(f"/api/tables/{table}/review", {})).json()["state"] == "waiting"
    found = await reviewed(alex, table)
    assert found["state"] == "done"
    assert found["review"]["decisions"][: len(kept)] == kept


async def endless(_wanted: Wanted) -> AsyncGenerator[Told]:
    """A review that finds the same decision again and again."""
    choice = Choice("secret fan", phrase("x"))
    while True:
        yield Told(Decision(7, 0, [0.5, 0.5], [0.5, 0.5], choice, choice, [0.0, 0.0]), 20)
        await asyncio.sleep(0.01)


async def test_only_finished_games_are_reviewed(app: Starlette) -> None:
    table, (alex, _) = await two_people(app)
    for answer in (await alex.get(f"/api/tables/{table}/review"), await alex.post(f"/api/tables/{table}/review", {})):
        assert (answer.status_code, answer.json()["error"]) == (409, "not-over")


async def test_the_review_of_a_private_game_is_for_its_players(app: Starlette) -> None:
    table, (alex, _) = await finished(app, private=True)
    stranger = visitor(app)
    for answer in (
        await stranger.get(f"/api/tables/{table}/review"),
        await stranger.post(f"/api/tables/{table}/review", {}),
    ):
        assert (answer.status_code, answer.json()["error"]) == (403, "private")
    assert (await alex.post(f"/api/tables/{table}/review", {})).status_code == 200


async def test_a_review_continues_after_a_restart(tmp_path: Path) -> None:
    async with started(hasty(tmp_path)) as app:
        table, (alex, _) = await finished(app)
        await alex.post(f"/api/tables/{table}/review", {})
        whole = await reviewed(alex, table)
        # As if the server had stopped after five decisions; the fifth is marked so that it can be recognized.
        begun = whole["review"]["decisions"][:5]
        begun[4]["judged"] = [0.25, 0.25]
        async with app.state.parts.database.writing() as connection:
            half = {"state": "waiting", "decisions": msgspec.json.encode(begun).decode(), "review": None}
            await connection.execute(update(REVIEWS).values(half))
    async with started(hasty(tmp_path)) as app:
        again = visitor(app)
        again.client.cookies = alex.client.cookies
        found = await reviewed(again, table)
    decisions = found["review"]["decisions"]
    assert decisions[:5] == begun
    assert decisions[5:] == whole["review"]["decisions"][5:]


async def test_a_failed_review_can_be_asked_for_again(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (alex, _) = await finished(app)
    monkeypatch.setattr(reviews, "REVIEWER", ("-c", "raise SystemExit(1)"))
    await alex.post(f"/api/tables/{table}/review", {})
    assert (await reviewed(alex, table))["state"] == "failed"
    monkeypatch.undo()
    assert (await alex.post(f"/api/tables/{table}/review", {})).json()["state"] == "waiting"
    assert (await reviewed(alex, table))["state"] == "done"


async def test_too_many_waiting_reviews_are_refused(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "MOST_WAITING", 0)
    table, (alex, _) = await finished(app)
    answer = await alex.post(f"/api/tables/{table}/review", {})
    assert (answer.status_code, answer.json()["error"]) == (409, "many-reviews")


async def test_a_database_error_ends_one_review_and_not_all(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    first, (alex, _) = await finished(app)
    second, _ = await finished(app)
    reviews, broken = app.state.parts.reviews, asyncio.Event()
    write = reviews._write

    async def fail(table_id: str, *only: str, **values: str) -> None:
        if table_id == first:
            broken.set()
            raise OSError("the disk is full")
        await write(table_id, *only, **values)

    monkeypatch.setattr(reviews, "_write", fail)
    await alex.post(f"/api/tables/{first}/review", {})
    async with asyncio.timeout(TIME_LIMIT):
        await broken.wait()
    await alex.post(f"/api/tables/{second}/review", {})
    assert (await reviewed(alex, second))["state"] == "done"


async def test_a_review_goes_on_after_a_database_was_locked_for_long(
    app: Starlette, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, (alex, _) = await finished(app)
    reviews, failures = app.state.parts.reviews, iter([OperationalError("UPDATE", {}, Exception("is locked"))] * 5)
    write = reviews._write

    async def fail_at_first(*arguments: str, **values: str) -> bool:
        for failure in failures:
            raise failure
        written: bool = await write(*arguments, **values)
        return written

    monkeypatch.setattr("guanxi.server.review.reviews.LONGEST_PAUSE", 0.0)
    monkeypatch.setattr(reviews, "_write", fail_at_first)
    await alex.post(f"/api/tables/{table}/review", {})
    assert (await reviewed(alex, table))["state"] == "done"
    assert "is locked" in caplog.text
