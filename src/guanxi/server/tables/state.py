"""A table as a seat or a spectator sees it: only what the engine's views, events and legal moves tell."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec.structs import replace

from guanxi.engine.text import phrase
from guanxi.server.clocks.clocks import ARRIVAL, MINUTE, TOURNAMENT_ARRIVAL, iso
from guanxi.server.clocks.wire import AwayTime, ClockShown, MotionShown, Time, TimeProposed
from guanxi.server.http.identity import Who
from guanxi.server.people.guests import shown_profile
from guanxi.server.seats.colours import colours
from guanxi.server.tables.access import created_by, viewing_seat
from guanxi.server.tables.campaigns import campaign_shown
from guanxi.server.tables.earlier import seen_by_spectators
from guanxi.server.tables.lessons import lesson
from guanxi.server.tables.plans import plannable, standing_plan
from guanxi.server.tables.play import START
from guanxi.server.tables.results import is_rated
from guanxi.server.tables.undo import undo_shown
from guanxi.server.tables.wire import From, InTournament, LogLine, MomentShown, RematchShown, Seat, State, Summary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.engine.events import Event
    from guanxi.engine.game import Game
    from guanxi.engine.story import Told
    from guanxi.engine.text import Phrase
    from guanxi.server.clocks.clocks import Clock
    from guanxi.server.seats.seats import SeatRow
    from guanxi.server.tables.play import Cursor, OutsideEvent, Play
    from guanxi.server.tables.records import Header

NOBODY = Who()
LINES = 8192  # lines of logs that are kept with their words, and events


def state_for(play: Play, who: Who, asked: int | None = None) -> State:
    """The table as the client may see it, from the requested seat or one of their own."""
    return state(play, viewing_seat(play, who, asked), who)


def state_since(play: Play, seat: int | None, who: Who, length: int) -> State:
    """The table as a seat sees it, with only the lines of the log since it had a length."""
    return state(play, seat, who, play.cursor_at(play.held_by(who), length))


def continued_from(play: Play) -> From | None:
    """The position of another table that this game continues."""
    origin = None if play.header.campaign else play.header.origin
    return From(play.header.parent or "", len(origin.moves), origin.redrawn) if origin else None


class Audience(NamedTuple):
    """All that a state depends on besides the table: clients of the same audience see the same."""

    seat: int | None  # whose view it is; None: a spectator's
    held: tuple[int, ...]  # the client's seats
    creator: bool


PUBLIC = Audience(None, (), False)


class Frame(NamedTuple):
    """Parts of a state that take long to make and that no move changes."""

    options: dict[str, Any]
    commitment: str
    hot_seat: bool
    seats: list[Seat]
    rematch: RematchShown | None
    origin: From | None


def audience_of(play: Play, seat: int | None, who: Who) -> Audience:
    """The audience of a client who sees a table from a seat."""
    return Audience(seat, tuple(play.held_by(who)), created_by(play, who))


def state(play: Play, seat: int | None, who: Who, since: Cursor = START) -> State:
    """The table as a seat sees it; None is a spectator.

    With `since`, log and moments begin where a client needs them that has followed the table so far.
    """
    play = seen_by_spectators(play) if seat is None else play
    settled = settled_state(play, audience_of(play, seat, who))
    events, moments = told_since(play, seat, since)
    return replace(settled, since=since.lines, events=events, moments=moments)


def told_since(play: Play, seat: int | None, since: Cursor) -> tuple[list[LogLine], list[MomentShown]]:
    """The lines of the log and the moments that a client lacks who has followed a table so far."""
    if not play.started:
        return [], []
    return log_lines(play, seat, since.lines), moments_shown(play, seat, since.moves) if since is not START else []


def settled_state(play: Play, audience: Audience) -> State:
    """A state without log and moments, made once for everybody who sees the same; nobody may change it."""
    found = play.states.get(audience)
    if found is None:
        found = public_state(play) if audience == PUBLIC else own_state(play, audience)
        play.states[audience] = found
    return found


def own_state(play: Play, audience: Audience) -> State:
    """A client's view: the public state, and the parts that belong to their seats."""
    public, seat = settled_state(play, PUBLIC), audience.seat
    seats, length = seats_of_client(play, public.seats, audience.held), play.length_for(audience.held)
    if seat is None:
        return replace(public, seats=seats, yours=audience.creator, length=length)
    playing = play.started and not (play.ended or play.halted)
    return replace(
        public,
        seats=seats,
        yours=audience.creator,
        length=length,
        seat=seat,
        view=play.view(seat) if play.started else None,
        prompt=prompt_shown(play, seat),
        legal=play.offers(seat) if playing else [],
        forced=playing and play.table.game.is_forced(play.table.position_for(seat), seat),
        undo=undo_shown(play, seat),
        plan=standing_plan(play, seat),
        plannable=plannable(play, seat),
        lesson=lesson(play, seat),
        campaign=campaign_shown(play) if play.started else None,
    )


