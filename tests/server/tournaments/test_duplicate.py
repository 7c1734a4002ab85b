"""The same deals at every table: they stay secret until the round is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.server.builders import Player, play_on, visitor
from tests.server.tournaments.conductor import ask, games, is_over, organise, page_of, until

if TYPE_CHECKING:
    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio


async def round_of_four(app: Starlette) -> tuple[str, dict[str, list[Player]], dict[str, Any]]:
    """A duplicate tournament of four people in its first round: their tables, with the players by seat."""
    people = {name: visitor(app) for name in ("Ann", "Bea", "Cleo", "Dora")}
    made = await organise(people["Ann"], duplicate=True, rounds=2, most=4, plays=True, player="Ann")
    for name in ("Bea", "Cleo", "Dora"):
        page = await ask(people[name], made["id"], "enter", name=name)
    page = await until(people["Ann"], made["id"], lambda page: sum(bool(one["table"]) for one in games(page, 1)) == 2)
    names = {one["number"]: one["name"] for one in page["entrants"]}
    tables = {game["table"]: [people[names[number]] for number in game["players"]] for game in games(page, 1)}
    return made["id"], tables, page


async def test_nobody_sees_a_deal_that_others_still_play(app: Starlette) -> None:
    tournament, tables, page = await round_of_four(app)
    (first, players), (second, others) = tables.items()
    organiser = [player for player in (*players, *others) if (await page_of(player, tournament))["yours"]]
    assert len({(await player.state(table))["commitment"] for table, own in tables.items() for player in own}) == 1
    state = await play_on(first, players)
    assert state["over"]
    assert state["seed"] is None
    assert state["tournament"]["sealed"]
    for path in ("", "/replay?move=1", "/log", "/transcript", "/review", "/chat", "/stream"):
        for client in (*others, visitor(app), *(one for one in organiser if one not in players)):
            assert (await client.get(f"/api/tables/{first}{path}")).status_code == 403, path
    for path in ("/replay?move=1", "/log", "/transcript", "/statistics", "/review"):
        answer = await players[0].get(f"/api/tables/{first}{path}")
        assert answer.json()["error"] == "round-not-over", path
    answer = await players[0].post(f"/api/tables/{first}/continue", {"move": 0, "seat": 0})
    assert answer.json()["error"] == "round-not-over"
    page = await page_of(players[0], tournament)
    game = next(one for one in games(page, 1) if one["table"] == first)
    assert (game["ranks"], game["totals"], game["points"], game["open"]) == (None, [], [], False)
    assert all(line["points"] == 0 for line in page["standings"])
    await play_on(second, others)
    page = await until(players[0], tournament, lambda page: page["round"] == 2 and bool(games(page, 2)))

    async def opened(page: dict[str, Any]) -> bool:
        return all([(await visitor(app).get(f"/api/tables/{table}")).status_code == 200 for table in tables])

    while not await opened(page):
        page = await page_of(players[0], tournament)
    seeds = {(await visitor(app).state(table))["seed"] for table in tables}
    assert len(seeds) == 1
    assert None not in seeds
    assert all(game["ranks"] for game in games(page, 1))


async def test_the_next_round_has_other_deals(app: Starlette, alex: Player) -> None:
    made = await organise(alex, duplicate=True, rounds=2)
    await ask(alex, made["id"], "bots", bot="random", count=4)
    await ask(alex, made["id"], "start")
    page = await until(alex, made["id"], is_over)
    seeds: dict[int, set[str]] = {1: set(), 2: set()}
    for number in (1, 2):
        for game in games(page, number):
            while (answer := await alex.get(f"/api/tables/{game['table']}")).status_code != 200:
                pass
            seeds[number].add(answer.json()["seed"])
    assert [len(one) for one in seeds.values()] == [1, 1]
    assert seeds[1] != seeds[2]
    # Each seat's two results are compared with each other: the better one has a point, equal ones have half of it.
    for number in (1, 2):
        assert sum(sum(game["points"]) for game in games(page, number)) == 2
