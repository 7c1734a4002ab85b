"""Advice for bots, and the bots that follow it; what Haiduci tells a learner."""

from __future__ import annotations

from random import Random

from guanxi.engine.core.position import first_owing
from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.rules.material import AGREEMENTS, MARCHES, OFFERS, UNPLAYED
from guanxi.lab.match import MatchPlan
from tests.games.haiduci.games import random_game, somewhere
from tests.games.haiduci.tables import SIX, agree, inside, play, position, table_with


def test_values_are_between_lost_and_won() -> None:
    for seats in GAME.seats:
        for p, _ in random_game(seats, "values"):
            for seat in range(seats):
                assert -1 <= GAME.value(p, seat) <= 1


def test_one_looks_better_nearer_to_its_own_conditions() -> None:
    wanted = {"serbia": ("INDEP", "EMG(1)")}
    pawns = {"belgrade": {"serbia": 1}}
    far = position(table_with(hands=("army",), conditions=wanted, pawns=pawns))
    near = position(table_with(hands=("army",), conditions=wanted, pawns=pawns | {"rudnik": {"serbia": 1}}))
    assert GAME.value(near, 1) > GAME.value(far, 1)
    assert GAME.value(near, 0) < GAME.value(far, 0)


def test_joining_an_offer_looks_better_than_passing() -> None:
    table = table_with(hands=("faith", "army commerce"))
    p = position(table)
    table.play(0, "offer faith")
    table.play(1, "offer army")
    after = p.copy()
    before = GAME.value(p, 1)
    after.play(1, GAME.number(after, 1, GAME.parse(after, "join ottoman commerce")))
    assert GAME.value(after, 1) > before


def test_greedy_removes_from_who_is_near_to_winning() -> None:
    from guanxi.bots.greedy import Greedy

    pawns = {id_: {"serbia": 2} for id_ in inside("serbia")} | {"valjevo": {"serbia": 1}, "kherson": {"russia": 1}}
    wanted = {"serbia": ("INDEP", "EMG(1)")}
    table = agree("army", "army", conditions=wanted, pawns=pawns, haiduci={"iancu-jianu": ("vidin", 1)})
    p = position(table)
    excluded = p.excluded
    excluded[1] = [0, 1, 1]  # so that everybody knows the Serbian leader
    p.excluded = excluded
    chosen = Greedy(Random(1)).choose(table.sight(0))
    assert GAME.move(position(table), chosen).notation() == "remove valjevo serbia"


def greedy_march(pawns: dict[str, dict[str, int]], **conditions: tuple[str, str]) -> str:
    """What greedy does with the Ottoman card when a haiduc can march from Silistre."""
    from guanxi.bots.greedy import Greedy

    haiduci = {"iancu-jianu": ("silistre", 3)}
    table = table_with(SIX, hands=("army",), conditions=conditions, pawns=pawns, haiduci=haiduci)
    play(table, "pass")
    assert position(table).phase == MARCHES
    return GAME.move(position(table), Greedy(Random(1)).choose(table.sight(0))).notation()


def test_greedy_marches_to_win_a_territory_that_its_leader_wants() -> None:
    wanted = ("MAJ(wallachia)", "INFL(wallachia)")
    pawns = {"arges": {"ottoman": 1}, "craiova": {"ottoman": 1}, "bucharest": {"wallachia": 2}}
    assert greedy_march(pawns, ottoman=wanted) == "march iancu-jianu bucharest"


def test_greedy_marches_against_a_claim_to_come() -> None:
    wanted = ("MAJ(ottoman)", "INFL(ottoman)")
    pawns = {id_: {"wallachia": 1} for id_ in ("constantinople", "edirne", "silistre")}
    pawns |= {"vidin": {"ottoman": 2}, "odessa": {"russia": 1}}
    assert greedy_march(pawns, wallachia=wanted) in ("march iancu-jianu edirne", "march iancu-jianu constantinople")


def test_both_conditions_are_worth_more_the_later_in_the_season() -> None:
    wanted = {"ottoman": ("MAJ(serbia)", "INFL(serbia)")}
    pawns = {id_: {"ottoman": 1} for id_ in inside("serbia")}
    p = position(table_with(hands=("army", "army"), conditions=wanted, pawns=pawns))
    values = []
    for phase in (OFFERS, AGREEMENTS, MARCHES, UNPLAYED):
        p.phase = phase
        values.append(GAME.value(p, 0))
    assert values == sorted(values)
    assert values[0] < values[1] < values[-1]


def test_what_is_foreseen_is_forgotten() -> None:
    random = Random(5)
    for game in range(60):
        p = somewhere(GAME.seats[game % 3], f"foreseen {game}", random)
        before = p.numbers()
        for seat in range(p.seats):
            GAME.value(p, seat)
        assert p.numbers() == before


def test_greedy_beats_three_random_ones() -> None:
    match = MatchPlan(GAME, ["greedy", "random", "random", "random"], "advice", {})
    played = match.play_deals(range(10))
    assert sum(game.shares[0] for game in played) > 0.45 * len(played)


def test_observations_keep_their_places_and_bounds() -> None:
    random = Random(3)
    for game in range(60):
        p = somewhere(GAME.seats[game % 3], f"observed {game}", random)
        for seat in range(p.seats):
            numbers = GAME.observe(p, seat)
            assert len(numbers) == len(GAME.observation)
            assert all(0 <= number <= most for number, most in zip(numbers, GAME.observation, strict=True))
        if p.owing:
            assert GAME.observe(p, first_owing(p))[-1] == 1
