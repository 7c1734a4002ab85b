"""The White Lotus at the terminal: its picture, its words, and whole games with several bots."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from guanxi.engine.text import LANGUAGES
from guanxi.games.white_lotus import GAME
from guanxi.terminal import boards, saves
from guanxi.terminal.vocabulary import Vocabulary
from guanxi.terminal.voice import Voice
from tests.games.white_lotus.tables import control, founding, play, rebellion, table_with
from tests.terminal.screen import line_of, picture, typed

if TYPE_CHECKING:
    from pathlib import Path

LAND = {"Ann": "datong palace, dadu village", "Ben": "taiyuan temple"}


def test_the_heading_shows_the_year() -> None:
    table = control(table_with(LAND, neutral="xian rice, kunming fortress", claims={"xian": "Ann Ben"}, year=3))
    lines = picture(table)
    assert "Year 3" in lines[0]
    assert "♚ Ann" in lines[0]
    assert lines[1].split("[")[1].startswith("2 control]")
    assert lines[1].count("[") == 1


def test_provinces_are_listed_by_owner_with_their_buildings_and_marks() -> None:
    lines = picture(table_with(LAND, neutral="xian rice"))
    assert line_of(lines, "▲ ♙Dadu") == "▲ ♙Dadu ♔Datong"
    assert line_of(lines, "● ♗Taiyuan") == "● ♗Taiyuan"
    assert line_of(lines, "neutral") == "neutral ≈Xi’an❀"
    assert "Hangzhou§" in " ".join(lines)


def test_cubes_tell_the_claimed_from_the_contested() -> None:
    table = table_with(
        LAND, neutral="xian rice, kunming fortress, guilin temple", claims={"xian": "Ann Cat", "kunming": "Dan"}
    )
    lines = picture(table)
    assert line_of(lines, "contested") == "contested ≈Xi’an❀▲■"
    assert line_of(lines, "claimed") == "claimed ♖Kunming◆"
    assert line_of(lines, "neutral") == "neutral ♗Guilin"


def test_points_and_possessions_of_players_are_shown() -> None:
    table = table_with(LAND, influence={"Ben": 7}, combat={"Ben": 5}, tokens={"Ben": 2})
    lines = picture(table)
    assert line_of(lines, "▲ Ann (you) ♚") == "▲ Ann (you) ♚ 12 3 0 2 7"
    assert line_of(lines, "● Ben") == "● Ben 7 5 2 1 4"
    hidden = picture(table_with(LAND, counted=False))
    assert line_of(hidden, "● Ben") == "● Ben ? ? 0 1 2"
    assert line_of(hidden, "▲ Ann (you) ♚") == "▲ Ann (you) ♚ 12 3 0 2 7"


def test_tiles_to_come_are_counted() -> None:
    table = table_with({"Ann": "datong palace"})
    assert line_of(picture(table), "Still to come:").startswith("Still to come: ♔ palace 4, ♗ temple 5, ")


def test_a_conflict_names_those_who_are_there_and_no_choice_before_its_time() -> None:
    table = control(table_with(LAND, neutral="xian rice", claims={"xian": "Ann Ben Cat"}))
    before = picture(table, 1)
    play(table, "Ann: against Ben")
    assert picture(table, 1) == before
    assert line_of(picture(table, 0), "Conflict in Xi’an:") == "Conflict in Xi’an: ▲ Ann ● Ben ■ Cat"
    assert line_of(picture(table, 0), "Your sealed choice:") == "Your sealed choice: Bid against Ben"
    play(table, "Ann: influence 5")
    assert line_of(picture(table, 0), "Your sealed choice:").endswith("Play 5 influence")
    assert line_of(picture(table, 1), "▲ Ann ♚ ready")
    assert not [line for line in picture(table, 1) if "sealed" in line]


def test_a_tie_shows_the_bids_and_who_is_tied() -> None:
    table = control(table_with(LAND, neutral="xian rice", claims={"xian": "Ben Cat"}))
    play(table, "Ben: influence 4", "Cat: influence 4")
    lines = picture(table)
    assert line_of(lines, "previous round:") == "previous round: ● 4 → ■ ■ 4 → ●"
    assert line_of(lines, "tied:") == "tied: ●■"


def test_two_camps_face_each_other() -> None:
    table = rebellion(table_with({"Ann": "datong palace", "Ben": "taiyuan village", "Cat": "xian rice"}))
    play(table, "Ben: lead yes")
    assert line_of(picture(table), "The rebels:") == "The rebels: ● Ben"
    play(table, "Cat: side rebels", "Dan: side emperor")
    assert line_of(picture(table), "The emperor’s camp:") == "The emperor’s camp: ▲ Ann ◆ Dan"
    assert line_of(picture(table), "The rebels:") == "The rebels: ● Ben ■ Cat"
    play(table, "Ann: combat 1", "Ben: combat 3", "Cat: combat 2", "Dan: combat 0")
    assert line_of(picture(table), "The emperor’s camp:") == "The emperor’s camp: ▲ Ann 1 ◆ Dan 0 = 3"
    assert line_of(picture(table), "The rebels:") == "The rebels: ● Ben 3 ■ Cat 2 = 6 – victory"


def test_an_offer_is_told_to_its_partner_and_others_see_that_there_is_one() -> None:
    table = control(
        table_with(LAND, neutral="xian rice", claims={"xian": "Ann Ben"}, negotiation=True),
    )
    play(table, "Ann: offer Ben, give 3 influence, give 0 combat, want 0 influence, want 1 combat")
    assert "Ann offers Ben 3 influence for 1 combat." in " ".join(picture(table, 1))
    assert "Ann makes Ben an offer." in " ".join(picture(table, 2))


def test_a_drawn_tile_is_counted_as_seen_by_its_drawer_alone() -> None:
    table = founding(table_with(LAND))
    (drawer,) = table.to_move
    others = [line_of(picture(table, seat), "Still to come:") for seat in range(4) if seat != drawer]
    assert len(set(others)) == 1
    assert line_of(picture(table, drawer), "Still to come:") != others[0]


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_fits_all_through_a_game(players: int, language: str) -> None:
    random = Random(players)
    table = GAME.table(players, seed="picture", negotiation=players == 4)
    while not table.over:
        seat = random.choice(table.to_move)
        if random.random() < 0.02:
            lines = picture(table, seat, language)
            assert max(map(len, lines)) <= 80
            assert not [line for line in lines if "…" in line]
            assert len(picture(table, seat, language, 100)) <= 34
        table.play(seat, random.choice(table.position.legal(seat)))


@pytest.mark.parametrize(
    ("language", "line", "meant"),
    [
        ("en", "cl Xi'an", "claim xian"),
        ("en", "against bo", "against 1"),
        ("en", "against 1", "against 1"),
        ("en", "influence 1", "influence 1"),
        ("fr", "revendiquer xi’an", "claim xian"),
        ("fr", "mener oui", "lead yes"),
        ("it", "guidare sì", "lead yes"),
        ("it", "dare 1 infl", "give 1 influence"),
    ],
)
def test_words_may_be_the_players_own(language: str, line: str, meant: str) -> None:
    table = GAME.table(3, seed=1, names=["Ada", "Bo", "Cy"])
    voice = Voice(language, GAME.text, table.names, table.board)
    assert Vocabulary(voice, boards.board("white_lotus"), table.view(0)).read(line) == meant


def test_a_whole_game_with_bots_in_the_other_seats(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed("white_lotus", monkeypatch, ["1"] * 400, seats=3) == 0
    (file,) = games.iterdir()
    assert saves.read(file).over
    said = capsys.readouterr().out
    assert "The seed is now public" in said
    assert "WhiteLotusView(" not in said


def test_a_player_named_like_another_seat_is_not_taken_for_it() -> None:
    table = GAME.table(3, seed=1, names=["2", "’", "Bo"])
    vocabulary = Vocabulary(
        Voice("en", GAME.text, table.names, table.board), boards.board("white_lotus"), table.view(0)
    )
    written = [vocabulary.write(f"against {seat}") for seat in range(3)]
    assert written == ["against 0", "against 1", "against bo"]
    assert [vocabulary.read(line) for line in written] == ["against 0", "against 1", "against 2"]


def test_an_amount_is_typed_as_a_number(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ["pass", "claim yanan", "1", "1", "offer random-2", "5", "0", "0", "99", "1"]
    options = {"emperor": 0, "negotiation": True}
    typed("white_lotus", monkeypatch, lines, seats=3, options=options)
    (file,) = games.iterdir()
    own = [move for move in saves.read(file).log.moves if move.startswith("0 ")]
    assert own[4:] == [
        "0 offer 1",
        "0 give 5 influence",
        "0 give 0 combat",
        "0 want 0 influence",
        "0 want 1 combat",
    ]


def test_the_numbers_of_amounts_are_told(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = ["pass", "claim yanan", "1", "1", "offer random-2", "13"]
    typed("white_lotus", monkeypatch, lines, seats=3, options={"emperor": 0, "negotiation": True})
    said = capsys.readouterr().out
    assert "Type a number from 0 to 12, or the whole move: give 6 influence" in said
    assert "There is no move 13 now: moves are numbered from 0 to 12." in said


def test_an_incomplete_move_lists_its_completions(
    games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed("white_lotus", monkeypatch, ["claim", "claim xia", "claim che"], seats=3, options={"emperor": 0})
    claim, unclear, done = capsys.readouterr().out.split("\n> ")[1:4]
    assert "5  Claim Chengdu    › claim chengdu" in claim
    assert "7  Claim Xiangyang" in claim
    assert "! “xia” could mean: xian, xiangyang." in unclear
    assert "Player 1 claims Chengdu." in done
