"""Every game has rules to read, and a tutorial that can be played to its end."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

import guanxi
from guanxi.engine.replay import play_entry
from guanxi.engine.text import LANGUAGES
from guanxi.learning.reference import Diagram, Rows, lines_of, reference
from guanxi.learning.tutorial import fits, lines, script
from tests.games.places import places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.engine.game import Game
    from guanxi.engine.table import Table
    from guanxi.learning.reference import Block, Reference, Run

PACKAGE = Path(guanxi.__file__).parent
PARAGRAPH_AT = {"refuse": 1, "whole_word": 3, "refusal": 1}  # which argument names the paragraph
each_game = pytest.mark.parametrize("game", [guanxi.game(name) for name in guanxi.game_names()], ids=lambda g: g.name)
each_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def refused_paragraphs(name: str) -> set[str]:
    """Every paragraph that a refusal of a game or of the engine can name, read from the calls of `refuse`."""
    found: set[str] = set()
    for path in [*(PACKAGE / "engine").rglob("*.py"), *(PACKAGE / "games" / name).glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                given = node.args[PARAGRAPH_AT[called] :][:1] if called in PARAGRAPH_AT else []
                found |= {str(word.value) for word in given if isinstance(word, ast.Constant)}
    return found


def runs(book: Reference) -> Iterator[Run]:
    """All words of a book."""
    for section in book.sections:
        for line in lines_of(section):
            yield from line


def shape(block: Block) -> Any:
    """The structure of a block without its words: its items, rows and cells, and the targets of its marks."""
    plain = msgspec.to_builtins(block)
    marks = sorted(str(found) for found in re.findall(r"'(?:term|to)': '[^']*'", str(plain)))
    sizes = [len(row) for row in plain.get("rows", ())] or len(plain.get("items", ()))
    return type(block).__name__, sizes, marks, plain.get("id")


@each_game
@each_language
def test_every_paragraph_that_a_refusal_names_is_in_the_reference(game: Game[Any, Any], language: str) -> None:
    there = {section.id for section in reference(game, language).sections}
    assert {"turn", "end", "undo"} <= refused_paragraphs(game.name) <= there
    assert {id_.removeprefix("rules.") for id_ in game.text.texts(language) if id_.startswith("rules.")} <= there


def test_haiduci_refuses_by_phase_and_action_too() -> None:
    from guanxi.games.haiduci.refusals import PARAGRAPHS

    there = {section.id for section in reference(guanxi.game("haiduci"), "en").sections}
    assert set(PARAGRAPHS.values()) <= there


@each_game
def test_the_reference_is_built_alike_in_all_languages(game: Game[Any, Any]) -> None:
    built = [
        [(section.id, [shape(block) for block in section.blocks]) for section in reference(game, language).sections]
        for language in LANGUAGES
    ]
    for other in built[1:]:
        assert other == built[0]


@each_game
@each_language
def test_terms_links_and_diagrams_lead_somewhere_and_all_are_used(game: Game[Any, Any], language: str) -> None:
    book = reference(game, language)
    ids = [section.id for section in book.sections]
    assert len(set(ids)) == len(ids)
    assert {run.to for run in runs(book) if run.to} <= set(ids)
    assert {run.term for run in runs(book) if run.term} == set(book.terms)
    drawn = {block.id for section in book.sections for block in section.blocks if isinstance(block, Diagram)}
    assert drawn == set(book.diagrams) != set()


@each_game
def test_every_diagram_is_a_position_of_the_game(game: Game[Any, Any]) -> None:
    for drawn in reference(game, "en").diagrams.values():
        assert drawn.seats in game.seats
        assert msgspec.to_builtins(drawn.view)["to_move"]


@each_game
@each_language
def test_terms_are_explained_in_one_sentence(game: Game[Any, Any], language: str) -> None:
    for term in reference(game, language).terms.values():
        assert term.name
        assert re.fullmatch(r"[^.]+\.", term.means)


@each_game
@each_language
def test_words_are_set_well(game: Game[Any, Any], language: str) -> None:
    book = reference(game, language)
    said = [run.text for run in runs(book)] + [text for term in book.terms.values() for text in (term.name, term.means)]
    said += [text for step in lines(game, language).values() for text in (step.title, *step.say, step.hint, step.done)]
    for text in said:
        assert not re.search("['\"]", text), text
        if language == "fr":
            assert not re.search(r" [:;!?»]|« ", text), text


@each_language
def test_the_leaders_of_haiduci_are_those_of_the_game(language: str) -> None:
    from guanxi.games.haiduci.board import LEADER_SETS
    from guanxi.games.haiduci.drawing import leader_table

    file = LEADER_SETS.load(LEADER_SETS.names[0])
    sections = {section.id: section for section in reference(guanxi.game("haiduci"), language).sections}
    _, table = sections["leaders"].blocks
    assert isinstance(table, Rows)
    shown = leader_table(file, language)
    assert len(table.rows) == 1 + sum(map(len, file.leaders.values()))
    for _, *cells in table.rows[1:]:
        for cell in cells:
            assert cell[0].text in shown


@each_game
def test_a_tutorial_says_something_at_every_step_in_all_languages(game: Game[Any, Any]) -> None:
    steps = script(game).steps
    for language in LANGUAGES:
        said = lines(game, language)
        assert list(said) == [step.id for step in steps]
        for step in steps:
            here, english = said[step.id], lines(game, "en")[step.id]
            assert here.title
            assert len(here.say) == len(english.say) > 0
            assert all(here.say)
            assert bool(here.hint) == bool(step.want)
            assert bool(here.done) == bool(english.done)


@each_game
def test_only_the_last_step_of_a_tutorial_asks_for_nothing(game: Game[Any, Any]) -> None:
    *steps, last = script(game).steps
    assert all(step.want for step in steps)
    assert not last.want
    assert not last.then
    assert 10 <= len(steps) <= 20


def play_tutorial(game: Game[Any, Any], random: Random) -> Iterator[tuple[Table, str]]:
    """Play a tutorial with random accepted moves; yields the table and each step's id."""
    found = script(game)
    table = found.start.table(game)
    while not found.is_over(table.moves):
        yield table, found.lesson(table).id
        entry = found.owed(table.moves)
        if entry is None:
            accepted = found.accepted(table)
            assert accepted, f"nothing that step {found.lesson(table).id} wants is legal"
            entry = f"{found.learner} {random.choice(accepted)}"
        play_entry(table, entry)
    yield table, found.lesson(table).id


