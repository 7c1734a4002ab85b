"""A search in several processes: a child that fails exits, and only the search's own children are waited for."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random

import pytest

from guanxi.bots.parallel import search_in_parallel

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

# In a process of its own: the fault was that a child went on as if it were pytest.
CHILD_FAILS = """
import os
from random import Random
from types import SimpleNamespace
from guanxi.bots.parallel import search_in_parallel

parent = os.getpid()

def run():
    if os.getpid() != parent:
        raise RuntimeError("the child fails")

root = SimpleNamespace(reseed=lambda *words: None)
search = SimpleNamespace(root=root, findings=lambda: [(3, 10, 0.5, 0.0)])
try:
    print("returned", [found.visits for found in search_in_parallel(search, run, 3, Random(1))], flush=True)
except RuntimeError:
    print("raised", flush=True)
"""


class Root:
    """The position of a search, of which only the random stream matters."""

    def reseed(self, *words: int) -> None:
        """Accept a new random stream."""


class Search:
    """A search with the same findings in every process."""

    root = Root()

    def findings(self) -> list[tuple[int, int, float, float]]:
        """One move with ten visits."""
        return [(3, 10, 0.5, 0.0)]


def test_a_child_whose_search_raises_never_returns_to_the_caller() -> None:
    done = subprocess.run([sys.executable, "-c", CHILD_FAILS], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.splitlines() == ["returned [10]"]
    assert "the child fails" in done.stderr


def test_the_exit_code_of_another_child_is_not_taken() -> None:
    other = subprocess.Popen([sys.executable, "-c", "raise SystemExit(7)"])
    os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)  # it has exited, and its code was not collected
    found = search_in_parallel(Search(), lambda: None, 3, Random(1))  # type: ignore[arg-type]
    assert [stats.visits for stats in found] == [30]
    assert other.wait() == 7


def test_no_child_is_left_when_the_search_raises_here(monkeypatch: pytest.MonkeyPatch) -> None:
    fork, children = os.fork, []

    def recorded_fork() -> int:
        children.append(fork())
        return children[-1]

    def run() -> None:
        raise RuntimeError("fails everywhere")

    monkeypatch.setattr(os, "fork", recorded_fork)
    with pytest.raises(RuntimeError, match="everywhere"):
        search_in_parallel(Search(), run, 3, Random(1))  # type: ignore[arg-type]
    assert len(children) == 2
    for child in children:
        with pytest.raises(ChildProcessError):
            os.waitpid(child, os.WNOHANG)
