"""With GUANXI_PLAIN=1, run from the plain sources even if compiled modules exist.  For debugging and for tests."""

from __future__ import annotations

import sys
from importlib.machinery import SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType


class _Sources:
    """Finds a module of this package as its .py file, before Python looks for a compiled one."""

    def find_spec(self, name: str, path: Sequence[str] | None, _target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith("guanxi.") or not path:
            return None
        for folder in path:
            source = Path(folder) / (name.rpartition(".")[2] + ".py")
            if source.exists():
                return spec_from_file_location(name, source, loader=SourceFileLoader(name, str(source)))
        return None


def prefer_sources() -> None:
    """Import this package's modules from their sources from now on."""
    sys.meta_path.insert(0, _Sources())
