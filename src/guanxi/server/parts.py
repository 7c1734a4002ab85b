"""The parts of a server, built from its settings and connected.  This is the only place that knows them all."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Protocol

from guanxi.server.absences.absences import Absences
from guanxi.server.absences.closings import Closings
from guanxi.server.absences.deadlines import Deadlines
from guanxi.server.absences.downtime import Downtime
from guanxi.server.absences.time_controls import TimeControls
from guanxi.server.absences.waiting import Waiting
from guanxi.server.accounts.accounts import Accounts
from guanxi.server.accounts.adoption import Adoption
from guanxi.server.accounts.deletions import Deletions
from guanxi.server.accounts.devices import DeviceLinks, Devices
from guanxi.server.boards.boards import Boards
from guanxi.server.bots.bots import Bots
from guanxi.server.bots.workers import Workers
from guanxi.server.campaigns.campaigns import Campaigns
from guanxi.server.chat.chat import NEWS as CHAT_NEWS
from guanxi.server.chat.chat import Chat
from guanxi.server.chat.lines import Lines
from guanxi.server.clocks.clocks import DAY, HOUR, SECOND
from guanxi.server.clubs.clubs import Clubs
from guanxi.server.clubs.invitations import ClubInvitations
from guanxi.server.exhibitions.exhibitions import Exhibitions
from guanxi.server.friends.challenges import Challenges
from guanxi.server.friends.friends import Friends
from guanxi.server.friends.here import Here
from guanxi.server.http import meta
from guanxi.server.http.connections import Connections
from guanxi.server.http.limits import Limits
from guanxi.server.http.links import Links
from guanxi.server.insights.explorer import Explorer
from guanxi.server.insights.insights import OwnInsights
from guanxi.server.insights.reading import Reading
from guanxi.server.learning import shelf
from guanxi.server.learning.tutorials import Tutorials
from guanxi.server.lobby.lists import Lists
from guanxi.server.lobby.matching import Matching
from guanxi.server.lobby.new_tables import NewTables
from guanxi.server.lobby.rematches import Rematches
from guanxi.server.lobby.seating import Seating
from guanxi.server.metrics import Metrics
from guanxi.server.notices.channels import Channels
from guanxi.server.notices.delivery import Delivery
from guanxi.server.notices.letters import MailLinks
from guanxi.server.notices.mail import Mailer
from guanxi.server.people.browsers import NEWS as BROWSER_NEWS
from guanxi.server.people.browsers import Browsers
from guanxi.server.people.guests import Guests
from guanxi.server.people.profiles import Profiles
from guanxi.server.puzzles.puzzles import Puzzles
from guanxi.server.review.advice import Advice
from guanxi.server.review.hints import Hints
from guanxi.server.review.questions import ANSWERED, ASKED, Questions
from guanxi.server.review.reviews import NEWS as REVIEW_NEWS
from guanxi.server.review.reviews import Reviews
from guanxi.server.rooms.rooms import CHAT_NEWS as ROOM_CHAT_NEWS
from guanxi.server.rooms.rooms import NEWS as ROOM_NEWS
from guanxi.server.rooms.rooms import Rooms
from guanxi.server.settings import database_url
from guanxi.server.storage.background import Background
from guanxi.server.storage.database import Database
from guanxi.server.storage.leases import Leases
from guanxi.server.stream.rooms import RoomStreams
from guanxi.server.stream.stream import Streams
from guanxi.server.structs import prepare_structs
from guanxi.server.tables.elsewhere import Elsewhere
from guanxi.server.tables.hub import Hub
from guanxi.server.tables.moves import Moves
from guanxi.server.tables.presence import Presence
from guanxi.server.tables.registry import Tables
from guanxi.server.tables.replays import Replays
from guanxi.server.tables.store import NEWS as TABLE_NEWS
from guanxi.server.tables.store import OWED, TableStore
from guanxi.server.tables.turns import Turns
from guanxi.server.tables.upgrades import Upgrades
from guanxi.server.tournaments.director import Director
from guanxi.server.tournaments.organising import Organising
from guanxi.server.tournaments.tournaments import Tournaments

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine

    from guanxi.server.http.route import Route
    from guanxi.server.notices.outbox import Message
    from guanxi.server.notices.texts import Turn
    from guanxi.server.settings import Settings


class Runs(Protocol):
    """A part that works in the background."""

    def run(self) -> Coroutine[None, None, None]:
        """Work, for ever or until it is done."""


class Parts:
    """All parts of a server.  Building them does no I/O; `running` opens the database and starts the rest."""

    def __init__(self, settings: Settings) -> None:
        prepare_structs()
        self._settings = settings
        self.limits = Limits(settings.limited)
        self.connections = Connections(settings.limited, settings.proxies)
        self.links = Links(settings.address)
        self.metrics = Metrics(settings.metrics, settings.metrics_token)
        self.database = Database(database_url(settings.db))
        self.browsers = Browsers(self.database, self.now)
        self.leases = Leases(self.database)
        self.guests = Guests(self.database, self.now)
        self.elsewhere = Elsewhere(self.database)
        self.hub = Hub(self.elsewhere.clients)
        self.store = TableStore(self.database, self.metrics)
        notice_delay = round(settings.notice_delay * SECOND)
        idle = settings.idle_days * DAY // HOUR
        self.tables = Tables(self.store, self.now, self.hub.is_watching, settings.most_live, notice_delay, idle)
        self.boards = Boards(self.database, self.limits, self.now)
        self.presence = Presence(self.tables, self.hub, self.elsewhere, settings.presence_grace)
        self.here = Here(self.elsewhere, self.now)
        self.workers = Workers(settings.workers, settings.bot_patience)
        self.tutorials = Tutorials(self.tables, self.guests, self.now, settings.bot_delay)
        lines = Lines(self.database, self.now)
        self.chat = Chat(self.database, lines, self.tables, self.hub, self.limits, self.now)
        self.room_hub = Hub(self.elsewhere.clients)
        self.rooms = Rooms(
            self.database,
            self.tables,
            self.guests,
            lines,
            self.room_hub,
            self.elsewhere,
            self.limits,
            self.now,
        )
        self.bots = Bots(
            self.store,
            self.tables,
            self.tutorials,
            self.workers,
            self.hub,
            self.presence,
            self.leases,
            self.now,
            self.chat,
            settings.bot_delay,
        )
        patience = round(settings.question_patience * SECOND)
        self.reviews = Reviews(
            self.database,
            self.tables,
            self.leases,
            self.limits,
            self.now,
            settings.reviewers,
            settings.review_iterations,
        )
        self.director = Director(
            self.database,
            self.tables,
            self.guests,
            self.leases,
            self.reviews.ask_behind,
            self.now,
            settings.deadline_interval,
        )
        self.deadlines = Deadlines(self.store, self.tables, self.now, settings.deadline_interval, patience)
        self.closings = Closings(self.database, self.tables, settings.deadline_interval)
        self.deletions = Deletions(
            self.database, self.store, self.tables, self.browsers, self.hub, settings.deadline_interval
        )
        self.downtime = Downtime(self.database, self.tables, self.hub, self.now)
        self.upgrades = Upgrades(self.database, self.store, self.tables)
        thinks = settings.workers > 0  # otherwise `guanxi work` does
        advice = Advice(self.tables, self.workers)
        self.questions = Questions(self.database, self.leases, advice, self.now, settings.bot_patience, thinks)
        self.reading = Reading(self.database, self.tables, self.leases)
        self.channels, self.delivery = self._notices()
        self._listen_to_others()
        self._measure()
        self.tables.on_change(self.hub.publish)
        self.tables.on_change(self.bots.wake)
        self.tables.on_end(self.director.look_at)
        self.tables.on_end(self.reading.look_at)
        self.reviews.on_done(self.reading.wake)
        self.routes: tuple[Route, ...] = (
            *meta.ROUTES,
            *shelf.ROUTES,
            *self.boards.routes,
            *self.tutorials.routes,
            *Puzzles(self.database, self.guests, self.now).routes,
            *Explorer(self.database).routes,
            *self._lobby_routes(),
            *self._tournament_routes(),
            *self._table_routes(),
            *self._people_routes(),
            *self.channels.routes,
            *Hints(self.tables, advice if thinks else self.questions, self.limits).routes,
            *self.reviews.routes,
        )

    def _measure(self) -> None:
        """Show how much there is of everything."""
        gauge, workers = self.metrics.gauge, self.workers
        gauge("guanxi_tables", "Tables in memory", lambda: self.tables.in_memory)
        gauge("guanxi_streams", "Open streams", lambda: self.hub.streams)
        gauge("guanxi_bots_waiting", "Decisions of bots that wait for a worker", lambda: workers.waiting)
        gauge("guanxi_bots_longest_wait_seconds", "Wait of the oldest of them", lambda: workers.longest_wait)
        gauge("guanxi_bots_served", "Decisions that have got a worker", lambda: workers.served)
        gauge("guanxi_bots_waited_seconds", "Their waiting times in all", lambda: workers.waited)

    def now(self) -> int:
        """The current time in milliseconds."""
        return round(self._settings.clock() * SECOND)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open the database, start everything that runs in the background, and stop it at the end."""
        async with self._opened(self.database.start()):
            await self.browsers.start()
            await self.downtime.start()
            try:
                background = (
                    self.downtime,
                    self.deadlines,
                    self.closings,
                    self.deletions,
                    self.delivery,
                    self.upgrades,
                    self.here,
                    self.director,
                    self.reading,
                    self.rooms,
                )
                async with self._thinking(*background):
                    try:
                        yield
                    finally:
                        self.hub.close()
                        self.room_hub.close()
            finally:
                await self.presence.close()
                await self.downtime.beat()

    @asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """Think for bots, hints and reviews, and do nothing else: for servers on the same database."""
        self.database.notifier.role = "guanxi work"
        # Only a server changes the schema: others of an older version may be running.
        async with self._opened(self.database.check()), self._thinking():
            yield

    @asynccontextmanager
    async def _opened(self, prepared: Coroutine[None, None, None]) -> AsyncIterator[None]:
        try:
            await prepared
            await self.database.notifier.start()
            try:
                yield
            finally:
                await self.database.notifier.close()
        finally:
            await self.database.close()

    @asynccontextmanager
    async def _thinking(self, *others: Runs) -> AsyncIterator[None]:
        """Let bots, hints and reviews run, and other parts beside them."""
        background = Background()
        parts: list[Runs] = [
            self.database.notifier,
            self.elsewhere,
            self.leases,
            self.reviews,
            self.questions,
            self.bots,
        ]
        for part in (*parts, *others):
            background.start(part.run())
        try:
            await self.bots.start()
            yield
        finally:
            await background.close()
            await self.bots.close()
            await self.questions.close()
            await self.workers.close()

    def _listen_to_others(self) -> None:
        """Connect what other processes tell with those whom it concerns."""
        notifier = self.database.notifier
        notifier.on(TABLE_NEWS, self.tables.outdate)
        notifier.on(TABLE_NEWS, self.hub.publish)
        notifier.on(BROWSER_NEWS, self.browsers.outdate)
        notifier.on(BROWSER_NEWS, self.hub.end_streams)
        notifier.on(TABLE_NEWS, self.bots.look_again)
        notifier.on(OWED, self.bots.wake)
        notifier.on(REVIEW_NEWS, self.reviews.look_at)
        notifier.on(ASKED, self.questions.look_at)
        notifier.on(ANSWERED, self.questions.hear)
        notifier.on(CHAT_NEWS, self.hub.publish_chat)
        notifier.on(ROOM_NEWS, self.room_hub.publish)
        notifier.on(ROOM_CHAT_NEWS, self.room_hub.publish_chat)
        self.elsewhere.on_change(self.room_hub.publish_presence)
        self.elsewhere.on_change(self.bots.reconsider)
        notifier.on_missed(self.tables.outdate_all)
        notifier.on_missed(self.hub.publish_all)
        notifier.on_missed(self.room_hub.publish_all)
        notifier.on_missed(self.browsers.outdate_all)

    def _notices(self) -> tuple[Channels, Delivery]:
        settings, address = self._settings, self._settings.address or ""
        links = MailLinks(self.database, address)
        mailer = None
        if settings.smtp and settings.mail_from and address:
            mailer = Mailer(settings.smtp, settings.mail_from, address, self.now)
        contact = f"mailto:{settings.mail_from}" if settings.mail_from else address or "https://guanxi.invalid"
        channels = Channels(self.database, self.now, links, mailer is not None, settings.private_hooks)
        turns = Turns(self.tables, self.hub, address)

        async def pending(message: Message, guest: str) -> Turn | None:
            return await (self.challenges if message.kind == "invite" else turns).pending(message, guest)

        delivery = Delivery(
            self.database,
            self.now,
            pending,
            links,
            mailer,
            contact,
            settings.private_hooks,
            settings.delivery_interval,
        )
        return channels, delivery

    def _lobby_routes(self) -> tuple[Route, ...]:
        new_tables = NewTables(self.database, self.store, self.tables, self.boards, self.guests, self.limits, self.now)
        seating = Seating(self.database, self.tables, self.guests, self.links)
        lists = Lists(self.database, self.tables)
        matching = Matching(self.database, lists, seating, new_tables)
        rematches = Rematches(self.database, self.tables, self.now)
        self.challenges = Challenges(
            self.database,
            self.tables,
            lists,
            new_tables,
            seating,
            self.here,
            self.now,
            round(self._settings.notice_delay * SECOND),
            self._settings.address or "",
        )
        clubs = Clubs(self.database, self.guests, lists, self.here, self.now)
        friends = Friends(self.database, lists, self.hub, self.here, self.now)
        return (
            *new_tables.routes,
            *rematches.routes,
            *lists.routes,
            *seating.routes,
            *matching.routes,
            *friends.routes,
            *self.challenges.routes,
            *clubs.routes,
            *Exhibitions(new_tables, lists, self.limits).routes,
            *Campaigns(self.database, self.tables, self.guests, self.now).routes,
            *ClubInvitations(self.database, self.links, clubs).routes,
        )

    def _tournament_routes(self) -> tuple[Route, ...]:
        tournaments = Tournaments(self.database, self.tables, self.guests, self.director, self.links, self.now)
        organising = Organising(
            self.database, self.tables, tournaments, self.director, self.reviews.ask_behind, self.now
        )
        return (*tournaments.routes, *organising.routes)

    def _table_routes(self) -> tuple[Route, ...]:
        return (
            *Moves(self.tables).routes,
            *Replays(self.tables).routes,
            *self.upgrades.routes,
            *Streams(self.tables, self.chat, self.hub, self.presence, self.limits, self._settings.heartbeat).routes,
            *Absences(self.tables, self.now).routes,
            *TimeControls(self.tables, self.now).routes,
            *Waiting(self.database, self.tables, self.presence, self.now).routes,
            *self.chat.routes,
            *self.rooms.routes,
            *RoomStreams(self.rooms, self.room_hub, self.limits, self._settings.heartbeat).routes,
        )

    def _people_routes(self) -> tuple[Route, ...]:
        device_links = DeviceLinks(self.database, self.now)
        adoption = Adoption(self.database, self.store, self.tables, self.guests, self.browsers, self.hub)
        devices = Devices(self.database, self.tables, self.guests, self.browsers, self.links, device_links, adoption)
        accounts = Accounts(
            self.database,
            self.guests,
            self.browsers,
            device_links,
            adoption,
            devices,
            self.deletions,
            self.hub,
            self.limits,
        )
        profiles, insights = Profiles(self.database), OwnInsights(self.database)
        return (*devices.routes, *accounts.routes, *profiles.routes, *insights.routes)
