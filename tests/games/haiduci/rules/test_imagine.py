"""Imagined positions: as likely as they are for somebody who knows what the seat has seen, and no other."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, cast

import msgspec

from guanxi.engine.core.position import NOBODY
from guanxi.engine.sight import Sight
from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.rules.material import CARDS
from tests.games.haiduci.games import all_cards, somewhere
from tests.games.haiduci.tables import SIX, card, position, table_with

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from guanxi.games.haiduci.rules.rules import Haiduci


def imagined(p: Haiduci, seat: int, times: int, seed: int) -> Iterator[Haiduci]:
    """One position that is imagined again and again."""
    sight, random, world = Sight(GAME, p, seat), Random(seed), GAME.position()
    for _ in range(times):
        yield cast("Haiduci", sight.sample_world(random, world))


def assert_drawn_from(chances: Mapping[Hashable, float], drawn: Counter[Hashable]) -> None:
    """What was drawn fits the chances: a chi-square that fails a right sampler once in a million seeds."""
    times = drawn.total()
    assert set(drawn) <= set(chances)
    chi_square = sum((drawn[cell] - times * chance) ** 2 / (times * chance) for cell, chance in chances.items())
    freedom = len(chances) - 1
    # Wilson and Hilferty's approximation of the quantile.
    limit = freedom * (1 - 2 / (9 * freedom) + 4.75 * sqrt(2 / (9 * freedom))) ** 3
    assert chi_square < limit


def almost_open(hands: tuple[str, str], pile: str) -> Haiduci:
    """A position in which seat 0 has not seen two hands and the pile, and all other cards are discards."""
    p = position(table_with(SIX, hands=("", *hands)))
    cards = [card(id_) for id_ in pile.split()]
    discards = [p.board.copies[number] - p.hand[1][number] - p.hand[2][number] for number in range(CARDS)]
    p.discards = [count - cards.count(number) for number, count in enumerate(discards)]
    p.pile = [*cards, *[NOBODY] * (len(p.pile) - len(cards))]
    p.left = len(cards)
    assert all_cards(p) == p.board.copies
    return p


def deal(p: Haiduci) -> Hashable:
    """The hidden cards, place by place."""
    return tuple(map(tuple, p.hand[1:3])), tuple(p.pile[: p.left])


def test_every_possible_deal_is_as_likely_as_any_other() -> None:
    p = almost_open(("faith army", "faith"), "army iancu-jianu")
    cards = [card(id_) for id_ in ("faith", "army", "faith", "army", "iancu-jianu")]
    deals: Counter[Hashable] = Counter()
    for one, two, three, *pile in permutations(cards):
        hands = tuple(tuple(hand.count(number) for number in range(CARDS)) for hand in ([one, two], [three]))
        deals[hands, tuple(pile)] += 1
    chances = {found: ways / deals.total() for found, ways in deals.items()}
    assert_drawn_from(chances, Counter(map(deal, imagined(p, 0, 30_000, seed=1))))


def test_each_leader_is_as_likely_as_another_unless_it_would_have_claimed() -> None:
    p = position(table_with(SIX, hands=("army",)))
    excluded = p.excluded
    excluded[2][1] = 1
    p.excluded = excluded
    drawn = Counter((world.leader[1], world.leader[2]) for world in imagined(p, 0, 12_000, seed=2))
    chances: dict[Hashable, float] = {(one, other): 1 / 6 for one in range(3) for other in (0, 2)}
    assert_drawn_from(chances, Counter(drawn))
    assert all(world.leader[0] == p.leader[0] for world in imagined(p, 0, 20, seed=3))


def test_the_pile_holds_only_what_was_shuffled_into_it() -> None:
    p = position(table_with(SIX, hands=("faith", "army army", "revolt", "commerce"), discards=""))
    # A new pile of four; all else is in the hands of the fifth and sixth.
    everything = [card(id_) for id_ in ("faith", "faith", "intrigue", "iancu-jianu")]
    fresh = [everything.count(number) for number in range(CARDS)]
    hand = p.hand
    rest = [p.board.copies[number] - fresh[number] - sum(row[number] for row in hand) for number in range(CARDS)]
    hand[4] = rest
    p.hand = hand
    p.held = [1, 2, 1, 1, sum(rest), 0]
    p.pile, p.left = [*everything, *[NOBODY] * (len(p.pile) - 4)], 4
    p.shuffles, p.fresh = 1, fresh
    old = p.old
    old[0] = [sum(row[number] for row in hand[1:]) for number in range(CARDS)]
    p.old = old
    assert all_cards(p) == p.board.copies
    for world in imagined(p, 0, 300, seed=4):
        assert sorted(world.pile[:4]) == sorted(everything)
        assert all_cards(world) == p.board.copies
        assert [sum(hand) for hand in world.hand] == p.held
        # Nobody has drawn since: the haiduc that came with the pile is still in it.
        assert card("iancu-jianu") in world.pile[:4]


def test_what_is_imagined_looks_the_same_to_the_seat() -> None:
    random = Random(16)
    for game in range(60):
        p = somewhere(GAME.seats[game % 3], f"imagine {game}", random)
        for seat in range(p.seats):
            sight = Sight(GAME, p, seat)
            legal = p.legal(seat) if p.owing >> seat & 1 else []
            for _ in range(3):
                world = cast("Haiduci", sight.sample_world(random))
                assert msgspec.json.encode(GAME.view(world, seat)) == msgspec.json.encode(GAME.view(p, seat))
                assert (world.legal(seat) if world.owing >> seat & 1 else []) == legal
                assert all_cards(world) == all_cards(p)
                assert world.left == p.left


def test_a_sight_can_be_sent_to_another_process() -> None:
    sight = table_with(hands=("faith army", "army")).sight(0)
    sent = msgspec.json.decode(msgspec.json.encode(sight.numbers()))
    again = Sight.from_numbers(GAME, GAME.options(), sent, 0)
    assert again.view == sight.view
    assert again.legal_moves == sight.legal_moves
    assert again.numbers() == sight.numbers()
