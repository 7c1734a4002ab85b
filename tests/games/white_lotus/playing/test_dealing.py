"""Bots at tables with negotiation: they deal where both gain, never for nothing, and can say why."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, cast

import pytest

from guanxi.bots import bot
from guanxi.bots.levels import Level
from guanxi.engine.core.position import first_owing
from guanxi.engine.sight import Sight
from guanxi.games.white_lotus import GAME
from guanxi.games.white_lotus.events import Agreed, Offered, Refused, Year
from guanxi.games.white_lotus.playing import dealing
from guanxi.games.white_lotus.rules import material
from guanxi.games.white_lotus.rules.negotiation import packed_term
from tests.games.white_lotus.games import begun
from tests.games.white_lotus.playing.test_evaluation import chosen
from tests.games.white_lotus.tables import ANN, BEN, control, play, table_with

if TYPE_CHECKING:
    from guanxi.engine.table import Table
    from guanxi.games.white_lotus.rules.rules import WhiteLotus


def played_by_bots(names: list[str], seed: int) -> Table:
    """A game of bots with negotiation, at its end."""
    table = GAME.table(len(names), seed=seed, negotiation=True)
    bots = [bot(name, Random(seed * 10 + seat)) for seat, name in enumerate(names)]
    while not table.over:
        seat = table.to_move[0]
        table.play(seat, bots[seat].choose(table.sight(seat)))
    return table


def heard(table: Table) -> list[Offered | Agreed | Refused | Year]:
    """All that was said about offers, with their terms."""
    own = [table.events(seat) for seat in range(table.seats)]
    told = [one if isinstance(one, Offered) and one.give_influence is not None else None for one in own[0]]
    for events in own[1:]:
        told = [
            one if isinstance(one, Offered) and one.give_influence is not None else known
            for one, known in zip(events, told, strict=True)
        ]
    return [
        known or cast("Offered", event)
        for event, known in zip(own[0], told, strict=True)
        if isinstance(event, Offered | Agreed | Refused | Year)
    ]


def terms(event: Offered | Agreed) -> tuple[int, int, int, int]:
    """The four terms of an offer whose terms are known."""
    found = (event.give_influence, event.give_combat, event.want_influence, event.want_combat)
    assert None not in found
    return cast("tuple[int, int, int, int]", found)


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_bots_deal_with_one_another_and_never_for_nothing(seats: int) -> None:
    offers = agreed = 0
    for seed in range(3):
        for event in heard(played_by_bots(["greedy"] * seats, seed)):
            if isinstance(event, Offered):
                give_influence, give_combat, want_influence, want_combat = terms(event)
                assert give_influence + give_combat > 0
                assert want_influence + want_combat > 0
                # Both kinds both ways would be the same deal in more words.
                assert not (give_influence and want_influence)
                assert not (give_combat and want_combat)
                offers += 1
            agreed += isinstance(event, Agreed)
    assert offers >= 6
    # Bots of one kind judge alike: what one of them proposes is good for the other.
    assert agreed == offers


def test_a_refused_offer_is_never_repeated_in_the_same_year() -> None:
    offers = 0
    for seed in range(3):
        refused: set[tuple[int, ...]] = set()
        for event in heard(played_by_bots(["greedy", "aloof:greedy", "aloof:greedy", "aloof:greedy"], seed)):
            if isinstance(event, Year):
                refused.clear()
            if isinstance(event, Offered):
                offer = (event.seat, event.partner, *terms(event))
                assert offer not in refused
                refused.add(offer)
                offers += 1
    assert offers >= 3


def play_among_refusers(dealer: int | None) -> tuple[list[tuple[int, int]], int]:
    """The moves of a game apart from offers, and how many offers the dealer made; nobody else deals."""
    p = begun("refused", 4, negotiation=True)
    bots = [bot("greedy", Random(seat)) for seat in range(4)]
    moves: list[tuple[int, int]] = []
    offers = 0
    while p.owing:
        seat = first_owing(p)
        sight = Sight(GAME, p, seat)
        if p.step >= material.OFFERING:
            offers += p.step == material.ANSWERING
            refusal = material.PASS if p.step == material.OFFERING else material.NO
            p.play(seat, cast("int", sight.deal_move) if seat == dealer else refusal)
        else:
            moves.append((seat, sight.number(bots[seat].choose(sight))))
            p.play(*moves[-1])
    return moves, offers


def test_refused_offers_change_nothing() -> None:
    """A bot that deals among bots that refuse everything plays the same game, so it wins exactly its share."""
    silent, none = play_among_refusers(None)
    refused, offers = play_among_refusers(ANN)
    assert none == 0
    assert offers > 0
    assert refused == silent


def test_any_offer_to_or_from_a_bot_is_an_exchange_or_a_gift_to_it() -> None:
    """Over random games in which bots decide about offers, and chance about everything else, also about terms."""
    random, accepted, proposed = Random("dealing"), 0, 0
    for game in range(12):
        p = begun(f"dealing {game}", 3 + game % 4, negotiation=True)
        while p.owing:
            seat = first_owing(p)
            legal = p.legal(seat)
            move = random.choice(legal)
            if p.step == material.ANSWERING:
                move = dealing.deal_move(p, seat)
                if move == material.YES:
                    accepted += 1
                    assert p.terms[0] + p.terms[1] > 0
                    gives, gets = p.terms[2] + p.terms[3], gain(p, seat, p.terms)
                    assert gives == 0 or gets > 0
            elif p.step == material.OFFERING and random.random() < 0.5:
                offer = dealing.best_offer(p, seat)
                if offer != dealing.NONE:
                    proposed += 1
                    given = [packed_term(offer, term) for term in range(4)]
                    assert given[0] + given[1] > 0
                    assert given[2] + given[3] > 0
                    assert dealing.gain_of(p, seat, offer) > 0
                    assert dealing.gain_of_partner(p, seat, offer) > 0
            assert move in legal
            p.play(seat, move)
    assert accepted > 10
    assert proposed > 10


def gain(p: WhiteLotus, seat: int, offered: list[int]) -> float:
    """What an offer brings the seat it is put to, by the bots' own evaluation."""
    speaker = (p.emperor + p.speaker) % p.seats
    return dealing.gain(p, seat, speaker, offered[0] - offered[2], offered[1] - offered[3])


