"""The run's record as a file of evidence: counts, checks, sheets, totals, dispositions, digests."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.reports.audit_input import AuditInput


RUN_RECORD = "run.json"
"""The name of the file that holds it."""


def run_record(
    data: AuditInput, money: Sequence[dict[str, Any]], owed: Sequence[dict[str, Any]], *, pseudonyms: bool
) -> dict[str, Any]:
    """Return the record, whole, for ``RUN_RECORD``; dates and times are text when it is written.

    ``money`` and ``owed`` are the rows of the files of those names.
    """
    return {
        "run_id": data.run_id,
        "started_at": data.started_at,
        "finished_at": data.finished_at,
        "program_version": data.program_version,
        "licensee": {"id": data.licensee_id, "name": data.licensee_name},
        "period": {"from": data.period_from, "to": data.period_to},
        "verdict": str(data.verdict),
        "pseudonyms": pseudonyms,
        "files": [asdict(each) for each in data.files],
        "not_received": list(data.not_received),
        "rounds": {"settled": data.rounds_settled, "void": data.rounds_void},
        "wagers": asdict(data.wagers),
        "checks": [asdict(each) for each in data.checks],
        "interpretations": [
            {
                key: getattr(each, key)
                for key in (
                    "rule_sheet", "id", "adopted", "ruling", "touched", "discriminating", "fits_adopted", "fits_other",
                )
            }
            for each in data.interpretations
        ],
        "parity": asdict(data.parity),
        "sheets": [
            {key: getattr(each, key) for key in ("id", "sha256", "standing", "document", "document_sha256", "rounds")}
            for each in data.sheets
        ],
        "manifests": [{"path": path, "sha256": sha256} for path, sha256 in data.manifests],
        "control_totals": [asdict(each) | {"agrees": each.agrees} for each in data.control_totals or ()],
        "assurance": None if data.assurance is None else [asdict(each) for each in data.assurance],
        "compared_with": data.compared_with,
        "gone": [asdict(each) for each in data.states if each.state == "gone"],
        "dispositions": [asdict(each) for each in data.dispositions],
        "money": list(money),
        "owed": list(owed),
        "checkpoint": data.checkpoint,
    }  # fmt: skip
