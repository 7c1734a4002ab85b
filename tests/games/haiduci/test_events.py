"""Haiduci's events: each kind the rules tell has a type, words in three languages, and places that the board knows."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, get_args

import msgspec
import pytest

from guanxi.engine.errors import IllegalMove
from guanxi.engine.events import Event
from guanxi.games.haiduci import GAME, events
from guanxi.games.haiduci.board import FOLDER
from guanxi.games.haiduci.events import (
    Agreed,
    Captured,
    ChoseFaction,
    Claimed,
    Drew,
    DrewLeader,
    Emerged,
    HaiduciEvent,
    Joined,
    Marched,
    Offered,
    Placed,
    Removed,
    SeasonBegan,
    Won,
)
from guanxi.games.haiduci.moves import Join, March, Place
from guanxi.games.haiduci.rules import material
from tests.games.haiduci.tables import EDITION, SIX, agree, play, position, table_with, told

if TYPE_CHECKING:
    from pathlib import Path

    from guanxi.engine.table import Table

LANGUAGES = ("en", "fr", "it")


@cache
def kinds() -> dict[str, int]:
    """The numbers of all events by their names in `material.py`, where they stand together."""
    text = (FOLDER / "rules/material.py").read_text(encoding="utf-8")
    section = text.partition("# What happened.\n")[2].partition("\n\n")[0]
    return {line.split()[0]: getattr(material, line.split()[0]) for line in section.splitlines()}


def all_events() -> list[Event]:
    """One event of each kind, and of each kind that has two sides both."""
    decoded = [events.decode(EDITION, (kind, 1, 2, 1, 3, 4, 0)) for kind in kinds().values()]
    decoded += [events.decode(EDITION, (material.SEASON, 5, 2, 0, 0, 0, 0))]
    decoded += [events.decode(EDITION, (material.PLACED, 0, 2, 3, 0, 0, 0))]
    decoded += [events.decode(EDITION, (material.CAUGHT, 0, 2, -1, 0, 0, 0))]
    decoded += [events.decode(EDITION, (material.SPENT, 0, 2, 0, 0, 0, 0))]
    decoded += [events.decode(EDITION, (material.ENDED, why, 0, 0, 0, 0, 0)) for why in events.ENDS]
    decoded += [events.decode(EDITION, (material.WON, 0b101, 0, 0, 0, 0, 0))]
    return [*decoded, *(what.seen_by(None) for what in decoded)]


def test_every_kind_that_the_rules_tell_has_its_own_type() -> None:
    assert sorted(kinds().values()) == list(range(1, material.WON + 1))
    found = [type(events.decode(EDITION, (kind, 1, 2, 1, 3, 4, 0))) for kind in kinds().values()]
    assert len(set(found)) == len(found)
    assert set(found) == set(get_args(HaiduciEvent))


def test_a_number_that_is_no_event() -> None:
    with pytest.raises(ValueError, match="no event 99"):
        events.decode(EDITION, (99, 0, 0, 0, 0, 0, 0))


@pytest.mark.parametrize("what", all_events())
def test_an_event_survives_json_and_has_words_in_every_language(what: Event) -> None:
    assert msgspec.json.decode(msgspec.json.encode(what), type=HaiduciEvent) == what
    for language in LANGUAGES:
        text = GAME.text.say(what.phrase(EDITION), language, ("Ann", "Bo", "Cem", "Dan"))
        assert text
        assert "{" not in text


def test_every_moment_has_a_caption_in_every_language() -> None:
    for language in LANGUAGES:
        texts = GAME.text.texts(language)
        assert {id_ for id_ in texts if id_.startswith("moment.")} == {f"moment.{name}" for name in GAME.moments}


# Told by the rules


def test_what_is_told_of_the_set_up() -> None:
    table = GAME.table(4, seed=1, first=0)
    play(table, "faction serbia", "faction russia")
    leader = position(table).leader[0]
    serbia = [
        ChoseFaction(0, "serbia"),
        DrewLeader(0, "serbia", leader),
        Placed(0, "serbia", "belgrade", own=True),
    ]
    assert table.events(0, since=1)[:3] == serbia
    for seat in (1, None):
        assert table.events(seat, since=1)[:3] == [serbia[0], DrewLeader(0, "serbia", None), serbia[2]]


def test_a_drawn_card_is_told_to_its_owner_only() -> None:
    table = agree("faith", "diplomacy")
    play(table, *["place constantinople"] * 2, *["place belgrade"] * 2)
    cards = [what.card for what in told(table, Drew, 2)[-4:]]
    assert [card is None for card in cards] == [True, True, False, True]
    assert {what.card for what in told(table, Drew, None)} == {None}


def test_what_is_told_of_an_agreement() -> None:
    table = agree("commerce", "army", pawns={"edirne": {"ottoman": 1}, "belgrade": {"serbia": 1}})
    play(table, "place edirne", "remove belgrade serbia", "place belgrade", "remove edirne ottoman")
    happened = table.events(None)
    start = happened.index(Agreed(0, 1, "ottoman", "commerce", "army"))
    assert happened[start - 3 : start] == [
        Offered(0, "ottoman", "commerce"),
        Offered(1, "serbia", "commerce"),
        Joined(1, "ottoman", "army"),
    ]
    assert happened[start + 1 : start + 5] == [
        Placed(0, "ottoman", "edirne", own=True),
        Removed(0, "serbia", "belgrade"),
        Placed(1, "serbia", "belgrade", own=True),
        Removed(1, "ottoman", "edirne"),
    ]


def test_what_is_told_of_haiduci() -> None:
    table = agree("army", "iancu-jianu", haiduci={"stefan-bujor": ("vidin", 0)})
    play(table, "emerge sofya", "place sofya", "capture stefan-bujor")
    assert told(table, Emerged) == [Emerged(1, "iancu-jianu", "sofya")]
    assert told(table, Captured) == [Captured(1, "stefan-bujor", "vidin")]
    table = agree("army", "iancu-jianu")
    play(table, "keep")
    assert told(table, Captured) == [Captured(1, "iancu-jianu", None)]


def test_a_march_tells_where_it_came_from() -> None:
    table = table_with(SIX, hands=("army",), haiduci={"iancu-jianu": ("valjevo", 0)})
    play(table, "pass", "march iancu-jianu rudnik", "discard army")
    assert told(table, Marched) == [Marched(0, "iancu-jianu", "valjevo", "rudnik")]


def test_a_pawn_of_an_unplayed_faction_is_not_the_players_own() -> None:
    table = table_with(hands=("army",))
    play(table, "pass", "place cluj")
    assert told(table, Placed)[-1] == Placed(0, "transylvania", "cluj", own=False)
    assert table.say(told(table, Placed)[-1]) == "Player 1 places a pawn (Transylvania): Cluj."


# Places


def test_events_touch_the_places_that_moves_touch() -> None:
    assert Offered(0, "serbia", "faith").touches() == ("box:serbia:1",)
    assert Joined(0, "serbia", "faith").touches() == ("box:serbia:2",)
    assert Agreed(0, 1, "serbia", "faith", "army").touches() == ("box:serbia:1", "box:serbia:2")
    assert Placed(0, "serbia", "vidin", own=True).touches() == Place("vidin").touches()
    haiduc, *places = Marched(0, "iancu-jianu", "sofya", "vidin").touches()
    assert (haiduc, places[-1]) == March("iancu-jianu", "vidin").touches()
    assert Captured(0, "iancu-jianu", "sofya").touches() == ("haiduc:iancu-jianu", "territory:sofya")
    assert Captured(0, "iancu-jianu", None).touches() == ("haiduc:iancu-jianu",)
    assert SeasonBegan(0, 12, frozen=False).touches() == ("season:12",)
    assert Claimed(3, "serbia", 1).touches() == ("leader:3",)


def test_passes_and_draws_are_routine() -> None:
    routine = {kind.__struct_config__.tag for kind in get_args(HaiduciEvent) if kind.routine}
    assert routine == {"passed", "drew", "shuffled"}


# Names


@pytest.fixture
def elsewhere(tmp_path: Path) -> Table:
    """A table whose map, cards and leaders have names of their own for the ids that the game's files have too."""

    def written(kind: str, change: Any) -> str:
        file = json.loads((FOLDER / f"{kind}.json").read_text(encoding="utf-8"))
        file["name"] = "elsewhere"
        change(file)
        path = tmp_path / f"{kind}.json"
        path.write_text(json.dumps(file), encoding="utf-8")
        return str(path)

    def rename_map(file: dict[str, Any]) -> None:
        file["provinces"]["serbia"]["name"] = "Avalon"
        file["territories"]["belgrade"]["name"] = "Camelot"

    def rename_cards(file: dict[str, Any]) -> None:
        file["kinds"]["faith"]["name"] = {"en": "magic", "fr": "magie", "it": "magia"}
        file["haiduci"]["iancu-jianu"] = "Lancelot"

    def rename_leaders(file: dict[str, Any]) -> None:
        file["leaders"]["serbia"][1]["name"] = "Arthur"

    files = {"board": rename_map, "cards": rename_cards, "leaders": rename_leaders}
    return GAME.table(4, seed=1, first=0, **{kind: written(kind, change) for kind, change in files.items()})


