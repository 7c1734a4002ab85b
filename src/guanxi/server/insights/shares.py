"""Sums up a person's games: shares with intervals, and differences that are no accident."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any

import msgspec

from guanxi.engine.insights import PLACES, habit_words, question_words, split_step
from guanxi.engine.rates import NORMAL, surely_differ, wilson
from guanxi.learning.openings import APART
from guanxi.server.insights.wire import GameInsights, HabitShown, Opponent, Point, Share, Slice, StepPlayed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from guanxi.engine.game import Game
    from guanxi.engine.text import Phrase

FEW = 5  # games
SURE = 2.576  # standard deviations: many habits are compared, and one in a hundred stands out by chance
FEWEST = 2  # games of an answer that is shown
MOST_STEPS = 5  # answers shown to a question
MOST_OPPONENTS = 12
MOST_POINTS = 100  # games in the chart


class Met(msgspec.Struct, frozen=True):
    """Another player of a game."""

    player: str
    name: str | None
    profile: str | None
    bot: str | None
    rank: int


class Played(msgspec.Struct, frozen=True):
    """A finished game of a person."""

    table: str
    at: str
    players: int
    order: int
    won: bool
    rank: int
    opening: str
    habits: frozenset[str]
    skill: float | None
    luck: float | None
    met: tuple[Met, ...]


def share(won: float, games: int) -> Share:
    """A share of some games with its 95 % interval."""
    if games == 0:
        return Share(0, 0.0, 0.0, 1.0)
    rate = wilson(won / games, games, NORMAL)
    return Share(games, rate.estimate, rate.low, rate.high)


def won_of(games: Sequence[Played]) -> Share:
    """How many of some games were won."""
    return share(sum(game.won for game in games), len(games))


def chance_of(games: Sequence[Played]) -> float:
    """The share of some games that chance alone would have won."""
    return sum(1 / game.players for game in games) / len(games)


def summed(game: Game[Any, Any], games: Sequence[Played]) -> GameInsights:
    """All that is shown of a person's games of one kind, oldest first."""
    return GameInsights(
        game=game.name,
        won=won_of(games),
        chance=chance_of(games),
        by_players=slices(games, lambda one: one.players),
        by_order=slices(games, lambda one: one.order),
        habits=[habit_shown(habit, games) for habit in game.habits],
        steps=steps(game, games),
        course=[Point(one.table, one.at, one.won, one.skill, one.luck) for one in games[-MOST_POINTS:]],
        reviewed=sum(one.skill is not None for one in games),
        opponents=opponents(games),
    )


def slices(games: Sequence[Played], key: Callable[[Played], int]) -> list[Slice]:
    """Games by a number."""
    found: dict[int, list[Played]] = defaultdict(list)
    for one in games:
        found[key(one)].append(one)
    return [Slice(n, won_of(some), chance_of(some)) for n, some in sorted(found.items())]


def habit_shown(habit: str, games: Sequence[Played]) -> HabitShown:
    """Games with a habit and without it."""
    used = [one for one in games if habit in one.habits]
    unused = [one for one in games if habit not in one.habits]
    return HabitShown(habit_words(habit), won_of(used), won_of(unused), is_sure(used, unused))


def is_sure(one: Sequence[Played], other: Sequence[Played]) -> bool:
    """Whether two groups of games differ by more than chance explains."""
    if min(len(one), len(other)) < FEW:
        return False
    first, second = (wilson(sum(game.won for game in some) / len(some), len(some), SURE) for some in (one, other))
    return surely_differ(first, second)


def steps(game: Game[Any, Any], games: Sequence[Played]) -> list[StepPlayed]:
    """The choices of one's openings, by question."""
    spoken: dict[str, dict[str, tuple[Phrase, list[Played]]]] = defaultdict(dict)
    for one in games:
        line = one.opening.split(APART) if one.opening else []
        for number, step in enumerate(line, 1):
            question, _ = split_step(step)
            if question not in PLACES:
                phrase = game.opening_words(line[:number])
                key = msgspec.json.encode(phrase).decode()
                spoken[question].setdefault(key, (phrase, []))[1].append(one)
    return [
        StepPlayed(question_words(question), phrase, won_of(some))
        for question, answers in spoken.items()
        for phrase, some in sorted(answers.values(), key=lambda answer: -len(answer[1]))[:MOST_STEPS]
        if len(some) >= FEWEST
    ]


def opponents(games: Sequence[Played]) -> list[Opponent]:
    """Those whom a person has met most often."""
    known: dict[str, Met] = {}
    ahead: dict[str, list[float]] = defaultdict(list)
    for one in games:
        for other in one.met:
            known[other.player] = other
            ahead[other.player].append(0.5 if one.rank == other.rank else float(one.rank < other.rank))
    order = sorted(ahead, key=lambda player: -len(ahead[player]))[:MOST_OPPONENTS]
    return [
        Opponent(known[player].name, known[player].profile, known[player].bot, share(sum(points), len(points)))
        for player in order
        for points in [ahead[player]]
    ]
