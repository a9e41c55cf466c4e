"""Small logs that come out the same every time, so that two of them agree as far as their entries do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from compliance.audit_log import AuditLog, Signer, keygen

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from compliance.audit_log import Checkpoint

AT = datetime(2026, 11, 28, 4, 0, tzinfo=UTC)


def build(folder: Path, batches: Sequence[int], *, words: str = "", signer: Signer | None = None) -> list[Checkpoint]:
    """A log with batches of these sizes, and its checkpoints in order.

    `words` has a letter for every entry, put into its body, a space for none; the n-th entry of two logs is the
    same when sizes and letters agree up to there.
    """
    log, made, checkpoints = AuditLog(folder), 0, []
    for number, size in enumerate(batches):
        places = range(made, made + size)
        entries = [("file_ingested", {"n": place, "word": words[place : place + 1].strip()}) for place in places]
        checkpoints.append(log.append(entries, time=AT + timedelta(minutes=number), signer=signer))
        made += size
    return checkpoints


def make_signer(folder: Path, name: str = "cardroom.example/audit-log") -> Signer:
    """A signer whose key files are in `folder`."""
    folder.mkdir(exist_ok=True)
    place = folder / "key"
    keygen(place, name=name)
    return Signer.load(place)
