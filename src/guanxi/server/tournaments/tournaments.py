"""Tournaments: lists and pages, new ones, and players who enter and withdraw."""

from __future__ import annotations

import secrets
import unicodedata
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, select, true

import guanxi
from guanxi.engine import chance
from guanxi.engine.errors import GuanxiError
from guanxi.server.clocks.clocks import Live, live_control, milliseconds
from guanxi.server.http.errors import ApiError
from guanxi.server.http.identity import Who
from guanxi.server.http.links import Link
from guanxi.server.http.route import get, post
from guanxi.server.http.wire import Nothing
from guanxi.server.lobby.new_tables import check_choices
from guanxi.server.people.bans import check_ban
from guanxi.server.people.membership import check_member, clubs_of, name_of_club
from guanxi.server.people.names import clean_name
from guanxi.server.people.ratings import ratings_of
from guanxi.server.storage.schema import ENTRANTS, GUESTS, PAIRINGS, REVIEWS, TOURNAMENTS
from guanxi.server.tables.departures import depart
from guanxi.server.tables.records import new_id
from guanxi.server.tournaments import shown, store, wire
from guanxi.server.tournaments.store import EntrantRow, Tournament, Whole
from guanxi.tournaments.records import TWO_PLAYERS

if TYPE_CHECKING:
    from typing import Any

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

    from guanxi.engine.game import Game
    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.links import Links
    from guanxi.server.http.route import Route
    from guanxi.server.people.guests import Guests
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.registry import Tables
    from guanxi.server.tournaments.director import Director

ONE = "/api/tournaments/{id}"
MOST_LISTED = 20
MOST_UNFINISHED = 10  # tournaments of one organiser
PAUSE = 60  # seconds between the rounds of a live tournament
LONGEST_TITLE = 60


