"""The example that learns fits on a few screens, and runs where PyTorch is installed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PPO = Path(__file__).parents[1] / "examples" / "ppo.py"


def test_ppo_is_short() -> None:
    text = PPO.read_text(encoding="utf-8")
    compile(text, PPO.name, "exec")
    assert len(text.splitlines()) <= 150


def test_ppo_reports_its_share_against_both_bots() -> None:
    pytest.importorskip("torch")
    command = [sys.executable, str(PPO), "--minutes", "0.05", "--tables", "16", "--games", "4"]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    assert ["random," in lines[-2], "greedy," in lines[-1]] == [True, True]
