"""Tables that other programs read: JSON Lines, CSV, XLSX; Parquet is the store's to write."""

from __future__ import annotations

import csv
import json
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Literal

from compliance.reports.errors import ReportError
from compliance.reports.evidence_files import csv_cell

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path
    from typing import TextIO

TextFormat = Literal["jsonl", "csv"]
ROWS_OF_A_WORKSHEET = 1_048_576
EXACT_DIGITS = 15
"""Decimal digits that a spreadsheet keeps of a number."""

# Before it, spreadsheets count a day that never was.
_FIRST_DAY = date(1900, 3, 1)


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
    columns: Mapping[str, str], records: Iterable[Mapping[str, Any]], path: Path, money: Iterable[str] = ()
) -> int:
    """Write records as a workbook: typed cells, a frozen header with filters, no cell a formula. Return how many.

    ``columns`` maps names to SQL types: integers become numbers, a ``DATE`` a date. ``money`` names columns of decimal
    text; an amount that a spreadsheet holds exactly becomes a number with the decimals it has, a longer one stays text.

    Raises:
        ReportError: more rows than a worksheet has, or a text that no cell can hold; nothing is cut off.
    """
    import xlsxwriter  # slow to import, and needed only here

    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "in_memory": False}
    count = 0
    try:
        with xlsxwriter.Workbook(str(path), options) as book:
            cells = _Cells(book, book.add_worksheet(), columns, frozenset(money))
            cells.header()
            for count, record in enumerate(records, start=1):
                cells.write(count, flat(record))
            cells.sheet.autofilter(0, 0, count, len(columns) - 1)
    except xlsxwriter.exceptions.FileCreateError as error:
        raise ReportError(f"the workbook cannot be written: {error}; make room, or choose another place") from None
    return count


class _Cells:
    """The worksheet of a workbook, written row by row."""

    def __init__(self, book: Any, sheet: Any, columns: Mapping[str, str], money: frozenset[str]) -> None:
        self.book, self.sheet, self.columns, self.money = book, sheet, columns, money
        self.day = book.add_format({"num_format": "yyyy-mm-dd"})
        self.decimals: dict[int, Any] = {}

    def header(self) -> None:
        self.sheet.freeze_panes(1, 0)
        self.sheet.write_row(0, 0, list(self.columns), self.book.add_format({"bold": True}))

    def write(self, row: int, values: Mapping[str, Any]) -> None:
        if row >= ROWS_OF_A_WORKSHEET:
            raise ReportError(
                f"a worksheet has {ROWS_OF_A_WORKSHEET:,} rows, and there are more than fit below its header; "
                "export to csv or parquet instead"
            )
        for place, (column, kind) in enumerate(self.columns.items()):
            value = values[column]
            if value is None:
                continue
            if kind == "DATE" and (day := date.fromisoformat(str(value))) >= _FIRST_DAY:
                self.sheet.write_datetime(row, place, day, self.day)
            elif column in self.money and _significant(value) <= EXACT_DIGITS:
                self.sheet.write_number(row, place, Decimal(value), self._of(len(value.partition(".")[2])))
            elif isinstance(value, int) and not isinstance(value, bool) and _significant(str(value)) <= EXACT_DIGITS:
                self.sheet.write_number(row, place, value)
            else:
                self._text(row, place, column, value)

    def _of(self, decimals: int) -> Any:
        if decimals not in self.decimals:
            self.decimals[decimals] = self.book.add_format({"num_format": "0." + "0" * decimals if decimals else "0"})
        return self.decimals[decimals]

    def _text(self, row: int, place: int, column: str, value: Any) -> None:
        text = ";".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
        if self.sheet.write_string(row, place, text) != 0:
            raise ReportError(
                f"{column} in row {row:,} has {len(text):,} characters, more than a cell of a workbook holds; "
                "export to jsonl, csv or parquet instead"
            )


def _significant(number: str) -> int:
    return len(number.lstrip("-").replace(".", "").lstrip("0"))
