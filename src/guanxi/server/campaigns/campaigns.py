"""Campaigns over HTTP.  The table of a step bears its id; stars are stored with the move that earns them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from anyio import to_thread
from sqlalchemy import select
from starlette.responses import Response

import guanxi
from guanxi.engine.errors import BadOption
from guanxi.learning.campaign import campaign, campaign_texts
from guanxi.server.campaigns.wire import CampaignSteps, CampaignStepShown, CampaignTexts, CampaignWanted
from guanxi.server.http.errors import ApiError, check_language
from guanxi.server.http.identity import Who, hashed, new_secret
from guanxi.server.http.route import get, post
from guanxi.server.lobby.new_tables import cast
from guanxi.server.people.bans import check_ban
from guanxi.server.people.names import clean_name
from guanxi.server.seats.seats import SeatRow
from guanxi.server.storage.schema import CAMPAIGN_STARS, TABLES
from guanxi.server.tables.records import new_header
from guanxi.server.tables.state import state_for
from guanxi.server.tables.wire import Created

if TYPE_CHECKING:
    from guanxi.engine.game import Game
    from guanxi.learning.campaign import Campaign, CampaignStep
    from guanxi.server.clocks.clocks import Now
    from guanxi.server.http.call import Call
    from guanxi.server.http.route import Route
    from guanxi.server.people.guests import Guests
    from guanxi.server.storage.database import Database
    from guanxi.server.tables.records import Header
    from guanxi.server.tables.registry import Tables

CAMPAIGN = "/api/campaigns/{game}"


class Campaigns:
    """Handles campaigns."""

    def __init__(self, database: Database, tables: Tables, guests: Guests, now: Now) -> None:
        self._database = database
        self._tables = tables
        self._guests = guests
        self._now = now

    @property
    def routes(self) -> tuple[Route, ...]:
        return (
            get(
                CAMPAIGN,
                self.show_campaign,
                CampaignSteps,
                "The steps of a game's campaign, with the client's stars.",
                (404,),
            ),
            get(
                f"{CAMPAIGN}/texts/{{language}}",
                campaign_said,
                CampaignTexts,
                "The texts of a game's campaign, step by step.",
                (404,),
            ),
            post(
                f"{CAMPAIGN}/{{step}}",
                self.begin_step,
                CampaignWanted,
                Created,
                "Take on a step: a table against its bots. It replaces the one at which the client plays the campaign.",
                (404, 409),
                201,
            ),
        )

    async def show_campaign(self, call: Call[None]) -> CampaignSteps:
        """List the steps of a campaign."""
        game, found = asked_campaign(call)
        stars = await self._stars(call.who.guest, game)
        tables = {one.campaign: one.id for one in await self._running(call.who.guest, game)}
        return CampaignSteps(game.name, [shown(found, step, stars, tables) for step in found.steps])

    async def begin_step(self, call: Call[CampaignWanted]) -> Created:
        """Create a table for a step, and end the one before."""
        guest, (game, found) = call.guest(), asked_campaign(call)
        step = found.step(call.path("step"))
        if step is None:
            raise ApiError(404, "unknown-page")
        await check_ban(self._database, guest)
        if not is_open(found, step, await self._stars(guest, game)):
            raise ApiError(409, "campaign-locked")
        for one in await self._running(guest, game):
            async with self._tables.opened(one.id) as play:
                await self._tables.end(play, "agreed")
        name, token = clean_name(call.body.name) or await self._guests.name(guest), new_secret()
        rows = seats_of(step, guest, name, hashed(token))
        await self._guests.set_appearance(rows[step.seat])
        header = await to_thread.run_sync(header_of, game, step, self._now())
        header.creator = guest
        async with self._tables.created(header, rows) as play:
            shown_ = state_for(play, Who(guest))
        await self._guests.remember(guest, name)
        return Created(header.id, {}, {str(step.seat): token}, shown_)

    async def _stars(self, guest: str | None, game: Game[Any, Any]) -> dict[str, int]:
        """The stars of a guest by step."""
        query = select(CAMPAIGN_STARS.c.step, CAMPAIGN_STARS.c.stars).where(
            CAMPAIGN_STARS.c.guest == guest, CAMPAIGN_STARS.c.game == game.name
        )
        async with self._database.reading() as connection:
            return {row.step: row.stars for row in await connection.execute(query)}

    async def _running(self, guest: str | None, game: Game[Any, Any]) -> list[Any]:
        """The tables at which a guest plays the campaign: one, unless two browsers began at the same time."""
        query = select(TABLES.c.id, TABLES.c.campaign).where(
            TABLES.c.creator == guest,
            TABLES.c.game == game.name,
            TABLES.c.campaign.is_not(None),
            TABLES.c.over.is_(False),
        )
        async with self._database.reading() as connection:
            return list(await connection.execute(query))


def asked_campaign(call: Call[Any]) -> tuple[Game[Any, Any], Campaign]:
    """The game named in the path, and its campaign."""
    try:
        game = guanxi.game(call.path("game"))
    except BadOption:
        raise ApiError(404, "unknown-page") from None
    found = campaign(game)
    if found is None:
        raise ApiError(404, "unknown-page")
    return game, found


async def campaign_said(call: Call[None]) -> Response:
    """Return the texts of a campaign."""
    (game, _), language = asked_campaign(call), call.path("language")
    check_language(language, 404)
    answer = msgspec.json.encode(CampaignTexts(game.name, language, campaign_texts(game, language)))
    return Response(answer, headers={"Cache-Control": "max-age=3600"}, media_type="application/json")


def is_open(found: Campaign, step: CampaignStep, stars: dict[str, int]) -> bool:
    """Whether a step may be played: the first one, one with stars, and one after a step with stars."""
    place = found.steps.index(step)
    return place == 0 or step.id in stars or found.steps[place - 1].id in stars


def shown(found: Campaign, step: CampaignStep, stars: dict[str, int], tables: dict[str, str]) -> CampaignStepShown:
    """A step as a client stands to it."""
    return CampaignStepShown(
        id=step.id,
        bots=step.bots,
        whole=not step.start.moves,
        stars=stars.get(step.id, 0),
        open=is_open(found, step, stars),
        table=tables.get(step.id),
    )


def header_of(game: Game[Any, Any], step: CampaignStep, at: int) -> Header:
    """The header of a new table for a step, which only its player sees."""
    options = msgspec.to_builtins(game.check_options(step.start.seats, step.start.options))
    header = new_header(game, options, False, at)
    header.campaign, header.origin, header.private = step.id, step.origin(game), True
    return header


def seats_of(step: CampaignStep, guest: str, name: str | None, token: str) -> list[SeatRow]:
    """The seats of a new table for a step."""
    rows = [SeatRow(seat, "bot", open=False, taken=True, bot=bot) for seat, bot in enumerate(step.players())]
    rows[step.seat] = SeatRow(step.seat, "person", False, True, name, guest=guest, token=token)
    cast(rows)
    return rows
