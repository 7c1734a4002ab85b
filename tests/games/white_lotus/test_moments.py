"""Positions inside a move: letters, camps and combat as they are opened, and provinces as they are settled."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, cast

import msgspec
import pytest
from msgspec.structs import replace

import guanxi
from guanxi.engine.text import LANGUAGES, phrase
from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.events import (
    Chose,
    Committed,
    Controlled,
    Earned,
    Ejected,
    Fought,
    Played,
    Sided,
    WonProvince,
)
from guanxi.games.white_lotus.view import WhiteLotusView
from tests.games.white_lotus.tables import ANN, BEN, CAT, DAN, control, play, rebellion, seen, table_with
from tests.recorded.record import FOLDER

if TYPE_CHECKING:
    from guanxi.engine.events import Event
    from guanxi.engine.table import Moment, Table

WATCHERS = (ANN, BEN, CAT, DAN, None)
CLAIMS = {"dadu": "Ann Ben Cat"}
LAND = {"Ann": "datong palace", "Ben": "taiyuan village"}


def shown(table: Table, seat: int | None = None) -> dict[str, WhiteLotusView]:
    """The moments of the last move as a seat sees them, by their kind."""
    return {moment.kind: view_of(moment) for moment in table.moments(seat, since=table.moves)}


def view_of(moment: Moment) -> WhiteLotusView:
    return cast("WhiteLotusView", moment.view)


def owner(view: WhiteLotusView, province: str) -> int | None:
    return next(found.owner for found in view.provinces if found.id == province)


def bids(view: WhiteLotusView) -> list[tuple[int, int, int]]:
    """Who bids against whom, and how much."""
    assert view.conflict is not None
    return [(bid.seat, bid.target, bid.influence) for bid in view.conflict.bids]


def test_all_letters_lie_open_before_anybody_is_ejected() -> None:
    table = control(table_with(neutral="dadu village", claims=CLAIMS))
    play(table, "Ann: against Ben, influence 4", "Cat: against Ben, influence 1", "Ben: against Ann, influence 2")
    for seat in WATCHERS:
        view = shown(table, seat)["letters"]
        assert bids(view) == [(ANN, BEN, 4), (BEN, ANN, 2), (CAT, BEN, 1)]
        assert view.conflict.present == (ANN, BEN, CAT)  # type: ignore[union-attr]
        assert [player.influence for player in view.players] == [12 - 4, 12 - 2, 12 - 1, 12]
        assert (view.step, view.phase, view.to_move, view.ready, view.choice) == ("conflict", 2, (), (), None)
    assert seen(table).conflict.present == (ANN, CAT)  # type: ignore[union-attr]


def test_letters_that_lead_to_a_tie_are_opened_first() -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben"}))
    play(table, "Ann: influence 2", "Ben: influence 2")
    view = shown(table)["letters"]
    assert bids(view) == [(ANN, BEN, 2), (BEN, ANN, 2)]
    assert (view.step, view.conflict.tied) == ("conflict", ())  # type: ignore[union-attr]
    assert seen(table).conflict.tied == (ANN, BEN)  # type: ignore[union-attr]


def test_the_winners_chip_lies_in_the_province_before_the_year_goes_on() -> None:
    table = control(table_with(neutral="dadu palace", claims={"dadu": "Ann Ben"}))
    play(table, "Ann: influence 2", "Ben: influence 3")
    moments = shown(table)
    assert list(moments) == ["letters", "won", "income"]
    assert (owner(moments["letters"], "dadu"), moments["letters"].emperor) == (None, ANN)
    assert (owner(moments["won"], "dadu"), moments["won"].emperor) == (BEN, BEN)
    assert moments["won"].conflict.province == "dadu"  # type: ignore[union-attr]
    assert moments["won"].conflict.present == (BEN,)  # type: ignore[union-attr]
    assert seen(table).conflict is None


def test_provinces_with_one_claim_are_settled_together() -> None:
    claims = {"dadu": "Ann Ben", "xian": "Ann Ben", "jinan": "Cat", "kaifeng": "Dan"}
    table = control(
        table_with(neutral="dadu village, xian rice, jinan temple, kaifeng rice", claims=claims, negotiation=True)
    )
    play(table, "Ann: pass", "Ben: pass", "Cat: pass")
    assert shown(table) == {}
    play(table, "Dan: pass")
    view = shown(table)["settled"]
    assert [owner(view, id_) for id_ in ("dadu", "xian", "jinan", "kaifeng")] == [None, None, CAT, DAN]
    assert (view.step, view.conflict) == ("naming", None)


def test_after_a_conflict_nothing_is_left_to_settle() -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben"}))
    play(table, "Ann: influence 2", "Ben: influence 3")
    assert "settled" not in shown(table)


def test_camps_are_opened_together() -> None:
    table = play(rebellion(table_with(LAND)), "Ben: lead yes", "Cat: side rebels")
    assert shown(table) == {}
    play(table, "Dan: side emperor")
    for seat in WATCHERS:
        view = shown(table, seat)["camps"]
        assert view.rebellion is not None
        assert view.rebellion.camps == ("emperor", "rebels", "rebels", "emperor")
        assert (view.rebellion.combat, view.rebellion.strength, view.rebellion.winner) == (None, None, None)
        assert (view.step, view.phase, view.choice) == ("camps", 4, None)


def test_a_battle_is_seen_before_its_spoils() -> None:
    table = play(rebellion(table_with(LAND)), "Ben: lead yes", "Cat: side rebels", "Dan: side emperor")
    play(table, "Ann: combat 1", "Ben: combat 0", "Cat: combat 0", "Dan: combat 3")
    # Taiyuan is next to Datong, so Ann has something to take.
    for seat in WATCHERS:
        view = shown(table, seat)["battle"]
        assert view.rebellion is not None
        assert view.rebellion.combat == (1, 0, 0, 3)
        assert (view.rebellion.strength, view.rebellion.winner) == ((2 + 4, 1), "emperor")
        assert (view.step, owner(view, "taiyuan")) == ("battle", BEN)
    assert seen(table).step == "spoils"


def test_a_battle_is_seen_if_there_is_nothing_to_take_and_the_year_goes_on() -> None:
    table = play(rebellion(table_with({"Ben": "taiyuan village"})), "Ben: lead yes")
    play(table, "Cat: side rebels", "Dan: side rebels")
    play(table, "Ann: combat 0", "Ben: combat 1", "Cat: combat 0", "Dan: combat 0")
    assert seen(table).rebellion is None
    view = shown(table)["battle"]
    assert view.rebellion is not None
    assert (view.rebellion.strength, view.rebellion.winner) == ((0, 2), "rebels")
    assert [player.tokens for player in view.players] == [1, 0, 0, 0]


def test_moments_have_words_in_every_language() -> None:
    for kind in GAME.moments:
        said = {GAME.text.say(phrase(f"moment.{kind}"), language) for language in LANGUAGES}
        assert len(said) == len(LANGUAGES)
        assert all(sentence.endswith(".") for sentence in said)


# Secrecy: nothing but what has been opened


@pytest.mark.parametrize("counted", [True, False])
def test_a_moment_is_the_same_for_everybody_but_for_own_hands(counted: bool) -> None:
    table = control(table_with(LAND, "dadu village", CLAIMS, counted=counted))
    play(table, "Ann: against Ben, influence 4", "Cat: against Ben, influence 1", "Ben: against Ann, influence 2")
    play(table, "Ann: influence 4", "Cat: influence 1", "Ben: lead yes")
    play(table, "Cat: side rebels", "Dan: side emperor")
    play(table, "Ann: combat 1", "Ben: combat 2", "Cat: combat 3", "Dan: combat 0")
    public = [view_of(moment) for moment in table.moments(None)]
    assert len(public) == 5
    for seat in range(4):
        for moment, everybodys in zip(table.moments(seat), public, strict=True):
            own = everybodys.players[seat]
            if not counted:
                mine = view_of(moment).players[seat]
                assert None not in (mine.influence, mine.combat)
                assert (own.influence, own.combat) == (None, None)
                own = mine
            players = (*everybodys.players[:seat], own, *everybodys.players[seat + 1 :])
            assert moment.view == replace(everybodys, seat=seat, players=players)


@pytest.mark.parametrize("richer", range(4))
def test_hands_that_a_table_does_not_count_change_no_byte_of_the_moments_of_others(richer: int) -> None:
    more = {["Ann", "Ben", "Cat", "Dan"][richer]: 20}
    tables = [
        control(table_with(LAND, "dadu village", CLAIMS, counted=False, influence=influence, combat=combat))
        for influence, combat in (({}, {}), (more, more))
    ]
    sent: list[dict[int | None, list[bytes]]] = []
    for table in tables:
        play(table, "Ann: against Ben, influence 4", "Cat: against Ben, influence 1", "Ben: against Ann, influence 2")
        play(table, "Ann: influence 4", "Cat: influence 1", "Ben: lead yes", "Cat: side rebels", "Dan: side emperor")
        play(table, "Ann: combat 1", "Ben: combat 2", "Cat: combat 3", "Dan: combat 0")
        sent.append({seat: [msgspec.json.encode(moment) for moment in table.moments(seat)] for seat in WATCHERS})
    first, second = sent
    for seat in WATCHERS:
        if seat == richer:
            assert all(one != other for one, other in zip(first[seat], second[seat], strict=True))
        else:
            assert first[seat] == second[seat]


# Recorded games


@pytest.mark.parametrize("name", ["white_lotus-3", "white_lotus-4", "white_lotus-6-negotiation"])
def test_the_moments_of_a_recorded_game_show_what_is_told_up_to_them(name: str) -> None:
    kinds: Counter[str] = Counter()
    for table in guanxi.replay((FOLDER / f"{name}.json").read_text(encoding="utf-8")):
        told = table.events(None, since=table.moves)
        for moment in table.moments(None, since=table.moves):
            kinds[moment.kind] += 1
            CHECKS[moment.kind](view_of(moment), told[: moment.after])
            assert view_of(moment).to_move == view_of(moment).ready == ()
        assert sum(isinstance(event, Fought) for event in told) == ("battle" in shown(table))
        assert any(isinstance(event, Played) for event in told) == ("letters" in shown(table))
    assert all(kinds[kind] > 1 for kind in GAME.moments)


def of(told: list[Event], kind: type[Event]) -> list[Event]:
    return [event for event in told if isinstance(event, kind)]


def check_settled(view: WhiteLotusView, told: list[Event]) -> None:
    """Everybody who was alone has a chip there now."""
    taken = [event for event in told if isinstance(event, Controlled)]
    assert taken
    assert all(owner(view, event.province) == event.seat for event in taken)


def check_letters(view: WhiteLotusView, told: list[Event]) -> None:
    """The bids of all who are present, and nobody has left."""
    played = [event for event in told if isinstance(event, Played)]
    assert view.conflict is not None
    assert bids(view) == [(event.seat, event.target, event.influence) for event in played]
    assert view.conflict.present == tuple(event.seat for event in played)
    assert not of(told, Ejected)


def check_won(view: WhiteLotusView, told: list[Event]) -> None:
    """The winner's chip, and the last bids beside it."""
    (won,) = (event for event in told if isinstance(event, WonProvince))
    assert view.conflict is not None
    assert (view.conflict.province, view.conflict.present) == (won.province, (won.seat,))
    assert owner(view, won.province) == won.seat
    assert bids(view)


