"""The recorded games of Haiduci together show every combination, freezes and their ends, captures and all ends."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

import guanxi
from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.events import Agreed, Cancelled, Claimed, Convened, SeasonBegan, Spent
from guanxi.games.haiduci.view import HaiduciView
from tests.games.haiduci.tables import EDITION, told
from tests.recorded.record import FOLDER, WANTED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.events import Event
    from guanxi.engine.table import Moment

NAMES = [name for name in WANTED if name.startswith("haiduci-")]


@cache
def tables() -> list[guanxi.Table]:
    """All recorded games at their end."""
    return [list(guanxi.replay((FOLDER / f"{name}.json").read_text(encoding="utf-8")))[-1] for name in NAMES]


def test_four_five_and_six_players() -> None:
    assert {table.seats for table in tables()} == {4, 5, 6}


def test_every_combination() -> None:
    pairs = [*combinations_with_replacement(EDITION.kinds, 2), *((kind, "haiduc") for kind in EDITION.kinds)]
    agreed = [what for table in tables() for what in told(table, Agreed)]
    found = [("haiduc" if card in EDITION.haiduci else card for card in (what.first, what.second)) for what in agreed]
    assert {tuple(sorted(pair)) for pair in found} == {tuple(sorted(pair)) for pair in pairs}


def test_both_captures_and_both_ways_to_end_a_freeze() -> None:
    moves = {entry.split()[1] for table in tables() for entry in table.log.moves if not entry.startswith("undo")}
    assert {"keep", "capture", "play", "free", "march", "emerge"} <= moves
    events = [what for table in tables() for what in table.events()]
    assert {Convened, Cancelled} <= {type(what) for what in events}
    assert any(what.frozen for what in events if isinstance(what, SeasonBegan))
    assert {what.captive for what in events if isinstance(what, Spent)} == {False, True}


def test_all_three_ends() -> None:
    reasons = {table.result.reason.id for table in tables() if table.result}
    assert reasons >= {"result.claim", "result.claims", "result.captures", "result.seasons"}


@cache
def moments() -> list[tuple[Moment, Sequence[Event]]]:
    """The moments of all recorded games, each with the events of its move up to it."""
    found: list[tuple[Moment, Sequence[Event]]] = []
    for name in NAMES:
        replayed = guanxi.replay((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
        for table in replayed:
            happened = table.events(None, since=table.moves)
            found += [(moment, happened[: moment.after]) for moment in table.moments(None, since=table.moves)]
    return found


def shown(moment: Moment) -> HaiduciView:
    """What a spectator sees of it."""
    assert isinstance(moment.view, HaiduciView)
    return moment.view


def test_every_agreement_is_shown_once_with_both_cards_in_the_boxes() -> None:
    agreements = [what for table in tables() for what in told(table, Agreed)]
    carried_out = [shown(moment) for moment, _ in moments() if moment.kind != "claim"]
    # An undo shows an agreement again.
    assert len(carried_out) >= len(agreements)
    for view in carried_out:
        box = next(box for box in view.boxes if box.faction == view.agreement)
        assert None not in (box.first, box.second, box.partner)
        assert view.to_move == ()
        assert view.step is None


def test_the_kind_of_a_moment_is_what_the_agreement_did() -> None:
    assert {moment.kind for moment, _ in moments()} == set(GAME.moments)
    for moment, _ in moments():
        view = shown(moment)
        box = next((box for box in view.boxes if box.faction == view.agreement), None)
        if box is None or moment.kind == "claim":
            continue
        with_haiduc = box.second in EDITION.haiduci
        assert (moment.kind in ("emergence", "capture")) == with_haiduc
        assert (moment.kind == "conference") == ((box.first, box.second) == ("diplomacy", "diplomacy"))
        if moment.kind == "emergence":
            assert any(haiduc.id == box.second and haiduc.at for haiduc in view.haiduci)


def test_a_claim_is_shown_with_the_leader_and_both_conditions_met() -> None:
    claims = [(shown(moment), before) for moment, before in moments() if moment.kind == "claim"]
    assert len(claims) > 2
    for view, before in claims:
        claim = before[-1]
        assert isinstance(claim, Claimed)
        player = view.players[claim.seat]
        assert player.claimed
        assert view.ending
        assert player.leader is not None
        assert player.leader.name == EDITION.leaders.leaders[claim.faction][claim.leader].name
        assert [condition.met for condition in player.leader.conditions] == [True, True]
        assert all(other.leader is None for other in view.players if not other.claimed)
