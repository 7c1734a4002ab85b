"""The browser client's files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.server.builders import quick, started, visitor

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.anyio


async def test_every_page_address_gets_index_html(tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    (pages / "assets").mkdir(parents=True)
    (pages / "index.html").write_text("<!doctype html>Guanxi")
    (pages / "assets" / "app-1a2b.js").write_text("// code")
    (tmp_path / "secret.txt").write_text("not for you")
    async with started(quick(tmp_path, pages=pages)) as app:
        anybody = visitor(app)
        for path in ("/", "/table/abc", "/join/def", "/replay/x/12"):
            page = await anybody.get(path)
            assert (page.status_code, page.text) == (200, "<!doctype html>Guanxi")
            assert page.headers["cache-control"] == "no-cache"
        asset = await anybody.get("/assets/app-1a2b.js")
        assert "immutable" in asset.headers["cache-control"]
        for path in ("/missing.js", "/assets/missing.css", "/../secret.txt", "/%2e%2e/secret.txt", "/api/x"):
            assert (await anybody.get(path)).status_code == 404


async def test_without_the_client_a_sentence_says_what_to_do(tmp_path: Path) -> None:
    async with started(quick(tmp_path, pages=tmp_path / "none")) as app:
        page = await visitor(app).get("/table/abc")
        assert page.status_code == 503
        assert "make play" in page.text
        assert (await visitor(app).get("/api/health")).json() == {"ok": True}
