"""Haiduci once more, written from the rules alone: a referee that shares no code with the game.

It is told every move and knows what follows: who is asked next, what they may do, what lies on the table, who claims
victory and the points.  A phase is a generator that yields a question, the seat asked and the notations it may answer
with, and is sent the answer.  Only the faces of drawn cards and leaders are looked up: chance is not the referee's.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Iterable, Mapping
    from typing import TypeAlias

    Question: TypeAlias = tuple[int, set[str]]
    Phase: TypeAlias = Generator[Question, str, None]

SEASONS = 28
PAWNS = 30


class Referee:
    """Everything that lies on the table, in plain words: territories and cards by id, players by seat."""

    def __init__(
        self,
        home: Mapping[str, str],
        near: Mapping[str, Collection[str]],
        capital: Mapping[str, str],
        combinations: Mapping[frozenset[str], tuple[list[str], list[str]]],
        cards: Mapping[str, int],
        *,
        seats: int,
        first: int,
        begins: str,
        hand: Callable[[int], Counter[str]],
        conditions: Callable[[int], tuple[str, str]],
    ) -> None:
        self.home = home  # the province of each territory, in the order of the file
        self.near = near
        self.capital = capital
        self.combinations = combinations  # the owner's steps and the partner's; any haiduc is "haiduc"
        self.seats = range(seats)
        self.first = self.start = first
        self.begins = begins
        self.hand = hand
        self.conditions = conditions
        self.haiduci = [card for card, copies in cards.items() if copies == 1]
        self.pile = sum(cards.values())
        self.discards: Counter[str] = Counter()
        self.held = [0] * seats
        self.faction: dict[int, str] = {}
        self.pawns: dict[str, Counter[str]] = {place: Counter() for place in home}
        self.boxes: dict[str, list[tuple[str, int]]] = {}  # the cards in a faction's boxes, each with its player
        self.at: dict[str, str] = {}  # haiduci on the board
        self.maker: dict[str, int] = {}
        self.captor: dict[str, int] = {}
        self.claimed: list[int] = []
        self.season = 0
        self.frozen = False

    # Words

    def inside(self, province: str) -> list[str]:
        """The territories of a province."""
        return [place for place, home in self.home.items() if home == province]

    def supply(self, faction: str) -> int:
        """Pawns that are not on the board."""
        return PAWNS - sum(there[faction] for there in self.pawns.values())

    def leader(self, places: Iterable[str]) -> str | None:
        """The faction with strictly most pawns in some territories together."""
        counts = self.counted(places)
        best = [faction for faction in self.capital if counts[faction] == max(counts.values(), default=0)]
        return best[0] if len(best) == 1 else None

    def counted(self, places: Iterable[str]) -> Counter[str]:
        """The pawns of each faction in some territories together."""
        together: Counter[str] = Counter()
        for place in places:
            together.update(self.pawns[place])
        return together

    def behind(self, faction: str, places: Iterable[str]) -> int:
        """How many pawns a faction lacks to have one more than any other; 0 if it leads."""
        counts = self.counted(places)
        return max(0, 1 + max(counts[other] for other in self.capital if other != faction) - counts[faction])

    def controlled(self, faction: str, *, abroad: bool) -> list[str]:
        """The territories a faction controls, at home or abroad."""
        return [
            place
            for place, home in self.home.items()
            if (home != faction) == abroad and self.leader([place]) == faction
        ]

    def in_the_way(self, faction: str, places: list[str]) -> list[str]:
        """The factions with at least as many pawns as one in some territories together."""
        counts = self.counted(places)
        return [other for other in self.capital if other != faction and counts[other] >= max(1, counts[faction])]

    def clockwise(self) -> list[int]:
        """All seats from the one that starts the season."""
        return [(self.start + turn) % len(self.seats) for turn in self.seats]

    # The game

    def game(self) -> Phase:
        """Set-up, then season after season."""
        for turn in self.seats:
            seat = (self.first + turn) % len(self.seats)
            answer = yield seat, {f"faction {name}" for name in self.capital if name not in self.faction.values()}
            self.faction[seat] = answer.split()[1]
            self.pawns[self.capital[self.faction[seat]]][self.faction[seat]] += 1
        for seat in self.seats:
            self.draw(seat, 3 + (self.faction[seat] == self.begins))
        self.start = next((seat for seat in self.seats if self.faction[seat] == self.begins), self.first)
        while True:
            yield from self.frozen_season() if self.frozen else self.usual_season()
            self.claimed = [seat for seat in self.seats if self.met(seat) == 2]
            if self.claimed or len(self.captor) == len(self.haiduci) or self.season == SEASONS - 1:
                return
            self.season += 1
            self.start = (self.start + 1) % len(self.seats)

    def draw(self, seat: int, count: int = 1) -> None:
        """Cards for a player; an empty pile is made of the discards."""
        for _ in range(count):
            if self.pile == 0:
                self.pile, self.discards = self.discards.total(), Counter()
            if self.pile:
                self.pile -= 1
                self.held[seat] += 1

    def usual_season(self) -> Phase:
        """Offers, agreements, cards, moves of haiduci, unplayed factions."""
        put = Counter[int]()
        yield from self.offers(put)
        agreed = Counter[int]()
        yield from self.agreements(agreed)
        for seat in self.clockwise():
            self.draw(seat, agreed[seat] + (put[seat] == 0))
        if not self.frozen:
            yield from self.marches()
            yield from self.unplayed()

    def open_boxes(self, seat: int) -> list[str]:
        """The factions a player may join: an offer of another, while the own first box holds a card."""
        if not self.boxes.get(self.faction[seat]):
            return []
        return [name for name, cards in self.boxes.items() if len(cards) == 1 and name != self.faction[seat]]

    def offers(self, put: Counter[int]) -> Phase:
        """One card at a time round the table, until all have passed in succession."""
        passes = turn = 0
        while passes < len(self.seats):
            seat = self.clockwise()[turn % len(self.seats)]
            turn += 1
            own = self.faction[seat]
            answer = "pass"
            # A player is asked only if there is a box for a card.
            if self.held[seat] and (not self.boxes.get(own) or self.open_boxes(seat)):
                hand = self.hand(seat)
                offers = (
                    set() if self.boxes.get(own) else {f"offer {card}" for card in hand if card not in self.haiduci}
                )
                joins = {f"join {name} {card}" for name in self.open_boxes(seat) for card in hand}
                answer = yield seat, {"pass"} | offers | joins
            passes += 1
            if answer != "pass":
                passes = 0
                put[seat] += 1
                self.held[seat] -= 1
                word, *names = answer.split()
                box = self.boxes.setdefault(own if word == "offer" else names[0], [])
                box.append((names[-1], seat))

    def agreements(self, agreed: Counter[int]) -> Phase:
        """Complete pairs in turn order of the owners; those after a conference have no effect."""
        for owner in self.clockwise():
            pair = self.boxes.get(self.faction[owner], [])
            if len(pair) < 2:
                continue
            (first, _), (second, partner) = pair
            if not self.frozen:
                kinds = frozenset((first, "haiduc" if second in self.haiduci else second))
                for seat, steps in zip((owner, partner), self.combinations[kinds], strict=True):
                    for step in steps:
                        yield from self.step(seat, owner, second, step)
                agreed.update((owner, partner))
            out = self.at.keys() | self.captor.keys()
            self.discards.update(card for card, _ in pair if card not in out)
            del self.boxes[self.faction[owner]]

    def step(self, seat: int, owner: int, card: str, step: str) -> Phase:
        """One player's step of a combination."""
        faction = self.faction[seat]
        match step.split():
            case "place", count:
                yield from self.place(seat, int(count))
            case "remove", count:
                yield from self.remove(seat, int(count))
            case ["independence"]:
                yield from self.independence(seat)
            case ["majority"]:
                yield from self.rule(seat)
            case "influence", count:
                if seat == owner:
                    answer = yield seat, {f"province {name}" for name in self.capital}
                    self.province = answer.split()[1]
                yield from self.influence(seat, int(count))
            case ["emergence"]:
                yield from self.emerge(seat, owner, card, set())
            case ["capture"]:
                yield from self.capture(seat, owner, card)
            case ["conference"]:
                self.frozen = True
            case _:
                raise AssertionError(f"{faction}: {step}")

    # Effects

    def act(self, seat: int, answer: str) -> None:
        """Add the player's pawn or remove another's."""
        word, place, *whose = answer.split()
        self.pawns[place][whose[0] if whose else self.faction[seat]] += 1 if word == "place" else -1

    def removals(self, places: Iterable[str], factions: Collection[str]) -> set[str]:
        """The pawns of some factions in some territories."""
        return {f"remove {place} {name}" for place in places for name in factions if self.pawns[place][name]}

    def place(self, seat: int, count: int) -> Phase:
        """Pawns where one is present or next to it, one at a time; with no presence on the capital."""
        faction = self.faction[seat]
        for _ in range(count):
            present = [place for place, there in self.pawns.items() if there[faction]]
            reached = {*present, *(other for place in present for other in self.near[place])}
            if self.supply(faction):
                answer = yield seat, {f"place {place}" for place in reached or {self.capital[faction]}}
                self.act(seat, answer)

    def remove(self, seat: int, count: int) -> Phase:
        """Any pawns of other factions, anywhere; as many as there are."""
        others = [name for name in self.capital if name != self.faction[seat]]
        for _ in range(count):
            if removals := self.removals(self.home, others):
                self.act(seat, (yield seat, removals))

    def leading(self, seat: int, place: str) -> set[str]:
        """What makes a player majority in a territory: nothing if the player leads, or never can."""
        faction = self.faction[seat]
        supply = self.supply(faction)
        if not self.behind(faction, [place]) or not self.pawns[place][faction] + supply:
            return set()
        adding = {f"place {place}"} if supply else set()
        return adding | self.removals([place], self.in_the_way(faction, [place]))

    def lead(self, seat: int, place: str) -> Phase:
        """Add own pawns and remove others' until one has one more than any other."""
        while choices := self.leading(seat, place):
            self.act(seat, (yield seat, choices))

    def independence(self, seat: int) -> Phase:
        """Majority in every territory of the own province; with too few pawns the player chooses where."""
        faction = self.faction[seat]
        todo = self.inside(faction)
        while any(self.leading(seat, place) for place in todo):
            if sum(self.behind(faction, [place]) for place in todo) > self.supply(faction):
                self.act(seat, (yield seat, set().union(*(self.leading(seat, place) for place in todo))))
                continue
            place = todo.pop(0)
            if not self.pawns[place].total():
                self.pawns[place][faction] += 1
            yield from self.lead(seat, place)

    def rule(self, seat: int) -> Phase:
        """One pawn more in the whole province than any other faction; empty territories stay empty."""
        faction = self.faction[seat]
        province = self.inside(faction)
        while self.behind(faction, province) and self.supply(faction) + self.counted(province)[faction]:
            occupied = [place for place in province if self.pawns[place].total()] or [self.capital[faction]]
            adding = {f"place {place}" for place in occupied} if self.supply(faction) else set()
            self.act(seat, (yield seat, adding | self.removals(province, self.in_the_way(faction, province))))

    def influence(self, seat: int, count: int) -> Phase:
        """A pawn in each of some territories of the chosen province."""
        places = self.inside(self.province)
        for _ in range(count):
            if self.supply(self.faction[seat]):
                answer = yield seat, {f"place {place}" for place in places}
                self.act(seat, answer)
                places.remove(answer.split()[1])

    def emerge(self, seat: int, owner: int, haiduc: str, instead: set[str]) -> Phase:
        """A haiduc on a territory of either province but no capital, and majority there; or what else is possible."""
        provinces = {self.faction[seat], self.faction[owner]}
        places = {place for place, home in self.home.items() if home in provinces} - set(self.capital.values())
        answer = yield seat, {f"emerge {place}" for place in places} | instead
        if answer == "keep":
            self.captor[haiduc] = seat
        else:
            self.at[haiduc], self.maker[haiduc] = answer.split()[1], seat
            yield from self.lead(seat, self.at[haiduc])

    def capture(self, seat: int, owner: int, haiduc: str) -> Phase:
        """Keep it as captured; or, if another is on the board, let it emerge and capture any other."""
        if self.at:
            yield from self.emerge(seat, owner, haiduc, {"keep"})
        else:
            yield seat, {"keep"}
            self.captor[haiduc] = seat
        if haiduc in self.at:
            answer = yield seat, {f"capture {other}" for other in self.at if other != haiduc}
            caught = answer.split()[1]
            self.captor[caught] = seat
            del self.at[caught], self.maker[caught]

    # The rest of a season

    def marches(self) -> Phase:
        """Each player may discard a card to move a haiduc to a neighbouring territory, and become majority there."""
        for seat in self.clockwise():
            if self.held[seat] and self.at:
                ways = {f"march {haiduc} {place}" for haiduc, at in self.at.items() for place in self.near[at]}
                answer = yield seat, {"pass"} | ways
                if answer != "pass":
                    _, haiduc, place = answer.split()
                    price = yield seat, {f"discard {card}" for card in self.hand(seat)}
                    self.discards[price.split()[1]] += 1
                    self.held[seat] -= 1
                    self.at[haiduc] = place
                    yield from self.lead(seat, place)

    def unplayed(self) -> Phase:
        """The start player places a pawn of each faction without a player."""
        for name in self.capital:
            if name not in self.faction.values() and self.supply(name):
                inside = self.inside(name)
                if len(self.controlled(name, abroad=False)) == len(inside):
                    inside = [other for place in inside for other in self.near[place] if self.home[other] != name]
                answer = yield self.start, {f"place {place}" for place in inside}
                self.pawns[answer.split()[1]][name] += 1

    def frozen_season(self) -> Phase:
        """Each may play a haiduc, from the hand or a captive; a player who does not draws a card."""
        thawed = False
        for seat in self.clockwise():
            captives = [haiduc for haiduc, captor in self.captor.items() if captor == seat]
            answer = "pass"
            if self.held[seat] or captives:
                played = {f"play {card}" for card in self.hand(seat) if card in self.haiduci}
                answer = yield seat, {"pass"} | played | {f"free {haiduc}" for haiduc in captives}
            if answer == "pass":
                self.draw(seat)
                continue
            word, haiduc = answer.split()
            thawed = True
            self.discards[haiduc] += 1
            if word == "free":
                del self.captor[haiduc]
            else:
                self.held[seat] -= 1
        self.frozen = not thawed

    # The end

    def met(self, seat: int) -> int:
        """How many of a player's two conditions hold now."""
        return sum(self.holds(seat, condition) for condition in self.conditions(seat))

    def holds(self, seat: int, condition: str) -> bool:
        """Does a condition hold?"""
        faction = self.faction[seat]
        word, _, about = condition.removesuffix(")").partition("(")
        match word:
            case "INDEP":
                return len(self.controlled(faction, abroad=False)) == len(self.inside(faction))
            case "MAJ":
                return self.leader(self.inside(about)) == faction
            case "INFL":
                return sum(self.pawns[place][faction] > 0 for place in self.inside(about)) >= 3
            case "EXT":
                return len(self.controlled(faction, abroad=True)) >= int(about)
            case "HAI":
                return list(self.captor.values()).count(seat) >= int(about)
            case "EMG":
                return list(self.maker.values()).count(seat) >= int(about)
        raise AssertionError(condition)

    def points(self, seat: int) -> dict[str, int]:
        """A player's points by source, if the game ended now."""
        faction = self.faction[seat]
        return {
            "conditions": 15 * self.met(seat),
            "provinces": 10 * sum(self.leader(self.inside(name)) == faction for name in self.capital),
            "captured": 5 * list(self.captor.values()).count(seat),
            "emerged": 5 * list(self.maker.values()).count(seat),
            "territories": 3 * len(self.controlled(faction, abroad=True)),
        }

    def winners(self) -> tuple[int, ...]:
        """A lone claimant, or the best of those who claim, or of all."""
        worth = {seat: self.worth(seat) for seat in self.claimed or self.seats}
        return tuple(seat for seat in worth if worth[seat] == max(worth.values()))

    def worth(self, seat: int) -> tuple[int, ...]:
        """Points; then conditions met, captured haiduci and territories controlled."""
        faction = self.faction[seat]
        territories = len(self.controlled(faction, abroad=True)) + len(self.controlled(faction, abroad=False))
        captives = list(self.captor.values()).count(seat)
        return sum(self.points(seat).values()), self.met(seat), captives, territories
