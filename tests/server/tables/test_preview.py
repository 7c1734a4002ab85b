"""What a move would do is told to its seat alone, on request, and only in the position that the client has seen."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.server.builders import play_on, two_people, visitor

if TYPE_CHECKING:
    import httpx
    from starlette.applications import Starlette

    from tests.server.builders import Player

pytestmark = pytest.mark.anyio


async def ask(player: Player, state: dict[str, Any], **changes: int | None) -> httpx.Response:
    """Ask for the preview of the first legal move."""
    query = {"seat": state["seat"], "move": state["legal"][0]["number"], "length": state["length"], **changes}
    parameters = "&".join(f"{name}={value}" for name, value in query.items() if value is not None)
    return await player.get(f"/api/tables/{state['table']}/preview?{parameters}")


async def test_a_player_is_told_what_a_legal_move_would_do(app: Starlette) -> None:
    table, players = await two_people(app)
    state = await players[0].state(table)
    assert state["legal"][0]["move"]["do"] == "secret"
    answer = await ask(players[0], state)
    assert answer.status_code == 200
    assert answer.json()["number"] == state["legal"][0]["number"]
    (geisha,) = answer.json()["preview"]["geishas"]
    assert (geisha["item"], geisha["secret"], geisha["favour"]) == (state["legal"][0]["move"]["card"], True, 0)
    # Asking changes nothing.
    assert await players[0].state(table) == state


async def test_a_move_whose_words_say_it_all_has_none(app: Starlette) -> None:
    table, players = await two_people(app)
    state = await players[0].state(table)
    discarded = next(offer["number"] for offer in state["legal"] if offer["move"]["do"] == "trade-off")
    assert (await ask(players[0], state, move=discarded)).json() == {"number": discarded, "preview": None}


async def test_refusals(app: Starlette) -> None:
    table, players = await two_people(app)
    state = await players[0].state(table)
    refused = [
        await ask(players[1], state),
        await ask(visitor(app), state),
        await ask(players[0], state, seat=7),
        await ask(players[0], state, move=99_999),
        await ask(players[0], state, move=None),
    ]
    assert [answer.status_code for answer in refused] == [403, 403, 422, 422, 422]
    assert [answer.json()["error"] for answer in refused[:4]] == [
        "not-your-seat",
        "not-your-seat",
        "no-seat",
        "illegal",
    ]
    await players[0].play(state)
    assert (await ask(players[0], state)).json()["error"] == "conflict"


async def test_what_a_seat_cannot_know_changes_no_preview(app: Starlette) -> None:
    table, players = await two_people(app)
    await play_on(table, players, 5)
    seat = (await players[0].state(table))["to_move"][0]
    state = await players[seat].state(table, seat)

    async def previews() -> list[bytes]:
        return [(await ask(players[seat], state, move=offer["number"])).content for offer in state["legal"]]

    before = await previews()
    async with app.state.parts.tables.opened(table) as play:
        hidden = play.table.position.numbers()
        play.table.position = play.table.sight(seat).sample_world(Random(5))
        assert play.table.position.numbers() != hidden
    assert await previews() == before
