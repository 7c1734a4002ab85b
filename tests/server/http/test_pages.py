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


async def test_a_browser_that_can_read_it_gets_an_asset_as_the_build_compressed_it(tmp_path: Path) -> None:
    assets = tmp_path / "pages" / "assets"
    assets.mkdir(parents=True)
    (tmp_path / "pages" / "index.html").write_text("<!doctype html>Guanxi")
    for name in ("app-1a2b.js", "other-3c4d.js"):
        (assets / name).write_text("// code")
    (assets / "app-1a2b.js.br").write_bytes(b"small")
    async with started(quick(tmp_path, pages=tmp_path / "pages")) as app:
        for path, accepted, encoding, size in (
            ("/assets/app-1a2b.js", "gzip, br", "br", "5"),
            ("/assets/app-1a2b.js", "gzip", None, "7"),
            ("/assets/other-3c4d.js", "gzip, br", None, "7"),
        ):
            asset = await visitor(app).client.head(path, headers={"Accept-Encoding": accepted})
            assert asset.headers.get("content-encoding") == encoding
            assert asset.headers["content-length"] == size
            assert asset.headers["content-type"].startswith("text/javascript")
            assert "immutable" in asset.headers["cache-control"]


async def test_without_the_client_a_sentence_says_what_to_do(tmp_path: Path) -> None:
    async with started(quick(tmp_path, pages=tmp_path / "none")) as app:
        page = await visitor(app).get("/table/abc")
        assert page.status_code == 503
        assert "make play" in page.text
        assert (await visitor(app).get("/api/health")).json() == {"ok": True}
