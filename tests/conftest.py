"""What all tests share: property tests try the same examples on every machine."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "guanxi", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("guanxi")


def pytest_configure() -> None:
    """A run that was started in the background ignores Ctrl-C, and so would all programs that are tested by it."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
