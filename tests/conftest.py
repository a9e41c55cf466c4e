"""How Hypothesis is run everywhere: without a deadline, since the pace of a shared machine says nothing of the code."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")