def bargaining() -> Table:
    """The window at the start of the control phase: Ann, who speaks first, needs influence and has combat to spare."""
    claims = {"dadu": "Ann Cat", "jinan": "Ann Dan"}
    return control(table_with(neutral="dadu palace, jinan temple", claims=claims, negotiation=True, combat={"Ann": 12}))


@pytest.mark.parametrize(
    ("give", "want", "answer"),
    [
        ("give 6 influence, give 0 combat", "want 0 influence, want 1 combat", "reply yes"),
        ("give 1 influence, give 0 combat", "want 0 influence, want 3 combat", "reply no"),
        ("give 0 influence, give 3 combat", "want 1 influence, want 0 combat", "reply yes"),
        ("give 0 influence, give 0 combat", "want 0 influence, want 1 combat", "reply no"),
        ("give 2 influence, give 0 combat", "want 0 influence, want 0 combat", "reply yes"),
    ],
)
def test_a_good_offer_is_accepted_and_a_bad_one_declined(give: str, want: str, answer: str) -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben"}, negotiation=True))
    play(table, f"Ann: offer Ben, {give}, {want}")
    assert chosen(table, "Ben", 5) == {answer}


@pytest.mark.parametrize("level", ["novice", "skilled", "greedy"])
def test_every_level_states_the_same_offer_term_by_term(level: str) -> None:
    table = bargaining()
    player = bot(level, Random(4))
    for _ in range(5):
        sight = table.sight(ANN)
        table.play(ANN, player.choose(sight))
        if table.to_move != (ANN,):
            break
    (offer,) = (event for event in table.events(ANN) if isinstance(event, Offered))
    assert offer.give_combat
    assert offer.want_influence
    assert not offer.give_influence
    assert not offer.want_combat


