"""The terminal's words: the same ids in every language, each of them used, and notation that can be typed in each."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import guanxi
from guanxi.engine.text import LANGUAGES, Catalogue
from guanxi.games.haiduci import moves as haiduci
from guanxi.games.white_lotus import moves as white_lotus
from guanxi.terminal import boards, voice
from guanxi.terminal.commands import COMMANDS, command
from guanxi.terminal.vocabulary import Vocabulary
from guanxi.terminal.voice import Voice

OWN = {language: Catalogue(voice.FOLDER).texts(language) for language in LANGUAGES}
SOURCE = "".join(file.read_text(encoding="utf-8") for file in Path(voice.__file__).parent.rglob("*.py"))


def holes(text: object) -> set[str]:
    """The names of the parameters in a text and its plural forms."""
    return set(re.findall(r"\{(\w+)\}", str(text.values() if isinstance(text, dict) else text)))


def test_every_language_has_the_same_ids_in_the_same_order() -> None:
    assert list(OWN["en"]) == list(OWN["fr"]) == list(OWN["it"])


@pytest.mark.parametrize("language", ["fr", "it"])
def test_translations_have_the_same_parameters_and_plural_forms(language: str) -> None:
    for id_, text in OWN["en"].items():
        translated = OWN[language][id_]
        assert holes(text) == holes(translated), id_
        assert isinstance(text, str) == isinstance(translated, str), id_


def test_every_text_is_used() -> None:
    told = {f"{family}.{name}" for family in ("help", "command") for name in COMMANDS} | {"help.moves"}
    told |= {f"do_white_lotus.{word}" for word in white_lotus.WORDS} | {
        f"do_haiduci.{word}" for word in haiduci.BY_WORD
    }
    told |= {f"said_white_lotus.{word}" for word in (*white_lotus.ANSWERS, *white_lotus.CAMPS, *white_lotus.KINDS)}
    assert {id_ for id_ in OWN["en"] if id_ not in told and f'"{id_}"' not in SOURCE.replace("'", '"')} == set()
    assert told <= set(OWN["en"])


def test_no_text_hides_one_of_a_game() -> None:
    for name in guanxi.game_names():
        assert not set(OWN["en"]) & set(guanxi.game(name).text.texts("en"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_command_means_two_things(language: str) -> None:
    spoken = Voice(language)
    words = [word for name in COMMANDS for word in {name, *spoken.say(f"command.{name}").split()}]
    assert len(words) == len(set(words))
    for name, does in COMMANDS.items():
        assert command(name, spoken) is does
        for word in spoken.say(f"command.{name}").upper().split():
            assert command(word, spoken) is does


@pytest.mark.parametrize("name", guanxi.game_names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_a_command_begins_a_move(name: str, language: str) -> None:
    spoken = Voice(language, guanxi.game(name).text)
    first = Vocabulary(spoken, boards.board(name)).first
    assert first
    assert not [word for own in first.values() for word in own if command(word, spoken)]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("hanamikoji", {}),
        ("han", {"variant": True, "board": "border_disputes"}),
        ("han", {"variant": True, "board": "ways_of_diplomacy"}),
        ("white_lotus", {}),
        ("white_lotus", {"negotiation": True}),
        ("haiduci", {}),
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_suggested_notation_can_be_typed(name: str, language: str, options: dict[str, Any]) -> None:
    game = guanxi.game(name)
    table = game.table(game.usual, seed=1, **options)
    voice, random = Voice(language, game.text, table.names, table.board), Random(1)
    while not table.over and table.moves < 150:
        seat = table.to_move[0]
        vocabulary = Vocabulary(voice, boards.board(name), table.view(seat))
        for move in table.legal_moves(seat):
            assert game.parse(table.position, vocabulary.read(vocabulary.write(move.notation()))) == move
        table.play(seat, random.choice(table.legal_moves(seat)))


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [
        ("en", "g fa d tea", "gift fan drum bowl"),
        ("fr", "cad eventail ÉVE bol", "gift fan fan bowl"),
        ("fr", "gift fan drum letter", "gift fan drum letter"),
        ("it", "compet tamb tazza/vent let", "competition drum bowl / fan letter"),
        ("it", "ballare", "ballare"),
    ],
)
def test_words_may_be_cut_short(language: str, typed: str, meant: str) -> None:
    game = guanxi.game("hanamikoji")
    vocabulary = Vocabulary(Voice(language, game.text), boards.board("hanamikoji"))
    assert vocabulary.read(typed) == meant
