"""The words of a game's notation in a player's language: “cadeau éventail” is understood as "gift fan"."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Any

from guanxi.engine.errors import GuanxiError

if TYPE_CHECKING:
    from guanxi.terminal.boards import Renderer
    from guanxi.terminal.voice import Voice

SHORT = 3  # shorter words (“bol à thé”, “tazza da tè”) do not name a thing


class Vocabulary:
    """Translates between the notation and the words a player may type."""

    def __init__(self, voice: Voice, board: Renderer, view: Any = None) -> None:
        self.voice = voice
        self.first = words(voice, board.first)
        self.about_players = board.players.split()
        self.players = {str(seat): [as_seat(name, seat)] for seat, name in enumerate(voice.names)}
        names = board.names(view, voice) if view else {}
        self.others = {**words(voice, board.others), **{id_: [typable(name)] for id_, name in names.items()}}

    def read(self, typed: str) -> str:
        """Replace the player's words in a typed line with those of the notation; the game validates the rest."""
        head, *rest = typed.replace("/", " / ").split()
        first = self.action(head)
        return " ".join([first, *(self._meant(word, self.after(first)) for word in rest)])

    def knows(self, notation: str) -> bool:
        """Whether a notation starts with a word of the game, or with the start of one."""
        first = notation.partition(" ")[0]
        return not self.first or any(word.startswith(first) for word in self.first)

    def action(self, typed: str) -> str:
        """The notation's first word for a typed word."""
        return self._meant(typed, self.first)

    def write(self, notation: str) -> str:
        """Write a notation in words that the player may type."""
        head, *rest = notation.split()
        return " ".join([self._own(head, self.first), *(self._own(word, self.after(head)) for word in rest)])

    def after(self, first: str) -> dict[str, list[str]]:
        """The words that may follow the first one."""
        return self.players if first in self.about_players else self.others

    def _meant(self, typed: str, known: dict[str, list[str]]) -> str:
        word = typable(typed)
        if word in known:
            return word
        exact = [name for name, own in known.items() if word in map(plain, own)]
        starting_with = [name for name, own in known.items() if any(plain(part).startswith(word) for part in own)]
        fitting = exact or starting_with
        if len(fitting) > 1:
            meanings = ", ".join(self._own(name, known) for name in fitting)
            raise GuanxiError(self.voice.say("word.unclear", word=typed, meanings=meanings))
        return fitting[0] if fitting else typed

    def _own(self, word: str, known: dict[str, list[str]]) -> str:
        own = known.get(word, [word])
        return word if word in own else own[0]


def words(voice: Voice, families: str) -> dict[str, list[str]]:
    """Map words of the notation to the player's words, from some families of the game's texts."""
    return {
        id_.removeprefix(f"{family}."): [part for part in str(text).lower().split() if len(part) >= SHORT]
        or [str(text)]
        for family in families.split()
        for id_, text in voice.texts.items()
        if id_.startswith(f"{family}.")
    }


def typable(name: str) -> str:
    """Write a name as one word without apostrophes: Xi’an is xian, Iancu Jianu is iancu-jianu."""
    return "-".join(plain(name).replace("’", "").replace("'", "").split())


def as_seat(name: str, seat: int) -> str:
    """The word for a player in a move; the seat number if the name looks like a number."""
    word = typable(name)
    return str(seat) if not word or word.isdecimal() else word


def plain(text: str) -> str:
    """Normalise a text for comparison: lower case without accents."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
