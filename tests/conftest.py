"""What all tests share: property tests try the same examples on every machine."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "guanxi", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("guanxi")
