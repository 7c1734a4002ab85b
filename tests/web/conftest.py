"""Real Chromium before a real server.  Without a browser these tests are skipped, and the summary says so."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import guanxi
from tests.web.house import ServerProcess

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

    OpenPage = Callable[..., Page]

# The first has no window that would have to be drawn as well.
BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
BUILT = Path(guanxi.__file__).parent / "server" / "static" / "index.html"
# Tests make every move themselves, and see it before it is made.
HABITS = """for (const [name, habit] of Object.entries({ pace: 'fast', forced: 'off', confirm: 'always' }))
  localStorage['guanxi.' + name] ??= habit"""
HERE = Path(__file__).parent
UNPAINTED = (HERE / "unpainted.js").read_text(encoding="utf-8")
PATIENCE = 60_000  # milliseconds; generous, because the machine may be busy


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give every browser test a second try, which the summary lists: on a busy machine things may come too late."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def chromium() -> str:
    """Where a browser is; without one the test is skipped."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("BROWSER TESTS SKIPPED: no Chrome or Chromium found. On Debian or Ubuntu: apt install chromium")
    if not BUILT.exists():
        pytest.skip("BROWSER TESTS SKIPPED: the client is not built. Run: npm ci && npm run build, in the folder web")
    return found


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """One browser for all tests; every page of `open_page` is a guest of its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for the tests of a file."""
    server = ServerProcess(tmp_path_factory.mktemp("server"))
    yield server
    server.stop()


@pytest.fixture
def open_page(browser: Browser, server: ServerProcess, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    """Opens an address as a new guest; what the page reports as an error fails the test."""
    errors: list[str] = []
    contexts = []
    server.draw(request.node.name)

    def open_(path: str = "/", newcomer: bool = False, **wishes: object) -> Page:
        usual = {"base_url": server.address, "locale": "en-GB", "reduced_motion": "reduce"}
        context = browser.new_context(**{**usual, **wishes})  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        context.add_init_script(UNPAINTED)
        if not newcomer:
            # A page without an address of its own has no storage.
            context.add_init_script(f"if (origin !== 'null') {HABITS}")
        context.request.get("/api/me")  # now: two first questions at once would make two guests
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.extend([line.text] if "Content Security Policy" in line.text else []))
        page.goto(path)
        return page

    yield open_
    for context in contexts:
        context.close()
    assert errors == []
