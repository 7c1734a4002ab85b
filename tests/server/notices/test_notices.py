"""Notices: sent once, only to players who are not watching, and never lost; to a real mail server and webhook."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from sqlalchemy import select

from guanxi.server.http.identity import Who
from guanxi.server.notices.outbox import claim, write_notices
from guanxi.server.storage.schema import OUTBOX
from guanxi.server.tables import store
from tests.server.builders import Player, play_on, started, two_people, visitor
from tests.server.moved import Hands, check_deadlines, timed
from tests.server.network import listening, streamed
from tests.server.receivers import http_receiver, mail_server

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from email.message import EmailMessage
    from pathlib import Path

    from sqlalchemy.ext.asyncio import AsyncConnection
    from starlette.applications import Starlette

    from guanxi.server.notices.outbox import Notice
    from guanxi.server.settings import Settings
    from tests.server.receivers import Mailbox, Receiver

pytestmark = pytest.mark.anyio
BO = "bo@example.org"


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
async def mailbox(anyio_backend: str) -> AsyncIterator[Mailbox]:
    async with mail_server() as mailbox:
        yield mailbox


@pytest.fixture
async def receiver(anyio_backend: str) -> AsyncIterator[Receiver]:
    async with http_receiver() as receiver:
        yield receiver


def settings(folder: Path, hands: Hands, mailbox: Mailbox, **changes: Any) -> Settings:
    post = {"smtp": mailbox.url, "mail_from": "Guanxi <guanxi@example.org>", "address": "https://guanxi.example.org"}
    return timed(folder, hands, **{**post, "private_hooks": True, **changes})


@pytest.fixture
async def app(tmp_path: Path, hands: Hands, mailbox: Mailbox) -> AsyncIterator[Starlette]:
    async with started(settings(tmp_path, hands, mailbox)) as app:
        yield app


async def deliver(app: Starlette) -> None:
    await app.state.parts.delivery.deliver()


def text(letter: EmailMessage) -> str:
    """The text of a mail."""
    found: str = letter.get_content()
    return found


def links(letter: EmailMessage) -> list[str]:
    """The paths of the links in a mail."""
    words = text(letter).split()
    return [word.removeprefix("https://guanxi.example.org") for word in words if word.startswith("https://guanxi")]


async def by_mail(app: Starlette, player: Player, mailbox: Mailbox, **more: Any) -> dict[str, Any]:
    """Subscribe a player to mails, and confirm it."""
    answer = await player.post("/api/notices", {"kind": "email", "address": BO, **more})
    assert answer.status_code == 201, answer.text
    await deliver(app)
    letter = mailbox.letters.pop()
    assert (await visitor(app).client.post(links(letter)[0])).status_code == 200
    channel: dict[str, Any] = (await player.get("/api/notices")).json()["channels"][0]
    return channel


async def by_hook(player: Player, receiver: Receiver) -> None:
    answer = await player.post("/api/notices", {"kind": "webhook", "address": f"{receiver.url}/hook?key=1"})
    assert answer.status_code == 201, answer.text


async def bos_turn(app: Starlette) -> tuple[str, Player, Player]:
    """A table at which Alex moves first, and then Bo."""
    table, (alex, bo) = await two_people(app)
    return table, alex, bo


async def test_a_mail_when_it_is_the_players_turn(app: Starlette, hands: Hands, mailbox: Mailbox) -> None:
    table, alex, bo = await bos_turn(app)
    channel = await by_mail(app, bo, mailbox)
    assert (channel["address"], channel["confirmed"], channel["failed"]) == (BO, True, None)
    await play_on(table, [alex], 1)
    await deliver(app)
    assert mailbox.letters == []
    hands.move(minutes=1)
    await deliver(app)
    await deliver(app)
    (letter,) = mailbox.letters
    assert (letter["To"], letter["Subject"]) == (BO, "Hanamikoji: it is your turn (with Alex).")
    assert links(letter)[0] == f"/table/{table}"
    assert letter["Message-ID"].endswith("@guanxi.example.org>")
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


async def test_mails_are_in_the_readers_language(app: Starlette, hands: Hands, mailbox: Mailbox) -> None:
    subjects = {"fr": "Hanamikoji : à vous de jouer (avec Alex).", "it": "Hanamikoji: tocca a te (con Alex)."}
    for language, subject in subjects.items():
        table, alex, bo = await bos_turn(app)
        bo.client.headers["Accept-Language"] = language
        await by_mail(app, bo, mailbox)
        await play_on(table, [alex], 1)
        hands.move(minutes=2)
        await deliver(app)
        assert mailbox.letters.pop()["Subject"] == subject


async def test_nothing_is_sent_before_the_address_is_confirmed(app: Starlette, hands: Hands, mailbox: Mailbox) -> None:
    table, alex, bo = await bos_turn(app)
    await bo.post("/api/notices", {"kind": "email", "address": BO})
    await deliver(app)
    await play_on(table, [alex], 1)
    hands.move(hours=1)
    await deliver(app)
    (letter,) = mailbox.letters
    assert "Should Guanxi write" in letter["Subject"]
    confirm, end = links(letter)
    assert "Yes, write to me" in (await visitor(app).get(confirm)).text
    assert (await bo.get("/api/notices")).json()["channels"][0]["confirmed"] is False
    assert (await visitor(app).client.post(end)).status_code == 200
    assert (await bo.get("/api/notices")).json()["channels"] == []


async def test_confirmation_mails_are_limited(app: Starlette, mailbox: Mailbox, hands: Hands) -> None:
    answers = [(await visitor(app).post("/api/notices", {"kind": "email", "address": BO})) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    hands.move(days=2)
    assert (await visitor(app).post("/api/notices", {"kind": "email", "address": BO.upper()})).status_code == 201


async def test_one_click_unsubscribes(app: Starlette, hands: Hands, mailbox: Mailbox) -> None:
    table, alex, bo = await bos_turn(app)
    await by_mail(app, bo, mailbox)
    await play_on(table, [alex], 1)
    hands.move(minutes=2)
    await deliver(app)
    link = mailbox.letters.pop()["List-Unsubscribe"].strip("<>").removeprefix("https://guanxi.example.org")
    assert (await visitor(app).get(link)).status_code == 200
    assert len((await bo.get("/api/notices")).json()["channels"]) == 1
    form = {"List-Unsubscribe": "One-Click"}
    assert (await visitor(app).client.post(link, data=form)).status_code == 200
    assert (await bo.get("/api/notices")).json()["channels"] == []
    assert (await visitor(app).client.post(link)).json()["error"] == "ended-letter"


async def test_a_link_that_was_tampered_with_does_nothing(app: Starlette, mailbox: Mailbox) -> None:
    _table, _alex, bo = await bos_turn(app)
    channel = await by_mail(app, bo, mailbox)
    for token in ("x", f"end-{channel['id']}-{'A' * 22}", f"end-{'0' * 32}-{'A' * 22}"):
        assert (await visitor(app).client.post(f"/api/letters/{token}")).json()["error"] == "unknown-letter"


async def test_a_player_who_is_watching_is_not_notified(app: Starlette, hands: Hands, receiver: Receiver) -> None:
    table, alex, bo = await bos_turn(app)
    await by_hook(bo, receiver)
    async with app.state.parts.tables.opened(table) as play:
        who = Who(play.seats[1].guest)
    with app.state.parts.hub.subscribed(table, who):
        await play_on(table, [alex], 1)
    hands.move(hours=1)
    await deliver(app)
    assert receiver.requests == []


async def test_only_an_open_stream_counts_as_watching(
    tmp_path: Path, hands: Hands, mailbox: Mailbox, receiver: Receiver
) -> None:
    async with listening(settings(tmp_path, hands, mailbox)) as here:
        alex, bo = here.visitor(), here.visitor()
        created = await alex.create({"kind": "me"}, {"kind": "friend"}, options={"first": 0})
        table = created["table"]
        await bo.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/")})
        await by_hook(bo, receiver)
        before = await alex.state(table)
        for watched, told in ((True, 0), (False, 1)):
            state = await alex.state(table)
            gift = next(offer["number"] for offer in state["legal"] if offer["move"]["do"] == "gift")
            if watched:
                async with streamed(bo, table) as stream:
                    await stream.next()
                    after = await alex.play(state, gift)
            else:
                while here.app.state.parts.hub.subscriptions:
                    await asyncio.sleep(0.01)
                after = await alex.play(state, gift)
            hands.move(hours=1)
            await deliver(here.app)
            assert len(receiver.requests) == told
            assert (await alex.undo(after)).json()["view"] == before["view"]


async def test_a_player_who_returns_in_time_is_not_notified(app: Starlette, hands: Hands, receiver: Receiver) -> None:
    table, alex, bo = await bos_turn(app)
    await by_hook(bo, receiver)
    await play_on(table, [alex], 1)
    await bo.play(await bo.turn(table, 1))
    hands.move(hours=1)
    await deliver(app)
    assert receiver.requests == []


async def test_a_webhook_gets_a_message_that_mentions_nobody(app: Starlette, hands: Hands, receiver: Receiver) -> None:
    alex, bo = visitor(app), visitor(app)
    created = await alex.create({"kind": "me"}, {"kind": "friend"}, name="@everyone *x*", options={"first": 0})
    await bo.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/")})
    await by_hook(bo, receiver)
    await play_on(created["table"], [alex], 1)
    hands.move(minutes=2)
    await deliver(app)
    (request,) = receiver.requests
    body = msgspec.json.decode(request.body)
    assert body["allowed_mentions"] == {"parse": []}
    assert r"\@everyone \*x\*" in body["content"]
    assert f"<https://guanxi.example.org/table/{created['table']}>" in body["content"]
    assert request.path == "/hook?key=1"
    assert len(request.headers["idempotency-key"]) == 32


async def test_delivery_is_retried_with_the_same_id(app: Starlette, hands: Hands, receiver: Receiver) -> None:
    table, alex, bo = await bos_turn(app)
    await by_hook(bo, receiver)
    receiver.answers = ["500 Broken", "429 Slow down\r\nRetry-After: 600"]
    await play_on(table, [alex], 1)
    hands.move(minutes=1)
    for minutes, tries in ((0, 1), (0.5, 1), (0.6, 2), (6, 2), (4, 3), (60, 3)):
        hands.move(minutes=minutes)
        await deliver(app)
        assert len(receiver.requests) == tries, minutes
    assert len({request.headers["idempotency-key"] for request in receiver.requests}) == 1


async def test_a_mail_server_that_is_down_and_an_address_that_does_not_exist(
    app: Starlette, hands: Hands, mailbox: Mailbox
) -> None:
    table, alex, bo = await bos_turn(app)
    await by_mail(app, bo, mailbox)
    mailbox.answers = ["451 later"]
    await play_on(table, [alex], 1)
    hands.move(minutes=1)
    await deliver(app)
    assert mailbox.letters == []
    mailbox.unknown = {BO}
    hands.move(minutes=2)
    await deliver(app)
    channel = (await bo.get("/api/notices")).json()["channels"][0]
    assert channel["failed"] == "the mail server does not know the address"
    mailbox.unknown.clear()
    hands.move(days=5)
    await deliver(app)
    assert mailbox.letters == []
    again = (await bo.post("/api/notices", {"kind": "email", "address": BO})).json()["channels"][0]
    assert (again["failed"], again["confirmed"]) == (None, True)


async def test_a_webhook_that_is_gone_is_given_up(app: Starlette, hands: Hands, receiver: Receiver) -> None:
    table, alex, bo = await bos_turn(app)
    await by_hook(bo, receiver)
    receiver.answers = ["404 Not Found"]
    await play_on(table, [alex], 1)
    hands.move(minutes=1)
    await deliver(app)
    assert (await bo.get("/api/notices")).json()["channels"][0]["failed"] == "the address answers with 404"


async def test_a_digest_lists_all_tables_once_a_day(app: Starlette, hands: Hands, mailbox: Mailbox) -> None:
    alex, bo = visitor(app), visitor(app)
    await by_mail(app, bo, mailbox, daily=18)
    tables = []
    for _ in range(3):
        created = await alex.create({"kind": "me"}, {"kind": "friend"}, name="Alex", options={"first": 0})
        await bo.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/")})
        await play_on(created["table"], [alex], 1)
        tables.append(created["table"])
    await bo.play(await bo.turn(tables[0], 1))
    hands.move(hours=5)
    await deliver(app)
    assert mailbox.letters == []
    hands.move(hours=1)
    await deliver(app)
    (letter,) = mailbox.letters
    assert letter["Subject"] == "2 tables are waiting for you"
    assert set(links(letter)[:2]) == {f"/table/{table}" for table in tables[1:]}
    hands.move(days=1)
    await deliver(app)
    assert len(mailbox.letters) == 1


async def test_the_notice_is_written_with_the_move_and_sent_by_the_next_server(
    tmp_path: Path, hands: Hands, mailbox: Mailbox, receiver: Receiver
) -> None:
    async with started(settings(tmp_path, hands, mailbox)) as app:
        table, alex, bo = await bos_turn(app)
        await by_hook(bo, receiver)
        await play_on(table, [alex], 1)
        # A server that dies between sending a message and marking it has claimed it.
        hands.move(minutes=2)
        assert len(await claim(app.state.parts.database, app.state.parts.now())) == 1
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        assert connection.execute("SELECT tries, outcome FROM outbox").fetchall() == [(1, None)]
    connection.close()
    async with started(settings(tmp_path, hands, mailbox)) as app:
        await deliver(app)
        assert receiver.requests == []
        hands.move(minutes=11)
        await asyncio.gather(deliver(app), deliver(app))
        assert len(receiver.requests) == 1


async def test_the_move_and_its_notice_are_saved_together_or_not_at_all(
    app: Starlette, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, alex, bo = await bos_turn(app)
    await by_hook(bo, receiver)

    async def write_and_die(connection: AsyncConnection, found: Sequence[Notice]) -> None:
        await write_notices(connection, found)
        raise OSError("the disk is full")

    state = await alex.state(table)
    with monkeypatch.context() as patched:
        patched.setattr(store, "write_notices", write_and_die)
        answer = await alex.send(state, state["legal"][0]["notation"])
    assert (answer.status_code, answer.json()["error"]) == (503, "not-saved")
    assert await claim(app.state.parts.database, 1 << 60) == []
    assert (await alex.play(await alex.state(table)))["length"] == 1
    assert len(await claim(app.state.parts.database, 1 << 60)) == 1


async def test_the_first_player_is_notified_when_the_last_seat_is_taken(
    app: Starlette, hands: Hands, receiver: Receiver
) -> None:
    alex, bo = visitor(app), visitor(app)
    created = await alex.create({"kind": "me"}, {"kind": "friend"}, options={"first": 0})
    await by_hook(alex, receiver)
    await bo.post("/api/join", {"token": created["links"]["1"].removeprefix("/join/")})
    hands.move(minutes=2)
    await deliver(app)
    assert len(receiver.requests) == 1


async def test_an_absent_player_is_not_notified(app: Starlette, hands: Hands, receiver: Receiver) -> None:
    table, (alex, bo) = await two_people(app, time={"kind": "slow", "hours": 1})
    await by_hook(bo, receiver)
    await play_on(table, [alex], 1)
    hands.move(hours=2)
    await check_deadlines(app)
    await deliver(app)
    assert receiver.requests == []


async def test_only_own_channels_can_be_removed(app: Starlette, receiver: Receiver) -> None:
    alex, bo = visitor(app), visitor(app)
    await by_hook(bo, receiver)
    channel = (await bo.get("/api/notices")).json()["channels"][0]["id"]
    assert (await alex.post("/api/notices/remove", {"channel": channel})).json()["channels"] == []
    assert len((await bo.get("/api/notices")).json()["channels"]) == 1
    assert (await bo.post("/api/notices/remove", {"channel": channel})).json()["channels"] == []


async def test_old_messages_do_not_stay_forever(app: Starlette, hands: Hands, receiver: Receiver) -> None:
    table, alex, bo = await bos_turn(app)
    await by_hook(bo, receiver)
    await alex.play(await alex.state(table))
    hands.move(minutes=2)
    await deliver(app)

    async def messages() -> int:
        async with app.state.parts.database.reading() as connection:
            return len(list(await connection.execute(select(OUTBOX))))

    assert await messages() == 1
    hands.move(days=29)
    await app.state.parts.delivery.tidy()
    assert await messages() == 1
    hands.move(days=2)
    await app.state.parts.delivery.tidy()
    assert await messages() == 0
