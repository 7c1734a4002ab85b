"""Without a connection the page says so and keeps what was on screen, also after a reload."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.web.axe import faults
from tests.web.house import ServerProcess
from tests.web.playing import glowing, state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.web.conftest import OpenPage

# Resolves once the service worker has stored the page.
KEPT = """async () => {
  while (!(await caches.match("/"))) await new Promise((resolve) => setTimeout(resolve, 50));
}"""
AS_IT_WAS = "You are offline. This is the table as it was; play continues as soon as the server answers."


@pytest.fixture(scope="module")
def server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that these tests end and start again."""
    server = ServerProcess(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


def sit_down(page: Page, game: str, seats: int) -> None:
    """A table at which the page's guest moves first, once the page is kept for a time without connection."""
    bots = [{"kind": "bot", "bot": "random"}] * (seats - 1)
    made = page.request.post("/api/tables", data={"game": game, "seats": [{"kind": "me"}, *bots]}).json()
    page.goto(f"/table/{made['table']}")
    glowing(page).first.wait_for()
    page.evaluate(KEPT)


def test_offline_the_table_stays_and_after_a_reload_it_is_shown_as_it_was(open_page: OpenPage) -> None:
    page = open_page()
    sit_down(page, "hanamikoji", 2)
    hand, length = page.locator(".hand").first.inner_text(), state(page)["length"]
    page.context.set_offline(True)
    expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
    assert glowing(page).count() > 0
    page.reload()
    expect(page.get_by_text(AS_IT_WAS)).to_be_visible()
    assert page.locator(".hand").first.inner_text() == hand
    assert glowing(page).count() == 0
    assert page.locator(".dock .button").count() == 0
    assert faults(page) == []
    page.context.set_offline(False)
    glowing(page).first.wait_for()
    assert page.get_by_text(AS_IT_WAS).count() == 0
    assert state(page)["length"] == length


def test_while_the_server_is_away_the_kept_table_is_shown_and_then_the_newest(
    open_page: OpenPage, server: ServerProcess
) -> None:
    page = open_page(locale="fr-FR")
    sit_down(page, "han", 3)
    server.stop()
    try:
        look_at_the_kept_table(page, server)
    finally:
        server.start()
    glowing(page).first.wait_for()


def look_at_the_kept_table(page: Page, server: ServerProcess) -> None:
    """The table that was open is shown, and nothing of it at the address of another one."""
    page.reload()
    expect(page.get_by_text("Vous êtes hors ligne.")).to_be_visible()
    expect(page.get_by_role("region", name="Han")).to_be_visible()
    page.goto(f"{server.address}/table/abcdefgh")
    expect(page.get_by_text("Vous êtes hors ligne.")).to_have_count(0)
    page.go_back()
    expect(page.get_by_text("Vous êtes hors ligne.")).to_be_visible()


def test_the_page_comes_from_the_server_whenever_it_answers(open_page: OpenPage) -> None:
    page = open_page()
    sit_down(page, "hanamikoji", 2)
    page.evaluate("""async () => {
      const [name] = await caches.keys();
      const outdated = new Response("<title>outdated</title>", { headers: { "Content-Type": "text/html" } });
      await (await caches.open(name)).put("/", outdated);
    }""")
    page.reload()
    glowing(page).first.wait_for()
    assert page.title() != "outdated"


def test_an_interrupted_page_of_an_older_build_is_loaded_anew(open_page: OpenPage) -> None:
    page = open_page()
    sit_down(page, "hanamikoji", 2)
    page.evaluate("document.querySelector('script[type=module]').src = '/assets/older.js'; window.older = true")
    page.context.set_offline(True)
    expect(page.get_by_text("The server cannot be reached.")).to_be_visible()
    page.context.set_offline(False)
    page.wait_for_function("() => !window.older")
    glowing(page).first.wait_for()
