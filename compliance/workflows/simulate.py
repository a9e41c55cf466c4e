"""Synthetic logs with planted faults: ``compliance simulate``."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

from compliance.simulate.faults import FAULTS
from compliance.simulate.habits import usual_terms
from compliance.simulate.log import truth_record, write_log
from compliance.simulate.posting import head_text, licensee_text, table_text
from compliance.simulate.table import SimulationError, simulate_table
from compliance.workflows.sheets import sheet_named
from compliance.workflows.workspace import WorkflowError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from pathlib import Path

    from compliance.simulate.faults.fault import Fault
    from compliance.workflows.workspace import Workspace


def simulate(
    workspace: Workspace,
    sheet_id: str,
    target: Path,
    *,
    table_id: str,
    rounds: int,
    seed: int,
    start: datetime,
    faults: Sequence[str],
    positions: int | None,
    truth_file: Path | None,
    licensee_file: Path | None = None,
) -> int:
    """Write a log of one table, and the truth of what was planted beside it; return the number of planted findings.

    ``licensee_file`` is where the licensee's file goes that posts the table's terms: faults against them are found
    with it only.

    Raises:
        WorkflowError: the sheet is unknown, the log cannot be made as asked, or a file cannot be written.
    """
    sheet = sheet_named(workspace, sheet_id)
    terms = usual_terms(sheet, table_id, positions)
    try:
        if licensee_file:
            opened = start.date() - timedelta(days=2)
            table = table_text(sheet.id, terms, time_zone=None, positions=terms.positions, since=opened)
            licensee_file.write_text(licensee_text(head_text(terms, start), [table]), encoding="utf-8")
        simulated = simulate_table(
            sheet,
            table_id=table_id,
            rounds=rounds,
            seed=seed,
            start=start,
            faults=faults,
            terms=terms,
        )
        planted = write_log(target, simulated)
        if truth_file:
            records = {
                "format": 1,
                "sheet": sheet_id,
                "seed": seed,
                "planted": [truth_record(each) for each in planted],
            }
            truth_file.write_text(json.dumps(records, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    except (SimulationError, ValueError) as error:
        raise WorkflowError(str(error)) from None
    except OSError as error:
        raise WorkflowError(f"{error.filename or target} cannot be written: {error.strerror}") from None
    return len(planted)


def known_faults(workspace: Workspace, sheet_id: str) -> dict[str, Fault]:
    """The kinds of faults that can be planted in rounds of a sheet, by name.

    Raises:
        WorkflowError: the sheet is unknown.
    """
    sheet = sheet_named(workspace, sheet_id)
    return {name: fault for name, fault in FAULTS.items() if fault.applies(sheet)}
