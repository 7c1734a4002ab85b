"""A second referee for Hanamikoji, written from the rules alone: it shares no code with the game.

It follows a game by the cards that players hold and the moves they make, lists the legal moves, and says what must be
scored.  Items and moves are spelt as in notation.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Fact = tuple[str | int, ...]  # ("revealed", seat, item), ("favour", seat, item), ("counted", seat, charm, geishas) …

CHARM = {"flute": 2, "fan": 2, "scroll": 2, "umbrella": 3, "drum": 3, "bowl": 4, "letter": 5}
CARDS = {"secret": 1, "trade-off": 2, "gift": 3, "competition": 4}
ROW = list(CHARM)


class Referee:
    """Everything on the table and in the hands, as two lists of cards for two players."""

    def __init__(self, first: int, most_rounds: int = 0) -> None:
        self.first = first
        self.most_rounds = most_rounds
        self.round = 0
        self.favour: dict[str, int | None] = dict.fromkeys(CHARM)
        self.winners: tuple[int, ...] = ()
        self.begin_round()

    def begin_round(self) -> None:
        """Tokens stay; items and actions are taken back."""
        self.round += 1
        self.turns = 0
        self.hands: list[Counter[str]] = [Counter(), Counter()]
        self.used: list[set[str]] = [set(), set()]
        self.sides: list[Counter[str]] = [Counter(), Counter()]
        self.secrets = ["", ""]
        self.traded: Counter[str] = Counter()
        self.offer: list[tuple[str, ...]] = []  # the cards or pairs to choose from
        self.to_see = [6, 6]  # how many cards each player is about to hold that are still unknown
        self.to_see[self.first] += 1

    @property
    def to_move(self) -> int:
        """The seat that acts, or that answers an offer."""
        return (self.first + self.turns + bool(self.offer)) % 2

    def see(self, seat: int, hand: Iterable[str]) -> None:
        """Look at a hand: it is the one of before and the cards just dealt or drawn."""
        now = Counter(hand)
        assert now >= self.hands[seat], "a card has disappeared"
        assert now.total() == self.hands[seat].total() + self.to_see[seat], "a wrong number of cards was drawn"
        self.hands[seat] = now
        self.to_see[seat] = 0
        assert self.known() <= Counter(CHARM), "there are more cards of an item than it has"

    def known(self) -> Counter[str]:
        """All cards that have been seen anywhere in this round."""
        secrets = Counter(secret for secret in self.secrets if secret)
        offered = Counter(card for group in self.offer for card in group)
        return sum((*self.hands, *self.sides, secrets, self.traded, offered), Counter())

    # Legal moves

    def legal(self) -> set[str]:
        """Every legal move, in notation."""
        if self.offer:
            return {f"take {' '.join(group)}" for group in self.offer}
        seat = self.to_move
        hand = ordered(self.hands[seat].elements())
        found: set[str] = set()
        for action, count in CARDS.items():
            if action not in self.used[seat]:
                for cards in set(combinations(hand, count)):
                    found |= notations(action, cards)
        return found

    # Moves

    def play(self, notation: str) -> list[Fact]:
        """Make a move; returns what must be scored, in order."""
        seat = self.to_move
        action, *cards = notation.replace("/", " ").split()
        if action == "take":
            self.take(seat, tuple(cards))
        else:
            self.act(seat, action, cards)
        if self.offer:
            return []
        self.turns += 1
        if self.turns == 8:
            return self.score()
        self.to_see[self.to_move] += 1
        return []

    def act(self, seat: int, action: str, cards: Sequence[str]) -> None:
        """Use one of the four actions."""
        self.used[seat].add(action)
        self.hands[seat] -= Counter(cards)
        if action == "secret":
            (self.secrets[seat],) = cards
        elif action == "trade-off":
            self.traded += Counter(cards)
        elif action == "gift":
            self.offer = [(card,) for card in cards]
        else:
            self.offer = [tuple(cards[:2]), tuple(cards[2:])]

    def take(self, seat: int, chosen: tuple[str, ...]) -> None:
        """The chosen cards go to the chooser's side, the rest to the other."""
        self.offer.remove(chosen)
        self.sides[seat] += Counter(chosen)
        self.sides[1 - seat] += Counter(card for group in self.offer for card in group)
        self.offer = []

    # Scoring

    def score(self) -> list[Fact]:
        """Secrets are revealed, tokens move, and perhaps somebody has won."""
        facts: list[Fact] = []
        for seat, secret in enumerate(self.secrets):
            self.sides[seat][secret] += 1
            facts.append(("revealed", seat, secret))
        for item in ROW:
            mine, theirs = (side[item] for side in self.sides)
            if mine != theirs:
                winner = int(theirs > mine)
                if self.favour[item] != winner:
                    facts.append(("favour", winner, item))
                self.favour[item] = winner
        facts += [("counted", seat, self.charm(seat), self.geishas(seat)) for seat in (0, 1)]
        self.winners = self.decided()
        if self.winners:
            return [*facts, ("won", *self.winners)]
        self.first = 1 - self.first
        self.begin_round()
        return facts

    def charm(self, seat: int) -> int:
        """The charm of the geishas on a player's side."""
        return sum(CHARM[item] for item, holder in self.favour.items() if holder == seat)

    def geishas(self, seat: int) -> int:
        """The number of geishas on a player's side."""
        return sum(holder == seat for holder in self.favour.values())

    def decided(self) -> tuple[int, ...]:
        """The winners: by charm, by geishas, or after the last round."""
        charm, geishas = ([count(seat) for seat in (0, 1)] for count in (self.charm, self.geishas))
        if max(charm) >= 11:
            return (charm.index(max(charm)),)
        if max(geishas) >= 4:
            return (geishas.index(max(geishas)),)
        if self.round != self.most_rounds:
            return ()
        totals = list(zip(charm, geishas, strict=True))
        return tuple(seat for seat in (0, 1) if totals[seat] == max(totals))


def ordered(cards: Iterable[str]) -> list[str]:
    """Cards in the order of the row of geishas."""
    return sorted(cards, key=ROW.index)


def notations(action: str, cards: tuple[str, ...]) -> set[str]:
    """The moves that an action makes of some cards: one, or each way to make two pairs of four."""
    if action != "competition":
        return {f"{action} {' '.join(cards)}"}
    first, *others = cards
    found = set()
    for place, partner in enumerate(others):
        rest = [*others[:place], *others[place + 1 :]]
        one, two = sorted(([first, partner], rest), key=lambda pair: [*map(ROW.index, pair)])
        found.add(f"competition {' '.join(one)} / {' '.join(two)}")
    return found
