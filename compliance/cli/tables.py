"""Tables on a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from rich import table as rich_table
from rich.console import Console

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compliance.reports.tables import Table


def show(tables: Iterable[Table]) -> None:
    """Print tables on standard output; names from data are never taken for markup."""
    # Piped, a table is as wide as it needs to be: nobody resizes a file.
    console = Console(markup=False, highlight=False, width=None if sys.stdout.isatty() else 200)
    for table in tables:
        shown = rich_table.Table(title=table.caption, title_justify="left", header_style="bold")
        for column in table.columns:
            shown.add_column(column.title, justify="right" if column.kind == "number" else "left", overflow="fold")
        for row in table.rows:
            shown.add_row(*row)
        console.print()
        console.print(shown)
