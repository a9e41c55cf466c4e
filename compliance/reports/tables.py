"""Tables and facts as templates take them: every cell is already text."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from compliance.reports.figures import MINUS, sentence_case

if TYPE_CHECKING:
    from collections.abc import Collection

LISTED = 200
"""Rows of a listing that are printed; a longer one says how many more there are, and in which file."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column. ``key`` gives it its width in the stylesheet; ``kind`` its alignment and type."""

    key: str
    title: str
    kind: Literal["text", "number", "code", "digest", "blank"] = "text"


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose first column heads its rows. ``note`` says what the table leaves out, if it does."""

    name: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    total: tuple[str, ...] | None = None
    note: str | None = None


_MINUS = re.compile(r"(^|\s)-(?=\d)")


def as_printed(table: Table, keep: Collection[str] = ()) -> Table:
    """Give a table for a terminal the look of a printed one: capitals, true minus signs, readings in words.

    Titles of columns in ``keep`` are names and stay as they are.
    """
    columns = tuple(
        column if column.title in keep else replace(column, title=sentence_case(column.title))
        for column in table.columns
    )
    rows = tuple(
        tuple(_MINUS.sub(rf"\1{MINUS}", cell.replace("_", " ")) for cell in (sentence_case(row[0]), *row[1:]))
        for row in table.rows
    )
    return replace(table, columns=columns, rows=rows)


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and its value; ``code`` values are digests and identifiers, set in the fixed-width face."""

    label: str
    value: str
    code: bool = False
