"""The end of a round as everybody may see it: secrets turned up, then favours moved, then the cards collected."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, cast

import msgspec
import pytest

import guanxi
from guanxi.engine.core.position import NOBODY, Moves, first_owing
from guanxi.engine.story import Story
from guanxi.engine.text import LANGUAGES, phrase
from guanxi.games.hanamikoji import GAME
from guanxi.games.hanamikoji.events import Counted, Dealt, Revealed, WonFavour
from guanxi.games.hanamikoji.rules import material
from guanxi.games.hanamikoji.view import HanamikojiView
from tests.games.hanamikoji.games import all_cards, begun, in_hand, play_on
from tests.games.hanamikoji.tables import COPIES, ME, THEM, last_turns, play, position, scored, seen

if TYPE_CHECKING:
    from guanxi.engine.table import Moment, Table
    from guanxi.games.hanamikoji.rules.rules import Hanamikoji

WATCHERS = (ME, THEM, None)
GAMES = 300


def round_end(table: Table, seat: int | None = None) -> tuple[Moment, Moment]:
    """The two moments of a round that has just ended."""
    secrets, counted = table.moments(seat, since=table.moves)
    return secrets, counted


def picture(moment: Moment) -> HanamikojiView:
    """What lies on the table in a moment."""
    return cast("HanamikojiView", moment.view)


def items(view: HanamikojiView, seat: int) -> str:
    """The items on a player's side of the row."""
    return " ".join(geisha.item for geisha in view.geishas for _ in range(geisha.items[seat]))


def favours(view: HanamikojiView, seat: int) -> str:
    """The geishas, by their items, whose token a player holds."""
    return " ".join(geisha.item for geisha in view.geishas if geisha.favour == seat)


def test_a_round_ends_in_two_moments() -> None:
    for seat in WATCHERS:
        secrets, counted = round_end(scored(), seat)
        assert (secrets.kind, counted.kind) == ("secrets", "round")
        assert secrets.move == counted.move == 2


def test_in_the_first_both_secrets_lie_beside_their_geisha_and_no_favour_has_moved() -> None:
    table = scored(side="bowl drum", their_side="bowl", secret="fan", their_secret="bowl", favours={"fan": THEM})
    for seat in WATCHERS:
        view = picture(round_end(table, seat)[0])
        assert (items(view, ME), items(view, THEM)) == ("fan drum bowl", "bowl bowl")
        assert (favours(view, ME), favours(view, THEM)) == ("", "fan")
        assert [player.secret for player in view.players] == [None, None]


def test_in_the_second_the_favours_have_moved_and_the_cards_still_lie_there() -> None:
    table = scored(side="bowl drum", their_side="bowl", secret="fan", their_secret="bowl", favours={"fan": THEM})
    for seat in WATCHERS:
        view = picture(round_end(table, seat)[1])
        assert (items(view, ME), items(view, THEM)) == ("fan drum bowl", "bowl bowl")
        assert (favours(view, ME), favours(view, THEM)) == ("fan drum", "bowl")
        assert [(player.charm, player.geishas) for player in view.players] == [(2 + 3, 2), (4, 1)]


def test_only_then_are_the_cards_collected_and_the_next_round_is_dealt() -> None:
    table = scored(side="bowl drum", secret="fan", their_secret="bowl")
    for moment in round_end(table):
        assert (picture(moment).round, picture(moment).to_move, picture(moment).turn) == (1, (), material.TURNS)
        assert [player.actions for player in picture(moment).players] == [(), ()]
    after = seen(table, None)
    assert (after.round, items(after, ME), items(after, THEM)) == (2, "", "")


def test_the_last_round_of_a_game_ends_in_the_same_moments() -> None:
    table = scored(side="flute fan scroll drum", secret="bowl", their_secret="umbrella")
    assert table.over
    secrets, counted = round_end(table)
    assert favours(picture(secrets), ME) == ""
    assert picture(counted) == seen(table, None)


def test_each_moment_comes_after_the_events_that_led_to_it() -> None:
    table = scored(side="bowl drum", secret="fan", their_secret="bowl")
    for seat in WATCHERS:
        secrets, counted = round_end(table, seat)
        told = table.events(seat, since=2)
        assert isinstance(told[secrets.after - 1], Revealed)
        assert {type(what) for what in told[secrets.after : counted.after]} == {WonFavour, Counted}
        assert isinstance(told[counted.after], Dealt)


def test_a_move_that_ends_no_round_has_no_moments() -> None:
    table = last_turns("drum", "drum")
    play(table, "secret drum")
    assert table.moments() == []


def test_moments_have_words_in_every_language() -> None:
    for kind in GAME.moments:
        said = {GAME.text.say(phrase(f"moment.{kind}"), language) for language in LANGUAGES}
        assert len(said) == len(LANGUAGES)


