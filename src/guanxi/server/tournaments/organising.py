"""The organiser's actions in a tournament: bots, the start, absent players, more time, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from guanxi.server.clocks.clocks import MINUTE, stop
from guanxi.server.http.errors import ApiError
from guanxi.server.http.route import post
from guanxi.server.http.wire import Nothing
from guanxi.server.lobby.new_tables import check_bot
from guanxi.server.people.ratings import BOT, ratings_of
from guanxi.server.tournaments import store, wire
from guanxi.server.tournaments.director import note_ratings
from guanxi.server.tournaments.tournaments import ONE, bots_of, needed

if TYPE_CHECKING:
    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.route import Route
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.registry import Tables
    from guanxi.server.tournaments.director import Director, Review
    from guanxi.server.tournaments.store import EntrantRow, Whole
    from guanxi.server.tournaments.tournaments import Tournaments

MOST_REVIEWED = 200  # games of one tournament


class Organising:
    """Handles requests of organisers."""

    def __init__(
        self,
        database: Database,
        tables: Tables,
        tournaments: Tournaments,
        director: Director,
        review: Review,
        now: Now,
    ) -> None:
        self._database = database
        self._tables = tables
        self._tournaments = tournaments
        self._director = director
        self._review = review
        self._now = now

    @property
    def routes(self) -> tuple[Route, ...]:
        refusals, page = (403, 404, 409), wire.TournamentShown
        busy = (*refusals, 503)
        return (
            post(
                f"{ONE}/bots",
                self.add_tournament_bots,
                wire.BotsAdded,
                page,
                "Let bots enter your tournament.",
                refusals,
            ),
            post(
                f"{ONE}/remove",
                self.remove_entrant,
                wire.OfEntrant,
                page,
                "Take a player out of your tournament.",
                busy,
            ),
            post(
                f"{ONE}/start",
                self.start_tournament,
                Nothing,
                page,
                "Begin your tournament, or its next round, now.",
                refusals,
            ),
            post(
                f"{ONE}/absent",
                self.set_entrant_absent,
                wire.OfEntrant,
                page,
                "Apply the policy to a player who is absent from the running round of your tournament.",
                busy,
            ),
            post(
                f"{ONE}/extend", self.extend_round, wire.MoreTime, page, "Give all clocks of the round more time.", busy
            ),
            post(
                f"{ONE}/end",
                self.end_tournament,
                Nothing,
                page,
                "End your tournament, or drop it before it begins.",
                refusals,
            ),
            post(
                f"{ONE}/reviews",
                self.review_games,
                Nothing,
                page,
                "Have all games of your tournament reviewed once it is over: the summary then names the luckiest deal.",
                refusals,
            ),
        )

    async def add_tournament_bots(self, call: Call[wire.BotsAdded]) -> wire.TournamentShown:
        """Let bots of a level enter."""
        wanted = call.body
        check_bot(wanted.bot)
        async with self._database.writing() as connection:
            whole = await self._own(connection, call)
            one, bots = whole.tournament, sum(entrant.bot is not None for entrant in whole.entrants)
            room = (one.most or wire.MOST_PLAYERS) - len(whole.entrants)
            if one.state == "over" or (one.state == "running" and one.format not in ("swiss", "tables")):
                raise ApiError(409, "no-entry")
            if wanted.count > min(room, wire.MOST_BOTS - bots):
                raise ApiError(409, "no-room", n=max(0, min(room, wire.MOST_BOTS - bots)))
            rows = bots_of(whole, wanted.bot, wanted.count)
            if one.state == "running":
                known = await ratings_of(connection, one.game, [f"{BOT}{wanted.bot}"])
                for row in rows:
                    row.mu = known[f"{BOT}{row.bot}"].mu if known else None
            await store.insert_entrants(connection, rows)
            await store.change(connection, one)
        self._director.wake()
        return await self._tournaments.page(call)

    async def remove_entrant(self, call: Call[wire.OfEntrant]) -> wire.TournamentShown:
        """Take a player out of the tournament."""
        async with self._database.reading() as connection:
            whole = await self._own(connection, call)
        await self._tournaments.remove(whole, entrant_of(whole, call.body.entrant))
        return await self._tournaments.page(call)

    async def start_tournament(self, call: Call[Nothing]) -> wire.TournamentShown:
        """Begin the tournament, or the next round without waiting for the end of the pause."""
        async with self._database.writing() as connection:
            whole = await self._own(connection, call)
            one, fewest = whole.tournament, min(whole.plan.sizes)
            if one.state == "running" and one.resumes is not None:
                await store.change(connection, one, resumes=self._now())
            elif one.state != "open":
                raise ApiError(409, "round-running" if one.state == "running" else "tournament-over")
            elif len(whole.entrants) < fewest:
                raise ApiError(409, "too-few-players", n=fewest)
            elif one.format == "robin" and len(whole.entrants) > store.MOST_ROBIN:
                raise ApiError(409, "large-robin", n=store.MOST_ROBIN)
            elif await store.change(connection, one, state="running", starts=None):
                await note_ratings(connection, whole)
        await self._director.look()
        return await self._tournaments.page(call)

    async def set_entrant_absent(self, call: Call[wire.OfEntrant]) -> wire.TournamentShown:
        """Let a bot play for an absent player, or let them forfeit, in the running round."""
        async with self._database.reading() as connection:
            whole = await self._own(connection, call)
        entrant = entrant_of(whole, call.body.entrant)
        row = whole.current(entrant.number)
        never_came = row is not None and entrant.number in (row.players[seat] for seat in row.awaited)
        await self._tournaments.stand_in(whole, entrant)
        if never_came:  # the next rounds must not wait for them, too
            async with self._database.writing() as connection:
                await store.set_playing(connection, whole.tournament.id, [entrant.number], False)
        return await self._tournaments.page(call)

    async def extend_round(self, call: Call[wire.MoreTime]) -> wire.TournamentShown:
        """Give every player of the running round more time."""
        async with self._database.reading() as connection:
            whole = await self._own(connection, call)
        for row in whole.pairings:
            if row.exists and not row.ended:
                async with self._tables.opened(row.table_id or "") as play, self._tables.changing(play) as at:
                    for clock in play.clocks:
                        stop(clock, play.header.time, at)
                        clock.left = None if clock.left is None else clock.left + call.body.minutes * MINUTE
        return await self._tournaments.page(call)

    async def end_tournament(self, call: Call[Nothing]) -> wire.TournamentShown:
        """End the tournament: games that are being played may be finished, but do not count any more."""
        async with self._database.writing() as connection:
            whole = await self._own(connection, call)
            one = whole.tournament
            if one.state not in store.UNFINISHED:
                raise ApiError(409, "tournament-over")
            state = "dropped" if one.state == "open" else "over"
            await store.change(connection, one, state=state, ended=self._now(), resumes=None)
        self._director.wake()
        return await self._tournaments.page(call)

    async def review_games(self, call: Call[Nothing]) -> wire.TournamentShown:
        """Have the finished games reviewed behind all reviews that people wait for."""
        async with self._database.reading() as connection:
            whole = await self._own(connection, call)
        if whole.tournament.state != "over":
            raise ApiError(409, "tournament-running")
        await self._review(whole.finished[-MOST_REVIEWED:])
        return await self._tournaments.page(call)

    async def _own(self, connection: Any, call: Call[Any]) -> Whole:
        """The tournament, which the client must have created."""
        whole = await needed(connection, call.path("id"))
        if call.who.guest is None or call.who.guest != whole.tournament.organiser:
            raise ApiError(403, "not-your-tournament")
        return whole


def entrant_of(whole: Whole, number: int) -> EntrantRow:
    """An entrant by their number."""
    found = next((one for one in whole.entrants if one.number == number), None)
    if found is None:
        raise ApiError(409, "not-entered")
    return found
