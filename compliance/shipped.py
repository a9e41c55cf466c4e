"""Where the files that ship with the tool are, beside the package in a wheel or in a checkout, and their digest."""

from __future__ import annotations

import hashlib
from pathlib import Path

_PACKAGE = Path(__file__).parent
_ROOT = _PACKAGE / "data" if (_PACKAGE / "data").is_dir() else _PACKAGE.parent

RULE_SHEETS = _ROOT / "rule_sheets"
TEMPLATES = _ROOT / "templates"


def program_sha256() -> str:
    """Digest the program: the names and contents of its code, SQL and templates. Rule sheets have their own digests."""
    digest = hashlib.sha256()
    for folder in (_PACKAGE, TEMPLATES):
        for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).as_posix()):
            inner = path.relative_to(folder)
            if path.is_file() and "__pycache__" not in inner.parts and inner.parts[0] != "data":
                digest.update(hashlib.sha256(inner.as_posix().encode()).digest())
                digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
