"""The log as JSON, and the route for monitors."""

from __future__ import annotations

import json
import logging
import sys
from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import OperationalError

from guanxi.engine.errors import BadOption
from guanxi.server.http.logs import JsonLines, TextLines
from guanxi.server.settings import from_environment

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from tests.server.builders import Player


def record(wrong: Exception) -> logging.LogRecord:
    """An event about an error."""
    try:
        raise wrong
    except Exception:
        return logging.LogRecord("guanxi", logging.ERROR, "", 1, "table %s", ("ab",), sys.exc_info())


def test_an_event_with_a_traceback_is_one_line() -> None:
    line = JsonLines().format(record(ValueError("two\nlines")))
    assert "\n" not in line
    event = json.loads(line)
    assert (event["level"], event["from"], event["message"]) == ("ERROR", "guanxi", "table ab")
    assert "two\nlines" in event["traceback"]


def test_a_bug_has_a_traceback_after_its_line() -> None:
    first, second, *_ = TextLines().format(record(ValueError("two\nlines"))).splitlines()
    assert (first, second) == ("ERROR guanxi: table ab", "Traceback (most recent call last):")


def test_a_database_that_is_away_is_told_in_a_line() -> None:
    away = record(OperationalError("UPDATE\ntables", {}, Exception("the server\nis starting")))
    for line in (TextLines().format(away), json.loads(JsonLines().format(away))["message"]):
        assert "table ab: (builtins.Exception) the server is starting [SQL: UPDATE tables]" in line
        assert "\n" not in line
    assert "traceback" not in json.loads(JsonLines().format(away))


def test_the_kind_of_log_is_a_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not from_environment(None).json_log
    monkeypatch.setenv("GUANXI_LOG", "json")
    assert from_environment(None).json_log
    monkeypatch.setenv("GUANXI_LOG", "xml")
    with pytest.raises(BadOption, match="text or json"):
        from_environment(None)


@pytest.mark.anyio
async def test_health_is_that_of_the_database(app: Starlette, alex: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (await alex.get("/healthz")).text == "ok\n"

    def locked() -> None:
        raise OperationalError("SELECT", {}, Exception("database is locked"))

    monkeypatch.setattr(app.state.parts.database, "reading", locked)
    assert (await alex.get("/healthz")).status_code == 503
