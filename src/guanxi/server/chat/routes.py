"""The routes of the table chat."""

from __future__ import annotations

from guanxi.server.chat import chat
from guanxi.server.http.route import TABLE, get, post
from guanxi.server.http.wire import Nothing
from guanxi.server.people import wire

ROUTES = (
    get(
        f"{TABLE}/chat",
        chat.read,
        wire.Chat,
        "What was said at a table.",
        (403, 404, 409, 422),
        query=(("since", "After which line."),),
    ),
    post(f"{TABLE}/chat", chat.say, wire.Said, wire.Line, "Say something.", (404, 409)),
    post(f"{TABLE}/chat/mute", chat.mute, wire.Muted, wire.Chat, "Mute somebody.", (404, 409)),
    post(f"{TABLE}/chat/report", chat.report, wire.Reported, Nothing, "Report a line.", (404, 409)),
)
