"""The SQL that writes the rows of a Parquet file as JSON, every amount exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from compliance.ingest.faults import RefusedFileError

if TYPE_CHECKING:
    from collections.abc import Sequence

_INEXACT = ("float", "double")
_INTEGERS = ("tinyint", "smallint", "integer", "bigint", "utinyint", "usmallint", "uinteger", "ubigint")
_FREE = "extra"


def quoted(name: str) -> str:
    """Return a name as SQL quotes it."""
    return '"' + name.replace('"', '""') + '"'


def flat_expression(columns: Sequence[tuple[str, Any]]) -> str:
    """Return the SQL of a row as a JSON list of texts, one a column, null for none.

    Raises:
        RefusedFileError: as ``text_expressions``.
    """
    return f"to_json([{', '.join(text_expressions(columns).values())}])"


def text_expressions(columns: Sequence[tuple[str, Any]]) -> dict[str, str]:
    """Return for each column, given by name and DuckDB type, the SQL of its value as text. Lists are joined by spaces.

    Raises:
        RefusedFileError: a column of floating point, or of a type that is no single value.
    """
    found = {}
    for name, kind in columns:
        if kind.id == "list" and _element(kind).id == "varchar":
            found[name] = f"array_to_string({quoted(name)}, ' ')"
        elif kind.id in ("list", "array", "struct", "map", "union") and name != _FREE:
            raise RefusedFileError(
                f"its column {name!r} is of type {kind}, which a row of one wager cannot hold; ask for single values"
            )
        else:
            found[name] = scalar_text(quoted(name), name, kind)
    return found


def nested_expression(columns: Sequence[tuple[str, Any]]) -> str:
    """Return the SQL of a row as a JSON object of the same shape; whole numbers stay numbers, the rest is text.

    Raises:
        RefusedFileError: a column of floating point or of a type that JSON does not have.
    """
    parts = [f"{quoted(name)} := {_nested(quoted(name), name, kind, 0)}" for name, kind in columns]
    return f"to_json(struct_pack({', '.join(parts)}))"


def _nested(value: str, name: str, kind: Any, depth: int) -> str:
    if name == _FREE:
        return _free(value, kind)
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
    return value if kind.id in (*_INTEGERS, "boolean") else scalar_text(value, name, kind)


def _element(kind: Any) -> Any:
    return dict(kind.children)["child"]


def _free(value: str, kind: Any) -> str:
    """``extra`` is not interpreted: JSON text is taken as the JSON that it is, anything else as DuckDB writes it."""
    if kind.id == "varchar":
        return f"CASE WHEN json_valid({value}) THEN {value}::JSON ELSE to_json({value}) END"
    return f"to_json({value})"


def scalar_text(value: str, name: str, kind: Any) -> str:
    """Return the SQL of a single value as text. A decimal loses the zeros that only its type puts there."""
    if name == _FREE and kind.id != "varchar":
        return f"to_json({value})::VARCHAR"
    if kind.id in _INEXACT:
        raise RefusedFileError(
            f"its column {name!r} is of type {str(kind).lower()}: an amount or count in binary floating point is no "
            "exact record; ask for it as text, DECIMAL or whole numbers"
        )
    if kind.id == "decimal":
        written = f"{value}::VARCHAR"
        return f"CASE WHEN contains({written}, '.') THEN rtrim(rtrim({written}, '0'), '.') ELSE {written} END"
    if kind.id == "timestamp with time zone":
        return f"strftime(make_timestamp(epoch_us({value})), '%Y-%m-%dT%H:%M:%S.%fZ')"
    if kind.id == "timestamp_ns":
        return f"strftime({value}, '%Y-%m-%dT%H:%M:%S.%n')"
    if kind.id.startswith("timestamp"):
        return f"strftime({value}::TIMESTAMP, '%Y-%m-%dT%H:%M:%S.%f')"
    return f"{value}::VARCHAR"