@each_game
@pytest.mark.parametrize("seed", range(6))
def test_a_tutorial_can_be_played_to_its_end_whatever_it_leaves_open(game: Game[Any, Any], seed: int) -> None:
    seen = [id_ for _, id_ in play_tutorial(game, Random(seed))]
    assert list(dict.fromkeys(seen)) == [step.id for step in script(game).steps]


@each_game
def test_every_move_that_a_tutorial_names_is_one_of_the_game(game: Game[Any, Any]) -> None:
    """Every alternative of each step is legal when it is asked for, not just one of them."""
    found = script(game)
    for table, _ in play_tutorial(game, Random(0)):
        wanted = found.wanted(table.moves)
        for one in wanted.split("|") if wanted else ():
            assert [move for move in found.accepted(table) if fits(move, one)]


@each_game
def test_everything_that_a_tutorial_shows_is_a_place_of_the_game(game: Game[Any, Any]) -> None:
    known = places(game)
    for step in script(game).steps:
        for place in step.show:
            assert any(re.fullmatch(pattern, place) for pattern in known), place


@each_game
def test_the_learner_wins_or_plays_on(game: Game[Any, Any]) -> None:
    *_, (table, _) = play_tutorial(game, Random(0))
    if table.over:
        assert table.result is not None
        assert table.result.winners == (script(game).learner,)
    else:
        assert script(game).learner in table.to_move
