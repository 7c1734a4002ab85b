"""Web push: only the browser can read a notice, and it can verify the sender."""

from __future__ import annotations

import base64
import os
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from tests.server.builders import play_on, started, two_people
from tests.server.moved import Hands, timed
from tests.server.receivers import http_receiver

if TYPE_CHECKING:
    from pathlib import Path

http_ece = pytest.importorskip("http_ece")
pytest.importorskip("py_vapid")
ec = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ec")
pytestmark = pytest.mark.anyio


def as_text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Browser:
    """A browser that has subscribed."""

    def __init__(self) -> None:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        self.secret = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        point = self.secret.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": as_text(point), "auth": as_text(self.auth)}

    def read(self, body: bytes) -> dict[str, Any]:
        """Decrypt a notice."""
        text = http_ece.decrypt(body, private_key=self.secret, auth_secret=self.auth, version="aes128gcm")
        said: dict[str, Any] = msgspec.json.decode(text)
        return said


async def test_a_browser_gets_a_notice(tmp_path: Path) -> None:
    hands, browser = Hands(), Browser()
    async with http_receiver() as receiver, started(timed(tmp_path, hands, private_hooks=True)) as app:
        table, (alex, bo) = await two_people(app)
        known = (await bo.get("/api/notices")).json()
        assert "push" in known["available"]
        wanted = {"kind": "push", "address": f"{receiver.url}/push/1", "keys": browser.keys}
        assert (await bo.post("/api/notices", wanted)).status_code == 201
        await play_on(table, [alex], 1)
        hands.move(minutes=2)
        await app.state.parts.delivery.deliver()
        (request,) = receiver.requests
        assert browser.read(request.body) == {
            "title": "Hanamikoji",
            "body": "Hanamikoji: it is your turn (with Alex).",
            "url": f"/table/{table}",
            "tag": table,
        }
        assert known["push_key"] in request.headers["authorization"]
        assert (request.headers["topic"], request.headers["content-encoding"]) == (table, "aes128gcm")


async def test_a_browser_that_is_gone_is_given_up(tmp_path: Path) -> None:
    hands, browser = Hands(), Browser()
    async with http_receiver() as receiver, started(timed(tmp_path, hands, private_hooks=True)) as app:
        table, (alex, bo) = await two_people(app)
        await bo.post("/api/notices", {"kind": "push", "address": f"{receiver.url}/1", "keys": browser.keys})
        receiver.answers = ["410 Gone"]
        await play_on(table, [alex], 1)
        hands.move(minutes=2)
        await app.state.parts.delivery.deliver()
        assert (await bo.get("/api/notices")).json()["channels"][0]["failed"] == "the address answers with 410"


async def test_invalid_keys(tmp_path: Path) -> None:
    async with http_receiver() as receiver, started(timed(tmp_path, Hands(), private_hooks=True)) as app:
        _table, (_alex, bo) = await two_people(app)
        for keys in (None, {"p256dh": "x", "auth": "y"}, {"p256dh": "", "auth": ""}):
            wanted = {"kind": "push", "address": f"{receiver.url}/1", "keys": keys}
            answer = await bo.post("/api/notices", wanted)
            assert (answer.status_code, answer.json()["error"]) == (422, "bad-push")
