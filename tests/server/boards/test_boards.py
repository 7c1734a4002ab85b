"""Boards that people make: checked, stored by content, and played on at any table."""

from __future__ import annotations

import gc
import json
from typing import TYPE_CHECKING, Any
from weakref import ref

import httpx
import msgspec
import pytest

import guanxi
from guanxi.boards.files import CACHED
from guanxi.server.boards.boards import LARGEST_BOARD, MOST_BOARDS, faultless
from guanxi.server.boards.kinds import ID, all_kinds, examine
from guanxi.server.http.errors import ApiError
from guanxi.server.storage.schema import BOARDS
from tests.server.builders import BOT, ME, Player, freeze_limits, quick, rematch, started, visitor

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.applications import Starlette

pytestmark = pytest.mark.anyio

KINDS = all_kinds()
OWN = {"han": "han board 1", "white_lotus": "white lotus board 1", "haiduci": "haiduci board 1"}


def shipped(game: str, name: str | None = None) -> dict[str, Any]:
    """A shipped board as a file."""
    files = KINDS[OWN[game]].files
    found: dict[str, Any] = json.loads(files.find(name or files.names[0]).read_bytes())
    return found


def renamed(game: str = "han") -> dict[str, Any]:
    """A board of one's own: a shipped one with another title."""
    file = shipped(game)
    file["title"]["en"] = "Avalon"
    return file


async def stored(player: Player, file: dict[str, Any]) -> dict[str, Any]:
    """A board as the server has stored it."""
    answer = await player.post("/api/boards", {"file": file})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def found_in(player: Player, file: Any) -> list[str]:
    """The faults that a check finds."""
    answer = await player.post("/api/boards/check", {"file": file})
    assert answer.status_code == 200, answer.text
    faults: list[str] = answer.json()["faults"]
    return faults


async def test_shipped_boards_are_starting_points(alex: Player) -> None:
    kinds = (await alex.get("/api/boards")).json()
    assert [kind["game"] for kind in kinds] == ["haiduci", "han", "white_lotus"]
    for kind in kinds:
        assert kind["schema"]["$ref"] == "#/$defs/BoardFile"
        for one in kind["shipped"]:
            found = (await alex.get(f"/api/boards/{one['name']}")).json()
            assert (found["id"], found["game"], found["option"]) == (one["name"], kind["game"], "board")
            assert found["file"]["guanxi"] == kind["kind"]
            assert found["seats"]


async def test_a_check_says_what_the_game_says(alex: Player) -> None:
    assert await found_in(alex, shipped("han")) == []
    wrong = shipped("han")
    wrong["alliances"].pop()
    assert await found_in(alex, wrong) == ["There are 14 alliances. Han has 15."]
    answer = (await alex.post("/api/boards/check", {"file": shipped("han")})).json()
    assert (answer["remarks"], answer["seats"]) == ([], [3, 4, 5])


async def test_a_map_whose_leaders_are_missing_is_for_nobody(alex: Player) -> None:
    bosnia = json.loads(json.dumps(shipped("haiduci")).replace('"russia"', '"bosnia"'))
    (fault, *_) = await found_in(alex, bosnia)
    assert fault == "leaders.json: bosnia has 0 leaders. Each faction has 3."


async def test_a_board_has_one_id_for_its_content(alex: Player, app: Starlette) -> None:
    first = await stored(alex, renamed())
    assert ID.fullmatch(first["id"])
    assert first["file"]["name"] == first["id"]
    assert (await stored(visitor(app), renamed() | {"name": "another"}))["id"] == first["id"]
    assert (await stored(alex, first["file"]))["id"] == first["id"]
    assert (await stored(alex, shipped("han")))["id"] != first["id"]
    assert (await alex.get(f"/api/boards/{first['id']}")).json() == first


async def test_a_board_with_faults_is_not_stored(alex: Player) -> None:
    answer = await alex.post("/api/boards", {"file": renamed() | {"track": []}})
    assert answer.status_code == 422
    assert answer.json()["message"] == "The track has 0 places. It needs 50, for 0 to 49 points."


@pytest.mark.parametrize("id_", ["map-2222222222222222", "nowhere", "..%2F..%2Fetc%2Fpasswd"])
async def test_an_unknown_board_is_not_found(alex: Player, id_: str) -> None:
    assert (await alex.get(f"/api/boards/{id_}")).status_code == 404
    seats = [ME, BOT, BOT]
    refused = await alex.post("/api/tables", {"game": "han", "options": {"board": id_}, "seats": seats})
    assert (refused.status_code, refused.json()["error"]) == (422, "bad-option")


async def test_a_board_of_another_game_is_refused(alex: Player) -> None:
    board = await stored(alex, renamed("white_lotus"))
    wanted = {"game": "han", "options": {"board": board["id"]}, "seats": [ME, BOT, BOT]}
    assert (await alex.post("/api/tables", wanted)).status_code == 422


@pytest.mark.databases
async def test_another_process_goes_on_on_the_same_board(tmp_path: Path, db: str) -> None:
    settings = quick(tmp_path, db=db)
    async with started(settings) as app:
        alex = visitor(app)
        board = await stored(alex, renamed())
        created = await alex.create(ME, BOT, BOT, game="han", options={"board": board["id"], "first": 0})
        await alex.play(await alex.turn(created["table"], 0))
    async with started(settings) as again:
        alex = Player(httpx.AsyncClient(transport=visitor(again).client._transport, cookies=alex.client.cookies))
        alex.client.base_url = httpx.URL("http://guanxi.test")
        state = await alex.turn(created["table"], 0)
        assert state["view"]["board"] == board["id"]
        assert (await alex.play(state))["length"] > state["length"]


