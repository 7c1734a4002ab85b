"""Han in a real browser: a province that has been filled is shown with its points before the game goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from guanxi.games.han.board import BOARDS
from tests.web.playing import fits, table_at

if TYPE_CHECKING:
    from tests.web.conftest import OpenPage

CAPTION = "The last space is taken: the houses are scored."


def filling(shown: Any) -> list[Any]:
    """The legal moves that take the last space of one province."""
    board = BOARDS.load(shown["view"]["board"])
    taken = {space["id"] for space in shown["view"]["spaces"]}
    left = {province: set(board.within(province)) - taken for province in board.provinces}
    houses = [offer for offer in shown["legal"] if offer["move"]["do"] == "house"]
    return [offer for offer in houses if list(left.values()).count({offer["move"]["at"]}) == 1]


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)], ids=["desktop", "phone"])
def test_a_province_that_is_full_is_shown_before_the_game_goes_on(open_page: OpenPage, size: tuple[int, int]) -> None:
    player = open_page()
    table = table_at(player, "han", lambda shown: bool(filling(shown)), 3, {"board": "border_disputes"})
    watcher = open_page(f"/table/{table}", viewport={"width": size[0], "height": size[1]})
    watcher.locator(".map").wait_for()
    shown = player.request.get(f"/api/tables/{table}").json()
    shown = player.request.get(f"/api/tables/{table}?seat={shown['to_move'][0]}").json()
    move = {"seat": shown["seat"], "move": filling(shown)[0]["notation"], "length": shown["length"], "id": "last"}
    answer = player.request.post(f"/api/tables/{table}/moves", data=move).json()

    (moment,) = answer["moments"]
    events = [line["event"] for line in answer["events"] if line["move"] == answer["moves"]]
    filled = next(event["province"] for event in events if event["event"] == "completed")
    points = [event["points"] for event in events if event.get("province") == filled and event["event"] == "scored"]
    assert moment["kind"] == "province"
    watcher.locator(".dock").get_by_text(CAPTION).wait_for()
    assert watcher.locator(".land.shown").get_attribute("data-place") == f"province:{filled}"
    assert watcher.locator(".slip text").all_text_contents() == [f"+{each}" for each in points]
    assert fits(watcher)
    watcher.get_by_role("button", name="Continue").click()
    watcher.locator(".slip").wait_for(state="detached")
