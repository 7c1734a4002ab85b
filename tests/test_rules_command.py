"""`guanxi rules`: the rules in a terminal."""

from __future__ import annotations

import pytest

from guanxi.cli import main
from guanxi.learning.reference import Reference, Rows, Run, Section


def test_all_rules_of_a_game_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "hanamikoji", "--language", "it"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Lo scopo\n")
    assert told.count("tazza da tè") == 1
    assert "](" not in told
    assert "**" not in told


def test_only_sections_with_the_words_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "white_lotus", "--language", "fr", "--search", "REBELLION village"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Rébellion\n")
    assert "Reprendre un coup" not in told


def test_words_that_are_nowhere_are_answered_with_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "han", "--language", "en", "--search", "zebra"]) == 2
    assert "'zebra'. The sections are: The goal, Set-up" in capsys.readouterr().err


def test_a_game_that_there_is_not_is_answered_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "chess"]) == 2
    assert "There are: haiduci, han" in capsys.readouterr().err


def test_brackets_in_words_are_no_commands_to_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    section = Section("a", "A [red]title", [Rows([[[Run("[bold]head")]], [[Run("[b]cell")]]])])
    book = Reference("han", "en", [section], {}, {})
    monkeypatch.setattr("guanxi.commands.rules.reference", lambda _game, _language: book)
    main(["rules", "han"])
    told = capsys.readouterr().out
    assert "A [red]title" in told
    assert "[bold]head" in told
    assert "[b]cell" in told
