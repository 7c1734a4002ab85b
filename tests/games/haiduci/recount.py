"""Points and conditions of Haiduci counted again from the files and the pawns, without the rules' own code."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from guanxi.games.haiduci.board import edition_of, read_condition

if TYPE_CHECKING:
    from guanxi.games.haiduci.rules.rules import Haiduci


class Recount:
    """A position as plain dictionaries."""

    def __init__(self, p: Haiduci) -> None:
        self.p = p
        self.edition = edition_of(p.board)
        self.pawns = {
            place: dict(zip(self.edition.factions, row, strict=True))
            for place, row in zip(self.edition.territories, p.pawns, strict=True)
        }

    def home(self, place: str) -> str:
        return self.edition.board.territories[place].province

    def leader_of(self, counts: dict[str, int]) -> str | None:
        (first, most), (_, second) = Counter(counts).most_common(2)
        return first if most > second else None

    def territories(self, faction: str) -> list[str]:
        return [place for place, counts in self.pawns.items() if self.leader_of(counts) == faction]

    def provinces(self, faction: str) -> list[str]:
        found = []
        for province in self.edition.factions:
            counts: Counter[str] = Counter(dict.fromkeys(self.edition.factions, 0))
            for place, inside in self.pawns.items():
                if self.home(place) == province:
                    counts.update(inside)
            if self.leader_of(counts) == faction:
                found.append(province)
        return found

    def met(self, seat: int, leader: int) -> int:
        faction = self.edition.factions[self.p.faction[seat]]
        found = self.edition.leaders.leaders[faction][leader]
        return sum(self.is_met(seat, faction, text) for text in (found.territorial, found.political))

    def is_met(self, seat: int, faction: str, text: str) -> bool:
        condition = read_condition(text)
        assert condition is not None
        outside = [place for place in self.territories(faction) if self.home(place) != faction]
        there = [place for place, counts in self.pawns.items() if counts[faction]]
        reached = {
            "INDEP": len(self.territories(faction)) - len(outside),
            "MAJ": int(condition.province in self.provinces(faction)),
            "INFL": sum(self.home(place) == condition.province for place in there),
            "EXT": len(outside),
            "HAI": self.p.captor.count(seat),
            "EMG": sum(maker == seat and at >= 0 for maker, at in zip(self.p.maker, self.p.place, strict=True)),
        }[condition.word]
        return reached >= condition.needed

    def total(self, seat: int) -> int:
        faction = self.edition.factions[self.p.faction[seat]]
        outside = [place for place in self.territories(faction) if self.home(place) != faction]
        emerged = sum(maker == seat and at >= 0 for maker, at in zip(self.p.maker, self.p.place, strict=True))
        points = 15 * self.met(seat, self.p.leader[seat]) + 10 * len(self.provinces(faction))
        return points + 5 * self.p.captor.count(seat) + 5 * emerged + 3 * len(outside)