def test_a_moment_is_the_table_and_nothing_is_lost_on_the_way() -> None:
    for game in range(20):
        story = Story()
        p = play_on(begun(f"nothing lost {game}", story), Random(game))
        assert [snapshot.kind for snapshot in story.snapshots] == [0, 1] * p.round
        for snapshot in story.snapshots:
            kept = cast("Hanamikoji", snapshot.position)
            assert all_cards(kept) == COPIES
            assert kept.secret == [NOBODY, NOBODY]


def test_a_position_without_a_story_marks_nothing() -> None:
    heard, alone = begun("alone", Story()), begun("alone")
    play_on(heard, Random(1))
    play_on(alone, Random(1))
    assert alone.story is None
    assert alone.numbers() == heard.numbers()


def test_moments_are_made_again_by_replay_and_undo() -> None:
    table = GAME.table(seed="again", rounds=3)
    random = Random(2)
    shown: list[bytes] = [sent(table)]
    while not table.over:
        seat = table.to_move[0]
        table.play(seat, random.choice(table.legal_moves(seat)))
        shown.append(sent(table))
    assert sum(b'"secrets"' in moments for moments in shown) == position(table).round
    assert [sent(step) for step in guanxi.replay(table.log)] == shown
    while table.moves:
        table.undo(random.randint(1, min(5, table.moves)))
        assert sent(table) == shown[table.moves]


def sent(table: Table) -> bytes:
    """The moments of the last move, to everybody."""
    return msgspec.json.encode([table.moments(seat, since=table.moves) for seat in WATCHERS])


@pytest.mark.parametrize("watcher", WATCHERS)
def test_the_end_of_a_round_shows_a_seat_nothing_that_stays_hidden(watcher: int | None) -> None:
    """Cards traded off and the one set aside are others: every byte that the seat gets stays the same."""
    random = Random(f"moments {watcher}")
    different = 0
    for game in range(GAMES):
        p = last_decision(f"moments {game}", random)
        twin = hidden_elsewhere(p, watcher, random)
        assert all_cards(twin) == COPIES
        different += (twin.aside, twin.traded) != (p.aside, p.traded)
        seat = first_owing(p)
        choice = random.randrange(len(p.legal(seat)))
        assert received(p, seat, choice, watcher) == received(twin, seat, choice, watcher)
    # Most of these twins are really other tables.
    assert different > GAMES // 2


def last_decision(seed: str, random: Random) -> Hanamikoji:
    """A position before the move that ends the round: the last action, or the answer to it."""
    p, moves = begun(seed), Moves()
    while p.turn < material.TURNS - 1 or (p.offer == NOBODY and offers(p, first_owing(p))):
        seat = first_owing(p)
        moves.fill(p, seat)
        p.play(seat, random.choice(moves.numbered()))
    return p


def offers(p: Hanamikoji, seat: int) -> bool:
    """Is the action that is left to a seat one that waits for an answer?"""
    return 0 in p.used[seat][2:]


def hidden_elsewhere(p: Hanamikoji, watcher: int | None, random: Random) -> Hanamikoji:
    """The same table at the end of a round, but what is never revealed to a watcher (None: a spectator) is other cards.

    Those are the card set aside, and others' trade-offs, also one that is about to be laid.
    """
    traded, hands = p.traded, [in_hand(p, seat) for seat in range(material.SEATS)]
    about_to = [not p.used[seat][1] for seat in range(material.SEATS)]
    others = [seat for seat in range(material.SEATS) if seat != watcher]
    unseen = [p.aside]
    for seat in others:
        unseen += hands[seat] if about_to[seat] else traded[seat]
    random.shuffle(unseen)
    twin = p.copy()
    twin.aside = unseen.pop()
    for seat in others:
        pair = [unseen.pop(), unseen.pop()]
        if about_to[seat]:
            hands[seat] = pair
        else:
            traded[seat] = pair
    twin.traded = traded
    twin.hand = [[hand.count(item) for item in range(material.GEISHAS)] for hand in hands]
    return twin


def received(p: Hanamikoji, seat: int, choice: int, watcher: int | None) -> bytes:
    """All that a watcher gets when a seat makes one of its moves."""
    p.story = Story()
    p.play(seat, p.legal(seat)[choice])
    told = [what.seen_by(watcher) for what in p.story.events(GAME, None)]
    moments = [(kind, after, GAME.view(cast("Hanamikoji", kept), watcher)) for kind, after, kept in p.story.snapshots]
    assert len(moments) == 2
    words = [(what.phrase(None), what.touches()) for what in told]
    return msgspec.json.encode((GAME.view(p, watcher), GAME.prompt(p, watcher), told, words, moments))
