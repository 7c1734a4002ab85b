"""Playing: a table's state, moves, plans and undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.engine.errors import IllegalMove
from guanxi.engine.text import phrase
from guanxi.server.http.route import SEAT, TABLE, get, post
from guanxi.server.tables import wire
from guanxi.server.tables.access import own_seat
from guanxi.server.tables.checks import check_changes, check_present, check_ready, check_step
from guanxi.server.tables.errors import IllegalMoveError, TableError
from guanxi.server.tables.plans import plannable
from guanxi.server.tables.records import Question
from guanxi.server.tables.state import state, state_for, state_since
from guanxi.server.tables.undo import is_free, must_agree, undo_to
from guanxi.server.tables.wire import State

if TYPE_CHECKING:
    from guanxi.server.http.call import Call
    from guanxi.server.http.route import Route
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.registry import Tables


class Moves:
    """Handles what players do at a table; people and programs use the same routes."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get(
                TABLE,
                self.table,
                State,
                "A table as a seat or a spectator sees it.",
                (403, 404, 409, 422),
                query=(SEAT,),
            ),
            get(
                f"{TABLE}/preview",
                self.preview,
                wire.Previewed,
                "What a legal move would do, as far as its seat can know.",
                (403, 404, 409, 422),
                query=(
                    SEAT,
                    ("move", "The number of a legal move."),
                    ("length", "The length of the last state that the client has seen."),
                ),
            ),
            post(
                f"{TABLE}/moves",
                self.make_move,
                wire.MoveMade,
                State,
                "Make a move.  The same id again gives the same answer; a stale length is a conflict.",
                (404, 409, 503),
            ),
            post(
                f"{TABLE}/why",
                self.why_not,
                wire.Clicked,
                wire.Explanation,
                "Why no legal move touches these places.",
                (404, 409, 503),
            ),
            post(
                f"{TABLE}/undo",
                self.ask_undo,
                wire.UndoAsked,
                State,
                "Take back your last decisions, or ask the others for their consent.",
                (404, 409, 503),
            ),
            post(
                f"{TABLE}/undo/answer",
                self.answer_undo,
                wire.UndoAnswered,
                State,
                "Agree to an undo, or refuse it.",
                (404, 409, 503),
            ),
            post(
                f"{TABLE}/plan",
                self.make_plan,
                wire.PlanMade,
                State,
                "Answer a later decision in advance, or remove the plan.",
                (404, 409, 503),
            ),
        )

    async def table(self, call: Call[None]) -> State:
        """Return a table as it is now."""
        return state_for(await self._tables.visited(call.table_id, call.who), call.who, call.number("seat"))

    async def preview(self, call: Call[None]) -> wire.Previewed:
        """Return what one move would do.

        On request, for one move: a decision may have hundreds, and a push must not wait for all of them.
        """
        who, length, move = call.who, call.needed("length"), call.needed("move")
        async with self._tables.opened(call.table_id) as play:
            seat = own_seat(play, who, call.needed("seat"))
            check_ready(play, seat, who, length)
            try:
                return wire.Previewed(move, play.table.preview(seat, move))
            except IllegalMove as wrong:
                raise IllegalMoveError(wrong, play.table.names, state_since(play, seat, who, length)) from None

    async def make_move(self, call: Call[wire.MoveMade]) -> State:
        """Make a move: once for each id, and only if the client has seen the whole log."""
        who, wanted = call.who, call.body
        async with self._tables.opened(call.table_id) as play:
            seat = own_seat(play, who, wanted.seat)
            if (seat, wanted.id) not in play.clients:
                await self._tables.arrive(play, who)
                await self._tables.end_time(play)
                check_ready(play, seat, who, wanted.length)
                check_step(play, seat, wanted.move, who)
                if seat in play.table.may_change:
                    check_changes(play, seat, who)
                try:
                    await self._tables.make_move(play, seat, wanted.id, wanted.move)
                except IllegalMove as wrong:
                    now = state_since(play, seat, who, wanted.length)
                    raise IllegalMoveError(wrong, play.table.names, now) from None
            return state_since(play, seat, who, wanted.length)

    async def why_not(self, call: Call[wire.Clicked]) -> wire.Explanation:
        """Say why a click leads to no legal move: the game's reason, or what is asked instead."""
        who, wanted = call.who, call.body
        async with self._tables.opened(call.table_id) as play:
            seat = own_seat(play, who, wanted.seat)
            check_ready(play, seat, who, wanted.length)
            table = play.table
            wrong = table.game.why_not(table.position_for(seat), seat, wanted.places) if seat in play.to_move else None
            if wrong:
                return wire.Explanation(wrong.reason, wrong.paragraph)
            return wire.Explanation(phrase("reason.not-asked", asked=table.prompt(seat)), None)

    async def make_plan(self, call: Call[wire.PlanMade]) -> State:
        """Store the answer to a later decision, or remove it; nobody else is told."""
        who, wanted = call.who, call.body
        async with self._tables.opened(call.table_id) as play:
            seat = own_seat(play, who, wanted.seat)
            check_present(play, seat, who)
            if wanted.move is not None and wanted.move not in [offer.notation for offer in plannable(play, seat)]:
                raise TableError(422, "not-plannable", state(play, seat, who))
            await self._tables.set_plan(play, seat, wanted.move)
            return state(play, seat, who)

    async def ask_undo(self, call: Call[wire.UndoAsked]) -> State:
        """Take back the seat's last decisions, at once if nobody has to agree; otherwise ask the others."""
        who, wanted = call.who, call.body
        async with self._tables.opened(call.table_id) as play:
            seat = own_seat(play, who, wanted.seat)
            if (seat, wanted.id) not in play.clients:
                await self._tables.end_time(play)
                check_ready(play, seat, who, wanted.length)
                to = undo_to(play, seat)
                if to is None:
                    raise TableError(409, "no-undo", state(play, seat, who))
                if play.question and play.question.seat != seat:
                    raise TableError(409, "undo-asked", state(play, seat, who))
                if play.table.has_begun(seat):
                    check_changes(play, seat, who)
                    await self._tables.withdraw(play, seat, wanted.id)
                    return state_since(play, seat, who, wanted.length)
                waits_for = must_agree(play, seat, to)
                if waits_for:
                    async with self._tables.changing(play) as at:
                        play.header.question = Question(seat, to, wanted.id, waits_for, at)
                else:
                    await self._take_back(play, seat, wanted.id, to)
            return state_since(play, seat, who, wanted.length)

    async def answer_undo(self, call: Call[wire.UndoAnswered]) -> State:
        """Agree to an undo, or refuse it; it happens when all have agreed."""
        who, wanted = call.who, call.body
        async with self._tables.opened(call.table_id) as play:
            seat = own_seat(play, who, wanted.seat)
            check_ready(play, seat, who, wanted.length)
            question = play.question
            if question is None or seat not in question.waits_for:
                raise TableError(409, "no-question", state(play, seat, who))
            if wanted.agree and question.waits_for == {seat}:
                # A player who decides again by consent gets the time for it again.
                for clock in play.clocks:
                    clock.given = -1
                await self._take_back(play, question.seat, question.client, question.to)
            else:
                async with self._tables.changing(play):
                    question.waits_for.discard(seat)
                    if not wanted.agree:
                        play.header.question = None
            return state_since(play, seat, who, wanted.length)

    async def _take_back(self, play: Play, seat: int, client: str, to: int) -> None:
        """Append an undo to the log."""
        agreed = not is_free(play, seat, to)
        await self._tables.append(
            play, seat, client, lambda table: table.undo(table.moves - to), agreed=agreed, slow=True
        )
