"""The invitation to a club: one link for all, which an organiser may renew or revoke at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select, update

from guanxi.server.clubs import wire
from guanxi.server.clubs.clubs import CLUB, check_organiser, seen_by
from guanxi.server.clubs.wire import Club, ClubInvitation
from guanxi.server.http.errors import ApiError
from guanxi.server.http.identity import hashed
from guanxi.server.http.route import get, post
from guanxi.server.lobby.invitations import invitation
from guanxi.server.storage.schema import CLUBS

if TYPE_CHECKING:
    from typing import Any

    from sqlalchemy import Row

    from guanxi.server.clubs.clubs import Clubs
    from guanxi.server.http.call import Call
    from guanxi.server.http.links import Links
    from guanxi.server.http.route import Route
    from guanxi.server.storage.database import Database


class ClubInvitations:
    """Handles the invitations of clubs."""

    def __init__(self, database: Database, links: Links, clubs: Clubs) -> None:
        self._database = database
        self._links = links
        self._clubs = clubs

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get(
                f"{CLUB}/invitation",
                self.club_invitation,
                ClubInvitation,
                "The invitation to a club that you organise.",
                (403, 404),
            ),
            post(
                f"{CLUB}/invitation",
                self.renew_invitation,
                wire.InvitationWanted,
                ClubInvitation,
                "Renew the invitation to a club, or revoke it; the old link stops working.",
                (404,),
            ),
            post(
                "/api/join/club/look",
                self.look_at_club,
                wire.ClubLinkShown,
                Club,
                "The club that an invitation leads to.",
                (404,),
            ),
            post("/api/join/club", self.join_by_link, wire.ClubInvited, Club, "Join a club by its link.", (404, 409)),
        )

    async def club_invitation(self, call: Call[None]) -> ClubInvitation:
        """Return the invitation to a club."""
        async with self._database.reading() as connection:
            await check_organiser(connection, call.path("id"), call.who.guest or "")
            row = (await connection.execute(select(CLUBS).where(CLUBS.c.id == call.path("id")))).one()
        return self._shown(row, call.address)

    async def renew_invitation(self, call: Call[wire.InvitationWanted]) -> ClubInvitation:
        """Replace the invitation to a club, or revoke it."""
        this = CLUBS.c.id == call.path("id")
        async with self._database.writing() as connection:
            await check_organiser(connection, call.path("id"), call.guest())
            row = (await connection.execute(select(CLUBS).where(this))).one()
            token = invitation(row.secret, 0, row.issue + 1)
            values = {"issue": row.issue + 1, "link": hashed(token) if call.body.active else None}
            await connection.execute(update(CLUBS).where(this).values(values))
            row = (await connection.execute(select(CLUBS).where(this))).one()
        return self._shown(row, call.address)

    async def look_at_club(self, call: Call[wire.ClubLinkShown]) -> Club:
        """Return the club of an invitation, even if it is not open."""
        return await self._invited(call.body.token, call.who.guest)

    async def join_by_link(self, call: Call[wire.ClubInvited]) -> Club:
        """Join the club of an invitation."""
        guest = call.guest()
        club = await self._invited(call.body.token, guest)
        return await self._clubs.admit(club.id, guest, call.body.name)

    async def _invited(self, token: str, guest: str | None) -> Club:
        async with self._database.reading() as connection:
            try:
                return await seen_by(connection, CLUBS.c.link == hashed(token), guest)
            except ApiError:
                raise ApiError(404, "unknown-club-link") from None

    def _shown(self, row: Row[Any], address: str) -> ClubInvitation:
        if row.link is None:
            return ClubInvitation(None)
        path = f"/clubs/join/{invitation(row.secret, 0, row.issue)}"
        link = self._links.to(path, address)
        return ClubInvitation(path, link.url, link.qr, link.local)
