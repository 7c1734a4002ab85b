"""Tutorials at real tables: the other seats follow a script, and the learner's moves are those it asks for."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

import guanxi
from guanxi.engine.errors import BadOption, IllegalMove
from guanxi.engine.text import LANGUAGES
from guanxi.learning.tutorial import Said, fits, lines, script
from guanxi.server.http.errors import ApiError
from guanxi.server.http.wire import Body, Name
from guanxi.server.learning.lessons import TUTOR, followed, is_tutorial
from guanxi.server.seats.seating import new_header, remember
from guanxi.server.seats.seats import SeatRow, Who, clean_name, hashed, new_secret
from guanxi.server.tables.state import own_seat, state, state_for
from guanxi.server.tables.wire import Created, Error, State

if TYPE_CHECKING:
    from guanxi.engine.game import Game
    from guanxi.engine.table import Table
    from guanxi.server.house import House
    from guanxi.server.http.call import Call
    from guanxi.server.tables.play import Play

LEAP = 8  # more moves than these are a leap: time passes, and nobody waits for each


class LearnerWanted(Body):
    """Somebody wants to learn a game."""

    name: Name | None = None


class StepWanted(Body):
    """The step at which the tutorial shall go on: 0 begins it again, the next one skips this one."""

    step: int


class Lines(msgspec.Struct):
    """What a tutorial says, in the order of its steps."""

    game: str
    language: str
    steps: dict[str, Said]


class NotYet(ApiError):
    """A legal move that the tutorial does not ask for now; it says kindly what it would like to see."""

    def __init__(self, play: Play, shown: State) -> None:
        super().__init__(409, "not-yet", shown)
        self.game = play.table.game
        self.step = script(self.game).lesson(play.table).id

    def told(self, language: str) -> Error:
        return Error(self.error, lines(self.game, language)[self.step].hint, state=self.state)


def check_step(play: Play, seat: int, wanted: str | int, who: Who) -> None:
    """Refuse a legal move that is not the one to learn now; what is illegal, the rules explain better."""
    found = followed(play)
    meant = legal_notation(play, seat, wanted) if found else None
    asked = found.wanted(play.table.moves) if found else None
    if meant and not (asked and fits(meant, asked)):
        raise NotYet(play, state(play, seat, who))


def legal_notation(play: Play, seat: int, wanted: str | int) -> str | None:
    """The notation of a move that is given by notation or number; None if it is not legal."""
    table = play.table
    legal = [move.notation() for move in table.legal_moves(seat)]
    if isinstance(wanted, int):
        numbers = table.legal_numbers(seat)
        return legal[numbers.index(wanted)] if wanted in numbers else None
    try:
        meant = table.game.parse(table.position, wanted).notation()
    except IllegalMove:
        return None
    return meant if meant in legal else None


async def follow(house: House, table_id: str) -> bool:
    """Make the next move of a table's script, after a moment, or a long row of them at once; False if none is due."""
    async with house.tables.opened(table_id) as play:
        found, length, moves = followed(play), play.length, play.table.moves
        if found is None or play.question or found.owed(moves) is None:
            return False
    step = found.step_at(moves)
    leaps = len(found.steps[step].then) > LEAP
    if not leaps:
        await asyncio.sleep(house.settings.bot_delay)
    async with house.tables.opened(table_id) as play:
        if play.length == length:
            await play_to(house, play, found.offsets[step + 1] if leaps else moves + 1)
    house.hub.ring(table_id)
    return True


async def play_to(house: House, play: Play, moves: int) -> None:
    """Play by the script, the learner's moves too, until so many stand; or take back what is more."""
    found = script(play.table.game)
    if play.table.moves > moves:
        client = f"script {play.length + 1}"
        await house.tables.append(play, found.learner, client, lambda table: table.undo(table.moves - moves))
    while play.table.moves < moves:
        seat, _, move = found.next_entry(play.table).partition(" ")
        await house.tables.append(play, int(seat), f"script {play.length + 1}", partial(make, int(seat), move))


def make(seat: int, move: str, table: Table) -> None:
    """Make a move at a table."""
    table.play(seat, move)


def asked_game(call: Call) -> Game[Any, Any]:
    """The game that the address names."""
    try:
        return guanxi.game(call.request.path_params["game"])
    except BadOption:
        raise ApiError(404, "unknown-page") from None


async def tutorial_texts(call: Call) -> Response:
    """What a tutorial says."""
    game, language = asked_game(call), call.request.path_params["language"]
    if language not in LANGUAGES:
        raise ApiError(404, "unknown-language", languages=", ".join(LANGUAGES))
    answer = msgspec.json.encode(Lines(game.name, language, lines(game, language)))
    return Response(answer, headers={"Cache-Control": "max-age=3600"}, media_type="application/json")


async def begin_tutorial(call: Call) -> Created:
    """A table at which the asker learns a game."""
    game, guest, house = asked_game(call), call.guest(), call.house
    found, token, name = script(game), new_secret(), clean_name(call.body.name)
    options = game.check_options(found.start.seats, found.start.options)
    header = new_header(house, game, msgspec.to_builtins(options), False)
    header.seed = found.start.seed
    rows = [SeatRow(seat, "bot", False, True, who, TUTOR) for seat, who in enumerate(found.names)]
    rows[found.learner] = SeatRow(found.learner, "person", False, True, name, guest=guest, token=hashed(token))
    await house.tables.create(header, rows)
    await remember(house, guest, name)
    async with house.tables.opened(header.id) as play:
        await play_to(house, play, len(found.start.moves))
        shown = state_for(play, Who(guest))
    return Created(header.id, {}, {str(found.learner): token}, shown)


async def go_to_step(call: Call) -> State:
    """The tutorial goes on at another step: an earlier one by taking back, a later one by the script's own moves."""
    house, step = call.house, call.body.step
    async with house.tables.opened(call.table_id) as play:
        if not is_tutorial(play):
            raise ApiError(404, "unknown-page")
        found = script(play.table.game)
        seat = own_seat(play, call.who, found.learner)
        if not 0 <= step < len(found.steps):
            raise ApiError(422, "no-step", most=len(found.steps) - 1)
        await play_to(house, play, found.offsets[step])
        shown = state(play, seat, call.who)
    house.changed(call.table_id)
    return shown
