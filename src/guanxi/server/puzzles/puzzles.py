"""Puzzles over HTTP: the puzzle of the day, the next one that fits the client, and their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import guanxi
from guanxi.engine.errors import BadOption
from guanxi.learning.puzzles import Puzzle, puzzles
from guanxi.server.clocks.clocks import DAY
from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import SEAT, get, post
from guanxi.server.people.ratings import Rating
from guanxi.server.puzzles.positions import answers_shown, opened, phrase_of, shown
from guanxi.server.puzzles.scores import (
    PUZZLE,
    Try,
    first_rating,
    note_try,
    rating_of,
    ratings_of,
    streak,
    tries_of,
    try_of,
)
from guanxi.server.puzzles.wire import MoveTried, PuzzleIndex, PuzzleSet, PuzzleShown, PuzzleSolved

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.engine.game import Game
    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.route import Route
    from guanxi.server.people.guests import Guests
    from guanxi.server.storage.database import Database

STRIDE = 7919  # a prime: the puzzles of following days are not neighbours in the store
ONE = "/api/puzzles/{game}/{puzzle}"


class Puzzles:
    """Handles puzzles and the ratings that come of them."""

    def __init__(self, database: Database, guests: Guests, now: Now) -> None:
        self._database = database
        self._guests = guests
        self._now = now

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get("/api/puzzles", self.index, PuzzleIndex, "The puzzles of all games, and those of today."),
            get(
                "/api/puzzles/{game}",
                self.next_puzzle,
                PuzzleShown,
                "A puzzle that the client has not tried, near their rating.",
                (404,),
            ),
            get(
                ONE,
                self.show_puzzle,
                PuzzleShown,
                "A puzzle; after a try from any seat, which shows what was hidden.",
                (403, 404),
                query=(SEAT,),
            ),
            post(
                ONE, self.try_move, MoveTried, PuzzleSolved, "Answer a puzzle; only the first try counts.", (404, 422)
            ),
        )

    @property
    def _today(self) -> int:
        return self._now() // DAY

    async def index(self, call: Call[None]) -> PuzzleIndex:
        """List the puzzles of each game that has some."""
        guest, games = call.who.guest, [guanxi.game(name) for name in guanxi.game_names()]
        async with self._database.reading() as connection:
            tried = await tries_of(connection, guest)
            sets = [await self._set(connection, game, guest, tried) for game in games if puzzles(game)]
        return PuzzleIndex(sets, streak((row.day for row in tried if row.right), self._today))

    async def _set(
        self, connection: AsyncConnection, game: Game[Any, Any], guest: str | None, tried: list[Any]
    ) -> PuzzleSet:
        today, own = daily(game, self._today), [row for row in tried if row.game == game.name]
        rating = (await ratings_of(connection, game.name, [guest])).get(guest) if guest else None
        return PuzzleSet(
            game=game.name,
            count=len(puzzles(game)),
            today=today.id,
            done=any(row.puzzle == today.id for row in own),
            tried=len(own),
            right=sum(row.right for row in own),
            points=rating.points if rating else None,
        )

    async def next_puzzle(self, call: Call[None]) -> PuzzleShown:
        """Return the untried puzzle whose rating is nearest to the client's."""
        game, guest = asked_game(call), call.who.guest
        async with self._database.reading() as connection:
            tried = {row.puzzle for row in await tries_of(connection, guest, game.name)}
            left = [puzzle for puzzle in puzzles(game).values() if puzzle.id not in tried]
            if not left:
                raise ApiError(404, "no-puzzles")
            known = await ratings_of(connection, game.name, [f"{PUZZLE}{puzzle.id}" for puzzle in left])
            own = (await ratings_of(connection, game.name, [guest])).get(guest, Rating()) if guest else Rating()
        points = {puzzle.id: known.get(f"{PUZZLE}{puzzle.id}", first_rating(puzzle)).points for puzzle in left}
        puzzle = min(left, key=lambda one: (abs(points[one.id] - own.points), one.id))
        return self._shown(game, puzzle, puzzle.seat, points[puzzle.id], None)

    async def show_puzzle(self, call: Call[None]) -> PuzzleShown:
        """Return a puzzle; other seats are shown only to those who have tried it."""
        game = asked_game(call)
        puzzle, seat = asked_puzzle(call, game), call.number("seat")
        seat = puzzle.seat if seat is None else seat
        if not 0 <= seat < puzzle.start.seats:
            raise ApiError(404, "unknown-puzzle")
        async with self._database.reading() as connection:
            made = await try_of(connection, call.who.guest, game.name, puzzle.id) if call.who.guest else None
            points = (await rating_of(connection, game.name, puzzle)).points
            own = (await ratings_of(connection, game.name, [call.who.guest or ""])).get(call.who.guest or "", Rating())
        if seat != puzzle.seat and made is None:
            raise ApiError(403, "puzzle-first")
        outcome = solved(game, puzzle, made, own.points, 0) if made else None
        return self._shown(game, puzzle, seat, points, outcome)

    async def try_move(self, call: Call[MoveTried]) -> PuzzleSolved:
        """Answer a puzzle, and rate the solver and the puzzle if it is their first try."""
        game, guest = asked_game(call), call.guest()
        puzzle, move = asked_puzzle(call, game), call.body.move
        if move not in opened(game, puzzle.id).table.legal_numbers(puzzle.seat):
            raise ApiError(422, "no-such-move")
        await self._guests.remember(guest, None)
        async with self._database.writing() as connection:
            made = await try_of(connection, guest, game.name, puzzle.id)
            if made is not None:
                own = (await ratings_of(connection, game.name, [guest]))[guest]
                return solved(game, puzzle, made, own.points, 0)
            made = Try(move, is_right(game, puzzle, move), self._today)
            before, after = await note_try(connection, guest, game.name, puzzle, made)
        return solved(game, puzzle, made, after, after - before)

    def _shown(
        self, game: Game[Any, Any], puzzle: Puzzle, seat: int, points: int, made: PuzzleSolved | None
    ) -> PuzzleShown:
        state = shown(opened(game, puzzle.id), seat, puzzle)
        return PuzzleShown(puzzle.id, game.name, state, points, puzzle.exact, made)


def asked_game(call: Call[Any]) -> Game[Any, Any]:
    """The game named in the path."""
    try:
        return guanxi.game(call.path("game"))
    except BadOption:
        raise ApiError(404, "unknown-game", games=", ".join(guanxi.game_names())) from None


def asked_puzzle(call: Call[Any], game: Game[Any, Any]) -> Puzzle:
    """The puzzle named in the path."""
    found = puzzles(game).get(call.path("puzzle"))
    if found is None:
        raise ApiError(404, "unknown-puzzle")
    return found


def daily(game: Game[Any, Any], day: int) -> Puzzle:
    """The puzzle of a day, the same for everybody; each comes once before any comes again."""
    found = sorted(puzzles(game).values(), key=lambda puzzle: puzzle.id)
    return found[day * STRIDE % len(found)]


def is_right(game: Game[Any, Any], puzzle: Puzzle, move: int) -> bool:
    """Whether a move is the answer."""
    return answers_shown(opened(game, puzzle.id), puzzle)[0].number == move


def solved(game: Game[Any, Any], puzzle: Puzzle, made: Try, points: int, gained: int) -> PuzzleSolved:
    """The outcome of a try."""
    play = opened(game, puzzle.id)
    return PuzzleSolved(made.right, made.move, phrase_of(play, made.move), answers_shown(play, puzzle), points, gained)
