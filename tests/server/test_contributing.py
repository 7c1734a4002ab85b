"""CONTRIBUTING describes the server as it is: its packages, and the functions on the path of a move."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MOST_FUNCTIONS = 40  # from the request to the other player's stream


def section(title: str) -> str:
    return PAGE.split(f"## {title}\n")[1].split("\n## ")[0]


def defined(folder: str) -> set[str]:
    """The names of all functions and classes below a folder."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/guanxi" / folder).rglob("*.py"))
    return set(re.findall(r"(?:def|class) (\w+)", source))


def test_the_path_of_a_move_names_functions_that_exist() -> None:
    steps = section("The path of a move").split("\n2. ")[1].split("\n8. ")[0]
    names = {name.rsplit(".", 1)[-1] for name in re.findall(r"`([\w.]+)`", steps)}
    server = defined("server")
    assert names - server - defined("engine") == set()
    assert len(names & server) <= MOST_FUNCTIONS


def test_the_packages_are_listed_in_the_order_that_is_checked() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    (layers,) = (one["layers"] for one in contracts if one.get("containers") == ["guanxi.server"])
    rows = re.findall(r"^\| (`.+?`) \|", section("The server"), re.MULTILINE)
    listed = [{re.sub(r"[/`]|\.py", "", name) for name in row.split(", ")} for row in rows]
    assert listed == [set(layer.split(" | ")) for layer in layers]
