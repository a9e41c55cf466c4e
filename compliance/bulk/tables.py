"""The checks of tables' logs over a whole scope at once: across rounds, and against what is posted and signed."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from compliance.bulk import queries
from compliance.bulk.asked import count_asked
from compliance.bulk.table_terms import flatten_terms
from compliance.domain.words import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from duckdb import DuckDBPyConnection

    from compliance.bulk.evaluate import Evaluation
    from compliance.bulk.table_terms import TableRules

ROUNDS_BEFORE = 200
"""Rounds of a table that come before those of the scope and are looked at for what they lead to."""

_FOLDER = "checks/tables"


@cache
def table_check_names() -> tuple[str, ...]:
    """Return the names of the checks of a table's log, such as ``recd_002``, in order."""
    folder = files("compliance.bulk") / "sql" / "checks" / "tables"
    return tuple(sorted(entry.name[:-4] for entry in folder.iterdir() if entry.name.endswith(".sql")))


@cache
def table_check_queries(name: str) -> tuple[str, str]:
    """Return a check's two queries: the rows that break it, and how much was examined of how much came under it.

    Raises:
        ValueError: the file does not hold exactly two queries.
    """
    found = [part.strip() for part in re.split(r";\s*(?:\n|$)", queries.text(f"{_FOLDER}/{name}")) if part.strip()]
    if len(found) != 2:
        raise ValueError(f"sql/{_FOLDER}/{name}.sql holds {len(found)} queries; write what breaks it, then the counts")
    return found[0], found[1]


def check_tables(
    con: DuckDBPyConnection,
    rules: TableRules,
    evaluation: Evaluation,
    condition: str = "true",
    parameters: Mapping[str, Any] | None = None,
) -> None:
    """Check the tables of the rounds for which a condition on ``rounds`` holds, and add to what a run found.

    Follows ``evaluate`` on the same connection and rounds. Leaves the temporary tables ``table_rounds`` (the rounds
    looked at, ``in_scope`` or before it, by table and place in its order) and ``table_found``.
    """
    numbers = {id(in_force): number for number, in_force in evaluation.rules.items()}
    given = dict(parameters or {})
    places = con.execute(
        f"SELECT DISTINCT licensee_id, rule_sheet, table_id, gaming_date FROM rounds WHERE {condition} ORDER BY ALL",
        given,
    ).fetchall()
    con.execute("SET VARIABLE rounds_before = ?", [ROUNDS_BEFORE])
    _run_in_scope(con, "tables/scope", condition, given)
    further = con.execute(queries.text("tables/further_places")).fetchall()
    flatten_terms(con, rules, [*places, *further], numbers)
    _run_in_scope(con, "tables/rounds", condition, given)
    queries.run(con, "tables/participants", "tables/fees", "tables/meters", "tables/bank_due", "tables/session_sums")
    queries.run(con, "tables/found")
    _run_in_scope(con, "tables/signed", condition, given)
    for name in table_check_names():
        broken, counts = table_check_queries(name)
        code = name.upper().replace("_", "-")
        con.execute(
            f"INSERT INTO table_found BY NAME SELECT '{code}' AS code, t.rules_id, []::VARCHAR[] AS also_fits, b.*"
            f" FROM ({broken}) AS b JOIN table_rounds AS t USING (round_key)"
        )
        examined, population = con.execute(counts).fetchall()[0]
        evaluation.figures.examined[code] += examined or 0
        evaluation.figures.skipped[code] += (population or 0) - (examined or 0)
    con.execute("INSERT INTO kept_found BY NAME FROM table_found")
    for key, wagers in count_asked(con, evaluation.rules).items():
        # A record that leaves the limit unreached where the settlement reaches it asks the question all the same.
        evaluation.figures.asked[key] = max(wagers, evaluation.figures.touched.get(key, (0, 0, 0))[0])
    for code, verdict, count in con.execute("SELECT code, verdict, count(*) FROM table_found GROUP BY ALL").fetchall():
        evaluation.figures.findings[code] += count
        evaluation.figures.verdicts[Verdict(verdict)] += count


def _run_in_scope(con: DuckDBPyConnection, name: str, condition: str, parameters: dict[str, Any]) -> None:
    """Run the statements of a file; those that say so are about the scope."""
    for statement in re.split(r";\s*(?:\n|$)", queries.text(name)):
        about = "/*scope*/" in statement
        if statement.strip():
            con.execute(statement.replace("/*scope*/", condition), parameters if about else {})
