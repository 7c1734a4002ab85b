"""Compiled, Haiduci plays the same games as from its plain sources."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engine.fingerprint import is_plain
from tests.games.haiduci.plain import fingerprint

ROOT = Path(__file__).parents[3]


@pytest.mark.skipif(is_plain(), reason="nothing is compiled here: there is only the plain side")
def test_plain_and_compiled_play_the_same_games() -> None:
    command = [sys.executable, "-m", "tests.games.haiduci.plain"]
    environment = {**os.environ, "GUANXI_PLAIN": "1"}
    printed = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True).stdout
    assert printed.split() == ["plain", fingerprint()]
