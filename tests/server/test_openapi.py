"""The API conforms to its OpenAPI document."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import given, settings
from hypothesis.strategies import booleans, characters, text
from schemathesis.specs.openapi.checks import positive_data_acceptance

from guanxi.server.app import make_app
from guanxi.server.openapi import build_document, short_names
from guanxi.server.parts import Parts
from guanxi.server.serve import Server, free_socket
from guanxi.server.settings import Settings
from tests.server.builders import BOT, ME, TIME_LIMIT, quick

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.server.http.route import Route

ROUTES = Parts(Settings()).routes
DOCUMENT: dict[str, Any] = msgspec.json.decode(build_document(ROUTES))
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
STREAMED = [route for route in ROUTES if route.kind == "text/event-stream"]
ENDING = [route for route in ROUTES if route not in STREAMED]
EXAMPLES = int(os.environ.get("GUANXI_EXAMPLES", "15"))  # requests for each route; `make nightly` sends more
DATABASE = os.environ.get("GUANXI_DATABASE", "sqlite")  # or postgresql

ascii_printable = characters(min_codepoint=32, max_codepoint=126)


@pytest.fixture(scope="module")
def fuzzed_db(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[str]:
    """A database as `--db` names it, of the kind that is wanted."""
    if DATABASE == "sqlite":
        yield str(tmp_path_factory.mktemp("api") / "tables.db")
        return
    with request.getfixturevalue("postgres").database() as url:
        yield url


@pytest.fixture(scope="module")
def address(fuzzed_db: str) -> Iterator[str]:
    """A real server in a thread."""
    socket = free_socket("127.0.0.1", 0)
    where = f"http://127.0.0.1:{socket.getsockname()[1]}"
    server = Server(make_app(quick(Path(), db=fuzzed_db)), where)
    thread = threading.Thread(target=server.run, args=([socket],))
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield where
    server.should_exit = True
    thread.join()
    socket.close()


def test_every_route_is_in_the_document() -> None:
    described = {(path, method.upper()) for path, methods in DOCUMENT["paths"].items() for method in methods}
    assert described == {(route.path, route.method) for route in ROUTES}
    assert DOCUMENT["openapi"].startswith("3.1")
    names = [method["operationId"] for methods in DOCUMENT["paths"].values() for method in methods.values()]
    assert len(set(names)) == len(names)


def test_every_reference_leads_somewhere() -> None:
    text = msgspec.json.encode(DOCUMENT).decode()
    names = {part.split('"')[0] for part in text.split("#/components/schemas/")[1:]}
    assert names <= set(DOCUMENT["components"]["schemas"])
    assert {"State", "Offer", "Phrase", "Error", "MoveMade", "HanView", "HanMove", "HanEvent", "EngineEvent"} <= names
    assert not [name for name in DOCUMENT["components"]["schemas"] if "." in name]


def test_every_parameter_may_be_refused(address: str) -> None:
    for route in ROUTES:
        described = DOCUMENT["paths"][route.path][route.method.lower()]
        assert not described["parameters"] or "422" in described["responses"], route.path
    assert httpx.get(f"{address}/api/tournaments", params={"club": "\0"}).status_code == 422


def test_two_types_of_the_same_name_are_told_apart_or_refused() -> None:
    han, lotus = "guanxi.games.han.view.PlayerView", "guanxi.games.white_lotus.view.PlayerView"
    assert short_names([han, lotus, "View"]) == {han: "HanPlayerView", lotus: "WhiteLotusPlayerView"}
    with pytest.raises(ValueError, match=r"bots\.Turn and guanxi\.server\.tables\.Turn would both be Turn"):
        short_names(["guanxi.server.bots.Turn", "guanxi.server.tables.Turn"])


def test_views_moves_and_events_are_those_of_the_games() -> None:
    schemas = DOCUMENT["components"]["schemas"]
    for kind in ("View", "Move", "Event", "Preview"):
        kinds = [schema["$ref"].rpartition("/")[2] for schema in schemas[kind]["anyOf"]]
        assert {f"Hanamikoji{kind}", f"Han{kind}", f"WhiteLotus{kind}", f"Haiduci{kind}"} <= set(kinds) <= set(schemas)
    assert schemas["HanView"]["properties"]["game"] == {"enum": ["han"]}


@pytest.mark.parametrize("route", ENDING, ids=lambda route: f"{route.method} {route.path}")
def test_the_server_conforms_to_its_document(address: str, route: Route) -> None:
    @settings(max_examples=EXAMPLES)
    @given(case=SCHEMA[route.path][route.method].as_strategy())
    def ask(case: schemathesis.Case[Any]) -> None:
        # A game that does not exist is valid by the schema, and yet refused.
        case.call_and_validate(base_url=address, excluded_checks=[positive_data_acceptance], timeout=TIME_LIMIT)

    ask()


@pytest.mark.parametrize("route", STREAMED, ids=lambda route: f"{route.method} {route.path}")
def test_a_stream_refuses_what_makes_no_sense(address: str, route: Route) -> None:
    with httpx.Client(base_url=address, timeout=TIME_LIMIT) as client:
        body = {"game": "hanamikoji", "seats": [ME, BOT]}
        table = client.post("/api/tables", json=body).json()["table"]

        @settings(max_examples=EXAMPLES)
        @given(case=SCHEMA[route.path][route.method].as_strategy(), known=booleans(), last=text(ascii_printable))
        def ask(case: schemathesis.Case[Any], known: bool, last: str) -> None:
            if known:
                case.path_parameters = {"id": table}
            sent = case.as_transport_kwargs(base_url=address)
            headers = {"Last-Event-ID": last.strip(), "Accept-Encoding": "identity"}
            with client.stream("GET", sent["url"], params=sent.get("params"), headers=headers) as response:
                documented = DOCUMENT["paths"][route.path][route.method.lower()]["responses"]
                assert str(response.status_code) in documented
                assert response.status_code < 500
                if response.status_code == 200:
                    assert next(response.iter_lines()) == "retry: 1000"

        ask()


def test_a_real_table_conforms_to_the_document(address: str) -> None:
    with httpx.Client(base_url=address, timeout=TIME_LIMIT) as client:
        body = {"game": "hanamikoji", "seats": [ME, BOT], "options": {"first": 0}}
        created = client.post("/api/tables", json=body)
        SCHEMA["/api/tables"]["POST"].validate_response(created)
        table = created.json()["table"]
        found = client.get(f"/api/tables/{table}")
        SCHEMA["/api/tables/{id}"]["GET"].validate_response(found)
        state = found.json()
        move = {"seat": 0, "move": state["legal"][0]["number"], "length": 0, "id": "a"}
        moved = client.post(f"/api/tables/{table}/moves", json=move)
        SCHEMA["/api/tables/{id}/moves"]["POST"].validate_response(moved)
        refused = client.post(f"/api/tables/{table}/moves", json={**move, "id": "b"})
        assert refused.status_code == 409
        SCHEMA["/api/tables/{id}/moves"]["POST"].validate_response(refused)
