"""Data out: ``compliance export settlements|findings|quarantine|rounds``."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from compliance.bulk.prepare import prepare
from compliance.bulk.results import results
from compliance.domain.money import decimal_text
from compliance.reports.exports import flat, write_text, write_xlsx
from compliance.store.parquet import write_parquet
from compliance.store.queries import QUARANTINE_COLUMNS, ROUND_COLUMNS, ROUND_ORDER, quarantine_rows, round_rows
from compliance.store.results import StoredFinding, findings, last_run, require_findings
from compliance.workflows.workspace import WorkflowError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date
    from pathlib import Path

    from compliance.domain.results import Line
    from compliance.domain.rounds import Round
    from compliance.store import Database
    from compliance.workflows.workspace import Workspace

What = Literal["settlements", "findings", "quarantine", "rounds"]
Format = Literal["jsonl", "csv", "parquet", "xlsx"]

SETTLEMENT_COLUMNS = {
    "round_id": "VARCHAR", "table_id": "VARCHAR", "gaming_date": "DATE", "rule_sheet": "VARCHAR", "seat": "INTEGER",
    "participant_id": "VARCHAR", "wager_kind": "VARCHAR", "stake": "VARCHAR", "recorded_outcome": "VARCHAR",
    "recorded_net": "VARCHAR", "expected_outcome": "VARCHAR", "expected_net": "VARCHAR", "verdict": "VARCHAR",
    "codes": "VARCHAR[]",
}  # fmt: skip
FINDING_COLUMNS = {
    "code": "VARCHAR", "verdict": "VARCHAR", "round_id": "VARCHAR", "table_id": "VARCHAR", "gaming_date": "DATE",
    "seat": "INTEGER", "participant_id": "VARCHAR", "wager_kind": "VARCHAR", "expected_outcome": "VARCHAR",
    "expected_net": "VARCHAR", "recorded_outcome": "VARCHAR", "recorded_net": "VARCHAR", "variance": "VARCHAR",
    "direction": "VARCHAR", "clauses": "VARCHAR[]", "interpretation": "VARCHAR", "reading": "VARCHAR",
    "message": "VARCHAR", "file_sha256": "VARCHAR", "line": "BIGINT", "byte_offset": "BIGINT",
    "finding_id": "VARCHAR",
}  # fmt: skip
MONEY = ("stake", "recorded_net", "expected_net", "variance")


@dataclass(frozen=True, slots=True)
class Export:
    """What can be exported: columns with their SQL types, and the records in order."""

    columns: dict[str, str]
    records: Callable[[], Iterator[dict[str, Any]]]


def export(workspace: Workspace, db: Database, what: What, form: Format, target: Path | None) -> int:
    """Write one of the exports to a file, or as text to standard output; return the number of rows.

    Raises:
        WorkflowError: a format that needs a file has none, the file cannot be written, or settlements would be
            derived by other rules than those of the latest run.
        ReportError: there is more than a workbook holds.
        StoreError: the bytes of a log are not to be had.
    """
    table = _EXPORTS[what](workspace, db)
    if target is None:
        if form in ("parquet", "xlsx"):
            raise WorkflowError(f"{form} cannot go to the terminal; name a file with -o")
        return write_text(_text_form(form), list(table.columns), table.records(), sys.stdout)
    try:
        with _whole(target) as path:
            return _write(table, form, path)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise WorkflowError(f"{target} cannot be written: {error.strerror}; choose another place with -o") from None


def _write(table: Export, form: Format, path: Path) -> int:
    if form == "parquet":
        return write_parquet(table.columns, map(flat, table.records()), path)
    if form == "xlsx":
        return write_xlsx(table.columns, table.records(), path, MONEY)
    with path.open("w", encoding="utf-8", newline="") as file:
        return write_text(_text_form(form), list(table.columns), table.records(), file)


def _text_form(form: Format) -> Literal["jsonl", "csv"]:
    return "csv" if form == "csv" else "jsonl"


@contextmanager
def _whole(target: Path) -> Iterator[Path]:
    """Give a place to write to that becomes the target when all is written: nobody takes a part for the whole."""
    if target.is_dir():
        raise WorkflowError(f"{target} is a folder; name a file with -o")
    if target.exists() and not target.is_file():
        # A device or a pipe can only be written as it is.
        yield target
        return
    real = target.resolve()
    part = real.with_name(f".{real.name}.{os.getpid()}.part")
    try:
        part.touch(exist_ok=False)
        yield part
        part.replace(real)
    finally:
        part.unlink(missing_ok=True)


def _settlements(workspace: Workspace, db: Database) -> Export:
    workspace.require_rules_of(last_run(db))
    return Export(SETTLEMENT_COLUMNS, lambda: _settlement_records(workspace, db))


def _settlement_records(workspace: Workspace, db: Database) -> Iterator[dict[str, Any]]:
    """Settle all rounds in long form again, some at a time, in the order of exports."""
    prepare(db.connection, workspace.rulebook)
    keys = [key for (key,) in db.rows(f"SELECT round_key FROM rounds ORDER BY {ROUND_ORDER}")]
    for start in range(0, len(keys), _ROUNDS_AT_A_TIME):
        batch = keys[start : start + _ROUNDS_AT_A_TIME]
        rounds = {row[0]: row[1:] for row in db.rows(_ROUND_FACTS, [batch])}
        settled = dict(results(db.connection, batch))
        for key in batch:
            yield from (settlement_record(RoundFacts(*rounds[key]), line) for line in settled[key].lines)


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """What an exported line says of its round."""

    round_id: str
    table_id: str
    gaming_date: date
    rule_sheet: str
    minor_digits: int


_ROUNDS_AT_A_TIME = 20_000
_ROUND_FACTS = """
SELECT round_key, round_id, table_id, gaming_date, rule_sheet, minor_digits
FROM rounds WHERE round_key IN (SELECT unnest(?::BIGINT[]))
"""


def settlement_record(round_: Round | RoundFacts, line: Line) -> dict[str, Any]:
    """One row of ``export settlements``: money as decimal text, codes as a list."""

    def money(amount: int | None) -> str | None:
        return None if amount is None else decimal_text(amount, round_.minor_digits)

    return {
        "round_id": round_.round_id,
        "table_id": round_.table_id,
        "gaming_date": round_.gaming_date.isoformat(),
        "rule_sheet": round_.rule_sheet,
        "seat": line.seat,
        "participant_id": line.participant_id,
        "wager_kind": line.wager_kind,
        "stake": money(line.stake),
        "recorded_outcome": line.recorded_outcome,
        "recorded_net": money(line.recorded_net),
        "expected_outcome": line.expected_outcome,
        "expected_net": money(line.expected_net),
        "verdict": line.verdict,
        "codes": list(line.codes),
    }


def finding_record(stored: StoredFinding) -> dict[str, Any]:
    """One row of ``export findings``: money as decimal text, the place in the log as ``source``."""
    found = stored.finding
    return {
        "code": found.code,
        "verdict": found.verdict,
        "round_id": stored.round_id,
        "table_id": stored.table_id,
        "gaming_date": stored.gaming_date.isoformat(),
        "seat": found.seat,
        "participant_id": found.participant_id,
        "wager_kind": found.wager_kind,
        "expected_outcome": found.expected_outcome,
        "expected_net": stored.money(found.expected_net),
        "recorded_outcome": found.recorded_outcome,
        "recorded_net": stored.money(found.recorded_net),
        "variance": stored.money(found.variance),
        "direction": found.direction,
        "clauses": list(stored.clauses),
        "interpretation": found.interpretation,
        "reading": found.reading,
        "message": stored.message,
        "source": {"file_sha256": stored.file_sha256, "line": stored.line, "byte_offset": stored.byte_offset},
        "finding_id": stored.finding_id,
    }


def _findings(_workspace: Workspace, db: Database) -> Export:
    require_findings(db)
    return Export(FINDING_COLUMNS, lambda: (finding_record(stored) for stored in findings(db)))


def _quarantine(_workspace: Workspace, db: Database) -> Export:
    types = dict.fromkeys(QUARANTINE_COLUMNS, "VARCHAR") | {"line": "BIGINT", "byte_offset": "BIGINT"}
    return Export(types, lambda: (dict(zip(QUARANTINE_COLUMNS, row, strict=True)) for row in quarantine_rows(db)))


def _rounds(_workspace: Workspace, db: Database) -> Export:
    types = dict.fromkeys(ROUND_COLUMNS, "VARCHAR") | {"line": "BIGINT", "byte_offset": "BIGINT", "gaming_date": "DATE"}
    return Export(types, lambda: (dict(zip(ROUND_COLUMNS, row, strict=True)) for row in round_rows(db)))


_EXPORTS: dict[str, Callable[[Workspace, Database], Export]] = {
    "settlements": _settlements,
    "findings": _findings,
    "quarantine": _quarantine,
    "rounds": _rounds,
}
