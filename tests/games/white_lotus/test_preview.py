"""What a bid leaves, and how strong the camps of a rebellion can become."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.events import Fought
from guanxi.games.white_lotus.preview import Fighter, Holding, WhiteLotusPreview
from tests.games.white_lotus.tables import ANN, BEN, CAT, DAN, control, play, rebellion, table_with

if TYPE_CHECKING:
    from guanxi.engine.table import Table

OWNED = {"Ann": "dadu palace, xian temple", "Ben": "hangzhou village, fuzhou village", "Cat": "chengdu village"}
COMBAT = {"Ann": 4, "Ben": 3, "Cat": 2, "Dan": 0}


def shown(table: Table, seat: int, notation: str) -> WhiteLotusPreview:
    """The preview of a move."""
    found = table.preview(seat, notation)
    assert isinstance(found, WhiteLotusPreview)
    return found


def strengths(found: WhiteLotusPreview) -> list[tuple[int, int | None]]:
    """The least and the most of the emperor's camp and of the rebels."""
    return [(camp.least, camp.most) for camp in found.camps]


def test_a_bid_leaves_the_rest_in_hand() -> None:
    table = control(table_with(neutral="dadu palace", claims={"dadu": "Ann Ben Cat"}, influence={"Ann": 9}))
    assert table.preview(ANN, "against 1") is None
    play(table, "Ann: against Ben")
    found = shown(table, ANN, "influence 4")
    assert (found.influence, found.combat, found.camps) == (5, 3, ())


def test_a_deal_shows_what_both_hold_afterwards() -> None:
    for counted in (True, False):
        begun = table_with(OWNED, combat=COMBAT, influence={"Ann": 9, "Ben": 6}, negotiation=True, counted=counted)
        table = play(rebellion(begun), "Ann: offer Ben", "Ann: give 3 influence", "Ann: give 0 combat")
        play(table, "Ann: want 0 influence", "Ann: want 1 combat")
        found = shown(table, BEN, "reply yes")
        assert (found.influence, found.combat) == (9, 2)
        assert found.partner == (Holding(ANN, 6, 5) if counted else Holding(ANN, None, None))
        assert table.preview(BEN, "reply no") is None


def test_to_lead_shows_both_camps_and_the_undecided() -> None:
    table = rebellion(table_with(OWNED, combat=COMBAT))
    found = shown(table, BEN, "lead yes")
    emperor, rebels = found.camps
    assert (emperor.leader, emperor.buildings, emperor.fighters) == (ANN, 2, (Fighter(ANN, 0, 4),))
    assert (rebels.leader, rebels.buildings, rebels.fighters) == (BEN, 2, (Fighter(BEN, 0, 3),))
    assert strengths(found) == [(2, 6), (2, 5)]
    assert found.undecided == (Fighter(CAT, 0, 2), Fighter(DAN, 0, 0))
    assert table.preview(BEN, "lead no") is None


def test_a_camp_and_combat_narrow_what_can_happen() -> None:
    table = play(rebellion(table_with(OWNED, combat=COMBAT)), "Ben: lead yes")
    assert strengths(shown(table, CAT, "side rebels")) == [(2, 6), (2, 7)]
    assert shown(table, CAT, "side rebels").undecided == (Fighter(DAN, 0, 0),)
    play(table, "Cat: side rebels", "Dan: side emperor")
    found = shown(table, CAT, "combat 1")
    assert strengths(found) == [(2, 6), (3, 6)]
    assert found.combat == 1


def test_what_the_table_does_not_count_is_not_told() -> None:
    table = rebellion(table_with(OWNED, combat=COMBAT, counted=False))
    found = shown(table, BEN, "lead yes")
    assert strengths(found) == [(2, None), (2, 5)]
    assert found.undecided == (Fighter(CAT, 0, None), Fighter(DAN, 0, None))


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_a_battle_stays_within_what_the_previews_said(seats: int) -> None:
    random = Random(f"preview {seats}")
    battles = bids = 0
    for game in range(6):
        table = GAME.table(seats, seed=f"preview {game}", **GAME.automatic)
        said: list[WhiteLotusPreview] = []
        while not table.over:
            seat = random.choice(table.to_move)
            number = random.choice(table.legal_numbers(seat))
            found = table.preview(seat, number)
            before, had = table.moves, table.view(seat)
            table.play(seat, number)
            if isinstance(found, WhiteLotusPreview) and found.camps:
                said.append(found)
            elif found:
                assert 0 <= found.influence <= had.players[seat].influence  # type: ignore[attr-defined]
                bids += 1
            for event in table.events(since=before + 1):
                if isinstance(event, Fought):
                    strength = event.emperor, event.rebels
                    for preview in said[-seats:]:
                        for (least, most), real in zip(strengths(preview), strength, strict=True):
                            assert least <= real <= (real if most is None else most)
                    battles += 1
                    said = []
    assert battles > 3
    assert bids > 20