def seats_of_client(play: Play, public: list[Seat], held: tuple[int, ...]) -> list[Seat]:
    """The seats as the client sees them who holds some of them."""
    found = play.seats_shown.get(held)
    if found is None:
        found = [replace(one, yours=True) if one.seat in held and one.taken else one for one in public]
        play.seats_shown[held] = found
    return found


def public_state(play: Play) -> State:
    """The view of a spectator without a seat, who did not create the table."""
    header, table, started = play.header, play.table, play.started
    frame = play.frame = play.frame or framed(play)
    return State(
        table=header.id,
        game=header.game,
        options=frame.options,
        created=header.created,
        hot_seat=frame.hot_seat,
        open=header.open,
        length=play.length_for(()),
        moves=table.moves,
        started=started,
        seats=frame.seats,
        seat=None,
        view=play.view(None) if started else None,
        prompt=prompt_shown(play, None),
        to_move=play.to_move,
        legal=[],
        forced=False,
        since=0,
        events=[],
        moments=[],
        over=started and play.over,
        result=table.result if started else None,
        commitment=frame.commitment,
        seed=table.seed if started and play.over and not header.sealed else None,
        undo=undo_shown(play, None),
        ended=play.ended,
        halted=play.halted and not play.over,
        rematch=frame.rematch,
        changes=header.changes,
        time=time_shown(play),
        plan=None,
        plannable=[],
        private=header.private,
        language=header.language,
        yours=False,
        origin=frame.origin,
        lesson=None,
        hinted=header.hinted,
        rated=is_rated(play),
        tournament=InTournament(header.tournament, header.round or 0, header.sealed) if header.tournament else None,
        exhibition=header.exhibition,
        club=header.club,
        delay=header.delay,
        hands=hands_shown(play),
        campaign=None,
    )


def hands_shown(play: Play) -> Phrase | None:
    """When spectators may see all hands of a running game, in the game's words; None: not before its end."""
    if play.header.private or not play.started or play.over or play.halted:
        return None
    return None if play.table.game.chapter(play.table.settled) is None else phrase("chapter")


def framed(play: Play) -> Frame:
    """The parts of all states of a table that no move changes."""
    return Frame(
        options_shown(play),
        play.table.commitment,
        hot_seat(play),
        seats_shown(play.seats, NOBODY),
        rematch_shown(play),
        continued_from(play),
    )


def prompt_shown(play: Play, seat: int | None) -> Phrase:
    """The prompt for a seat, or the reason why there is none."""
    if not play.started:
        return phrase("prompt.seats")
    if play.ended:
        return phrase("prompt.ended")
    return phrase("prompt.halted") if play.halted else play.table.prompt(seat)


def log_lines(play: Play, seat: int | None, since: int) -> list[LogLine]:
    """The lines of the log from `since` on, without what a seat may not know."""
    game, board = play.table.game, play.table.board
    return [log_line(board, line.move, typed(game, board, line.told).seen_by(seat)) for line in play.lines[since:]]


@lru_cache(LINES)
def typed(game: Game[Any, Any], board: Any, told: Told | OutsideEvent) -> Event:
    """The event in a line of the log; the same ones are told at many tables."""
    return game.decode(board, told) if isinstance(told, tuple) else told


