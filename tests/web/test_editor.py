"""The board editor: a shipped map is changed, found wrong, repaired, shared and played on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.web.playing import decide

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import OpenPage


def test_a_map_is_changed_repaired_shared_and_played(open_page: OpenPage) -> None:
    page = open_page(path="/editor?game=han")
    page.get_by_role("button", name="Begin with Border Disputes").click()
    page.get_by_text("Can be played. Players: 3, 4, 5").wait_for()
    page.get_by_role("button", name="Wei", exact=True).focus()
    page.keyboard.press("Enter")
    corner = page.locator(".corner").first.bounding_box()
    assert corner
    page.mouse.move(corner["x"] + corner["width"] / 2, corner["y"] + corner["height"] / 2)
    page.mouse.down()
    page.mouse.move(corner["x"] + 160, corner["y"] + 160, steps=3)
    page.mouse.up()
    page.get_by_text("put right").wait_for()
    page.get_by_role("button", name=re.compile("Wei")).last.wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("Can be played").wait_for()

    page.get_by_role("textbox", name="English").fill("Avalon")
    page.get_by_text("Avalon").first.wait_for()
    page.get_by_role("button", name="Copy link").click()
    link = page.get_by_role("textbox", name="The link of this board").input_value()
    assert re.search(r"/editor\?board=map-\w{16}$", link)

    page.goto(link)
    page.get_by_role("button", name="Edit a copy").click()
    page.get_by_role("button", name="Undo").wait_for()
    page.goto(link)
    page.get_by_role("button", name="Edit a copy").wait_for()
    page.get_by_role("button", name="Play it").click()
    page.get_by_role("dialog").get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/table/*")
    for _ in range(2):
        decide(page)
    page.locator(".board [data-place='province:wei']").wait_for(state="attached")


ON_PAGE = """([x, y]) => {
  const at = new DOMPoint(x, y).matrixTransform(document.querySelector("svg[role=group]").getScreenCTM());
  return [at.x, at.y];
}"""
OUTLINE = "id => fetch('/api/boards/yuan').then((sent) => sent.json()).then(({ file }) => file.provinces[id].outline)"


def begun(open_page: OpenPage, game: str, board: str) -> Page:
    """The editor with a shipped board that has been checked."""
    page = open_page(f"/editor?game={game}")
    page.get_by_role("button", name=f"Begin with {board}").click()
    page.get_by_text("Can be played").wait_for()
    return page


def test_a_province_is_drawn_again_along_its_neighbours(open_page: OpenPage) -> None:
    page = begun(open_page, "white_lotus", "China under the Yuan")
    page.get_by_role("button", name="Kaifeng", exact=True).focus()
    page.keyboard.press("Delete")
    page.get_by_text("There are 38 provinces. The White Lotus has 39.").wait_for()

    page.get_by_role("button", name="New province").click()
    for corner in page.evaluate(OUTLINE, "kaifeng")[::4]:
        page.mouse.click(*page.evaluate(ON_PAGE, corner))
    page.keyboard.press("Enter")
    page.get_by_role("textbox", name="Name").fill("Bianliang")
    page.get_by_role("combobox", name="Zone").select_option("light")
    page.get_by_text("Can be played. Players: 3, 4, 5, 6").wait_for()
    for neighbour in ("Luoyang", "Xuzhou", "Jinan"):
        page.get_by_role("button", name=f"Remove: {neighbour}").wait_for()


def test_a_road_is_dragged_from_space_to_space(open_page: OpenPage) -> None:
    page = begun(open_page, "han", "Border Disputes")
    page.get_by_role("button", name="Roads", exact=True).click()
    page.locator("[data-end=wei-1]").hover()
    page.mouse.down()
    page.locator("[data-end=wei-3]").hover()
    page.mouse.up()
    page.get_by_text("The road from wei-1 to wei-3 runs through wei-2.").wait_for()
    page.get_by_role("heading", name="wei-1 – wei-3").wait_for()


def test_a_border_bends_with_what_lies_on_it(open_page: OpenPage) -> None:
    page = begun(open_page, "han", "Border Disputes")
    page.get_by_role("button", name="Qi", exact=True).focus()
    page.keyboard.press("Enter")
    page.locator(".corner").first.wait_for()
    page.mouse.move(*page.evaluate(ON_PAGE, [636, 378]))
    page.mouse.down()
    page.mouse.move(*page.evaluate(ON_PAGE, [626, 388]), steps=3)
    page.mouse.up()
    page.get_by_role("button", name="Undo").and_(page.locator(":enabled")).wait_for()
    page.get_by_role("button", name="Copy link").and_(page.locator(":enabled")).wait_for()
    page.get_by_role("button", name="House spaces", exact=True).click()
    page.get_by_role("button", name=re.compile(r"^wei-qi, Place: (?!636, 378)")).wait_for()


def test_a_mountain_is_moved_alone(open_page: OpenPage) -> None:
    page = begun(open_page, "haiduci", "The Balkans in 1807")
    page.get_by_role("button", name="Scenery", exact=True).click()
    page.get_by_role("button", name=re.compile("mountains, Course: 420, 664")).focus()
    page.keyboard.press("Shift+ArrowRight")
    page.get_by_role("heading", name=re.compile("mountains")).wait_for()
    page.get_by_role("button", name=re.compile("mountains, Course: 430, 664")).wait_for()


def test_an_empty_sheet_says_what_it_needs(open_page: OpenPage) -> None:
    page = open_page("/editor?game=haiduci")
    page.get_by_role("button", name="An empty sheet").first.click()
    page.get_by_role("heading", name="A new board").wait_for()
    page.get_by_text("serbia has 0 territories. Each province has 5.").wait_for()


# The middle of a side whose cross no corner covers.
OPEN_SIDE = """() => {
  for (const side of document.querySelectorAll(".side")) {
    const { x, y, width, height } = side.getBoundingClientRect();
    const at = [x + width / 2, y + height / 2];
    if (side.contains(document.elementFromPoint(...at))) return at;
  }
  return null;
}"""
CORNERS = "count => document.querySelectorAll('.corner').length === count"


def test_a_finger_adds_and_removes_corners_and_bends(open_page: OpenPage) -> None:
    tablet: dict[str, object] = {"viewport": {"width": 1024, "height": 768}, "has_touch": True}
    page = open_page("/editor?game=white_lotus", **tablet)
    page.get_by_role("button", name="Begin with China under the Yuan").tap()
    page.get_by_text("Can be played. Players: 3, 4, 5, 6").wait_for()
    page.get_by_role("button", name="Ningxia", exact=True).dispatch_event("pointerup")
    corners = page.locator(".corner")
    corners.first.wait_for()
    before = corners.count()
    page.touchscreen.tap(*page.evaluate(OPEN_SIDE))
    page.wait_for_function(CORNERS, arg=before + 1)
    page.get_by_role("button", name="Remove this corner").tap()
    page.wait_for_function(CORNERS, arg=before)

    page = open_page("/editor?game=han", **tablet)
    page.get_by_role("button", name="Begin with Border Disputes").tap()
    page.get_by_role("button", name="Roads", exact=True).tap()
    page.get_by_label("Choose from the list").select_option(index=1)
    corners = page.locator(".corner")
    corners.first.wait_for()
    bends = corners.count()
    page.touchscreen.tap(*page.evaluate(OPEN_SIDE))
    page.wait_for_function(CORNERS, arg=bends + 1)
