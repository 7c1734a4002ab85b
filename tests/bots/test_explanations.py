"""Explanations: true sentences about the game, no ranking of noise, and nothing that the seat cannot know."""

from __future__ import annotations

from functools import cache
from random import Random

import msgspec
import pytest

import guanxi
from guanxi.bots import explanations
from guanxi.bots.explanations import Prospect, alternatives, facts, is_as_good, main_gain, prospect, reasons
from guanxi.bots.levels import Casual
from guanxi.bots.parallel import MoveStats
from guanxi.engine.sight import Sight
from guanxi.engine.text import LANGUAGES, Phrase, phrase

GAMES = guanxi.game_names()
EVERY = {"hanamikoji": 1, "han": 5, "white_lotus": 6, "haiduci": 15}  # moves between two decisions that are looked at


@cache
def sights(name: str) -> list[Sight]:
    """Decisions with a choice all along a random game."""
    game, random, found = guanxi.game(name), Random(f"explain {name}"), []
    table = game.table(seed=f"explain {name}", **game.automatic)
    while not table.over and table.moves < 60 * EVERY[name]:
        seat = table.to_move[0]
        sight = table.sight(seat)
        if table.moves % EVERY[name] == 0 and len(sight.legal_numbers) > 1:
            found.append(sight)
        table.play(seat, random.choice(sight.legal_numbers))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_is_the_same_whatever_the_hidden_cards_are(name: str) -> None:
    different = 0
    for index, sight in enumerate(sights(name)):
        random = Random(index)
        worlds = [sight.sample_world(random) for _ in range(3)]
        different += worlds[0].numbers() != worlds[1].numbers()
        said = {
            msgspec.json.encode(
                {fact.about: fact.says for fact in facts(sight.game, world, sight.seat) if fact.odds is None}
            )
            for world in worlds
        }
        assert len(said) == 1, sight.view
    assert different


@pytest.mark.parametrize("name", GAMES)
def test_an_explanation_depends_only_on_what_the_seat_has_seen(name: str) -> None:
    for index, sight in enumerate(sights(name)[::4]):
        twin = Sight(sight.game, sight.sample_world(Random(index)), sight.seat, sight.options)
        found = [MoveStats(move, 10, 0.1, 0.0, 0.01) for move in sight.legal_numbers[:2]]
        assert alternatives(sight, found, Random(1)) == alternatives(twin, found, Random(1))


@pytest.mark.parametrize("name", GAMES)
def test_most_decisions_are_explained_by_a_fact_in_every_language(name: str) -> None:
    explained, decisions = 0, sights(name)[::3]
    for sight in decisions:
        found = Casual(Random(2)).explain(sight)
        assert len(found) in ((2, 3) if found[0].equal else (2,))
        assert len({each.equal for each in found}) == 1
        assert found[0].equal == (len({each.chance for each in found}) == 1)
        explained += any(each.why and each.why.id.startswith(("fact.", "why.answered")) for each in found)
        for each in found:
            for language in LANGUAGES:
                said = (
                    sight.game.text.say(each.why, language, ["Ada", "Ben", "Cem", "Dana", "Eli", "Fay"])
                    if each.why
                    else "-"
                )
                assert "{" not in said
    assert explained >= 0.6 * len(decisions)


def stats(value: float, doubt: float) -> MoveStats:
    return MoveStats(1, 100, value, 0.0, doubt)


def test_moves_within_the_noise_are_equally_good() -> None:
    assert is_as_good(stats(0.40, 0.05), stats(0.50, 0.05), 2)
    assert not is_as_good(stats(0.30, 0.05), stats(0.50, 0.05), 2)
    assert not is_as_good(stats(0.40, 0.01), stats(0.50, 0.01), 2)
    # Exact values of an endgame that nobody could tell apart.
    assert is_as_good(stats(0.495, 0.0), stats(0.50, 0.0), 2)
    assert not is_as_good(MoveStats(1, 0, 0.5, 0.0, 1.0), stats(0.50, 0.0), 2)


LEAD, TRAIL, KEEP = phrase("fact.lead"), phrase("fact.behind"), phrase("fact.cards")


def after(**told: tuple[float, Phrase]) -> Prospect:
    return Prospect(
        {about: worth for about, (worth, _) in told.items()}, {about: says for about, (_, says) in told.items()}
    )


def test_the_reason_is_the_part_that_gains_most_and_what_becomes_of_it_otherwise() -> None:
    best, other = after(drum=(2.0, LEAD), cards=(1.0, KEEP)), after(drum=(-1.0, TRAIL), cards=(0.5, KEEP))
    assert main_gain(best, other) == "drum"
    assert reasons([best, other], after()) == [LEAD, phrase("why.instead", fact=TRAIL)]


def test_a_part_that_reads_the_same_after_both_moves_is_no_reason() -> None:
    assert main_gain(after(drum=(2.0, LEAD)), after(drum=(1.0, LEAD))) is None


def test_a_part_that_the_runner_up_lacks_is_given_up() -> None:
    assert reasons([after(drum=(2.0, LEAD)), after()], after()) == [LEAD, phrase("why.without", fact=LEAD)]


def test_without_a_visible_difference_the_best_move_is_said_to_pay_off_later() -> None:
    same = after(drum=(1.0, LEAD))
    assert reasons([same, after(drum=(1.0, LEAD))], same) == [phrase("why.later"), None]


def test_the_only_move_needs_no_reason() -> None:
    assert reasons([after()], after()) == [phrase("why.only")]


def test_an_offer_is_explained_by_its_likely_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explanations, "LIKELY", 0.0)
    table = guanxi.game("hanamikoji").table(seed="offer", first=0)
    sight = table.sight(0)
    gift = next(
        number for number, move in zip(sight.legal_numbers, sight.legal_moves, strict=True) if "gift" in move.notation()
    )
    said = prospect(sight, [1, 2, 3], gift).says
    assert said
    assert all(clause.id == "why.answered" for clause in said.values())
