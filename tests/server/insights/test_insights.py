"""Insights over HTTP: what games say about one's play, who may see it, and that it can be deleted and read again."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from sqlalchemy import insert, select, update

import guanxi
from guanxi.bots.review import Account, Choice, Decision, Review
from guanxi.engine.text import phrase
from guanxi.learning.openings import book
from guanxi.server.insights.shares import FEW
from guanxi.server.storage.keys import remember
from guanxi.server.storage.schema import INSIGHTS, RESULTS, REVIEWS, TABLES
from tests.server.builders import BOT, HERE, ME, TIME_LIMIT, Player, play_on, two_people, visitor

if TYPE_CHECKING:
    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio
GAME = guanxi.game("hanamikoji")


async def all_read(app: Starlette) -> None:
    """Wait until the server has read all games that it may read."""
    await app.state.parts.reading.check()


async def play_game(app: Starlette, **more: Any) -> tuple[str, list[Player]]:
    """A finished game of two people that the server has read."""
    table, players = await two_people(app, **more)
    await play_on(table, players)
    await all_read(app)
    return table, players


async def own(player: Player) -> dict[str, Any]:
    """A person's insights."""
    found: dict[str, Any] = (await player.get("/api/me/insights")).json()
    return found


async def profile(player: Player) -> str:
    """The id of a person's profile."""
    return str((await player.get("/api/me")).json()["profile"])


async def people_at(player: Player, line: str = "") -> int:
    """The games of people that the explorer counts after a line."""
    return int((await player.get(f"/api/openings/hanamikoji?line={line}")).json()["people"]["games"])


@pytest.mark.databases
async def test_a_finished_game_is_read_in_the_background(app: Starlette) -> None:
    table, players = await two_people(app)
    await play_on(table, players)
    async with asyncio.timeout(TIME_LIMIT):
        while not (found := await own(players[0]))["games"]:
            await asyncio.sleep(0.01)
    (game,) = found["games"]
    assert (game["game"], game["won"]["games"], game["chance"], found["waiting"]) == ("hanamikoji", 1, 0.5, 0)
    assert [part["n"] for part in (*game["by_players"], *game["by_order"])] == [2, 1]  # seat 0 goes first
    assert [point["table"] for point in game["course"]] == [table]
    (opponent,) = game["opponents"]
    assert (opponent["name"], opponent["ahead"]["games"]) == ("Bo", 1)
    assert len(game["habits"]) == len(GAME.habits)
    assert not any(habit["sure"] for habit in game["habits"])
    assert game["steps"] == []  # nothing was done twice
    assert len(found["feats"]) > len(GAME.feats)


async def test_nobody_else_sees_insights(app: Starlette) -> None:
    _, (alex, _) = await play_game(app)
    stranger = visitor(app)
    assert await own(stranger) == {"games": [], "feats": [], "waiting": 0, "few": FEW}
    assert "games" in (await own(alex))["games"][0]["won"]


async def test_feats_of_private_tables_are_for_their_player_alone(app: Starlette) -> None:
    table, (alex, bo) = await play_game(app, private=True)
    parts = app.state.parts
    async with parts.database.writing() as connection:
        await connection.execute(
            update(INSIGHTS).where(INSIGHTS.c.table_id == table).values(feats='["both-ways","by-a-hair"]')
        )
    path = f"/api/people/{await profile(alex)}/feats"
    assert [feat["feat"] for feat in (await alex.get(path)).json()] == ["both-ways", "by-a-hair"]
    assert (await bo.get(path)).json() == []
    async with parts.database.writing() as connection:
        await connection.execute(update(TABLES).values(private=False))
    assert [(feat["count"], feat["table"]) for feat in (await bo.get(path)).json()] == [(1, table), (1, table)]
    assert (await bo.get("/api/people/nobody/feats")).status_code == 404


async def test_the_explorer_counts_finished_public_games_alone(app: Starlette) -> None:
    alex = visitor(app)
    table, players = await two_people(app)
    await play_on(table, players, 6)
    await all_read(app)
    assert await people_at(alex) == 0  # it still runs
    await play_game(app, private=True)
    assert await people_at(alex) == 0
    await play_game(app)
    assert await people_at(alex) == 2


async def test_the_explorer_goes_on_step_by_step(app: Starlette) -> None:
    table, (alex, _) = await play_game(app)
    play = await app.state.parts.tables.watched(table)
    line = GAME.insights(play.table, 0).opening
    for number, step in enumerate(line):
        found = (await alex.get(f"/api/openings/hanamikoji?line={'/'.join(line[:number])}")).json()
        assert [shown["step"] for shown in found["line"]] == [*line[:number]]
        (choice,) = [one for one in found["choices"] if one["step"] == step]
        assert choice["people"]["games"] >= 1
        assert choice["words"]["id"]
    end = (await alex.get(f"/api/openings/hanamikoji?line={'/'.join(line)}")).json()
    assert (end["question"], end["choices"]) == (None, [])


async def test_the_explorer_refuses_what_was_never_played(alex: Player) -> None:
    for line in ("order:third", "order:first/nonsense", "/".join(["order:first"] * 20)):
        answer = await alex.get(f"/api/openings/hanamikoji?line={line}")
        assert (answer.status_code, answer.json()["error"]) == (404, "unknown-opening")
    assert (await alex.get("/api/openings/chess")).status_code == 404


