"""Spectators of a running game: some moves later, or with all hands once these are history."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from guanxi.engine import chance
from guanxi.server.stream.screenings import Screening, Source
from guanxi.server.stream.updates import patched
from tests.server.builders import Player, play_on, quick
from tests.server.network import Listening, listening, streamed
from tests.server.tables.test_secrets import random_moves, seated

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from guanxi.server.tables.play import Play

pytestmark = pytest.mark.anyio
ROUND = 12  # decisions in a round: eight turns, and an answer to each gift and competition


@pytest.fixture
async def here(tmp_path: Path, anyio_backend: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Listening]:
    # Deals of which nobody wins the first round with the first legal moves.
    monkeypatch.setattr(chance, "new_seed", lambda: "hands")
    async with listening(quick(tmp_path, heartbeat=0.2)) as here:
        yield here


async def two_people(here: Listening, **more: Any) -> tuple[str, list[Player]]:
    """A table with two people, seat 0 to move."""
    alex, bo = here.visitor(), here.visitor()
    created = await alex.create({"kind": "me"}, {"kind": "friend"}, **{"options": {"first": 0}, **more})
    await bo.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/")})
    return created["table"], [alex, bo]


def hands(state: dict[str, Any]) -> list[Any]:
    """The hands of a state."""
    return [player["hand"] for player in state["view"]["players"]]


async def test_hands_are_shown_when_their_round_is_over_and_not_before(here: Listening) -> None:
    table, players = await two_people(here)
    async with streamed(here.visitor(), table, kind="hands") as stream:
        _, state = await stream.next()
        assert (state["moves"], hands(state)) == (0, [None, None])
        assert state["hands"] == {"id": "chapter"}
        await play_on(table, players, ROUND - 1)
        last = await players[0].state(table)
        await play_on(table, players, 1)
        assert (await players[0].state(table))["view"]["round"] == 2
        shown = [(await stream.next())[1] for _ in range(ROUND + 1)]
    # The first position again, now with hands; then every move, and the new round without.
    assert [state["moves"] for state in shown] == [0, *range(1, ROUND + 1)]
    assert all(None not in hands(state) for state in shown[:-1])
    assert hands(shown[-1]) == [None, None]
    drawn = [line["event"]["item"] for line in shown[-1]["events"] if line["event"]["event"] == "drew"]
    assert None not in drawn[:-1]
    assert drawn[-1] is None
    assert shown[-2]["view"]["players"][0]["hand"] == last["view"]["players"][0]["hand"]


async def test_players_never_get_the_hands(here: Listening) -> None:
    table, players = await two_people(here)
    answer = await players[1].get(f"/api/tables/{table}/hands")
    assert (answer.status_code, answer.json()["error"]) == (403, "own-hands")


@pytest.mark.parametrize(
    ("made", "error"),
    [({"private": True}, "private"), ({"game": "han", "options": {}}, "no-hands")],
)
async def test_tables_whose_hands_are_not_shown(here: Listening, made: dict[str, Any], error: str) -> None:
    table, _ = await two_people(here, **made)
    answer = await here.visitor().get(f"/api/tables/{table}/hands")
    assert answer.json()["error"] == error


async def test_no_undo_leads_back_to_hands_that_were_shown(here: Listening) -> None:
    table, players = await two_people(here)
    await play_on(table, players, ROUND)
    before = await play_on(table, players, 1)
    asked = [player for player in players if (await player.state(table))["undo"]["to"] < ROUND]
    assert asked, before
    async with streamed(here.visitor(), table, kind="hands") as stream:
        assert (await stream.next())[1]["moves"] == ROUND
        for player in asked:
            assert not (await player.state(table))["undo"]["possible"]
            assert (await player.undo(await player.state(table))).json()["error"] == "no-undo"


async def test_spectators_see_a_table_some_moves_later(here: Listening) -> None:
    table, players = await two_people(here, delay=3)
    watcher = here.visitor()
    async with streamed(watcher, table) as stream:
        assert (await stream.next())[1]["moves"] == 0
        await play_on(table, players, 2)
        assert (await watcher.state(table))["moves"] == 0
        assert (await players[0].state(table))["moves"] == 2
        before = (await play_on(table, players, 1))["view"]["turn"]
        await play_on(table, players, 1)
        _, state = await stream.next()
        assert (state["moves"], state["delay"]) == (1, 3)
        assert state["view"]["turn"] < before
        assert max(line["move"] for line in state["events"]) == 1


def everything_told(play: Play, changes: int) -> list[bytes]:
    """All messages to a spectator of a game's hands, after each of some of its moves."""
    screening, told, position = Screening(), [], None
    for moves in range(0, len(play.history) + 1, changes):
        source = Source(play)
        source.history = play.history[:moves]
        source.chapter = play.table.game.chapter(play.table.position_at(moves))
        screening.follow(source)
        position, message = screening.since(position)
        told.append(message)
    return told


def test_how_a_round_is_dealt_changes_no_byte_before_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Information flow: deal the round that is being played otherwise, and the messages stay the same."""
    random, true_words, different = Random("hands"), chance.words, 0
    for game in range(60):
        moves = random_moves(f"hands {game}", random.randrange(8, 40), random)
        play = seated(f"hands {game}", moves)
        now = play.table.position.numbers()["round"]
        dealt = next(at for at in range(len(moves) + 1) if play.table.position_at(at).numbers()["round"] == now)
        shown = whole(play)
        # What the players of this round do is not told either.
        assert whole(seated(f"hands {game}", moves[:dealt])) == shown

        def otherwise(seed: str, number: int, dealt: int = dealt) -> tuple[int, int, int, int]:
            return true_words(f"{seed} otherwise" if number == dealt else seed, number)

        monkeypatch.setattr(chance, "words", otherwise)
        twin = seated(f"hands {game}", moves[:dealt])
        here, there = play.table.position_at(dealt).numbers(), twin.table.position.numbers()
        if dealt > 0 or here["first"] == there["first"]:
            assert whole(twin) == shown
            different += here["hand"] != there["hand"]
        monkeypatch.undo()
    assert different > 10


def whole(play: Play) -> bytes:
    """The state that a spectator of a game's hands gets."""
    screening = Screening()
    screening.follow(Source(play))
    return screening.since(None)[1]


def test_messages_one_by_one_lead_to_the_whole_state() -> None:
    moves = random_moves("one by one", 30, Random("one by one"))
    play = seated("one by one", moves)
    first, *rest = everything_told(play, 5)
    state = msgspec.json.decode(first.partition(b"data: ")[2])
    for message in b"".join(rest).split(b"\n\n")[:-1]:
        update = msgspec.json.decode(message.partition(b"data: ")[2])
        events = state["events"][: update["since"]] + update["events"]
        state = patched(state, update["patch"]) | {"events": events, "moments": []}
    assert state == msgspec.json.decode(whole(play).partition(b"data: ")[2])
