"""The course of a tournament: the games of the next round, further games of a match, and its end.

Everything follows from the plan, the entrants and the games so far: whoever computes it gets the same.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from guanxi.tournaments import knockout, robin, swiss, tables
from guanxi.tournaments.history import History, first_games
from guanxi.tournaments.records import NO_BLOCKS, NOTHING, WALKOVER, Game, are_apart
from guanxi.tournaments.seating import seated
from guanxi.tournaments.standings import standings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.tournaments.records import Blocks, Entrant, Format, Outcome, Plan


def usual_rounds(format_: Format, players: int) -> int:
    """The number of rounds that a format has, or should have, for so many players."""
    if format_ == "robin":
        return robin.robin_rounds(players)
    if format_ == "knockout":
        return knockout.knockout_rounds(players)
    return swiss.usual_rounds(players) if format_ == "swiss" else 3


def seeds(entrants: Sequence[Entrant]) -> list[int]:
    """The players from the strongest to the weakest; who entered first comes first among equals."""
    return [one.number for one in sorted(entrants, key=lambda one: (-one.strength, one.number))]


def draw(
    plan: Plan, entrants: Sequence[Entrant], games: Sequence[Game], number: int, blocks: Blocks = NO_BLOCKS
) -> list[Game]:
    """The games of a round, byes last except in a bracket; nobody meets somebody whom they have blocked."""
    random = Random(f"{plan.seed}/{number}")
    playing = [one.number for one in entrants if one.playing]
    history = History(first_games(games))
    if plan.format == "knockout":
        pairs = [pair_apart(pair, blocks) for pair in bracket_round(plan, entrants, games, number)]
        pairs = [seated(pair, history, random) if len(pair) > 1 else pair for pair in pairs]
    elif plan.format == "robin":
        pairs = robin_round(entrants, number, blocks)
    elif plan.format == "swiss":
        ranked = standings([one.number for one in entrants], games, "swiss", seeds(entrants), plan.duplicate)
        order = [one.player for one in ranked if one.player in playing]
        pairs = swiss.paired(order, {one.player: one.points for one in ranked}, history, random, blocks)
    else:
        groups = tables.drawn(playing, plan.sizes, plan.size, history, random, blocks)
        pairs = [seated(group, history, random) if len(group) > 1 else group for group in groups]
    return [
        Game(number, board, players, bye_worth(plan, entrants, players[0], blocks))
        if len(players) == 1
        else Game(number, board, players, over=False)
        for board, players in enumerate(pairs)
        if players
    ]


def bye_worth(plan: Plan, entrants: Sequence[Entrant], player: int, blocks: Blocks) -> Outcome | None:
    """The points for a bye: a win, half where results are compared or tables are larger, nothing if all have one.

    A player who has blocked another one of the tournament gets half, so that nobody wins by blocking.
    """
    if plan.format == "tables" or (plan.duplicate and plan.format == "swiss"):
        return None
    if plan.format == "robin" and len(entrants) % 2:
        return NOTHING
    if plan.format != "knockout" and any(one == player for one, _ in blocks):
        return None
    return WALKOVER


def pair_apart(pair: tuple[int, ...], blocks: Blocks) -> tuple[int, ...]:
    """A pair of a bracket, the better seed first; of two who must not meet, the one who was blocked goes on."""
    if len(pair) < 2 or not are_apart(pair[0], pair[1], blocks):
        return pair
    return (pair[0],) if (pair[1], pair[0]) in blocks else (pair[1],)


def robin_round(entrants: Sequence[Entrant], number: int, blocks: Blocks = NO_BLOCKS) -> list[tuple[int, ...]]:
    """A round of a round robin; a player without an opponent, who has withdrawn or must not be met, has a bye."""
    playing = {one.number for one in entrants if one.playing}
    pairs = robin.robin_round([one.number for one in entrants], number)
    present = [tuple(player for player in pair if player in playing) for pair in pairs]
    apart = [pair for pair in present if len(pair) == 2 and are_apart(pair[0], pair[1], blocks)]
    alone = [(player,) for pair in apart for player in pair]
    met = [pair for pair in present if pair and pair not in apart]
    return sorted([*met, *alone], key=lambda pair: len(pair) == 1)


def bracket_round(plan: Plan, entrants: Sequence[Entrant], games: Sequence[Game], number: int) -> list[tuple[int, ...]]:
    """A round of a knockout; somebody whose opponent has withdrawn goes on without a game."""
    order = seeds(entrants)
    if number == 1:
        return knockout.first_round(order)
    playing = {one.number for one in entrants if one.playing}
    boards = 2 ** (knockout.knockout_rounds(len(entrants)) - number + 1)
    winners: list[int | None] = [None] * boards
    for board in range(boards):
        match = match_games(games, number - 1, board)
        through = knockout.winner(match, order, plan.best_of) if match else None
        winners[board] = through if through in playing else None
    return knockout.next_round(winners, order)


def match_games(games: Sequence[Game], number: int, board: int) -> list[Game]:
    """The games of a pairing, in their order."""
    return sorted((game for game in games if (game.round, game.board) == (number, board)), key=lambda game: game.number)


def further_games(plan: Plan, entrants: Sequence[Entrant], games: Sequence[Game], number: int) -> list[Game]:
    """The next games of undecided matches whose last game is over, with the seats exchanged."""
    if plan.format != "knockout":
        return []
    order, found = seeds(entrants), []
    for board in sorted({game.board for game in games if game.round == number}):
        match = match_games(games, number, board)
        last = match[-1]
        if last.over and knockout.winner(match, order, plan.best_of) is None:
            found.append(Game(number, board, last.players[::-1], over=False, number=last.number + 1))
    return found


def round_over(plan: Plan, entrants: Sequence[Entrant], games: Sequence[Game], number: int) -> bool:
    """Are all games of a round over, and all its matches decided?"""
    ended = all(game.over for game in games if game.round == number)
    return ended and not further_games(plan, entrants, games, number)


def is_last(plan: Plan, entrants: Sequence[Entrant], number: int) -> bool:
    """Does the tournament end with this round: because it is the last one, or nobody is left to play another?"""
    playing = sum(one.playing for one in entrants)
    return number >= plan.rounds or playing < min(plan.sizes)
