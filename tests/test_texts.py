"""Texts: every catalogue has the same ids in all languages, every id that is used, and no other."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

import guanxi
from guanxi.engine.text import LANGUAGES, Catalogue, list_of, phrase, player, plural_form
from tests.engine.playing import play_absent

PACKAGE = Path(guanxi.__file__).parent
FOLDERS = sorted(path.parent for path in PACKAGE.rglob("text/en.json"))
# Asked for by names that stand in no source: options, parts of scores, paragraphs, notation, what characters say.
ASKED_FOR_ANY_GAME = ("name", "summary", "rules.", "option.", "score.", "part.", "do_", "said_", "remark.")

Text = str | dict[str, str]


@cache
def texts(folder: Path, language: str) -> dict[str, Text]:
    """The texts of one file."""
    found: dict[str, Text] = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
    return found


@cache
def all_texts() -> dict[str, Text]:
    """The English texts of all catalogues."""
    return {id_: text for folder in FOLDERS for id_, text in texts(folder, "en").items()}


def texts_for(path: Path) -> dict[str, Text]:
    """The English texts that a source of the package means: those of its own folder, else those of the others."""
    own = path.parent / "text"
    return {**all_texts(), **texts(own, "en")} if own in FOLDERS else all_texts()


def forms(text: Text) -> list[str]:
    """All plural forms of a text."""
    return [text] if isinstance(text, str) else list(text.values())


def holes(text: str) -> set[str]:
    """The parameters of a text."""
    return set(re.findall(r"\{(\w+)\}", text))


class Source(NamedTuple):
    """The texts that one source file uses: whole strings, patterns of f-strings that start like an id, and calls."""

    path: Path
    strings: set[str]
    patterns: set[str]
    calls: list[ast.Call]


@cache
def sources() -> list[Source]:
    """All sources of the package."""
    return [read(path) for path in sorted(PACKAGE.rglob("*.py"))]


def read(path: Path) -> Source:
    """One source file."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    strings = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    patterns = {pattern(node) for node in nodes if isinstance(node, ast.JoinedStr)} - {""}
    return Source(path, strings, patterns, [node for node in nodes if isinstance(node, ast.Call)])


def pattern(node: ast.JoinedStr) -> str:
    """The regular expression of an f-string such as f"item.{item}", or nothing if it cannot be an id."""
    parts = [re.escape(str(part.value)) if isinstance(part, ast.Constant) else "(.+)" for part in node.values]
    return "".join(parts) if re.match(r"[\w-]+\\\.", parts[0]) and " " not in "".join(parts) else ""


def is_asked_for(id_: str, folder: Path) -> bool:
    """Whether a source names a text, whole or as a pattern filled with a word from the same folder's sources."""
    own = {word for source in sources() if folder.parent in source.path.parents for word in source.strings}
    if any(id_ in source.strings for source in sources()):
        return True
    return any(
        set(match.groups()) <= own
        for source in sources()
        for shape in source.patterns
        if (match := re.fullmatch(shape, id_))
    )


def folder_name(folder: Path) -> str:
    """A catalogue by the package it belongs to."""
    return folder.parent.relative_to(PACKAGE).as_posix()


each_catalogue = pytest.mark.parametrize("folder", FOLDERS, ids=folder_name)


def test_every_game_and_the_engine_have_their_texts() -> None:
    names = {folder_name(folder) for folder in FOLDERS}
    assert {"engine", *(f"games/{name}" for name in guanxi.game_names())} <= names


@each_catalogue
def test_all_languages_have_the_same_ids_in_the_same_order(folder: Path) -> None:
    assert sorted(path.stem for path in folder.glob("*.json")) == sorted(LANGUAGES)
    for language in LANGUAGES:
        assert list(texts(folder, language)) == list(texts(folder, "en"))


@each_catalogue
def test_all_languages_ask_for_the_same_parameters(folder: Path) -> None:
    for id_, english in texts(folder, "en").items():
        expected = set().union(*map(holes, forms(english)))
        for language in LANGUAGES:
            for form in forms(texts(folder, language)[id_]):
                # A form for one may spell the number out.
                assert holes(form) | {"n"} == expected | {"n"}, f"{id_} in {language}"


@each_catalogue
def test_plurals_have_one_and_other_in_all_languages(folder: Path) -> None:
    for id_, english in texts(folder, "en").items():
        for language in LANGUAGES:
            text = texts(folder, language)[id_]
            assert isinstance(text, str) == isinstance(english, str), f"{id_} in {language}"
            if not isinstance(text, str):
                assert list(text) == ["one", "other"], f"{id_} in {language}"


@each_catalogue
def test_no_text_is_empty_or_has_a_brace_left_open(folder: Path) -> None:
    for language in LANGUAGES:
        for id_, text in texts(folder, language).items():
            for form in forms(text):
                assert form.strip() == form != "", f"{id_} in {language}"
                assert not re.search(r"[{}]", re.sub(r"\{\w+\}", "", form)), f"{id_} in {language}"


@each_catalogue
def test_quotation_marks_and_apostrophes_are_typographic(folder: Path) -> None:
    wrong = [
        f"{id_} in {language}"
        for language in LANGUAGES
        for id_, text in texts(folder, language).items()
        for form in forms(text)
        if re.search("['\"]", form)
    ]
    assert not wrong


@each_catalogue
def test_french_punctuation_never_stands_alone_on_a_line(folder: Path) -> None:
    """Before : ; ! ? » and after « there is a no-break space."""
    wrong = [
        id_ for id_, text in texts(folder, "fr").items() for form in forms(text) if re.search(r" [:;!?»]|« ", form)
    ]
    assert not wrong


