"""Which sources are compiled: every module in these folders of the package.  Read by `derive.py` and the doctor."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FOLDERS = ("engine/core", "games/*/rules", "games/*/playing", "bots/core")


def compiled_sources(package: Path) -> list[Path]:
    """The sources that are compiled, in the order of the folders; `__init__.py` stays plain."""
    paths = [path for folder in FOLDERS for path in sorted(package.glob(f"{folder}/*.py"))]
    return [path for path in paths if path.name != "__init__.py"]
