"""What each player of Hanamikoji may know, and what they are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.games.hanamikoji.tables import ME, THEM, play, scored, seen, table_with

if TYPE_CHECKING:
    from guanxi.engine.table import Table


def test_a_player_sees_the_own_hand_only() -> None:
    table = table_with("fan drum", "bowl letter")
    assert seen(table, ME).players[ME].hand == ("fan", "drum")
    assert seen(table, ME).players[THEM].hand is None
    assert [player.hand for player in seen(table, None).players] == [None, None]


def test_everybody_knows_how_many_cards_are_in_each_hidden_place() -> None:
    table = table_with("fan drum", "bowl letter flute")
    for seat in (ME, THEM, None):
        assert [player.cards for player in seen(table, seat).players] == [2, 3]
        assert seen(table, seat).pile == 21 - 2 - 3 - 1


def test_everybody_knows_which_actions_are_used() -> None:
    table = table_with("fan", used="gift", their_used="secret competition")
    for seat in (ME, THEM, None):
        mine, theirs = seen(table, seat).players
        assert mine.actions == ("secret", "trade-off", "competition")
        assert theirs.actions == ("trade-off", "gift")


def test_everybody_sees_what_lies_face_up() -> None:
    table = table_with("fan", side="bowl bowl", their_side="bowl drum")
    for seat in (ME, THEM, None):
        assert [geisha.items for geisha in seen(table, seat).geishas][3:6] == [(0, 0), (0, 1), (2, 1)]


def test_the_prompt_says_what_is_asked_and_of_whom() -> None:
    table = table_with("fan drum bowl letter", "fan drum bowl letter")
    assert [table.prompt(seat).id for seat in (ME, THEM, None)] == ["prompt.act", "prompt.wait", "prompt.wait"]
    play(table, "gift fan drum bowl")
    assert [table.prompt(seat).id for seat in (ME, THEM, None)] == ["prompt.wait", "prompt.gift", "prompt.wait"]
    play(table, "take fan", "competition fan drum / bowl letter")
    assert [table.prompt(seat).id for seat in (ME, THEM)] == ["prompt.competition", "prompt.wait"]
    assert table.say(table.prompt(None)) == "Waiting for Player 1."


def test_the_prompt_says_when_the_game_is_over() -> None:
    table = scored(side="flute fan scroll drum")
    assert [table.prompt(seat).id for seat in (ME, THEM, None)] == ["prompt.over"] * 3


def test_what_is_drawn_is_told_to_its_owner_only() -> None:
    table = table_with("fan drum", "fan", draw="bowl")
    play(table, "secret drum")
    assert told(table, THEM)[-1] == "Player 2 draws: tea bowl."
    assert told(table, ME)[-1] == told(table, None)[-1] == "Player 2 draws a card."


def test_what_is_laid_face_down_is_told_to_its_owner_only() -> None:
    table = table_with("drum", "fan fan")
    play(table, "secret drum", "trade-off fan fan")
    assert "Player 1 keeps a card secret: drum." in told(table, ME)
    assert "Player 1 keeps a card secret." in told(table, THEM)
    assert "Player 2 lays two cards away: fan and fan." in told(table, THEM)
    assert "Player 2 lays two cards away." in told(table, ME)
    assert "Player 2 lays two cards away." in told(table, None)


def test_offers_and_answers_are_told_to_everybody() -> None:
    table = table_with("fan drum bowl letter", "fan drum bowl letter")
    play(table, "gift fan drum bowl", "take fan", "competition fan drum / bowl letter", "take bowl letter")
    for seat in (ME, THEM, None):
        heard = told(table, seat)
        assert "Player 1 offers a gift: fan, drum, and tea bowl." in heard
        assert "Player 2 takes fan." in heard
        assert "Player 2 offers two pairs: fan and drum – or tea bowl and letter." in heard
        assert "Player 1 takes tea bowl and letter." in heard


def test_a_whole_scoring_is_told_to_everybody_in_its_order() -> None:
    table = scored(side="flute fan scroll drum", secret="bowl", their_secret="umbrella")
    for seat in (ME, THEM, None):
        assert told(table, seat)[-11:] == [
            "Player 1 reveals the secret: tea bowl.",
            "Player 2 reveals the secret: umbrella.",
            "Player 1 wins the favour of the Flautist.",
            "Player 1 wins the favour of the Dancer.",
            "Player 1 wins the favour of the Poet.",
            "Player 2 wins the favour of the Lady in the Rain.",
            "Player 1 wins the favour of the Drummer.",
            "Player 1 wins the favour of the Tea Mistress.",
            "Player 1 has 13 charm and 5 geishas.",
            "Player 2 has 3 charm and 1 geisha.",
            "Player 1 wins the game.",
        ]


def test_a_favour_that_stays_is_not_told_again() -> None:
    table = scored(side="fan", favours={"fan": ME})
    assert not [sentence for sentence in told(table, None) if "favour" in sentence]


def told(table: Table, seat: int | None) -> list[str]:
    """What a seat was told, in English."""
    return [table.say(what) for what in table.events(seat)]
