"""What of a game is counted, derived from its own words."""

from __future__ import annotations

from pathlib import Path

import guanxi
from guanxi.engine.text import list_of, phrase, player, words
from guanxi.games.han.moves import House
from guanxi.games.hanamikoji.moves import Gift
from guanxi.lab.counting import ITSELF, TOGETHER, Counting, Use, readable

HANAMIKOJI = guanxi.game("hanamikoji")


def test_a_gift_counts_its_kind_its_items_and_all_together() -> None:
    counting = Counting(HANAMIKOJI)
    position = HANAMIKOJI.table(seed=1).position
    assert counting.of_move(position, Gift(("flute", "flute", "bowl"))) == (
        Use("move.gift", ITSELF, "move.gift"),
        Use("move.gift", "item", "flute"),
        Use("move.gift", "item", "tea bowl"),
        Use("move.gift", TOGETHER, "flute + flute + tea bowl"),
    )


def test_an_event_counts_for_its_player() -> None:
    told = phrase("event.favour", geisha=phrase("geisha.fan"), player=player(1))
    actors, uses = Counting(HANAMIKOJI).of_event(told)
    assert actors == (1,)
    assert Use("event.favour", "geisha", "the Dancer") in uses


def test_an_agreement_counts_for_both_and_as_a_combination() -> None:
    told = phrase("event.agreed", owner=player(2), partner=player(0), first=words("army"), second=words("faith"))
    actors, uses = Counting(guanxi.game("haiduci")).of_event(told)
    assert actors == (2, 0)
    assert Use("event.agreed", TOGETHER, "army / faith") in uses


def test_several_players_are_all_meant_and_never_things() -> None:
    told = phrase("event.contested", province="Dadu", players=list_of([player(0), player(3)]))
    actors, uses = Counting(guanxi.game("white_lotus")).of_event(told)
    assert actors == (0, 3)
    assert [use.about for use in uses] == [ITSELF, "province"]


def test_the_result_is_no_use() -> None:
    assert Counting(HANAMIKOJI).of_event(phrase("event.won", player=player(0))) == ((), ())


def test_a_house_on_a_border_reaches_two_provinces() -> None:
    han = guanxi.game("han")
    position = han.table(4, seed=1, board="border_disputes").position
    uses = Counting(han).of_move(position, House("wei-qi", ("red", "yellow")))
    assert [use.name for use in uses if use.about == "province"] == ["Wei", "Qi"]


def test_kinds_can_be_read() -> None:
    assert readable("event.scored.houses") == "scored houses"


def test_traits_come_from_the_games() -> None:
    white_lotus, haiduci = guanxi.game("white_lotus"), guanxi.game("haiduci")
    table = white_lotus.table(3, seed=1, emperor=2)
    thrones = [white_lotus.traits(table.position, seat)["throne"] for seat in range(3)]
    assert thrones == ["subject", "subject", "emperor"]
    table = haiduci.table(4, seed=1, first=0)
    assert haiduci.traits(table.position, 0) == {}
    table.play(0, "faction serbia")
    assert haiduci.traits(table.position, 0)["faction"] == "Serbia"


def test_the_lab_knows_no_game_by_name() -> None:
    folder = Path(guanxi.__file__).parent / "lab"
    for path in folder.glob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert not [name for name in guanxi.game_names() if f'"{name}"' in source], path.name
