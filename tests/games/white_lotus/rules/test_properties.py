"""What holds in every position of more than 5,000 random games of The White Lotus."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

import guanxi
from guanxi.engine.core.position import NOBODY, Moves, first_owing, playout
from guanxi.engine.story import Story
from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.board import file_of
from guanxi.games.white_lotus.events import Agreed, Chose, Committed, Earned, Ejected, Played
from guanxi.games.white_lotus.rules import material
from tests.games.white_lotus.games import CHUNKS, TABLES, begun, check, random_game

if TYPE_CHECKING:
    from guanxi.engine.events import Event
    from guanxi.engine.moves import Move
    from guanxi.engine.text import Phrase
    from guanxi.games.white_lotus.rules.rules import WhiteLotus

LANGUAGES = ("en", "fr", "it")
ENDS = 80  # games in each chunk of each kind of table: 8 × 8 × 80 in all
each_table = pytest.mark.parametrize(("seats", "negotiation"), TABLES)


@each_table
def test_pieces_are_conserved_and_there_is_always_a_move(seats: int, negotiation: bool) -> None:
    for game in range(8):
        for p, moves in random_game(f"pieces {game}", seats, negotiation):
            check(p)
            numbers = moves.numbered()
            assert numbers
            assert len(set(numbers)) == len(numbers)
            assert all(0 <= number < GAME.moves for number in numbers)


@each_table
@pytest.mark.parametrize("chunk", CHUNKS)
def test_every_game_ends_and_scores_as_counted_anew(chunk: int, seats: int, negotiation: bool) -> None:
    moves = Moves()
    for game in range(ENDS):
        p = begun(f"end {chunk} {game}", seats, negotiation)
        playout(p, moves)
        check(p)
        assert NOBODY not in p.owner[: p.board.provinces]
        assert p.year <= 13
        result = GAME.result(p)
        totals = [recount(p, seat) for seat in range(seats)]
        assert [score.total for score in result.scores] == totals
        assert result.winners == winners(p, totals)
        assert sum(p.returns(seat) for seat in range(seats)) == pytest.approx(0)
        # A token a year for an emperor, and at most one for each player in a rebellion.
        assert p.year <= sum(p.tokens) <= p.year * (1 + seats)


def recount(p: WhiteLotus, seat: int) -> int:
    """A player's points, counted from the map by other means than the rules do."""
    file = file_of(p.board)
    names = file.in_play(p.seats)
    owner, building = p.owner, p.building
    own = {id_: building[number] for number, id_ in enumerate(names) if owner[number] == seat}
    worth = {material.PALACE: 3, material.TEMPLE: 2}
    points = sum(worth.get(kind, 1) for kind in own.values()) + p.tokens[seat]
    points += sum(2 for id_ in own if file.provinces[id_].mark == "dragon")
    sizes = [largest(p, other) for other in range(p.seats)]
    return points + (3 if sizes.count(max(sizes)) == 1 and sizes[seat] == max(sizes) else 0)


def largest(p: WhiteLotus, seat: int) -> int:
    """The size of the largest territory, found by merging neighbours."""
    file = file_of(p.board)
    owner = p.owner
    groups = [{id_} for number, id_ in enumerate(file.in_play(p.seats)) if owner[number] == seat]
    merged = True
    while merged:
        merged = False
        for one in groups:
            for other in groups:
                if one is not other and any(near in other for id_ in one for near in file.provinces[id_].near):
                    one |= other
                    groups.remove(other)
                    merged = True
                    break
            if merged:
                break
    return max(map(len, groups), default=0)


def winners(p: WhiteLotus, totals: list[int]) -> tuple[int, ...]:
    """Who has won with these points."""
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    if p.emperor in best:
        return (p.emperor,)
    palaces = [held[material.PALACE] for held in p.holds]
    return tuple(seat for seat in best if palaces[seat] == max(palaces[other] for other in best))


@each_table
def test_influence_and_combat_come_and_go_only_as_told(seats: int, negotiation: bool) -> None:
    """Everybody can count: what was told in public gives everybody's hand."""
    for game in range(3):
        story = Story()
        p, moves = begun(f"count {game}", seats, negotiation, story), Moves()
        influence, combat = [12] * seats, [3] * seats
        while p.owing:
            for told in story.told:
                event = GAME.decode(file_of(p.board), told).seen_by(None)
                count(event, influence, combat)
                if isinstance(event, Agreed):
                    exchange(event, influence, combat)
            story.told.clear()
            assert (p.influence[:seats], p.combat[:seats]) == (influence, combat)
            seat = first_owing(p)
            moves.fill(p, seat)
            p.play(seat, moves[p.below(len(moves))])


