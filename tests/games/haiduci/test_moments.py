"""Positions inside a move of Haiduci: agreements before their cards are discarded, conferences, claims."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.haiduci.events import Agreed, Claimed
from guanxi.games.haiduci.view import HaiduciView
from tests.games.haiduci.tables import EDITION, SIX, agree, finish, inside, play, table_with

if TYPE_CHECKING:
    from guanxi.engine.table import Moment, Table

OTTOMAN, SERBIA = 0, 1


def last_moments(table: Table, seat: int | None = None) -> list[Moment]:
    """The moments inside the last move."""
    return table.moments(seat, since=table.moves)


def seen_in(moment: Moment) -> HaiduciView:
    assert isinstance(moment.view, HaiduciView)
    return moment.view


def in_boxes(view: HaiduciView, faction: str) -> tuple[str | None, str | None, int | None]:
    box = next(box for box in view.boxes if box.faction == faction)
    return box.first, box.second, box.partner


def pawns_in(view: HaiduciView, place: str) -> dict[str, int]:
    return next(territory.pawns for territory in view.territories if territory.id == place)


def test_an_agreement_is_shown_before_its_cards_are_discarded() -> None:
    table = agree("faith", "diplomacy")
    play(table, *["place constantinople"] * 2, "place belgrade")
    assert last_moments(table) == []
    play(table, "place belgrade")
    (moment,) = last_moments(table)
    assert moment.kind == "agreement"
    view = seen_in(moment)
    assert view.agreement == "ottoman"
    assert in_boxes(view, "ottoman") == ("faith", "diplomacy", SERBIA)
    assert pawns_in(view, "belgrade") == {"serbia": 2}
    assert view.discards == {}
    assert (view.phase, view.to_move, view.step) == ("agreements", (), None)
    # Afterwards the boxes are empty.
    after = table.view(None)
    assert isinstance(after, HaiduciView)
    assert in_boxes(after, "ottoman") == (None, None, None)
    assert after.agreement is None


def test_what_was_done_is_told_before_the_moment_and_draws_after_it() -> None:
    table = agree("faith", "diplomacy")
    play(table, *["place constantinople"] * 2, *["place belgrade"] * 2)
    (moment,) = last_moments(table)
    last = table.events(None, since=table.moves)
    assert [what.__struct_config__.tag for what in last[: moment.after]] == ["placed"]
    assert "drew" in [what.__struct_config__.tag for what in last[moment.after :]]


def test_an_agreement_that_asks_for_nothing_is_shown_too() -> None:
    table = agree("army", "army")  # nothing is on the board to be removed
    (moment,) = [moment for moment in table.moments(None) if moment.kind == "agreement"]
    assert in_boxes(seen_in(moment), "ottoman") == ("army", "army", SERBIA)
    happened = table.events(None, since=moment.move)
    assert isinstance(happened[moment.after - 1], Agreed)


def test_a_conference_is_shown_with_the_pairs_that_it_will_undo() -> None:
    hands = ("diplomacy commerce", "faith diplomacy", "army faith")
    table = table_with(hands=hands)
    play(table, "offer diplomacy", "offer faith", "offer army", "pass", "join ottoman diplomacy", "join serbia faith")
    play(table, *["pass"] * 2)
    moments = [moment for moment in table.moments(None) if moment.kind != "claim"]
    assert [moment.kind for moment in moments] == ["conference"]
    view = seen_in(moments[0])
    assert view.agreement == "ottoman"
    assert in_boxes(view, "ottoman") == ("diplomacy", "diplomacy", SERBIA)
    assert in_boxes(view, "serbia") == ("faith", "faith", 2)


def test_a_haiduc_that_emerges() -> None:
    table = agree("faith", "iancu-jianu")
    play(table, "emerge vidin")
    assert last_moments(table) == []  # the majority there is still to be decided
    play(table, "place vidin")
    (moment,) = last_moments(table)
    assert moment.kind == "emergence"
    assert [(haiduc.id, haiduc.at) for haiduc in seen_in(moment).haiduci] == [("iancu-jianu", "vidin")]
    assert in_boxes(seen_in(moment), "ottoman") == ("faith", "iancu-jianu", SERBIA)


def test_a_haiduc_that_is_captured() -> None:
    table = agree("army", "iancu-jianu", haiduci={"stefan-bujor": ("vidin", 0)})
    play(table, "emerge sofya", "place sofya", "capture stefan-bujor")
    (moment,) = last_moments(table)
    assert moment.kind == "capture"
    captive = next(haiduc for haiduc in seen_in(moment).haiduci if haiduc.id == "stefan-bujor")
    assert (captive.at, captive.captured_by) == (None, SERBIA)


def test_a_claim_shows_the_leader_with_both_conditions_met() -> None:
    pawns = {id_: {"ottoman": 1} for id_ in inside("serbia")}
    table = table_with(SIX, hands=("army",), conditions={"ottoman": ("MAJ(serbia)", "INFL(serbia)")}, pawns=pawns)
    finish(table)
    for seat in (1, None):
        (moment,) = last_moments(table, seat)
        assert moment.kind == "claim"
        leader = seen_in(moment).players[OTTOMAN].leader
        assert leader is not None
        assert leader.name == EDITION.leader(0, 0).name
        assert [condition.met for condition in leader.conditions] == [True, True]
        assert seen_in(moment).ending
    assert table.events(None, since=table.moves)[moment.after - 1] == Claimed(OTTOMAN, "ottoman", 0)


def test_an_agreement_that_leads_to_a_claim_is_shown_before_it() -> None:
    pawns = {id_: {"transylvania": 1} for id_ in inside("ottoman")}
    conditions = {"transylvania": ("MAJ(ottoman)", "INFL(ottoman)")}
    table = agree("commerce", "faith", SIX, conditions=conditions, pawns=pawns)
    play(table, *["place constantinople"] * 2, *["place edirne"] * 2)
    agreement, claim = last_moments(table)
    assert (agreement.kind, claim.kind) == ("agreement", "claim")
    assert seen_in(agreement).players[1].leader is None
    assert seen_in(claim).players[1].leader is not None
    assert in_boxes(seen_in(agreement), "ottoman") == ("commerce", "faith", 1)
    assert in_boxes(seen_in(claim), "ottoman") == (None, None, None)  # the season is over


def test_a_moment_shows_each_seat_its_own_hand_only() -> None:
    table = agree("faith", "diplomacy")
    play(table, *["place constantinople"] * 2, *["place belgrade"] * 2)
    for seat in (*range(4), None):
        (moment,) = last_moments(table, seat)
        for other, player in enumerate(seen_in(moment).players):
            assert (player.hand is None) == (other != seat)
            assert (player.leader is None) == (other != seat)
