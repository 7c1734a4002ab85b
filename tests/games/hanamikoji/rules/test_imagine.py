"""Sampled worlds: exactly those consistent with what the seat has seen, each as likely as it should be."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import comb, sqrt
from random import Random
from typing import TYPE_CHECKING, cast

import msgspec

from guanxi.engine.core.position import NOBODY
from guanxi.engine.sight import Sight
from guanxi.games.hanamikoji import GAME
from guanxi.games.hanamikoji.rules import material
from tests.games.hanamikoji.games import all_cards, in_hand, somewhere
from tests.games.hanamikoji.tables import COPIES, ME, THEM, cards, counted, position, table_with

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping

    from guanxi.games.hanamikoji.rules.rules import Hanamikoji


def late_in_the_round(their_hand: str, their_secret: str, their_trade_off: str, aside: str, draw: str) -> Hanamikoji:
    """A position in which I have not seen these cards, and all others lie on the table."""
    hidden = Counter(cards(f"{their_hand} {their_secret} {their_trade_off} {aside} {draw}"))
    p = position(table_with())
    p.hand = counted("", their_hand)
    p.side = [[copies - hidden[item] for item, copies in enumerate(COPIES)], [0] * material.GEISHAS]
    p.secret = [NOBODY, *cards(their_secret)]
    p.traded = [[NOBODY, NOBODY], cards(their_trade_off)]
    (p.aside,) = cards(aside)
    p.pile = (cards(draw)[::-1] + [NOBODY] * material.MOST_ITEMS)[: material.MOST_ITEMS]
    p.left = len(cards(draw))
    assert all_cards(p) == COPIES
    return p


def imagined(p: Hanamikoji, seat: int, times: int, seed: int) -> Iterator[Hanamikoji]:
    """One position that is imagined again and again."""
    sight, random, world = Sight(GAME, p, seat), Random(seed), GAME.position()
    for _ in range(times):
        yield cast("Hanamikoji", sight.sample_world(random, world))


def assert_drawn_from(chances: Mapping[Hashable, float], drawn: Counter[Hashable]) -> None:
    """What was drawn fits the chances: a chi-square that fails a right sampler once in a million seeds."""
    times = drawn.total()
    assert set(drawn) <= set(chances)
    assert min(chances.values()) * times >= 5, "too few draws for this test"
    chi_square = sum((drawn[cell] - times * chance) ** 2 / (times * chance) for cell, chance in chances.items())
    freedom = len(chances) - 1
    # Wilson and Hilferty's approximation of the quantile.
    limit = freedom * (1 - 2 / (9 * freedom) + 4.75 * sqrt(2 / (9 * freedom))) ** 3
    assert chi_square < limit


def whole_deal(p: Hanamikoji) -> Hashable:
    """All hidden cards of a position, place by place."""
    return (p.aside, *in_hand(p, THEM)), p.secret[THEM], tuple(sorted(p.traded[THEM])), tuple(p.pile[: p.left])


def test_every_possible_deal_is_as_likely_as_any_other() -> None:
    words = ("fan drum", "drum", "letter letter", "letter", "fan")
    p = late_in_the_round(*words)
    deals: Counter[Hashable] = Counter()
    for one, two, secret, three, four, aside, draw in permutations(cards(" ".join(words))):
        deals[(aside, *sorted((one, two))), secret, tuple(sorted((three, four))), (draw,)] += 1
    chances = {deal: ways / deals.total() for deal, ways in deals.items()}
    assert_drawn_from(chances, Counter(map(whole_deal, imagined(p, ME, 40_000, seed=1))))


def early_in_the_round() -> Hanamikoji:
    """A position in which the opponent has used both hidden actions and much is still unknown."""
    p = position(
        table_with("fan drum letter", "flute umbrella bowl bowl", aside="letter", side="drum", their_side="fan")
    )
    p.secret = [NOBODY, p.pile[p.left - 1]]
    p.traded = [[NOBODY, NOBODY], [p.pile[p.left - 2], p.pile[p.left - 3]]]
    p.pile = [*p.pile[: p.left - 3], *[NOBODY] * (material.MOST_ITEMS - p.left + 3)]
    p.left -= 3
    assert all_cards(p) == COPIES
    return p


UNSEEN = [2, 0, 2, 3, 1, 4, 4]  # in the position above, for me
ALL_UNSEEN = sum(UNSEEN)


def drawn_of(read: Callable[[Hanamikoji], Hashable], seed: int) -> Counter[Hashable]:
    """What some place holds in many imagined positions."""
    return Counter(read(p) for p in imagined(early_in_the_round(), ME, 20_000, seed))


def test_the_opponents_hand_is_drawn_from_all_unseen_cards() -> None:
    held = len(in_hand(early_in_the_round(), THEM))
    for item in (0, 3, 4, 5):
        # Four cards out of all: the hypergeometric chances of holding so many of an item.
        chances: dict[Hashable, float] = {
            count: comb(UNSEEN[item], count) * comb(ALL_UNSEEN - UNSEEN[item], held - count) / comb(ALL_UNSEEN, held)
            for count in range(min(UNSEEN[item], held) + 1)
        }
        assert_drawn_from(chances, drawn_of(lambda p, item=item: p.hand[THEM][item], seed=item))  # type: ignore[misc]


def test_each_hidden_place_holds_each_unseen_card_equally_often() -> None:
    chances: dict[Hashable, float] = {item: count / ALL_UNSEEN for item, count in enumerate(UNSEEN) if count}
    assert_drawn_from(chances, drawn_of(lambda p: p.secret[THEM], seed=11))
    assert_drawn_from(chances, drawn_of(lambda p: p.aside, seed=12))
    assert_drawn_from(chances, drawn_of(lambda p: p.pile[p.left - 1], seed=13))
    assert_drawn_from(chances, drawn_of(lambda p: p.traded[THEM][0], seed=14))
    assert_drawn_from(chances, drawn_of(lambda p: p.traded[THEM][1], seed=15))


def test_what_is_imagined_looks_the_same_to_the_seat() -> None:
    random = Random(16)
    for game in range(300):
        p = somewhere(f"imagine {game}", random)
        for seat in (ME, THEM):
            sight = Sight(GAME, p, seat)
            legal = p.legal(seat) if p.owing >> seat & 1 else []
            for _ in range(5):
                world = cast("Hanamikoji", sight.sample_world(random))
                assert msgspec.json.encode(GAME.view(world, seat)) == msgspec.json.encode(GAME.view(p, seat))
                assert (world.legal(seat) if world.owing >> seat & 1 else []) == legal
                assert all_cards(world) == COPIES


def test_a_sight_knows_the_legal_moves_and_the_view() -> None:
    table = table_with("fan fan drum", "bowl")
    sight = table.sight(ME)
    assert sight.legal_moves == table.legal_moves(ME)
    assert sight.legal_numbers == position(table).legal(ME)
    assert sight.view == table.view(ME)


def test_a_sight_does_not_hold_the_real_position() -> None:
    """Whatever a bot finds in its sight, deep inside, is the same for all deals it cannot tell apart."""
    p = late_in_the_round("fan drum", "drum", "letter letter", "letter", "fan")
    q = late_in_the_round("letter letter", "fan", "drum fan", "drum", "letter")
    one, other = Sight(GAME, p, ME), Sight(GAME, q, ME)
    assert one.numbers() == other.numbers()
    assert one.sample_world(Random(1)).numbers() == other.sample_world(Random(1)).numbers()
    assert one.numbers() != p.numbers()


def test_the_same_chance_imagines_the_same_position() -> None:
    sight = table_with("fan fan drum", "bowl letter").sight(ME)
    assert sight.sample_world(Random(5)).numbers() == sight.sample_world(Random(5)).numbers()
    assert sight.sample_world(Random(5)).numbers() != sight.sample_world(Random(6)).numbers()


def test_a_position_can_be_imagined_over_another() -> None:
    sight = table_with("fan fan drum", "bowl letter").sight(ME)
    world = GAME.position()
    assert sight.sample_world(Random(5), world) is world
    assert world.numbers() == sight.sample_world(Random(5)).numbers()


def test_a_sight_can_be_sent_to_another_process() -> None:
    sight = table_with("fan fan drum", "bowl letter").sight(ME)
    sent = msgspec.json.decode(msgspec.json.encode(sight.numbers()))
    received = Sight.from_numbers(GAME, GAME.options(), sent, ME)
    assert received.view == sight.view
    assert received.legal_moves == sight.legal_moves
    assert received.numbers() == sight.numbers()