def check_camps(view: WhiteLotusView, told: list[Event]) -> None:
    """Everybody's camp, and no combat."""
    assert view.rebellion is not None
    assert None not in view.rebellion.camps
    assert all(view.rebellion.camps[event.seat] == event.camp for event in told if isinstance(event, Sided))
    assert view.rebellion.combat is None


def check_battle(view: WhiteLotusView, told: list[Event]) -> None:
    """Everybody's combat, both strengths and the camp that has won."""
    assert view.rebellion is not None
    assert view.rebellion.combat == tuple(event.combat for event in told if isinstance(event, Committed))
    fought = told[-1]
    assert isinstance(fought, Fought)
    assert view.rebellion.strength == (fought.emperor, fought.rebels)
    assert view.rebellion.winner == fought.winner


def check_income(view: WhiteLotusView, told: list[Event]) -> None:
    """Everybody has been paid, and no palace has been asked yet."""
    earned = [event for event in told if isinstance(event, Earned)]
    assert [event.seat for event in earned] == list(range(len(view.players)))
    assert all((view.players[event.seat].influence or 0) >= event.influence for event in earned)
    assert (view.step, view.palace) == ("income", None)
    assert not of(told, Chose)


CHECKS = {
    "settled": check_settled,
    "letters": check_letters,
    "won": check_won,
    "camps": check_camps,
    "battle": check_battle,
    "income": check_income,
}