class Tournaments:
    """Handles tournaments before and while they are played."""

    def __init__(
        self, database: Database, tables: Tables, guests: Guests, director: Director, links: Links, now: Now
    ) -> None:
        self._database = database
        self._tables = tables
        self._guests = guests
        self._director = director
        self._links = links
        self._now = now

    @property
    def routes(self) -> tuple[Route, ...]:
        page = wire.TournamentShown
        return (
            get(
                "/api/tournaments",
                self.list_tournaments,
                wire.TournamentLists,
                "The client's tournaments, those to enter, to watch, and those that are over.",
                filters=(("club", "Tournaments of this club only."),),
            ),
            post(
                "/api/tournaments",
                self.create_tournament,
                wire.TournamentWanted,
                page,
                "Create a tournament.",
                (403, 409),
                201,
            ),
            get(ONE, self.show_tournament, page, "A tournament with its standings and rounds.", (404,)),
            get(f"{ONE}/link", self.show_tournament_link, Link, "The link by which others enter a tournament.", (404,)),
            post(
                f"{ONE}/enter",
                self.enter_tournament,
                wire.Entry,
                page,
                "Enter a tournament, or come back.",
                (403, 404, 409),
            ),
            post(f"{ONE}/withdraw", self.leave_tournament, Nothing, page, "Leave a tournament.", (404, 409, 503)),
        )

    async def list_tournaments(self, call: Call[None]) -> wire.TournamentLists:
        """Return the tournaments that concern the client: those that are listed, and those of the client's clubs."""
        club, guest = call.word("club"), call.who.guest or ""
        entered = TOURNAMENTS.c.id.in_(select(ENTRANTS.c.tournament).where(ENTRANTS.c.guest == guest))
        of_club = true() if club is None else TOURNAMENTS.c.club == club
        of_mine = (TOURNAMENTS.c.state == "open") & TOURNAMENTS.c.club.in_(clubs_of(guest))
        mine = of_club & (entered | (TOURNAMENTS.c.organiser == guest) | of_mine)
        visible = of_club & (TOURNAMENTS.c.listed | TOURNAMENTS.c.club.in_(clubs_of(guest)))
        state = TOURNAMENTS.c.state
        async with self._database.reading() as connection:
            return wire.TournamentLists(
                mine=await self._lines(connection, mine & state.in_(store.UNFINISHED), call),
                open=await self._lines(connection, visible & ~mine & (state == "open"), call),
                running=await self._lines(connection, visible & ~mine & (state == "running"), call),
                over=await self._lines(connection, (visible | mine) & (state == "over"), call),
            )

    async def show_tournament(self, call: Call[None]) -> wire.TournamentShown:
        """Return a tournament with everything that its page shows."""
        return await self.page(call)

    async def show_tournament_link(self, call: Call[None]) -> Link:
        """Return the link by which others enter."""
        async with self._database.reading() as connection:
            whole = await needed(connection, call.path("id"))
        return self._links.to(f"/tournament/{whole.tournament.id}", call.address)

    async def create_tournament(self, call: Call[wire.TournamentWanted]) -> wire.TournamentShown:
        """Create a tournament; its organiser plays, too, unless they do not want to."""
        guest, wanted = call.guest(), call.body
        await check_ban(self._database, guest)
        await check_member(self._database, wanted.club, guest)
        name = clean_name(wanted.player) or await self._guests.name(guest)
        one = new_tournament(wanted, guest, self._now())
        async with self._database.writing() as connection:
            unfinished = (TOURNAMENTS.c.organiser == guest) & TOURNAMENTS.c.state.in_(store.UNFINISHED)
            if (await connection.scalar(select(func.count()).where(unfinished)) or 0) >= MOST_UNFINISHED:
                raise ApiError(409, "many-tournaments", n=MOST_UNFINISHED)
            await store.insert_tournament(connection, one)
            if wanted.plays:
                await store.insert_entrants(connection, [EntrantRow(one.id, 0, guest, name, None, None, True, None)])
        await self._guests.remember(guest, name)
        return await self.page(call, Who(guest), one.id)

    async def enter_tournament(self, call: Call[wire.Entry]) -> wire.TournamentShown:
        """Enter a tournament; a player who has withdrawn comes back."""
        guest = call.guest()
        await check_ban(self._database, guest)
        name = clean_name(call.body.name) or await self._guests.name(guest)
        async with self._database.writing() as connection:
            whole = await needed(connection, call.path("id"))
            mine = whole.entrant_of(guest)
            if not (mine and mine.playing):
                if not shown.may_enter(whole, call.who):
                    raise ApiError(409, "no-entry")
                if mine:
                    await store.set_playing(connection, mine.tournament, [mine.number], True)
                else:
                    await store.insert_entrants(connection, [await self._entrant(connection, whole, guest, name)])
                await store.change(connection, whole.tournament)
        await self._guests.remember(guest, name)
        self._director.wake()
        return await self.page(call, Who(guest))

    async def leave_tournament(self, call: Call[Nothing]) -> wire.TournamentShown:
        """Leave a tournament; the game that is being played goes on as the tournament's policy says."""
        async with self._database.reading() as connection:
            whole = await needed(connection, call.path("id"))
        mine = whole.entrant_of(call.who.guest)
        if mine is None:
            raise ApiError(409, "not-entered")
        await self.remove(whole, mine)
        return await self.page(call)

    async def remove(self, whole: Whole, entrant: EntrantRow) -> None:
        """Take a player out of a tournament: as if they had never entered, or from the next round on."""
        one = whole.tournament
        if one.state not in store.UNFINISHED:
            raise ApiError(409, "tournament-over")
        async with self._database.writing() as connection:
            if not await store.change(connection, one):
                raise ApiError(409, "tournament-changed")
            if one.state == "open":
                await store.delete_entrant(connection, one.id, entrant.number)
            else:
                await store.set_playing(connection, one.id, [entrant.number], False)
        await self.stand_in(whole, entrant)
        self._director.wake()

    async def stand_in(self, whole: Whole, entrant: EntrantRow) -> None:
        """Apply the policy for absent players to somebody's present game."""
        row = whole.current(entrant.number)
        if row is None or entrant.guest is None:
            return
        async with self._tables.opened(row.table_id or "") as play:
            seats = [seat.seat for seat in play.seats if seat.guest == entrant.guest and seat.present]
            if seats and not play.over:
                async with self._tables.changing(play) as at:
                    for seat in seats:
                        depart(play, seat, at)

    async def page(
        self, call: Call[Any], who: Who | None = None, tournament_id: str | None = None
    ) -> wire.TournamentShown:
        """A tournament as the client sees it, who may have become a guest just now."""
        async with self._database.reading() as connection:
            whole = await needed(connection, tournament_id or call.path("id"))
            one = whole.tournament
            organiser = await connection.scalar(select(GUESTS.c.name).where(GUESTS.c.guest == one.organiser))
            club = await name_of_club(connection, one.club, (who or call.who).guest)
            reviews = await read_reviews(connection, one.id) if one.state == "over" else {}
        return shown.tournament_shown(whole, who or call.who, organiser, club, reviews)

    async def _lines(
        self, connection: AsyncConnection, where: ColumnElement[bool], call: Call[None]
    ) -> list[wire.TournamentLine]:
        ids = (await store.ids_where(connection, where))[:MOST_LISTED]
        found = [await needed(connection, tournament_id) for tournament_id in ids]
        return [shown.line_shown(whole, call.who) for whole in found]

    async def _entrant(self, connection: AsyncConnection, whole: Whole, guest: str, name: str | None) -> EntrantRow:
        """A new entrant; one who comes late has the rating of now."""
        one, mu = whole.tournament, None
        if one.state == "running":
            known = await ratings_of(connection, one.game, [guest])
            mu = known[guest].mu if guest in known else None
        return EntrantRow(one.id, next_number(whole), guest, name, None, None, True, mu)


