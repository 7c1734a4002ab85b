"""Logs are written, read and replayed, and faulty ones are refused."""

from __future__ import annotations

import itertools
import json
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import guanxi
from guanxi.engine import chance
from guanxi.engine.errors import BadLog, BadOption
from guanxi.engine.log import Log
from guanxi.engine.replay import replay
from guanxi.engine.table import Table
from guanxi.lab.verify import verify
from tests.engine.playing import play_absent
from tests.engine.sealed_game import GAME as BIDDING


def finished() -> Log:
    """The log of a whole game with an undo in it."""
    table = guanxi.game("hanamikoji").table(seed=7, first=0, rounds=1, names=("Ann", "Ben"))
    for _ in range(3):
        play_absent(table)
    table.undo(2)
    while not table.over:
        play_absent(table)
    return table.log


def begun() -> Log:
    """The log of a game in progress."""
    table = guanxi.game("hanamikoji").table(seed=7, first=0)
    for _ in range(3):
        play_absent(table)
    return table.log


LOG = finished()


def changed(**fields: Any) -> Log:
    """The finished log with changed fields, and without its digest."""
    return msgspec.structs.replace(LOG, **{"digest": "", **fields})


def refusal(log: Log | str | bytes) -> BadLog:
    """Why a log is refused."""
    with pytest.raises(BadLog) as error:
        list(guanxi.replay(log))
    return error.value


def test_a_log_is_written_and_read_unchanged() -> None:
    assert Log.from_json(LOG.to_json()) == LOG
    assert Log.from_json(LOG.to_json().encode()) == LOG
    assert Log.from_json(begun().to_json()) == begun()


def test_a_log_can_be_read_by_people() -> None:
    lines = LOG.to_json().splitlines()
    assert '  "game": "hanamikoji",' in lines
    assert '    "0 secret flute",' in lines
    assert '    "undo 1",' in lines
    document = json.loads(LOG.to_json())
    assert list(document) == [
        *("guanxi", "game", "rules", "options", "seats", "commitment", "seed", "moves", "result", "digest")
    ]
    assert document["guanxi"] == 1


def test_a_log_replays_from_its_text_and_from_the_document() -> None:
    from_text = [table.position.numbers() for table in guanxi.replay(LOG.to_json())]
    from_log = [table.position.numbers() for table in guanxi.replay(LOG)]
    assert from_text == from_log
    assert len(from_log) == 1 + len(LOG.moves)


def test_a_game_that_still_goes_on_replays() -> None:
    *_, table = guanxi.replay(begun())
    assert table.log == begun()
    assert not table.over


def test_a_log_that_is_replayed_can_be_continued() -> None:
    *_, table = guanxi.replay(begun())
    play_absent(table)
    assert table.log.moves[:3] == begun().moves
    assert list(guanxi.replay(table.log))


@pytest.mark.parametrize("text", ["", "no log", "{", b"\xff\xfe\x00", LOG.to_json()[:200], LOG.to_json()[:-3]])
def test_an_incomplete_document_is_refused(text: str | bytes) -> None:
    assert "this is not a complete JSON document" in str(refusal(text))


def test_a_log_cut_anywhere_is_refused() -> None:
    text = LOG.to_json().rstrip()
    for end in range(0, len(text), 7):
        assert refusal(text[:end]).move is None


@pytest.mark.parametrize("text", ["null", "[]", "[1, 2", "7", '"log"', "{}", '{"game": "hanamikoji"}'])
def test_json_that_is_not_a_log_is_refused(text: str) -> None:
    assert "this is not the log of a game" in str(refusal(text))


def test_an_unknown_field_is_refused() -> None:
    document = {**json.loads(LOG.to_json()), "colour": "red"}
    assert "unknown field `colour`" in str(refusal(json.dumps(document)))


@pytest.mark.parametrize("field", ["game", "rules", "options", "seats", "commitment", "seed", "moves"])
def test_a_missing_field_is_refused(field: str) -> None:
    document = json.loads(LOG.to_json())
    del document[field]
    assert f"`{field}`" in str(refusal(json.dumps(document)))


def test_another_format_is_refused() -> None:
    document = {**json.loads(LOG.to_json()), "guanxi": 2}
    assert "the log has format 2; this version reads format 1" in str(refusal(json.dumps(document)))


def test_an_unknown_game_is_refused() -> None:
    assert "There is no game 'chess'" in str(refusal(changed(game="chess")))


def test_the_log_of_another_game_is_refused() -> None:
    with pytest.raises(BadLog, match="the log is of the game 'hanamikoji', not of 'bidding'"):
        list(replay(LOG, BIDDING))


