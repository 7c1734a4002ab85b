"""Manners: what a bot likes to play where several moves look about equally good."""

from __future__ import annotations

from typing import Literal

Manner = Literal["bold", "patient", "spiteful", "fair"]
