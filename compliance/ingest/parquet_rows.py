"""The SQL that writes the rows of a Parquet file as JSON, every amount exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from compliance.ingest.faults import RefusedFileError
from compliance.ingest.flat import BETWEEN, SEPARATOR

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_INEXACT = ("float", "double")
_INTEGERS = ("tinyint", "smallint", "integer", "bigint", "utinyint", "usmallint", "uinteger", "ubigint", "hugeint")
MANY = ("list", "array", "struct", "map", "union")
"""Types whose values are no single ones."""

_FREE = "extra"


def quoted(name: str) -> str:
    """Return a name as SQL quotes it."""
    return '"' + name.replace('"', '""') + '"'


def flat_expression(columns: Sequence[tuple[str, Any]], ours: Mapping[str, str]) -> str:
    """Return the SQL of a row as a JSON list of texts, one a column, null for none.

    Raises:
        RefusedFileError: as ``text_expressions``.
    """
    return f"to_json([{', '.join(text_expressions(columns, ours).values())}])"


def text_expressions(columns: Sequence[tuple[str, Any]], ours: Mapping[str, str]) -> dict[str, str]:
    """Return for each column, given by name and DuckDB type, the SQL of its value as text.

    ``ours`` is what a source profile calls the columns. Lists are read of cards and of names of participants.

    Raises:
        RefusedFileError: a column of floating point or bytes, or of a type that is no single value.
    """
    found = {}
    for name, kind in columns:
        column = ours.get(name, name)
        if column in BETWEEN and kind.id == "list" and _element(kind).id == "varchar":
            found[name] = _joined(quoted(name), column)
        elif kind.id in MANY and name != _FREE:
            raise RefusedFileError(
                f"its column {name!r} is of type {kind}, which a row of one wager cannot hold; ask for single values"
            )
        else:
            found[name] = scalar_text(quoted(name), name, kind)
    return found


def _joined(value: str, column: str) -> str:
    """Return the SQL of a list as the text of a cell. A part that a cell cannot hold must not vanish in it."""
    mark = BETWEEN[column]
    unfit, before = (f"e = '' OR contains(e, '{mark}')", mark) if mark == SEPARATOR else ("trim(e) = ''", "")
    # Written as JSON, with the mark before it, there is a card that is none, or a name that is empty.
    return (
        f"CASE WHEN len(list_filter({value}, lambda e: e IS NULL OR {unfit})) > 0 "
        f"THEN '{before}' || to_json({value})::VARCHAR ELSE array_to_string({value}, '{mark}') END"
    )


def nested_expression(columns: Sequence[tuple[str, Any]]) -> str:
    """Return the SQL of a row as a JSON object of the same shape; whole numbers stay numbers, the rest is text.

    Raises:
        RefusedFileError: a column of floating point or bytes, or of a type that JSON does not have.
    """
    parts = [
        f"{quoted(name)} := {_nested(quoted(name), name, kind, 0)}"
        for name, kind in columns
        if (name, kind.id) != (_FREE, "varchar")
    ]
    row = f"to_json(struct_pack({', '.join(parts)}))::VARCHAR"
    if len(parts) == len(columns):
        return row
    # The text of ``extra`` is put in as it came: taken for JSON, its numbers would be written anew.
    free = f"CASE WHEN json_valid({_FREE}) THEN {_FREE}::VARCHAR ELSE to_json({_FREE})::VARCHAR END"
    return f"CASE WHEN {_FREE} IS NULL THEN {row} ELSE left({row}, -1) || ',\"{_FREE}\":' || {free} || '}}' END"


def _nested(value: str, name: str, kind: Any, depth: int) -> str:
    if name == _FREE:
        return f"to_json({value})"
    if kind.id in ("list", "array"):
        each = f"e{depth}"
        return f"list_transform({value}, lambda {each}: {_nested(each, name, _element(kind), depth + 1)})"
    if kind.id == "struct":
        members = [
            f"{quoted(member)} := {_nested(f'{value}.{quoted(member)}', member, part, depth)}"
            for member, part in kind.children
        ]
        # Of no struct at all, its members must not be made up as nulls.
        return f"CASE WHEN {value} IS NULL THEN NULL ELSE struct_pack({', '.join(members)}) END"
    if kind.id in ("map", "union"):
        raise RefusedFileError(f"its column {name!r} is of type {kind}, which format 1 does not have")
    if kind.id == "decimal" and is_whole(kind):
        return f"{value}::HUGEINT"
    return value if is_whole(kind) or kind.id == "boolean" else scalar_text(value, name, kind)


def is_whole(kind: Any) -> bool:
    """Whether the values of a type are whole numbers, which stay numbers in a row of JSON."""
    return kind.id in _INTEGERS or (kind.id == "decimal" and not dict(kind.children)["scale"])


def _element(kind: Any) -> Any:
    return dict(kind.children)["child"]


def scalar_text(value: str, name: str, kind: Any) -> str:
    """Return the SQL of a single value as text. A decimal loses the zeros that only its type puts there."""
    if name == _FREE and kind.id != "varchar":
        return f"to_json({value})::VARCHAR"
    if kind.id in _INEXACT:
        raise RefusedFileError(
            f"its column {name!r} is of type {str(kind).lower()}: an amount or count in binary floating point is no "
            "exact record; ask for it as text, DECIMAL or whole numbers"
        )
    if kind.id == "blob":
        raise RefusedFileError(f"its column {name!r} is of bytes, not of text; ask for it as text (UTF8 in Parquet)")
    if kind.id == "decimal":
        written = f"{value}::VARCHAR"
        return f"CASE WHEN contains({written}, '.') THEN rtrim(rtrim({written}, '0'), '.') ELSE {written} END"
    if kind.id == "timestamp with time zone":
        written = f"strftime(make_timestamp(epoch_us({value})), '%Y-%m-%dT%H:%M:%S.%fZ')"
        return f"CASE WHEN isfinite({value}) THEN {written} ELSE {value}::VARCHAR END"
    if kind.id == "timestamp_ns":
        return f"strftime({value}, '%Y-%m-%dT%H:%M:%S.%n')"
    if kind.id.startswith("timestamp"):
        return f"strftime({value}::TIMESTAMP, '%Y-%m-%dT%H:%M:%S.%f')"
    return f"{value}::VARCHAR"
