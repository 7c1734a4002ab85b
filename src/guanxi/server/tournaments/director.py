"""The director: begins tournaments and rounds, creates tables, collects results, and deals with absent players.

Each step is one transaction that holds only if nobody else has made it: the pairings of a round are written together
with its number, and each names the id of its table before that exists.  A server that dies at any moment leaves a
tournament that the next look takes up: nothing happens twice, and nothing is left out.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from anyio import to_thread
from sqlalchemy import and_, func, or_, select, update
from sqlalchemy.exc import IntegrityError

import guanxi
from guanxi.engine.errors import GuanxiError
from guanxi.server.clocks.clocks import SECOND, TOURNAMENT_ARRIVAL
from guanxi.server.http.errors import ApiError
from guanxi.server.people.ratings import BOT, ratings_of
from guanxi.server.seats.seats import SeatRow
from guanxi.server.storage.schema import ENTRANTS, TABLES, TOURNAMENTS
from guanxi.server.tables.departures import depart
from guanxi.server.tables.records import new_header, new_id
from guanxi.server.tournaments import store
from guanxi.tournaments.rounds import draw, further_games, is_last, round_over

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.server.clocks.clocks import Now
    from guanxi.server.people.guests import Guests
    from guanxi.server.storage.database import Database
    from guanxi.server.storage.leases import Leases
    from guanxi.server.tables.records import Header
    from guanxi.server.tables.registry import Tables
    from guanxi.server.tournaments.store import EntrantRow, PairingRow, Whole
    from guanxi.tournaments.records import Game

    Review = Callable[[Sequence[str]], Awaitable[None]]  # of tables, when nothing else is to be reviewed

LOG = logging.getLogger("guanxi.server")
PATIENCE = 24  # hours, for tables of tournaments, which the director looks after
MOST_UNASKED = 100  # games that are reviewed at the end without being asked for: some minutes of one processor


class Director:
    """Runs all tournaments."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        guests: Guests,
        leases: Leases,
        review: Review,
        now: Now,
        interval: float,
    ) -> None:
        self._database = database
        self._tables = tables
        self._guests = guests
        self._leases = leases
        self._review = review
        self._now = now
        self._interval = interval
        self._news = asyncio.Event()
        self._looking = asyncio.Lock()

    def look_at(self, header: Header) -> None:
        """A table is over; it may have been the last one of a round."""
        if header.tournament:
            self._news.set()

    def wake(self) -> None:
        """Look soon: a tournament has changed."""
        self._news.set()

    async def run(self) -> None:
        """Look at all running tournaments when something happens, and at intervals, for ever."""
        while True:
            self._news.clear()
            try:
                await self.look()
            except Exception:
                LOG.exception("tournaments could not be looked after; the next attempt comes soon")
            with suppress(TimeoutError):
                async with asyncio.timeout(self._interval):
                    await self._news.wait()

    async def look(self) -> None:
        """Take every tournament as far as it can go now."""
        due = and_(TOURNAMENTS.c.state == "open", TOURNAMENTS.c.starts <= self._now())
        sealed = select(TABLES.c.tournament).where(TABLES.c.sealed)
        where = or_(TOURNAMENTS.c.state == "running", due, full(), TOURNAMENTS.c.id.in_(sealed))
        async with self._looking:
            async with self._database.reading() as connection:
                found = await store.ids_where(connection, where)
            for tournament_id in found:
                try:
                    await self._carry_on(tournament_id)
                except (ApiError, GuanxiError) as wrong:
                    LOG.warning("tournament %s could not go on: %s", tournament_id, wrong)
                except Exception:  # one that fails must not keep the others waiting
                    LOG.exception("tournament %s could not go on", tournament_id)

    async def _carry_on(self, tournament_id: str) -> None:
        """Take a tournament as far as it can go now, unless another process does."""
        work = f"tournament {tournament_id}"
        if not await self._leases.claim(work):
            return
        try:
            while await self._step(tournament_id):
                pass
        finally:
            await self._leases.release(work)

    async def _step(self, tournament_id: str) -> bool:
        """Do what can be done now; True if something else may be possible then."""
        async with self._database.reading() as connection:
            whole = await store.read_whole(connection, tournament_id)
        assert whole
        one, at = whole.tournament, self._now()
        if one.state == "open":
            return await self._begin(whole)
        if await self._settle(whole) or await self._create_tables(whole):
            return True
        await self._end_waiting(whole, at)
        await self._reveal(whole)
        if one.state != "running":
            return False
        if one.round and one.resumes is None:
            return await self._end_round(whole, at)
        return await self._draw(whole) if one.round == 0 or at >= (one.resumes or 0) else False

    async def _begin(self, whole: Whole) -> bool:
        """Begin a tournament with the ratings of that moment; one that has too few players waits for its organiser."""
        one = whole.tournament
        if sum(entrant.playing for entrant in whole.entrants) < min(whole.plan.sizes):
            async with self._database.writing() as connection:
                await store.change(connection, one, starts=None)
            return False
        async with self._database.writing() as connection:
            if await store.change(connection, one, state="running", starts=None):
                await note_ratings(connection, whole)
        return True

    async def _draw(self, whole: Whole) -> bool:
        """Draw the next round."""
        one = whole.tournament
        number = one.round + 1
        async with self._database.reading() as connection:
            blocks = await store.blocks_among(connection, whole.entrants)
        games = await to_thread.run_sync(draw, whole.plan, whole.people, whole.games, number, blocks)
        async with self._database.writing() as connection:
            if await store.change(connection, one, round=number, resumes=None):
                await store.insert_games(connection, one.id, with_tables(games))
        return True

    async def _settle(self, whole: Whole) -> bool:
        """Record the results of games that are over, and draw further games of undecided matches."""
        ended = [row for row in whole.pairings if row.ended and not row.over]
        more = further_games(whole.plan, whole.people, whole.games, whole.tournament.round) if not ended else []
        if whole.tournament.state != "running" or not (ended or more):
            return False
        async with self._database.writing() as connection:
            for row in ended:
                row.outcome = await store.outcome_of(connection, row.table_id or "")
                await store.write_outcome(connection, row)
            if more and await store.change(connection, whole.tournament):
                await store.insert_games(connection, whole.tournament.id, with_tables(more))
        return True

    async def _end_round(self, whole: Whole, at: int) -> bool:
        """After the last game of a round: the next one comes after a pause, or the tournament is over."""
        one = whole.tournament
        if not round_over(whole.plan, whole.people, whole.games, one.round):
            return False
        last = is_last(whole.plan, whole.people, one.round)
        after = {"state": "over", "ended": at} if last else {"resumes": at + one.pause * SECOND}
        async with self._database.writing() as connection:
            changed = await store.change(connection, one, **after)
        if last and changed and is_worth_reviewing(whole):
            await self._review(whole.finished)
        return True

    async def _create_tables(self, whole: Whole) -> bool:
        """Create the tables that are missing."""
        missing = [row for row in whole.pairings if row.table_id and not row.exists]
        if whole.tournament.state != "running":
            return False
        for row in missing:
            await self._create_table(whole, row)
        return bool(missing)

    async def _create_table(self, whole: Whole, row: PairingRow) -> None:
        """Create the table of a pairing; another process may have been quicker."""
        one, known = whole.tournament, {entrant.number: entrant for entrant in whole.entrants}
        seats = [seat_of(seat, known[number]) for seat, number in enumerate(row.players)]
        for seat in seats:
            await self._guests.set_appearance(seat)
        game = guanxi.game(one.game)
        automatic = game.automatic if all(seat.kind == "bot" for seat in seats) else {}
        options = msgspec.to_builtins(game.check_options(len(seats), {**automatic, **one.options}))
        header = new_header(game, options, False, self._now())
        header.id, header.tournament, header.round = row.table_id or "", one.id, row.round
        header.time, header.absent, header.patience, header.creator = one.time, one.absent, PATIENCE, one.organiser
        if one.duplicate:
            header.sealed, header.seed = True, shared_seed(one.seed, row)
        try:
            async with self._tables.created(header, seats):
                pass
        except ApiError as wrong:
            if not isinstance(wrong.__cause__, IntegrityError):
                raise

    async def _end_waiting(self, whole: Whole, at: int) -> None:
        """Apply the policy to players who have not come to a live game; they miss the next rounds, too."""
        for row in whole.pairings:
            if row.awaiting is None or row.ended or at < row.awaiting + TOURNAMENT_ARRIVAL or self._tables.paused:
                continue
            async with self._tables.opened(row.table_id or "") as play:
                awaited = [row.players[seat] for seat in play.awaited]
                async with self._tables.changing(play):
                    for seat in play.awaited:
                        depart(play, seat, at)
            async with self._database.writing() as connection:
                await store.set_playing(connection, whole.tournament.id, awaited, False)

    async def _reveal(self, whole: Whole) -> None:
        """Open the tables of a duplicate round to everybody when its last game is over."""
        one = whole.tournament
        if not one.duplicate or (one.state == "running" and one.resumes is None and one.round < 2):
            return
        last = one.round if one.state != "running" or one.resumes is not None else one.round - 1
        where = TABLES.c.sealed & (TABLES.c.tournament == one.id) & (TABLES.c.round <= last)
        async with self._database.reading() as connection:
            sealed = list(await connection.scalars(select(TABLES.c.id).where(where)))
        for table_id in sealed:
            async with self._tables.opened(table_id) as play, self._tables.changing(play):
                play.header.sealed = False


