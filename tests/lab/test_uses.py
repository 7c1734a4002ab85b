"""The uses in a game, read from the fields of its moves and events."""

from __future__ import annotations

from pathlib import Path

import guanxi
from guanxi.engine.events import Ready
from guanxi.games.haiduci.events import Agreed
from guanxi.games.han.moves import House
from guanxi.games.hanamikoji.events import Counted, Dealt, Drew, Won, WonFavour
from guanxi.games.hanamikoji.moves import Competition, Gift
from guanxi.games.white_lotus.events import Contested, Played
from guanxi.lab.uses import ITSELF, TOGETHER, Use, UseCounter, readable

HANAMIKOJI = guanxi.game("hanamikoji")


def counting(game: str) -> UseCounter:
    """A counter for the moves and events of a game on its usual board."""
    rules = guanxi.game(game)
    return UseCounter(rules, rules.board(rules.table(rules.usual, seed=1).position))


def test_a_gift_counts_its_kind_its_items_and_all_together() -> None:
    assert counting("hanamikoji").of_move(Gift(("flute", "flute", "bowl"))) == (
        Use("move.gift", ITSELF, "move.gift"),
        Use("move.gift", "card", "flute"),
        Use("move.gift", "card", "bowl"),
        Use("move.gift", TOGETHER, "flute + flute + bowl"),
    )


def test_groups_of_cards_are_distinguished() -> None:
    uses = counting("hanamikoji").of_move(Competition((("flute", "fan"), ("drum", "bowl"))))
    assert uses[-1] == Use("move.competition", TOGETHER, "flute + fan / drum + bowl")


def test_an_event_counts_for_its_player_and_has_the_words_of_the_texts() -> None:
    actors, uses = counting("hanamikoji").of_event(WonFavour(1, "fan"))
    assert actors == (1,)
    assert uses == (Use("event.favour", ITSELF, "event.favour"), Use("event.favour", "geisha", "the Dancer"))


def test_hidden_fields_and_points_are_not_counted() -> None:
    counts = counting("hanamikoji")
    assert counts.of_event(Drew(0, None))[1] == (Use("event.drew", ITSELF, "event.drew"),)
    assert counts.of_event(Counted(0, charm=7, geishas=3))[1] == (Use("event.counted", ITSELF, "event.counted"),)


def test_an_agreement_counts_for_both_and_as_a_combination_of_cards() -> None:
    agreed = Agreed(seat=2, partner=0, faction="serbia", first="army", second="iancu-jianu")
    actors, uses = counting("haiduci").of_event(agreed)
    assert actors == (2, 0)
    assert uses[1:] == (
        Use("event.agreed", "faction", "Serbia"),
        Use("event.agreed", "card", "army"),
        Use("event.agreed", "card", "Iancu Jianu"),
        Use("event.agreed", TOGETHER, "army / Iancu Jianu"),
    )


def test_fields_of_players_do_not_name_things() -> None:
    actors, uses = counting("white_lotus").of_event(Contested("yanan", (0, 3)))
    assert actors == (0, 3)
    assert uses[1:] == (Use("event.contested", "province", "Yan’an"),)


def test_a_target_does_not_count_as_an_actor() -> None:
    actors, uses = counting("white_lotus").of_event(Played(seat=1, target=2, influence=4))
    assert actors == (1,)
    assert uses == (Use("event.played", ITSELF, "event.played"),)


def test_an_event_without_players_has_no_actor() -> None:
    actors, uses = counting("hanamikoji").of_event(Dealt(round=2, first=1))
    assert actors == ()
    assert [use.kind for use in uses] == ["event.dealt"]


def test_neither_the_result_nor_a_sealed_choice_is_a_use() -> None:
    counts = counting("hanamikoji")
    assert counts.of_event(Won((0,))) == counts.of_event(Ready(1)) == ((), ())


def test_a_house_on_a_border_reaches_two_provinces() -> None:
    uses = counting("han").of_move(House("wei-qi", ("red", "yellow")))
    assert [use.name for use in uses if use.about == "province"] == ["Wei", "Qi"]


def test_kinds_are_readable() -> None:
    assert readable("event.won-province") == "won province"


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
