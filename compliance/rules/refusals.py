"""What is wrong with a file of rules, in the words of who keys it: the key, the fault, the cure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

SHOWN = 8
"""Faults that are named one by one; how many more there are is said."""

_LONGEST_SHOWN = 60
_WORDS = {
    "extra_forbidden": "unknown key; correct its spelling or remove it",
    "missing": "missing; add it",
    "int_type": "must be a whole number, without quotes; it is {given}",
    "string_type": "must be text in quotes; it is {given}",
    "bool_type": "must be true or false, without quotes; it is {given}",
    "date_type": "must be a date such as 2026-11-28, without quotes; it is {given}",
    "date_from_datetime_inexact": "must be a date without a time of day; it is {given}",
    "time_type": "must be a time of day such as 06:00:00, without quotes; it is {given}",
    "tuple_type": "must be a list in square brackets; it is {given}",
    "list_type": "must be a list in square brackets; it is {given}",
    "dict_type": "must be a table of keys; it is {given}",
    "model_type": "must be a table of keys; it is {given}",
    "too_short": "must have at least {min_length}; it has {actual_length}",
    "too_long": "may have {max_length} at most; it has {actual_length}",
    "string_too_short": "must not be empty",
    "literal_error": "must be {expected}; it is {given}",
    "greater_than_equal": "must be {ge} or more; it is {given}",
    "less_than_equal": "must be {le} or less; it is {given}",
    "string_pattern_mismatch": "has the wrong form: {given}; the README of rule_sheets shows the right one",
}
"""By pydantic's type of error; ``given`` is the value in the file, other names are what pydantic tells of the bound."""


def refusal(error: ValidationError) -> str:
    """Say every fault of a validation in one line, the first ``SHOWN`` in full."""
    faults = [_fault(each) for each in error.errors(include_url=False)]
    more = f"; and {len(faults) - SHOWN} more" if len(faults) > SHOWN else ""
    return "; ".join(faults[:SHOWN]) + more


def _fault(error: ErrorDetails) -> str:
    words = _WORDS.get(error["type"])
    if words is None:
        what = error["msg"].removeprefix("Value error, ")
    else:
        what = words.format(**{"given": _shown(error["input"])} | error.get("ctx", {}))
    return f"{_place(error['loc'])}: {what}"


def _place(path: tuple[int | str, ...]) -> str:
    """Name a key by its path; entries of lists are numbered from 1, as a reader counts them."""
    named = ""
    for part in path:
        if isinstance(part, int):
            named += f" no. {part + 1}"
        else:
            named += f"{'' if not named else ', ' if named[-1].isdigit() else '.'}{part}"
    return named or "the whole"


def _shown(value: Any) -> str:
    """The value as the file has it, cut short where it is long."""
    text = {True: "true", False: "false"}.get(value, repr(value)) if isinstance(value, bool) else repr(value)
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
