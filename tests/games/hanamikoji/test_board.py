"""The set of cards that comes with Hanamikoji, sets of one's own, and what is wrong with others."""

from __future__ import annotations

import json
import pickle
from random import Random
from typing import TYPE_CHECKING, Any, cast

import msgspec
import numpy as np
import pytest

import guanxi
from guanxi.bots import bot
from guanxi.bridges.tables import Arrays, PlainTables, native_tables
from guanxi.engine.errors import BadOption
from guanxi.games.hanamikoji import GAME
from guanxi.games.hanamikoji.board import CARD_SETS, compiled, load
from guanxi.games.hanamikoji.moves import ITEMS
from guanxi.games.hanamikoji.playing.ending import possibilities
from guanxi.games.hanamikoji.rules import material
from guanxi.games.hanamikoji.view import HanamikojiView
from tests.games.hanamikoji.games import all_cards
from tests.games.hanamikoji.tables import CARDS, position

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from guanxi.games.hanamikoji.rules.rules import Hanamikoji

    Own = Callable[..., str]

# More charm for the first geisha, more items of her and of others, larger hands, other goals.
ODD = {
    "hand": 7,
    "charm_to_win": 14,
    "geishas_to_win": 5,
    "geishas": {
        "flute": {"charm": 6, "items": 3},
        "fan": {"charm": 1, "items": 4},
        "scroll": {"charm": 2, "items": 2},
        "umbrella": {"charm": 3, "items": 5},
        "drum": {"charm": 3, "items": 3},
        "bowl": {"charm": 4, "items": 4},
        "letter": {"charm": 5, "items": 7},
    },
}


@pytest.fixture
def own(tmp_path: Path) -> Own:
    """Write a set of cards: the one that comes with the game, with some numbers changed."""

    def write(**changes: Any) -> str:
        document = json.loads(CARD_SETS.find("seven_geishas").read_text(encoding="utf-8")) | changes
        path = tmp_path / "mine.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        return str(path)

    return write


def with_geisha(item: str, **numbers: int) -> dict[str, Any]:
    """The geishas of the shipped set, with other numbers for one of them."""
    found: dict[str, Any] = msgspec.to_builtins(CARDS.geishas)
    return {"geishas": found | {item: found[item] | numbers}}


def test_the_rules_read_what_the_file_says() -> None:
    cards = compiled(CARDS)
    assert cards.charm == cards.items == [2, 2, 2, 3, 3, 4, 5]
    assert (cards.hand, cards.charm_to_win, cards.geishas_to_win, cards.unused) == (6, 11, 4, 0)


def test_a_game_is_played_with_cards_of_ones_own(own: Own, tmp_path: Path) -> None:
    file, counts = load(own(**ODD)), [geisha["items"] for geisha in ODD["geishas"].values()]  # type: ignore[attr-defined]
    chance = Random(1)
    table = GAME.table(seed=3, first=0, cards=own(**ODD), rounds=3)
    view = table.view(None)
    assert isinstance(view, HanamikojiView)
    assert [(geisha.charm, geisha.copies) for geisha in view.geishas][:2] == [(6, 3), (1, 4)]
    assert (view.charm_to_win, view.geishas_to_win) == (14, 5)
    assert [player.cards for player in view.players] == [7 + 1, 7]
    assert view.pile == file.items - 1 - 2 * 7 - 1
    while not table.over:
        assert all_cards(position(table)) == counts
        seat = table.to_move[0]
        table.play(seat, chance.choice(table.legal_moves(seat)))
        assert all_cards(cast("Hanamikoji", table.sight(1 - seat).sample_world(chance))) == counts
    assert table.result is not None
    assert [score.parts["charm"] for score in table.result.scores] == [
        sum(charm for charm, holder in zip(compiled(file).charm, position(table).favour, strict=True) if holder == seat)
        for seat in range(2)
    ]
    (tmp_path / "mine.json").unlink()
    *_, again = guanxi.replay(table.log.to_json())  # a log holds its cards
    assert again.position == table.position


@pytest.mark.parametrize("name", ["greedy", "skilled:iterations=30"])
def test_bots_play_with_any_cards(own: Own, name: str) -> None:
    table = GAME.table(seed=5, first=0, cards=own(**ODD), rounds=1)
    players = [bot(name, Random(seat)) for seat in range(2)]
    while not table.over:
        seat = table.to_move[0]
        table.play(seat, players[seat].choose(table.sight(seat)))
    assert table.result is not None


