"""One writer at a time, and no reader in the middle of a write.

The lock is the kernel's (flock) on the log itself, so it ends with the process that holds it, however that ends.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@contextmanager
def locked_for_writing(path: Path) -> Iterator[int]:
    """Hold `path` (made if it is not there) alone; yields a descriptor that appends to it."""
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            if _is_still(path, descriptor):
                yield descriptor
                return
        finally:
            os.close(descriptor)


@contextmanager
def locked_for_reading(path: Path) -> Iterator[None]:
    """Keep writers away from `path` while it is read; where it does not exist there is nothing to hold."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        yield
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH)
        yield
    finally:
        os.close(descriptor)


def _is_still(path: Path, descriptor: int) -> bool:
    """Whether `path` is still the file that was opened: it may have been replaced while we waited."""
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False
