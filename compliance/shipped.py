"""Where the files that ship with the tool are: beside the package in a wheel, beside it in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent
_ROOT = _PACKAGE / "data" if (_PACKAGE / "data").is_dir() else _PACKAGE.parent

RULE_SHEETS = _ROOT / "rule_sheets"
TEMPLATES = _ROOT / "templates"
