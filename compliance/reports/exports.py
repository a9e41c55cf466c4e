"""Tables that other programs read: JSON Lines, CSV, XLSX; Parquet is the store's to write."""

from __future__ import annotations

import csv
import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

from compliance.reports.evidence_files import csv_cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path
    from typing import TextIO

TextFormat = Literal["jsonl", "csv"]
ROWS_OF_A_WORKSHEET = 1_048_576


def flat(record: Mapping[str, Any]) -> dict[str, Any]:
    """Spread nested records over their own names: ``source: {line: 1}`` becomes ``line: 1``."""
    spread: dict[str, Any] = {}
    for key, value in record.items():
        spread.update(value if isinstance(value, dict) else {key: value})
    return spread


def write_text(form: TextFormat, columns: Sequence[str], records: Iterable[Mapping[str, Any]], target: TextIO) -> int:
    """Write records as JSON Lines (lists as lists) or CSV (lists joined by ``;``, no formulas); return how many."""
    count = 0
    if form == "csv":
        writer = csv.writer(target, lineterminator="\r\n")
        writer.writerow(columns)
        for record in records:
            cells = flat(record)
            writer.writerow([csv_cell(cells[column]) for column in columns])
            count += 1
        return count
    for record in records:
        target.write(json.dumps(record, ensure_ascii=False, default=str) + "\n")
        count += 1
    return count


def write_xlsx(
    columns: Sequence[str], records: Iterable[Mapping[str, Any]], path: Path, numbers: Iterable[str] = ()
) -> int:
    """Write records as a workbook with a frozen, filterable header; no cell is a formula. Return how many.

    ``numbers`` names columns of decimal text that are written as numbers with the decimals they have. A
    worksheet that is full is followed by another.
    """
    import xlsxwriter  # slow to import, and needed only here

    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "in_memory": False}
    numeric = frozenset(numbers)
    count = 0
    with xlsxwriter.Workbook(str(path), options) as book:
        bold = book.add_format({"bold": True})
        sheet, row = None, ROWS_OF_A_WORKSHEET
        for record in records:
            if sheet is None or row >= ROWS_OF_A_WORKSHEET:
                sheet, row = _worksheet(book, columns, bold), 1
            cells = flat(record)
            for place, column in enumerate(columns):
                _write_cell(sheet, row, place, cells[column], column in numeric)
            row += 1
            count += 1
        if sheet is None:
            _worksheet(book, columns, bold)
    return count


def _worksheet(book: Any, columns: Sequence[str], bold: Any) -> Any:
    sheet = book.add_worksheet()
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, 0, len(columns) - 1)
    sheet.write_row(0, 0, columns, bold)
    return sheet


def _write_cell(sheet: Any, row: int, place: int, value: Any, numeric: bool) -> None:
    if value is None:
        return
    if isinstance(value, int) and not isinstance(value, bool):
        sheet.write_number(row, place, value)
    elif numeric:
        sheet.write_number(row, place, Decimal(value))
    else:
        text = ";".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
        sheet.write_string(row, place, text)