def test_what_wins_is_told_with_the_numbers_of_the_cards(own: Own) -> None:
    table = GAME.table(cards=own(**ODD))
    p = position(table)
    p.owing, p.won = 0, 1
    p.favour = [0, 1, 1, 1, 0, 1, 0]  # 6 + 3 + 5 charm
    reason = GAME.result(p).reason
    assert GAME.text.say(reason, "en") == "Won with 14 or more charm."
    p.favour = [1, 0, 0, 0, 0, 0, 1]
    assert GAME.text.say(GAME.result(p).reason, "en") == "Won with 5 or more geishas."


def test_a_last_action_that_leaves_cards_in_the_hand_is_not_forced_for_all_to_see(own: Own) -> None:
    for cards, open_ in ((None, True), (own(**ODD), False)):
        p = position(GAME.table(first=0, cards=cards))
        p.used = [[1, 1, 0, 1], [0] * 4]
        assert GAME.is_open(p, 0) is open_


def test_the_end_of_a_round_is_searched_exactly_only_if_all_cards_are_used(own: Own) -> None:
    for cards, searched in ((None, True), (own(**ODD), False)):
        p = position(GAME.table(first=0, cards=cards))
        p.turn, p.left, p.used = material.TURNS - 1, 0, [[1] * 4, [1, 1, 1, 0]]
        assert bool(possibilities(p, 1)) is searched


def test_positions_with_cards_of_ones_own_can_be_pickled(own: Own) -> None:
    p = position(GAME.table(seed=1, cards=own(**ODD)))
    twin = pickle.loads(pickle.dumps(p))
    assert twin == p
    assert twin.cards.items == p.cards.items
    assert p != position(GAME.table(seed=1))


def test_batches_play_with_them_and_plain_and_native_agree(own: Own) -> None:
    options = GAME.check_options(2, {"cards": own(**ODD), "rounds": 2})
    played = []
    for tables in (native_tables, PlainTables):
        arrays = Arrays(
            observations=np.zeros((8, len(GAME.observation)), np.float32),
            masks=np.zeros((8, GAME.moves), np.bool_),
            rewards=np.zeros((8, 2), np.float32),
            done=np.zeros(8, np.bool_),
            to_move=np.zeros(8, np.int64),
            random_moves=np.zeros(8, np.int64),
            largest=np.array(GAME.observation, np.float32),
            luck=np.arange(1, 9, dtype=np.uint64),
        )
        made = tables(GAME, 2, options, "seed", arrays)
        if made is None:
            pytest.skip("the native modules are not compiled")
        made.begin(0, 8)
        seen = []
        for _ in range(100):
            made.advance(0, 8, arrays.random_moves.copy(), np.ones(8, np.uint8))
            assert arrays.observations.max() <= 1
            seen.append((arrays.observations.copy(), arrays.masks.copy(), arrays.rewards.copy()))
        played.append(seen)
    for one, other in zip(*played, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"hand": 5}, "A hand has 5 cards. It should be 6 to 8: the four actions take 10 cards, and one is drawn for"),
        (
            {"hand": 7},
            "There are 21 items in all. With 7 cards in a hand there should be 23 to 32: two hands, one item",
        ),
        (with_geisha("fan", charm=0), 'The geisha of "fan" has 0 charm. It should be 1 to 9.'),
        (with_geisha("bowl", items=8), 'There are 8 items "bowl". There can be 1 to 7 of each.'),
        ({"charm_to_win": 10}, '"charm_to_win" is 10. It should be 11 to 21: the geishas have 21 charm in all'),
        ({"geishas_to_win": 3}, '"geishas_to_win" is 3. It should be 4 to 7: there are 7 geishas'),
        (
            {"geishas": {"fan": {"charm": 2, "items": 2}}},
            "is not a set of cards of Hanamikoji: geishas: Object missing",
        ),
    ],
)
def test_what_is_wrong_is_said(own: Own, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOption) as wrong:
        GAME.table(cards=own(**changes))
    assert said in str(wrong.value)


def test_unused_items_are_remarked_on(own: Own) -> None:
    assert CARD_SETS.remarks(CARDS) == []
    assert CARD_SETS.remarks(load(own(**with_geisha("fan", items=3)))) == [
        "1 item is left in the pile when a round ends."
    ]
    assert CARD_SETS.remarks(load(own(**ODD))) == ["5 items are left in the pile when a round ends."]


def test_the_geishas_of_a_set_are_those_of_the_rules() -> None:
    assert tuple(CARDS.geishas.__struct_fields__) == ITEMS
