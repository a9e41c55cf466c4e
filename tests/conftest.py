"""What holds for all tests: how Hypothesis is run, and that tests in a browser are left out where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import HealthCheck, settings

from scripts.environment import browser

if TYPE_CHECKING:
    import pytest

# Without a deadline, since the pace of a shared machine says nothing of the code.
settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


def pytest_report_header() -> str:
    found = browser()
    if found is None:
        return (
            "browser: none on this machine, so the tests marked 'browser' are left out; install Chromium to have them"
        )
    return f"browser: {found}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if browser() is not None:
        return
    left_out = [item for item in items if item.get_closest_marker("browser")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]
