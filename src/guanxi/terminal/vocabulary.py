"""The words of a game's notation in a player's language: “cadeau éventail” is understood as "gift fan"."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from guanxi.engine.errors import GuanxiError

if TYPE_CHECKING:
    from guanxi.terminal.boards import Board
    from guanxi.terminal.voice import Voice

SHORT = 3  # shorter words (“bol à thé”, “tazza da tè”) do not name a thing


class Vocabulary:
    """What a player may type for each word of the notation, and how the notation looks in the player's language."""

    def __init__(self, voice: Voice, board: Board) -> None:
        self.voice = voice
        self.first = words(voice, board.first)
        self.others = words(voice, board.others)

    def read(self, typed: str) -> str:
        """A typed line with the player's words replaced by those of the notation; the game judges the rest."""
        head, *rest = typed.replace("/", " / ").split()
        return " ".join([self.action(head), *(self._meant(word, self.others) for word in rest)])

    def action(self, typed: str) -> str:
        """What a notation begins with."""
        return self._meant(typed, self.first)

    def write(self, notation: str) -> str:
        """A notation in words that the player may type."""
        head, *rest = notation.split()
        return " ".join([self._own(head, self.first), *(self._own(word, self.others) for word in rest)])

    def _meant(self, typed: str, known: dict[str, list[str]]) -> str:
        word = plain(typed)
        if word in known:
            return word
        exact = [name for name, own in known.items() if word in map(plain, own)]
        begun = [name for name, own in known.items() if any(plain(part).startswith(word) for part in own)]
        fitting = exact or begun
        if len(fitting) > 1:
            meanings = ", ".join(self._own(name, known) for name in fitting)
            raise GuanxiError(self.voice.say("word.unclear", word=typed, meanings=meanings))
        return fitting[0] if fitting else typed

    def _own(self, word: str, known: dict[str, list[str]]) -> str:
        own = known.get(word, [word])
        return word if word in own else own[0]


def words(voice: Voice, families: str) -> dict[str, list[str]]:
    """For each word of the notation the player's words, from some families of the game's texts."""
    return {
        id_.removeprefix(f"{family}."): [part for part in str(text).lower().split() if len(part) >= SHORT]
        for family in families.split()
        for id_, text in voice.texts.items()
        if id_.startswith(f"{family}.")
    }


def plain(text: str) -> str:
    """A text as lazy fingers type it: small letters without accents."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))
