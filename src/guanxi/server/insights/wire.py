"""Wire types of insights, openings and feats."""

from __future__ import annotations

from msgspec import Struct

from guanxi.engine.text import Phrase


class Share(Struct):
    """How many of some games were won, with the 95 % interval; without games, an interval of everything."""

    games: int
    share: float
    low: float
    high: float


class Slice(Struct):
    """One's games with so many players, or with this place in the turn order, and what chance alone would win."""

    n: int
    won: Share
    chance: float


class HabitShown(Struct):
    """Games in which one did something, and games in which one did not; `sure`: the difference is no accident."""

    habit: Phrase
    used: Share
    unused: Share
    sure: bool


class StepPlayed(Struct):
    """A choice of one's openings."""

    question: Phrase
    words: Phrase
    won: Share


class Point(Struct):
    """A finished game, with what its review says if there is one: the effect of one's own moves, and luck."""

    table: str
    at: str
    won: bool
    skill: float | None
    luck: float | None


class Opponent(Struct):
    """A player one has met: in how many games one was ranked before them, ties as a half."""

    name: str | None
    profile: str | None
    bot: str | None
    ahead: Share


class GameInsights(Struct):
    """One's games of one kind."""

    game: str
    won: Share
    chance: float  # what chance alone would have won
    by_players: list[Slice]
    by_order: list[Slice]
    habits: list[HabitShown]
    steps: list[StepPlayed]
    course: list[Point]  # oldest first
    reviewed: int
    opponents: list[Opponent]  # the most frequent first


class FeatShown(Struct):
    """A feat, in how many games, and in which of them last; no table: not yet."""

    game: str
    feat: str
    title: Phrase
    text: Phrase
    count: int
    table: str | None
    at: str | None


class Insights(Struct):
    """One's finished games, summed up by game; `waiting`: those that are still to be read."""

    games: list[GameInsights]
    feats: list[FeatShown]
    waiting: int
    few: int  # fewer games than this are no reason for a claim


class StepShown(Struct):
    """A step of a line."""

    step: str
    question: Phrase
    words: Phrase


class StepChoice(Struct):
    """A step that can come next, with the games of people and of bots that went there."""

    step: str
    words: Phrase
    people: Share
    bots: Share


class Explored(Struct):
    """A line of a game's openings, and what came next in all public games and in games of bots."""

    game: str
    line: list[StepShown]
    question: Phrase | None  # none: no game has gone on from here
    people: Share
    bots: Share
    choices: list[StepChoice]  # the most frequent first
