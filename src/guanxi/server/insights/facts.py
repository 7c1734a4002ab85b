"""Facts about the play of each seat of one finished table, read from its log and its review."""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import guanxi
import guanxi.games
from guanxi.bots.review import Review
from guanxi.engine import insights
from guanxi.engine.insights import CLOSE, COMEBACK, FLAWLESS, UNLUCKY, Insights, won_by_a_hair
from guanxi.server.people.guests import GONE
from guanxi.server.people.ratings import player_of

if TYPE_CHECKING:
    from guanxi.server.tables.play import Play

LOST = 0.1  # the chance below which a game looked lost
UNLUCKY_BY = -0.2  # the chance that luck cost
DECISIONS = 8  # of one's own; without mistakes in fewer is no feat


class SeatFacts(msgspec.Struct, frozen=True):
    """A seat with its insights and its share of the win."""

    seat: int
    bot: bool
    won: float
    insights: Insights


class TableFacts(msgspec.Struct, frozen=True):
    """The facts of a game, about those seats that one person or bot has played alone."""

    table: str
    game: str
    seats: int
    public: bool  # everybody may see the game, so its openings are counted
    known: list[SeatFacts]


class SeatReview(msgspec.Struct, frozen=True):
    """A seat in the review of a game: skill, luck, and the feats that only a review shows."""

    seat: int
    skill: float
    luck: float
    feats: list[str]


def code_digest() -> str:
    """A digest of the code that reads facts: if it has changed, they are read again."""
    files = [Path(__file__), Path(insights.__file__)]
    files += sorted(Path(guanxi.games.__file__).parent.glob("*/insights.py"))
    return blake2b(b"".join(path.read_bytes() for path in files), digest_size=16).hexdigest()


def no_facts(table_id: str, game: str, seats: int) -> TableFacts:
    """A table that says nothing, because its game continues another one or cannot be replayed."""
    return TableFacts(table_id, game, seats, False, [])


def table_facts(play: Play) -> TableFacts:
    """Read a finished table; a game that continues another one says nothing about its players."""
    header, table, result = play.header, play.table, play.table.result
    if header.origin or result is None or play.halted:
        return no_facts(header.id, header.game, len(play.seats))
    players = Counter(player_of(seat) for seat in play.seats)
    honest = not header.hinted and len(table.entries) == table.moves
    known = []
    for row in play.seats:
        player, bot = player_of(row), row.kind == "bot"
        if bot or (players[player] == 1 and not player.startswith(GONE) and row.seat not in play.by_bots):
            found = table.game.insights(table, row.seat)
            close = [CLOSE] if won_by_a_hair(result, row.seat) else []
            found = msgspec.structs.replace(found, feats=(*found.feats, *close) if honest else ())
            won = (row.seat in result.winners) / len(result.winners)
            known.append(SeatFacts(row.seat, bot, won, found))
    return TableFacts(header.id, header.game, len(play.seats), not header.private, known)


def review_facts(document: str, helped: bool) -> list[SeatReview]:
    """Read the review of a game; there are no feats with help."""
    review = msgspec.json.decode(document, type=Review)
    return [
        SeatReview(one.seat, one.skill, one.luck, [] if helped else feats_of_review(review, one.seat))
        for one in review.players
    ]


def feats_of_review(review: Review, seat: int) -> list[str]:
    """The feats that only a review shows; they are a sole winner's."""
    account = next(one for one in review.players if one.seat == seat)
    if review.end[seat] < 1:
        return []
    chances = [made.chances[seat] for made in review.decisions]
    own = sum(made.seat == seat for made in review.decisions)
    shown = {
        COMEBACK: min(chances, default=1.0) < LOST,
        FLAWLESS: account.mistakes == 0 and own >= DECISIONS,
        UNLUCKY: account.luck <= UNLUCKY_BY,
    }
    return [feat for feat, found in shown.items() if found]
