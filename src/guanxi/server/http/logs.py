"""The server's log: one line an event, as text or as JSON."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

import msgspec

TEXT = "%(levelname)s %(name)s: %(message)s"


class JsonLines(logging.Formatter):
    """Writes an event as an object on one line, also if it has a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        event = {"at": at, "level": record.levelname, "from": record.name, "message": record.getMessage()}
        if record.exc_info:
            event["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(event).decode()


def start_logging(json: bool) -> None:
    """Write what happens to the standard error; as JSON, for programs, every request too."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if json else logging.Formatter(TEXT))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("guanxi").setLevel(logging.INFO)
    logging.getLogger("guanxi.requests").setLevel(logging.INFO if json else logging.WARNING)
