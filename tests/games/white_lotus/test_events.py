"""Events of The White Lotus: the numbers that the rules tell → typed events, their words and the places they touch."""

from __future__ import annotations

import ast
import json
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, get_args

import msgspec
import pytest

from guanxi.engine.story import Story, Told
from guanxi.engine.text import LANGUAGES
from guanxi.games.white_lotus import GAME, events, moves
from guanxi.games.white_lotus.board import BOARDS, DEFAULT, FOLDER
from guanxi.games.white_lotus.events import WhiteLotusEvent
from guanxi.games.white_lotus.rules import material
from tests.games.white_lotus.games import begun, play_on

if TYPE_CHECKING:
    from guanxi.engine.events import Event
    from guanxi.engine.table import Table

YUAN = BOARDS.load(DEFAULT)
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
WATCHERS = (0, 1, None)


@cache
def told() -> frozenset[Told]:
    """All that the rules tell in some random games, and a shared victory, which is rare."""
    random = Random("told")
    found: set[Told] = {(material.VICTORY, 0b101, 0, 0, 0, 0, 0)}
    for game in range(6):
        story = Story()
        play_on(begun(f"told {game}", 3 + game % 4, negotiation=bool(game % 2), story=story), random)
        found.update(numbers for numbers in story.told if numbers[0])
    return frozenset(found)


def test_every_kind_of_event_that_the_rules_tell_is_decoded() -> None:
    """Fails if a kind is added to `material.py` and told, and forgotten in `events.py`."""
    kinds = {getattr(material, name) for name in names_told()}
    assert kinds == {kind for kind, *_ in told()}, "the games of this test do not tell every kind"
    assert kinds == events.IN_PROVINCES.keys() | events.OTHERS.keys()
    assert {type(GAME.decode(YUAN, numbers)) for numbers in told()} == set(get_args(WhiteLotusEvent))


def names_told() -> set[str]:
    """The names of events in the calls of `tell` in the rules."""
    found: set[str] = set()
    for path in Path(material.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tell":
                found.update(name.id for name in ast.walk(node.args[0]) if isinstance(name, ast.Name))
    return found - {"accepted"}


def test_numbers_that_stand_for_no_event_are_refused() -> None:
    with pytest.raises(ValueError, match="The White Lotus has no event 99"):
        events.decode(YUAN, (99, 0, 0, 0, 0, 0, 0))


def test_every_event_survives_json() -> None:
    for numbers in told():
        happened = GAME.decode(YUAN, numbers)
        for seat in WATCHERS:
            seen = happened.seen_by(seat)
            assert msgspec.json.decode(msgspec.json.encode(seen), type=WhiteLotusEvent) == seen


def test_every_event_has_words_in_every_language() -> None:
    for numbers in told():
        happened = GAME.decode(YUAN, numbers)
        for seat in WATCHERS:
            words = [GAME.text.say(happened.seen_by(seat).phrase(YUAN), language, NAMES) for language in LANGUAGES]
            assert len(set(words)) == len(LANGUAGES) or isinstance(happened, events.Laid | events.Agreed)
            assert all(sentence.endswith((".", "!")) and "{" not in sentence for sentence in words)


def test_minor_events_are_routine() -> None:
    routine = [kind for kind in get_args(WhiteLotusEvent) if kind.routine]
    assert routine == [events.Laid, events.Passed, events.DeclinedToLead, events.Drew, events.FellSilent]


def test_an_event_is_sent_with_its_kind_and_its_fields() -> None:
    happened = events.Founded(1, "xian", "rice")
    expected = {"event": "founded", "seat": 1, "province": "xian", "building": "rice"}
    assert json.loads(msgspec.json.encode(happened)) == expected


@pytest.mark.parametrize(
    ("happened", "places"),
    [
        (events.Began(2), ("player:2",)),
        (events.Laid("xian", "rice"), ("province:xian",)),
        (events.Year(2, emperor=1), ("player:1",)),
        (events.Claimed(0, "xian"), ("province:xian",)),
        (events.Contested("xian", (0, 2)), ("province:xian", "player:0", "player:2")),
        (events.Played(0, target=2, influence=5), ("player:0", "player:2")),
        (events.Tied((0, 2), emperor=1), ("player:0", "player:2")),
        (events.Ejected(2, "xian", influence=1), ("province:xian", "player:2")),
        (events.Full(), ()),
        (events.Sided(1, "rebels"), ("camp:rebels", "player:1")),
        (events.Fought(emperor=4, rebels=5, winner="rebels"), ("camp:rebels",)),
        (events.Took(1, "xian", loser=2), ("province:xian",)),
        (events.Drew(1, "rice"), ("player:1",)),
        (events.Drew(1, None), ("player:1",)),
        (events.Refused(1, partner=2), ("player:1", "player:2")),
        (events.Won((0, 1)), ("player:0", "player:1")),
    ],
)
def test_events_touch_the_places_they_are_about(happened: Event, places: tuple[str, ...]) -> None:
    assert happened.touches() == places


def test_places_are_those_that_moves_touch() -> None:
    for numbers in told():
        for place in GAME.decode(YUAN, numbers).touches():
            kind, _, name = place.partition(":")
            known = {"province": YUAN.provinces, "player": "012345", "camp": moves.CAMPS}[kind]
            assert name in known


def test_the_tile_is_hidden_in_the_event_as_in_its_words() -> None:
    drawn = events.Drew(1, "rice")
    assert drawn.seen_by(1) == drawn
    for seat in (0, None):
        assert drawn.seen_by(seat) == events.Drew(1, None)
        assert GAME.text.say(drawn.seen_by(seat).phrase(YUAN), "en", NAMES) == "Ben draws a tile."


# A board of one's own


def elsewhere(tmp_path: Path) -> Table:
    """A table on a map with another name for Dadu, and a province that the shipped map does not have."""
    text = (FOLDER / "yuan.json").read_text(encoding="utf-8").replace('"datong"', '"avalon"')
    board = json.loads(text)
    board["provinces"]["avalon"]["name"] = "Avalon"
    board["provinces"]["dadu"]["name"] = "Camelot"
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(board), encoding="utf-8")
    return GAME.table(4, seed="elsewhere", names=NAMES[:4], board=str(path))


def test_moves_are_named_as_on_the_board_that_is_played(tmp_path: Path) -> None:
    table = elsewhere(tmp_path)
    assert table.say(moves.Claim("dadu")) == "Claim Camelot"
    assert table.say(moves.Take("avalon"), "fr") == "Prendre Avalon"


def test_an_offered_move_and_what_comes_of_it_have_the_same_names(tmp_path: Path) -> None:
    table = elsewhere(tmp_path)
    random = Random(4)
    heard = ""
    while not table.over:
        seat = random.choice(table.to_move)
        move = random.choice(table.legal_moves(seat))
        table.play(seat, move)
        if isinstance(move, moves.Claim | moves.Take | moves.Place):
            name = table.say(move).rpartition(" ")[2]
            assert any(name in table.say(event) for event in table.events(None, since=table.moves))
            heard += name
    assert "Avalon" in heard
    assert "Camelot" in heard