@lru_cache(LINES)
def log_line(board: Any, move: int, event: Event) -> LogLine:
    """An event with its words and places; most seats see the same of it."""
    return LogLine(move, event, event.phrase(board), event.touches(), event.routine)


def moments_shown(play: Play, seat: int | None, since: int) -> list[MomentShown]:
    """The moments inside the moves after the first `since`."""
    return [
        MomentShown(moment.kind, phrase(f"moment.{moment.kind}"), play.starts[moment.move] + moment.after, moment.view)
        for moment in play.table.moments(seat, since + 1)
    ]


def seats_shown(seats: Sequence[SeatRow], who: Who) -> list[Seat]:
    """The seats; on a shared device nobody can tell whose profile it is, so none is shown."""
    guests = [seat.guest for seat in seats]
    return [
        Seat(
            seat.seat,
            seat.name,
            seat.kind,
            seat.bot,
            seat.taken,
            seat.open and not seat.taken,
            seat.taken and seat.held_by(who),
            seat.absent,
            shown_profile(seat.guest) if guests.count(seat.guest) == 1 else None,
            colour,
            pattern,
            seat.character,
            None if seat.nudged is None else iso(seat.nudged),
        )
        for seat, colour, pattern in zip(seats, *colours(seats), strict=True)
    ]


def time_shown(play: Play) -> Time:
    """The time control, a proposal for another one, and the clocks."""
    proposal = play.header.proposal
    asked = None
    if proposal:
        waits_for = play.others(proposal.seat) - set(proposal.agreed)
        asked = TimeProposed(proposal.seat, proposal.control, tuple(sorted(waits_for)))
    clocks = [clock_shown(play, clock) for clock in play.clocks]
    header = play.header
    return Time(
        header.time,
        header.absent,
        asked,
        clocks,
        play.awaited,
        None if header.awaiting is None else iso(header.awaiting),
        (TOURNAMENT_ARRIVAL if header.tournament else ARRIVAL) // MINUTE,
        header.patience,
        header.idle,
        motion_shown(play),
    )


def motion_shown(play: Play) -> MotionShown | None:
    """The proposal about an absent player, unless they have played in the meantime."""
    motion = play.header.motion
    if motion is None or motion.since is None or motion.since != play.waits_since(motion.about):
        return None
    return MotionShown(motion.seat, motion.about, motion.do, tuple(motion.waits_for))


def rematch_shown(play: Play) -> RematchShown | None:
    """The rematch of a table, or what became of its proposal."""
    table, asked = play.header.rematch, play.header.rematch_asked
    if asked is None or table:
        return RematchShown(table, None, (), None) if table else None
    waits_for = () if asked.refused is not None else tuple(sorted(play.partners(asked.seat) - set(asked.agreed)))
    return RematchShown(None, asked.seat, waits_for, asked.refused)


def clock_shown(play: Play, clock: Clock) -> ClockShown:
    """A clock as of its start, so that the state changes only when the table does."""
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


def summary(header: Header, seats: Sequence[SeatRow], deadlines: Sequence[int | None], who: Who) -> Summary:
    """A table in a list: only what everybody may know, and the client's own turn and deadline."""
    own = [seat.seat for seat in seats if seat.held_by(who)]
    own_deadlines = [deadline for seat in own if (deadline := deadlines[seat]) is not None]
    return Summary(
        table=header.id,
        game=header.game,
        seats=seats_shown(seats, who),
        started=all(seat.taken for seat in seats),
        over=header.over,
        moves=header.moves,
        to_move=header.to_move or (),
        your_turn=any(seat in (header.to_move or ()) for seat in own),
        updated=header.updated,
        winners=header.winners,
        time=header.time,
        deadline=iso(min(own_deadlines)) if own_deadlines else None,
        language=header.language,
        club=header.club,
    )


def options_shown(play: Play) -> dict[str, Any]:
    """The options of a table; stored boards by their ids."""
    files = play.header.files
    rest = msgspec.structs.replace(play.table.options, **dict.fromkeys(files))
    return {**msgspec.to_builtins(rest), **{name: play.header.options[name] for name in files}}
