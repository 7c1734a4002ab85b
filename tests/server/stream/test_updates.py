"""Patches: what has changed between two states, and nothing else."""

from __future__ import annotations

import zlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from guanxi.server.stream.event_stream import GZIP_HEAD, compressed
from guanxi.server.stream.updates import difference, patched

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.text("ab", max_size=2),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("abc", min_size=1, max_size=1), inner, max_size=3)
    ),
    max_leaves=20,
)


@given(JSON, JSON)
def test_a_patch_turns_one_value_into_the_other(old: Any, new: Any) -> None:
    patch = difference(old, new)
    assert (patch is None) == (old == new)
    if patch is not None:
        assert patched(old, patch) == new


@pytest.mark.parametrize(
    ("old", "new", "patch"),
    [
        ({"a": 1, "b": 2}, {"a": 1, "b": 3}, {"b": [3]}),
        ({"a": 1, "b": 2}, {"a": 1}, {"b": []}),
        ({}, {"a": {"b": 1}}, {"a": [{"b": 1}]}),
        ({"a": [1, 2, 3]}, {"a": [1, 5, 3]}, {"a": {"1": [5]}}),
        ({"a": [1, 2, 3]}, {"a": [4, 5, 3]}, {"a": [[4, 5, 3]]}),
        ({"a": [1]}, {"a": [1, 2]}, {"a": [[1, 2]]}),
        ({"a": [1]}, {"a": []}, {"a": [[]]}),
    ],
)
def test_what_a_patch_looks_like(old: Any, new: Any, patch: Any) -> None:
    assert difference(old, new) == patch


@given(st.lists(st.binary(max_size=200), max_size=5))
def test_compressed_pieces_in_a_row_are_one_gzip_stream(pieces: list[bytes]) -> None:
    reader = zlib.decompressobj(zlib.MAX_WBITS | 16)
    reader.decompress(GZIP_HEAD)
    assert [reader.decompress(compressed(piece)) for piece in pieces] == pieces
