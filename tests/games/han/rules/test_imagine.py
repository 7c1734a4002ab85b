"""Imagined positions: what a seat has seen stays, the rest is dealt as likely as it is."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, cast

import msgspec

from guanxi.engine.core.position import first_owing
from guanxi.engine.sight import Sight
from guanxi.engine.story import Story
from guanxi.games.han import GAME
from guanxi.games.han.rules import material
from guanxi.games.han.rules.material import COLOURS
from tests.games.han.games import all_cards, each_setting, hand_of, known_of, random_game
from tests.games.han.tables import cards, deal, han, held, play, position, turn

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from guanxi.games.han.rules.rules import Han
    from tests.games.han.games import Setting


def imagined(p: Han, seat: int, times: int, seed: int) -> Iterator[Han]:
    """One position that is imagined again and again."""
    sight, random, world = Sight(GAME, p, seat), Random(seed), GAME.position()
    for _ in range(times):
        yield cast("Han", sight.sample_world(random, world))


@each_setting
def test_an_imagined_position_fits_all_that_was_seen(setting: Setting) -> None:
    random = Random(f"fits {setting}")
    for game in range(15):
        story = Story()
        fresh: list[int] = []
        for p, _ in random_game(setting, f"fits {game}", story):
            if p.emptied and not fresh:
                # The whole new pile, with what was opened from it at once.
                fresh = [p.pile[: p.left].count(colour) for colour in range(COLOURS)]
            elif fresh:
                for colour in [colour for kind, colour, *_ in story.told if kind == material.REFILLED]:
                    fresh[colour] -= 1
            story.told.clear()
            if random.random() < 0.2:
                check_imagined(p, random.randrange(p.seats), fresh, random)


def check_imagined(p: Han, seat: int, fresh: list[int], random: Random) -> None:
    """Hands keep their sizes and known cards, no card is lost, a new pile holds only what was shuffled into it."""
    for world in imagined(p, seat, 2, random.getrandbits(32)):
        assert all_cards(world) == all_cards(p)
        assert hand_of(world, seat) == hand_of(p, seat)
        assert (world.row, world.discards, world.left, world.held) == (p.row, p.discards, p.left, p.held)
        for other in range(p.seats):
            assert sum(hand_of(world, other)) == p.held[other]
            assert all(held >= known for held, known in zip(hand_of(world, other), known_of(p, other), strict=True))
        if fresh:
            pile = Counter(world.pile[: world.left])
            own = p.drawn[seat]
            assert all(pile[colour] <= fresh[colour] - own[colour] for colour in range(COLOURS))
        assert msgspec.json.encode(GAME.view(world, seat)) == msgspec.json.encode(GAME.view(p, seat))
        if p.owing >> seat & 1:
            assert world.legal(seat) == p.legal(seat)


@each_setting
def test_a_player_who_has_drawn_nothing_since_the_shuffle_holds_only_older_cards(setting: Setting) -> None:
    random = Random(f"old {setting}")
    for game in range(10):
        story = Story()
        older: list[Counter[int]] = []  # for each seat: what the others held unseen, and have not played for certain
        before = setting.begin("any")
        for p, _ in random_game(setting, f"old {game}", story):
            if p.emptied and not older:
                hidden = [unseen_by_others(p, seat) for seat in range(p.seats)]
                older = [sum_of(hidden[:seat] + hidden[seat + 1 :]) for seat in range(p.seats)]
            elif older and any(kind in (material.PLACED, material.DISCARDED) for kind, *_ in story.told):
                mover = before.player
                if before.draws[mover] == 0:
                    shown = unseen_by_others(before, mover) - unseen_by_others(p, mover)
                    for seat in range(p.seats):
                        older[seat] -= Counter() if seat == mover else shown
            story.told.clear()
            before = p.copy()
            if older and random.random() < 0.5:
                check_older(p, random.randrange(p.seats), older, random)


def unseen_by_others(p: Han, seat: int) -> Counter[int]:
    """The cards of a hand that nobody else knows."""
    return Counter(dict(enumerate(hand_of(p, seat)))) - Counter(dict(enumerate(known_of(p, seat))))


def sum_of(counters: list[Counter[int]]) -> Counter[int]:
    """All of them together."""
    return sum(counters, Counter())


def check_older(p: Han, seat: int, older: list[Counter[int]], random: Random) -> None:
    """In what a seat imagines, those who drew nothing from the new pile hold cards from before it."""
    for world in imagined(p, seat, 2, random.getrandbits(32)):
        waiting = [other for other in range(p.seats) if other != seat and p.draws[other] == 0]
        assert sum_of([unseen_by_others(world, other) for other in waiting]) <= older[seat]


def assert_drawn_from(chances: Mapping[Hashable, float], drawn: Counter[Hashable]) -> None:
    """Check draws against their chances: a chi-square test that fails a correct sampler for one in a million seeds."""
    times = drawn.total()
    assert set(drawn) <= set(chances)
    assert min(chances.values()) * times >= 5, "too few draws for this test"
    chi_square = sum((drawn[cell] - times * chance) ** 2 / (times * chance) for cell, chance in chances.items())
    freedom = len(chances) - 1
    # Wilson and Hilferty's approximation of the quantile.
    assert chi_square < freedom * (1 - 2 / (9 * freedom) + 4.75 * sqrt(2 / (9 * freedom))) ** 3


def test_every_possible_deal_of_the_first_pile_is_as_likely_as_any_other() -> None:
    table = han("Alex Barbara Chris")
    hidden = "red red green violet yellow"
    deal(table, Alex="red red red", Barbara="red green", Chris="violet", row="", pile="yellow red")
    chances: Counter[Hashable] = Counter()
    for one, two, three, four, five in permutations(cards(hidden)):
        chances[tuple(sorted((one, two))), three, (five, four)] += 1
    total = chances.total()
    drawn: Counter[Hashable] = Counter()
    for world in imagined(position(table), 0, 20_000, seed=1):
        barbara = tuple(card for card in range(COLOURS) for _ in range(hand_of(world, 1)[card]))
        drawn[barbara, hand_of(world, 2).index(1), (world.pile[0], world.pile[1])] += 1
    assert_drawn_from({key: ways / total for key, ways in chances.items()}, drawn)


def test_cards_taken_from_the_open_row_are_remembered_until_they_are_played() -> None:
    table = han()
    deal(table, Alex="red red yellow", row="violet violet green green")
    turn(table, "Alex")
    play(table, "discard red", "draw violet")
    p = position(table)
    assert known_of(p, 0) == [0, 0, 0, 0, 1]
    assert all(hand_of(world, 0)[4] >= 1 for world in imagined(p, 1, 50, seed=2))
    turn(table, "Alex")
    play(table, "discard violet")
    assert known_of(p, 0) == [0] * COLOURS


def test_a_known_card_stays_known_when_another_of_its_colour_was_hidden() -> None:
    """A player known to hold one red card who plays two is known to hold none; one who plays one may hold another."""
    table = han()
    deal(table, Alex="red red yellow", row="red violet green green")
    turn(table, "Alex")
    play(table, "discard yellow", "draw red")
    assert held(table, "Alex") == "red red red"
    turn(table, "Alex")
    play(table, "discard red")
    assert known_of(position(table), 0) == [0] * COLOURS


def test_right_after_the_shuffle_everybody_can_count_what_is_in_the_new_pile() -> None:
    table = han("Alex Barbara Chris")
    deal(table, Alex="red yellow green", row="green green violet violet", pile="orange")
    turn(table, "Alex")
    play(table, "discard red", "draw pile")
    p = position(table)
    assert p.emptied == 1
    real = Counter(p.pile[: p.left])
    for seat in range(3):
        for world in imagined(p, seat, 20, seed=seat):
            assert Counter(world.pile[: world.left]) == real


def test_a_sight_does_not_hold_the_real_position() -> None:
    """Whatever a bot finds in its sight, deep inside, is the same for all deals it cannot tell apart."""
    sights = []
    for barbara, chris in (("red green yellow", "violet orange red"), ("violet orange red", "yellow red green")):
        table = han("Alex Barbara Chris")
        deal(table, Alex="red red red", Barbara=barbara, Chris=chris, row="green green green green")
        sights.append(Sight(GAME, position(table), 0))
    one, other = sights
    assert one.numbers() == other.numbers()
    assert one.sample_world(Random(1)).numbers() == other.sample_world(Random(1)).numbers()


@each_setting
def test_an_imagined_position_can_be_imagined_again_by_another_seat(setting: Setting) -> None:
    random = Random(f"again {setting}")
    for game in range(5):
        for p, _ in random_game(setting, f"again {game}"):
            if random.random() < 0.2:
                one, other = random.sample(range(p.seats), 2)
                for world in imagined(p, one, 2, game):
                    before = hand_of(world, other)
                    world.imagine(other)
                    assert all_cards(world) == all_cards(p)
                    assert hand_of(world, other) == before


def test_a_sight_can_be_sent_to_another_process() -> None:
    table = han(variant=True)
    sight = table.sight(0)
    sent = msgspec.json.decode(msgspec.json.encode(sight.numbers()))
    received = Sight.from_numbers(GAME, table.options, sent, 0)
    assert (received.view, received.legal_moves, received.numbers()) == (sight.view, sight.legal_moves, sight.numbers())


@each_setting
def test_a_seat_that_owes_a_decision_finds_its_moves_in_its_sight(setting: Setting) -> None:
    for p, moves in random_game(setting, "sight"):
        if p.owing and p.below(8) == 0:
            assert Sight(GAME, p, first_owing(p)).legal_numbers == moves.numbered()