@pytest.mark.parametrize("name", guanxi.game_names())
async def test_a_new_server_shows_games_of_bots(alex: Player, name: str) -> None:
    found = (await alex.get(f"/api/openings/{name}")).json()
    assert (found["people"]["games"], found["bots"]["games"]) == (0, book(guanxi.game(name)).games)
    assert found["bots"]["games"] > 100
    assert found["question"]
    for choice in found["choices"]:
        assert (await alex.get(f"/api/openings/{name}?line={choice['step']}")).json()["choices"]


async def test_a_deal_that_is_still_played_elsewhere_is_not_read(app: Starlette) -> None:
    table, players = await two_people(app)
    database = app.state.parts.database
    async with database.writing() as connection:
        await connection.execute(update(TABLES).values(sealed=True))
    await play_on(table, players)
    async with database.writing() as connection:
        await connection.execute(update(TABLES).values(sealed=True))
    await all_read(app)
    assert (await own(players[0]))["waiting"] == 1
    assert await people_at(players[0]) == 0
    async with database.writing() as connection:
        await connection.execute(update(TABLES).values(sealed=False))
    await all_read(app)
    assert (await own(players[0]))["waiting"] == 0


async def test_games_against_oneself_say_nothing(app: Starlette, alex: Player) -> None:
    table = (await alex.create(ME, HERE, name="Alex"))["table"]
    state = await alex.state(table)
    while not state["over"]:
        seat = state["to_move"][0]
        state = await alex.play(await alex.state(table, seat))
    await all_read(app)
    found = await own(alex)
    assert (found["games"], found["waiting"]) == ([], 0)


async def test_bots_are_opponents_too(app: Starlette, alex: Player) -> None:
    table = (await alex.create(ME, BOT, name="Alex"))["table"]
    state = await alex.turn(table, 0)
    while not state["over"]:
        await alex.play(state)
        state = await alex.turn(table, 0)
    await all_read(app)
    (game,) = (await own(alex))["games"]
    assert [(one["bot"], one["name"]) for one in game["opponents"]] == [("random", None)]


async def test_blocked_people_are_no_opponents(app: Starlette) -> None:
    _, (alex, bo) = await play_game(app)
    answer = await alex.post(f"/api/people/{await profile(bo)}/block", {"blocked": True})
    assert answer.status_code == 200, answer.text
    assert (await own(alex))["games"][0]["opponents"] == []
    assert len((await own(bo))["games"][0]["opponents"]) == 1  # a blocked person is not told


@pytest.mark.databases
async def test_deleting_a_person_deletes_what_their_games_say(app: Starlette) -> None:
    table, (alex, bo) = await play_game(app)
    bos = await profile(bo)
    assert (await bo.post("/api/me/delete", {"password": ""})).status_code == 200
    database = app.state.parts.database
    async with database.reading() as connection:
        rows = (await connection.execute(select(INSIGHTS).order_by(INSIGHTS.c.seat))).all()
    assert [(row.order > 0, row.opening != "") for row in rows] == [(True, True), (False, False)]
    assert (await own(alex))["games"][0]["opponents"] == []
    assert (await alex.get(f"/api/people/{bos}/feats")).status_code == 404
    await remember(database, "insights", "older code")
    await all_read(app)
    async with database.reading() as connection:
        again = (await connection.execute(select(INSIGHTS).order_by(INSIGHTS.c.seat))).all()
    assert [tuple(row) for row in again] == [tuple(row) for row in rows]
    assert table in {row.table_id for row in again}


@pytest.mark.databases
async def test_newer_code_reads_everything_again(app: Starlette) -> None:
    _, (alex, _) = await play_game(app)
    before = (await own(alex), (await alex.get("/api/openings/hanamikoji")).json())
    await remember(app.state.parts.database, "insights", "older code")
    await all_read(app)
    assert (await own(alex), (await alex.get("/api/openings/hanamikoji")).json()) == before


@pytest.mark.parametrize("hinted", [False, True])
async def test_a_review_tells_luck_and_skill_and_more_feats(app: Starlette, hinted: bool) -> None:
    table, players = await play_game(app)
    database = app.state.parts.database
    async with database.reading() as connection:
        query = select(RESULTS.c.seat).where(RESULTS.c.won, RESULTS.c.table_id == table)
        winner = await connection.scalar(query)
    review = reviewed(winner)
    async with database.writing() as connection:
        row = {"table_id": table, "asked": 0, "state": "done", "decisions": "[]"}
        await connection.execute(insert(REVIEWS), row | {"review": msgspec.json.encode(review).decode()})
        await connection.execute(update(TABLES).values(hinted=hinted))
    await all_read(app)
    found = await own(players[winner])
    (point,) = found["games"][0]["course"]
    assert (point["skill"], point["luck"], found["games"][0]["reviewed"]) == (-0.1, -0.25, 1)
    got = {feat["feat"] for feat in found["feats"] if feat["table"] == table}
    assert ({"comeback", "flawless", "against-luck"} <= got) is not hinted
    assert not {"comeback", "flawless"} & {
        feat["feat"] for feat in (await own(players[1 - winner]))["feats"] if feat["table"]
    }


def reviewed(winner: int) -> Review:
    """The review of a game that looked lost for its winner."""
    chances = [0.0, 0.0]
    chances[winner], chances[1 - winner] = 0.05, 0.95
    chosen = Choice("secret fan", phrase("action.secret"))
    decisions = [Decision(move, winner, chances, chances, chosen, chosen, [0.0, 0.0]) for move in range(1, 11)]
    end = [float(seat == winner) for seat in range(2)]
    players = [Account(seat, 0.5, -0.1, 0.3, -0.25 if seat == winner else 0.25, end[seat], 0) for seat in range(2)]
    return Review(256, decisions, end, [], players)