def full() -> ColumnElement[bool]:
    """Open tournaments that have as many players as they want."""
    count = select(func.count()).where(ENTRANTS.c.tournament == TOURNAMENTS.c.id).scalar_subquery()
    return and_(TOURNAMENTS.c.state == "open", TOURNAMENTS.c.most <= count)


def is_worth_reviewing(whole: Whole) -> bool:
    """Are all games reviewed for the summary without being asked for?  Only people care for luck."""
    return any(entrant.guest for entrant in whole.entrants) and len(whole.finished) <= MOST_UNASKED


def with_tables(games: list[Game]) -> list[tuple[Game, str | None]]:
    """Games with the ids of their tables; a bye has none."""
    return [(game, None if game.bye else new_id()) for game in games]


def shared_seed(seed: str, row: PairingRow) -> str:
    """The seed of all tables of a round; who knows it cannot compute that of another round."""
    return hmac.digest(seed.encode(), f"{row.round} {row.game} {len(row.players)}".encode(), "sha256").hex()


def seat_of(seat: int, entrant: EntrantRow) -> SeatRow:
    """The seat of an entrant at a table."""
    if entrant.bot:
        return SeatRow(seat, "bot", open=False, taken=True, bot=entrant.bot, character=entrant.character)
    return SeatRow(seat, "person", open=False, taken=True, name=entrant.name, guest=entrant.guest)


async def note_ratings(connection: AsyncConnection, whole: Whole) -> None:
    """Store the ratings that players have before a tournament: by them it is seeded, and upsets are measured."""
    players = {one.number: one.guest or f"{BOT}{one.bot}" for one in whole.entrants}
    known = await ratings_of(connection, whole.tournament.game, list(players.values()))
    for number, player in players.items():
        if player in known:
            where = (ENTRANTS.c.tournament == whole.tournament.id) & (ENTRANTS.c.number == number)
            await connection.execute(update(ENTRANTS).where(where).values(mu=known[player].mu))
