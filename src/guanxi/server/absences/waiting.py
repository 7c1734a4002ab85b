"""Tables that wait for an absent player: reminders, a bot instead of them, or an end without a loser.

An untimed table waits for decisions, a live game before its clocks start for players to come.  Otherwise a clock runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.server.absences import wire
from guanxi.server.clocks.clocks import ARRIVAL, DAY, HOUR, MINUTE
from guanxi.server.http.route import TABLE, post
from guanxi.server.notices.outbox import Notice, write_nudge
from guanxi.server.tables.access import check_seat, own_seat
from guanxi.server.tables.checks import check_no_tournament, check_present
from guanxi.server.tables.departures import depart
from guanxi.server.tables.errors import TableError
from guanxi.server.tables.presence import last_seen
from guanxi.server.tables.records import Motion
from guanxi.server.tables.state import motion_shown, state
from guanxi.server.tables.wire import State

if TYPE_CHECKING:
    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.identity import Who
    from guanxi.server.http.route import Route
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.play import Play
    from guanxi.server.tables.presence import Presence
    from guanxi.server.tables.registry import Tables


class Waiting:
    """Handles what those present may do about a player whom the table waits for and who is not there."""

    def __init__(self, database: Database, tables: Tables, presence: Presence, now: Now) -> None:
        self._database = database
        self._tables = tables
        self._presence = presence
        self._now = now

    @property
    def routes(self) -> tuple[Route, ...]:
        refusals = (404, 409, 503)
        return (
            post(
                f"{TABLE}/nudge",
                self.nudge,
                wire.Nudge,
                wire.Nudged,
                "Remind an absent player by their own notices, at most once a day.",
                refusals,
            ),
            post(
                f"{TABLE}/motion",
                self.propose,
                wire.MotionMade,
                State,
                "Propose to replace an absent player by a bot, or to end the game without a loser.",
                refusals,
            ),
            post(
                f"{TABLE}/motion/answer",
                self.answer,
                wire.MotionAnswered,
                State,
                "Agree to that proposal or refuse it; its proposer withdraws it.",
                refusals,
            ),
        )

    async def nudge(self, call: Call[wire.Nudge]) -> wire.Nudged:
        """Remind an absent player; says by which kinds of channels, none if they have set up none."""
        who, wanted = call.who, call.body
        async with self._tables.opened(call.table_id) as play:
            seat = own_seat(play, who, wanted.seat)
            self._check_absent(play, seat, wanted.about, who)
            row, at = play.seats[wanted.about], self._now()
            if row.nudged is not None and at < row.nudged + DAY:
                raise TableError(409, "nudged", state(play, seat, who))
            async with self._database.writing() as connection:
                notice = Notice(play.header.id, play.length, row.seat, row.guest or "", at, at)
                kinds = await write_nudge(connection, notice)
            if kinds:
                async with self._tables.changing(play):
                    row.nudged = at
            return wire.Nudged(kinds, state(play, seat, who))

    async def propose(self, call: Call[wire.MotionMade]) -> State:
        """Propose what to do about an absent player; if nobody else is present, it is done at once."""
        who, wanted = call.who, call.body
        async with self._tables.opened(call.table_id) as play:
            seat = own_seat(play, who, wanted.seat)
            self._check_absent(play, seat, wanted.about, who)
            check_no_tournament(play, seat, who)
            since = play.waits_since(wanted.about)
            if since is None or self._now() < since + patience(play):
                if play.header.time:
                    raise TableError(409, "arrival", state(play, seat, who), n=patience(play) // MINUTE)
                raise TableError(409, "patience", state(play, seat, who), n=patience(play) // HOUR)
            standing = motion_shown(play)
            if standing and standing.seat != seat and self._present(play, standing.seat, wanted.about):
                raise TableError(409, "motion-made", state(play, seat, who))
            motion = Motion(seat, wanted.about, wanted.do, since, sorted(self._present(play, seat, wanted.about)))
            await self._pass(play, motion)
            return state(play, seat, who)

    async def answer(self, call: Call[wire.MotionAnswered]) -> State:
        """Agree to the proposal or refuse it; it is carried out when nobody has to answer any more."""
        who, wanted = call.who, call.body
        async with self._tables.opened(call.table_id) as play:
            seat = own_seat(play, who, wanted.seat)
            motion = play.header.motion
            asked = motion is not None and (seat in motion.waits_for or (seat == motion.seat and not wanted.agree))
            if motion is None or motion_shown(play) is None or not asked:
                raise TableError(409, "no-question", state(play, seat, who))
            if wanted.agree:
                motion.waits_for.remove(seat)
                await self._pass(play, motion)
            else:
                async with self._tables.changing(play):
                    play.header.motion = None
            return state(play, seat, who)

    async def _pass(self, play: Play, motion: Motion) -> None:
        """Carry out a proposal if everybody present agrees; otherwise store it."""
        decided = not motion.waits_for
        async with self._tables.changing(play) as at:
            play.header.motion = None if decided else motion
            if decided and motion.do == "bot":
                depart(play, motion.about, at, "bot")
        if decided and motion.do == "end":
            await self._tables.end(play, "agreed")

    def _present(self, play: Play, seat: int, about: int) -> set[int]:
        """The other players who must agree: those who are here, or were within the time that the table waits."""
        lately = self._now() - patience(play)
        return {
            other
            for other in play.others(seat) - {about}
            if self._presence.is_here(play, play.seats[other]) or (last_seen(play, play.seats[other]) or 0) > lately
        }

    def _check_absent(self, play: Play, seat: int, about: int, who: Who) -> None:
        """Refuse unless the table waits for this player, who is not there, and no clock takes care of that."""
        check_present(play, seat, who)
        check_seat(play, about)
        if play.header.time is not None and not play.awaited:
            raise TableError(409, "timed", state(play, seat, who))
        row = play.seats[about]
        waited_for = play.awaited if play.header.time else play.to_move
        waits = about in waited_for and row.present and about in play.others(seat)
        if not waits or self._presence.is_here(play, row):
            raise TableError(409, "not-absent", state(play, seat, who))


def patience(play: Play) -> int:
    """How long a table waits for an absent player before the others may do something about it."""
    return ARRIVAL if play.header.time else play.header.patience * HOUR
