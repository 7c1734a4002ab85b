"""Boards, cards and the like: files that people can read and write, those that come with a game and their own.

Each is JSON and says in its field "guanxi" what it is, such as "han board 1".
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, get_args, get_type_hints

import msgspec

from guanxi.boards.forms import first_fault, where_it_breaks
from guanxi.engine.errors import BadOption

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST = 20  # faults that a table tells; `guanxi board check` tells all


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """Something a file consists of, or the whole of it."""


F = TypeVar("F", bound=Part)


class Files(Generic[F]):
    """All files of one kind that a game is played with.  A game derives one class for each kind, with one instance."""

    noun: ClassVar[str]  # what such a file is: "board", "set of cards"
    game: ClassVar[str]  # whose it is, as people call the game
    form: type[F]
    shipped: Mapping[str, Path]  # those that come with the game, by name
    is_drawn: ClassVar[bool] = True  # `show` gives an SVG picture, not a table to print

    def faults(self, file: F, *beside: Any) -> list[str]:
        """Every reason why a file cannot be played with; `beside` are files of other kinds that it shall fit."""
        raise NotImplementedError

    def remarks(self, file: F) -> list[str]:
        """What could be clearer in a file without faults."""
        return []

    def contents(self, file: F) -> str:
        """What there is in a file, in a few words."""
        raise NotImplementedError

    def show(self, file: F, language: str) -> str:
        """A file as a picture or a table."""
        raise NotImplementedError

    @property
    def called(self) -> str:
        """What people call a file of this kind."""
        return f"{self.noun} of {self.game}"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the files that come with the game."""
        return tuple(self.shipped)

    @property
    def says(self) -> str:
        """What a file of this kind says that it is."""
        (word,) = get_args(get_type_hints(self.form)["guanxi"])
        return str(word)

    def find(self, name: str) -> Path:
        """A file by the name under which it comes with the game, or by its path."""
        path = self.shipped.get(name) or existing(name)
        if path is None:
            there = "There is" if len(self.names) == 1 else "There are"
            known = ", ".join(self.names)
            raise BadOption(f'There is no {self.noun} "{name}". {there}: {known}; or give the path of a file.')
        return path

    def read(self, path: Path) -> F:
        """A file as it is, unchecked but for its form."""
        document = read_bytes(path)
        try:
            return msgspec.json.decode(document, type=self.form)
        except msgspec.ValidationError:
            reason = first_fault(msgspec.json.decode(document), self.form)
        except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
            reason = where_it_breaks(document, wrong)
        raise BadOption(f"{path.name} is no {self.called}: {reason}")

    def load(self, name: str, *beside: Part) -> F:
        """A file without faults, by its name or its path."""
        path = self.find(name)
        return self._checked(path, path.stat().st_mtime_ns, beside)

    @cache  # noqa: B019 - there is one instance a kind, and it lives as long as the program
    def _checked(self, path: Path, _changed: int, beside: tuple[Part, ...]) -> F:
        """A file is read again when it was changed, or shall fit others."""
        file = self.read(path)
        # What comes with the package is checked by its tests.
        proven = not beside and path in self.shipped.values()
        faults = [] if proven else self.faults(file, *beside)
        if len(faults) > MOST:
            faults[MOST:] = [f"{len(faults) - MOST} more faults are told by: guanxi board check {path}"]
        if faults:
            raise BadOption("\n".join(f"{path.name}: {fault}" for fault in faults))
        return file


def existing(name: str) -> Path | None:
    """The whole path of a file, if there is one."""
    try:
        return Path(name).resolve() if Path(name).is_file() else None
    except (OSError, ValueError):
        return None  # no path at all, such as one that is too long


def read_bytes(path: Path) -> bytes:
    """What is in a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadOption(f"{path.name} cannot be read: {error.strerror}.") from None


class Head(msgspec.Struct):
    """The field by which a file says what it is."""

    guanxi: str = ""


def what_it_says(path: Path) -> str:
    """What a file says that it is; nothing if it does not say it."""
    document = read_bytes(path)
    try:
        return msgspec.json.decode(document, type=Head).guanxi
    except msgspec.ValidationError:
        return ""
    except (msgspec.DecodeError, UnicodeDecodeError) as wrong:
        raise BadOption(f"{path.name} is no JSON: {where_it_breaks(document, wrong)}") from None
