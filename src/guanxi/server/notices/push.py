"""Web push: notices encrypted for one browser (RFC 8291) and signed with the server's key (RFC 8292).

The two small libraries for this are the extra `guanxi[push]`; without them there is no web push.
"""

from __future__ import annotations

import base64
from importlib.util import find_spec
from urllib.parse import urlsplit

import msgspec

TTL = 24 * 3600  # seconds that the push service keeps a notice for a browser that is offline


class Keys(msgspec.Struct, forbid_unknown_fields=True):
    """The keys of a browser's subscription, in base64url."""

    p256dh: str
    auth: str


class Subscription(msgspec.Struct):
    """A browser that receives notices."""

    endpoint: str
    keys: Keys


def available() -> bool:
    """Are the libraries installed?"""
    return all(find_spec(name) for name in ("http_ece", "py_vapid"))


def new_key() -> str:
    """A new private key for the server, as PEM."""
    from py_vapid import Vapid02

    key = Vapid02()
    key.generate_keys()
    return str(key.private_pem().decode())


def public_key(secret: str) -> str:
    """The public key that browsers get: a point of the curve in base64url."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    point = Vapid02.from_pem(secret.encode()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def encrypted(subscription: Subscription, text: bytes) -> bytes:
    """Encrypt a text for one browser."""
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
    """Headers of a push request; of several waiting notices with the same topic the browser gets the last."""
    from py_vapid import Vapid02

    parts = urlsplit(subscription.endpoint)
    signed = Vapid02.from_pem(secret.encode()).sign({"sub": contact, "aud": f"{parts.scheme}://{parts.netloc}"})
    return {**signed, "TTL": str(TTL), "Topic": topic, "Content-Encoding": "aes128gcm"}


def is_usable(subscription: Subscription) -> bool:
    """Are the keys of a subscription valid?"""
    try:
        encrypted(subscription, b"?")
    except Exception:  # the libraries raise many kinds of exceptions
        return False
    return True


def raw(text: str) -> bytes:
    """Decode base64url without padding."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
