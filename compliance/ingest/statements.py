"""The SQL of the readers in bulk: statements of which some words stand for parts, and how amounts are read in them."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compliance.store import Database


def statement(name: str, parts: Mapping[str, str]) -> str:
    """Return the SQL of a file of that name, with its parts put in one after the other: a part may name later ones."""
    sql = template(name)
    for word, text in parts.items():
        sql = sql.replace(word, text)
    return sql


def template(name: str) -> str:
    """Return the SQL of a file of that name, without the comment at its top, which tells of the parts."""
    text = resources.files(__package__).joinpath("sql", f"{name}.sql").read_text(encoding="utf-8")
    return "\n".join(line for line in text.splitlines() if not line.startswith("--"))


def define_amounts(db: Database, digits: int) -> None:
    """Make known to the database how amounts of so many decimals are read that are in their plainest writing."""
    db.connection.execute(
        f"CREATE OR REPLACE TEMP MACRO amount_{digits}(written) AS "
        f"(try_cast(written AS DECIMAL(18, {digits})) * {10**digits})::BIGINT"
    )


def amounts(digits: int) -> dict[str, str]:
    """Return what stands in the SQL of a bulk reader where decimals bear on it."""
    return {"AMOUNT": f"amount_{digits}", "DIGITS": str(digits)}
