"""What a seat, or a spectator, is shown of a table: only what the engine's views, events and legal moves tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from guanxi.engine.text import phrase
from guanxi.server.clocks.clocks import iso
from guanxi.server.clocks.wire import AwayTime, ClockShown, Time, TimeProposed
from guanxi.server.http.errors import ApiError
from guanxi.server.learning.lessons import lesson
from guanxi.server.seats.colours import colours
from guanxi.server.seats.seats import profile_of
from guanxi.server.tables.plans import plannable, standing_plan
from guanxi.server.tables.play import START
from guanxi.server.tables.undo import others_to_ask, undo_shown
from guanxi.server.tables.wire import From, LogLine, MomentShown, Seat, State, Summary

if TYPE_CHECKING:
    from guanxi.engine.events import Event
    from guanxi.engine.table import Table
    from guanxi.server.clocks.clocks import Clock
    from guanxi.server.seats.seats import Who
    from guanxi.server.tables.play import Cursor, Play


def state_for(play: Play, who: Who, asked: int | None = None) -> State:
    """The table through the eyes of a seat: the one asked for, else the asker's own."""
    return state(play, eyes(play, who, asked), who)


def state_since(play: Play, seat: int | None, who: Who, length: int) -> State:
    """The table as a seat sees it, with only as much of the log as has come since it had a length."""
    return state(play, seat, who, play.cursor_at(length))


def eyes(play: Play, who: Who, asked: int | None) -> int | None:
    """Through whose eyes somebody looks: the seat asked for, else one of theirs that is to move, else their first."""
    own = play.held_by(who)
    check_may_look(play, who)
    if asked is not None:
        return own_seat(play, who, asked)
    return next((seat for seat in own if seat in play.to_move), own[0] if own else None)


def check_may_look(play: Play, who: Who) -> None:
    """A private table is for those who sit there."""
    if play.header.private and not play.held_by(who) and not made_by(play, who):
        raise ApiError(403, "private")


def made_by(play: Play, who: Who) -> bool:
    """Has the asker made this table?"""
    return who.guest is not None and who.guest == play.header.creator


def came_from(play: Play) -> From | None:
    """Where a game goes on from."""
    origin = play.header.origin
    return From(play.header.parent or "", len(origin.moves), origin.redrawn) if origin else None


def own_seat(play: Play, who: Who, seat: int) -> int:
    """A seat that must be the asker's."""
    if seat >= len(play.seats):
        raise ApiError(422, "no-seat", most=len(play.seats) - 1)
    if seat not in play.held_by(who):
        raise ApiError(403, "not-your-seat")
    return seat


def state(play: Play, seat: int | None, who: Who, since: Cursor = START) -> State:
    """The table as a seat sees it; None is a spectator.

    With `since`, log and moments begin where a client that has followed the table so far needs them.
    """
    header, table = play.header, play.table
    result = table.result if play.started else None
    return State(
        table=header.id,
        game=header.game,
        options=msgspec.to_builtins(table.options),
        created=header.created,
        hot_seat=hot_seat(play),
        open=header.open,
        length=play.length,
        moves=table.moves,
        started=play.started,
        seats=seats_shown(play, who),
        seat=seat,
        view=play.view(seat) if play.started else None,
        prompt=table.prompt(seat) if play.started else phrase("prompt.seats"),
        to_move=play.to_move,
        legal=play.offers(seat) if play.started and seat is not None else [],
        since=since.lines if play.started else 0,
        events=log_lines(play, seat, since.lines) if play.started else [],
        moments=moments_shown(play, seat, since.moves) if play.started and since is not START else [],
        over=result is not None,
        result=result,
        commitment=table.commitment,
        seed=table.seed if result else None,
        undo=undo_shown(play, seat),
        rematch=header.rematch,
        changes=header.changes,
        time=time_shown(play),
        plan=standing_plan(play, seat) if seat is not None else None,
        plannable=plannable(play, seat) if seat is not None else [],
        private=header.private,
        language=header.language,
        yours=made_by(play, who),
        origin=came_from(play),
        lesson=lesson(play, seat),
        hinted=header.hinted,
    )


def log_lines(play: Play, seat: int | None, since: int) -> list[LogLine]:
    """The lines of the log from `since` on, as far as a seat may know."""
    return [log_line(play.table, line.move, line.event.seen_by(seat)) for line in play.lines[since:]]


def log_line(table: Table, move: int, event: Event) -> LogLine:
    """An event with its words and places."""
    return LogLine(move, event, table.phrase(event), event.touches(), event.routine)


def moments_shown(play: Play, seat: int | None, since: int) -> list[MomentShown]:
    """The moments inside the moves after the first `since` ones."""
    return [
        MomentShown(moment.kind, phrase(f"moment.{moment.kind}"), play.starts[moment.move] + moment.after, moment.view)
        for moment in play.table.moments(seat, since + 1)
    ]


def seats_shown(play: Play, who: Who) -> list[Seat]:
    """Who sits where; on a shared device nobody can tell who is its owner."""
    guests = [seat.guest for seat in play.seats]
    return [
        Seat(
            seat.seat,
            seat.name,
            seat.kind,
            seat.bot,
            seat.taken,
            seat.open and not seat.taken,
            seat.taken and who.holds(seat),
            seat.absent,
            profile_of(seat.guest) if seat.guest and guests.count(seat.guest) == 1 else None,
            colour,
            pattern,
        )
        for seat, colour, pattern in zip(play.seats, *colours(play.seats), strict=True)
    ]


def time_shown(play: Play) -> Time:
    """The clocks, which everybody may see."""
    proposal = play.header.proposal
    asked = None
    if proposal:
        waits_for = others_to_ask(play, proposal.seat) - set(proposal.agreed)
        asked = TimeProposed(proposal.seat, proposal.control, tuple(sorted(waits_for)))
    return Time(play.header.time, play.header.absent, asked, [clock_shown(play, clock) for clock in play.clocks])


def clock_shown(play: Play, clock: Clock) -> ClockShown:
    """A clock as it was when it began to run, so that what is shown changes only when the table does."""
    return ClockShown(
        clock.seat,
        clock.spent,
        None if play.seats[clock.seat].kind == "bot" else clock.left,
        None if clock.since is None else iso(clock.since),
        None if clock.deadline is None else iso(clock.deadline),
        [AwayTime(iso(since), iso(until)) for since, until in clock.absences],
    )


def hot_seat(play: Play) -> bool:
    """Do several people play on one device?"""
    guests = [seat.guest for seat in play.seats if seat.guest]
    return len(set(guests)) < len(guests)


def summary(play: Play, who: Who) -> Summary:
    """A table in a list: only what everybody may know."""
    result = play.table.result if play.started else None
    own = play.held_by(who)
    deadlines = [clock.deadline for clock in play.clocks if clock.seat in own and clock.deadline is not None]
    return Summary(
        table=play.header.id,
        game=play.header.game,
        seats=seats_shown(play, who),
        started=play.started,
        over=result is not None,
        moves=play.table.moves,
        to_move=play.to_move,
        your_turn=any(seat in play.to_move for seat in own),
        updated=play.header.updated,
        winners=result.winners if result else None,
        time=play.header.time,
        deadline=iso(min(deadlines)) if deadlines else None,
        language=play.header.language,
    )
