"""The long form: every wager of the chosen rounds as one row, settled under the sheet and under every open reading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.bulk import queries

if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckdb import DuckDBPyConnection

_FACTS = ("settle/rounds", "settle/participants", "settle/wagers")
_DEAL_CHECKS = ("deal_001", "deal_002")


def choose(con: DuckDBPyConnection, round_keys: Iterable[int]) -> None:
    """Name the rounds that ``settle_long`` settles next."""
    queries.fill(con, "chosen", {"round_key": "BIGINT"}, [(key,) for key in round_keys])


def settle_long(con: DuckDBPyConnection) -> None:
    """Settle and check the rounds of the temporary table ``chosen (round_key)``.

    Leaves the temporary tables ``lines`` (one row a wager, with branch, expected and recorded amounts in minor units,
    verdict and code), ``touched`` (a row for each round and open interpretation that bears on it), and appends to
    ``found``. The relations of ``prepare`` must be there.
    """
    queries.run(con, *_FACTS)
    for name in _DEAL_CHECKS:
        add_findings(con, name)
    con.execute(
        "CREATE OR REPLACE TEMP TABLE deal_faults AS"
        " SELECT DISTINCT round_key FROM found SEMI JOIN chosen USING (round_key)"
        " WHERE code IN ('DEAL-001', 'DEAL-002')"
    )
    queries.run(con, "settle/full", "settle/button")
    if con.execute("SELECT count(*) FROM pays WHERE envy > 0").fetchall()[0][0]:
        queries.run(con, "settle/envy")
    for (cap,) in con.execute("SELECT DISTINCT cap FROM caps ORDER BY cap").fetchall():
        con.execute("SET VARIABLE cap = ?", [cap])
        queries.run(con, "settle/caps")
    queries.run(con, "settle/pairs", "settle/cover", "settle/expected", "settle/readings", "settle/judge")
    queries.run(con, "settle/find", "settle/sums")
    for name in queries.check_names():
        if name not in _DEAL_CHECKS:
            add_findings(con, name)


def add_findings(con: DuckDBPyConnection, check: str) -> None:
    """Append to ``found`` the rows of the chosen rounds that break a check."""
    broken, _ = queries.check_queries(check)
    code = check.upper().replace("_", "-")
    con.execute(f"INSERT INTO found BY NAME SELECT '{code}' AS code, broken.* FROM ({broken}) AS broken")
