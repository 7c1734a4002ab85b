"""Moves as people know them: typed, written, touched, refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from guanxi.engine.errors import IllegalMove
from guanxi.games.white_lotus import GAME, moves
from tests.games.white_lotus.tables import ANN, claiming, control, play, position, rebellion, table_with

if TYPE_CHECKING:
    from guanxi.engine.moves import Move

MOVES = [
    (moves.Claim("xian"), "claim xian", ("province:xian",), "Claim Xi’an"),
    (moves.Name("xian"), "name xian", ("province:xian",), "Settle Xi’an next"),
    (moves.Take("dadu"), "take dadu", ("province:dadu",), "Take Dadu"),
    (moves.Place("dadu"), "place dadu", ("province:dadu",), "Place the tile in Dadu"),
    (moves.Against(2), "against 2", ("player:2",), "Bid against Player 3"),
    (moves.Eject(2), "eject 2", ("player:2",), "Eject Player 3"),
    (moves.Offer(0), "offer 0", ("player:0",), "Make Player 1 an offer"),
    (moves.Influence(5), "influence 5", ("amount:5",), "Play 5 influence"),
    (moves.Combat(1), "combat 1", ("amount:1",), "Commit 1 combat"),
    (moves.Give(5, "influence"), "give 5 influence", ("amount:5",), "Give 5 influence"),
    (moves.Want(2, "combat"), "want 2 combat", ("amount:2",), "Ask for 2 combat"),
    (moves.Lead("yes"), "lead yes", ("answer:yes",), "Lead a rebellion"),
    (moves.Reply("no"), "reply no", ("answer:no",), "Decline the offer"),
    (moves.Side("rebels"), "side rebels", ("camp:rebels",), "Fight for the rebels"),
    (moves.Earn("combat"), "earn combat", ("earn:combat",), "1 combat from the palace"),
    (moves.Pass(), "pass", ("answer:pass",), "Pass"),
]


@pytest.mark.parametrize(("move", "notation", "touches", "words"), MOVES)
def test_a_move_is_written_touched_and_said(move: Move, notation: str, touches: tuple[str, ...], words: str) -> None:
    p = position(table_with())
    assert move.notation() == notation
    assert move.touches() == touches
    assert GAME.text.say(move.phrase(GAME.board(p))) == words
    assert GAME.parse(p, notation) == move


def test_a_move_is_sent_as_json() -> None:
    assert msgspec.json.encode(moves.Claim("xian")) == b'{"do":"claim","at":"xian"}'
    assert msgspec.json.encode(moves.Give(5, "influence")) == b'{"do":"give","points":5,"kind":"influence"}'


@pytest.mark.parametrize(("short", "move"), [("cl dad", "claim dadu"), ("A 1", "against 1"), ("ea c", "earn combat")])
def test_words_may_be_cut_short(short: str, move: str) -> None:
    assert GAME.parse(position(table_with()), short).notation() == move


def test_words_cut_too_short_are_refused_with_what_they_could_be() -> None:
    with pytest.raises(IllegalMove, match=r"There is no move “c”\. Choose one of these: claim, combat"):
        GAME.parse(position(table_with()), "c dadu")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "There is no move “”"),
        ("dance", "There is no move “dance”. Choose one of these: claim"),
        ("claim", "The words after “claim” do not fit"),
        ("claim dadu xian", "The words after “claim” do not fit"),
        ("claim rome", "There is no province “rome”. Choose one of these: shangdu"),
        ("claim yijinai", "There is no province “yijinai”"),
        ("against Ben", "“ben” is not a number"),
        ("influence -3", "“-3” is not a number"),
        ("influence 99999", "“99999” is not a number"),
        ("side nobody", "“nobody” is not an answer here. Choose one of these: emperor, rebels"),
        ("lead perhaps", "“perhaps” is not an answer here. Choose one of these: no, yes"),
        ("earn gold", "“gold” is not an answer here. Choose one of these: influence, combat"),
        ("give 5", "The words after “give” do not fit"),
        ("give 5 gold", "“gold” is not an answer here"),
        ("pass away", "The words after “pass” do not fit"),
    ],
)
def test_text_that_is_not_a_move_is_explained(text: str, reason: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        claiming(table_with(neutral="dadu village")).play(ANN, text)
    assert str(refused.value).startswith(reason)


NEUTRAL = "dadu village, xian village, jinan village"


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("claim datong", "Datong already belongs to Player 2. Claim a neutral province."),
        ("claim fuzhou", "Fuzhou has no tile yet. Claim a neutral province."),
        ("pass", "You cannot pass: the first three cubes must be placed. Claim a neutral province."),
        ("name dadu", "That move is not possible now. The table is at this step: claims."),
        ("influence 3", "That move is not possible now. The table is at this step: claims."),
        ("lead yes", "That move is not possible now. The table is at this step: claims."),
    ],
)
def test_a_claim_is_refused_with_its_reason(move: str, reason: str) -> None:
    table = claiming(table_with({"Ben": "datong village"}, NEUTRAL))
    with pytest.raises(IllegalMove) as refused:
        play(table, f"Ann: {move}")
    assert str(refused.value) == reason


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("against Ann", "You cannot bid against Player 1. Choose another player with a cube there."),
        ("against Dan", "You cannot bid against Player 4. Choose another player with a cube there."),
        ("against 9", "There is no seat 9: seats are numbered from 0 to 3."),
        ("influence 3", "First choose whom to bid against, then the influence."),
        ("pass", "That move is not possible now. The table is at this step: a conflict of influence."),
        ("eject Ben", "That move is not possible now. The table is at this step: a conflict of influence."),
    ],
)
def test_a_bid_is_refused_with_its_reason(move: str, reason: str) -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben Cat"}))
    with pytest.raises(IllegalMove) as refused:
        play(table, f"Ann: {move}")
    assert str(refused.value) == reason


def test_more_influence_than_there_is_is_refused() -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben"}, influence={"Ann": 4}))
    with pytest.raises(IllegalMove, match="The amount must be from 0 to 4"):
        play(table, "Ann: influence 5")


def test_the_emperor_can_only_name_and_eject_what_is_asked() -> None:
    claims = {"dadu": "Ann Ben", "xian": "Ben Cat"}
    table = control(table_with(neutral=NEUTRAL, claims=claims))
    with pytest.raises(IllegalMove, match="Jinan is not contested"):
        play(table, "Ann: name jinan")
    play(table, "Ann: name dadu, influence 1", "Ben: influence 1")
    with pytest.raises(IllegalMove, match="Player 3 is not tied"):
        play(table, "Ann: eject Cat")


def test_only_a_losers_province_can_be_taken() -> None:
    table = rebellion(table_with({"Ann": "datong palace", "Ben": "taiyuan village", "Cat": "dadu temple"}))
    play(table, "Ben: lead yes", "Cat: side emperor", "Dan: side emperor")
    play(table, *(f"{name}: combat 0" for name in ("Ann", "Ben", "Cat", "Dan")))
    with pytest.raises(IllegalMove, match="Dadu does not belong to any of the defeated"):
        play(table, "Ann: take dadu")


def test_a_refusal_can_be_said_in_every_language() -> None:
    table = claiming(table_with({"Ben": "datong village"}, NEUTRAL))
    with pytest.raises(IllegalMove) as refused:
        play(table, "Ann: claim datong")
    assert (
        refused.value.say("fr")
        == "Cette province, Datong, appartient déjà à Joueur 2. Revendiquez une province neutre."
    )
    assert refused.value.paragraph == "claims"
