"""Catalogues: every text a player reads, by stable id, in each language.

A catalogue is a folder with `en.json`, `fr.json`, `it.json`: an id with its text, or with one text for each plural
form, chosen by the parameter `n`.  `{name}` is replaced by a parameter.  The browser renders the same files.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Union

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LANGUAGES = ("en", "fr", "it")

Parameter = Union[int, str, "Phrase", tuple["Phrase", ...]]


class Phrase(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A text to be said in any language: its id and its parameters."""

    id: str
    params: dict[str, Parameter] = {}


def phrase(id_: str, **params: Parameter) -> Phrase:
    """Make a phrase."""
    return Phrase(id_, params)


def player(seat: int) -> Phrase:
    """The phrase for the name of the player in a seat."""
    return Phrase("player", {"seat": seat})


def words(spelt: str | Mapping[str, str]) -> Phrase:
    """The phrase for a name from a board file: the same in all languages, or one for each."""
    return Phrase("words", dict.fromkeys(LANGUAGES, spelt) if isinstance(spelt, str) else dict(spelt))


def list_of(phrases: Sequence[Phrase]) -> Phrase:
    """The phrase for a list, joined as the language joins lists."""
    return Phrase("list", {"items": tuple(phrases)})


class Catalogue:
    """The texts of one folder, on top of those of a fallback such as the engine's."""

    def __init__(self, folder: Path, fallback: Catalogue | None = None) -> None:
        self.folder = folder
        self.fallback = fallback

    @cache  # noqa: B019 - there are a handful of catalogues, and they live as long as the program
    def texts(self, language: str) -> Mapping[str, str | Mapping[str, str]]:
        """All texts of a language by id, those of the fallback included."""
        own = json.loads((self.folder / f"{language}.json").read_text(encoding="utf-8"))
        return {**self.fallback.texts(language), **own} if self.fallback else own

    def say(self, what: Phrase, language: str = "en", names: Sequence[str] = ()) -> str:
        """Render a phrase in a language; `names` are the players' names by seat."""
        if what.id == "player":
            seat = what.params["seat"]
            assert isinstance(seat, int)
            return names[seat] if seat < len(names) else self.say(phrase("seat", number=seat + 1), language)
        if what.id == "list":
            return self._join(what.params["items"], language, names)
        if what.id == "words":
            return str(what.params[language])
        text = self.texts(language)[what.id]
        if not isinstance(text, str):
            text = text[plural_form(what.params["n"], language)]
        spoken = {
            name: self.say(value, language, names) if isinstance(value, Phrase) else value
            for name, value in what.params.items()
        }
        return re.sub(r"\{(\w+)\}", lambda hole: str(spoken[hole[1]]), text)

    def _join(self, items: Parameter, language: str, names: Sequence[str]) -> str:
        from babel.lists import format_list

        assert isinstance(items, tuple)
        return format_list([self.say(item, language, names) for item in items], locale=language)


@cache
def plural_form(n: Parameter, language: str) -> str:
    """The plural form for a number: "one" or "other"."""
    from babel import Locale

    assert isinstance(n, int)
    return "one" if Locale(language).plural_form(n) == "one" else "other"


ENGINE_TEXT = Catalogue(Path(__file__).parent / "text")
