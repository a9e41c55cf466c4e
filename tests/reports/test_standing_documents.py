"""A report that was written stands only for what is asked: with or without names, signed or not."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from compliance.reports.signing import DocumentSigner
from compliance.workflows.nightly import nightly
from compliance.workflows.report import pseudonyms_in
from compliance.workflows.workspace import Workspace
from tests.cli.conftest import case
from tests.reports.certificates import PASSPHRASE, root_and_signer

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.workflows.record import Outcome

NOW = datetime(2026, 11, 29, tzinfo=UTC)
NAME = "A-participant-with-a-name"


class Night:
    """One round with a wrong settlement, audited as often as asked."""

    def __init__(self, folder: Path) -> None:
        wrong = json.loads(json.dumps(case("base_game/pass_live_win").round))
        participant = wrong["seats"][0]["participants"][0]
        participant["participant_id"] = NAME
        participant["wagers"][0]["net"] = "0.01"
        self.log = folder / "log.jsonl"
        self.log.write_text(json.dumps(wrong) + "\n")
        self.out = folder / "out"
        self.workspace = Workspace(folder / "a.duckdb", audit_log=folder / "log", clock=lambda: NOW)

    def audit(self, *formats: str, redact: bool = True, signer: DocumentSigner | None = None) -> Outcome:
        with self.workspace.open() as db:
            return nightly(self.workspace, db, [self.log], self.out, formats=formats, redact=redact, signer=signer)

    def names_in(self) -> list[str]:
        """The files that hold the participant's name; a PDF is read by its attachments beside it."""
        return sorted(path.name for path in self.out.iterdir() if NAME.encode() in path.read_bytes())


@pytest.fixture
def night(tmp_path: Path) -> Night:
    return Night(tmp_path)


def test_documents_with_pseudonyms_do_not_stand_for_documents_without(night: Night) -> None:
    assert not night.audit("html").unchanged
    assert night.names_in() == []
    assert not night.audit("html", redact=False).unchanged
    assert "audit-report.html" in night.names_in()
    assert night.audit("html", redact=False).unchanged


def test_documents_with_names_do_not_stand_where_they_are_to_be_withheld(night: Night) -> None:
    night.audit("html", redact=False)
    assert pseudonyms_in(night.out) is False
    assert not night.audit("html").unchanged
    assert night.names_in() == []
    assert night.audit("html").unchanged


def test_an_edition_with_names_does_not_stay_beside_one_without(night: Night) -> None:
    night.audit("pdf", redact=False)
    notes = night.out / "notes.txt"
    notes.write_text(NAME)
    night.audit("html")
    assert not (night.out / "audit-report.pdf").exists()
    assert night.names_in() == ["notes.txt"]
    assert night.audit("html").unchanged


def test_a_document_that_somebody_changed_is_not_taken_away(night: Night) -> None:
    night.audit("html", "pdf", redact=False)
    changed = night.out / "audit-report.pdf"
    changed.write_text("Notes of my own.")
    night.audit("html")
    assert changed.read_text() == "Notes of my own."


def test_an_edition_asked_for_besides_stays(night: Night) -> None:
    night.audit("pdf")
    night.audit("html")
    assert {path.name for path in night.out.iterdir()} >= {"audit-report.html", "audit-report.pdf"}


def test_an_unsigned_report_does_not_stand_for_a_signed_one(night: Night, tmp_path: Path) -> None:
    key = root_and_signer("Gaming Commission").p12(tmp_path / "key.p12")
    signer = DocumentSigner.load(key, PASSPHRASE)
    night.audit("pdf")
    signed = night.audit("pdf", signer=signer)
    assert not signed.unchanged
    assert night.audit("pdf", signer=signer).unchanged
    digests = {each.path.name: each.sha256 for each in signed.documents}
    assert {each.path.name: each.sha256 for each in night.audit("pdf").documents} == digests