def count(event: Event, influence: list[int], combat: list[int]) -> None:
    """Take part in the counting."""
    match event:
        case Played(seat, _, points):
            influence[seat] -= points
        case Ejected(seat, _, points):
            influence[seat] += points
        case Committed(seat, points):
            combat[seat] -= points
        case Earned(seat, points, more):
            influence[seat] += points
            combat[seat] += more
        case Chose(seat, _, "influence"):
            influence[seat] += 2
        case Chose(seat):
            combat[seat] += 1


def exchange(offer: Agreed, influence: list[int], combat: list[int]) -> None:
    """Carry out an offer that was accepted: `seat` has accepted it, `partner` has made it."""
    influence[offer.partner] += offer.want_influence - offer.give_influence
    influence[offer.seat] += offer.give_influence - offer.want_influence
    combat[offer.partner] += offer.want_combat - offer.give_combat
    combat[offer.seat] += offer.give_combat - offer.want_combat


@each_table
def test_a_log_replays_to_the_same_position(seats: int, negotiation: bool) -> None:
    random = Random(f"log {seats}")
    table = GAME.table(seats, seed=f"log {seats}", negotiation=negotiation)
    while not table.over:
        seat = random.choice(table.to_move)
        table.play(seat, random.choice(table.legal_moves(seat)))
        if table.may_change and random.random() < 0.1:
            seat = random.choice(table.may_change)
            table.play(seat, random.choice(table.legal_moves(seat)))
    *_, again = guanxi.replay(table.log.to_json())
    assert again.position.numbers() == table.position.numbers()
    assert again.result == table.result
    assert again.log == table.log


@each_table
def test_undo_gives_back_every_earlier_position(seats: int, negotiation: bool) -> None:
    random = Random(11)
    table = GAME.table(seats, seed="undo", negotiation=negotiation)
    played = [table.position.numbers()]
    for _ in range(60):
        seat = random.choice(table.to_move)
        table.play(seat, random.choice(table.legal_moves(seat)))
        played.append(table.position.numbers())
    while table.moves:
        table.undo(random.randint(1, min(5, table.moves)))
        assert table.position.numbers() == played[table.moves]


@each_table
def test_every_legal_move_survives_typed_and_notation(seats: int, negotiation: bool) -> None:
    for game in range(2):
        for p, moves in random_game(f"notation {game}", seats, negotiation):
            seat = first_owing(p)
            for number in moves.numbered():
                move = GAME.move(p, number)
                assert GAME.number(p, seat, move) == number
                assert GAME.number(p, seat, GAME.parse(p, move.notation())) == number


def test_exactly_the_legal_moves_are_accepted() -> None:
    """The rules' list of legal moves and the reasons for refusing say the same."""
    for seats, negotiation in ((4, False), (6, True)):
        for step, (p, moves) in enumerate(random_game("refused", seats, negotiation)):
            if step % 5 == 0:
                seat, numbers = first_owing(p), set(moves.numbered())
                accepted = {number for number in range(material.AMOUNT + 60) if is_accepted(p, seat, number)}
                assert accepted == {number for number in numbers if number < material.AMOUNT + 60}


def is_accepted(p: WhiteLotus, seat: int, number: int) -> bool:
    """Do the reasons let a move pass?"""
    if p.step not in (material.RISING, material.ANSWERING) and number in (material.NO, material.YES):
        return False
    # The same number of points means something else at other steps.
    if number >= material.AMOUNT and p.step not in (material.BIDDING, material.BATTLE, material.STATING):
        return False
    if number >= material.AMOUNT and p.step == material.STATING and p.term >= material.TERMS:
        return False
    try:
        return GAME.number(p, seat, GAME.move(p, number)) == number
    except guanxi.IllegalMove:
        return False


@each_table
def test_every_event_can_be_said_in_every_language(seats: int, negotiation: bool) -> None:
    random = Random(13)
    table = GAME.table(seats, seed="said", negotiation=negotiation)
    while not table.over:
        seat = table.to_move[0]
        move = random.choice(table.legal_moves(seat))
        table.play(seat, move)
        said: list[Phrase | Event | Move] = [move, *(table.prompt(who) for who in (0, 1, None))]
        for who in (0, None):
            said += table.events(who, since=table.moves)
        for what in said:
            for language in LANGUAGES:
                text = table.say(what, language)
                assert text
                assert "{" not in text
    assert table.result is not None
    assert all(table.say(table.result.reason, language) for language in LANGUAGES)


@each_table
def test_an_observation_has_its_declared_shape(seats: int, negotiation: bool) -> None:
    for game in range(2):
        for p, _ in random_game(f"observed {game}", seats, negotiation):
            seat = first_owing(p)
            observed = GAME.observe(p, seat)
            assert len(observed) == len(GAME.observation)
            assert all(0 <= number <= most for number, most in zip(observed, GAME.observation, strict=True))
