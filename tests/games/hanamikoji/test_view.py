"""Views and events: each player of Hanamikoji gets the cards they may see, and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.games.hanamikoji.events import (
    Counted,
    Drew,
    KeptSecret,
    OfferedGift,
    OfferedPairs,
    Revealed,
    Took,
    TradedOff,
    Won,
    WonFavour,
)
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
    assert table.events(THEM)[-1] == Drew(THEM, "bowl")
    assert table.events(ME)[-1] == table.events(None)[-1] == Drew(THEM, None)
    assert [told(table, seat)[-1] for seat in (THEM, ME)] == ["Player 2 draws: tea bowl.", "Player 2 draws a card."]


def test_what_is_laid_face_down_is_told_to_its_owner_only() -> None:
    table = table_with("drum", "fan fan")
    play(table, "secret drum", "trade-off fan fan")
    assert table.events(ME, since=1)[0] == KeptSecret(ME, "drum")
    assert table.events(THEM, since=1)[0] == table.events(None, since=1)[0] == KeptSecret(ME, None)
    assert table.events(THEM, since=2)[0] == TradedOff(THEM, ("fan", "fan"))
    assert table.events(ME, since=2)[0] == table.events(None, since=2)[0] == TradedOff(THEM, None)


def test_what_is_laid_face_down_is_said_with_the_cards_to_its_owner_only() -> None:
    table = table_with("drum", "fan fan")
    play(table, "secret drum", "trade-off fan fan")
    assert "Player 1 keeps a card secret: drum." in told(table, ME)
    assert "Player 1 keeps a card secret." in told(table, THEM)
    assert "Player 2 discards two cards face down: fan and fan." in told(table, THEM)
    assert "Player 2 discards two cards face down." in told(table, None)


def test_offers_and_answers_are_told_to_everybody() -> None:
    table = table_with("fan drum bowl letter", "fan drum bowl letter")
    play(table, "gift fan drum bowl", "take fan", "competition fan drum / bowl letter", "take bowl letter")
    for seat in (ME, THEM, None):
        assert [what for what in table.events(seat, since=1) if not isinstance(what, Drew)] == [
            OfferedGift(ME, ("fan", "drum", "bowl")),
            Took(THEM, ("fan",)),
            OfferedPairs(THEM, (("fan", "drum"), ("bowl", "letter"))),
            Took(ME, ("bowl", "letter")),
        ]


def test_offers_and_answers_are_said_with_their_cards() -> None:
    table = table_with("fan drum bowl letter", "fan drum bowl letter")
    play(table, "gift fan drum bowl", "take fan", "competition fan drum / bowl letter", "take bowl letter")
    heard = told(table, None)
    assert "Player 1 offers a gift: fan, drum, and tea bowl." in heard
    assert "Player 2 takes: fan." in heard
    assert "Player 2 offers two pairs: fan and drum – or tea bowl and letter." in heard
    assert "Player 1 takes: tea bowl and letter." in heard


def test_a_whole_scoring_is_told_to_everybody_in_its_order() -> None:
    table = scored(side="flute fan scroll drum", secret="bowl", their_secret="umbrella")
    for seat in (ME, THEM, None):
        assert table.events(seat)[-11:] == [
            Revealed(ME, "bowl"),
            Revealed(THEM, "umbrella"),
            WonFavour(ME, "flute"),
            WonFavour(ME, "fan"),
            WonFavour(ME, "scroll"),
            WonFavour(THEM, "umbrella"),
            WonFavour(ME, "drum"),
            WonFavour(ME, "bowl"),
            Counted(ME, charm=13, geishas=5),
            Counted(THEM, charm=3, geishas=1),
            Won((ME,)),
        ]


def test_a_scoring_is_said_in_words() -> None:
    heard = told(scored(side="flute fan scroll drum", secret="bowl", their_secret="umbrella"), None)
    assert "Player 1 reveals the secret: tea bowl." in heard
    assert "Player 2 wins the favour of the Lady in the Rain." in heard
    assert heard[-3:] == [
        "Player 1 has 13 charm and 5 geishas.",
        "Player 2 has 3 charm and 1 geisha.",
        "Player 1 wins the game.",
    ]


def test_a_favour_that_stays_is_not_told_again() -> None:
    table = scored(side="fan", favours={"fan": ME})
    assert not [what for what in table.events(None) if isinstance(what, WonFavour)]


def told(table: Table, seat: int | None) -> list[str]:
    """What a seat was told, in English."""
    return [table.say(what) for what in table.events(seat)]
