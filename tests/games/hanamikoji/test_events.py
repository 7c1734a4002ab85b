"""Events of Hanamikoji: the numbers that the rules tell ⇄ typed events, their words and the places they touch."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from random import Random
from typing import get_args

import msgspec
import pytest

from guanxi.engine.events import Event
from guanxi.engine.story import Story, Told
from guanxi.engine.text import LANGUAGES
from guanxi.games.hanamikoji import GAME, events
from guanxi.games.hanamikoji.events import (
    Counted,
    Dealt,
    Drew,
    HanamikojiEvent,
    KeptSecret,
    OfferedGift,
    OfferedPairs,
    Revealed,
    Took,
    TradedOff,
    Won,
    WonFavour,
)
from guanxi.games.hanamikoji.rules import material
from tests.games.hanamikoji.games import begun, play_on

WATCHERS = (0, 1, None)


@cache
def told() -> frozenset[Told]:
    """All that is told in some random games: of one round, so that some end in a draw, and without a limit."""
    random = Random("told")
    found: set[Told] = set()
    for game in range(60):
        story = Story()
        play_on(begun(f"told {game}", story, rounds=game % 2), random)
        found.update(story.told)
    return frozenset(found)


def test_every_kind_of_event_that_the_rules_tell_is_decoded() -> None:
    """Fails if a kind is added to `material.py` and told, and forgotten in `events.py`."""
    kinds = {getattr(material, name) for name in names_told()}
    assert kinds == {kind for kind, *_ in told()}, "the games of this test do not tell every kind"
    assert {type(GAME.decode(None, numbers)) for numbers in told()} == set(get_args(HanamikojiEvent))


def names_told() -> set[str]:
    """The names of events in the calls of `tell` in the rules."""
    found = set()
    for path in Path(material.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tell":
                found.add(ast.unparse(node.args[0]))
    return found


def test_numbers_that_stand_for_no_event_are_refused() -> None:
    with pytest.raises(ValueError, match="Hanamikoji has no event 99"):
        events.decode((99, 0, 0, 0, 0, 0, 0))


def test_every_action_is_told_with_its_cards() -> None:
    p = begun("action")
    for move in range(material.TAKE):
        happened = events.decode((material.ACTED, 1, move, 0, 0, 0, 0))
        action = str(type(happened).__struct_config__.tag)
        assert GAME.parse(p, " ".join((action, *cards_of(happened)))) == GAME.move(p, move)


def cards_of(happened: Event) -> tuple[str, ...]:
    """The cards of an action, as they were told."""
    match happened:
        case KeptSecret(_, str(item)):
            return (item,)
        case TradedOff(_, (one, two)):
            return (one, two)
        case OfferedGift(_, items):
            return items
        case OfferedPairs(_, (first, second)):
            return (*first, *second)
    raise AssertionError(happened)


def test_every_event_survives_json() -> None:
    for numbers in told():
        happened = GAME.decode(None, numbers)
        for seat in WATCHERS:
            seen = happened.seen_by(seat)
            assert msgspec.json.decode(msgspec.json.encode(seen), type=HanamikojiEvent) == seen


def test_every_event_has_words_in_every_language() -> None:
    for numbers in told():
        happened = GAME.decode(None, numbers)
        for seat in WATCHERS:
            said = [
                GAME.text.say(happened.seen_by(seat).phrase(None), language, ("Ann", "Bo")) for language in LANGUAGES
            ]
            assert len(set(said)) == len(LANGUAGES)
            assert all(sentence.endswith(".") and "{" not in sentence for sentence in said)


def test_drawing_is_routine_and_nothing_else() -> None:
    routine = [kind for kind in get_args(HanamikojiEvent) if kind.routine]
    assert routine == [Drew]


@pytest.mark.parametrize(
    ("happened", "places"),
    [
        (Dealt(round=2, first=1), ()),
        (Drew(1, "fan"), ("hand:fan",)),
        (Drew(1, None), ()),
        (KeptSecret(1, "fan"), ("token:1:secret",)),
        (TradedOff(0, ("fan", "drum")), ("token:0:trade-off",)),
        (OfferedGift(0, ("fan", "fan", "drum")), ("token:0:gift", "geisha:fan", "geisha:drum")),
        (
            OfferedPairs(1, (("fan", "drum"), ("fan", "bowl"))),
            ("token:1:competition", "geisha:fan", "geisha:drum", "geisha:bowl"),
        ),
        (Took(1, ("fan", "drum")), ("geisha:fan", "geisha:drum")),
        (Revealed(0, "letter"), ("geisha:letter",)),
        (WonFavour(0, "letter"), ("geisha:letter",)),
        (Counted(1, charm=5, geishas=1), ("player:1",)),
        (Won((0, 1)), ("player:0", "player:1")),
    ],
)
def test_events_touch_the_places_they_are_about(happened: Event, places: tuple[str, ...]) -> None:
    assert happened.touches() == places


def test_the_places_of_an_event_show_nothing_that_is_hidden() -> None:
    for numbers in told():
        happened = GAME.decode(None, numbers)
        for seat in WATCHERS:
            hidden = happened.seen_by(seat) != happened
            assert not (
                hidden and any(place.startswith(("hand:", "geisha:")) for place in happened.seen_by(seat).touches())
            )
