"""Some of the lines that were read in bulk, read a second time by the strict reader: they must say the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.rounds import Source
from compliance.ingest.faults import Unreadable
from compliance.ingest.records import staged_record
from compliance.ingest.strict import read_round
from compliance.store import StoreError
from compliance.store.second_reading import disagreeing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.ingest.lines import Line
    from compliance.store import Database

ONE_IN = 500
"""Of so many lines of a block, one is read twice; of each block at least one."""

_NO_SOURCE = Source("", 0, 0)


def require_agreement(db: Database, lines: Sequence[Line], *, default_licensee: str) -> None:
    """Read strictly what is staged from bulk reading.

    Raises:
        StoreError: the two readers do not agree on a line: nothing of the file may be stored.
    """
    records = []
    for line in lines:
        try:
            round_ = read_round(line.text, source=_NO_SOURCE, default_licensee=default_licensee)
        except Unreadable as fault:
            raise _disagreement(line.number, f"by the other the line cannot be read: {fault}") from None
        records.append(staged_record(round_, line))
    if records and (different := disagreeing(db, records)):
        raise _disagreement(different[0], "by the other it says something else")


def _disagreement(line: int, what: str) -> StoreError:
    return StoreError(
        f"the two readers of the log disagree on line {line}: by the one it is a round, {what}; nothing of the file "
        "was stored, which is a fault of this program: report it with the line"
    )
