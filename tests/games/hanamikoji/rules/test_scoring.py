"""The end of a round and of the game, sentence by sentence, in the order of the rulebook."""

from __future__ import annotations

import pytest

from guanxi.engine.core.position import NOBODY
from guanxi.games.hanamikoji import GAME
from guanxi.games.hanamikoji.events import Revealed, Won
from guanxi.games.hanamikoji.rules import material
from tests.games.hanamikoji.tables import (
    CARDS,
    ME,
    THEM,
    cards,
    ended,
    favours_of,
    laid,
    last_turns,
    play,
    play_round,
    position,
    scored,
    seen,
    table_with,
)


def test_secrets_are_revealed_and_placed() -> None:
    table = scored(secret="fan", their_secret="bowl")
    for seat in (ME, THEM, None):
        revealed = [what for what in table.events(seat) if isinstance(what, Revealed)]
        assert revealed == [Revealed(ME, "fan"), Revealed(THEM, "bowl")]
    assert favours_of(table, ME) == "fan"
    assert favours_of(table, THEM) == "bowl"


def test_more_items_win_the_favour() -> None:
    table = scored(side="bowl drum drum", their_side="bowl bowl drum")
    assert favours_of(table, ME) == "drum"
    assert favours_of(table, THEM) == "bowl"


def test_more_items_take_the_token_from_the_other_side() -> None:
    assert favours_of(scored(side="fan", favours={"fan": THEM}), ME) == "fan"


@pytest.mark.parametrize("holder", [ME, THEM])
def test_with_equal_numbers_the_token_stays_on_its_side(holder: int) -> None:
    table = scored(side="fan", their_side="fan", favours={"fan": holder})
    assert favours_of(table, holder) == "fan"


def test_with_equal_numbers_the_token_stays_in_the_middle() -> None:
    table = scored(side="fan", their_side="fan")
    assert favours_of(table, ME) == favours_of(table, THEM) == ""


@pytest.mark.parametrize("holder", [ME, THEM])
def test_without_any_items_the_token_stays_on_its_side(holder: int) -> None:
    assert favours_of(scored(favours={"bowl": holder}), holder) == "bowl"


def test_without_any_items_the_token_stays_in_the_middle() -> None:
    assert favours_of(scored(), ME) == favours_of(scored(), THEM) == ""


def test_eleven_charm_win() -> None:
    table = scored(side="umbrella umbrella drum letter")
    assert seen(table, None).players[ME].charm == 3 + 3 + 5
    assert ended(table).winners == (ME,)
    assert ended(table).reason.id == "result.charm"


def test_ten_charm_do_not_win() -> None:
    table = scored(side="fan umbrella letter")
    assert seen(table, None).players[ME].charm == 2 + 3 + 5
    assert not table.over
    assert table.result is None


def test_four_geishas_win_with_little_charm() -> None:
    table = scored(their_side="flute fan scroll drum")
    assert seen(table, None).players[THEM].charm == 9
    assert ended(table).winners == (THEM,)
    assert ended(table).reason.id == "result.geishas"


def test_charm_wins_against_four_geishas() -> None:
    table = scored(side="flute fan scroll drum", their_side="bowl letter umbrella")
    assert [player.geishas for player in seen(table, None).players] == [4, 3]
    assert [player.charm for player in seen(table, None).players] == [9, 12]
    assert ended(table).winners == (THEM,)
    assert ended(table).reason.id == "result.charm"


def test_two_players_cannot_reach_the_same_goal() -> None:
    assert CARDS.charm < 2 * CARDS.charm_to_win
    assert 2 * CARDS.geishas_to_win > material.GEISHAS


def test_victory_is_checked_after_scoring_only() -> None:
    table = table_with("fan drum", side="flute fan scroll bowl letter letter")
    play(table, "secret drum")
    assert not table.over
    assert favours_of(table, ME) == ""


def test_tokens_of_earlier_rounds_count_for_victory() -> None:
    table = scored(side="fan", favours={"flute": ME, "scroll": ME, "umbrella": ME})
    assert ended(table).winners == (ME,)
    assert ended(table).reason.id == "result.geishas"


