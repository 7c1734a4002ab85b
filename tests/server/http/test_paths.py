"""Paths and the texts in them."""

from __future__ import annotations

import pytest

from guanxi.server.http.paths import Paths


@pytest.fixture
def paths() -> Paths[str]:
    found: Paths[str] = Paths()
    found.add("/api/tables", "GET", "list")
    found.add("/api/tables", "POST", "create")
    found.add("/api/tables/{id}/moves", "POST", "move")
    found.add("/api/rules/{game}/{language}", "GET", "rules")
    return found


def test_everything_at_a_path_is_found_by_its_method(paths: Paths[str]) -> None:
    assert paths.find("/api/tables") == ({"GET": "list", "POST": "create"}, {})


def test_texts_in_a_path_have_names(paths: Paths[str]) -> None:
    assert paths.find("/api/tables/abc/moves") == ({"POST": "move"}, {"id": "abc"})
    assert paths.find("/api/rules/han/fr") == ({"GET": "rules"}, {"game": "han", "language": "fr"})
    assert paths.find("/api/tables/{id}/moves") == ({"POST": "move"}, {"id": "{id}"})


@pytest.mark.parametrize(
    "path", ["", "/", "/api", "/api/tables/", "/api/tables//moves", "/api/tables/abc", "/api/rules/han", "/api//han/fr"]
)
def test_nothing_belongs_to_other_paths(paths: Paths[str], path: str) -> None:
    assert not paths.find(path)[0]
