"""Haiduci's moves as people make them: touches, notation, abbreviations, and why a move is refused."""

from __future__ import annotations

import pytest

from guanxi.engine.errors import IllegalMove
from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.moves import Faction, Join, March, Offer, Pass, Remove
from tests.games.haiduci.tables import SIX, agree, play, position, table_with


def refused(table: object, notation: str) -> str:
    """The sentence with which a move is refused."""
    with pytest.raises(IllegalMove) as error:
        play(table, notation)  # type: ignore[arg-type]
    rules = {id_.removeprefix("rules.") for id_ in GAME.text.texts("en") if id_.startswith("rules.")}
    assert error.value.paragraph in rules
    return str(error.value)


def test_touches_are_what_a_person_clicks() -> None:
    assert Faction("serbia").touches() == ("faction:serbia",)
    assert Offer("faith", "serbia").touches() == ("hand:faith", "box:serbia:1")
    assert Join("serbia", "iancu-jianu").touches() == ("hand:iancu-jianu", "box:serbia:2")
    assert Pass().touches() == ("action:pass",)
    assert Remove("vidin", "serbia").touches() == ("pawn:vidin:serbia",)
    assert March("iancu-jianu", "vidin").touches() == ("haiduc:iancu-jianu", "territory:vidin")


def test_moves_can_be_told_apart_by_their_touches() -> None:
    table = table_with(hands=("faith army", "army faith iancu-jianu", "revolt"))
    play(table, "offer faith", "offer army", "offer revolt", "pass")
    touches = [move.touches() for move in table.legal_moves(1)]
    assert len(set(touches)) == len(touches)


def test_words_may_be_cut_short() -> None:
    table = table_with(hands=("faith army",))
    assert GAME.parse(position(table), "off fai") == Offer("faith", "ottoman")
    assert GAME.parse(position(table), "JOIN serb arm") == Join("serbia", "army")


def test_names_are_said_in_the_players_language() -> None:
    table = table_with(hands=("faith",))
    assert table.say(Join("ottoman", "army"), "en") == "Join this faction, Ottoman Empire, with: army"
    assert table.say(Join("ottoman", "army"), "it") == "Rispondere all’offerta (Impero ottomano) con: esercito"


def test_a_taken_faction() -> None:
    table = GAME.table(4, seed=1, first=0, names=("Ann", "Bo", "Cem", "Dan"))
    play(table, "faction serbia")
    with pytest.raises(IllegalMove) as error:
        play(table, "faction serbia")
    assert table.say(error.value.reason) == "Ann already plays this faction: Serbia. Choose another one."


def test_offers() -> None:
    table = table_with(SIX, hands=("faith army iancu-jianu", "army", "revolt"))
    assert refused(table, "offer revolt") == "You do not have this card in hand: revolt."
    assert "another faction’s second box" in refused(table, "offer iancu-jianu")
    assert "in your own first box before" in refused(table, "join serbia army")
    assert "for the other players" in refused(table, "join ottoman army")
    play(table, "offer faith", "offer army", "offer revolt")
    assert "already holds a card" in refused(table, "offer army")
    assert "Open offers: Transylvania and Serbia." in refused(table, "join russia army")
    assert refused(table, "join serbia faith") == "You do not have this card in hand: faith."
    assert "not possible now" in refused(table, "place vidin")
    assert "not possible now" in refused(table, "keep")


def test_effects() -> None:
    table = agree("commerce", "commerce", pawns={"edirne": {"ottoman": 1}})
    assert "Possible territories: Constantinople, Edirne, Silistre, Vidin, and Sofya." in refused(
        table, "place kherson"
    )
    assert "Place 3 pawns" in refused(table, "pass")
    table = agree("army", "army", pawns={"edirne": {"ottoman": 1, "russia": 1}})
    assert "No pawn of this faction (Ottoman Empire) can be removed" in refused(table, "remove edirne ottoman")
    table = agree("faith", "iancu-jianu")
    assert "No haiduc can emerge there: Belgrade." in refused(table, "emerge belgrade")
    table = agree("army", "iancu-jianu", haiduci={"stefan-bujor": ("vidin", 0)})
    play(table, "emerge sofya", "place sofya")
    assert "Iancu Jianu cannot be chosen" in refused(table, "capture iancu-jianu")


def test_marches_and_freeze() -> None:
    table = table_with(SIX, hands=("army",), haiduci={"iancu-jianu": ("valjevo", 0)})
    play(table, "pass")
    assert "Neighbouring territories: Belgrade and Rudnik." in refused(table, "march iancu-jianu vidin")
    assert "on the board" in refused(table, "march stefan-bujor vidin")
    play(table, "march iancu-jianu rudnik")
    assert refused(table, "discard faith") == "You do not have this card in hand: faith."
    table = table_with(SIX, hands=("army",), frozen=1)
    assert "You do not have this haiduc: Iancu Jianu." in refused(table, "play iancu-jianu")
    assert "You do not have this haiduc: Iancu Jianu." in refused(table, "free iancu-jianu")


def test_what_is_no_move_at_all() -> None:
    table = table_with(hands=("army",))
    assert "There is no move “dance”." in refused(table, "dance")
    assert "There is no “greece” here." in refused(table, "join greece army")
    assert "needs exactly 2 names after it" in refused(table, "join serbia")
    assert "needs exactly 1 name after it." in refused(table, "offer")
    assert "There is no move “”." in refused(table, " ")
