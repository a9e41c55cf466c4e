"""ROTN-001: one participant banks no more rounds in a row than the sheet allows.

Where the sheet has the bank offered on after that, a participant may keep it when the others were offered it and
declined. Void rounds neither count nor interrupt.
"""

from dataclasses import replace

from compliance.domain.words import Verdict
from compliance.reference.checks.facts import fault
from compliance.reference.table_log import Looked, TableLog

CODE = "ROTN-001"


def examine(log: TableLog) -> Looked:
    """Count the rounds that each participant banks in a row."""
    count, found = 0, []
    banking: str | None = None
    in_a_row = 0
    for place, entry in enumerate(log.entries):
        if not entry.settled:
            continue
        banker = entry.banker
        in_a_row = in_a_row + 1 if banker and banker.participant_id == banking else 1
        banking = banker.participant_id if banker else None
        bank = entry.sheet.bank if entry.sheet else None
        if banker is None or bank is None or bank.consecutive_rounds is None or not entry.in_scope:
            continue
        count += 1
        must_change = bank.after_consecutive == "must_change"
        if in_a_row > bank.consecutive_rounds and (must_change or not banker.declined_by):
            verdict = Verdict.VIOLATION if must_change else Verdict.REVIEW
            found.append((place, replace(fault(CODE, f"{in_a_row} {bank.consecutive_rounds}"), verdict=verdict)))
    return Looked(count, tuple(found))