async def needed(connection: AsyncConnection, tournament_id: str) -> Whole:
    """A tournament, which must exist."""
    whole = await store.read_whole(connection, tournament_id)
    if whole is None:
        raise ApiError(404, "unknown-tournament")
    return whole


async def read_reviews(connection: AsyncConnection, tournament_id: str) -> dict[str, bytes]:
    """The reviews of a tournament's games by table, finished or under way: those are empty."""
    query = (
        select(REVIEWS.c.table_id, REVIEWS.c.review)
        .join(PAIRINGS, PAIRINGS.c.table_id == REVIEWS.c.table_id)
        .where(PAIRINGS.c.tournament == tournament_id, REVIEWS.c.state.in_(("waiting", "running", "done")))
    )
    return {row.table_id: (row.review or "").encode() for row in await connection.execute(query)}


def next_number(whole: Whole) -> int:
    """The number of the next entrant; numbers are never used twice."""
    return max((one.number for one in whole.entrants), default=-1) + 1


def new_tournament(wanted: wire.TournamentWanted, organiser: str, at: int) -> Tournament:
    """A tournament as its organiser wants it; refused if its game cannot be played so."""
    try:
        game = guanxi.game(wanted.game)
        size = checked_size(game, wanted)
        check_choices(game, wanted.options, {})
        options = msgspec.to_builtins(game.check_options(size, wanted.options))
    except GuanxiError as wrong:
        raise ApiError(422, "bad-option", reason=str(wrong)) from None
    time = wanted.time or live_control(game)
    pause = wanted.pause if wanted.pause is not None else PAUSE if isinstance(time, Live) else 0
    return Tournament(
        id=new_id(),
        name=clean_title(wanted.name),
        organiser=organiser,
        club=wanted.club,
        game=wanted.game,
        options=options,
        format=wanted.format,
        rounds=wanted.rounds,
        size=size,
        best_of=wanted.best_of if wanted.format == "knockout" else 1,
        time=time,
        absent=wanted.absent,
        duplicate=wanted.duplicate and wanted.format != "knockout",
        listed=wanted.listed,
        pause=pause,
        most=wanted.most,
        starts=None if wanted.starts is None else milliseconds(wanted.starts),
        seed=chance.new_seed(),
        state="open",
        round=0,
        resumes=None,
        created=at,
        ended=None,
        version=0,
    )


def checked_size(game: Game[Any, Any], wanted: wire.TournamentWanted) -> int:
    """The number of players at a table, which the format and the game must allow."""
    if wanted.format in TWO_PLAYERS:
        if 2 not in game.seats or wanted.size not in (None, 2):
            raise ApiError(422, "only-tables", least=min(game.seats))
        return 2
    larger = [seats for seats in game.seats if seats > 2]
    if not larger:
        raise ApiError(422, "only-two")
    size = wanted.size or game.usual
    if size not in larger:
        raise ApiError(422, "bad-size", sizes=", ".join(map(str, larger)))
    return size


def clean_title(name: str) -> str:
    """A tournament's name without surrounding blanks."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    if not 0 < len(name) <= LONGEST_TITLE or any(unicodedata.category(sign)[0] == "C" for sign in name):
        raise ApiError(422, "bad-title", most=LONGEST_TITLE)
    return name


def bots_of(whole: Whole, bot: str, count: int) -> list[EntrantRow]:
    """New bots, each with another character."""
    first = next_number(whole)
    known = [one.character for one in whole.entrants if one.character is not None]
    character = max(known, default=secrets.randbelow(900)) + 1
    return [
        EntrantRow(whole.tournament.id, first + n, None, None, bot, character + n, True, None) for n in range(count)
    ]
