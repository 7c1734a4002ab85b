"""Compiled rules do what the plain ones do, come from the sources beside them, and are declared as they should be."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import guanxi
from tests.engine.fingerprint import fingerprint, is_plain

if TYPE_CHECKING:
    from types import ModuleType

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def derive() -> ModuleType:
    """derive.py, which is no part of the package."""
    spec = importlib.util.spec_from_file_location("derive", ROOT / "derive.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_plain(*arguments: str) -> str:
    """What a Python that uses the plain sources prints."""
    command = [sys.executable, "-m", "tests.engine.fingerprint", *arguments]
    environment = {**os.environ, "GUANXI_PLAIN": "1"}
    return subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout


needs_compiled = pytest.mark.skipif(is_plain(), reason="nothing is compiled here: there is only the plain side")


# How many games are compared in every position, and how many by their end; longer games in smaller numbers.
COMPARED = {"hanamikoji": (100, 10_000), "han": (12, 300)}
OTHERS = (8, 100)


@needs_compiled
@pytest.mark.parametrize("name", guanxi.game_names())
@pytest.mark.parametrize("every_position", [True, False], ids=["every position", "ends"])
def test_plain_and_compiled_play_the_same_games(name: str, every_position: bool) -> None:
    positions, ends = COMPARED.get(name, OTHERS)
    games = (positions, 0) if every_position else (0, ends)
    assert run_plain(name, *map(str, games)).split() == ["plain", fingerprint(name, *games)]


@needs_compiled
def test_compiled_modules_come_from_the_sources_beside_them(derive: ModuleType) -> None:
    for name in derive.modules():
        module = importlib.import_module(name)
        assert not str(module.__file__).endswith(".py"), f"{name} is not compiled, though others are"
        source = hashlib.sha256(derive.path_of(name).read_bytes()).hexdigest()
        assert module.__source__ == source, f"{name} is older than its source: build it again"


@needs_compiled
def test_compiled_constants_can_be_read_from_python() -> None:
    from guanxi.games.hanamikoji.rules import material

    assert material.CHARM == [2, 2, 2, 3, 3, 4, 5]
    assert material.MOVES == 534


def test_every_module_in_the_compiled_folders_is_compiled(derive: ModuleType) -> None:
    folders = {name.rpartition(".")[0] for name in derive.modules()}
    games = {f"guanxi.games.{game}.{folder}" for game in guanxi.game_names() for folder in ("rules", "playing")}
    assert folders == games | {"guanxi.engine.core", "guanxi.bots.core"}


def test_a_module_is_derived_after_those_it_imports(derive: ModuleType) -> None:
    names = derive.modules()
    for place, name in enumerate(names):
        assert not derive.imported(derive.path_of(name)) & set(names[place:])


def test_a_circle_of_imports_is_named(derive: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "guanxi/games/knot/rules"
    folder.mkdir(parents=True)
    (folder / "one.py").write_text("from guanxi.games.knot.rules.two import two\n", encoding="utf-8")
    (folder / "two.py").write_text("from guanxi.games.knot.rules.one import one\n", encoding="utf-8")
    compiled = importlib.import_module("guanxi._compiled")
    monkeypatch.setattr(derive, "load_plain", lambda _: compiled)
    monkeypatch.setattr(derive, "SOURCE", tmp_path)
    with pytest.raises(SystemExit, match=r"in a circle: .*knot\.rules\.one.*knot\.rules\.two"):
        derive.modules()


SMALL = '''
"""A small module."""

from __future__ import annotations

from guanxi.engine.core.position import NOBODY, Position
from guanxi.engine.record import array, record

WEIGHT = 0.5
PLACES = 3
ROW = [
    1,
    2,
]


@record
class Small(Position):
    """A record."""

    count: int = 0
    row: list[int] = array(PLACES)

    def winners(self) -> int:
        """Nobody."""
        return 0


def share(p: Small, seat: int) -> float:
    """Decimal, because one value is."""
    whole = p.count + 1
    part = 0
    part += whole / 3
    heavy = WEIGHT
    from_part = max(1, part)
    back = -1
    for place in range(PLACES):
        back = place
    again = share(p, seat) if seat else 0.0
    return part + heavy + from_part + back + again


def fail(p: Small) -> None:
    """Raises, on a line that must keep its number."""
    raise LookupError(p.count)


def words(p: Small, text: str) -> str:
    """Not whole numbers: stays Python."""
    return text


def first(row: list[int]) -> int:
    """Takes a row of some record."""
    return row[0]
'''


@pytest.fixture(scope="module")
def derived(derive: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The declarations and the source that are derived from the small module."""
    path = tmp_path_factory.mktemp("small") / "small.py"
    path.write_text(SMALL, encoding="utf-8")
    spec = importlib.util.spec_from_file_location("small", path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["small"] = module
    spec.loader.exec_module(module)
    patch = pytest.MonkeyPatch()
    patch.setattr(derive, "path_of", lambda _: path)
    patch.setattr(derive, "load_plain", lambda _: module)
    try:
        pxd, source = derive.Derivation("small", ["guanxi.engine.core.position", "small"]).derive()
    finally:
        patch.undo()
        del sys.modules["small"]
    return pxd, source


def locals_of(pxd: str, function: str) -> set[str]:
    """The types declared for a function's locals."""
    lines = pxd.splitlines()
    (at,) = [number for number, line in enumerate(lines) if f" {function}(" in line]
    assert lines[at - 1].startswith("@cython.locals(")
    return set(lines[at - 1].removeprefix("@cython.locals(").removesuffix(")").split(", "))


def test_locals_are_decimal_where_a_decimal_value_reaches_them(derived: tuple[str, str]) -> None:
    assert locals_of(derived[0], "share") == {
        "whole=int64_t",
        "part=double",
        "heavy=double",
        "from_part=double",
        "back=int64_t",
        "place=int64_t",
        "again=double",
    }


def test_functions_are_declared_with_their_types_and_may_raise(derived: tuple[str, str]) -> None:
    pxd = derived[0].splitlines()
    assert "cpdef double share(Small p, int64_t seat) except? -9999.0" in pxd
    assert "cpdef void fail(Small p) except *" in pxd
    assert "    cpdef int64_t winners(self) except? -9999" in pxd


def test_functions_that_are_not_all_numbers_stay_python(derived: tuple[str, str]) -> None:
    assert "words(" not in derived[0]
    assert "def words(p: Small, text: str) -> str:" in derived[1]


def test_functions_that_take_a_row_are_for_compiled_modules_only(derived: tuple[str, str]) -> None:
    assert "cdef int64_t first(int64_t* row) except? -9999" in derived[0].splitlines()


def test_fields_are_declared_with_their_lengths(derived: tuple[str, str]) -> None:
    pxd = derived[0].splitlines()
    assert "cdef class Small(Position)" in pxd
    assert "    cdef public int64_t count" in pxd
    assert "    cdef public int64_t[3] row" in pxd


def test_constants_become_constants_of_c(derived: tuple[str, str]) -> None:
    assert "static const double small_WEIGHT = 0.5;" in derived[0]
    assert "static const long long small_PLACES = 3;" in derived[0]
    assert "static const long long small_ROW[2] = {1, 2};" in derived[0]
    assert 'const long long ROW "small_ROW"[2]' in derived[0]


def test_compiled_modules_import_each_other_as_c(derived: tuple[str, str]) -> None:
    assert "from guanxi.engine.core.position cimport NOBODY, Position" in derived[0].splitlines()
    assert "import NOBODY" not in derived[1]


def test_every_line_keeps_its_number(derived: tuple[str, str]) -> None:
    before, after = SMALL.split("\n"), derived[1].split("\n")
    for line in ("    raise LookupError(p.count)", "    part += whole / 3", "def words(p: Small, text: str) -> str:"):
        assert after.index(line) == before.index(line)
    for line in ("WEIGHT = 0.5", "    2,", "@record"):
        assert after[before.index(line)] == ""


def test_the_source_of_a_compiled_module_is_known_by_its_digest(derived: tuple[str, str]) -> None:
    shown: dict[str, Any] = {}
    (line,) = [line for line in derived[1].split("\n") if line.startswith("globals()")]
    exec(line.replace("globals()", "shown"), {"shown": shown})
    assert shown["__source__"] == hashlib.sha256(SMALL.encode()).hexdigest()
    assert (shown["WEIGHT"], shown["PLACES"], shown["ROW"]) == (0.5, 3, [1, 2])
