"""The reader of CSV: one wager a row, or one participant without a wager."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from compliance.ingest.csv_rows import CsvRows, cells_of
from compliance.ingest.flat_files import FlatFile
from compliance.ingest.lines import blocks
from compliance.ingest.profiles.mapping import ColumnMapping

if TYPE_CHECKING:
    from compliance.ingest.intake import Intake
    from compliance.ingest.opened import Opened


def read(file: Opened, intake: Intake) -> None:
    """Give every round of a CSV file to ``intake``.

    Raises:
        RefusedFileError: the text is not UTF-8 as a whole, has no rows, or lacks columns without which none is read.
    """
    delimiter = file.profile.csv.delimiter
    lines = (line for block in blocks(file.text, file.limits) for line in block.lines())
    rows = CsvRows(lines, file.limits, delimiter)
    intake.columns = rows.columns
    cells = partial(cells_of, delimiter=delimiter)
    FlatFile(file.db, intake, rows.columns, ColumnMapping(file.profile), cells).read(rows)
