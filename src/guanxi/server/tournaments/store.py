"""Tournaments in the database: what their organiser has chosen, entrants, and pairings with their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from sqlalchemy import delete, insert, select, update

from guanxi.server.clocks.clocks import Live, Slow
from guanxi.server.clocks.wire import Policy
from guanxi.server.storage.schema import BLOCKS, ENTRANTS, PAIRINGS, RESULTS, SEATS, TABLES, TOURNAMENTS
from guanxi.tournaments.records import Blocks, Entrant, Format, Game, Outcome, Plan
from guanxi.tournaments.rounds import usual_rounds

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from sqlalchemy import ColumnElement
    from sqlalchemy.ext.asyncio import AsyncConnection

Stage = Literal["open", "running", "over", "dropped"]
UNFINISHED: tuple[Stage, ...] = ("open", "running")
MOST_ROBIN = 32  # players of a round robin: more would be too many rounds


class Tournament(msgspec.Struct):
    """A tournament as it is stored."""

    id: str
    name: str
    organiser: str
    club: str | None
    game: str
    options: dict[str, Any]
    format: Format
    rounds: int | None
    size: int
    best_of: int
    time: Live | Slow
    absent: Policy
    duplicate: bool
    listed: bool
    pause: int
    most: int | None
    starts: int | None
    seed: str
    state: Stage
    round: int
    resumes: int | None
    created: int
    ended: int | None
    version: int


class EntrantRow(msgspec.Struct):
    """A player of a tournament as it is stored: a guest, or a bot with its level and character."""

    tournament: str
    number: int
    guest: str | None
    name: str | None
    bot: str | None
    character: int | None
    playing: bool
    mu: float | None


class PairingRow(msgspec.Struct):
    """A pairing or a bye as it is stored, with what is known of its table."""

    tournament: str
    round: int
    board: int
    game: int
    table_id: str | None
    players: tuple[int, ...]
    over: bool
    outcome: Outcome | None
    exists: bool = False  # the table was created
    ended: bool = False  # the game at the table is over
    moves: int = 0
    to_move: tuple[int, ...] = ()
    awaiting: int | None = None  # since when its players are expected at a live game
    awaited: tuple[int, ...] = ()  # the seats of those who have not come

    @property
    def record(self) -> Game:
        """The game, for pairing and standings."""
        return Game(self.round, self.board, self.players, self.outcome, self.over, self.game)


class Whole(msgspec.Struct):
    """A tournament with everything that belongs to it."""

    tournament: Tournament
    entrants: list[EntrantRow]
    pairings: list[PairingRow]

    @property
    def games(self) -> list[Game]:
        """All games and byes so far."""
        return [row.record for row in self.pairings]

    @property
    def finished(self) -> list[str]:
        """The tables of all games that have a result."""
        return [row.table_id for row in self.pairings if row.table_id and row.outcome]

    @property
    def people(self) -> list[Entrant]:
        """The entrants, for pairing and seeding."""
        return [Entrant(one.number, one.mu if one.mu is not None else 25.0, one.playing) for one in self.entrants]

    @property
    def plan(self) -> Plan:
        """How it is played, with as many rounds as the number of players allows."""
        one, count = self.tournament, len(self.entrants)
        return Plan(
            one.format,
            planned_rounds(one.format, one.rounds, count),
            one.seed,
            one.size,
            (2,) if one.format != "tables" else table_sizes_of(one.game, one.size),
            one.duplicate,
            one.best_of,
        )

    def entrant_of(self, guest: str | None) -> EntrantRow | None:
        """The entrant who is a guest."""
        return next((one for one in self.entrants if guest and one.guest == guest), None)

    def current(self, number: int) -> PairingRow | None:
        """The unfinished game of a player in the present round."""
        rows = (row for row in self.pairings if row.round == self.tournament.round and number in row.players)
        return next((row for row in rows if row.exists and not row.ended), None)


def planned_rounds(format_: Format, wanted: int | None, players: int) -> int:
    """The number of rounds: chosen, usual, or no more than a format allows."""
    usual = usual_rounds(format_, players)
    if wanted is None or format_ in ("robin", "knockout"):
        return usual
    return min(wanted, usual_rounds("robin", players)) if format_ == "swiss" else wanted


def table_sizes_of(game: str, size: int) -> tuple[int, ...]:
    """The numbers of players that a table may have if not all can have the wanted one: one more or less, from three."""
    import guanxi

    return tuple(one for one in guanxi.game(game).seats if abs(one - size) <= 1 and one > 2)


async def read_whole(connection: AsyncConnection, tournament_id: str) -> Whole | None:
    """A tournament with its entrants and pairings, or None."""
    query = select(TOURNAMENTS).where(TOURNAMENTS.c.id == tournament_id)
    row = (await connection.execute(query)).mappings().first()
    if row is None:
        return None
    entrants = await connection.execute(
        select(ENTRANTS).where(ENTRANTS.c.tournament == tournament_id).order_by(ENTRANTS.c.number)
    )
    pairings = await connection.execute(
        select(PAIRINGS, TABLES.c.id, TABLES.c.over.label("ended"), TABLES.c.moves, TABLES.c.to_move, TABLES.c.awaiting)
        .outerjoin(TABLES, TABLES.c.id == PAIRINGS.c.table_id)
        .where(PAIRINGS.c.tournament == tournament_id)
        .order_by(PAIRINGS.c.round, PAIRINGS.c.board, PAIRINGS.c.game)
    )
    games = [read_pairing(one) for one in pairings.mappings()]
    await note_awaited(connection, [game for game in games if game.awaiting is not None and not game.ended])
    return Whole(read_tournament(row), [EntrantRow(**one) for one in entrants.mappings()], games)


async def note_awaited(connection: AsyncConnection, games: Sequence[PairingRow]) -> None:
    """Add who has not come to these games yet."""
    if not games:
        return
    here = SEATS.c.table_id.in_([game.table_id for game in games])
    missing = here & SEATS.c.came.is_(False) & (SEATS.c.kind == "person") & SEATS.c.absent.is_(None)
    found = (await connection.execute(select(SEATS.c.table_id, SEATS.c.seat).where(missing))).all()
    for game in games:
        game.awaited = tuple(sorted(seat for table, seat in found if table == game.table_id))


def read_tournament(row: Mapping[Any, Any]) -> Tournament:
    """A tournament as it was stored."""
    decoded = {"options": msgspec.json.decode(row["options"]), "time": msgspec.json.decode(row["time"])}
    return msgspec.convert({str(name): value for name, value in row.items()} | decoded, Tournament)


def read_pairing(row: Mapping[Any, Any]) -> PairingRow:
    """A pairing as it was stored."""
    return PairingRow(
        row["tournament"],
        row["round"],
        row["board"],
        row["game"],
        row["table_id"],
        msgspec.json.decode(row["players"], type=tuple[int, ...]),
        row["over"],
        msgspec.json.decode(row["outcome"], type=Outcome) if row["outcome"] else None,
        row["id"] is not None,
        bool(row["ended"]),
        row["moves"] or 0,
        msgspec.json.decode(row["to_move"], type=tuple[int, ...]) if row["to_move"] else (),
        row["awaiting"],
    )


async def insert_tournament(connection: AsyncConnection, one: Tournament) -> None:
    """Store a new tournament."""
    encoded = {name: msgspec.json.encode(getattr(one, name)).decode() for name in ("options", "time")}
    await connection.execute(insert(TOURNAMENTS), msgspec.structs.asdict(one) | encoded)


async def insert_entrants(connection: AsyncConnection, rows: Sequence[EntrantRow]) -> None:
    """Store new entrants."""
    if rows:
        await connection.execute(insert(ENTRANTS), [msgspec.structs.asdict(row) for row in rows])


async def insert_games(
    connection: AsyncConnection, tournament_id: str, games: Sequence[tuple[Game, str | None]]
) -> None:
    """Store new pairings, each with the id that its table will have; their key keeps a round from coming twice."""
    rows = [
        {
            "tournament": tournament_id,
            "round": game.round,
            "board": game.board,
            "game": game.number,
            "table_id": table_id,
            "players": msgspec.json.encode(game.players).decode(),
            "over": game.over,
            "outcome": encode_outcome(game.outcome),
        }
        for game, table_id in games
    ]
    if rows:
        await connection.execute(insert(PAIRINGS), rows)


async def write_outcome(connection: AsyncConnection, row: PairingRow) -> None:
    """Store how a game ended."""
    where = (PAIRINGS.c.table_id == row.table_id) & ~PAIRINGS.c.over
    await connection.execute(update(PAIRINGS).where(where).values(over=True, outcome=encode_outcome(row.outcome)))


def encode_outcome(outcome: Outcome | None) -> str | None:
    """An outcome as it is stored."""
    return msgspec.json.encode(outcome).decode() if outcome else None


async def change(connection: AsyncConnection, before: Tournament, **values: Any) -> bool:
    """Change a tournament unless somebody else has since it was read; was it changed?"""
    where = (TOURNAMENTS.c.id == before.id) & (TOURNAMENTS.c.version == before.version)
    done = await connection.execute(update(TOURNAMENTS).where(where).values(version=before.version + 1, **values))
    return done.rowcount == 1


async def set_playing(connection: AsyncConnection, tournament_id: str, numbers: Sequence[int], playing: bool) -> None:
    """Let entrants take part in the next rounds, or not."""
    where = (ENTRANTS.c.tournament == tournament_id) & ENTRANTS.c.number.in_(numbers)
    await connection.execute(update(ENTRANTS).where(where).values(playing=playing))


async def outcome_of(connection: AsyncConnection, table_id: str) -> Outcome | None:
    """The result of a finished table; None if its game was ended without one."""
    query = select(RESULTS.c.rank, RESULTS.c.total).where(RESULTS.c.table_id == table_id).order_by(RESULTS.c.seat)
    rows = list(await connection.execute(query))
    return Outcome(tuple(row.rank for row in rows), tuple(row.total for row in rows)) if rows else None


async def ids_where(connection: AsyncConnection, where: ColumnElement[bool]) -> list[str]:
    """The ids of tournaments, the newest first."""
    query = select(TOURNAMENTS.c.id).where(where).order_by(TOURNAMENTS.c.created.desc(), TOURNAMENTS.c.id)
    return list(await connection.scalars(query))


async def adopt_tournaments(connection: AsyncConnection, old: str, new: str) -> None:
    """Give a guest's tournaments and entries to another."""
    await connection.execute(update(TOURNAMENTS).where(TOURNAMENTS.c.organiser == old).values(organiser=new))
    both = select(ENTRANTS.c.tournament).where(ENTRANTS.c.guest == new)
    mine = (ENTRANTS.c.guest == old) & ENTRANTS.c.tournament.not_in(both)
    await connection.execute(update(ENTRANTS).where(mine).values(guest=new))


async def blocks_among(connection: AsyncConnection, entrants: Sequence[EntrantRow]) -> Blocks:
    """The blocks between entrants that play: who has blocked whom."""
    numbers = {one.guest: one.number for one in entrants if one.guest and one.playing}
    query = select(BLOCKS.c.guest, BLOCKS.c.blocked).where(BLOCKS.c.guest.in_(numbers), BLOCKS.c.blocked.in_(numbers))
    return frozenset((numbers[row.guest], numbers[row.blocked]) for row in await connection.execute(query))


async def delete_entrant(connection: AsyncConnection, tournament_id: str, number: int) -> None:
    """Forget an entrant of a tournament that has not begun."""
    where = (ENTRANTS.c.tournament == tournament_id) & (ENTRANTS.c.number == number)
    await connection.execute(delete(ENTRANTS).where(where))
