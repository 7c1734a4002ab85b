"""What holds in every position of 5,040 random games of Haiduci, for four, five and six players."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import guanxi
from guanxi.engine.core.position import Moves, first_owing, playout
from guanxi.engine.story import Story
from guanxi.engine.text import ENGINE_TEXT
from guanxi.games.haiduci import GAME
from guanxi.games.haiduci.rules.material import (
    CARDS,
    CLAIM,
    CLAIMED,
    CONDITIONS,
    FACTIONS,
    LAST_SEASON,
    PAWNS,
    SEASON,
    SEASONS,
)
from tests.games.haiduci.games import CHUNKS, GAMES_IN_CHUNK, all_cards, all_pawns, begun, is_consistent, random_game
from tests.games.haiduci.recount import Recount
from tests.games.haiduci.tables import EDITION, agree, position

if TYPE_CHECKING:
    from guanxi.engine.story import Told
    from guanxi.games.haiduci.rules.rules import Haiduci

LANGUAGES = ("en", "fr", "it")
COPIES = [*[6] * 6, 0, 0, *[1] * 6]


def seats_of(chunk: int) -> int:
    """Four, five or six players."""
    return GAME.seats[chunk % len(GAME.seats)]


@pytest.mark.parametrize("chunk", CHUNKS)
def test_cards_and_pawns_are_conserved_and_there_is_always_a_move(chunk: int) -> None:
    for game in range(GAMES_IN_CHUNK):
        # Every position of one game in seven, and of the others the end.
        for p, moves in random_game(seats_of(chunk), f"cards {chunk} {game}") if game % 7 == 0 else ():
            assert len(moves) > 0 if p.owing else len(moves) == 0
            numbers = moves.numbered()
            assert len(set(numbers)) == len(numbers)
            assert all(0 <= number < GAME.moves for number in numbers)
            if p.phase:
                assert all_cards(p) == COPIES
            assert all_pawns(p) == [PAWNS] * FACTIONS
            assert is_consistent(p)
        p, moves = begun(seats_of(chunk), f"ends {chunk} {game}"), Moves()
        playout(p, moves)
        assert all_cards(p) == COPIES
        assert all_pawns(p) == [PAWNS] * FACTIONS


@pytest.mark.parametrize("chunk", CHUNKS)
def test_every_game_ends_by_season_28_with_the_points_of_a_recount(chunk: int) -> None:
    for game in range(GAMES_IN_CHUNK):
        p, moves = begun(seats_of(chunk), f"ends {chunk} {game}"), Moves()
        playout(p, moves)
        assert p.season < SEASONS
        assert (p.season == SEASONS - 1) or p.ending != LAST_SEASON
        recount = Recount(p)
        result = GAME.result(p)
        totals = [recount.total(seat) for seat in range(p.seats)]
        assert [score.total for score in result.scores] == totals
        able = [seat for seat in range(p.seats) if p.claimed >> seat & 1] or list(range(p.seats))
        best = max(totals[seat] for seat in able)
        assert all(seat in able and totals[seat] == best for seat in result.winners)
        assert (p.ending == CLAIM) == bool(p.claimed)
        assert abs(sum(p.returns(seat) for seat in range(p.seats))) < 1e-9


class Witness(list[Any]):
    """Listens to a game: a claim is true when it is made, and no season begins while one should have been made."""

    def __init__(self, p: Haiduci) -> None:
        super().__init__()
        self.p = p
        self.claims = 0

    def append(self, told: Told) -> None:
        if told[0] == CLAIMED:
            assert Recount(self.p).met(told[1], self.p.leader[told[1]]) == CONDITIONS
            self.claims += 1
        elif told[0] == SEASON:
            recount = Recount(self.p)
            assert not any(recount.met(seat, self.p.leader[seat]) == CONDITIONS for seat in range(self.p.seats))


@pytest.mark.parametrize("chunk", CHUNKS)
def test_a_claim_comes_when_both_conditions_are_true_and_only_then(chunk: int) -> None:
    claims = 0
    for game in range(GAMES_IN_CHUNK // 20):
        p, moves = begun(seats_of(chunk), f"claims {chunk} {game}"), Moves()
        witness = Witness(p)
        p.story = Story()
        p.story.told = witness
        playout(p, moves)
        assert witness.claims == p.claimed.bit_count()
        claims += witness.claims
        assert not any(p.excluded[seat][p.leader[seat]] for seat in range(p.seats))
    assert claims


@pytest.mark.parametrize("chunk", CHUNKS)
def test_a_log_replays_to_the_same_position(chunk: int) -> None:
    random = Random(chunk)
    for game in range(8):
        table = GAME.table(seats_of(chunk), seed=f"log {chunk} {game}")
        while not table.over:
            seat = table.to_move[0]
            table.play(seat, random.choice(position(table).legal(seat)))
        *_, again = guanxi.replay(table.log.to_json())
        assert again.position.numbers() == table.position.numbers()
        assert again.result == table.result
        assert again.log == table.log


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_legal_move_survives_typed_and_notation(seats: int) -> None:
    for game in range(3):
        for p, moves in random_game(seats, f"notation {game}"):
            seat = first_owing(p)
            for number in moves.numbered():
                move = GAME.move(p, number)
                assert GAME.number(p, seat, move) == number
                assert GAME.parse(p, move.notation()) == move


def test_what_is_legal_is_accepted_and_nothing_else() -> None:
    cards = [number for number in range(CARDS) if EDITION.card_ids[number]]
    assert len(cards) == 12
    checked = 0
    for game in range(4):
        for step, (p, moves) in enumerate(random_game(4, f"refused {game}")):
            if p.owing and step % 9 == 0:
                seat, numbers = first_owing(p), set(moves.numbered())
                if p.phase == 0:
                    continue
                accepted = {number for number in range(GAME.moves) if is_accepted(p, seat, number)}
                assert accepted == numbers
                checked += 1
    assert checked > 50


def is_accepted(p: Haiduci, seat: int, number: int) -> bool:
    """Do the reasons let a move pass?"""
    try:
        return GAME.number(p, seat, GAME.move(p, number)) == number
    except guanxi.IllegalMove as refused:
        return any("{" in refused.say(language) for language in LANGUAGES)


def test_undo_gives_back_every_earlier_position() -> None:
    random = Random(11)
    table = GAME.table(5, seed="undo")
    played = [table.position.numbers()]
    for _ in range(120):
        seat = table.to_move[0]
        table.play(seat, random.choice(position(table).legal(seat)))
        played.append(table.position.numbers())
    while table.moves:
        table.undo(random.randint(1, min(30, table.moves)))
        assert table.position.numbers() == played[table.moves]


def test_all_that_is_told_can_be_said_in_every_language() -> None:
    random = Random(13)
    # Rare by chance: a supply that is too short for an independence.
    short = agree("revolt", "revolt", pawns={"bucharest": {"ottoman": PAWNS - 2}})
    liberate = short.prompt(short.to_move[0])
    assert not any("{" in short.say(liberate, language) for language in LANGUAGES)
    said = {liberate.id}
    for game in range(40):
        seats = GAME.seats[game % 3]
        table = GAME.table(seats, seed=f"said {game}", names=("Ann", "Bo", "Cem", "Dan", "Eva", "Fay")[:seats])
        while not table.over:
            seat = table.to_move[0]
            move = GAME.move(position(table), random.choice(position(table).legal(seat)))
            table.play(seat, move)
            phrases = [table.phrase(move), *(table.prompt(who) for who in (0, 1, None))]
            phrases += [table.phrase(what) for who in (0, None) for what in table.events(who, since=table.moves)]
            for what in phrases:
                if what.id not in said or random.random() < 0.02:
                    said.add(what.id)
                    for language in LANGUAGES:
                        text = table.say(what, language)
                        assert text
                        assert "{" not in text
        assert table.result is not None
        assert all(table.say(table.result.reason, language) for language in LANGUAGES)
    texts = GAME.text.texts("en")
    untold = [id_ for id_ in texts if id_.startswith(("event.", "prompt.", "move.")) and id_ not in said]
    never = {id_ for id_ in ENGINE_TEXT.texts("en") if id_.startswith("event.")}
    # These ends are rare by chance.
    assert set(untold) <= {*never, "event.began", "event.captures", "event.shared"}
