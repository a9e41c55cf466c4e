"""Where the parts of an audit log are, and reading them; nothing here writes.

entries.jsonl                     the entries, one a line
checkpoints/000000000042.checkpoint   the log at size 42, one file after every batch
unfinished/                       bytes of interrupted appends that were cut off
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from compliance.audit_log.checkpoints import Checkpoint, parse_checkpoint
from compliance.audit_log.errors import AuditLogBroken, AuditLogError, CheckpointRefused, Fault

if TYPE_CHECKING:
    from pathlib import Path

_DIGITS = 12
_SUFFIX = ".checkpoint"
_NAME = re.compile(rf"[0-9]{{{_DIGITS}}}")


def entries_file(folder: Path) -> Path:
    """The file that holds the entries."""
    return folder / "entries.jsonl"


def checkpoints_folder(folder: Path) -> Path:
    """The folder that holds one file for each checkpoint."""
    return folder / "checkpoints"


def unfinished_folder(folder: Path) -> Path:
    """The folder that holds what was cut off after interrupted appends."""
    return folder / "unfinished"


def checkpoint_file(checkpoints: Path, size: int) -> Path:
    """The file of the checkpoint for this size, in a folder of checkpoints."""
    return checkpoints / f"{size:0{_DIGITS}}{_SUFFIX}"


def checkpoint_sizes(checkpoints: Path) -> list[int]:
    """The sizes for which a folder of checkpoints has one, in growing order; none where there is no folder.

    Raises AuditLogBroken for a file that ends like a checkpoint and is named like none.
    """
    sizes = []
    try:
        for path in checkpoints.iterdir() if checkpoints.is_dir() else ():
            if path.suffix != _SUFFIX or path.name.startswith("."):
                continue
            if not _NAME.fullmatch(path.stem) or int(path.stem) == 0:
                raise AuditLogBroken(
                    Fault.CHECKPOINT_CHANGED, f"{path} is no checkpoint of this log: its name is not a size."
                )
            sizes.append(int(path.stem))
    except OSError as error:
        raise AuditLogError(f"The checkpoints in {checkpoints} cannot be read: {error.strerror}.") from error
    return sorted(sizes)


def read_checkpoint(checkpoints: Path, size: int) -> Checkpoint:
    """The stored checkpoint for this size.

    Raises AuditLogBroken where the file is not the checkpoint that its name promises.
    """
    path = checkpoint_file(checkpoints, size)
    try:
        checkpoint = parse_checkpoint(path.read_bytes().decode(), what=f"The checkpoint {path}")
    except OSError as error:
        raise AuditLogError(f"The checkpoint {path} cannot be read: {error.strerror}.") from error
    except UnicodeDecodeError as error:
        raise AuditLogBroken(Fault.CHECKPOINT_CHANGED, f"The checkpoint {path} is not text: it was changed.") from error
    except CheckpointRefused as error:
        raise AuditLogBroken(Fault.CHECKPOINT_CHANGED, error.sentence) from error
    if checkpoint.size != size:
        raise AuditLogBroken(
            Fault.CHECKPOINT_CHANGED,
            f"The checkpoint {path} is for {checkpoint.size} entries, not for the {size} of its name.",
        )
    return checkpoint


def newest_checkpoint(folder: Path) -> Checkpoint | None:
    """The checkpoint of the largest size that the log's folder keeps, or None where it keeps none."""
    sizes = checkpoint_sizes(checkpoints_folder(folder))
    return read_checkpoint(checkpoints_folder(folder), sizes[-1]) if sizes else None
