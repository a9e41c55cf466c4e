"""The night to prove findings of, verified once, and an environment with nothing but the package cryptography."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.cli.evidence.night import Night, cryptography_alone, prepared

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def night(tmp_path_factory: pytest.TempPathFactory) -> Night:
    return prepared(tmp_path_factory.mktemp("evidence"))


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return cryptography_alone(tmp_path_factory.mktemp("packages"))
