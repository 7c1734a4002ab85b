"""`guanxi rules`: the rules in a terminal."""

from __future__ import annotations

import pytest

from guanxi.cli import main
from guanxi.learning.reference import Reference, Rows, Run, Section


def test_the_command_prints_all_rules_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "hanamikoji", "--language", "it"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Lo scopo\n")
    assert told.count("tazza da tè") == 1
    assert "](" not in told
    assert "**" not in told


def test_a_search_prints_only_matching_sections(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "white_lotus", "--language", "fr", "--search", "REBELLION village"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Rébellion\n")
    assert "Reprendre un coup" not in told


def test_words_that_are_not_found_list_the_sections(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "han", "--language", "en", "--search", "zebra"]) == 2
    assert "'zebra'. The sections are: The goal, Set-up" in capsys.readouterr().err


def test_an_unknown_game_lists_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "chess"]) == 2
    assert "Available games: haiduci, han" in capsys.readouterr().err


def test_brackets_in_texts_are_not_markup(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    section = Section("a", "A [red]title", [Rows([[[Run("[bold]head")]], [[Run("[b]cell")]]])])
    book = Reference("han", "en", [section], {}, {})
    monkeypatch.setattr("guanxi.commands.rules.reference", lambda _game, _language: book)
    main(["rules", "han"])
    told = capsys.readouterr().out
    assert "A [red]title" in told
    assert "[bold]head" in told
    assert "[b]cell" in told
