"""Moves: made once, by the owner of the seat, on the current state of the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.server.builders import FRIEND, HERE, ME, Player, play_on, quick, started, two_people, visitor

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = [pytest.mark.anyio, pytest.mark.databases]


async def test_a_move_is_seen_by_both(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    after = await alex.play(await alex.state(table))
    assert (after["length"], after["moves"], after["legal"]) == (1, 1, [])
    seen = await bo.state(table)
    assert seen["length"] == 1
    assert seen["legal"]


async def test_the_same_id_is_the_same_move(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    state = await alex.state(table)
    gift = next(offer["notation"] for offer in state["legal"] if offer["move"]["do"] == "gift")
    first = await alex.send(state, gift, "once")
    again = await alex.send(state, gift, "once")
    assert (again.status_code, again.content) == (200, first.content)
    assert (await bo.state(table))["length"] == 1
    await bo.play(await bo.state(table))
    late = await alex.send(state, gift, "once")
    assert (late.status_code, late.json()["length"]) == (200, 2)


async def test_an_id_counts_for_its_seat_only(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    state = await alex.state(table)
    gift = next(offer["notation"] for offer in state["legal"] if offer["move"]["do"] == "gift")
    assert (await alex.send(state, gift, "same")).status_code == 200
    state = await bo.state(table)
    assert (await bo.send(state, state["legal"][0]["number"], "same")).json()["length"] == 2


async def test_an_id_is_remembered_after_a_restart(tmp_path: Path) -> None:
    async with started(quick(tmp_path)) as app:
        alex = visitor(app)
        created = await alex.create(ME, {"kind": "here"}, options={"first": 0})
        state = created["state"]
        move = state["legal"][0]["notation"]
        await alex.send(state, move, "once")
    async with started(quick(tmp_path)) as app:
        again = visitor(app, Authorization=f"Bearer {created['tokens']['0']}")
        answer = await again.send(state, move, "once")
        assert (answer.status_code, answer.json()["length"]) == (200, 1)


async def test_a_stale_length_is_a_conflict(app: Starlette) -> None:
    table, (alex, _bo) = await two_people(app)
    state = await alex.state(table)
    await alex.play(state)
    answer = await alex.send(state, state["legal"][1]["notation"])
    assert (answer.status_code, answer.json()["error"]) == (409, "conflict")
    assert answer.json()["state"]["length"] == 1
    assert (await alex.send(state, 0, length=99)).status_code == 409


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "It is not your turn. The table is waiting for Alex."),
        ("fr", "Alex"),
        ("it", "Alex"),
    ],
)
async def test_an_illegal_move_says_why(app: Starlette, language: str, message: str) -> None:
    table, (_alex, bo) = await two_people(app)
    bo.client.headers["Accept-Language"] = language
    answer = await bo.send(await bo.state(table), 0)
    wrong = answer.json()
    assert (answer.status_code, wrong["error"], wrong["reason"]["id"]) == (422, "illegal", "reason.turn")
    assert message in wrong["message"]
    assert wrong["paragraph"] == "turn"
    assert wrong["state"]["length"] == 0


@pytest.mark.parametrize("move", ["dance", "gift fan", "take fan", "", 999, 0x7FFFFFFF])
async def test_an_invalid_move_changes_nothing(app: Starlette, move: str | int) -> None:
    table, (alex, _bo) = await two_people(app)
    before = await alex.state(table)
    answer = await alex.send(before, move)
    assert (answer.status_code, answer.json()["error"]) == (422, "illegal")
    assert await alex.state(table) == before


async def test_a_seat_of_another_player_is_refused(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    state = await alex.state(table)
    for stranger in (bo, visitor(app), visitor(app, Authorization="Bearer nonsense")):
        answer = await stranger.send(state, state["legal"][0]["number"])
        assert (answer.status_code, answer.json()["error"]) == (403, "not-your-seat")
        for path in (f"/api/tables/{table}?seat=0", f"/api/tables/{table}/stream?seat=0"):
            assert (await stranger.get(path)).status_code == 403
    assert (await alex.state(table))["length"] == 0


async def test_no_move_before_all_seats_are_taken(app: Starlette, alex: Player) -> None:
    state = (await alex.create(ME, FRIEND, options={"first": 0}))["state"]
    answer = await alex.send(state, 0)
    assert (answer.status_code, answer.json()["error"]) == (409, "not-started")


async def test_no_move_after_the_end(app: Starlette) -> None:
    table, players = await two_people(app)
    await play_on(table, players)
    answer = await players[0].send(await players[0].state(table, 0), 0)
    assert (answer.status_code, answer.json()["reason"]["id"]) == (422, "reason.over")


async def test_a_seat_that_does_not_exist(app: Starlette) -> None:
    table, (alex, _bo) = await two_people(app)
    assert (await alex.get(f"/api/tables/{table}?seat=5")).json()["error"] == "no-seat"
    for seat in ("-1", "x", "1e9", "99999999999"):
        answer = await alex.get(f"/api/tables/{table}?seat={seat}")
        assert (answer.status_code, answer.json()["error"]) == (422, "bad-number")


async def test_a_spectator_sees_what_everybody_sees(app: Starlette) -> None:
    table, _players = await two_people(app)
    state = await visitor(app).state(table)
    assert (state["seat"], state["legal"], state["seed"]) == (None, [], None)
    assert all(player["hand"] is None for player in state["view"]["players"])
    assert state["undo"] == {"possible": False, "consent": False, "free": True, "asked_by": None, "to": 0}


async def test_a_move_that_cannot_be_saved_was_not_made(
    app: Starlette, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, (alex, _bo) = await two_people(app)
    state = await alex.state(table)

    async def fail(*_arguments: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(app.state.parts.store, "append", fail)
        answer = await alex.send(state, state["legal"][0]["number"], "again")
        assert (answer.status_code, answer.json()["error"]) == (503, "not-saved")
    assert "the disk is full" in caplog.text
    assert await alex.state(table) == state
    assert (await alex.send(state, state["legal"][0]["number"], "again")).json()["length"] == 1


async def test_a_bug_is_not_mistaken_for_a_full_disk(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    table, (alex, _bo) = await two_people(app)
    state = await alex.state(table)

    async def blunder(*_arguments: object) -> None:
        raise KeyError("no such field")

    with monkeypatch.context() as broken:
        broken.setattr(app.state.parts.store, "append", blunder)
        answer = await alex.send(state, state["legal"][0]["number"], "again")
        assert (answer.status_code, answer.json()["error"]) == (500, "fault")
    assert await alex.state(table) == state


async def test_a_table_evicted_from_memory_is_the_same(tmp_path: Path) -> None:
    async with started(quick(tmp_path, most_live=1)) as app:
        table, players = await two_people(app)
        await play_on(table, players, 5)
        before = await players[0].state(table)
        await two_people(app)
        assert len(app.state.parts.tables._recent) == 1
        assert await players[0].state(table) == before


async def bidding(alex: Player) -> dict[str, Any]:
    """A table at which several seats have to seal a choice."""
    created = await alex.create(ME, HERE, HERE, game="white_lotus")
    table: str = created["table"]
    shown: dict[str, Any] = created["state"]
    while len(shown["to_move"]) < 2:
        seat = shown["to_move"][0]
        shown = (await alex.get(f"/api/tables/{table}?seat={seat}")).json()
        move = {
            "seat": seat,
            "move": shown["legal"][0]["number"],
            "length": shown["length"],
            "id": f"m{shown['length']}",
        }
        shown = (await alex.post(f"/api/tables/{table}/moves", move)).json()
    return shown


async def test_a_choice_that_another_seat_seals_is_no_conflict(alex: Player) -> None:
    shown = await bidding(alex)
    table = shown["table"]
    first, second, *_ = shown["to_move"]
    seen = shown["length"]
    for seat in (first, second):
        own = (await alex.get(f"/api/tables/{table}?seat={seat}")).json()
        move = {"seat": seat, "move": own["legal"][0]["number"], "length": seen, "id": f"sealed-{seat}"}
        assert (await alex.post(f"/api/tables/{table}/moves", move)).status_code == 200
    again = {"seat": first, "move": own["legal"][0]["number"], "length": seen, "id": "stale"}
    assert (await alex.post(f"/api/tables/{table}/moves", again)).status_code == 409


async def test_a_sealed_choice_can_be_changed_but_not_for_ever(alex: Player) -> None:
    shown = await bidding(alex)
    table, seats = shown["table"], shown["to_move"]
    codes: list[int] = []
    while 409 not in codes and len(codes) < 100:
        own = (await alex.get(f"/api/tables/{table}?seat={seats[0]}")).json()
        answer = await alex.send(own, own["legal"][-1]["number"])
        codes.append(answer.status_code)
    assert set(codes[:-1]) == {200}
    assert len(codes) > 20
    assert answer.json()["error"] == "changed-often"
    assert seats[0] not in answer.json()["state"]["to_move"]  # what was chosen last counts
    other = (await alex.get(f"/api/tables/{table}?seat={seats[1]}")).json()
    await alex.play(other)


async def why(player: Player, state: dict[str, Any], *places: str) -> dict[str, Any]:
    """What the player of a state is told about clicks that lead to no move."""
    body = {"seat": state["seat"], "places": places, "length": state["length"]}
    answer = await player.post(f"/api/tables/{state['table']}/why", body)
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


async def test_a_click_that_leads_to_no_move_gets_the_reason_of_the_rules(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    state = await alex.state(table)
    await alex.play(state, next(offer["notation"] for offer in state["legal"] if offer["move"]["do"] == "gift"))
    state = await bo.state(table)
    assert await why(bo, state, "action:secret") == {"reason": {"id": "reason.answer-first"}, "paragraph": "actions"}
    asked = {"id": "reason.not-asked", "params": {"asked": {"id": "prompt.gift"}}}
    assert await why(bo, state, "geisha:fan") == {"reason": asked, "paragraph": None}
    waiting = await why(alex, await alex.state(table), "action:secret")
    assert waiting["reason"]["params"]["asked"]["id"] == "prompt.wait"


async def test_a_reason_is_told_to_the_owner_of_the_seat_who_has_seen_the_table(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app)
    body = {"seat": 0, "places": ["action:secret"], "length": 0}
    assert (await bo.post(f"/api/tables/{table}/why", body)).status_code == 403
    assert (await alex.post(f"/api/tables/{table}/why", {**body, "places": []})).status_code == 422
    assert (await alex.post(f"/api/tables/{table}/why", {**body, "places": ["x"] * 13})).status_code == 422
    await alex.play(await alex.state(table))
    assert (await alex.post(f"/api/tables/{table}/why", body)).status_code == 409


async def test_offers_say_what_is_important_and_states_what_is_forced(app: Starlette) -> None:
    alex = visitor(app)
    body = {"game": "han", "seats": [ME, HERE], "options": {"first": 0, "board": "ways_of_diplomacy"}}
    state = (await alex.post("/api/tables", body)).json()["state"]
    assert {offer["important"] for offer in state["legal"]} == {True}
    state = await alex.play(state, next(o["notation"] for o in state["legal"] if o["move"]["do"] == "discard"))
    assert {(offer["move"]["do"], offer["important"]) for offer in state["legal"]} == {("draw", False)}
    assert state["forced"] is False
