"""The moves of The White Lotus for people: number → typed move ⇄ short notation.

`refusals.py` turns a typed move back into its number, or says why it is refused.

claim dadu       pass             name dadu        take dadu        place dadu
against 2        influence 5      eject 2          lead yes         side rebels      combat 3
decline          earn combat      offer 2          silent           reply no
give 5 influence                  want 2 combat

Players are named by their seats, which are numbered from 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from guanxi.engine.moves import Move, whole_word
from guanxi.engine.text import Phrase, list_of, phrase, player
from guanxi.games.white_lotus.board import file_of
from guanxi.games.white_lotus.rules import material

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.moves import Refuse
    from guanxi.games.white_lotus.board import BoardFile
    from guanxi.games.white_lotus.rules.rules import WhiteLotus

Building = Literal["village", "palace", "temple", "fortress", "rice"]
BUILDINGS: tuple[Building, ...] = ("village", "palace", "temple", "fortress", "rice")  # in the order of material.py
Kind = Literal["influence", "combat"]
KINDS: tuple[Kind, ...] = ("influence", "combat")
Camp = Literal["emperor", "rebels"]
CAMPS: tuple[Camp, ...] = ("emperor", "rebels")  # in the order of material.py
Yes = Literal["no", "yes"]
ANSWERS: tuple[Yes, ...] = ("no", "yes")

Step = Literal[
    "claims",
    "naming",
    "conflict",
    "tie",
    "rising",
    "camps",
    "battle",
    "spoils",
    "income",
    "founding",
    "offers",
    "terms",
    "reply",
    "over",
]
# Where in the year the table is, by the numbers of material.py; those in between are never seen.
STEPS: dict[int, Step] = {
    material.CLAIMING: "claims",
    material.NAMING: "naming",
    material.CONFLICT: "conflict",  # only when a province has just been won
    material.BIDDING: "conflict",
    material.TIE: "tie",
    material.RISING: "rising",
    material.CAMPS: "camps",
    material.BATTLE: "battle",
    material.SPOILS: "spoils",
    material.PALACES: "income",
    material.FOUNDING: "founding",
    material.OFFERING: "offers",
    material.STATING: "terms",
    material.ANSWERING: "reply",
    material.OVER: "over",
}

Window = Literal["claims", "control", "naming", "conflict", "tie", "rising", "camps", "battle"]
# The decisions before which there are offers, by the numbers of material.py.
WINDOWS: dict[int, Window] = {
    material.CLAIMING: "claims",
    material.FIRST_PALACE: "control",
    material.NAMING: "naming",
    material.BIDDING: "conflict",
    material.TIE: "tie",
    material.RISING: "rising",
    material.CAMPS: "camps",
    material.BATTLE: "battle",
}


class InProvince(Move, frozen=True):
    """A move that names a province."""

    important = True
    at: str

    def notation(self) -> str:
        return f"{self.__struct_config__.tag} {self.at}"

    def touches(self) -> tuple[str, ...]:
        return (f"province:{self.at}",)

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase(f"move.{self.__struct_config__.tag}", province=board.provinces[self.at].name)


class Claim(InProvince, frozen=True, tag="claim"):
    """A cube on a neutral province."""


class Name(InProvince, frozen=True, tag="name"):
    """The emperor names the contested province that is settled next."""


class Take(InProvince, frozen=True, tag="take"):
    """A winner of the rebellion takes a province from a loser."""


class Place(InProvince, frozen=True, tag="place"):
    """The tile that was drawn goes to an empty province."""


class OfPlayer(Move, frozen=True):
    """A move that names a player."""

    player: int

    def notation(self) -> str:
        return f"{self.__struct_config__.tag} {self.player}"

    def touches(self) -> tuple[str, ...]:
        return (f"player:{self.player}",)

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase(f"move.{self.__struct_config__.tag}", player=player(self.player))


class Against(OfPlayer, frozen=True, tag="against"):
    """Whom a sealed bid is against."""


class Eject(OfPlayer, frozen=True, tag="eject"):
    """The emperor decides a tie."""

    important = True


class Offer(OfPlayer, frozen=True, tag="offer"):
    """Whom an offer is for; its terms follow."""


class OfPoints(Move, frozen=True):
    """A move that is a number of points."""

    important = True
    points: int

    def notation(self) -> str:
        return f"{self.__struct_config__.tag} {self.points}"

    def touches(self) -> tuple[str, ...]:
        return (f"amount:{self.points}",)

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase(f"move.{self.__struct_config__.tag}", n=self.points)


class Influence(OfPoints, frozen=True, tag="influence"):
    """The influence of a sealed bid."""


class Combat(OfPoints, frozen=True, tag="combat"):
    """The combat committed to a battle, sealed."""


class Term(Move, frozen=True):
    """One term of an offer."""

    points: int
    kind: Kind

    def notation(self) -> str:
        return f"{self.__struct_config__.tag} {self.points} {self.kind}"

    def touches(self) -> tuple[str, ...]:
        return (f"amount:{self.points}",)

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase(f"move.{self.__struct_config__.tag}.{self.kind}", n=self.points)


class Give(Term, frozen=True, tag="give"):
    """The giving side of the offer."""


class Want(Term, frozen=True, tag="want"):
    """The asking side of the offer."""


class Answer(Move, frozen=True):
    """Yes or no."""

    important = True
    answer: Yes

    def notation(self) -> str:
        return f"{self.__struct_config__.tag} {self.answer}"

    def touches(self) -> tuple[str, ...]:
        return (f"answer:{self.answer}",)

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase(f"move.{self.__struct_config__.tag}.{self.answer}")


class Lead(Answer, frozen=True, tag="lead"):
    """Whether to lead a rebellion."""


class Reply(Answer, frozen=True, tag="reply"):
    """Whether to accept an offer."""


class Side(Move, frozen=True, tag="side"):
    """A camp of the rebellion, sealed."""

    important = True
    camp: Camp

    def notation(self) -> str:
        return f"side {self.camp}"

    def touches(self) -> tuple[str, ...]:
        return (f"camp:{self.camp}",)

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase(f"move.side.{self.camp}")


class Earn(Move, frozen=True, tag="earn"):
    """The pay of a palace."""

    kind: Kind

    def notation(self) -> str:
        return f"earn {self.kind}"

    def touches(self) -> tuple[str, ...]:
        return (f"earn:{self.kind}",)

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase(f"move.earn.{self.kind}")


class OneWord(Move, frozen=True):
    """A move that says no to something, in one word."""

    def notation(self) -> str:
        return str(self.__struct_config__.tag)

    def touches(self) -> tuple[str, ...]:
        return (f"answer:{self.__struct_config__.tag}",)

    def phrase(self, board: BoardFile) -> Phrase:
        return phrase(f"move.{self.__struct_config__.tag}")


class Pass(OneWord, frozen=True, tag="pass"):
    """No further cube, or no offer now."""


class Silent(OneWord, frozen=True, tag="silent"):
    """No further offer this year."""


class Decline(OneWord, frozen=True, tag="decline"):
    """A winner of the rebellion takes no province."""

    important = True


WhiteLotusMove = (
    Claim | Name | Take | Place | Against | Eject | Offer | Influence | Combat
    | Give | Want | Lead | Reply | Side | Earn | Pass | Silent | Decline
)  # fmt: skip

PROVINCE_MOVES: dict[str, type[InProvince]] = {"claim": Claim, "name": Name, "take": Take, "place": Place}
PLAYER_MOVES: dict[str, type[OfPlayer]] = {"against": Against, "eject": Eject, "offer": Offer}
POINT_MOVES: dict[str, type[OfPoints]] = {"influence": Influence, "combat": Combat}
TERM_MOVES: dict[str, type[Term]] = {"give": Give, "want": Want}
ANSWER_MOVES: dict[str, type[Answer]] = {"lead": Lead, "reply": Reply}
SINGLE_WORDS: dict[str, type[OneWord]] = {"pass": Pass, "silent": Silent, "decline": Decline}
WORDS = (
    *PROVINCE_MOVES, *PLAYER_MOVES, *POINT_MOVES, *TERM_MOVES, *ANSWER_MOVES, *SINGLE_WORDS, "side", "earn"
)  # fmt: skip

PLACES: tuple[tuple[int, type[InProvince]], ...] = (
    (material.FOUND, Place),
    (material.TAKE, Take),
    (material.NAME, Name),
    (material.CLAIM, Claim),
)
SEATS: tuple[tuple[int, type[OfPlayer]], ...] = (
    (material.PARTNER, Offer),
    (material.EJECT, Eject),
    (material.TARGET, Against),
)


def offer_phrase(id_: str, seat: int, partner: int, terms: Sequence[int]) -> Phrase:
    """An offer in words: each side is some influence and some combat, or nothing."""
    give, want = (points_phrase(*terms[side : side + 2]) for side in (0, 2))
    return phrase(id_, player=player(seat), partner=player(partner), give=give, want=want)


def points_phrase(influence: int, combat: int) -> Phrase:
    """Some influence, some combat, both, or nothing."""
    parts = [phrase("points.influence", n=influence)] if influence else []
    parts += [phrase("points.combat", n=combat)] if combat else []
    return list_of(parts) if parts else phrase("points.nothing")


def names(seats: tuple[int, ...]) -> Phrase:
    """The names of some players in a row."""
    return list_of([player(seat) for seat in seats])


def word_for(building: Building) -> Phrase:
    """The word for a building."""
    return phrase(f"building.{building}")


def province_name(p: WhiteLotus, province: int) -> str:
    """The name of a province on its board."""
    file = file_of(p.board)
    return file.provinces[file.province_ids[province]].name


def typed(p: WhiteLotus, number: int) -> Move:
    """Decode the number of a legal move in a position."""
    if number == material.SILENT:
        return Silent()
    if number >= material.AMOUNT:
        return typed_amount(p, number - material.AMOUNT)
    if number >= material.EARN:
        return Earn(KINDS[number - material.EARN])
    if number >= material.SIDE:
        return Side(CAMPS[number - material.SIDE])
    if number >= material.NO:
        answer = ANSWERS[number - material.NO]
        return Lead(answer) if p.step == material.RISING else Reply(answer)
    if number == material.PASS:
        return Decline() if p.step == material.SPOILS else Pass()
    for first, kind in SEATS:
        if number >= first:
            return kind(number - first)
    ids = file_of(p.board).province_ids
    for first, place in PLACES:
        if number >= first:
            return place(ids[number - first])
    raise ValueError(f"{number} is not a move of The White Lotus")


def typed_amount(p: WhiteLotus, points: int) -> Move:
    """The meaning of a number of points at this step."""
    if p.step == material.BIDDING:
        return Influence(points)
    if p.step == material.BATTLE:
        return Combat(points)
    kind = KINDS[p.term % 2]
    return Give(points, kind) if p.term < 2 else Want(points, kind)


def parse(p: WhiteLotus, notation: str, refuse: Refuse) -> Move:
    """The move a text stands for; words may be cut short where that is clear."""
    first, *rest = notation.lower().split() or [""]
    word = whole_word(first, WORDS, "no-move", "turn", refuse)
    needed = 0 if word in SINGLE_WORDS else 2 if word in TERM_MOVES else 1
    if len(rest) != needed:
        raise refuse("word-count", "turn", word=word)
    if word in SINGLE_WORDS:
        return SINGLE_WORDS[word]()
    if word in PROVINCE_MOVES:
        known = file_of(p.board).in_play(p.seats)
        return PROVINCE_MOVES[word](whole_word(rest[0], known, "no-province", "turn", refuse))
    if word in ANSWER_MOVES:
        return ANSWER_MOVES[word](whole_word(rest[0], ANSWERS, "no-answer", "turn", refuse))
    if word == "side":
        return Side(whole_word(rest[0], CAMPS, "no-answer", "turn", refuse))
    if word == "earn":
        return Earn(whole_word(rest[0], KINDS, "no-answer", "turn", refuse))
    return parse_number(word, rest, refuse)


def parse_number(word: str, rest: list[str], refuse: Refuse) -> Move:
    """A move whose second word is a seat or a number of points."""
    if not rest[0].isdecimal() or len(rest[0]) > 4:
        raise refuse("no-number", "turn", word=rest[0])
    points = int(rest[0])
    if word in PLAYER_MOVES:
        return PLAYER_MOVES[word](points)
    if word in POINT_MOVES:
        return POINT_MOVES[word](points)
    return TERM_MOVES[word](points, whole_word(rest[1], KINDS, "no-answer", "turn", refuse))