def test_another_version_of_the_rules_is_refused() -> None:
    assert "Rules 99 of hanamikoji are not available; the newest are rules 1." in str(refusal(changed(rules=99)))


def test_another_seed_than_promised_is_refused() -> None:
    assert "the seed is not the one whose SHA-256 was shown" in str(refusal(changed(seed="8")))


def test_another_seed_with_its_own_commitment_leads_elsewhere() -> None:
    forged = changed(seed="8", commitment=chance.commitment("8"))
    assert refusal(forged).move is not None


@pytest.mark.parametrize(
    "fields",
    [
        {"moves": LOG.moves[:-1]},
        {"moves": (*LOG.moves[:2], LOG.moves[3], LOG.moves[2], *LOG.moves[4:])},
        {"seats": ("Ann", "Eve")},
        {"options": {**LOG.options, "rounds": 2}},
        {"result": None},
    ],
)
def test_a_log_changed_after_it_was_written_is_refused(fields: dict[str, Any]) -> None:
    assert "the log was changed after it was written" in str(refusal(changed(digest=LOG.digest, **fields)))


def test_an_illegal_move_is_refused_with_its_number_and_reason() -> None:
    wrong = refusal(changed(moves=(*LOG.moves[:5], "0 secret sword", *LOG.moves[6:])))
    assert wrong.move == 6
    assert str(wrong).startswith("move 6: '0 secret sword' is refused. ")
    assert "There is no item “sword”" in str(wrong)


def test_a_move_out_of_turn_is_refused_with_its_number() -> None:
    wrong = refusal(changed(moves=("1 secret fan", *LOG.moves[1:])))
    assert wrong.move == 1
    assert "It is not your turn" in str(wrong)


def test_missing_moves_are_noticed() -> None:
    wrong = refusal(changed(moves=LOG.moves[:-1]))
    assert wrong.move == len(LOG.moves) - 1
    assert "its moves end before the game is over" in str(wrong)


def test_a_missing_result_is_noticed() -> None:
    wrong = refusal(changed(result=None))
    assert wrong.move == len(LOG.moves)
    assert "the log has no result" in str(wrong)


def test_another_result_than_the_moves_lead_to_is_noticed() -> None:
    assert LOG.result is not None
    scores = (LOG.result.scores[0] + 1, LOG.result.scores[1])
    wrong = refusal(changed(result=msgspec.structs.replace(LOG.result, scores=scores)))
    assert wrong.move == len(LOG.moves)
    assert "a different result" in str(wrong)


def test_moves_after_the_end_are_refused() -> None:
    wrong = refusal(changed(moves=(*LOG.moves, LOG.moves[0])))
    assert wrong.move == len(LOG.moves) + 1
    assert "The game is over" in str(wrong)


@pytest.mark.parametrize("entry", ["", "0", "0 ", "fan", "secret fan", "undo", "undo x", "-1 secret fan", "² take fan"])
def test_an_entry_that_is_no_move_is_refused_with_its_number(entry: str) -> None:
    wrong = refusal(changed(moves=(LOG.moves[0], entry)))
    assert wrong.move == 2
    assert f"{entry!r} is refused" in str(wrong)


@pytest.mark.parametrize("entry", ["undo 1", "undo 2", "undo 99"])
def test_an_undo_that_takes_nothing_back_is_refused_with_its_number(entry: str) -> None:
    wrong = refusal(changed(moves=(LOG.moves[0], entry)))
    assert wrong.move == 2
    assert "Only 1 move can be taken back" in str(wrong)


@pytest.mark.parametrize("entry", ["99 secret fan", "9" * 5000 + " secret fan", "undo " + "9" * 5000])
def test_an_absurd_number_in_an_entry_is_refused_with_its_number(entry: str) -> None:
    assert refusal(changed(moves=(LOG.moves[0], entry))).move == 2


@pytest.mark.parametrize("name", ["colour", "seats", "seed", "names", "game", "self"])
def test_an_option_that_the_game_does_not_have_is_refused(name: str) -> None:
    assert f"hanamikoji has no option '{name}'" in str(refusal(changed(options={**LOG.options, name: 1})))


def test_an_option_out_of_range_is_refused() -> None:
    assert "rounds" in str(refusal(changed(options={"rounds": -5})))


@pytest.mark.parametrize("seats", [(), ("Ann",), ("Ann", "Ben", "Cam")])
def test_the_wrong_number_of_seats_is_refused(seats: tuple[str, ...]) -> None:
    assert "hanamikoji is for 2 players" in str(refusal(changed(seats=seats)))


def test_a_text_that_no_file_can_hold_is_refused() -> None:
    assert refusal("\ud800").move is None


