"""The section on sources: files received with their counts and digests, and what was not received."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.reports.figures import NONE, count, counted
from compliance.reports.printable import shortened
from compliance.reports.tables import LISTED, Column, Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compliance.reports.audit_input import AuditInput


@dataclass(frozen=True, slots=True)
class SourcesView:
    """Files received and not received."""

    counts: Table
    digests: Table
    not_received: tuple[str, ...]


def sources_view(data: AuditInput, files: Mapping[str, str]) -> SourcesView:
    """Lay out the files received; ``files`` gives each one's short label by digest."""
    return SourcesView(
        _counts(data, files),
        _digests(data, files),
        tuple(shortened(each, 200) for each in data.not_received[:LISTED]),
    )


def _counts(data: AuditInput, files: Mapping[str, str]) -> Table:
    columns = (
        Column("label", "File"),
        Column("path", "Name as received"),
        Column("count", "Lines read", "number"),
        Column("count", "Loaded", "number"),
        Column("count", "Duplicate", "number"),
        Column("count", "Quarantined", "number"),
    )
    rows = tuple(
        (
            files[each.sha256],
            shortened(each.path, 70),
            *(count(number) for number in (each.read, each.loaded, each.duplicate, each.quarantined)),
        )
        for each in data.files[:LISTED]
    )
    sums = (sum(getattr(each, key) for each in data.files) for key in ("read", "loaded", "duplicate", "quarantined"))
    total = ("All", counted(len(data.files), "file"), *map(count, sums))
    left = len(data.files) - LISTED
    note = f"{counted(left, 'more file')} in run.json; the last row sums all of them." if left > 0 else None
    return Table("files", "Files received: lines read = loaded + duplicate + quarantined", columns, rows, total, note)


def _digests(data: AuditInput, files: Mapping[str, str]) -> Table:
    columns = (
        Column("label", "File"),
        Column("from", "Received from, medium"),
        Column("bytes", "Bytes", "number"),
        Column("digest", "SHA-256", "digest"),
    )
    rows = tuple(
        (
            files[each.sha256],
            ", ".join(shortened(part, 40) for part in (each.received_from, each.medium) if part) or NONE,
            NONE if each.size_bytes is None else count(each.size_bytes),
            each.sha256,
        )
        for each in data.files[:LISTED]
    )
    return Table("digests", "Digests of the files received", columns, rows)