def test_the_result_tells_charm_and_geishas_of_both() -> None:
    first, second = ended(scored(side="flute fan scroll drum", their_side="bowl")).scores
    assert (first.total, first.parts) == (9, {"charm": 9, "geishas": 4})
    assert (second.total, second.parts) == (4, {"charm": 4, "geishas": 1})


def test_the_winner_ranks_first() -> None:
    assert ended(scored(their_side="flute fan scroll drum")).ranks == (2, 1)


def test_tokens_stay_for_the_next_round() -> None:
    table = scored(side="fan", their_side="bowl")
    assert seen(table, None).round == 2
    assert (favours_of(table, ME), favours_of(table, THEM)) == ("fan", "bowl")


def test_all_items_are_shuffled_and_dealt_again() -> None:
    table = scored(side="fan", their_side="bowl")
    assert laid(table, ME) == laid(table, THEM) == ""
    assert [player.cards for player in seen(table, None).players] == [6, 7]
    assert seen(table, None).pile == 7


def test_all_actions_are_available_again() -> None:
    table = scored()
    for player in seen(table, None).players:
        assert player.actions == ("secret", "trade-off", "gift", "competition")
        assert player.secret is None
        assert player.traded is None


def test_the_other_player_goes_first_in_the_next_round() -> None:
    table = GAME.table(first=ME, seed=5)
    beginners = []
    while not table.over:
        beginners.append(seen(table, None).first)
        assert table.to_move == (beginners[-1],)
        play_round(table)
    assert beginners == ([ME, THEM] * len(beginners))[: len(beginners)]
    assert len(beginners) > 1


def test_the_card_set_aside_is_not_revealed_between_rounds() -> None:
    one, other = last_turns("drum", "drum", aside="letter"), last_turns("drum", "drum", aside="bowl")
    for table in (one, other):
        play(table, "secret drum", "secret drum")
    for seat in (ME, THEM, None):
        assert one.view(seat) == other.view(seat)
        assert one.events(seat) == other.events(seat)
        assert one.moments(seat) == other.moments(seat)


def test_cards_traded_off_are_not_revealed_between_rounds() -> None:
    one, other = last_turns("drum", "drum"), last_turns("drum", "drum")
    for table, pair in ((one, "fan fan"), (other, "flute flute")):
        position(table).traded = [cards(pair), [NOBODY, NOBODY]]
        play(table, "secret drum", "secret drum")
    for seat in (THEM, None):
        assert one.view(seat) == other.view(seat)
        assert one.events(seat) == other.events(seat)
        assert one.moments(seat) == other.moments(seat)


def test_people_play_without_a_limit_of_rounds() -> None:
    assert GAME.check_options(2, {}).rounds == 0
    table = last_turns("drum", "drum")
    position(table).round = 1000
    play(table, "secret drum", "secret drum")
    assert seen(table, None).round == 1001


def test_automatic_play_ends_after_thirty_rounds() -> None:
    assert GAME.automatic == {"rounds": 30}


def test_a_limit_of_rounds_does_not_end_the_game_before() -> None:
    assert not scored(side="fan", rounds=2).over


def test_after_the_last_round_more_charm_decides() -> None:
    table = scored(side="bowl", their_side="fan", rounds=1)
    assert ended(table).winners == (ME,)
    assert ended(table).reason.id == "result.rounds"


def test_with_equal_charm_more_geishas_decide() -> None:
    table = scored(side="bowl", their_side="fan flute", rounds=1)
    assert [score.total for score in ended(table).scores] == [4, 4]
    assert ended(table).winners == (THEM,)


def test_with_equal_charm_and_geishas_the_game_is_a_draw() -> None:
    table = scored(side="flute", their_side="fan", rounds=1)
    assert ended(table).winners == (ME, THEM)
    assert ended(table).ranks == (1, 1)
    assert [table.position.returns(seat) for seat in (ME, THEM)] == [0.0, 0.0]
    assert table.events()[-1] == Won((ME, THEM))
    assert table.say(table.events()[-1]) == "The game ends in a draw."


def test_a_victory_in_the_last_round_is_a_victory() -> None:
    table = scored(side="flute fan scroll drum", their_side="letter umbrella", rounds=1)
    assert [score.total for score in ended(table).scores] == [9, 8]
    assert ended(table).reason.id == "result.geishas"
