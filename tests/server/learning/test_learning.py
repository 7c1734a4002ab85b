"""Rulebooks, and tutorials at real tables."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

import guanxi
from guanxi.learning.tutorial import lines, script
from tests.server.builders import TIME_LIMIT, quick, rematch, started, visitor

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

    from tests.server.builders import Player

pytestmark = pytest.mark.anyio

each_game = pytest.mark.parametrize("name", guanxi.game_names())


async def begin(player: Player, name: str) -> dict[str, Any]:
    """Begin a tutorial; return the table as the learner sees it."""
    answer = await player.post(f"/api/tutorials/{name}", {"name": "Alex"})
    assert answer.status_code == 201, answer.text
    state: dict[str, Any] = answer.json()["state"]
    return state


async def asked(player: Player, state: dict[str, Any]) -> dict[str, Any]:
    """The table when the learner is to move or the script is over."""
    async with asyncio.timeout(TIME_LIMIT):
        while not (state["lesson"]["want"] or state["lesson"]["over"]):
            await asyncio.sleep(0.02)
            state = await player.state(state["table"], state["seat"])
    return state


async def go_to(player: Player, state: dict[str, Any], step: int) -> dict[str, Any]:
    """The table after the learner has gone to a step."""
    answer = await player.post(f"/api/tables/{state['table']}/tutorial", {"step": step})
    assert answer.status_code == 200, answer.text
    after: dict[str, Any] = answer.json()
    return after


@each_game
async def test_rulebooks_can_be_cached_by_browsers(alex: Player, name: str) -> None:
    answer = await alex.get(f"/api/rules/{name}/fr")
    assert answer.status_code == 200
    assert "max-age" in answer.headers["cache-control"]
    assert "set-cookie" not in answer.headers
    book = answer.json()
    assert {"goal", "turn", "end"} <= {section["id"] for section in book["sections"]}
    assert all(drawn["view"] for drawn in book["diagrams"].values())


@pytest.mark.parametrize("path", ["rules/chess/en", "rules/han/de", "tutorials/chess/en", "tutorials/han/de"])
async def test_unknown_rulebooks_are_refused(alex: Player, path: str) -> None:
    answer = await alex.get(f"/api/{path}")
    assert answer.status_code == 404
    assert answer.json()["message"]


async def test_an_unknown_game_cannot_be_learnt(alex: Player) -> None:
    assert (await alex.post("/api/tutorials/chess", {})).status_code == 404


@each_game
async def test_a_tutorial_is_played_to_its_end(alex: Player, name: str) -> None:
    said = (await alex.get(f"/api/tutorials/{name}/it")).json()["steps"]
    state, seen = await asked(alex, await begin(alex, name)), []
    while not state["lesson"]["over"]:
        assert said[state["lesson"]["id"]]["say"]
        seen.append(state["lesson"]["id"])
        state = await asked(alex, await alex.play(state, state["lesson"]["want"][-1]))
    seen.append(state["lesson"]["id"])
    assert list(dict.fromkeys(seen)) == list(said)


async def test_a_legal_move_out_of_step_is_refused(alex: Player) -> None:
    state = await begin(alex, "hanamikoji")
    other = next(offer for offer in state["legal"] if offer["notation"] not in state["lesson"]["want"])
    for move in (other["notation"], other["number"]):
        answer = await alex.send(state, move)
        assert answer.status_code == 409
        told = answer.json()
        assert told["error"] == "not-yet"
        assert told["message"] == lines(guanxi.game("hanamikoji"), "en")["secret"].hint
        assert told["state"]["moves"] == 0


async def test_the_learner_is_answered_in_their_language(app: Starlette) -> None:
    alex = visitor(app, **{"accept-language": "fr"})
    state = await begin(alex, "hanamikoji")
    answer = await alex.send(state, "secret fan")
    assert answer.json()["message"] == lines(guanxi.game("hanamikoji"), "fr")["secret"].hint


async def test_illegal_moves_are_explained_in_a_tutorial(alex: Player) -> None:
    answer = await alex.send(await begin(alex, "hanamikoji"), "secret drum")
    assert (answer.status_code, answer.json()["paragraph"]) == (422, "secret")


async def test_abbreviations_and_numbers_are_understood(alex: Player) -> None:
    state = await begin(alex, "hanamikoji")
    assert (await asked(alex, await alex.play(state, "sec bow")))["lesson"]["step"] == 1
    state = await go_to(alex, state, 0)
    number = next(offer["number"] for offer in state["legal"] if offer["notation"] == "secret bowl")
    assert (await asked(alex, await alex.play(state, number)))["lesson"]["step"] == 1


async def test_a_decision_is_asked_for_again_after_an_undo(alex: Player) -> None:
    state = await begin(alex, "hanamikoji")
    after = await asked(alex, await alex.play(state, "secret bowl"))
    answer = await alex.undo(after)
    assert answer.status_code == 200, answer.text
    assert answer.json()["lesson"] == state["lesson"]


@each_game
async def test_steps_can_be_skipped_and_restarted(alex: Player, name: str) -> None:
    first = await asked(alex, await begin(alex, name))
    last = first["lesson"]["steps"] - 1
    state = await go_to(alex, first, last)
    assert state["lesson"]["over"]
    for step in (last - 1, 3, 0, 1):
        state = await asked(alex, await go_to(alex, state, step))
        assert state["lesson"]["step"] == step
    state = await go_to(alex, state, 0)
    assert state["view"] == first["view"]


async def test_an_unknown_step_is_refused(alex: Player) -> None:
    state = await begin(alex, "han")
    for step in (-1, state["lesson"]["steps"]):
        answer = await alex.post(f"/api/tables/{state['table']}/tutorial", {"step": step})
        assert answer.status_code == 422


async def test_only_the_learner_chooses_the_step(app: Starlette, alex: Player) -> None:
    state = await begin(alex, "han")
    answer = await visitor(app).post(f"/api/tables/{state['table']}/tutorial", {"step": 1})
    assert answer.status_code == 403


async def test_other_tables_have_no_steps(alex: Player) -> None:
    created = await alex.create({"kind": "me"}, {"kind": "bot", "bot": "random"})
    assert created["state"]["lesson"] is None
    answer = await alex.post(f"/api/tables/{created['table']}/tutorial", {"step": 1})
    assert answer.status_code == 404


async def test_spectators_see_no_lesson_and_tutorials_are_not_listed(app: Starlette, alex: Player) -> None:
    table = (await begin(alex, "han"))["table"]
    stranger = visitor(app)
    assert (await stranger.state(table))["lesson"] is None
    for player in (alex, stranger):
        lists = (await player.get("/api/tables")).json()
        assert all(not found for found in lists.values())


async def test_a_tutorial_is_not_a_game_in_the_profile(alex: Player) -> None:
    state = await begin(alex, "hanamikoji")
    state = await go_to(alex, state, state["lesson"]["steps"] - 1)
    while not state["over"]:
        state = await alex.turn(state["table"], 0)
        state = state if state["over"] else await alex.play(state)
    me = (await alex.get("/api/me")).json()
    profile = (await alex.get(f"/api/people/{me['profile']}")).json()
    assert (profile["games"], profile["results"], profile["ratings"]) == (0, [], [])
    assert me["played"] == ["hanamikoji"]


async def test_bots_play_on_when_the_script_is_over(alex: Player) -> None:
    state = await begin(alex, "white_lotus")
    state = await go_to(alex, state, state["lesson"]["steps"] - 1)
    while state["moves"] < script(guanxi.game("white_lotus")).offsets[-1] + 4:
        state = await alex.turn(state["table"], 0)
        state = await alex.play(state)
    assert state["lesson"]["over"]


async def test_a_rematch_of_a_tutorial_is_a_normal_game(alex: Player) -> None:
    state = await begin(alex, "hanamikoji")
    state = await go_to(alex, state, state["lesson"]["steps"] - 1)
    assert state["over"]
    again = await alex.state(await rematch(state["table"], alex))
    assert again["lesson"] is None
    assert [seat["bot"] for seat in again["seats"] if seat["kind"] == "bot"] == ["skilled"]


async def test_a_tutorial_continues_after_a_restart(tmp_path: Path) -> None:
    async with started(quick(tmp_path, bot_delay=30.0)) as app:
        alex = visitor(app)
        state = await begin(alex, "hanamikoji")
        state = await alex.play(state, "secret bowl")
        assert state["lesson"]["want"] == []
        cookies = alex.client.cookies
    async with started(quick(tmp_path)) as app:
        alex = visitor(app)
        alex.client.cookies = cookies
        assert (await asked(alex, await alex.state(state["table"], 0)))["lesson"]["step"] == 1
