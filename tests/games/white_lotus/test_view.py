"""What is seen, asked and told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.rules import material
from tests.engine.playing import play_absent
from tests.games.white_lotus.tables import (
    ANN,
    BEN,
    CAT,
    DAN,
    claiming,
    control,
    founding,
    income,
    play,
    position,
    rebellion,
    said,
    seen,
    table_with,
)

if TYPE_CHECKING:
    from guanxi.engine.table import Table

CLAIMS = {"dadu": "Ann Ben Cat"}


def test_the_map_shows_tiles_owners_and_cubes() -> None:
    table = table_with({"Ben": "datong palace"}, "dadu village", CLAIMS)
    views = {view.id: view for view in seen(table).provinces}
    assert (views["datong"].building, views["datong"].owner, views["datong"].claims) == ("palace", BEN, ())
    assert (views["dadu"].building, views["dadu"].owner, views["dadu"].claims) == ("village", None, (ANN, BEN, CAT))
    assert (views["xian"].building, views["xian"].name) == (None, "Xi’an")


def test_totals_that_anyone_could_count_are_shown() -> None:
    table = table_with(influence={"Ben": 7}, combat={"Ben": 1})
    assert (seen(table, ANN).players[BEN].influence, seen(table, ANN).players[BEN].combat) == (7, 1)


def test_a_table_may_leave_counting_to_its_players() -> None:
    table = table_with(influence={"Ben": 7}, counted=False)
    assert seen(table, ANN).players[BEN].influence is None
    assert seen(table, None).players[BEN].combat is None
    assert seen(table, BEN).players[BEN].influence == 7


def test_tiles_that_nobody_has_seen_are_counted() -> None:
    table = table_with({"Ben": "datong palace"}, "dadu village, xian village")
    assert seen(table).unseen == {"village": 15, "palace": 4, "temple": 5, "fortress": 6, "rice": 6}


def test_a_tile_in_somebodys_hand_is_unseen_by_the_others() -> None:
    table = founding(table_with({"Ben": "datong palace"}))
    tile = seen(table, ANN).tile
    assert tile is not None
    assert seen(table, ANN).unseen[tile] == seen(table, BEN).unseen[tile] - 1
    assert {**seen(table, ANN).unseen, tile: 0} == {**seen(table, BEN).unseen, tile: 0}


def test_a_tie_shows_the_bids_that_led_to_it() -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben"}))
    play(table, "Ann: influence 2", "Ben: influence 2")
    conflict = seen(table).conflict
    assert conflict is not None
    assert [(bid.seat, bid.target, bid.influence) for bid in conflict.bids] == [(ANN, BEN, 2), (BEN, ANN, 2)]
    assert conflict.tied == (ANN, BEN)


def test_a_sealed_choice_is_shown_to_its_owner() -> None:
    table = control(table_with(neutral="dadu village", claims=CLAIMS))
    play(table, "Ann: against Ben")
    choice = seen(table, ANN).choice
    assert choice is not None
    assert (choice.target, choice.influence) == (BEN, None)
    play(table, "Ann: influence 4")
    choice = seen(table, ANN).choice
    assert choice is not None
    assert (choice.target, choice.influence) == (BEN, 4)
    assert (
        table.say(table.prompt(ANN)) == "Your choice is sealed, but you can still change it. Waiting for Ben and Cat."
    )


def test_a_battle_shows_two_camps_and_their_strength() -> None:
    table = rebellion(table_with({"Ann": "datong palace", "Ben": "taiyuan village"}))
    play(table, "Ben: lead yes", "Cat: side rebels", "Dan: side emperor")
    play(table, "Ann: combat 1", "Ben: combat 2", "Cat: combat 3", "Dan: combat 0")
    battle = seen(table).rebellion
    assert battle is not None
    assert battle.camps == ("emperor", "rebels", "rebels", "emperor")
    assert (battle.combat, battle.strength, battle.winner) == ((1, 2, 3, 0), (3, 6), "rebels")


def terms(table: Table, seat: int | None) -> tuple[int | None, ...]:
    """An offer as a seat sees it: the two players, and the terms."""
    offer = seen(table, seat).offer
    assert offer is not None
    return (
        *(offer.seat, offer.partner),
        *(offer.give_influence, offer.give_combat, offer.want_influence, offer.want_combat),
    )


def test_only_the_two_players_hear_the_terms_of_an_offer() -> None:
    table = control(table_with(neutral="dadu village", claims=CLAIMS, negotiation=True))
    play(table, "Ann: offer Dan, give 2 influence, give 0 combat")
    assert terms(table, ANN) == (ANN, DAN, 2, 0, 0, 0)
    hidden = (ANN, DAN, None, None, None, None)
    assert {terms(table, seat) for seat in (BEN, CAT, DAN, None)} == {hidden}
    play(table, "Ann: want 0 influence, want 1 combat")
    assert terms(table, ANN) == terms(table, DAN) == (ANN, DAN, 2, 0, 0, 1)
    assert {terms(table, seat) for seat in (BEN, CAT, None)} == {hidden}
    assert table.say(table.prompt(DAN)) == "Ann offers you 2 influence and asks for 1 combat."


def test_a_window_says_what_it_is_about_and_the_speaker_what_can_be_asked_for() -> None:
    table = control(table_with(neutral="dadu village", claims=CLAIMS, negotiation=True, influence={"Dan": 7}))
    window = seen(table, ANN).window
    assert window is not None
    assert (window.about, window.province, window.speaker, window.left) == ("control", None, ANN, 2)
    assert window.most is not None
    assert (window.most[DAN].influence, window.most[DAN].combat) == (7, 3)
    others = seen(table, BEN).window
    assert others is not None
    assert others.most is None
    play(table, "Ann: silent", "Ben: silent", "Cat: silent")
    assert table.say(table.prompt(DAN)) == "Offers before the provinces are settled: make one, or pass."
    play(table, "Dan: pass")
    # Nothing has happened since: the same window serves for the bids.
    assert seen(table).window is None


def test_each_step_has_its_sentence() -> None:
    asked = {
        "claims": claiming(table_with(neutral="dadu village")),
        "naming": control(table_with(neutral="dadu village, xian rice", claims={"dadu": "Ben Cat", "xian": "Ben Cat"})),
        "income": income(table_with({"Ann": "xian palace"})),
        "founding": founding(table_with({"Ann": "xian palace"})),
        "offers": control(table_with(neutral="dadu village", claims=CLAIMS, negotiation=True)),
    }
    assert [seen(table).phase for table in asked.values()] == [1, 2, 5, 6, 2]
    said_ = {step: table.say(table.prompt(ANN)) for step, table in asked.items()}
    assert all(seen(table).step == step for step, table in asked.items())
    assert said_["claims"] == "Place a cube on a neutral province."
    assert said_["naming"] == "You are the emperor: choose the contested province to settle next."
    assert said_["income"] == "What should your palace in Xi’an pay?"
    assert said_["founding"].startswith("You have drawn a tile: ")
    assert said_["offers"] == "Offers before the provinces are settled: make one, or pass."
    assert asked["claims"].say(asked["claims"].prompt(BEN)) == "Waiting for Ann."


def test_the_story_of_a_set_up() -> None:
    table = GAME.table(3, seed=1, names=("Ann", "Ben", "Cat"), emperor=1)
    lines = said(table)
    assert lines[0] == "Ben is the first emperor."
    assert len(lines) == 1 + 7 + 1
    assert lines[-1] == "Year 1 begins under Emperor Ben."


def test_a_player_who_has_left_is_silent_bids_nothing_and_refuses_the_rest() -> None:
    table = control(table_with(neutral="dadu village", claims=CLAIMS, negotiation=True))
    assert GAME.absent(position(table), ANN) == material.SILENT
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben"}))
    assert GAME.absent(position(table), ANN) == material.AMOUNT
    table = rebellion(table_with({"Ben": "dadu village"}))
    assert GAME.absent(position(table), BEN) == material.NO


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_an_absent_table_ends(players: int) -> None:
    table = GAME.table(players, seed=1, negotiation=True)
    while not table.over:
        play_absent(table)
    assert table.result is not None
