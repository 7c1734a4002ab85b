"""Check this installation: compiled modules, speed, and optional dependencies."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import subprocess
import sys
from importlib import import_module, metadata
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

import guanxi
from guanxi._compiled import compiled_sources
from guanxi.engine import chance
from guanxi.engine.core.position import Moves, playout
from guanxi.server.http.pages import NOT_BUILT, is_built
from guanxi.server.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).parent
MEASURE = 0.3  # seconds
REBUILD = "python setup.py build_ext --inplace"


class Module(msgspec.Struct, frozen=True):
    """A module that should be compiled."""

    name: str
    compiled: bool  # the imported module is compiled
    present: bool  # there is a compiled module next to the source
    current: bool  # the imported module was built from the current source, or is that source

    def status(self) -> str:
        """The state of the module in words."""
        if not self.present:
            return "plain: not compiled"
        if not self.compiled:
            return "plain: GUANXI_PLAIN is set"
        return "compiled" if self.current else f"compiled from a different version of the source. Run: {REBUILD}"


def examine() -> Iterator[tuple[str, bool]]:
    """Yield the findings as lines, each with whether it is good."""
    yield f"Guanxi   {guanxi.__version__} ({PACKAGE})", True
    yield f"Python   {platform.python_implementation()} {platform.python_version()} ({sys.executable})", True
    yield "Modules", True
    found = modules()
    for module in found:
        yield f"  {'✓' if module.compiled and module.current else '✗'} {module.name}: {module.status()}", module.current
    yield f"Speed    {compared_speed(all(module.present for module in found))}", True
    yield f"Batches  {batches()}", True
    client = is_built(Settings().pages)
    yield f"Browser  {'the pages are there' if client else NOT_BUILT}", True
    for extra, there in extras().items():
        yield f"Extra    {extra}: {'installed' if there else f'not installed. Run: pip install guanxi[{extra}]'}", True


def modules() -> list[Module]:
    """All modules that should be compiled."""
    return [_module(path) for path in compiled_sources(PACKAGE)]


def _module(path: Path) -> Module:
    name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    running = import_module(name)
    compiled = not (running.__file__ or "").endswith(".py")
    return Module(
        name=name,
        compiled=compiled,
        present=any(path.with_suffix(suffix).exists() for suffix in EXTENSION_SUFFIXES),
        current=not compiled or getattr(running, "__source__", "") == hashlib.sha256(path.read_bytes()).hexdigest(),
    )


def batches() -> str:
    """A sentence that says in which games `guanxi.batch` plays in machine code."""
    native = [name for name in guanxi.game_names() if find_spec(f"guanxi.native.{name}")]
    if os.environ.get("GUANXI_PLAIN") or not native:
        return "plain Python"
    return f"in machine code: {', '.join(native)}"


def compared_speed(compiled: bool) -> str:
    """A sentence that compares the speed of compiled and plain modules."""
    plain = speed_in_subprocess(plain=True)
    quick = speed_in_subprocess(plain=False) if compiled else None
    if plain and quick:
        return (
            f"{quick:,.0f} decisions per second in random games; plain {plain:,.0f}, {quick / plain:.0f} times slower"
        )
    if plain:
        return (
            f"{plain:,.0f} decisions per second in random games. Compiled modules are about fifty times faster:\n"
            "         install a C compiler (gcc or clang), then reinstall Guanxi"
        )
    return "measurement failed"


def speed(name: str = "hanamikoji") -> float:
    """Decisions per second in random games on one core, played inside the engine."""
    game = guanxi.game(name)
    options = game.check_options(game.seats[0], game.automatic)
    moves, decisions, number, begun = Moves(), 0, 0, perf_counter()
    while (seconds := perf_counter() - begun) < MEASURE:
        decisions += playout(game.begin(game.seats[0], options, chance.words("doctor", number)), moves)
        number += 1
    return decisions / seconds


def speed_in_subprocess(plain: bool) -> float | None:
    """Measure `speed` in a subprocess with plain or compiled modules; None if that fails."""
    environment = {name: value for name, value in os.environ.items() if name != "GUANXI_PLAIN"}
    if plain:
        environment["GUANXI_PLAIN"] = "1"
    command = [sys.executable, "-c", "from guanxi.doctor import speed; print(speed())"]
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=True)
        return float(done.stdout)
    except (OSError, subprocess.SubprocessError, ValueError):
        return None


def extras() -> dict[str, bool]:
    """The optional extras, and whether their requirements are installed."""
    try:
        needs = metadata.requires("guanxi") or []
    except metadata.PackageNotFoundError:
        return {}
    found: dict[str, bool] = {}
    for need in needs:
        if extra := re.search(r"""extra == ["']([\w-]+)["']""", need):
            name = re.split(r"[^\w.-]", need, maxsplit=1)[0]
            found[extra[1]] = found.get(extra[1], True) and _installed(name)
    return found


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True
