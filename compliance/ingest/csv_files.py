"""The reader of CSV: one wager a row, or one participant without a wager."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from compliance.ingest import bulk_csv
from compliance.ingest.blocks import blocks
from compliance.ingest.csv_rows import CsvRows, Row, cells_of
from compliance.ingest.flat import COLUMNS
from compliance.ingest.flat_files import FlatFile
from compliance.ingest.profiles.mapping import ColumnMapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.ingest.intake import Intake
    from compliance.ingest.opened import Opened


def read(file: Opened, intake: Intake) -> None:
    """Give every round of a CSV file to ``intake``.

    Raises:
        RefusedFileError: the text is not UTF-8 as a whole, has no rows, or lacks columns without which none is read.
    """
    delimiter = file.profile.csv.delimiter
    rows = CsvRows(blocks(file.text, file.limits), file.limits, delimiter)
    intake.columns = rows.columns
    cells = partial(cells_of, delimiter=delimiter)
    flat = FlatFile(file.db, intake, rows.columns, ColumnMapping(file.profile), cells)
    if file.profile.maps or not COLUMNS.issuperset(rows.columns):
        flat.read(_one_by_one(rows))
        return
    flat.gather(_but_plain(flat, rows, delimiter))
    bulk_csv.take(file.db, intake, flat, rows.columns, delimiter)
    flat.store()


def _one_by_one(rows: CsvRows) -> Iterator[Row]:
    for piece in rows:
        if isinstance(piece, Row):
            yield piece
        else:
            yield from map(rows.row, piece)


def _but_plain(flat: FlatFile, rows: CsvRows, delimiter: str) -> Iterator[Row]:
    """Give ``flat`` the lines that are rows and name their round; yield all other rows, where they stand."""
    columns = rows.columns
    delimiters, place = len(columns) - 1, columns.index("round_id")
    licensee = columns.index("licensee_id") if "licensee_id" in columns else None
    for piece in rows:
        if isinstance(piece, Row):
            yield piece
            continue
        start = 0
        rounds = [
            text.split(delimiter, place + 1)[place] if text.count(delimiter) == delimiters else ""
            for text in piece.texts
        ]
        for stop in (*(at for at, name in enumerate(rounds) if not name), len(piece)):
            some = piece.at(range(start, stop))
            licensees = [
                "" if licensee is None else text.split(delimiter, licensee + 1)[licensee] for text in some.texts
            ]
            flat.add_lines(some, licensees, rounds[start:stop])
            if stop < len(piece):
                yield rows.row(piece[stop])
            start = stop + 1
