"""The night's report, written once for every test that reads it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from compliance.reports.audit_report import write_audit_report
from tests.reports.sample import night

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def night_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("night")
    write_audit_report(night(), folder, formats={"pdf", "html"})
    return folder


@pytest.fixture(scope="session")
def night_pdf(night_folder: Path) -> Path:
    return night_folder / "audit-report.pdf"


@pytest.fixture(scope="session")
def night_html(night_folder: Path) -> str:
    return (night_folder / "audit-report.html").read_text("utf-8")
