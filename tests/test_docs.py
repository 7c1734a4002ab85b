"""The documentation: links lead somewhere, every page is on the site, commands are understood, the notebooks run."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from cyclopts import MissingArgumentError

from guanxi.cli import app

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
NOTEBOOKS = sorted(DOCS.glob("notebooks/*.ipynb"))
NEEDS_TORCH = {"first_hour.ipynb"}


def name_of(path: Path) -> str:
    """A file's name in the list of tests."""
    return str(path.relative_to(ROOT))


def anchor(heading: str) -> str:
    """The part of an address after `#` that leads to a heading."""
    return re.sub(r"[^\w -]", "", heading.lower()).strip().replace(" ", "-")


def anchors(page: Path) -> set[str]:
    """The headings of a page that can be linked to."""
    return {anchor(heading) for heading in re.findall(r"^#+ (.*)", page.read_text(encoding="utf-8"), re.MULTILINE)}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for path, heading in re.findall(r"\]\((?!\w+:)([^)#]*)#?([^)]*)\)", page.read_text(encoding="utf-8")):
        target = page.parent / path if path else page
        assert target.exists(), path
        assert not heading or heading in anchors(target), f"{path}#{heading}"


def test_every_page_is_on_the_site() -> None:
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    lists = re.findall(r"```\{toctree\}\n.*?\n\n(.*?)```", index, re.DOTALL)
    listed = [line for one in lists for line in one.split()]
    pages = [page.relative_to(DOCS).with_suffix("") for page in (*DOCS.rglob("*.md"), *NOTEBOOKS)]
    assert sorted(listed) == sorted(str(page) for page in pages if page.name != "index")


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=name_of)
def test_the_notebooks_run(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if notebook.name in NEEDS_TORCH:
        pytest.importorskip("torch", reason='PyTorch is not installed: pip install "guanxi[ppo]"')
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(ROOT / "examples")
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "notebooks are kept without their outputs"
            exec(compile("".join(cell["source"]), notebook.name, "exec"), names)


BLOCK = re.compile(
    r"(?:<!-- not run: (?P<why>.*?) -->\n+)?^```(?P<language>\w*)\n(?P<text>.*?)^```", re.DOTALL | re.MULTILINE
)
OURS = "guanxi make pip python"
OTHERS = "apt cd certbot chmod cp createdb curl docker echo git ln nginx node npm pg_dump pg_restore systemctl useradd"
PROGRAM = "|".join(f"{OURS} {OTHERS}".split())
COMMAND = re.compile(rf"^(?:\w+=\S+ )*(?P<command>(?:{PROGRAM}) [^#\n]*?)(?: {{2,}}.*| *#.*)?$", re.MULTILINE)
INLINE = re.compile(r"`guanxi ([^`]+)`")
RUN = {
    "arena.md": "tests/lab/test_arena_page.py",
    "bots.md": "tests/bots/test_bots_page.py",
}  # pages whose tests run `sh`


def commands() -> Iterator[tuple[Path, re.Match[str], str]]:
    """All commands in the blocks of all pages: the page, the block and the command."""
    for page in PAGES:
        for block in BLOCK.finditer(page.read_text(encoding="utf-8")):
            for found in COMMAND.finditer(block["text"]):
                yield page, block, found["command"].strip()


def test_every_command_is_run_by_a_test_or_marked_with_why_not() -> None:
    for page, block, command in commands():
        assert block["why"] or (page.name in RUN and block["language"] == "sh"), f"{page.name}: {command}"
    assert all((ROOT / test).is_file() for test in RUN.values())


def test_every_command_in_a_sentence_is_understood() -> None:
    """Its arguments may be left out, as in `guanxi replay`."""
    for page in PAGES:
        for arguments in INLINE.findall(BLOCK.sub("", page.read_text(encoding="utf-8"))):
            with suppress(MissingArgumentError):
                app.parse_args(shlex.split(arguments), exit_on_error=False, print_error=False)


def test_every_command_is_understood() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for page, _, command in commands():
        program, *arguments = shlex.split(command)
        where = f"{page.name}: {command}"
        match program:
            case "guanxi":
                app.parse_args(arguments, exit_on_error=False, print_error=False)
            case "make":
                assert re.search(rf"^{arguments[0]}:", makefile, re.MULTILINE), where
            case "pip":
                assert all(extra in extras for extra in re.findall(r"\[(.*)\]", arguments[-1])), where
            case "python":
                file = ROOT / arguments[0]
                if arguments[0] == "-m":
                    file = ROOT / arguments[1].replace(".", "/") / "__main__.py"
                script = file.read_text(encoding="utf-8")
                assert all(one in script for one in arguments if one.startswith("--")), where
