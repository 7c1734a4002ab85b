"""Files that a game is played with, such as boards and cards: those that come with a game and those people write.

Each is JSON, and its field "guanxi" names its kind, such as "han board 1".
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar, get_args, get_type_hints
from weakref import WeakValueDictionary

import msgspec

from guanxi.boards.forms import first_fault, where_it_breaks
from guanxi.engine.errors import BadOption, did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping

SCHEMAS = Path(__file__).parent / "schemas"
MOST = 20  # faults that an error lists; `guanxi board check` lists all
CACHED = 64  # checked files of a kind; one that is in use stays in memory anyway


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, eq=False):
    """A file, or a part of one."""


class Document(Part, frozen=True, kw_only=True, weakref=True):
    """A whole file, which may name the JSON schema that its editor completes it by."""

    schema: str | msgspec.UnsetType = msgspec.field(default=msgspec.UNSET, name="$schema")


F = TypeVar("F", bound=Document)


class Files(Generic[F]):
    """All files of one kind.  A game defines a subclass with a single instance for each kind."""

    noun: ClassVar[str]  # "board", "set of cards"
    game: ClassVar[str]  # the game's name for people
    form: type[F]
    shipped: Mapping[str, Path]  # those that come with the game, by name
    option: ClassVar[str] = "board"  # the game's option that names such a file
    is_drawn: ClassVar[bool] = True  # `show` gives an SVG picture, not a table to print

    def __init__(self) -> None:
        self._known: WeakValueDictionary[bytes, F] = WeakValueDictionary()  # files in memory by their content

    def faults(self, file: F, *beside: Any) -> list[str]:
        """All faults of a file; `beside` are files of other kinds that it must fit."""
        raise NotImplementedError

    def remarks(self, file: F) -> list[str]:
        """Suggestions for a file without faults."""
        return []

    def contents(self, file: F) -> str:
        """A short summary of a file's contents."""
        raise NotImplementedError

    def show(self, file: F, language: str) -> str:
        """Render a file as a picture or a table."""
        raise NotImplementedError

    @property
    def called(self) -> str:
        """The name of the kind for people."""
        return f"{self.noun} of {self.game}"

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the files that come with the game."""
        return tuple(self.shipped)

    @property
    def kind(self) -> str:
        """The value of the field "guanxi" in files of this kind."""
        (word,) = get_args(get_type_hints(self.form)["guanxi"])
        return str(word)

    def json_schema(self) -> dict[str, Any]:
        """The JSON schema of these files, by which an editor completes and checks them."""
        found = msgspec.json.schema(self.form)
        return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": f"A {self.called}", **found}

    @property
    def schema_file(self) -> Path:
        """The file that has this schema."""
        return SCHEMAS / f"{self.kind.replace(' ', '-')}.json"

    def find(self, name: str) -> Path:
        """Find a file by its shipped name or its path; raises `BadOption` if there is none."""
        path = self.shipped.get(name) or existing(name)
        if path is None:
            known = ", ".join(self.names)
            guess = did_you_mean(name, self.names)
            raise BadOption(f'There is no {self.noun} "{name}".{guess} Available: {known}, or the path of a file.')
        return path

    def read(self, path: Path) -> F:
        """Decode a file, checking only its form."""
        return self.decode(read_bytes(path), path.name)

    def decode(self, document: bytes, name: str) -> F:
        """Decode the content of a file, checking only its form; raises `BadOption`."""
        try:
            # The schema is for editors: a file that names it is the same as one that does not.
            return msgspec.structs.replace(msgspec.json.decode(document, type=self.form), schema=msgspec.UNSET)
        except msgspec.ValidationError:
            reason = first_fault(msgspec.json.decode(document), self.form)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            reason = where_it_breaks(document, error)
        raise BadOption(f"{name} is not a {self.called}: {reason}")

    def load(self, name: str | F, *beside: Part) -> F:
        """Load a file by its name or path, or check one that is given; raises `BadOption` if it has faults."""
        if not isinstance(name, str):
            return self._approved(name, beside)
        if name in self.shipped:
            return self._shipped(name, beside)
        path = self.find(name)
        return self._changing(path, path.stat().st_mtime_ns, beside)

    def chosen(self, name: str | F | None, *beside: Part) -> str | F | None:
        """The value of an option: a shipped name, or a file itself, so that a log needs no other document."""
        return name if name is None or (isinstance(name, str) and name in self.names) else self.load(name, *beside)

    def same(self, file: F) -> F:
        """The file with this content that is in memory already, or this one."""
        return self._known.setdefault(sha256(msgspec.json.encode(file)).digest(), file)

    @lru_cache(CACHED)  # noqa: B019 - there is one instance a kind, and it lives as long as the program
    def _approved(self, file: F, beside: tuple[Part, ...]) -> F:
        """Cached by the files themselves."""
        known = self.same(file)
        if known is not file:
            return self._approved(known, beside)
        faults = self.faults(file, *beside)
        if faults:
            raise BadOption("\n".join(f"{self.noun}: {fault}" for fault in faults[:MOST]))
        return file

    @lru_cache(CACHED)  # noqa: B019 - there is one instance a kind, and it lives as long as the program
    def _shipped(self, name: str, beside: tuple[Part, ...]) -> F:
        """Cached by name: every new position asks for it, and even finding the file takes longer than a move."""
        # Shipped files are checked by the tests of this package.
        return self._checked(self.shipped[name], beside) if beside else self.same(self.read(self.shipped[name]))

    @lru_cache(CACHED)  # noqa: B019
    def _changing(self, path: Path, _changed: int, beside: tuple[Part, ...]) -> F:
        """Cached by modification time and by the files it must fit."""
        return self._checked(path, beside)

    def _checked(self, path: Path, beside: tuple[Part, ...]) -> F:
        """Read a file; raises `BadOption` if it has faults."""
        file = self.same(self.read(path))
        faults = self.faults(file, *beside)
        if len(faults) > MOST:
            faults[MOST:] = [f"{len(faults) - MOST} more faults are listed by: guanxi board check {path}"]
        if faults:
            raise BadOption("\n".join(f"{path.name}: {fault}" for fault in faults))
        return file


def existing(name: str) -> Path | None:
    """The absolute path of a file, if it exists."""
    try:
        return Path(name).resolve() if Path(name).is_file() else None
    except (OSError, ValueError):
        return None  # not a valid path, for example too long


def read_bytes(path: Path) -> bytes:
    """Read a file; raises `BadOption` if that fails."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise BadOption(f"{path.name} cannot be read: {error.strerror}.") from None


class Head(msgspec.Struct):
    """The field that names the kind of a file."""

    guanxi: str = ""


def kind_of(path: Path) -> str:
    """The kind that a file names; empty if it names none."""
    document = read_bytes(path)
    try:
        return msgspec.json.decode(document, type=Head).guanxi
    except msgspec.ValidationError:
        return ""
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadOption(f"{path.name} is not valid JSON: {where_it_breaks(document, error)}") from None
