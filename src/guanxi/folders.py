"""Where this system keeps what a user wants to keep."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def folder() -> Path:
    """The user's own folder for games."""
    if chosen := os.environ.get("XDG_DATA_HOME"):
        return Path(chosen) / "guanxi"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "guanxi"
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or Path.home() / "AppData" / "Roaming") / "guanxi"
    return Path.home() / ".local" / "share" / "guanxi"
