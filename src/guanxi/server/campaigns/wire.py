"""The wire types of campaigns."""

from __future__ import annotations

from msgspec import Struct

from guanxi.learning.campaign import CampaignText
from guanxi.server.http.wire import Body, Name


class CampaignWanted(Body):
    """A player who takes on a step."""

    name: Name | None = None


class CampaignStepShown(Struct):
    """A step as the client stands to it; it opens once the step before it has stars."""

    id: str
    bots: list[str]  # in the other seats
    whole: bool  # a game from its beginning, not from a position
    stars: int  # the best result; 0: not reached
    open: bool
    table: str | None  # where the client plays it now


class CampaignSteps(Struct):
    """A campaign in the order of its steps."""

    game: str
    steps: list[CampaignStepShown]


class CampaignTexts(Struct):
    """What the steps of a campaign say, by their ids."""

    game: str
    language: str
    steps: dict[str, CampaignText]
