"""Invitations: links that lead to one seat each."""

from __future__ import annotations

import base64
import hmac


def invitation(seed: str, seat: int, issue: int) -> str:
    """The token of an invitation: derived from the table's secret seed, so that its creator can see it again."""
    made = hmac.digest(seed.encode(), f"link {seat} {issue}".encode(), "sha256")
    return base64.urlsafe_b64encode(made[:16]).decode().rstrip("=")