def test_an_offer_that_is_nearly_good_is_answered_by_a_counter_offer() -> None:
    table = bargaining()
    play(table, "Ann: offer Ben, give 0 influence, give 4 combat, want 5 influence, want 0 combat")
    sight = table.sight(BEN)
    assert sight.deal_move == material.NO
    said = sight.remark(material.NO)
    assert said is not None
    to, why = said
    assert (to, why.id) == (ANN, "deal.counter")
    play(table, "Ben: reply no", "Ann: pass")
    player = bot("greedy", Random(1))
    while table.to_move == (BEN,):
        table.play(BEN, player.choose(table.sight(BEN)))
    (counter,) = (event for event in table.events(BEN) if isinstance(event, Offered) and event.seat == BEN)
    give_influence, give_combat, want_influence, want_combat = terms(counter)
    # One term differs, by three at most; Ben says the same terms that he then offers.
    assert (give_combat, want_influence) == (0, 0)
    assert (give_influence == 5) != (want_combat == 4)
    assert 5 - 3 <= give_influence <= 5
    assert 4 <= want_combat <= 4 + 3
    assert table.say(why).endswith(f"For {want_combat} combat I would give {give_influence} influence.")


def test_bots_say_why() -> None:
    table = bargaining()
    player = bot("greedy", Random(4))
    remarks = []
    while table.to_move == (ANN,):
        sight = table.sight(ANN)
        move = sight.deal_move
        assert move is not None
        assert player.choose(sight) == move
        remarks.append(sight.remark(move))
        table.play(ANN, move)
    # With the last term, to the partner.
    assert [one is None for one in remarks] == [True] * (len(remarks) - 1) + [False]
    assert remarks[-1] is not None
    to, why = remarks[-1]
    assert to == table.to_move[0]
    for language in ("en", "fr", "it"):
        assert GAME.text.say(why, language, ["Ann", "Ben", "Cat", "Dan"]).count(".") == 2
    assert GAME.text.say(why, "en").startswith(("I need influence for ", "I am short of influence."))


@pytest.mark.parametrize(
    ("offer", "reply"),
    [
        ("give 0 influence, give 0 combat, want 0 influence, want 1 combat", "I give nothing for nothing."),
        ("give 2 influence, give 0 combat, want 0 influence, want 0 combat", "Thank you. It binds me to nothing."),
    ],
)
def test_bots_answer_beggars_and_benefactors(offer: str, reply: str) -> None:
    table = control(table_with(neutral="dadu village", claims={"dadu": "Ann Ben"}, negotiation=True))
    play(table, f"Ann: offer Ben, {offer}")
    sight = table.sight(BEN)
    assert sight.deal_move is not None
    said = sight.remark(sight.deal_move)
    assert said is not None
    assert (said[0], table.say(said[1])) == (ANN, reply)


def test_an_offer_begun_by_somebody_else_is_not_finished_for_nothing() -> None:
    table = bargaining()
    play(table, "Ann: offer Ben, give 5 influence")
    player = bot("greedy", Random(1))
    while table.to_move == (ANN,):
        table.play(ANN, player.choose(table.sight(ANN)))
    (offer,) = (event for event in table.events(ANN) if isinstance(event, Offered))
    assert terms(offer)[0] == 5
    assert sum(terms(offer)[2:]) > 0


def test_a_hint_about_an_offer_is_what_a_bot_would_do() -> None:
    table = bargaining()
    player = bot("skilled", Random(1))
    assert isinstance(player, Level)
    (hint,) = player.explain(table.sight(ANN))
    assert hint.notation == "offer 1"
    play(table, "Ann: offer Ben, give 0 influence, give 0 combat, want 5 influence, want 0 combat")
    (hint,) = player.explain(table.sight(BEN))
    assert hint.notation == "reply no"
