"""The server's log: one line an event, as text or as JSON.

Only a bug has a traceback.  A database that does not answer, or a client that is lost, is told in the line itself.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from types import TracebackType

import msgspec
from sqlalchemy.exc import InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
NO_BUGS = (OperationalError, InterfaceError, InternalError, PoolTimeout, OSError)


class TextLines(logging.Formatter):
    """Writes an event on one line; the traceback of a bug follows it."""

    def format(self, record: logging.LogRecord) -> str:
        line, bug = f"{record.levelname} {record.name}: {line_of(record)}", bug_of(record)
        return f"{line}\n{self.formatException(bug)}" if bug else line


class JsonLines(logging.Formatter):
    """Writes an event as an object on one line, also if it has a traceback."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        event = {"at": at, "level": record.levelname, "from": record.name, "message": line_of(record)}
        if bug := bug_of(record):
            event["traceback"] = self.formatException(bug)
        return msgspec.json.encode(event).decode()


def bug_of(record: logging.LogRecord) -> ExcInfo | None:
    """The error that an event is about, unless such errors must be expected."""
    return record.exc_info if record.exc_info and not isinstance(record.exc_info[1], NO_BUGS) else None


def line_of(record: logging.LogRecord) -> str:
    """An event on one line, with its cause if that must be expected."""
    cause = record.exc_info[1] if record.exc_info and not bug_of(record) else None
    return " ".join(f"{record.getMessage()}: {cause}".split() if cause else record.getMessage().split())


def start_logging(json: bool) -> None:
    """Write what happens to the standard error; as JSON, for programs, every request too."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines() if json else TextLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("guanxi").setLevel(logging.INFO)
    logging.getLogger("guanxi.requests").setLevel(logging.INFO if json else logging.WARNING)
