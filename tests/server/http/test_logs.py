"""The log as JSON, and the route for monitors."""

from __future__ import annotations

import json
import logging
import sys
from typing import TYPE_CHECKING

import pytest
from sqlalchemy.exc import OperationalError

from guanxi.engine.errors import BadOption
from guanxi.server.http.logs import JsonLines
from guanxi.server.settings import from_environment

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from tests.server.builders import Player


def test_an_event_with_a_traceback_is_one_line() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        record = logging.LogRecord("guanxi", logging.ERROR, "", 1, "table %s", ("ab",), sys.exc_info())
    line = JsonLines().format(record)
    assert "\n" not in line
    event = json.loads(line)
    assert (event["level"], event["from"], event["message"]) == ("ERROR", "guanxi", "table ab")
    assert "two\nlines" in event["traceback"]


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
