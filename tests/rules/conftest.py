from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from compliance.rules.loader import load_sheets

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet


@pytest.fixture(scope="session")
def sheets() -> dict[str, RuleSheet]:
    return {name: loaded.sheet for name, loaded in load_sheets().items()}