def test_moves_and_events_use_the_names_of_their_own_table(elsewhere: Table) -> None:
    usual = GAME.table(4, seed=1, first=0)  # made later: its names do not replace those of the other table
    for table, names in (
        (elsewhere, ("Avalon", "Camelot", "magic", "Lancelot", "Arthur")),
        (usual, ("Serbia", "Belgrade", "faith", "Iancu Jianu", "Mateja Nenadović")),
    ):
        province, capital, card, haiduc, leader = names
        assert table.say(Join("serbia", "faith")) == f"Join this faction, {province}, with: {card}"
        assert table.say(Place("belgrade")) == f"Place a pawn: {capital}"
        assert table.say(March("iancu-jianu", "belgrade")) == f"Move {haiduc} to: {capital}"
        assert table.say(Joined(0, "serbia", "faith")) == f"Player 1 joins this faction, {province}, with: {card}."
        assert table.say(Emerged(0, "iancu-jianu", "belgrade")) == f"Player 1 makes {haiduc} emerge: {capital}."
        assert f"Player 1 reveals {leader}," in table.say(Claimed(0, "serbia", 1))


def test_a_refusal_uses_the_names_of_its_own_table(elsewhere: Table) -> None:
    play(elsewhere, "faction serbia")
    with pytest.raises(IllegalMove, match="already plays this faction: Avalon"):
        play(elsewhere, "faction serbia")


def test_winners() -> None:
    names = ("Ann", "Bo", "Cem", "Dan")
    assert GAME.text.say(Won((2,)).phrase(EDITION), "en", names) == "Cem wins the game."
    assert GAME.text.say(Won((0, 2)).phrase(EDITION), "fr", names) == "Ann et Cem se partagent la victoire."
