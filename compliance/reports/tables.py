"""Tables and facts as templates take them: every cell is already text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

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


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and its value; ``code`` values are digests and identifiers, set in the fixed-width face."""

    label: str
    value: str
    code: bool = False
