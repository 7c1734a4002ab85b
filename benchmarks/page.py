"""Measure the size of pages and the time until they are usable, in a real Chromium with a server on this machine.

    python benchmarks/page.py [--runs 5]

Bytes are as transferred, compressed as the server sends them.  A page is usable when its first button can be clicked
and the browser has had no task longer than 50 ms since.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser

RUN = """
import sys
from guanxi.server.serve import run
from guanxi.server.settings import Settings
run(Settings(db=sys.argv[1], limited=False))
"""
USABLE = """async (selector) => {
  while (!document.querySelector(selector)) await new Promise((done) => setTimeout(done, 5));
  let last = performance.now();
  new PerformanceObserver((list) => { for (const each of list.getEntries()) last = each.startTime + each.duration; })
    .observe({ type: "longtask", buffered: true });
  await new Promise((done) => setTimeout(done, 500));
  return last;
}"""
PAGES = {"home": "li:not(.coming) button", "Hanamikoji": "[role=button], .board button", "Han": ".board [role=button]"}


def chromium() -> str:
    """The path of a Chromium or Chrome on this machine."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = next((path for name in names if (path := shutil.which(name))), None)
    return found or sys.exit("No Chromium or Chrome was found; install one to measure the pages.")


def visit(browser: Browser, address: str, page_name: str) -> tuple[int, int, float]:
    """Bytes of scripts and styles, all bytes, and milliseconds until the page is usable, with an empty cache."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    try:
        if page_name != "home":
            address = new_table(page, address, page_name.lower())
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.setCacheDisabled", {"cacheDisabled": True})
        kinds: dict[str, str] = {}
        sizes: dict[str, float] = {}
        session.on("Network.responseReceived", lambda event: kinds.update({event["requestId"]: event["type"]}))
        session.on(
            "Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]})
        )
        page.goto(address)
        usable = page.evaluate(USABLE, PAGES[page_name])
        code = sum(
            size for request, size in sizes.items() if kinds.get(request) in ("Script", "Stylesheet", "Document")
        )
        return int(code), int(sum(sizes.values())), usable
    finally:
        page.close()


def new_table(page: Any, address: str, game: str) -> str:
    """The address of a new table against bots."""
    page.goto(address)
    seats = [{"kind": "me"}, {"kind": "bot", "bot": "random"}]
    answer = page.request.post(f"{address}api/tables", data={"game": game, "seats": seats})
    return f"{address}table/{answer.json()['table']}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="visits of each page")
    runs = parser.parse_args().runs
    table = Table("page", "code", "with fonts and words", "usable after", title="Pages, nothing cached")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        command = [sys.executable, "-c", RUN, str(Path(folder) / "tables.db")]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout
                address = server.stdout.readline().split()[3]
                time.sleep(1)
                browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
                for name in PAGES:
                    visits = [visit(browser, address, name) for _ in range(runs)]
                    code, everything, usable = (statistics.median(figures) for figures in zip(*visits, strict=True))
                    table.add_row(name, f"{code / 1000:.0f} kB", f"{everything / 1000:.0f} kB", f"{usable:.0f} ms")
                browser.close()
            finally:
                server.terminate()
    Console().print(table)


if __name__ == "__main__":
    main()
