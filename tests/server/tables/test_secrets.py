"""What a seat or a spectator receives does not depend on what it may not know."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, cast

import msgspec
import pytest
from msgspec.structs import replace

import guanxi
from guanxi.engine.sight import Sight
from guanxi.games.hanamikoji.events import Drew, KeptSecret, TradedOff
from guanxi.games.hanamikoji.moves import ACTIONS, ITEMS
from guanxi.server.http.identity import Who
from guanxi.server.seats.seats import SeatRow
from guanxi.server.tables.play import Line, Play
from guanxi.server.tables.records import Entry, Header
from guanxi.server.tables.state import state, summary, typed
from tests.server.builders import ME, play_on, two_people

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from guanxi.engine.events import Event
    from guanxi.engine.story import Told


def seated(seed: str, moves: list[str]) -> Play:
    """A table of two people after some moves."""
    header = Header("table", "hanamikoji", 1, {}, seed, open=True, created="then", updated="now")
    seats = [SeatRow(seat, "person", open=False, taken=True, name=f"P{seat}", guest=f"guest-{seat}") for seat in (0, 1)]
    entries = [
        Entry("table", number, int(move[0]), move, f"{number}", "", False) for number, move in enumerate(moves, 1)
    ]
    return Play(header, seats, entries)


def random_moves(seed: str, count: int, random: Random) -> list[str]:
    """Some random moves from the start of a game, not to its end."""
    table = guanxi.game("hanamikoji").table(seed=seed, rounds=0)
    while len(table.log.moves) < count:
        seat = table.to_move[0]
        before = table.log.moves
        table.play(seat, random.choice(table.legal_moves(seat)))
        if table.over:
            return list(before)
    return list(table.log.moves)


def otherwise(event: Event, seat: int | None, random: Random) -> Event:
    """An event, changed where the seat may not know it."""
    if getattr(event, "seat", seat) == seat:
        return event
    match event:
        case Drew() | KeptSecret():
            return replace(event, item=random.choice(ITEMS))
        case TradedOff():
            return replace(event, items=(random.choice(ITEMS), random.choice(ITEMS)))
    return event


def disguise(play: Play, seat: int | None, random: Random) -> None:
    """Change everything that a seat may not know: what is hidden now, and what was hidden in past events."""
    table = play.table
    for viewer in (0, 1) if seat is None else (seat,):
        table.position = table.sight(viewer).sample_world(random)
        for story in table._stories:
            story.snapshots = [
                snapshot._replace(position=Sight(table.game, snapshot.position, viewer).sample_world(random))
                for snapshot in story.snapshots
            ]
    true = [typed(table.game, table.board, line.told) for line in play.lines]
    play.lines = [
        Line(line.move, cast("Told", otherwise(event, seat, random)))  # typed already, which `typed` leaves as it is
        for line, event in zip(play.lines, true, strict=True)
    ]
    table.seed = str(random.random())
    play.forget()
    play._views.clear()
    play._offers.clear()


@pytest.mark.parametrize("seat", [0, 1, None])
def test_states_and_summaries(seat: int | None) -> None:
    random = Random(f"{seat}")
    changed = moments = 0
    for game in range(60):
        moves = random_moves(str(game), random.randrange(40), random)
        play = seated(str(game), moves)
        who = Who(f"guest-{seat}")
        promised = play.table.commitment

        def sent(play: Play = play, who: Who = who, promised: str = promised) -> bytes:
            # Since the set-up: with the log and the moments of all moves.
            told = replace(state(play, seat, who, play.begun), commitment=promised)
            play.summarize(0)
            return msgspec.json.encode([told, summary(play.header, play.seats, [None, None], who)])

        before, hidden = sent(), play.table.position.numbers()
        moments += before.count(b'"kind":"round"')
        disguise(play, seat, random)
        assert sent() == before
        changed += play.table.position.numbers() != hidden
    assert changed > 50
    assert moments > 10


def all_sent(play: Play, seats: list[int | None]) -> dict[int | None, bytes]:
    """The states of several clients, made one after the other."""
    return {seat: msgspec.json.encode(state(play, seat, Who(f"guest-{seat}"))) for seat in seats}


@pytest.mark.parametrize(("game", "seats"), [("hanamikoji", 2), ("han", 4), ("white_lotus", 5), ("haiduci", 6)])
def test_sharing_states_between_clients_shows_nobody_more(game: str, seats: int) -> None:
    random = Random(game)
    rows = [SeatRow(seat, "person", open=False, taken=True, guest=f"guest-{seat}") for seat in range(seats)]
    rules = guanxi.game(game).rules_version
    play = Play(Header("table", game, rules, {}, "7", open=True, created="then", updated="now"), rows, [])
    clients: list[int | None] = [*range(seats), None]
    for number in range(1, 60):
        if play.over:
            break
        seat = random.choice(play.to_move)
        play.table.play(seat, random.choice(play.table.legal_numbers(seat)))
        play.note(Entry("table", number, seat, play.table.entries[-1], f"{number}", "", False))
        together = all_sent(play, random.sample(clients, len(clients)))
        for client in clients:
            play.forget()
            play._views.clear()
            assert all_sent(play, [client])[client] == together[client]


@pytest.mark.anyio
async def test_errors(app: Starlette) -> None:
    table, players = await two_people(app)
    await play_on(table, players, 6)
    waiting = 1 - (await players[0].state(table))["to_move"][0]
    here = await players[waiting].state(table)

    async def refusals() -> list[Any]:
        notations = ["secret letter", "gift fan fan fan", "take bowl", 40, "nonsense"]
        answers = [await players[waiting].send(here, move, "id") for move in notations]
        answers.append(await players[waiting].send(here, 0, "id", length=0))
        assert {answer.status_code for answer in answers} == {409, 422}
        return [answer.content for answer in answers]

    before = await refusals()
    async with app.state.parts.tables.opened(table) as play:
        play.table.position = play.table.sight(waiting).sample_world(Random(5))
    assert await refusals() == before


@pytest.mark.anyio
async def test_reasons_for_clicks(app: Starlette) -> None:
    table, players = await two_people(app)
    await play_on(table, players, 6)

    async def reasons() -> list[bytes]:
        places = [f"action:{action}" for action in ACTIONS] + [f"hand:{item}" for item in ITEMS]
        told = []
        for seat, player in enumerate(players):
            for place in places:
                body = {"seat": seat, "places": [place], "length": 6}
                told.append((await player.post(f"/api/tables/{table}/why", body)).content)
        return told

    before = await reasons()
    assert len(set(before)) > 2
    for seat in range(len(players)):
        async with app.state.parts.tables.opened(table) as play:
            play.table.position = play.table.sight(seat).sample_world(Random(5))
        half = len(before) // 2
        part = slice(seat * half, (seat + 1) * half)
        assert (await reasons())[part] == before[part]


@pytest.mark.anyio
async def test_nothing_secret_is_logged(app: Starlette, caplog: pytest.LogCaptureFixture) -> None:
    for logger in (None, "guanxi", "guanxi.requests"):  # whatever other tests have set
        caplog.set_level("DEBUG", logger)
    table, players = await two_people(app)
    await play_on(table, players, 3)
    async with app.state.parts.tables.opened(table) as play:
        seed = play.table.seed
    created = await players[0].create(ME, {"kind": "friend"})
    await players[0].get(created["links"]["1"])
    ours = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("guanxi"))
    assert "POST /api/join 200" in ours
    secrets = [seed, created["tokens"]["0"], created["links"]["1"], players[0].client.cookies["guest"]]
    assert not any(secret in ours for secret in secrets)