async def test_a_log_holds_the_board_and_a_rematch_is_played_on_it(alex: Player) -> None:
    file = shipped("han", "ways_of_diplomacy")
    file["title"]["en"] = "Avalon"
    board = await stored(alex, file)
    created = await alex.create(ME, BOT, game="han", options={"board": board["id"]})
    state = await alex.turn(created["table"], 0)
    while not state["over"]:
        await alex.play(state)
        state = await alex.turn(created["table"], 0)
    log = (await alex.get(f"/api/tables/{created['table']}/log")).json()
    assert log["options"]["board"]["title"]["en"] == "Avalon"
    (*_, table) = guanxi.replay(json.dumps(log))
    assert table.result is not None
    assert [score.total for score in table.result.scores] == [score["total"] for score in state["result"]["scores"]]
    again = await alex.state(await rematch(created["table"], alex))
    assert again["options"]["board"] == again["view"]["board"] == board["id"]


async def test_a_level_plays_on_a_board_that_differs_in_its_structure(alex: Player) -> None:
    file = renamed()
    file["provinces"] = dict(reversed(file["provinces"].items()))
    file["spaces"] = dict(reversed(file["spaces"].items()))
    board = await stored(alex, file)
    novice = {"kind": "bot", "bot": "novice"}
    created = await alex.create(ME, novice, novice, game="han", options={"board": board["id"], "first": 1})
    state = await alex.turn(created["table"], 0)
    assert state["moves"] >= 2


async def test_boards_that_nobody_uses_leave_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    game, files = KINDS[OWN["han"]]
    monkeypatch.setattr(files, "faults", lambda *_: [])  # which takes time
    boards = []
    for number in range(2 * CACHED):
        file = files.decode(msgspec.json.encode(renamed() | {"reconstruction": str(number)}), "test")
        table = game.table(3, board=file)
        boards.append(ref(table.options.board))
        del file, table
    gc.collect()
    assert sum(board() is not None for board in boards) <= CACHED


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("size",), [1e300, 1e300]),
        (("size",), [-1, 0]),
        (("provinces", "wei", "outline"), [[1e308, -1e308], [1e308, 1e308], [0, 0]]),
        (("provinces", "wei", "outline"), []),
        (("provinces", "wei", "outline"), [[0, 0]] * 9000),
        (("provinces", "wei", "label"), [None, 1]),
        (("provinces", "wei", "name"), "x" * 50_000),
        (("provinces",), {f"p{n}": {} for n in range(10_000)}),
        (("provinces",), {}),
        (("spaces",), {}),
        (("spaces",), {"": {"at": [0, 0], "provinces": []}}),
        (("roads",), [["wei-1", "nowhere"]]),
        (("roads",), [["wei-1", "wei-1", [[0, 0]] * 10_000]]),
        (("players",), {"3": 10**18}),
        (("players",), {"²": 1}),
        (("open_cards",), float("inf")),
        (("title",), {}),
        (("guanxi",), ["han board 1"]),
        (("guanxi",), "han board 2"),
        (("scenery",), [{"kind": "river", "points": []}]),
    ],
)
def test_a_hostile_file_is_refused_with_a_sentence(path: tuple[str, ...], value: Any) -> None:
    file = shipped("han")
    part = file
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = value
    assert all(fault.endswith(".") for fault in examine(file).faults)
    with pytest.raises(ApiError):
        faultless(file)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e400", "9" * 400])
async def test_numbers_that_are_none_are_refused(alex: Player, number: str) -> None:
    body = json.dumps({"file": shipped("han") | {"size": ["number", 1]}}).replace('"number"', number)
    for address in ("/api/boards/check", "/api/boards"):
        answer = await alex.client.post(address, content=body, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 422), answer.text


async def test_a_board_too_large_is_refused(alex: Player) -> None:
    answer = await alex.post("/api/boards", {"file": {"guanxi": "x" * LARGEST_BOARD}})
    assert (answer.status_code, answer.json()["error"]) == (413, "too-large")
    assert (await alex.post("/api/tables", {"game": "x" * 20_000})).status_code == 413


async def test_a_guest_stores_a_limited_number(alex: Player, app: Starlette) -> None:
    first = await stored(alex, renamed())
    database = app.state.parts.database
    async with database.writing() as connection:
        (row,) = (await connection.execute(BOARDS.select())).mappings().all()
        more = [dict(row) | {"id": f"filler-{number}"} for number in range(MOST_BOARDS)]
        await connection.execute(BOARDS.insert(), more)
    refused = await alex.post("/api/boards", {"file": shipped("han")})
    assert (refused.status_code, refused.json()["error"]) == (409, "many-boards")
    assert (await alex.get(f"/api/boards/{first['id']}")).status_code == 200


async def test_checks_are_limited(tmp_path: Path) -> None:
    async with started(quick(tmp_path, limited=True)) as app:
        freeze_limits(app)
        alex = visitor(app)
        await alex.get("/api/boards")
        answers = [(await alex.post("/api/boards/check", {"file": {}})).status_code for _ in range(31)]
        assert answers == [200] * 30 + [429]
