"""Every decision of every game on every screen: what must be pressed can be pressed, and the board comes first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import UNPAINTED
from tests.web.decisions import decisions, ended, show, show_all

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.conftest import OpenPage
    from tests.web.house import ServerProcess

PHONES = [(360, 640), (390, 664), (390, 844), (844, 390)]
DESKS = [(1024, 768), (1280, 720), (1366, 650), (1920, 1080)]
LANGUAGES = ["en", "fr", "it"]
FINGER, MOUSE = 44, 24  # the smallest thing that can be pressed, in pixels
TEXTS_ONCE = (Path(__file__).parent / "texts_once.js").read_text(encoding="utf-8")
LOOK = (Path(__file__).parent / "screens.js").read_text(encoding="utf-8")
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "hanamikoji": (2, {}),
    "han": (5, {}),
    "white_lotus": (6, {"negotiation": True}),
    "haiduci": (6, {}),
}


@pytest.fixture(scope="module", params=GAMES)
def kinds(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Every kind of decision of a game, with as many players as it takes."""
    seats, options = GAMES[request.param]
    return decisions(request.param, seats, **options)


@pytest.mark.parametrize("phone", [True, False], ids=["phones", "desks"])
def test_every_decision_can_be_made(
    browser: Browser, server: ServerProcess, kinds: dict[str, Any], phone: bool
) -> None:
    width, height = (PHONES if phone else DESKS)[0]
    context = browser.new_context(
        base_url=server.address,
        locale="en",
        reduced_motion="reduce",
        has_touch=phone,
        is_mobile=phone,
        viewport={"width": width, "height": height},
    )
    for script in (UNPAINTED, TEXTS_ONCE):
        context.add_init_script(script)
    page = context.new_page()
    limits = {"least": FINGER if phone else MOUSE, "share": 0.5 if phone else 0}
    languages, found = LANGUAGES, []
    for kind in show_all(page, kinds):
        for width, height in PHONES if phone else DESKS:
            page.set_viewport_size({"width": width, "height": height})
            faults = page.evaluate(LOOK, {**limits, "languages": languages})
            found += [f"{kind} at {width}×{height} {fault}" for fault in faults]
            languages = languages[::-1]  # the last one is still spoken
    context.close()
    assert found == []


@pytest.mark.parametrize("game", ["han", "white_lotus", "haiduci"])
def test_a_result_shows_its_totals_on_a_phone(open_page: OpenPage, game: str) -> None:
    page = open_page(viewport={"width": 390, "height": 664}, locale="fr")
    show(page, ended(game, 4))
    panel, total = page.get_by_role("dialog"), page.get_by_role("columnheader", name="Total")
    total.wait_for()
    right = "thing => thing.getBoundingClientRect().right"
    assert total.evaluate(right) <= panel.evaluate(right)


def test_geishas_have_their_whole_names_beside_a_review(open_page: OpenPage) -> None:
    page = open_page(viewport={"width": 800, "height": 700}, locale="fr")
    show(page, ended("hanamikoji", 2))
    names = page.locator("figcaption")
    names.first.wait_for(state="attached")
    assert names.evaluate_all("all => all.filter(name => name.scrollWidth > name.clientWidth).length") == 0
