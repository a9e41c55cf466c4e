"""A machine without the system libraries gets a sentence that names them, and HTML works there all the same."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from compliance.reports import pdf
from compliance.reports.errors import ReportError
from compliance.reports.render import SYSTEM_PACKAGES, render_pdf
from tests.reports.test_hostile import DATED

ROOT = Path(__file__).parents[2]
BARE = """
import sys
from pathlib import Path

class NoPango:
    def find_spec(self, name, path=None, target=None):
        if name == "weasyprint":
            raise OSError("cannot load library 'libgobject-2.0-0'")

sys.meta_path.insert(0, NoPango())
from compliance.reports.audit_report import write_audit_report
from compliance.reports.errors import ReportError
from tests.reports.sample import small

write_audit_report(small(()), Path(sys.argv[1]), formats={"html"})
try:
    write_audit_report(small(()), Path(sys.argv[1]) / "pdf", formats={"pdf"})
except ReportError as error:
    print(error)
"""


def test_without_pango_the_html_is_written_and_the_pdf_refused_in_one_sentence(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", BARE, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    said = ran.stdout.strip()
    assert said.count("\n") == 0
    assert f"install them with apt-get install {' '.join(SYSTEM_PACKAGES)}, or ask for --format html" in said
    assert (tmp_path / "audit-report.html").exists()
    assert not (tmp_path / "pdf").exists()


def test_without_harfbuzz_subset_the_pdf_is_refused_because_it_would_not_be_reproducible(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pdf.ffi, "harfbuzz_subset", None)
    with pytest.raises(ReportError, match=r"HarfBuzz-Subset .* apt-get install libharfbuzz-subset0"):
        render_pdf("<html></html>", dated=DATED)
