"""`guanxi board`: check, show or copy boards, cards and other files of a game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from cyclopts import App

import guanxi
from guanxi.boards.files import existing, kind_of
from guanxi.commands import HARMLESS, Language
from guanxi.engine.errors import BadOption, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.boards.files import Files, Part


SCHEMA = re.compile(r'^ *"\$schema":.*\n', re.MULTILINE)
NAME = re.compile(r'^( *"name": )".*?"', re.MULTILINE)


def kinds() -> Iterator[Files[Any]]:
    """All kinds of files, of all games."""
    for name in guanxi.game_names():
        yield from guanxi.game(name).files


def shipped() -> list[str]:
    """The names of all files that come with the games."""
    return [f"{name} ({files.called})" for files in kinds() for name in files.names]


def find(name: str) -> tuple[Files[Any], Path]:
    """Find a file by its shipped name or its path; returns its kind and path."""
    for files in kinds():
        if name in files.names:
            return files, files.find(name)
    path = existing(name)
    if path is None:
        meant = did_you_mean(name, [known for files in kinds() for known in files.names])
        raise BadOption(f'There is no file "{name}".{meant} These files come with the games: {", ".join(shipped())}.')
    kind = kind_of(path)
    for files in kinds():
        if files.kind == kind:
            return files, path
    known = "; ".join(f'"{files.kind}" for a {files.called}' for files in kinds())
    fault = f'names an unknown kind, "{kind}", in its' if kind else "does not name its kind in a"
    raise BadOption(f'{path.name} {fault} field "guanxi". It can be: {known}.')


board = App(
    name="board",
    help="Check, show or copy the files that a game is played with: boards, cards, leaders.",
    help_epilogue="\n".join(["These files come with the games:\n", *(f"- {one}" for one in shipped())]),
)


@board.command
def check(*file: str) -> int:
    """Check boards, cards or leaders, and report their faults.

    Files named together are checked against each other: leaders against their map, for example. The exit code is 0 if
    there are no faults and 1 if there are.

    **Example**: `guanxi board check my_board.json my_leaders.json`

    Parameters
    ----------
    file
        Files, or names of files that come with a game.
    """
    if not file:
        raise BadOption("Name a file to check, such as: guanxi board check my_board.json")
    found, wrong = [], []
    for name in file:
        try:
            files, path = find(name)
            found.append((files, path, files.read(path)))
        except BadOption as error:  # said after the reports of the other files
            wrong.append(str(error))
    read = [part for *_, part in found]
    code = max((report(files, path, part, read) for files, path, part in found), default=0)
    if wrong:
        raise BadOption("\n".join(wrong))
    return code


def report(files: Files[Any], path: Path, file: Any, beside: list[Part]) -> int:
    """Print the faults of one file; returns 1 if there are any."""
    faults = files.faults(file, *(other for other in beside if other is not file))
    lines = [f"✗ {path.name}: {fault}" for fault in faults]
    if not faults:
        lines += [f"· {path.name}: {remark}" for remark in files.remarks(file)]
        lines.append(f"✓ {path.name}: a valid {files.called} with {files.contents(file)}.")
    print("\n".join(line.translate(HARMLESS) for line in lines))
    return int(bool(faults))


@board.command
def copy(file: str, to: Path, /) -> None:
    """Copy a file that comes with a game, to begin your own with.

    **Example**: `guanxi board copy leaders_1807 my_leaders.json`

    Parameters
    ----------
    file
        The name of a file that comes with a game, or a file.
    to
        The file to write; it must not be there yet.
    """
    files, path = find(file)
    if to.exists():
        raise BadOption(f"{to} is there already. Name another file.")
    if not to.absolute().parent.is_dir():
        raise BadOption(f"The directory {to.absolute().parent} does not exist. Create it, or name another file.")
    text = SCHEMA.sub("", path.read_text(encoding="utf-8"), 1)
    to.write_text(NAME.sub(lambda found: found[1] + msgspec.json.encode(to.stem).decode(), text, 1), encoding="utf-8")
    print(f"Wrote a copy of the {files.called} {Path(file).stem} to {to}.")


@board.command
def show(file: str, /, *, out: Path | None = None, language: Language | None = None) -> None:
    """Draw a board as an SVG file, or print cards or leaders as a table.

    **Examples**

    `guanxi board show border_disputes --out board.svg`

    `guanxi board show leaders_1807 --language it`

    Parameters
    ----------
    file
        A file, or the name of one that comes with a game.
    out
        The file to write; by default a board is written to NAME.svg in this directory, and a table is printed.
    language
        The language of names: en, fr or it; by default the system's.
    """
    from guanxi.terminal.voice import system_language

    files, path = find(file)
    shown = files.show(files.load(file), language or system_language())
    target = out or (Path(f"{Path(file).stem}.svg") if files.is_drawn else None)
    if target is None:
        print("\n".join(line.translate(HARMLESS) for line in shown.splitlines()))
    else:
        target.write_text(shown, encoding="utf-8")
        print(f"Wrote a drawing of {path.name} to {target}.")


@board.command
def schema(file: str, /, *, out: Path | None = None) -> None:
    """Print the JSON schema of a kind of files, by which an editor completes and checks them.

    Name it in the first line of your file: "$schema": "my_schema.json".

    **Example**: `guanxi board schema border_disputes --out my_schema.json`

    Parameters
    ----------
    file
        A file of this kind, or the name of one that comes with a game.
    out
        The file to write; by default it is printed.
    """
    files, _ = find(file)
    document = msgspec.json.format(msgspec.json.encode(files.json_schema()), indent=2).decode() + "\n"
    if out is None:
        print(document, end="")
    else:
        out.write_text(document, encoding="utf-8")
        print(f"Wrote the schema of a {files.called} to {out}.")
