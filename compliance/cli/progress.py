"""Progress on a terminal, silence elsewhere; always on standard error."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from compliance.workflows.verify import Watch


@contextmanager
def reading(quiet: bool) -> Iterator[Callable[[Path, int, int], None] | None]:
    """Show the bytes read of each file."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), DownloadColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks = {}

        def show(path: Path, done: int, total: int) -> None:
            if path not in tasks:
                tasks[path] = bars.add_task(f"reading {path.name}", total=total)
            bars.update(tasks[path], completed=done)

        yield show


@contextmanager
def judging(quiet: bool) -> Iterator[Watch]:
    """Show the rounds settled, and those compared by both evaluators."""
    from compliance.workflows.verify import Watch

    if quiet or not sys.stderr.isatty():
        yield Watch()
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn

    columns = (SpinnerColumn(), TextColumn("{task.description} {task.completed:,.0f} rounds"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bars:
        settling = bars.add_task("settling", total=None)
        comparing = bars.add_task("comparing both evaluators", total=None)
        yield Watch(
            lambda number: bars.update(settling, completed=number),
            lambda number: bars.update(comparing, completed=number),
        )
