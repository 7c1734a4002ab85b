"""Whole tournaments, from the entry to the summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.server.builders import Player, play_on, quick, started, visitor
from tests.server.tournaments.conductor import ask, games, is_over, organise, refused, until

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


async def test_bots_play_a_swiss_to_its_end(app: Starlette, alex: Player) -> None:
    made = await organise(alex, rounds=2)
    await ask(alex, made["id"], "bots", bot="random", count=5)
    await ask(alex, made["id"], "start")
    page = await until(alex, made["id"], is_over)
    assert [one["number"] for one in page["played"]] == [2, 1]
    assert sum(line["points"] for line in page["standings"]) == 6  # two byes are won
    assert page["summary"]["games"] == 4
    assert page["summary"]["closest"]["value"] >= 0
    assert page["summary"]["luckiest"] is None


async def test_two_people_enter_by_link_and_play(app: Starlette, alex: Player) -> None:
    bo = visitor(app)
    made = await organise(alex, plays=True, player="Alex", most=2, listed=False)
    link = (await alex.get(f"/api/tournaments/{made['id']}/link")).json()
    assert link["url"].endswith(f"/tournament/{made['id']}")
    assert (await bo.get("/api/tournaments")).json()["open"] == []
    await ask(bo, made["id"], "enter", name="Bo")
    page = await until(bo, made["id"], lambda page: page["table"] is not None)
    assert page["state"] == "running"
    seats = (await alex.state(page["table"]))["seats"]
    players = [alex, bo] if seats[0]["name"] == "Alex" else [bo, alex]
    state = await play_on(page["table"], players)
    assert state["tournament"] == {"id": made["id"], "round": 1, "sealed": False}
    page = await until(bo, made["id"], is_over)
    assert [line["place"] for line in page["standings"]] in ([1, 2], [1, 1])
    table = games(page, 1)[0]["table"]
    answer = await alex.post(f"/api/tables/{table}/rematch", {"seat": 0 if players[0] is alex else 1})
    assert answer.json()["error"] == "in-tournament"


async def test_sixty_four_bots_play_several_rounds_and_the_server_restarts_between(tmp_path: Path) -> None:
    async with started(quick(tmp_path, workers=2)) as app:
        alex = visitor(app)
        made = await organise(alex, rounds=3)
        await ask(alex, made["id"], "bots", bot="random", count=64)
        await ask(alex, made["id"], "start")
        await until(alex, made["id"], lambda page: sum(game["over"] for game in games(page, 2)) > 3)
    async with started(quick(tmp_path, workers=2)) as app:
        page = await until(visitor(app), made["id"], is_over)
    check_rounds(page, 3)


def check_rounds(page: dict, rounds: int) -> None:  # type: ignore[type-arg]
    """Everybody has played once in every round, nobody twice against somebody, and each point was given once."""
    met = set()
    for number in range(1, rounds + 1):
        of_round = games(page, number)
        seated = sorted(player for game in of_round for player in game["players"])
        assert seated == list(range(64))
        met |= {tuple(sorted(game["players"])) for game in of_round}
    assert len(met) == 32 * rounds
    assert len({game["table"] for one in page["played"] for game in one["games"]}) == 32 * rounds
    assert sum(line["points"] for line in page["standings"]) == 32 * rounds


async def test_who_withdraws_plays_no_further_round(app: Starlette, alex: Player) -> None:
    bo = visitor(app)
    made = await organise(alex, rounds=3)
    await ask(alex, made["id"], "bots", bot="random", count=4)
    page = await ask(bo, made["id"], "enter", name="Bo")
    await ask(alex, made["id"], "start")
    page = await until(bo, made["id"], lambda page: page["round"] == 1 and page["played"] != [])
    page = await ask(bo, made["id"], "withdraw")
    page = await until(bo, made["id"], is_over)
    for number in (2, 3):
        assert page["you"] not in [player for game in games(page, number) for player in game["players"]]
    assert next(one for one in page["entrants"] if one["you"])["playing"] is False


async def test_who_leaves_before_the_start_was_never_there(app: Starlette, alex: Player) -> None:
    bo = visitor(app)
    made = await organise(alex, plays=True)
    await ask(bo, made["id"], "enter", name="Bo")
    page = await ask(alex, made["id"], "remove", entrant=1)
    assert [one["number"] for one in page["entrants"]] == [0]
    page = await ask(alex, made["id"], "withdraw")
    assert page["entrants"] == []
    assert await refused(alex, made["id"], "start") == "too-few-players"
    assert await refused(bo, made["id"], "start") == "not-your-tournament"
    page = await ask(alex, made["id"], "end")
    assert page["state"] == "dropped"
    assert await refused(bo, made["id"], "enter") == "no-entry"


async def test_tables_of_four_and_three(app: Starlette, alex: Player) -> None:
    made = await organise(alex, game="han", format="tables", options={}, size=4, rounds=1)
    await ask(alex, made["id"], "bots", bot="random", count=7)
    await ask(alex, made["id"], "start")
    page = await until(alex, made["id"], is_over)
    assert sorted(len(game["players"]) for game in games(page, 1)) == [3, 4]
    assert page["breaks"] == ["opponents", "wins"]
    assert sum(line["points"] for line in page["standings"]) == pytest.approx(2 + 1.5)


async def test_a_knockout_leaves_one_winner(app: Starlette, alex: Player) -> None:
    made = await organise(alex, format="knockout", best_of=3)
    await ask(alex, made["id"], "bots", bot="random", count=5)
    await ask(alex, made["id"], "start")
    page = await until(alex, made["id"], is_over)
    assert [line["place"] for line in page["standings"]][:2] == [1, 2]
    assert page["rounds"] == 3
    assert max(game["game"] for game in games(page, 3)) >= 1  # the final had two games or more


async def test_a_round_robin_has_as_many_rounds_as_it_needs(app: Starlette, alex: Player) -> None:
    made = await organise(alex, format="robin")
    await ask(alex, made["id"], "bots", bot="random", count=3)
    await ask(alex, made["id"], "start")
    page = await until(alex, made["id"], is_over)
    assert page["rounds"] == 3
    assert all(line["played"] == 2 for line in page["standings"])


async def test_a_tournament_is_refused_that_its_game_cannot_have(app: Starlette, alex: Player) -> None:
    async def error(**wanted: object) -> str:
        whole = {"name": "Cup", "game": "hanamikoji", "format": "swiss", **wanted}
        return str((await alex.post("/api/tournaments", whole)).json()["error"])

    assert await error(game="white_lotus") == "only-tables"
    assert await error(format="tables") == "only-two"
    assert await error(game="haiduci", format="tables", size=3) == "bad-size"
    assert await error(options={"rounds": "many"}) == "bad-option"
    assert await error(game="chess") == "bad-option"
    assert await error(name=" ") == "bad-title"


async def found(player: Player, filter_: str = "") -> list[str]:
    """The ids of the tournaments that a player finds before they have begun."""
    lists = (await player.get(f"/api/tournaments{filter_}")).json()
    return [one["id"] for one in lists["mine"] + lists["open"]]


async def test_lists(app: Starlette, alex: Player) -> None:
    bo = visitor(app)
    hidden = await organise(alex, listed=False)
    public = await organise(alex, name="Open cup")
    assert await found(bo) == [public["id"]]
    assert await found(alex) == [public["id"], hidden["id"]]
    await ask(bo, public["id"], "enter", name="Bo")
    assert [one["entered"] for one in (await bo.get("/api/tournaments")).json()["mine"]] == [True]
    assert (await bo.get("/api/tournaments/none")).status_code == 404


async def test_a_club_has_tournaments_that_its_members_find(app: Starlette, alex: Player) -> None:
    bea, bo = visitor(app), visitor(app)
    club = (await alex.post("/api/clubs", {"name": "Thursday", "open": True})).json()["id"]
    wanted = {"name": "Cup", "game": "hanamikoji", "format": "swiss", "club": club, "listed": False}
    assert (await bo.post("/api/tournaments", wanted)).json()["error"] == "members-only"
    made = await organise(alex, club=club, listed=False)
    assert made["club_name"] == "Thursday"
    await bea.post(f"/api/clubs/{club}/join", {"name": "Bea"})
    for filter_ in ("", f"?club={club}"):
        assert await found(bea, filter_) == [made["id"]]
        assert await found(bo, filter_) == []
    assert await found(bea, "?club=other") == []
    await ask(bo, made["id"], "enter", name="Bo")  # a guest of the club has the link


async def test_people_who_have_blocked_each_other_are_never_paired(app: Starlette, alex: Player) -> None:
    people = {name: visitor(app) for name in ("Ann", "Bea", "Cleo", "Dora")}
    made = await organise(alex, rounds=1)
    for name, player in people.items():
        page = await ask(player, made["id"], "enter", name=name)
    ann, _, cleo, _ = (one["profile"] for one in page["entrants"])
    assert (await people["Ann"].post(f"/api/people/{cleo}/block", {"blocked": True})).status_code == 200
    await ask(alex, made["id"], "start")
    page = await until(alex, made["id"], lambda page: bool(games(page, 1)))
    profiles = {one["number"]: one["profile"] for one in page["entrants"]}
    pairs = [{profiles[number] for number in game["players"]} for game in games(page, 1)]
    assert [len(pair) for pair in pairs] == [2, 2]
    assert {ann, cleo} not in pairs  # without the block, the first would have met the third


async def test_games_of_people_are_reviewed_at_the_end_without_being_asked_for(tmp_path: Path) -> None:
    async with started(quick(tmp_path, reviewers=0)) as app:
        alex, bo = visitor(app), visitor(app)
        made = await organise(alex, plays=True, player="Alex", most=2, rounds=1)
        await ask(bo, made["id"], "enter", name="Bo")
        page = await until(alex, made["id"], lambda page: page["table"] is not None)
        first = (await alex.state(page["table"]))["seats"][0]["name"]
        await play_on(page["table"], [alex, bo] if first == "Alex" else [bo, alex])
        page = await until(alex, made["id"], lambda page: is_over(page) and page["summary"]["reviewing"] > 0)
        assert (page["summary"]["games"], page["summary"]["reviewing"]) == (1, 1)


async def test_the_organiser_has_all_games_reviewed_behind_those_that_people_wait_for(tmp_path: Path) -> None:
    async with started(quick(tmp_path, reviewers=0)) as app:
        alex, bo = visitor(app), visitor(app)
        made = await organise(alex, rounds=1)
        await ask(alex, made["id"], "bots", bot="random", count=4)
        assert await refused(alex, made["id"], "reviews") == "tournament-running"
        await ask(alex, made["id"], "start")
        page = await until(alex, made["id"], is_over)
        assert await refused(bo, made["id"], "reviews") == "not-your-tournament"
        before, after = (game["table"] for game in games(page, 1))
        assert (await bo.post(f"/api/tables/{before}/review", {})).json()["state"] == "waiting"
        for _ in range(2):  # each game is reviewed once
            page = await ask(alex, made["id"], "reviews")
            assert (page["summary"]["reviewing"], page["summary"]["reviewed"]) == (2, 0)
        assert [row.table_id for row in await app.state.parts.reviews._waiting()] == [before, after]
