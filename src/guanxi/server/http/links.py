"""Links that other devices can open, as addresses and QR codes."""

from __future__ import annotations

import io
from ipaddress import ip_address
from urllib.parse import urlsplit

from msgspec import Struct


class Link(Struct, frozen=True):
    """An address to share, its QR code as SVG, and whether it works on this machine only."""

    url: str
    qr: str
    local: bool


class Links:
    """Makes links to this server; `address` is how others reach it, if that is known."""

    def __init__(self, address: str | None) -> None:
        self._address = address

    def to(self, path: str, seen: str) -> Link:
        """A link to a path.  `seen` is the client's address for this server, which others may be unable to use."""
        base = self._address if self._address and is_local(seen) else seen
        url = base.rstrip("/") + path
        return Link(url, qr_code(url), is_local(url))


def is_local(address: str) -> bool:
    """Whether an address leads every machine to itself."""
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def qr_code(address: str) -> str:
    """An address as a QR code: an SVG without a size of its own, black on white in every theme, as cameras need it."""
    import segno

    picture = io.BytesIO()
    code = segno.make(address, error="m", micro=False)
    code.save(picture, kind="svg", xmldecl=False, svgns=True, omitsize=True, dark="#000", light="#fff", border=4)
    return picture.getvalue().decode()
