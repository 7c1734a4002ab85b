"""The browser client's files.  Every page address gets index.html; the client's router decides what to show."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    from pathlib import Path

    from starlette.types import Receive, Scope, Send

NOT_BUILT = (
    "This installation of Guanxi has no pages for the browser: Node was missing when it was built. Install Node 20 or "
    "newer, with npm, and then Guanxi again; in a clone of the project, “make play” does everything."
)


class Pages(StaticFiles):
    """Static files, and index.html for every path without a file extension."""

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, html=True, check_dir=False)
        self._folder = folder

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] in ("GET", "HEAD") and not is_built(self._folder):
            await PlainTextResponse(f"{NOT_BUILT}\n", 503)(scope, receive, send)
            return
        await super().__call__(scope, receive, send)

    async def get_response(self, path: str, scope: Scope) -> Response:
        try:
            response = self._compressed(path, scope) or await super().get_response(path, scope)
        except HTTPException as wrong:
            if wrong.status_code != 404 or "." in path.rpartition("/")[2]:
                raise
            path, response = "index.html", await super().get_response("index.html", scope)
        # The name of an asset contains a hash of its content.
        lasting = path.startswith("assets/")
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return response

    def _compressed(self, path: str, scope: Scope) -> Response | None:
        """An asset as the build has compressed it, if it has and the browser understands that."""
        if not path.startswith("assets/") or "br" not in Headers(scope=scope).get("accept-encoding", ""):
            return None
        full_path, found = self.lookup_path(f"{path}.br")
        if found is None:
            return None
        response = self.file_response(full_path, found, scope)
        if response.status_code == 200:
            response.headers["Content-Encoding"] = "br"
        response.headers.add_vary_header("Accept-Encoding")
        return response


def is_built(folder: Path) -> bool:
    """Whether the browser client is there."""
    return (folder / "index.html").exists()
