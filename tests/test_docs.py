"""The documentation: links lead somewhere, every page is on the site, and the notebooks run."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]
NOTEBOOKS = sorted(DOCS.glob("notebooks/*.ipynb"))


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
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "notebooks are kept without their outputs"
            exec(compile("".join(cell["source"]), notebook.name, "exec"), names)
