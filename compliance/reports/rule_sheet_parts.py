"""What a printed rule sheet is made of: chapters, their parts, and the rules in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from compliance.reports.table_layout import TableLayout
    from compliance.reports.tables import Table


@dataclass(frozen=True, slots=True)
class Item:
    """One rule, and where the document says so (nothing in the submission edition).

    ``listed`` are the cases that it ends in, each with its own stop.
    ``mark`` tells a rule that the document does not state, or states two ways, from one that it lays down.
    """

    says: str
    cited: str
    mark: str = ""
    listed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """Rules under one sub-heading, with their tables; a ``whole`` one is kept on one page."""

    title: str | None
    items: tuple[Item, ...]
    tables: tuple[Table, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section. ``absent`` says that the sheet has nothing for it; ``drawing`` is the table's.

    ``own_page`` begins a page; a drawing has one of its own anyway.
    """

    number: str
    title: str
    anchor: str
    parts: tuple[Part, ...]
    absent: str | None = None
    drawing: TableLayout | None = None
    own_page: bool = False
