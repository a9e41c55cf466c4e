"""Options that several commands share."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class DocumentFormat(StrEnum):
    """What ``report`` writes."""

    PDF = "pdf"
    HTML = "html"
    BOTH = "both"

    @property
    def editions(self) -> tuple[str, ...]:
        """The editions asked for."""
        return ("pdf", "html") if self is DocumentFormat.BOTH else (self.value,)


def day(text: str) -> date:
    """Read a date from the command line.

    Raises:
        typer.BadParameter: it is none.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise typer.BadParameter(f"{text!r} is not a date; write it as 2026-11-28") from None


def log_path(text: str) -> Path:
    """Read a path of logs; an empty one, which would stand for the folder one is in, is a variable that was not set.

    Raises:
        typer.BadParameter: it is empty.
    """
    if not text:
        raise typer.BadParameter("a path is empty; name a file or folder, and . for the folder you are in")
    return Path(text)


LOGS = typer.Argument(help="Logs: files, folders or patterns.", metavar="PATH…", parser=log_path)
FirstDay = Annotated[date | None, typer.Option("--from", parser=day, metavar="DATE", help="From this gaming date.")]
LastDay = Annotated[date | None, typer.Option("--to", parser=day, metavar="DATE", help="To this gaming date.")]
ProfileOption = Annotated[
    str, typer.Option("--profile", metavar="NAME|FILE", help="How the logs are written: a source profile, or its file.")
]
ManifestOption = Annotated[
    list[Path] | None,
    typer.Option("--manifest", metavar="FILE", help="Control totals that the licensee signed; may be repeated."),
]


def cut_short(limit: int | None, count: int) -> tuple[str, ...]:
    """The line that ends a list of which only the first few were asked for; none where all are shown."""
    if limit is None or limit >= count:
        return ()
    return (f"… the first {limit:,} of {count:,}; without --limit all are shown",)
