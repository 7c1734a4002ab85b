"""Web push: notices encrypted for one browser (RFC 8291) and signed with the server's key (RFC 8292).

The two small libraries that do this are an extra, `guanxi[push]`; without them there is no web push.
"""

from __future__ import annotations

import base64
from importlib.util import find_spec
from urllib.parse import urlsplit

import msgspec

TTL = 24 * 3600  # seconds that a notice waits for a browser that is not there


class Keys(msgspec.Struct, forbid_unknown_fields=True):
    """What a browser gives for its subscription, in base64url."""

    p256dh: str
    auth: str


class Subscription(msgspec.Struct):
    """A browser that takes notices."""

    endpoint: str
    keys: Keys


def available() -> bool:
    """Are the libraries there?"""
    return all(find_spec(name) for name in ("http_ece", "py_vapid"))


def new_key() -> str:
    """A server's secret key, as text."""
    from py_vapid import Vapid02

    key = Vapid02()
    key.generate_keys()
    return str(key.private_pem().decode())


def public_key(secret: str) -> str:
    """What browsers are told of a server's key: a point of the curve in base64url."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    point = Vapid02.from_pem(secret.encode()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def encrypted(subscription: Subscription, text: bytes) -> bytes:
    """A text that only this browser can read."""
    import http_ece
    from cryptography.hazmat.primitives.asymmetric import ec

    return bytes(
        http_ece.encrypt(
            text,
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=raw(subscription.keys.p256dh),
            auth_secret=raw(subscription.keys.auth),
            version="aes128gcm",
        )
    )


def headers(subscription: Subscription, secret: str, contact: str, topic: str) -> dict[str, str]:
    """Who sends; of several notices with one topic that wait for a browser, it gets the last."""
    from py_vapid import Vapid02

    parts = urlsplit(subscription.endpoint)
    signed = Vapid02.from_pem(secret.encode()).sign({"sub": contact, "aud": f"{parts.scheme}://{parts.netloc}"})
    return {**signed, "TTL": str(TTL), "Topic": topic, "Content-Encoding": "aes128gcm"}


def is_usable(subscription: Subscription) -> bool:
    """Are a subscription's keys keys?"""
    try:
        encrypted(subscription, b"?")
    except Exception:  # the libraries raise whatever comes to their mind
        return False
    return True


def raw(text: str) -> bytes:
    """Base64url without padding, as bytes."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
