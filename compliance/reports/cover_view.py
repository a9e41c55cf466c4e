"""The cover: whose log, which dates, what came of it, and what it stands on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.domain.words import Verdict
from compliance.reports.figures import clock, count, counted, gaming_dates, sentence_case
from compliance.reports.printable import shortened
from compliance.reports.tables import LISTED, Column, Fact, Table

if TYPE_CHECKING:
    from compliance.reports.audit_input import AuditInput

RESULTS = {
    Verdict.VIOLATION: "Violations of the rule sheets were found.",
    Verdict.REVIEW: "No violation was found; some findings need a person's review.",
    Verdict.UNDETERMINED: "Nothing wrong was found, but not everything could be determined.",
    Verdict.CONFORMS: "Everything examined conforms to the rule sheets.",
}
LONGEST_NAME = 120


@dataclass(frozen=True, slots=True)
class CoverView:
    """The first page. ``checkpoint`` is the audit log's signed note, line by line."""

    licensee: str
    period: str
    verdict: str
    result: str
    facts: tuple[Fact, ...]
    sheets: Table
    notices: tuple[str, ...]
    checkpoint: tuple[str, ...]
    checkpoint_note: str


def cover_view(data: AuditInput, *, pseudonyms: bool) -> CoverView:
    """Lay out the cover; ``pseudonyms`` says whether the input's identifiers are already replaced."""
    read = sum(file.read for file in data.files)
    facts = [
        Fact("Licensee", f"{shortened(data.licensee_name, LONGEST_NAME)} ({shortened(data.licensee_id)})"),
        Fact("Scope", shortened(data.scope or "all tables in the log", 200)),
        Fact("Received", f"{counted(len(data.files), 'file')}, {counted(read, 'line')}"),
        Fact("Run", shortened(data.run_id), code=True),
        Fact("Run started", clock(data.started_at)),
        Fact("Run finished", clock(data.finished_at)),
        Fact("Program", f"compliance {data.program_version}"),
    ]
    if data.not_received:
        facts.insert(3, Fact("Not received", shortened("; ".join(data.not_received), 600)))
    return CoverView(
        licensee=shortened(data.licensee_name, LONGEST_NAME),
        period=sentence_case(gaming_dates(data.period_from, data.period_to)),
        verdict=str(data.verdict),
        result=RESULTS[data.verdict],
        facts=tuple(facts),
        sheets=_sheets(data),
        notices=(*_unreliable(data), *_notices(pseudonyms)),
        checkpoint=tuple((data.checkpoint or "").splitlines()),
        checkpoint_note=_checkpoint_note(data.checkpoint),
    )


def _sheets(data: AuditInput) -> Table:
    columns = (
        Column("sheet", "Rule sheet"),
        Column("standing", "Standing"),
        Column("rounds", "Rounds", "number"),
        Column("digest", "SHA-256 of its data", "digest"),
    )
    shown = data.sheets[:LISTED]
    rows = tuple((sheet.id, sheet.standing, count(sheet.rounds), sheet.sha256) for sheet in shown)
    return Table("coversheets", "Rule sheets that rounds were settled by", columns, rows)


def _unreliable(data: AuditInput) -> tuple[str, ...]:
    number = data.parity.disagreements
    if not number:
        return ()
    return (
        f"NO RESULT OF THIS RUN MAY BE RELIED ON: the two evaluators disagree on {counted(number, 'round')}. The"
        " verdict and the findings are printed only so that the cause can be found.",
    )


def _notices(pseudonyms: bool) -> tuple[str, ...]:
    return (
        "The log was not compared with video or with the tables' own records, except where a section says so.",
        "Participants and house dealers are shown by pseudonyms that stay the same in every report on this licensee."
        if pseudonyms
        else "NOT REDACTED: this edition shows the log's own identifiers of participants and house dealers.",
    )


def _checkpoint_note(checkpoint: str | None) -> str:
    if checkpoint is None:
        return "No checkpoint of the audit log was given; this report cannot be tied to a state of that log."
    return (
        "Checkpoint of the audit log when this report was made. Kept apart from that log, it shows whether the log was"
        " cut or rewritten since:"
    )
