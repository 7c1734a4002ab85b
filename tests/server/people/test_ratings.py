"""Ratings and profiles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from guanxi.server.people.ratings import Rating, fair, rated
from guanxi.server.storage.schema import RATINGS, RESULTS
from tests.server.builders import BOT, FRIEND, HERE, ME, Player, play_on, two_people, visitor

if TYPE_CHECKING:
    from starlette.applications import Starlette

pytestmark = [pytest.mark.anyio, pytest.mark.databases]
SHORT = {"options": {"first": 0, "rounds": 1}}


async def stored(app: Starlette) -> tuple[list[Any], list[Any]]:
    async with app.state.parts.database.reading() as connection:
        ratings = await connection.execute(select(RATINGS).order_by(RATINGS.c.game, RATINGS.c.player))
        results = await connection.execute(select(RESULTS).order_by(RESULTS.c.ended, RESULTS.c.seat))
        return list(ratings), list(results)


async def ranking(player: Player) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await player.get("/api/ratings/hanamikoji")).json()
    return found


async def profile(asker: Player, of: Player) -> dict[str, Any]:
    id_ = (await of.get("/api/me")).json()["profile"]
    found: dict[str, Any] = (await asker.get(f"/api/people/{id_}")).json()
    return found


async def against_a_bot(player: Player) -> dict[str, Any]:
    state: dict[str, Any] = (await player.create(ME, BOT, **SHORT))["state"]
    while not state["over"]:
        await player.play(state)
        state = await player.turn(state["table"], 0)
    return state


async def test_a_game_moves_the_winner_up_and_the_loser_down(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("guanxi.engine.chance.new_seed", lambda: "lotus")  # not every deal has a winner
    table, players = await two_people(app, **SHORT)
    state = await play_on(table, players)
    winner = state["result"]["winners"][0]
    seats = (await players[0].state(table))["seats"]
    best, last = await ranking(visitor(app))
    assert (best["profile"], last["profile"]) == (seats[winner]["profile"], seats[1 - winner]["profile"])
    assert best["rating"] > 1500 > last["rating"]
    assert best["uncertainty"] < Rating().uncertainty == 1000
    assert (best["games"], best["bot"]) == (1, None)


async def test_bots_are_rated_too(app: Starlette, alex: Player) -> None:
    await against_a_bot(alex)
    assert {one["bot"] for one in await ranking(alex)} == {"random", None}


async def test_a_bot_in_several_seats_gets_the_mean() -> None:
    after = rated({}, ["bot a", "anna", "bot a"], [1, 2, 3])
    assert set(after) == {"bot a", "anna"}
    assert after["bot a"].games == after["anna"].games == 1
    assert abs(after["bot a"].mu - 25) < abs(rated({}, ["bot a", "anna"], [1, 2])["bot a"].mu - 25)


@pytest.mark.parametrize(
    ("players", "counts"),
    [
        (["a", "b"], True),
        (["a", "bot x", "bot x"], True),
        (["a", "a"], False),
        (["bot x", "bot y"], False),
        (["a", ""], False),
    ],
)
def test_which_games_can_be_rated(players: list[str], counts: bool) -> None:
    assert fair(players) is counts


async def test_hot_seat_games_are_not_rated(app: Starlette, alex: Player) -> None:
    table = (await alex.create(ME, HERE, **SHORT))["table"]
    await play_on(table, [alex, alex])
    ratings, results = await stored(app)
    assert ratings == []
    assert [row.rated for row in results] == [False, False]


async def test_a_game_with_an_undo_by_consent_is_not_rated(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app, **SHORT)
    await alex.play(await alex.state(table))
    state = await bo.play(await bo.state(table))
    asked = (await alex.undo(await alex.state(table))).json()
    assert asked["undo"]["asked_by"] == 0
    body = {"seat": 1, "length": state["length"], "agree": True}
    assert (await bo.post(f"/api/tables/{table}/undo/answer", body)).status_code == 200
    await play_on(table, [alex, bo])
    assert (await stored(app))[0] == []


async def test_a_game_with_an_undo_that_bots_allowed_is_not_rated(app: Starlette, alex: Player) -> None:
    state = (await alex.create(ME, BOT, **SHORT))["state"]
    await alex.play(state)
    state = await alex.turn(state["table"], 0)
    assert state["rated"]
    assert not state["undo"]["free"]
    assert (await alex.undo(state)).status_code == 200
    state = await alex.turn(state["table"], 0)
    assert not state["rated"]
    while not state["over"]:
        await alex.play(state)
        state = await alex.turn(state["table"], 0)
    assert (await stored(app))[0] == []


async def test_a_game_in_which_a_bot_stood_in_is_not_rated(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app, **SHORT)
    assert (await bo.post(f"/api/tables/{table}/leave", {"seat": 1})).status_code == 200
    state = await alex.turn(table, 0)
    while not state["over"]:
        await alex.play(state)
        state = await alex.turn(table, 0)
    ratings, results = await stored(app)
    assert (ratings, [row.rated for row in results]) == ([], [False, False])


async def test_a_profile_has_a_public_and_a_private_part(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app, **SHORT)
    await play_on(table, [alex, bo])
    created = await alex.create(ME, FRIEND, private=True, **SHORT)
    await bo.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/")})
    await play_on(created["table"], [alex, bo])
    own, public = await profile(alex, alex), await profile(visitor(app), alex)
    assert (own["yours"], public["yours"]) == (True, False)
    assert [one["table"] for one in own["results"]] == [created["table"], table]
    assert [one["table"] for one in public["results"]] == [table]
    assert (own["games"], public["games"]) == (2, 1)
    assert own["ratings"] == public["ratings"]
    assert own["ratings"][0]["games"] == 2
    result = public["results"][0]
    assert (result["seat"], result["rated"], [seat["name"] for seat in result["seats"]]) == (0, True, ["Alex", "Bo"])
    assert (await visitor(app).get("/api/people/nobody")).status_code == 404
    assert (await visitor(app).get("/api/ratings/chess")).status_code == 404


async def test_results_and_ratings_move_with_the_person(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app, **SHORT)
    await play_on(table, [alex, bo])
    before = {one["name"]: one["rating"] for one in await ranking(alex)}
    account = {"name": "Zoe", "password": "correct horse"}
    zoe = visitor(app)
    await zoe.post("/api/account", account)
    await bo.post("/api/account/enter", account)
    after = {one["name"]: one["rating"] for one in await ranking(alex)}
    assert after == {"Alex": before["Alex"], "Zoe": before["Bo"]}
    assert (await profile(alex, zoe))["games"] == 1


async def test_a_game_against_oneself_is_no_longer_rated(app: Starlette) -> None:
    table, (alex, bo) = await two_people(app, **SHORT)
    await play_on(table, [alex, bo])
    account = {"name": "Alex", "password": "correct horse"}
    await alex.post("/api/account", account)
    await bo.post("/api/account/enter", account)
    ratings, results = await stored(app)
    assert (ratings, [row.rated for row in results]) == ([], [False, False])