@each_catalogue
def test_every_text_is_asked_for(folder: Path) -> None:
    unused = [
        id_ for id_ in texts(folder, "en") if not id_.startswith(ASKED_FOR_ANY_GAME) and not is_asked_for(id_, folder)
    ]
    assert not unused


def test_every_text_that_is_asked_for_is_there() -> None:
    families = {id_.split(".")[0] for id_ in all_texts() if "." in id_}
    shape = re.compile(rf"({'|'.join(map(re.escape, families))})\.[a-z][a-z.-]*[a-z]")
    missing = [
        f"{id_} in {source.path.relative_to(PACKAGE)}"
        for source in sources()
        for id_ in source.strings
        if shape.fullmatch(id_) and not id_.endswith((".py", ".json")) and id_ not in all_texts()
    ]
    assert not missing


def test_every_text_gets_the_parameters_it_asks_for() -> None:
    wrong = []
    for source in sources():
        for call in source.calls:
            id_ = called_id(call)
            given = {keyword.arg for keyword in call.keywords}
            known = texts_for(source.path)
            if id_ in known and None not in given:
                expected = set().union(*map(holes, forms(known[id_])))
                if not expected <= given <= expected | {"n"}:
                    wrong.append(f"{id_} gets {given}, asks for {expected}")
    assert not wrong


def called_id(call: ast.Call) -> str:
    """The id in phrase("event.took", …) or refuse("used", …)."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in ("phrase", "refuse", "refusal") and call.args and isinstance(call.args[0], ast.Constant):
        return ("" if name == "phrase" else "reason.") + str(call.args[0].value)
    return ""


@pytest.mark.parametrize("name", guanxi.game_names())
def test_a_game_has_words_for_each_option_and_score_and_for_no_other(name: str) -> None:
    game = guanxi.game(name)
    own = texts(PACKAGE / "games" / name / "text", "en")
    table = game.table(**game.automatic)
    while not table.over:
        play_absent(table)
    assert table.result is not None
    asked = {f"option.{field}" for field in game.options.__struct_fields__}
    asked |= {f"option.{option}.{choice}" for option, known in game.choices.items() for choice in ("null", *known)}
    asked |= {f"score.{part}" for score in table.result.scores for part in score.parts}
    assert asked == {id_ for id_ in own if id_.startswith(("option.", "score."))}
    assert {"name", "summary", "rules.goal"} <= set(own)


@pytest.mark.parametrize("name", guanxi.game_names())
def test_every_paragraph_that_a_refusal_points_to_is_in_the_rules(name: str) -> None:
    paragraphs = set()
    for source in sources():
        if PACKAGE / "engine" in source.path.parents or PACKAGE / "games" / name in source.path.parents:
            for call in source.calls:
                if called_id(call) and len(call.args) > 1 and isinstance(call.args[1], ast.Constant):
                    paragraphs.add("rules." + str(call.args[1].value))
    assert {"rules.turn", "rules.end", "rules.undo"} <= paragraphs
    assert paragraphs <= set(texts(PACKAGE / "games" / name / "text", "en"))


@pytest.fixture
def small(tmp_path: Path) -> Catalogue:
    """A catalogue with a few texts."""
    said = {
        "hello": "Hello {name}, {other}!",
        "moves": {"one": "{n} move", "other": "{n} moves"},
        "item": "tea bowl",
    }
    (tmp_path / "en.json").write_text(json.dumps(said), encoding="utf-8")
    fallback = tmp_path / "fallback"
    fallback.mkdir()
    below = {"seat": "Player {number}", "item": "hidden", "deep": "from the fallback"}
    (fallback / "en.json").write_text(json.dumps(below), encoding="utf-8")
    return Catalogue(tmp_path, Catalogue(fallback))


def test_parameters_are_filled_in_and_are_not_read_again(small: Catalogue) -> None:
    assert small.say(phrase("hello", name="{other}", other=3)) == "Hello {other}, 3!"


def test_a_phrase_may_hold_phrases(small: Catalogue) -> None:
    assert small.say(phrase("hello", name=player(0), other=phrase("item")), names=("Ann",)) == "Hello Ann, tea bowl!"


def test_a_player_without_a_name_is_called_by_the_seat(small: Catalogue) -> None:
    assert small.say(player(1), names=("Ann",)) == "Player 2"


def test_a_catalogue_overrides_its_fallback(small: Catalogue) -> None:
    assert small.say(phrase("item")) == "tea bowl"
    assert small.say(phrase("deep")) == "from the fallback"


def test_things_in_a_row_are_joined_as_the_language_joins_them(small: Catalogue) -> None:
    assert small.say(list_of([phrase("item")])) == "tea bowl"
    assert small.say(list_of([phrase("item"), player(0)])) == "tea bowl and Player 1"
    assert small.say(list_of([player(0), player(1), player(2)])) == "Player 1, Player 2, and Player 3"


@pytest.mark.parametrize(
    ("language", "n", "form"),
    [("en", 0, "other"), ("en", 1, "one"), ("en", 2, "other"), ("fr", 0, "one"), ("fr", 1, "one"), ("it", 0, "other")],
)
def test_plurals_follow_the_language(language: str, n: int, form: str) -> None:
    assert plural_form(n, language) == form


def test_a_million_is_still_one_of_two_forms() -> None:
    assert plural_form(1_000_000, "fr") == plural_form(1_000_000, "it") == "other"


def test_the_number_chooses_the_form(small: Catalogue) -> None:
    assert [small.say(phrase("moves", n=n)) for n in (0, 1, 2)] == ["0 moves", "1 move", "2 moves"]
