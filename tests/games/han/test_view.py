"""Views, prompts and events of Han: what each player may know."""

from __future__ import annotations

from guanxi.games.han.events import Drew, Placed
from tests.games.han.tables import (
    build,
    build_at,
    capital,
    deal,
    finish,
    fortify,
    han,
    happened,
    keep,
    play,
    seen,
    send,
    told,
    turn,
)


def test_a_player_sees_only_their_own_hand() -> None:
    table = han()
    deal(table, Alex="red violet green", Barbara="yellow yellow orange")
    assert seen(table, "Alex").players[0].hand == ("red", "green", "violet")
    assert [player.hand for player in seen(table, "Alex").players[1:]] == [None] * 3
    assert [player.hand for player in seen(table).players] == [None] * 4


def test_everybody_knows_the_numbers_of_cards_and_the_discards() -> None:
    table = han()
    deal(table, Alex="red violet", Barbara="yellow")
    turn(table, "Alex")
    play(table, "discard violet")
    for name in ("Alex", "Doris", None):
        view = seen(table, name)
        assert [player.cards for player in view.players] == [1, 1, 3, 3]
        assert view.discards == {"red": 0, "yellow": 0, "green": 0, "orange": 0, "violet": 1}


def test_everybody_sees_what_is_built() -> None:
    table = han(variant=True)
    build(table, "wei", Alex=1)
    build_at(table, "Barbara", "wei-qi")
    fortify(table, "Chris", "wei-4")
    send(table, "wei", Doris=1)
    for name in ("Alex", None):
        view = seen(table, name)
        assert {(space.id, space.seat, space.piece) for space in view.spaces} == {
            ("wei-1", 0, "house"),
            ("wei-4", 2, "fortification"),
            ("wei-qi", 1, "house"),
        }
        wei = view.provinces[0]
        assert (wei.id, wei.houses, wei.emissaries, wei.room) == ("wei", (1, 1, 1, 0), (0, 0, 0, 1), 0)


def test_the_prompt_says_what_is_asked_and_of_whom() -> None:
    table = han()
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red red red")
    assert [table.prompt(seat).id for seat in (0, 1, None)] == ["prompt.place", "prompt.wait", "prompt.wait"]
    play(table, "house wei-2 red")
    assert table.say(table.prompt(0)) == "Place a second piece in Wei, or end your turn."
    play(table, "stop")
    assert table.say(table.prompt(0)) == "Draw 1 card: an open one or one from the pile."
    assert table.say(table.prompt(None)) == "Waiting for Alex."
    finish(table)
    assert [table.prompt(seat).id for seat in (0, 1, None)] == ["prompt.over"] * 3


def test_after_a_border_house_the_prompt_names_the_provinces_that_can_be_paid_for() -> None:
    table = han()
    build(table, "wei", Chris=1)
    build(table, "qi", Chris=1)
    turn(table, "Alex", "red yellow yellow")
    play(table, "house wei-qi red yellow")
    assert table.say(table.prompt(0)) == "Place a second piece in Qi, or end your turn."
    deal(table, Alex="red yellow")  # more than a turn leaves; on a board of one's own both may have one colour
    assert table.say(table.prompt(0)) == "Place a second piece in Wei or Qi, or end your turn."
    assert table.say(table.prompt(0), "it") == "Piazza un secondo pezzo a Wei o a Qi, oppure termina il turno."


def test_no_second_piece_is_asked_for_when_the_hand_pays_for_none() -> None:
    table = han()
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red yellow green")
    play(table, "house wei-2 red")
    assert table.say(table.prompt(0)) == "You cannot place a second piece: end your turn."


def test_a_second_piece_is_asked_for_only_where_one_fits() -> None:
    table = han()
    build(table, "wei", Chris=1)
    build(table, "qi", Chris=1)
    turn(table, "Alex", "red red yellow")
    play(table, "house wei-qi red yellow")
    keep(table, "Alex", houses=0, emissaries=1)
    send(table, "qi", Chris=1)
    assert table.say(table.prompt(0)) == "Place a second piece in Wei, or end your turn."
    send(table, "wei", Chris=1)
    assert table.say(table.prompt(0)) == "You cannot place a second piece: end your turn."


def test_a_card_drawn_from_the_pile_is_told_to_its_owner_only() -> None:
    table = han()
    deal(table, Alex="red red red", row="green green violet violet", pile="orange yellow yellow")
    turn(table, "Alex")
    play(table, "discard red", "draw pile")
    assert happened(table, "Alex")[-1] == Drew(0, "orange")
    assert happened(table, "Barbara")[-1] == happened(table)[-1] == Drew(0, None)
    assert told(table, "Alex")[-1] == "Alex draws an orange card from the pile."
    assert told(table)[-1] == "Alex draws from the pile."


def test_everything_else_is_told_to_everybody() -> None:
    table = han()
    build(table, "wei", Chris=1)
    deal(table, Alex="red red red", row="green green violet violet", pile="orange yellow yellow yellow")
    turn(table, "Alex")
    play(table, "house wei-2 red", "emissary wei red", "draw green", "draw pile")
    for name in ("Barbara", None):
        assert told(table, name)[1:] == [
            "Alex builds a house on Wei 2 for a red card.",
            "Alex sends an emissary to Wei for a red card.",
            "Alex takes a green card from the open cards.",
            "Alex draws from the pile.",
            "New open card: yellow.",
        ]


def test_a_fortification_and_a_market_are_told() -> None:
    table = han(variant=True)
    build(table, "wei", Chris=1)
    turn(table, "Alex", "red red red")
    play(table, "fortification wei-2")
    assert happened(table)[-1] == Placed(0, "fortification", "wei-2", ("red", "red"))
    assert told(table)[-1] == "Alex builds a fortification and a house on Wei 2 for two red cards."
    table = capital(variant=True)
    build(table, "weiyang", Chris=1)
    turn(table, "Alex", "violet violet red")
    play(table, "market weiyang-2")
    assert happened(table)[-1] == Placed(0, "market", "weiyang-2", ("violet", "violet"))
    assert told(table)[-1] == "Alex opens a market with an emissary on Weiyang 2 for two violet cards."
