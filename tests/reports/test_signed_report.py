"""A signed audit report: the unsigned one with a signature behind it, and still PDF/A-3a and PDF/UA-1."""

from __future__ import annotations

from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pikepdf
import pytest

from compliance.reports.audit_report import Signing, write_audit_report
from compliance.reports.errors import ReportError
from compliance.reports.signed_pdf import Verdict, certificates, examine
from compliance.reports.signing import DocumentSigner
from tests.reports.certificates import PASSPHRASE, Identity, root_and_signer
from tests.reports.sample import night
from tests.reports.verapdf import validate

AT = datetime(2026, 3, 4, 9, 30, tzinfo=UTC)


@pytest.fixture(scope="module")
def auditor() -> Identity:
    return root_and_signer("A. Auditor")


@pytest.fixture(scope="module")
def signer(auditor: Identity, tmp_path_factory: pytest.TempPathFactory) -> DocumentSigner:
    return DocumentSigner.load(auditor.p12(tmp_path_factory.mktemp("key") / "key.p12"), PASSPHRASE)


@pytest.fixture(scope="module")
def signed_night(night_pdf: Path, signer: DocumentSigner, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("signed")
    written = write_audit_report(night(), folder, formats={"pdf"}, signing=Signing(signer, AT))
    pdf = next(each for each in written if each.path.suffix == ".pdf")
    before = night_pdf.read_bytes()
    assert pdf.sha256 == sha256(pdf.path.read_bytes()).hexdigest()
    assert pdf.before_signing is not None
    assert (pdf.before_signing.signed_by, pdf.before_signing.size) == ("A. Auditor", len(before))
    assert pdf.before_signing.sha256 == sha256(before).hexdigest()
    assert [each.path.name for each in written if each.before_signing] == ["audit-report.pdf"]
    return pdf.path


def test_signed_report_begins_with_the_bytes_of_the_unsigned_one(signed_night: Path, night_pdf: Path) -> None:
    assert signed_night.read_bytes().startswith(night_pdf.read_bytes())


@pytest.mark.parametrize("flavour", ["3a", "ua1"])
def test_verapdf_finds_no_fault_in_a_signed_report(signed_night: Path, flavour: str) -> None:
    assert validate(signed_night, flavour).failures == {}


def test_signed_report_still_carries_its_attachments(
    signed_night: Path, night_pdf: Path, auditor: Identity, tmp_path: Path
) -> None:
    roots = certificates(auditor.pem(tmp_path / "root.pem"))
    assert examine(signed_night.read_bytes(), roots, AT).verdict is Verdict.HOLDS
    with pikepdf.open(signed_night) as after, pikepdf.open(night_pdf) as before:
        assert {name: spec.get_file().read_bytes() for name, spec in after.attachments.items()} == {
            name: spec.get_file().read_bytes() for name, spec in before.attachments.items()
        }


def test_page_edition_alone_is_not_signed(signer: DocumentSigner, tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="only the PDF edition"):
        write_audit_report(night(), tmp_path / "out", formats={"html"}, signing=Signing(signer, AT))
    assert not (tmp_path / "out").exists()
