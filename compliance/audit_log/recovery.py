"""After an interrupted append: what it left is set aside, cut off the log, and recorded in it.

The bytes go to `unfinished/` first and keep the ending `.pending` until an entry tells of them, so a second
crash, wherever it comes, loses neither the bytes nor the record.
"""

from __future__ import annotations

import os
from hashlib import sha256
from typing import TYPE_CHECKING

from compliance.audit_log.durable import make_folder, sync_folder, write_new_file
from compliance.audit_log.folder import unfinished_folder

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.audit_log.canonical import Json

_PENDING = ".pending"
_PLACE_DIGITS = 15


def cut_off(folder: Path, descriptor: int, offset: int) -> None:
    """Set aside everything from byte `offset` of the log, and cut the log there. The lock must be held."""
    length = os.fstat(descriptor).st_size
    tail = os.pread(descriptor, length - offset, offset)
    make_folder(unfinished_folder(folder))
    name = f"{offset:0{_PLACE_DIGITS}}-{sha256(tail).hexdigest()[:16]}{_PENDING}"
    write_new_file(unfinished_folder(folder) / name, tail)
    os.ftruncate(descriptor, offset)
    os.fsync(descriptor)


def pending(folder: Path) -> list[Path]:
    """What was cut off and is not recorded in the log yet, oldest place first."""
    return sorted(unfinished_folder(folder).glob(f"{'[0-9]' * _PLACE_DIGITS}-*{_PENDING}"))


def body_of(path: Path) -> dict[str, Json]:
    """The body of the entry that records one such cut."""
    tail = path.read_bytes()
    return {
        "cut_at_byte": int(path.name[:_PLACE_DIGITS]),
        "cut_bytes": len(tail),
        "cut_sha256": sha256(tail).hexdigest(),
        "kept_as": path.with_suffix(".bytes").name,
    }


def mark_recorded(paths: list[Path]) -> None:
    """Say that an entry now tells of these."""
    for path in paths:
        path.rename(path.with_suffix(".bytes"))
    if paths:
        sync_folder(paths[0].parent)
