"""Compiled rules behave like the plain ones, come from the current sources, and have the right declarations."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import shutil
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
    """derive.py, which is not part of the package."""
    return load("derive", ROOT / "derive.py")


def run_plain(*arguments: str) -> str:
    """The output of a program that uses the plain sources."""
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
def test_native_modules_come_from_the_current_sources(derive: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "derive", derive)
    native = load("native", ROOT / "native.py")
    assert sorted(native.games(derive.modules())) == sorted(guanxi.game_names())
    for name in guanxi.game_names():
        module = importlib.import_module(f"guanxi.native.{name}")
        assert module.__source__ == native.digest(name), f"{module.__name__} is older than its sources: build it again"


@needs_compiled
def test_compiled_constants_can_be_read_from_python() -> None:
    from guanxi.games.hanamikoji.rules import material

    assert material.PAIR[:3] == [[0, 0], [0, 1], [0, 2]]
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
TABLE = [[1, 2, 3], [4, 5, 6]]


@record
class Small(Position):
    """A record."""

    count: int = 0
    row: list[int] = array(PLACES)
    table: list[list[int]] = array(2, PLACES)
    tall: list[list[int]] = array(PLACES, 2)

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


def fill(p: Small) -> int:
    """Rows of tables, as locals and as arguments."""
    one, two, three = TABLE[1]
    for seat in range(2):
        mine = p.table[seat]
        constants = TABLE[seat]
        for place in range(PLACES):
            mine[place] = 10 * constants[place]
    p.table[1][2] += one + two * three
    row = p.row
    row[1] = first(p.table[0])
    return first(p.table[1])
'''


def derivation(derive: ModuleType, path: Path, source: str) -> Any:
    """The derivation of a module with this source."""
    path.write_text(source, encoding="utf-8")
    module = load(path.stem, path)
    patch = pytest.MonkeyPatch()
    patch.setattr(derive, "path_of", lambda _: path)
    patch.setattr(derive, "load_plain", lambda _: module)
    try:
        return derive.Derivation(path.stem, ["guanxi.engine.core.position", path.stem])
    finally:
        patch.undo()


def load(name: str, path: Path) -> ModuleType:
    """The module of a file, plain or compiled, that is imported nowhere else."""
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def derived(derive: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """The declarations and the source that are derived from the small module."""
    pxd, source = derivation(derive, tmp_path_factory.mktemp("small") / "small.py", SMALL).derive()
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
    assert "    cdef public int64_t[2][3] table" in pxd


def test_locals_that_stand_for_rows_are_pointers(derived: tuple[str, str]) -> None:
    assert locals_of(derived[0], "fill") == {
        "one=int64_t",
        "two=int64_t",
        "three=int64_t",
        "seat=int64_t",
        "place=int64_t",
        "mine=whole_row",
        "row=whole_row",
        "constants=constant_row",
    }


def test_constants_become_constants_of_c(derived: tuple[str, str]) -> None:
    assert "static const double small_WEIGHT = 0.5;" in derived[0]
    assert "static const long long small_PLACES = 3;" in derived[0]
    assert "static const long long small_ROW[2] = {1, 2};" in derived[0]
    assert 'const long long ROW "small_ROW"[2]' in derived[0]
    assert "static const long long small_TABLE[2][3] = {{1, 2, 3}, {4, 5, 6}};" in derived[0]
    assert 'const long long TABLE "small_TABLE"[2][3]' in derived[0]


def test_tables_with_rows_of_different_lengths_are_refused(derive: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"ragged: the rows of TABLE differ in length"):
        derivation(derive, tmp_path / "ragged.py", "TABLE = [[1, 2], [3]]\n").derive()


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


# Compiles one module of the sources in a folder, without the optimisations, which take long.
BUILD = """
import sys
from pathlib import Path
from Cython.Build import cythonize
from setuptools import Distribution, Extension
import derive

folder, name = Path(sys.argv[1]), sys.argv[2]
derive.SOURCE = folder / "src"
paths = derive.derive_all(folder / "derived")
extension = Extension(name, [str(paths[name])], extra_compile_args=["-O0", "-Werror=incompatible-pointer-types"])
options = {"compiler_directives": derive.DIRECTIVES, "include_path": [str(folder / "derived")], "quiet": True}
build = Distribution({"ext_modules": cythonize([extension], **options)}).get_command_obj("build_ext")
build.build_lib, build.build_temp = str(folder / "lib"), str(folder / "temp")
build.ensure_finalized()
build.run()
"""


@needs_compiled
def test_rows_of_tables_are_the_same_plain_and_compiled(tmp_path: Path) -> None:
    source = tmp_path / "src/guanxi/games/small/rules/small.py"
    package = Path(guanxi.__file__).parent
    shutil.copytree(package / "engine", tmp_path / "src/guanxi/engine", ignore=shutil.ignore_patterns("*.so"))
    shutil.copy(package / "_compiled.py", tmp_path / "src/guanxi")
    source.parent.mkdir(parents=True)
    source.write_text(SMALL, encoding="utf-8")
    name = "guanxi.games.small.rules.small"
    subprocess.run([sys.executable, "-c", BUILD, str(tmp_path), name], cwd=ROOT, check=True, capture_output=True)
    (built,) = (tmp_path / "lib/guanxi/games/small/rules").iterdir()
    plain, compiled = load("small", source), load(name, built)
    assert (plain.TABLE, plain.PLACES) == (compiled.TABLE, compiled.PLACES)
    for module in (plain, compiled):
        p = module.Small()
        assert p.table == [[0, 0, 0], [0, 0, 0]]
        assert module.fill(p) == 40
        assert (p.table, p.row) == ([[10, 20, 30], [40, 50, 94]], [0, 10, 0])
        twin = p.copy()
        assert twin.numbers() == p.numbers()
        twin.table = [[1, 2, 3], [4, 5, 6]]
        twin.tall = [[1, 2], [3, 4], [5, 6]]
        assert (twin.table, p.table[0]) == ([[1, 2, 3], [4, 5, 6]], [10, 20, 30])
        p.copy_from(twin)
        assert p.numbers() == twin.numbers()
        assert (p.table, p.tall) == ([[1, 2, 3], [4, 5, 6]], [[1, 2], [3, 4], [5, 6]])