def test_a_document_too_deep_to_read_is_refused() -> None:
    deep = "[" * 100_000 + "]" * 100_000
    text = changed(options={}).to_json().replace('"options": {}', '"options": {"rounds": ' + deep + "}")
    assert refusal(text).move is None


@given(st.text(max_size=30), st.integers(0, len(LOG.moves) - 1))
def test_any_entry_is_played_or_refused_at_its_number(entry: str, at: int) -> None:
    log = changed(moves=(*LOG.moves[:at], entry, *LOG.moves[at + 1 :]))
    if entry != LOG.moves[at]:
        assert refusal(log).move is not None


@given(st.integers(0, len(LOG.to_json()) - 2), st.characters(codec="utf-8"))
def test_one_changed_character_is_noticed_or_means_nothing(at: int, character: str) -> None:
    text = LOG.to_json()
    text = text[:at] + character + text[at + 1 :]
    try:
        *_, table = guanxi.replay(text)
    except BadLog:
        return
    # Only the digest may be missing: the rest of the log is then still right.
    assert msgspec.structs.replace(table.log, digest="") == msgspec.structs.replace(LOG, digest="")


@pytest.mark.parametrize("redrawn", [None, 1])
def test_a_game_continues_from_a_position_of_another(redrawn: int | None) -> None:
    *_, parent = guanxi.replay(LOG)
    origin = parent.origin_at(3, redrawn)
    table = Table(parent.game, 2, "other", ("Ann", "Bot"), origin, **LOG.options)
    assert table.moves == 0
    *_, there = itertools.islice(guanxi.replay(changed(moves=origin.moves, result=None)), 4)
    assert (table.view(1), table.events(1)) == (there.view(1), there.events(1))
    assert (table.position.numbers() == there.position.numbers() | {"words": table.position.words}) is (redrawn is None)
    play_absent(table)
    table.undo()
    assert table.view(1) == there.view(1)
    while not table.over:
        play_absent(table)
    read = Log.from_json(table.log.to_json())
    *_, again = guanxi.replay(read)
    assert (again.result, read.origin) == (table.result, origin)
    assert all(check.passed for check in verify(read.to_json()))


def test_a_continued_game_can_be_continued() -> None:
    *_, first = guanxi.replay(LOG)
    second = Table(first.game, 2, "second", ("Ann", "Ben"), first.origin_at(2), **LOG.options)
    play_absent(second)
    third = Table(first.game, 2, "third", ("Ann", "Ben"), second.origin_at(1, redrawn=0), **LOG.options)
    assert third.view(0) == second.view(0)
    *_, again = guanxi.replay(third.log)
    assert again.position.numbers() == third.position.numbers()


def test_an_impossible_origin_is_refused() -> None:
    *_, parent = guanxi.replay(LOG)
    origin = parent.origin_at(3)
    assert "“nonsense”" in str(refusal(changed(origin=msgspec.structs.replace(origin, moves=("0 nonsense",)))))
    assert "no seat 5" in str(refusal(changed(origin=msgspec.structs.replace(origin, redrawn=5))))
    deep = origin
    for _ in range(60):
        deep = msgspec.structs.replace(origin, origin=deep)
    assert "more than 50 games" in str(refusal(changed(origin=deep).to_json()))
    with pytest.raises(BadOption, match="no move 99"):
        parent.origin_at(99)


def test_logs_of_games_from_their_set_up_say_nothing_about_an_origin() -> None:
    assert "from" not in json.loads(LOG.to_json())


@pytest.mark.parametrize("name", guanxi.game_names())
def test_every_game_continues_from_any_position_for_any_seat(name: str) -> None:
    game = guanxi.game(name)
    parent = game.table(game.usual, 3, **game.automatic)
    random = Random(5)
    while not parent.over:
        seat = random.choice(parent.to_move)
        parent.play(seat, random.choice(parent.legal_moves(seat)))
    for number in range(0, parent.moves, max(1, parent.moves // 3)):
        for seat in range(parent.seats):
            there = Table(game, parent.seats, "x", (), parent.origin_at(number), **parent.log.options)
            redrawn = Table(game, parent.seats, "x", (), parent.origin_at(number, seat), **parent.log.options)
            assert redrawn.sight(seat).view == there.sight(seat).view
            assert redrawn.events(seat) == there.events(seat)
            for _ in range(10):
                if redrawn.to_move:
                    redrawn.play(redrawn.to_move[0], random.choice(redrawn.legal_moves(redrawn.to_move[0])))
            *_, again = guanxi.replay(redrawn.log)
            assert again.position.numbers() == redrawn.position.numbers()
            assert all(redrawn.say(what) for other in range(parent.seats) for what in redrawn.events(other))
