"""A tournament as its page and the lists show it: standings, rounds and summary, computed from its games."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from guanxi.bots.review import Review
from guanxi.server.clocks.clocks import MINUTE, TOURNAMENT_ARRIVAL, iso
from guanxi.server.people.guests import profile_of
from guanxi.server.people.ratings import Rating
from guanxi.server.tournaments import wire
from guanxi.tournaments.points import game_points, key, margins
from guanxi.tournaments.rounds import round_over, seeds
from guanxi.tournaments.standings import BREAKS, standings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from guanxi.server.http.identity import Who
    from guanxi.server.tournaments.store import EntrantRow, PairingRow, Whole
    from guanxi.tournaments.points import Points
    from guanxi.tournaments.standings import Standing


def tournament_shown(
    whole: Whole, who: Who, organiser: str | None, club: str | None, reviews: Mapping[str, bytes]
) -> wire.TournamentShown:
    """The page of a tournament for a client."""
    one, plan = whole.tournament, whole.plan
    mine = whole.entrant_of(who.guest)
    own = whole.current(mine.number) if mine else None
    return wire.TournamentShown(
        id=one.id,
        name=one.name,
        club=one.club,
        club_name=club,
        game=one.game,
        options=one.options,
        format=one.format,
        rounds=plan.rounds,
        size=one.size,
        best_of=one.best_of,
        time=one.time,
        absent=one.absent,
        arrival=TOURNAMENT_ARRIVAL // MINUTE,
        duplicate=one.duplicate,
        listed=one.listed,
        pause=one.pause,
        most=one.most,
        starts=None if one.starts is None else iso(one.starts),
        state=one.state,
        round=one.round,
        resumes=iso(one.resumes) if one.resumes is not None and one.state == "running" else None,
        created=iso(one.created),
        ended=None if one.ended is None else iso(one.ended),
        version=one.version,
        organiser=organiser,
        yours=who.guest == one.organiser,
        you=mine.number if mine else None,
        table=own.table_id if own else None,
        may_enter=may_enter(whole, who),
        fewest=min(plan.sizes),
        entrants=[entrant_shown(entrant, who) for entrant in whole.entrants],
        breaks=list(BREAKS[one.format]),
        standings=[
            wire.StandingLine(
                line.player, line.place, float(line.points), [float(value) for value in line.breaks], line.played
            )
            for line in ranking(whole)
        ],
        played=rounds_shown(whole),
        summary=summary(whole, reviews) if one.state == "over" else None,
    )


def line_shown(whole: Whole, who: Who) -> wire.TournamentLine:
    """A tournament in a list."""
    one, mine = whole.tournament, whole.entrant_of(who.guest)
    own = whole.current(mine.number) if mine else None
    best = ranking(whole)[0].player if one.state == "over" and whole.entrants else None
    return wire.TournamentLine(
        id=one.id,
        name=one.name,
        game=one.game,
        format=one.format,
        time=one.time,
        state=one.state,
        round=one.round,
        rounds=whole.plan.rounds,
        players=len(whole.entrants),
        most=one.most,
        starts=None if one.starts is None else iso(one.starts),
        ended=None if one.ended is None else iso(one.ended),
        club=one.club,
        yours=who.guest == one.organiser,
        entered=mine is not None,
        table=own.table_id if own else None,
        winner=next((entrant_shown(entrant, who) for entrant in whole.entrants if entrant.number == best), None),
    )


def may_enter(whole: Whole, who: Who) -> bool:
    """Can the client enter now?  Later rounds of a Swiss or of tables take those who come late, or come back."""
    one, mine = whole.tournament, whole.entrant_of(who.guest)
    if mine and mine.playing:
        return False
    if one.state == "open":
        return len(whole.entrants) < (one.most or wire.MOST_PLAYERS)
    comes_back = mine is not None and one.format != "knockout"
    late = one.format in ("swiss", "tables") and len(whole.entrants) < wire.MOST_PLAYERS
    return one.state == "running" and one.round < whole.plan.rounds and (comes_back or late)


def ranking(whole: Whole) -> list[Standing]:
    """The standings; results that are compared count when the round is over."""
    one = whole.tournament
    numbers = [entrant.number for entrant in whole.entrants]
    running = one.round if one.duplicate and one.state == "running" and one.resumes is None else None
    games = [game for game in whole.games if game.round != running]
    return standings(numbers, games, one.format, seeds(whole.people), one.duplicate, one.best_of)


def entrant_shown(entrant: EntrantRow, who: Who) -> wire.EntrantShown:
    """A player of a tournament."""
    return wire.EntrantShown(
        number=entrant.number,
        name=entrant.name,
        bot=entrant.bot,
        character=entrant.character,
        profile=profile_of(entrant.guest) if entrant.guest else None,
        you=bool(entrant.guest and entrant.guest == who.guest),
        playing=entrant.playing,
        rating=None if entrant.mu is None else Rating(entrant.mu).points,
    )


def rounds_shown(whole: Whole) -> list[wire.RoundShown]:
    """All rounds with their games, the newest first."""
    one, points = whole.tournament, game_points([game for game in whole.games if game.over], whole.tournament.duplicate)
    found = []
    for number, rows in groupby(whole.pairings, key=lambda row: row.round):
        over = number < one.round or one.state == "over" or round_over(whole.plan, whole.people, whole.games, number)
        opened = over or not one.duplicate
        found.append(wire.RoundShown(number, over, [game_shown(row, points, opened) for row in rows]))
    return found[::-1]


def game_shown(row: PairingRow, points: Mapping[tuple[int, int, int], Points], opened: bool) -> wire.GameShown:
    """One game of a round."""
    own = points.get(key(row.record), {}) if opened else {}
    result = row.outcome if opened and len(row.players) > 1 else None
    return wire.GameShown(
        board=row.board,
        game=row.game,
        table=row.table_id if row.exists else None,
        players=list(row.players),
        over=row.over,
        ranks=list(result.ranks) if result else None,
        totals=list(result.totals) if result else [],
        points=[float(own[player]) for player in row.players] if own else [],
        moves=row.moves,
        to_move=[row.players[seat] for seat in row.to_move if seat < len(row.players)] if not row.ended else [],
        awaited=[row.players[seat] for seat in row.awaited],
        open=opened and row.exists,
    )


def summary(whole: Whole, reviews: Mapping[str, bytes]) -> wire.Highlights:
    """Highlights of a tournament that is over."""
    finished = [row for row in whole.pairings if row.outcome and len(row.players) > 1]
    return wire.Highlights(
        closest=closest(finished),
        upset=upset(finished, {one.number: one.mu for one in whole.entrants}),
        luckiest=luckiest(finished, reviews),
        reviewed=sum(bool(reviews.get(row.table_id or "")) for row in finished),
        reviewing=sum(reviews.get(row.table_id or "") == b"" for row in finished),
        games=len(finished),
    )


def closest(rows: list[PairingRow]) -> wire.Highlight | None:
    """The game with the smallest margin between the winner and the next; of several, the last one."""
    found = [(max(margins(row.outcome.totals)), -row.round, row) for row in rows if row.outcome and row.outcome.totals]
    if not found:
        return None
    margin, _, row = min(found, key=lambda one: one[:2])
    return highlight(row, winner(row), abs(margin))


def upset(rows: list[PairingRow], ratings: Mapping[int, float | None]) -> wire.Highlight | None:
    """The game whose winner was rated farthest below the strongest other player; None if nobody was."""
    best: tuple[float, PairingRow] | None = None
    for row in rows:
        own = ratings[winner(row)]
        others = [ratings[number] for number in row.players if number != winner(row)]
        known = [other for other in others if other is not None]
        if own is None or not known or (row.outcome and row.outcome.ranks.count(1) > 1):
            continue
        gap = Rating(max(known)).points - Rating(own).points
        if gap > 0 and (best is None or gap > best[0]):
            best = gap, row
    return highlight(best[1], winner(best[1]), best[0]) if best else None


def luckiest(rows: list[PairingRow], reviews: Mapping[str, bytes]) -> wire.Highlight | None:
    """The reviewed game in which luck brought one player most."""
    best: tuple[float, int, PairingRow] | None = None
    for row in rows:
        if reviews.get(row.table_id or ""):
            accounts = msgspec.json.decode(reviews[row.table_id or ""], type=Review).players
            lucky = max(accounts, key=lambda account: account.luck)
            if best is None or lucky.luck > best[0]:
                best = lucky.luck, row.players[lucky.seat], row
    return highlight(best[2], best[1], best[0]) if best else None


def highlight(row: PairingRow, player: int, value: float) -> wire.Highlight:
    """A game that the summary names."""
    assert row.outcome
    ranks, totals = list(row.outcome.ranks), list(row.outcome.totals)
    return wire.Highlight(row.table_id or "", row.round, list(row.players), ranks, totals, player, value)


def winner(row: PairingRow) -> int:
    """The player with the best rank, in the first such seat."""
    assert row.outcome
    return row.players[row.outcome.ranks.index(min(row.outcome.ranks))]
