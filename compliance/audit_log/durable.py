"""Writing that survives a crash: whole or not at all, and on the disk before it counts."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def write_durably(descriptor: int, data: bytes) -> None:
    """Write all of `data` and wait until the disk has it."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.fsync(descriptor)


def write_new_file(path: Path, data: bytes) -> None:
    """Make the file `path`, which appears whole or not at all; a file of that name is replaced."""
    unready = path.with_name(f".{path.name}.new")
    descriptor = os.open(unready, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o644)
    try:
        write_durably(descriptor, data)
    finally:
        os.close(descriptor)
    unready.rename(path)
    sync_folder(path.parent)


def make_folder(path: Path) -> None:
    """Make a folder, and those above it, durably; nothing where it exists."""
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(exist_ok=True)
        sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Wait until the disk knows the names in this folder."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
