"""Settings of all tests: property tests try the same examples on every machine."""

from __future__ import annotations

import signal

from hypothesis import HealthCheck, settings

settings.register_profile(
    "guanxi", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("guanxi")


def pytest_configure() -> None:
    """Restore Ctrl-C: a test run in the background ignores it, and so would all programs that it starts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
