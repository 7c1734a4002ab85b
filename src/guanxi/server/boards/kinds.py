"""The kinds of boards that people can make, and what is wrong with one."""

from __future__ import annotations

import re
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

import guanxi
from guanxi.engine.errors import BadOption
from guanxi.server.boards.wire import BoardKind, Findings, Shipped

if TYPE_CHECKING:
    from collections.abc import Mapping

    from guanxi.boards.files import Files
    from guanxi.engine.game import Game

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # no two look alike
PREFIX, LENGTH = "map-", 16
ID = re.compile(f"{PREFIX}[{LETTERS}]{{{LENGTH}}}")


class Kind(NamedTuple):
    """A kind of boards with its game."""

    game: Game[Any, Any]
    files: Files[Any]


@cache
def all_kinds() -> dict[str, Kind]:
    """The kinds of boards by the word in their files."""
    games = [guanxi.game(name) for name in guanxi.game_names()]
    return {files.kind: Kind(game, files) for game in games for files in game.files if files.is_drawn}


@cache
def kinds_shown() -> list[BoardKind]:
    """All kinds with their schemas."""
    return [
        BoardKind(
            word,
            kind.game.name,
            kind.files.option,
            kind.files.json_schema(),
            [Shipped(name, kind.files.load(name).title) for name in kind.files.names],
        )
        for word, kind in all_kinds().items()
    ]


def kind_of(file: Mapping[str, Any]) -> Kind:
    """The kind that a file names; raises `BadOption`."""
    word = file.get("guanxi")
    found = all_kinds().get(word) if isinstance(word, str) else None
    if found is None:
        known = "; ".join(f'"{word}" for a {kind.files.called}' for word, kind in all_kinds().items())
        raise BadOption(f'The field "guanxi" of a board names its kind: {known}.')
    return found


def decoded(sent: Mapping[str, Any]) -> tuple[Kind, Any]:
    """The board that somebody has sent; raises `BadOption` if it does not have the form of its kind."""
    kind = kind_of(sent)
    return kind, kind.files.decode(msgspec.json.encode(sent), "This file")


def examine(sent: Mapping[str, Any]) -> Findings:
    """Everything that is wrong with a board."""
    try:
        kind, file = decoded(sent)
    except BadOption as wrong:
        return Findings([str(wrong)], [], ())
    faults = kind.files.faults(file)
    if faults:
        return Findings(faults, [], ())
    seats, reasons = fitting_seats(kind, file)
    return Findings([] if seats else reasons, kind.files.remarks(file), seats)


def fitting_seats(kind: Kind, file: Any) -> tuple[tuple[int, ...], list[str]]:
    """The numbers of players that can play on a board, and why others cannot."""
    fitting, reasons = [], []
    for seats in kind.game.seats:
        try:
            kind.game.check_options(seats, {kind.files.option: file})
            fitting.append(seats)
        except BadOption as wrong:
            reasons = str(wrong).splitlines()
    return tuple(fitting), reasons


def named_by_content(file: Any) -> Any:
    """The same board with the digest of its content as its name, which no shipped board and no other board has."""
    digest = int.from_bytes(sha256(msgspec.json.encode(msgspec.structs.replace(file, name=""))).digest())
    letters = []
    for _ in range(LENGTH):
        digest, letter = divmod(digest, len(LETTERS))
        letters.append(LETTERS[letter])
    return msgspec.structs.replace(file, name=PREFIX + "".join(letters))
