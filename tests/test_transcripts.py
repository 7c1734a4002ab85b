"""Transcripts of logs, and the verification of logs."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import guanxi
from guanxi.engine.log import Outcome
from guanxi.engine.text import LANGUAGES
from guanxi.lab.verify import CHECKS, verify
from guanxi.transcripts import retell

GAME = guanxi.game("hanamikoji")


def played(moves: int | None = None) -> guanxi.Log:
    """A game of Ada and Bo, who make the first legal moves; whole, or only some moves."""
    table = GAME.table(seed=7, names=["Ada", "Bo"], rounds=1)
    while table.to_move and table.moves != moves:
        seat = table.to_move[0]
        table.play(seat, table.legal_moves(seat)[0])
    return table.log


def changed(log: guanxi.Log, sign: bool = True, **fields: object) -> bytes:
    """A log with a change, with a new digest or with the old one."""
    other = msgspec.structs.replace(log, **fields)
    return (other.signed() if sign else other).to_json().encode()


def failed(document: bytes) -> dict[str, str]:
    """The failed checks of a log, with their messages."""
    return {check.name: check.says for check in verify(document) if check.passed is False}


def test_a_finished_game_is_told_with_all_that_was_hidden() -> None:
    story = "\n".join(retell(played(), GAME))
    assert story.startswith("Hanamikoji – Ada, Bo\n")
    assert "keeps a card secret: " in story
    assert "discards two cards face down: " in story
    assert "draws a card." not in story
    assert "charm" in story.splitlines()[-1]


def test_an_unfinished_game_is_told_as_a_spectator_sees_it() -> None:
    story = "\n".join(retell(played(moves=2), GAME))
    assert "keeps a card secret." in story
    assert "secret: " not in story
    assert "draws: " not in story
    assert story.splitlines()[-1].startswith("Waiting for ")


def test_a_seat_is_told_its_own_cards_only() -> None:
    log = played(moves=2)
    first = int(log.moves[0].split()[0])
    own = "\n".join(retell(log, GAME, seat=first))
    assert own.count("secret: ") == 1
    assert own.count("keeps a card secret.") == 1


def test_a_moment_has_a_line_of_its_own_where_it_was() -> None:
    lines = list(retell(played(), GAME))
    secrets = lines.index("      — The secrets are revealed. —")
    scored = lines.index("      — The round is scored. —")
    assert all(" reveals the secret: " in line for line in lines[secrets - 2 : secrets])
    assert all(" charm and " in line for line in lines[scored - 2 : scored])
    assert " wins the game." in lines[scored + 1]


@pytest.mark.parametrize("name", guanxi.game_names())
def test_everything_is_told_in_one_line_each(name: str) -> None:
    game = guanxi.game(name)
    table = game.table(game.usual, seed=5, **game.automatic)
    random = Random(5)
    while not table.over:
        seat = table.to_move[0]
        table.play(seat, random.choice(table.legal_numbers(seat)))
    lines = list(retell(table.log, game))
    told = [line[6:] for line in lines if not line.endswith(" —")]
    assert told[2 : 2 + len(table.true_events())] == [table.say(event) for event in table.true_events()]


def test_a_story_stops_where_it_is_told_to() -> None:
    log = played()
    assert len(list(retell(log, GAME, to=0))) < len(list(retell(log, GAME, to=3))) < len(list(retell(log, GAME)))
    with pytest.raises(guanxi.BadOption, match="There is no entry 99"):
        list(retell(log, GAME, to=99))
    with pytest.raises(guanxi.BadOption, match="There is no seat 2"):
        list(retell(log, GAME, seat=2))


def test_undone_moves_are_told() -> None:
    table = GAME.table(seed=7)
    for _ in range(2):
        table.play(table.to_move[0], table.legal_moves(table.to_move[0])[0])
    table.undo()
    assert "   3  Moves are taken back: 1 move remains." in list(retell(table.log, GAME))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_the_whole_story(language: str) -> None:
    lines = list(retell(played(), GAME, language, names=["Zoe", "Kim"]))
    assert "Zoe, Kim" in lines[0]
    assert not any("{" in line or "Ada" in line for line in lines)


def test_a_true_log_passes_every_check() -> None:
    checks = verify(played().to_json())
    assert tuple(check.name for check in checks) == CHECKS
    assert all(check.passed for check in checks)


def test_an_unfinished_log_has_no_result_to_check() -> None:
    assert [check.passed for check in verify(played(moves=3).to_json())] == [True] * 5 + [None]


def test_a_log_without_digest_has_none_to_check() -> None:
    document = changed(played(), sign=False, digest="")
    assert {check.name: check.passed for check in verify(document)}["digest"] is None
    assert failed(document) == {}


def test_every_lie_is_found() -> None:
    log = played()
    other = GAME.table(seed=8).log
    assert set(failed(b"{")) == {"document"}
    assert set(failed(changed(log, seed="8"))) >= {"seed"}
    assert set(failed(changed(log, sign=False, seats=("Ada", "Eve")))) == {"digest"}
    assert set(failed(changed(log, rules=99))) == {"rules"}
    assert set(failed(changed(log, game="chess"))) == {"rules"}
    assert set(failed(changed(log, seed=other.seed, commitment=other.commitment))) == {"moves"}
    assert set(failed(changed(log, moves=log.moves[:-1]))) == {"result"}
    assert set(failed(changed(log, result=Outcome((0, 1), (0, 0))))) == {"result"}


def test_a_move_that_is_refused_is_named() -> None:
    log = played()
    says = failed(changed(log, moves=(*log.moves[:2], "0 dance", *log.moves[3:])))["moves"]
    assert says.startswith("entry 3, '0 dance': ")


def test_options_that_a_game_does_not_have_are_refused() -> None:
    assert "no option 'seats'" in failed(changed(played(), options={"seats": 3}))["moves"]
