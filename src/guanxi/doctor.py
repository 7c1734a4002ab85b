"""How this installation is: what is compiled, what that is worth, what is missing."""

from __future__ import annotations

import hashlib
import os
import platform
import re
import subprocess
import sys
from importlib import import_module, metadata
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

import guanxi
from guanxi.engine import chance
from guanxi.engine.position import Moves, playout

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).parent
# The same as in derive.py, which is not a part of the installed package.
PARTS = ("material", "scoring", "negotiation", "control", "rebellion", "effects", "choices", "deck", "rules", "advice")
SEARCH = ("belief", "prospects", "standing", "ending", "features", "adviser")
COMPILED = (
    "engine/position.py",
    "engine/adviser.py",
    *(f"games/*/{part}.py" for part in (*PARTS, *SEARCH)),
    *(f"bots/{part}.py" for part in ("network", "pupil", "tree", "search", "ending", "trial")),
)
MEASURE = 0.3  # seconds
REBUILD = "python setup.py build_ext --inplace"


class Module(msgspec.Struct, frozen=True):
    """A module that is meant to be compiled."""

    name: str
    compiled: bool  # what runs now is compiled
    present: bool  # a compiled module lies beside the source
    fits: bool  # what runs was made from the source as it is now

    def says(self) -> str:
        """Its state in words."""
        if not self.present:
            return "plain: not compiled"
        if not self.compiled:
            return "plain: GUANXI_PLAIN is set"
        return "compiled" if self.fits else f"compiled from another source than the present one. Run: {REBUILD}"


def examine() -> Iterator[tuple[str, bool]]:
    """The findings, line by line, each with whether that is as it should be."""
    yield f"Guanxi   {guanxi.__version__} ({PACKAGE})", True
    yield f"Python   {platform.python_implementation()} {platform.python_version()} ({sys.executable})", True
    yield "Modules", True
    found = modules()
    for module in found:
        yield f"  {'✓' if module.compiled and module.fits else '✗'} {module.name}: {module.says()}", module.fits
    yield f"Speed    {compared_speed(all(module.present for module in found))}", True
    for extra, there in extras().items():
        yield f"Extra    {extra}: {'installed' if there else f'not installed. Run: pip install guanxi[{extra}]'}", True


def modules() -> list[Module]:
    """All modules that are meant to be compiled."""
    paths = [path for pattern in COMPILED for path in sorted(PACKAGE.glob(pattern))]
    return [_module(path) for path in paths]


def _module(path: Path) -> Module:
    name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    running = import_module(name)
    compiled = not (running.__file__ or "").endswith(".py")
    return Module(
        name=name,
        compiled=compiled,
        present=any(path.with_suffix(suffix).exists() for suffix in EXTENSION_SUFFIXES),
        fits=not compiled or getattr(running, "__source__", "") == hashlib.sha256(path.read_bytes()).hexdigest(),
    )


def compared_speed(compiled: bool) -> str:
    """What compiled modules are worth here, in words."""
    plain = speed_elsewhere(plain=True)
    quick = speed_elsewhere(plain=False) if compiled else None
    if plain and quick:
        return f"{quick:,.0f} decisions a second in random games; plain {plain:,.0f}, {quick / plain:.0f} times slower"
    if plain:
        return (
            f"{plain:,.0f} decisions a second in random games. Compiled modules are some fifty times quicker:\n"
            "         install a C compiler (gcc or clang), then Guanxi once more"
        )
    return "could not be measured"


def speed(name: str = "hanamikoji") -> float:
    """Decisions a second in random games, inside, on one core."""
    game = guanxi.game(name)
    options = game.check_options(game.seats[0], game.automatic)
    moves, decisions, number, begun = Moves(), 0, 0, perf_counter()
    while (seconds := perf_counter() - begun) < MEASURE:
        decisions += playout(game.begin(game.seats[0], options, chance.words("doctor", number)), moves)
        number += 1
    return decisions / seconds


def speed_elsewhere(plain: bool) -> float | None:
    """The same in another process, with plain or with compiled modules; None if that fails."""
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
    """The optional parts, and whether what each needs is installed."""
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
