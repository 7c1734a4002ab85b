"""The White Lotus once more, written from the rules alone: a referee that shares no code with the game.

It is told every move and knows what follows: who is asked next, what they may do, who owns what, and the points at the
end.  A phase is a generator that yields a question, for each seat asked the notations it may answer with, and is sent
the seat and its answer.  Numbers in brackets are sections of the rulebook.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping
    from typing import TypeAlias

    Question: TypeAlias = Mapping[int, set[str]]
    Phase: TypeAlias = Generator[Question, tuple[int, str], None]

TILES = 39
KINDS = ("influence", "combat")
PAYS = {"temple": (3, 0), "rice": (1, 1), "fortress": (0, 2)}  # influence and combat of a building in a year


class Referee:
    """Everything that lies on the table, in plain words: provinces by id, buildings by name, players by seat."""

    def __init__(
        self,
        near: Mapping[str, set[str]],
        tiles: Mapping[str, str],
        dragons: set[str],
        drawn: Callable[[int], str],
        *,
        seats: int,
        emperor: int,
        negotiation: bool,
    ) -> None:
        self.near = near  # the provinces in play, each with those next to it
        self.building = dict(tiles)
        self.dragons = dragons
        self.drawn = drawn  # the tile that a seat has just drawn: chance is not the referee's
        self.seats = range(seats)
        self.emperor = emperor
        self.negotiation = negotiation
        self.owner: dict[str, int] = {}
        self.cubes: dict[str, set[int]] = {}
        self.hand = {"influence": [12] * seats, "combat": [3] * seats}
        self.tokens = [0] * seats
        self.silent: set[int] = set()
        self.talked = False  # since the last offers nothing has happened

    # What can be seen on the table

    def clockwise(self, first: int) -> list[int]:
        """All seats from one on."""
        return [(first + place) % len(self.seats) for place in self.seats]

    def land(self, seat: int) -> set[str]:
        """The provinces of a player."""
        return {id_ for id_, owner in self.owner.items() if owner == seat}

    def owned(self, seat: int, building: str) -> int:
        """How many buildings of a kind a player owns."""
        return sum(self.building[id_] == building for id_ in self.land(seat))

    def neighbours(self, provinces: Iterable[str]) -> set[str]:
        """All provinces next to some."""
        return {other for id_ in provinces for other in self.near[id_]}

    # Questions

    def ask(self, seat: int, answers: set[str]) -> Generator[Question, tuple[int, str], str]:
        """Ask one player something open."""
        _, answer = yield {seat: answers}
        self.talked = False
        return answer

    def ask_secretly(self, questions: Question) -> Generator[Question, tuple[int, str], dict[int, str]]:
        """Ask several players something sealed, in any order."""
        answers: dict[int, str] = {}
        while len(answers) < len(questions):
            seat, answer = yield {seat: questions[seat] for seat in questions if seat not in answers}
            answers[seat] = answer
        self.talked = False
        return answers

    # The game

    def game(self) -> Phase:
        """Year after year until every province has an owner (2, 3)."""
        year = 0
        last = False
        while not last:
            year += 1
            self.silent = set()
            yield from self.claims()
            yield from self.control(year)
            self.tokens[self.emperor] += 1
            self.talked = False
            last = len(self.owner) == len(self.near)
            yield from self.rebellion()
            if not last:
                yield from self.income()
                yield from self.new_provinces()

    def claims(self) -> Phase:
        """Three cubes each in rounds, then one for each rice field, five at most (2.1)."""
        yield from self.offers()
        for round_ in range(5):
            for seat in self.clockwise(self.emperor):
                neutral = self.building.keys() - self.owner.keys()
                free = {f"claim {id_}" for id_ in neutral if seat not in self.cubes.get(id_, ())}
                if free and round_ < 3 + self.owned(seat, "rice"):
                    answer = yield from self.ask(seat, free | ({"pass"} if round_ >= 3 else set()))
                    if answer != "pass":
                        self.cubes.setdefault(answer.removeprefix("claim "), set()).add(seat)

    def control(self, year: int) -> Phase:
        """In year 1 the palace; then sole claimants; then conflicts in the emperor's order (2.2)."""
        yield from self.offers()
        if year == 1:
            for id_ in [id_ for id_ in self.cubes if self.building[id_] == "palace"]:
                yield from self.conflict(id_)
        for seat in self.clockwise(self.emperor):
            for id_ in [id_ for id_, there in self.cubes.items() if there == {seat}]:
                self.take(seat, id_)
        while self.cubes:
            id_ = min(self.cubes)
            if len(self.cubes) > 1:
                yield from self.offers()
                answer = yield from self.ask(self.emperor, {f"name {id_}" for id_ in self.cubes})
                id_ = answer.removeprefix("name ")
            yield from self.conflict(id_)

    def conflict(self, id_: str) -> Phase:
        """Rounds of sealed bids, each of which ejects a player, until one is left (2.2.2)."""
        while len(present := self.cubes[id_]) > 1:
            yield from self.offers()
            targets, bids = yield from self.bids(present)
            against: Counter[int] = Counter(dict.fromkeys(present, 0))
            for seat in present:
                self.hand["influence"][seat] -= bids[seat]
                against[targets[seat]] += bids[seat]
            tied = [seat for seat in present if against[seat] == max(against.values())]
            ejected = tied[0]
            if len(tied) > 1:
                yield from self.offers()
                answer = yield from self.ask(self.emperor, {f"eject {seat}" for seat in tied})
                ejected = int(answer.removeprefix("eject "))
            self.hand["influence"][ejected] += (bids[ejected] + 1) // 2
            present.remove(ejected)
        (winner,) = present
        self.take(winner, id_)

    def bids(self, present: set[int]) -> Generator[Question, tuple[int, str], tuple[dict[int, int], dict[int, int]]]:
        """A target, unless it is clear, and then influence, from everybody present (2.2.2.2, 2.2.2.3)."""
        targets = {seat: sum(present) - seat for seat in present} if len(present) == 2 else {}
        bids: dict[int, int] = {}
        while len(bids) < len(present):
            seat, answer = yield {
                seat: {f"influence {points}" for points in range(self.hand["influence"][seat] + 1)}
                if seat in targets
                else {f"against {other}" for other in present - {seat}}
                for seat in present - bids.keys()
            }
            (bids if seat in targets else targets)[seat] = int(answer.split()[1])
        self.talked = False
        return targets, bids

    def take(self, seat: int, id_: str) -> None:
        """A chip for a neutral province; more palaces than the emperor make an emperor at once (2.2.1, 2.2.2.10)."""
        del self.cubes[id_]
        self.owner[id_] = seat
        self.talked = False
        if self.owned(seat, "palace") > self.owned(self.emperor, "palace"):
            self.emperor = seat

    def rebellion(self) -> Phase:
        """Leader, camps, combat, rewards, and perhaps another emperor (2.4)."""
        subjects = self.clockwise(self.emperor)[1:]
        leaders = [seat for seat in subjects if self.owned(seat, "village")]
        leaders.sort(key=lambda seat: -self.owned(seat, "village"))
        leader = None
        if leaders:
            yield from self.offers()
        for seat in leaders:
            if (yield from self.ask(seat, {"lead yes", "lead no"})) == "lead yes":
                leader = seat
                break
        if leader is None:
            return
        yield from self.offers()
        sides = yield from self.ask_secretly(
            {seat: {"side emperor", "side rebels"} for seat in subjects if seat != leader}
        )
        rebels = {leader, *(seat for seat, side in sides.items() if side == "side rebels")}
        yield from self.offers()
        combat = self.hand["combat"]
        committed = yield from self.ask_secretly(
            {seat: {f"combat {points}" for points in range(combat[seat] + 1)} for seat in self.seats}
        )
        points = {seat: int(answer.split()[1]) for seat, answer in committed.items()}
        for seat in self.seats:
            combat[seat] -= points[seat]
        attack = sum(points[seat] for seat in rebels) + self.owned(leader, "village")
        defence = sum(points[seat] for seat in self.seats if seat not in rebels)
        won = attack > defence + 2 * self.owned(self.emperor, "palace")
        camp = rebels if won else set(self.seats) - rebels
        head = leader if won else self.emperor
        yield from self.rewards(head, camp, points)
        palaces = {seat: self.owned(seat, "palace") for seat in self.clockwise(self.emperor)}
        # Of equals, max takes the first: the old emperor, then clockwise.
        self.emperor = max(palaces, key=lambda seat: palaces[seat])

    def rewards(self, head: int, camp: set[int], points: Mapping[int, int]) -> Phase:
        """A province of a loser who has lost none, next to one's own, or a token if there is none (2.4.1, 2.4.2)."""
        robbed: set[int] = set()
        others = [seat for seat in self.clockwise(head) if seat in camp - {head}]
        for seat in [head, *sorted(others, key=lambda other: -points[other])]:
            lost = {id_ for id_, owner in self.owner.items() if owner not in camp | robbed}
            land = self.land(seat)
            reachable = lost & self.neighbours(land) if land else lost
            if not reachable:
                self.tokens[seat] += 1
                continue
            answer = yield from self.ask(seat, {"decline", *(f"take {id_}" for id_ in reachable)})
            if answer != "decline":
                id_ = answer.removeprefix("take ")
                robbed.add(self.owner[id_])
                self.owner[id_] = seat

    def income(self) -> Phase:
        """10 influence, 2 combat, and what buildings pay; of a palace its owner chooses (2.5)."""
        for seat in self.seats:
            paid = [(10, 2), *(PAYS.get(self.building[id_], (0, 0)) for id_ in self.land(seat))]
            self.hand["influence"][seat] += sum(influence for influence, _ in paid)
            self.hand["combat"][seat] += sum(combat for _, combat in paid)
        for seat in self.clockwise(self.emperor):
            for _ in range(self.owned(seat, "palace")):
                if (yield from self.ask(seat, {"earn influence", "earn combat"})) == "earn combat":
                    self.hand["combat"][seat] += 1
                else:
                    self.hand["influence"][seat] += 2

    def new_provinces(self) -> Phase:
        """A tile from everybody, then from all with a temple, then with two …, next to any tile or chip (2.6)."""
        temples = {seat: self.owned(seat, "temple") for seat in self.seats}
        for round_ in range(1 + max(temples.values())):
            for seat in self.clockwise(self.emperor):
                empty = self.near.keys() - self.building.keys()
                if temples[seat] >= round_ and empty and len(self.building) < TILES:
                    tile = self.drawn(seat)
                    possible = empty & self.neighbours(self.building)
                    answer = yield from self.ask(seat, {f"place {id_}" for id_ in possible})
                    self.building[answer.removeprefix("place ")] = tile

    # The variant (4)

    def offers(self) -> Phase:
        """From the emperor clockwise up to two offers each, unless nothing has happened since the last."""
        if not self.negotiation or self.talked:
            return
        for seat in self.clockwise(self.emperor):
            for _ in range(2):
                if seat in self.silent:
                    break
                others = {f"offer {other}" for other in self.seats if other != seat}
                answer = yield from self.ask(seat, others | {"pass", "silent"})
                if answer == "silent":
                    self.silent.add(seat)
                if answer in ("pass", "silent"):
                    break
                yield from self.offer(seat, int(answer.removeprefix("offer ")))
        self.talked = True

    def offer(self, seat: int, partner: int) -> Phase:
        """Four terms, of which those that can only be 0 are not asked, and an answer unless all are 0."""
        terms: dict[tuple[str, str], int] = {}
        for verb, giver in (("give", seat), ("want", partner)):
            for kind in KINDS:
                terms[verb, kind] = 0
                if most := self.hand[kind][giver]:
                    answer = yield from self.ask(seat, {f"{verb} {points} {kind}" for points in range(most + 1)})
                    terms[verb, kind] = int(answer.split()[1])
        if any(terms.values()) and (yield from self.ask(partner, {"reply yes", "reply no"})) == "reply yes":
            for kind in KINDS:
                self.hand[kind][seat] += terms["want", kind] - terms["give", kind]
                self.hand[kind][partner] += terms["give", kind] - terms["want", kind]

    # Points (3)

    def points(self, seat: int) -> dict[str, int]:
        """A player's points by where they come from."""
        land = self.land(seat)
        palaces, temples = self.owned(seat, "palace"), self.owned(seat, "temple")
        sizes = [self.largest_territory(other) for other in self.seats]
        alone = sizes[seat] == max(sizes) and sizes.count(max(sizes)) == 1
        return {
            "palaces": 3 * palaces,
            "temples": 2 * temples,
            "others": len(land) - palaces - temples,
            "territory": 3 if alone else 0,
            "dragons": 2 * len(land & self.dragons),
            "tokens": self.tokens[seat],
        }

    def largest_territory(self, seat: int) -> int:
        """The most provinces of a player that hang together."""
        land, largest = self.land(seat), 0
        while land:
            group: set[str] = set()
            edge = {land.pop()}
            while edge:
                group |= edge
                edge = self.neighbours(edge) & land - group
            land -= group
            largest = max(largest, len(group))
        return largest

    def winners(self) -> tuple[int, ...]:
        """Most points; of the tied the emperor, else most palaces, else all of them."""
        totals = [sum(self.points(seat).values()) for seat in self.seats]
        best = [seat for seat in self.seats if totals[seat] == max(totals)]
        if self.emperor in best:
            return (self.emperor,)
        most = max(self.owned(seat, "palace") for seat in best)
        return tuple(seat for seat in best if self.owned(seat, "palace") == most)
