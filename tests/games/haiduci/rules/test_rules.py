"""Every paragraph of Haiduci's rules: set-up, offers, cards, marches, unplayed factions, freeze and seasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from guanxi.engine.errors import BadOption
from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.events import Agreed, Cancelled, Convened, Placed, Shuffled
from guanxi.games.haiduci.rules.material import AGREEMENTS, FROZEN, MARCHES, OFFERS, PAWNS, UNPLAYED
from tests.games.haiduci.tables import (
    EDITION,
    SIX,
    agree,
    hand,
    inside,
    legal,
    next_season,
    pawns_at,
    play,
    position,
    seen,
    table_with,
    territory,
    told,
)

if TYPE_CHECKING:
    from guanxi.engine.table import Table

# Set-up


def test_each_names_a_free_faction_in_order_from_the_first() -> None:
    table = GAME.table(4, seed=1, first=2)
    assert table.to_move == (2,)
    play(table, "faction serbia")
    assert table.to_move == (3,)
    assert "faction serbia" not in legal(table)
    assert len(legal(table)) == 5


def test_chance_decides_who_is_first_unless_it_is_chosen() -> None:
    assert {GAME.table(4, seed=seed).to_move[0] for seed in range(40)} == {0, 1, 2, 3}


def test_a_faction_puts_a_pawn_on_its_capital_and_others_start_empty() -> None:
    table = GAME.table(4, seed=1, first=0)
    play(table, "faction serbia", "faction russia", "faction wallachia", "faction moldavia")
    found = {view.id: view.pawns for view in seen(table, None).territories if view.pawns}
    assert found == {
        "belgrade": {"serbia": 1},
        "odessa": {"russia": 1},
        "bucharest": {"wallachia": 1},
        "iasi": {"moldavia": 1},
    }
    assert seen(table, None).supply["serbia"] == PAWNS - 1
    assert seen(table, None).supply["ottoman"] == PAWNS


def test_three_cards_each_and_four_for_the_ottomans_who_start() -> None:
    table = GAME.table(4, seed=1, first=0)
    play(table, "faction serbia", "faction russia", "faction ottoman", "faction moldavia")
    assert [player.cards for player in seen(table, None).players] == [3, 3, 4, 3]
    assert position(table).start == 2
    assert seen(table, None).pile == 42 - 13


def test_without_ottomans_the_first_in_order_starts() -> None:
    table = GAME.table(4, seed=1, first=3)
    play(table, "faction serbia", "faction russia", "faction wallachia", "faction moldavia")
    assert position(table).start == 3
    assert [player.cards for player in seen(table, None).players] == [3, 3, 3, 3]


def test_each_leader_of_a_faction_is_drawn_equally_often() -> None:
    drawn = []
    for seed in range(300):
        table = GAME.table(4, seed=seed, first=0)
        play(table, "faction serbia")
        drawn.append(position(table).leader[0])
    assert all(70 <= drawn.count(leader) <= 130 for leader in range(3))


def test_four_to_six_players() -> None:
    for seats in (4, 5, 6):
        assert GAME.table(seats, seed=1).seats == seats
    with pytest.raises(BadOption, match="4 to 6 players, not 3"):
        GAME.table(3)
    with pytest.raises(BadOption, match="Seats are numbered from 0 to 3"):
        GAME.table(4, first=4)


# Offers


def test_the_first_box_takes_one_own_card_but_no_haiduc() -> None:
    table = table_with(hands=("faith faith iancu-jianu", "army"))
    assert legal(table) == ["pass", "offer faith"]


def test_the_second_box_needs_an_own_card_in_the_first() -> None:
    table = table_with(hands=("faith", "army iancu-jianu", "revolt"))
    play(table, "offer faith")
    assert legal(table) == ["pass", "offer army"]
    play(table, "offer army", "offer revolt")
    assert sorted(legal(table)) == ["join ottoman iancu-jianu", "join wallachia iancu-jianu", "pass"]


def test_a_second_box_takes_one_card_and_never_the_owners() -> None:
    table = table_with(hands=("faith army", "army faith", "revolt revolt"))
    play(table, "offer faith", "offer army", "offer revolt", "join serbia army")
    assert legal(table) == ["pass", "join ottoman faith", "join wallachia faith"]
    play(table, "join ottoman faith")
    # No second box is left for Wallachia but its own, which is not for itself: offers are over.
    assert position(table).phase == AGREEMENTS


def test_an_offer_left_from_last_season_counts_as_the_own_card() -> None:
    table = table_with(hands=("faith army",), boxes={"ottoman": "commerce", "serbia": "faith"})
    assert sorted(legal(table)) == ["join serbia army", "join serbia faith", "pass"]


def test_a_pass_is_not_final_and_all_must_pass_in_succession() -> None:
    table = table_with(SIX, hands=["army faith"] * 6)
    play(table, "pass", "pass", "offer army", "pass", "pass", "pass")
    assert table.to_move == (0,)
    play(table, "offer faith", *["pass"] * 5)
    assert position(table).phase == OFFERS
    play(table, "pass")
    assert position(table).season == 1


def test_who_has_no_card_or_no_box_is_not_asked() -> None:
    table = table_with(SIX, hands=("army", "", "faith army"))
    play(table, "offer army")
    assert table.to_move == (2,)
    # With a lone card in the own box and nothing to join nobody is asked, whatever they hold.
    table = table_with(SIX, hands=("army army", "faith"))
    play(table, "offer army")
    assert table.to_move == (1,)
    play(table, "pass")
    assert position(table).season == 1


def test_who_holds_only_a_haiduc_is_asked_all_the_same() -> None:
    table = table_with(hands=("iancu-jianu",))
    assert table.to_move == (0,)
    assert legal(table) == ["pass"]


def test_a_lone_card_stays_for_the_next_season() -> None:
    table = table_with(SIX, hands=("faith", "army"))
    play(table, "offer faith", "offer army")
    assert position(table).season == 1
    assert {box.faction: box.first for box in seen(table, None).boxes if box.first} == {
        "ottoman": "faith",
        "transylvania": "army",
    }


# Agreements and cards


def test_agreements_are_carried_out_in_turn_order_of_the_owners() -> None:
    table = table_with(SIX, hands=("commerce commerce", "faith commerce", "army army"), start=1)
    play(table, "offer faith", "offer army", "offer commerce")
    play(table, "join ottoman commerce", "join transylvania army", "join serbia commerce")
    # Of Transylvania, who starts; it waits for a decision.
    assert told(table, Agreed) == [Agreed(1, 2, "transylvania", "faith", "army")]
    assert table.to_move == (1,)


def test_both_draw_a_card_for_an_agreement_and_who_put_none_down_one() -> None:
    table = agree("faith", "diplomacy")  # each places 2
    p = position(table)
    before = p.left
    play(table, *["place constantinople"] * 2, *["place belgrade"] * 2)
    assert [player.cards for player in seen(table, None).players] == [1, 1, 1, 1]
    assert position(table).left == before - 4


def test_who_only_waited_for_a_partner_draws_twice() -> None:
    table = table_with(SIX, hands=("", "commerce faith"), boxes={"ottoman": "diplomacy"})
    play(table, "offer commerce", "join ottoman faith", *["place constantinople"] * 2, *["place cluj"] * 2)
    assert len(hand(table, 0)) == 2
    assert len(hand(table, 1)) == 1


def test_used_cards_are_discarded_and_the_boxes_empty() -> None:
    table = agree("faith", "diplomacy")
    play(table, *["place constantinople"] * 2, *["place belgrade"] * 2)
    assert seen(table, None).discards == {"faith": 1, "diplomacy": 1}
    assert [box.first for box in seen(table, None).boxes if box.faction == "ottoman"] == [None]
    assert [box.first for box in seen(table, None).boxes if box.faction == "serbia"] == ["commerce"]


def test_an_empty_pile_is_made_anew_of_the_discards() -> None:
    table = table_with(SIX, hands=["", "army"])
    p = position(table)
    p.discards = [2, 3, *[0] * 12]
    p.pile, p.left = [4, 4, *[-1] * (len(p.pile) - 2)], 2
    play(table, "pass")
    assert told(table, Shuffled) == [Shuffled()]
    assert p.left == 1
    assert p.held[:6] == [1, 2, 1, 1, 1, 1]
    assert sum(p.discards) == 0


def test_without_pile_and_discards_nobody_draws() -> None:
    table = table_with(SIX, hands=["", "army"])
    p = position(table)
    p.pile, p.left = [-1] * len(p.pile), 0
    play(table, "pass")
    assert p.held[:6] == [0, 1, 0, 0, 0, 0]


# Haiduci move


def marching(**options: object) -> Table:
    """A table where seat 0 may move Iancu Jianu, who is in Vidin."""
    table = table_with(SIX, hands=("army faith",), haiduci={"iancu-jianu": ("vidin", 3)}, **options)  # type: ignore[arg-type]
    play(table, "pass")
    assert position(table).phase == MARCHES
    return table


def test_a_card_moves_a_haiduc_to_a_neighbouring_territory() -> None:
    table = marching()
    near = EDITION.board.territories["vidin"].near
    assert legal(table) == ["pass", *(f"march iancu-jianu {id_}" for id_ in sorted(near, key=territory))]
    assert "march iancu-jianu bucharest" in legal(table)  # a capital is allowed
    play(table, "march iancu-jianu bucharest")
    assert {move.split()[0] for move in legal(table)} == {"discard"}
    play(table, "discard army")
    p = position(table)
    assert p.place[0] == territory("bucharest")
    assert p.maker[0] == 3  # it stays whose it was
    assert seen(table, None).discards == {"army": 1}


def test_the_mover_becomes_majority() -> None:
    table = marching(pawns={"edirne": {"wallachia": 1}})
    play(table, "march iancu-jianu edirne", "discard army")
    assert legal(table) == ["place edirne", "remove edirne wallachia"]
    play(table, "remove edirne wallachia", "place edirne")
    assert pawns_at(table, "edirne") == {"ottoman": 1}


def test_each_player_moves_at_most_one_haiduc_in_turn() -> None:
    table = table_with(SIX, hands=["army"] * 6, haiduci={"iancu-jianu": ("vidin", 3)}, start=4)
    play(table, *["pass"] * 6)
    asked = []
    while position(table).phase == MARCHES:
        asked.append(table.to_move[0])
        play(table, "pass")
    assert asked == [4, 5, 0, 1, 2, 3]


def test_without_a_haiduc_on_the_board_nobody_is_asked() -> None:
    table = table_with(SIX, hands=["army"] * 6)
    play(table, *["pass"] * 6)
    assert position(table).season == 1


# Unplayed factions


def test_who_starts_places_a_pawn_of_each_unplayed_faction_in_its_province() -> None:
    table = table_with(hands=("army",), start=2)
    play(table, "pass")
    assert position(table).phase == UNPLAYED
    assert table.to_move == (2,)
    assert legal(table) == [f"place {id_}" for id_ in inside("transylvania")]
    play(table, "place cluj")
    assert table.to_move == (2,)
    assert legal(table) == [f"place {id_}" for id_ in inside("moldavia")]
    play(table, "place putna")
    assert pawns_at(table, "cluj") == {"transylvania": 1}
    assert pawns_at(table, "putna") == {"moldavia": 1}
    assert position(table).season == 1


def test_a_faction_that_controls_its_five_territories_grows_beyond() -> None:
    table = table_with(hands=("army",), pawns={id_: {"transylvania": 1} for id_ in inside("transylvania")})
    play(table, "pass")
    around = {other for id_ in inside("transylvania") for other in EDITION.board.territories[id_].near} - set(
        inside("transylvania")
    )
    assert set(legal(table)) == {f"place {id_}" for id_ in around}


def test_an_empty_supply_places_no_more() -> None:
    table = table_with(hands=("army",), pawns={"cluj": {"transylvania": PAWNS}})
    play(table, "pass")
    assert legal(table) == [f"place {id_}" for id_ in inside("moldavia")]


def test_with_six_players_no_faction_is_unplayed() -> None:
    table = table_with(SIX, hands=("army",))
    play(table, "pass")
    assert position(table).season == 1


# International conference


def test_a_conference_discards_later_pairs_and_keeps_lone_cards() -> None:
    hands = ("faith commerce", "diplomacy commerce", "army diplomacy", "revolt revolt")
    table = table_with(hands=hands, haiduci={"iancu-jianu": ("vidin", 0)})
    play(table, "offer faith", "offer diplomacy", "offer army", "offer revolt")
    play(table, "pass", "join ottoman commerce", "join serbia diplomacy", "join wallachia revolt", "pass")
    # The Ottomans' pair comes first and has its effect; then Serbia's conference; Wallachia's pair is discarded.
    play(table, *["place constantinople"] * 2, *["place belgrade"] * 2)
    assert told(table, Agreed) == [
        Agreed(0, 1, "ottoman", "faith", "commerce"),
        Agreed(1, 2, "serbia", "diplomacy", "diplomacy"),
    ]
    assert told(table, Convened) == [Convened(1)]
    assert told(table, Cancelled) == [Cancelled(2, 3, "wallachia", "army", "revolt")]
    p = position(table)
    assert p.season == 1
    assert p.phase == FROZEN
    assert seen(table, None).frozen
    # Two agreements were carried out: of 0 with 1, and of 1 with 2.  All put a card down.
    assert [player.cards for player in seen(table, None).players] == [2, 2, 1, 0]
    assert [box.first for box in seen(table, None).boxes] == [None, None, None, "revolt"]
    # Nobody was asked to move the haiduc, and the unplayed factions got no pawn.
    assert all(placed.own for placed in told(table, Placed))


def test_in_a_frozen_season_each_may_play_one_haiduc_or_draws() -> None:
    table = table_with(SIX, hands=("iancu-jianu army", "army"), captured={"stefan-bujor": 2}, frozen=1)
    assert position(table).phase == FROZEN
    assert legal(table) == ["pass", "play iancu-jianu"]
    play(table, "pass")
    assert len(hand(table, 0)) == 3
    assert legal(table) == ["pass"]
    play(table, "pass")
    assert legal(table) == ["pass", "free stefan-bujor"]
    play(table, "pass")
    # The others hold nothing that could be a haiduc: they draw without being asked.
    p = position(table)
    assert (p.season, p.phase) == (1, FROZEN)
    assert p.held[:6] == [3, 2, 1, 1, 1, 1]


def test_a_haiduc_from_the_hand_ends_the_freeze_the_season_after() -> None:
    table = table_with(SIX, hands=("iancu-jianu army", "army"), frozen=1)
    play(table, "play iancu-jianu")
    assert seen(table, None).discards == {"iancu-jianu": 1}
    assert hand(table, 0) == ["army"]
    play(table, "pass")
    p = position(table)
    assert (p.season, p.phase, p.frozen) == (1, OFFERS, 0)


def test_a_captured_haiduc_is_freed() -> None:
    table = table_with(SIX, hands=("army",), captured={"stefan-bujor": 0}, frozen=1)
    play(table, "free stefan-bujor")
    assert seen(table, None).discards == {"stefan-bujor": 1}
    assert seen(table, None).haiduci == ()
    assert position(table).frozen == 0


def test_others_may_still_play_a_haiduc_after_the_first() -> None:
    table = table_with(SIX, hands=("iancu-jianu", "stefan-bujor"), frozen=1)
    play(table, "play iancu-jianu")
    assert legal(table) == ["pass", "play stefan-bujor"]
    assert table.prompt(1).id == "prompt.thawed"


# Seasons


def test_the_start_moves_clockwise() -> None:
    table = table_with(SIX, hands=("army",), start=4)
    next_season(table)
    assert (position(table).season, position(table).start) == (1, 5)
    next_season(table)
    assert (position(table).season, position(table).start) == (2, 0)


def test_28_seasons_from_spring_1807_to_winter_1813() -> None:
    table = table_with(SIX, hands=("army",))
    assert (seen(table, None).time, seen(table, None).year) == ("spring", 1807)
    table = table_with(SIX, hands=("army",), season=27)
    assert (seen(table, None).time, seen(table, None).year) == ("winter", 1813)
    play(table, "pass")
    assert table.over
    assert table.result is not None
    assert table.result.reason.id == "result.seasons"


def test_a_frozen_game_ends_with_the_last_season_too() -> None:
    table = table_with(SIX, hands=("army",), season=27, frozen=1)
    play(table, "pass")
    assert table.over
