"""Tutorials at real tables: the other seats follow a script, and the learner makes the moves it asks for."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

import guanxi
from guanxi.engine.errors import BadOption
from guanxi.learning.tutorial import LEAP, Said, lines, script
from guanxi.server.http.errors import ApiError, check_language
from guanxi.server.http.identity import Who, hashed, new_secret
from guanxi.server.http.route import TABLE, get, post
from guanxi.server.http.wire import Body, Name
from guanxi.server.people.names import clean_name
from guanxi.server.seats.seats import TUTOR, SeatRow
from guanxi.server.tables.access import own_seat
from guanxi.server.tables.lessons import followed
from guanxi.server.tables.records import new_header
from guanxi.server.tables.state import state, state_for
from guanxi.server.tables.wire import Created, State

if TYPE_CHECKING:
    from guanxi.engine.game import Game
    from guanxi.engine.table import Table
    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.route import Route
    from guanxi.server.people.guests import Guests
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.registry import Tables


class LearnerWanted(Body):
    """A player who wants to learn a game."""

    name: Name | None = None


class StepWanted(Body):
    """The step at which the tutorial continues: 0 starts it again, the next one skips the present one."""

    step: int


class Lines(msgspec.Struct):
    """The texts of a tutorial, in the order of its steps."""

    game: str
    language: str
    steps: dict[str, Said]


class Tutorials:
    """Handles tutorials, and plays the other seats by the script."""

    def __init__(self, tables: Tables, guests: Guests, now: Now, delay: float) -> None:
        self._tables = tables
        self._guests = guests
        self._now = now
        self._delay = delay

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get(
                "/api/tutorials/{game}/{language}",
                tutorial_texts,
                Lines,
                "The texts of a game's tutorial, step by step.",
                (404,),
            ),
            post(
                "/api/tutorials/{game}",
                self.begin_tutorial,
                LearnerWanted,
                Created,
                "Begin a tutorial: a table whose other seats follow a script.",
                (404,),
                201,
            ),
            post(
                f"{TABLE}/tutorial",
                self.go_to_step,
                StepWanted,
                State,
                "Continue a tutorial at another step: start again, go back, or skip.",
                (404, 409, 503),
            ),
        )

    async def begin_tutorial(self, call: Call[LearnerWanted]) -> Created:
        """Create a table at which the client learns a game."""
        game, guest = asked_game(call), call.guest()
        found, token, name = script(game), new_secret(), clean_name(call.body.name)
        options = game.check_options(found.start.seats, found.start.options)
        header = new_header(game, msgspec.to_builtins(options), False, self._now())
        header.seed = found.start.seed
        rows = [SeatRow(seat, "bot", False, True, who, TUTOR) for seat, who in enumerate(found.names)]
        rows[found.learner] = SeatRow(found.learner, "person", False, True, name, guest=guest, token=hashed(token))
        async with self._tables.created(header, rows) as play:
            await self._play_to(play, len(found.start.moves))
            shown = state_for(play, Who(guest))
        await self._guests.remember(guest, name)
        return Created(header.id, {}, {str(found.learner): token}, shown)

    async def go_to_step(self, call: Call[StepWanted]) -> State:
        """Continue at another step: an earlier one by an undo, a later one by the script's own moves."""
        step = call.body.step
        async with self._tables.opened(call.table_id) as play:
            if not play.is_tutorial:
                raise ApiError(404, "unknown-page")
            found = script(play.table.game)
            seat = own_seat(play, call.who, found.learner)
            if not 0 <= step < len(found.steps):
                raise ApiError(422, "no-step", most=len(found.steps) - 1)
            await self._play_to(play, found.offsets[step])
            return state(play, seat, call.who)

    async def follow(self, table_id: str) -> bool:
        """Make the next scripted move after a pause, or a long row of them at once; False if none is due."""
        async with self._tables.opened(table_id) as play:
            found, length, moves = followed(play), play.length, play.table.moves
            if found is None or play.question or found.owed(moves) is None:
                return False
        step = found.step_at(moves)
        leaps = len(found.steps[step].then) > LEAP
        if not leaps:
            await asyncio.sleep(self._delay)
        async with self._tables.opened(table_id) as play:
            if play.length == length:
                await self._play_to(play, found.offsets[step + 1] if leaps else moves + 1)
        return True

    async def _play_to(self, play: Play, moves: int) -> None:
        """Play by the script, for the learner too, until so many moves stand; or take back those that are too many."""
        found = script(play.table.game)
        if play.table.moves > moves:
            client, back = f"script {play.length + 1}", play.table.moves - moves
            await self._tables.append(play, found.learner, client, lambda table: table.undo(back), slow=True)
        while play.table.moves < moves:
            seat, _, move = found.next_entry(play.table).partition(" ")
            await self._tables.append(play, int(seat), f"script {play.length + 1}", partial(make, int(seat), move))


def make(seat: int, move: str, table: Table) -> None:
    """Make a move at a table."""
    table.play(seat, move)


def asked_game(call: Call[Any]) -> Game[Any, Any]:
    """The game named in the path."""
    try:
        return guanxi.game(call.path("game"))
    except BadOption:
        raise ApiError(404, "unknown-page") from None


async def tutorial_texts(call: Call[None]) -> Response:
    """Return the texts of a tutorial."""
    game, language = asked_game(call), call.path("language")
    check_language(language, 404)
    answer = msgspec.json.encode(Lines(game.name, language, lines(game, language)))
    return Response(answer, headers={"Cache-Control": "max-age=3600"}, media_type="application/json")
