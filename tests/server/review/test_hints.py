"""Hints: the best moves by what the seat knows, and only where no other person plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from guanxi.server.review import advice
from tests.server.builders import BOT, HERE, ME, Player, freeze_limits, play_on, quick, started, two_people, visitor
from tests.server.people.test_ratings import stored

if TYPE_CHECKING:
    from pathlib import Path

    import httpx
    from starlette.applications import Starlette

    from guanxi.server.bots.worker import Asked, Chosen
    from guanxi.server.bots.workers import Worker

pytestmark = pytest.mark.anyio
FIRST = {"options": {"first": 0, "rounds": 1}}


@pytest.fixture(autouse=True)
def quick_adviser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "ADVISER", "novice")


async def ask(player: Player, state: dict[str, Any], **changes: Any) -> httpx.Response:
    body = {"seat": state["seat"], "length": state["length"], **changes}
    return await player.post(f"/api/tables/{state['table']}/hint", body)


async def test_the_best_moves_with_chances_and_reasons(alex: Player) -> None:
    state = (await alex.create(ME, BOT, **FIRST))["state"]
    answer = await ask(alex, state)
    assert answer.status_code == 200, answer.text
    hint = answer.json()
    assert (hint["seat"], hint["length"]) == (0, 0)
    assert 2 <= len(hint["moves"]) <= 3
    legal = {offer["number"]: offer for offer in state["legal"]}
    for move in hint["moves"]:
        offer = legal[move["number"]]
        assert all(move[name] == offer[name] for name in ("notation", "touches", "phrase"))
        assert 0 <= move["chance"] <= 1
    why = hint["moves"][0]["why"]  # a deal may be such that nothing can be said
    assert why is None or why["id"].startswith(("fact.", "why."))
    assert hint["equal"] == (len({move["chance"] for move in hint["moves"]}) == 1)
    assert (await ask(alex, state)).json() == hint


async def test_the_adviser_gets_the_sight_and_nothing_else(
    app: Starlette, alex: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = (await alex.create(ME, BOT, **FIRST))["state"]
    told = []

    async def alternatives(_worker: Worker, asked: Asked) -> list[Chosen]:
        told.append(asked)
        return []

    monkeypatch.setattr(advice, "alternatives", alternatives)
    assert (await ask(alex, state)).json()["error"] == "hint-failed"  # nothing was found
    async with app.state.parts.tables.opened(state["table"]) as play:
        assert told[0].numbers == play.table.sight(0).numbers()
        assert told[0].numbers != play.table.position.numbers()


async def test_no_hints_where_other_people_play(app: Starlette) -> None:
    table, (alex, _) = await two_people(app)
    answer = await ask(alex, await alex.state(table))
    assert (answer.status_code, answer.json()["error"]) == (403, "no-hint")
    assert not (await alex.state(table))["hinted"]


async def test_players_on_one_device_get_hints(alex: Player) -> None:
    state = (await alex.create(ME, HERE, **FIRST))["state"]
    assert (await ask(alex, state)).status_code == 200


async def test_no_hints_for_another_seat_or_out_of_turn(app: Starlette, alex: Player) -> None:
    state = (await alex.create(ME, HERE, **FIRST))["state"]
    assert (await ask(visitor(app), state)).status_code == 403
    late = await ask(alex, state, length=5)
    assert (late.status_code, late.json()["error"]) == (409, "conflict")
    waiting = await ask(alex, state, seat=1)
    assert (waiting.status_code, waiting.json()["error"]) == (409, "not-your-turn")


async def test_a_game_with_a_hint_is_not_rated_even_after_a_restart(tmp_path: Path) -> None:
    async with started(quick(tmp_path)) as app:
        alex = visitor(app)
        state = (await alex.create(ME, BOT, **FIRST))["state"]
        assert not state["hinted"]
        await ask(alex, state)
    async with started(quick(tmp_path)) as app:
        again = visitor(app)
        again.client.cookies = alex.client.cookies
        state = await again.turn(state["table"], 0)
        assert state["hinted"]
        while not state["over"]:
            await again.play(state)
            state = await again.turn(state["table"], 0)
        ratings, results = await stored(app)
        assert ratings == []
        assert [result.rated for result in results] == [False, False]


async def test_hints_are_limited(tmp_path: Path) -> None:
    async with started(quick(tmp_path, limited=True)) as app:
        freeze_limits(app)
        alex = visitor(app)
        refused = None
        for _ in range(12):
            state = (await alex.create(ME, HERE, **FIRST))["state"]
            answer = await ask(alex, state)
            refused = refused or (answer if answer.status_code == 429 else None)
        assert refused is not None
        assert int(refused.headers["retry-after"]) >= 1


async def test_no_hint_when_the_table_has_changed_meanwhile(
    app: Starlette, alex: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = (await alex.create(ME, HERE, **FIRST))["state"]

    async def slow(_worker: Worker, _asked: Asked) -> list[Chosen]:
        await play_on(state["table"], [alex, alex], 1)
        return []

    monkeypatch.setattr(advice, "alternatives", slow)
    answer = await ask(alex, state)
    assert (answer.status_code, answer.json()["error"]) == (409, "conflict")
    assert answer.json()["state"]["length"] == 1
