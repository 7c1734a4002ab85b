"""The words of notices in a mail, in a chat and on a locked screen."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

import msgspec

import guanxi
from guanxi.engine.text import list_of, phrase, words
from guanxi.server.http.errors import TEXT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from guanxi.server.notices.outbox import Kind

PAGE = """<!doctype html>
<html lang="{language}">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<title>Guanxi</title>
<p>{sentence}</p>
{button}
</html>
"""
MARKUP = re.compile(r"([\\`*_~|<>\[\]()#@:-])")


class Turn(msgspec.Struct):
    """A table at which it is the recipient's turn; only what everybody may know."""

    table_id: str
    game: str
    others: list[str]
    link: str
    kind: Kind = "turn"  # nudge: another player has asked for this message; invite: one challenges the recipient
    round: int | None = None  # of a tournament, which begins


def sentence(what: Turn, language: str) -> str:
    """It is your turn, in this game, with these players, who may be waiting; or somebody challenges you to it."""
    game = guanxi.game(what.game).text.say(phrase("name"), language)
    names = list_of([words(name) for name in what.others])
    if what.kind == "nudge":
        return TEXT.say(phrase("notice.nudge", game=game, names=names), language)
    if what.kind == "invite":
        return TEXT.say(phrase("notice.invite", game=game, name=names), language)
    if what.round is not None:
        return TEXT.say(phrase("notice.round", game=game, names=names, n=what.round), language)
    return TEXT.say(phrase("notice.turn", game=game, names=names), language)


def mail(turns: Sequence[Turn], language: str, link: str) -> tuple[str, str]:
    """The subject and the text of a mail about one or more tables; the link unsubscribes."""
    subject = sentence(turns[0], language)
    if len(turns) > 1:
        subject = TEXT.say(phrase("notice.digest", n=len(turns)), language)
    tables = [f"{sentence(what, language)}\n{what.link}" for what in turns]
    return subject, "\n\n".join([*tables, TEXT.say(phrase("notice.end", link=link), language)]) + "\n"


def confirmation(language: str, link: str, end: str) -> tuple[str, str]:
    """The subject and the text of the mail that asks the recipient to confirm their address."""
    subject = TEXT.say(phrase("notice.confirm"), language)
    return subject, TEXT.say(phrase("notice.confirm-how", link=link, end=end), language) + "\n"


def chat(turns: Sequence[Turn], language: str) -> bytes:
    """The body for a chat's webhook in Discord's format; it mentions nobody, and markup in names is escaped."""
    for what in turns:
        what.others = [MARKUP.sub(r"\\\1", name) for name in what.others]
    text = "\n".join(f"{sentence(what, language)} <{what.link}>" for what in turns)
    return msgspec.json.encode({"username": "Guanxi", "content": text[:2000], "allowed_mentions": {"parse": []}})


def screen(what: Turn, language: str) -> bytes:
    """The notification that the browser shows when a push arrives."""
    title = guanxi.game(what.game).text.say(phrase("name"), language)
    url = "/friends" if what.kind == "invite" else f"/table/{what.table_id}"
    shown = {"title": title, "body": sentence(what, language), "url": url, "tag": what.table_id}
    return msgspec.json.encode(shown)


def page(action: str, language: str, address: str, asks: bool) -> str:
    """The page behind a link in a mail: a question with a button, or what was done."""
    if action == "confirm":
        asked, yes, done = phrase("page.confirm", address=address), phrase("page.yes-confirm"), phrase("page.confirmed")
    else:
        asked, yes, done = phrase("page.end", address=address), phrase("page.yes-end"), phrase("page.ended")
    button = f'<form method="post"><button>{escape(TEXT.say(yes, language))}</button></form>' if asks else ""
    told = escape(TEXT.say(asked if asks else done, language))
    return PAGE.format(language=language, sentence=told, button=button)
