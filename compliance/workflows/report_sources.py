"""What a report says of the material of a run: files received, lines quarantined, control totals, what is missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.money import decimal_text, minor_digits
from compliance.reports.audit_input import FileReceived, QuarantinedLine
from compliance.reports.follow_up import ControlTotal
from compliance.workflows.scope import Scope

if TYPE_CHECKING:
    from datetime import date

    from compliance.store import Database
    from compliance.workflows.workspace import Workspace

NEVER_RECEIVED = "Video of the tables"
"""No run takes video in, so that every report says so."""

_BESIDE = {
    "control_totals": "Control totals of the licensee: rounds missing at the end of a day would not show",
    "bank_sessions": "Playing books of the player-dealers",
    "drops": "Counts of the drop boxes",
}
"""What may come beside the logs, by the table it is kept in, and how its absence is told."""


def files_received(db: Database, scope: Scope) -> tuple[FileReceived, ...]:
    """The files that rounds of the scope came from; all of them, those without any round too, for a run over all."""
    where, parameters = scope.selection.where()
    some = f"WHERE file_id IN (SELECT file_id FROM rounds WHERE {where})" if scope != Scope() else ""
    rows = db.rows(
        "SELECT path, sha256, read, loaded, duplicate, quarantined, size_bytes, received_from, medium "
        f"FROM files {some} ORDER BY file_id",
        parameters,
    )
    return tuple(FileReceived(*row) for row in rows)


def lines_quarantined(db: Database, files: tuple[FileReceived, ...]) -> tuple[QuarantinedLine, ...]:
    """Every quarantined line of the files."""
    of_files = {file.sha256 for file in files}
    rows = db.rows(
        "SELECT sha256, line, byte_offset, reason, message, raw, licensee_id, round_id "
        "FROM quarantine JOIN files USING (file_id) ORDER BY file_id, line"
    )
    return tuple(QuarantinedLine(*row) for row in rows if row[0] in of_files)


def manifests(db: Database) -> tuple[tuple[str, str], ...]:
    """The manifests received and not superseded, each as its path and SHA-256."""
    rows = db.rows("SELECT path, sha256 FROM manifests WHERE superseded_by IS NULL ORDER BY received_at, sha256")
    return tuple((path, sha256) for path, sha256 in rows)


_STAKED = " + ".join(
    f"{kind}_stake" for kind in ("ante", "play", "ante_bonus", "pair_plus", "six_card_bonus", "progressive")
)
_TOTALS = f"""
WITH totals AS (SELECT * FROM control_totals WHERE {{where}}),
staked AS (
    SELECT round_key, sum({_STAKED})::BIGINT AS stakes, sum({_STAKED.replace("_stake", "_net")})::BIGINT AS nets,
        sum(coalesce(collection, 0))::BIGINT AS collections
    FROM participants GROUP BY ALL
),
others AS (SELECT round_key, sum(stake)::BIGINT AS stakes, sum(net)::BIGINT AS nets FROM other_wagers GROUP BY ALL)
SELECT t.table_id, t.gaming_date, t.currency,
    t.rounds, count(r.round_key),
    t.first_sequence, min(r.sequence),
    t.last_sequence, max(r.sequence),
    t.shuffler_count, count(r.round_key),
    t.stakes, sum(coalesce(staked.stakes, 0) + coalesce(others.stakes, 0)) FILTER (r.currency = t.currency)::BIGINT,
    t.nets, sum(coalesce(staked.nets, 0) + coalesce(others.nets, 0)) FILTER (r.currency = t.currency)::BIGINT,
    t.collections,
    sum(coalesce(staked.collections, 0) + coalesce(r.pd_collection, 0)) FILTER (r.currency = t.currency)::BIGINT
FROM totals AS t LEFT JOIN rounds AS r USING (licensee_id, table_id, gaming_date)
LEFT JOIN staked USING (round_key) LEFT JOIN others USING (round_key)
GROUP BY ALL
ORDER BY t.gaming_date, t.table_id
"""
_COUNTED = ("rounds", "first sequence", "last sequence", "shuffler's count of rounds")
_SUMMED = ("sum of stakes", "sum of nets", "sum of collections")


def control_totals(db: Database, scope: Scope) -> tuple[ControlTotal, ...] | None:
    """Every figure of the manifests for the scope beside the same figure of the log; None without any manifest.

    A figure that a manifest leaves out is not compared. Sums are of the rounds in the manifest's currency, and the
    shuffler's count is held against the number of rounds.
    """
    where, parameters = scope.selection.where()
    made = []
    for table_id, gaming_date, currency, *figures in db.rows(_TOTALS.format(where=where), parameters):
        pairs = zip(figures[::2], figures[1::2], strict=True)
        for figure, (stated, logged) in zip((*_COUNTED, *_SUMMED), pairs, strict=True):
            if stated is None:
                continue
            texts = [_figure(value, currency if figure in _SUMMED else None) for value in (stated, logged or 0)]
            if figure in ("first sequence", "last sequence") and logged is None:
                texts[1] = None
            made.append(ControlTotal(table_id, gaming_date, figure, *texts))
    return tuple(made) or None


def _figure(value: int, currency: str | None) -> str | None:
    return str(value) if currency is None else f"{decimal_text(value, minor_digits(currency))} {currency}"


def not_received(workspace: Workspace, db: Database, scope: Scope, first: date, last: date) -> tuple[str, ...]:
    """Say what would have made the audit of a period stronger and did not come."""
    where, parameters = scope.selection.where()
    missing = [f"{NEVER_RECEIVED}, and the tables' own paper records", *_unlogged(workspace, db, scope, first, last)]
    if workspace.rulebook.licensee is None:
        missing.append("The licensee's file: tables, limits, posted collections, rulings")
    banked = any(
        workspace.rulebook.sheets[sheet].sheet.banked_by == "player_dealer"
        for (sheet,) in db.rows(f"SELECT DISTINCT rule_sheet FROM rounds WHERE {where}", parameters)
        if sheet in workspace.rulebook.sheets
    )
    for table, told in _BESIDE.items():
        dated = "(gaming_date IS NULL OR gaming_date BETWEEN $from AND $to)" if table != "bank_sessions" else "true"
        given = {"from": first, "to": last} if table != "bank_sessions" else {}
        (held,) = db.one(f"SELECT count(*) FROM {table} WHERE {dated}", given)
        if not held and (banked or table == "control_totals"):
            missing.append(told)
    return tuple(missing)


def _unlogged(workspace: Workspace, db: Database, scope: Scope, first: date, last: date) -> list[str]:
    """The tables that play on a date of the period by the licensee's file, and of which there is no round."""
    licensee = workspace.rulebook.licensee
    if licensee is None or scope.table_id is not None:
        return []
    where, parameters = scope.selection.where()
    seen = {table for (table,) in db.rows(f"SELECT DISTINCT table_id FROM rounds WHERE {where}", parameters)}
    return [
        f"A log of table {name}, which plays in this period by the licensee's file"
        for name, table in licensee.tables.items()
        if name not in seen
        and any(play.since <= last and (play.until is None or play.until >= first) for play in table.play)
    ]
