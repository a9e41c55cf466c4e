"""Writing rounds in bulk: readers stage what they read, and ``settle`` loads what is new.

A batch is staged in one table whatever reader it came from, so that what a duplicate is, how a hand is
numbered and which columns a wager goes to are each decided in one place, in SQL. That a round is the same as
one loaded before is judged by what the tables say of it.
"""

from __future__ import annotations

import base64
import json
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from compliance.store.errors import StoreError
from compliance.store.settings import settings
from compliance.store.staged import STRUCTURE, Conflict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from compliance.store.database import Database
    from compliance.store.staged import Quarantined, StagedRow

_TABLES = ("rounds", "participants", "vacant_hands", "other_wagers", "wager_times")
# Where a row came from does not count, nor how a time is written: the instants are compared.
_NOT_COMPARED = {
    "rounds": ", byte_offset, byte_length, extra, started_at, wagers_closed_at, settled_at",
    "wager_times": ", placed_at",
}
_ROW = json.dumps({**dict.fromkeys(("of_line", "line", "byte_offset", "byte_length"), "BIGINT"), "copy": "BOOLEAN"})
_QUARANTINED = json.dumps(
    {
        "line": "BIGINT", "byte_offset": "BIGINT", "reason": "VARCHAR", "message": "VARCHAR",
        "raw": "VARCHAR", "licensee_id": "VARCHAR", "round_id": "VARCHAR",
    }
)  # fmt: skip


@cache
def _sql(name: str) -> str:
    return resources.files(__package__).joinpath("sql", f"{name}.sql").read_text(encoding="utf-8")


def participants_of(table: str) -> str:
    """Return the SQL of what the rounds of a table like ``staged`` have for ``participants``, from their ``seats``."""
    return _sql("participants").replace("STAGED", table)


class Staging:
    """What one file brings in, inside the transaction of that file.

    Use: ``add`` any number of rounds and ``add_rows`` what they were put together from, ``withdraw_unsound``,
    ``settle`` the rest, and so on, batch by batch; ``quarantine`` lines at any time; at the end ``resolve``, and
    check ``counts``.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self.file_id: int
        (self.file_id,) = db.one("SELECT coalesce(max(file_id), 0) + 1 FROM files")
        (self._next_key,) = db.one("SELECT coalesce(max(round_key), 0) + 1 FROM rounds")
        self._flattened = False
        db.connection.execute(_sql("macros"))
        self._begin_batch()
        db.connection.execute(_sql("flattened"))

    def _begin_batch(self) -> None:
        """Stage anew, from nothing."""
        self._db.connection.execute(_sql("staged"))
        self._db.connection.execute(
            f"CREATE OR REPLACE TEMP TABLE staged_participants AS FROM ({participants_of('staged')}) LIMIT 0"
        )

    def add(self, records: Iterable[str]) -> None:
        """Stage rounds, each the text, on one line, of a JSON object of the keys and types of ``RECORD``."""
        self._db.connection.execute(
            "INSERT INTO staged SELECT unnest(from_json(record, $structure)) "
            "FROM (SELECT unnest(string_split($records, chr(10))) AS record)",
            {"records": "\n".join(records), "structure": STRUCTURE},
        )
        self._flattened = False

    def add_rows(self, rows: Iterable[StagedRow]) -> None:
        """Stage rows that rounds are put together from; those of a round that is never staged go nowhere."""
        records = [
            f'{{"of_line":{row.of_line},"line":{row.line},"byte_offset":{row.byte_offset},'
            f'"byte_length":{row.byte_length},"copy":{"true" if row.copy else "false"}}}'
            for row in rows
        ]
        if not records:
            return
        self._db.connection.execute(
            "INSERT INTO staged_rows SELECT unnest(from_json(record, $structure)) "
            "FROM (SELECT unnest(string_split($records, chr(10))) AS record)",
            {"records": "\n".join(records), "structure": _ROW},
        )

    def withdraw_unsound(self) -> list[int]:
        """Unstage rounds with a participant or a kind twice, or too long a name, and their rows; return their lines."""
        connection = self._db.connection
        self._flatten()
        lines = sorted(line for (line,) in self._db.rows(_sql("unsound")))
        if lines:
            by_line = ("staged", "staged_participants", "staged_times", "flattened_participants")
            for table, name in (*((table, "line") for table in by_line), ("staged_rows", "of_line")):
                connection.execute(f"DELETE FROM {table} WHERE {name} IN (SELECT unnest(?::BIGINT[]))", [lines])
        return lines

    def _flatten(self) -> None:
        """Spread the staged participants out."""
        # In any order: one half would else wait for the other.
        with settings(self._db.connection, preserve_insertion_order="false"):
            self._db.connection.execute(
                f"CREATE OR REPLACE TEMP TABLE flattened_participants AS {participants_of('staged')} "
                "UNION ALL BY NAME FROM staged_participants"
            )
        self._flattened = True

    def settle(self, same_extra: Callable[[str, str], bool]) -> list[Conflict]:
        """Load the staged rounds that are new, note those already loaded, and return those that conflict.

        ``same_extra`` says whether two texts of ``extra`` that differ as text are the same JSON.
        """
        connection = self._db.connection
        if not self._flattened:
            self._flatten()
        connection.execute(_sql("fates"))
        (known,) = self._db.one("SELECT count(*) FROM fates")
        conflicts = self._judge(same_extra) if known else []
        connection.execute(_sql("rounds"), {"next_key": self._next_key})
        (new,) = self._db.one("SELECT count(*) FROM keys")
        (plain,) = self._db.one("SELECT coalesce(bool_and(plain), true) FROM staged")
        for table in _TABLES if not plain else _TABLES[:2]:
            file = f"{self.file_id} AS file_id, " if table == "rounds" else ""
            line = {"rounds": "", "participants": " EXCLUDE (line, sound, in_form)"}.get(table, " EXCLUDE (line)")
            connection.execute(
                f"INSERT INTO {table} BY NAME SELECT keys.round_key, {file}f.*{line} "
                f"FROM flattened_{table} AS f JOIN keys USING (line)"
            )
        if self._db.one("SELECT count(*) FROM staged_rows") != (0,):
            self._store_rows()
        self._next_key += new
        self._begin_batch()
        return conflicts

    def _store_rows(self) -> None:
        """Keep which rows the new rounds were put together from, and note the rows that repeat one of those."""
        self._db.connection.execute(
            "INSERT INTO round_rows SELECT round_key, r.line, r.byte_offset, r.byte_length "
            "FROM staged_rows AS r JOIN keys ON keys.line = r.of_line WHERE NOT copy ORDER BY r.line"
        )
        self._db.connection.execute(
            "INSERT INTO duplicates SELECT $file_id, r.line, r.byte_offset, licensee_id, round_id "
            "FROM staged_rows AS r SEMI JOIN keys ON keys.line = r.of_line JOIN staged ON staged.line = r.of_line "
            "WHERE copy ORDER BY r.line",
            {"file_id": self.file_id},
        )

    def _judge(self, same_extra: Callable[[str, str], bool]) -> list[Conflict]:
        """Tell the rounds that are loaded already from those that conflict with one that is."""
        extras = self._db.rows("SELECT line, extra, earlier_extra FROM fates WHERE extra <> earlier_extra")
        differing = {line for line, extra, earlier in extras if not (extra and earlier and same_extra(extra, earlier))}
        for table in _TABLES:
            place, stored_place = _NOT_COMPARED.get(table, ""), ", file_id, line" if table == "rounds" else ""
            staged_only = ", sound, in_form" if table == "participants" else ""
            sql = _sql("differing").replace("STORED_PLACE", stored_place).replace("STAGED_ONLY", staged_only)
            sql = sql.replace("PLACE", place).replace("TABLE", table)
            differing.update(line for (line,) in self._db.rows(sql))
        self._db.connection.execute(
            "INSERT INTO duplicates SELECT $file_id, coalesce(r.line, f.line) AS place, "
            "coalesce(r.byte_offset, f.byte_offset), licensee_id, round_id "
            "FROM fates AS f LEFT JOIN staged_rows AS r ON r.of_line = f.line "
            "WHERE f.line NOT IN (SELECT unnest($differing::BIGINT[])) ORDER BY place",
            {"file_id": self.file_id, "differing": sorted(differing)},
        )
        rows = self._db.rows(
            "SELECT line, licensee_id, round_id, files.path, earlier_line FROM fates "
            "LEFT JOIN files ON files.file_id = stays_file "
            "WHERE line IN (SELECT unnest($differing::BIGINT[])) ORDER BY line",
            {"differing": sorted(differing)},
        )
        return [Conflict(*row) for row in rows]

    def quarantine(self, lines: Iterable[Quarantined]) -> None:
        """Record lines that are not loaded."""
        records = [
            {
                "line": line.line, "byte_offset": line.byte_offset, "reason": line.reason, "message": line.message,
                "raw": base64.b64encode(line.raw).decode(), "licensee_id": line.licensee_id,
                "round_id": line.round_id,
            }
            for line in lines
        ]  # fmt: skip
        if not records:
            return
        self._db.connection.execute(
            "INSERT INTO quarantine "
            "SELECT $file_id, line, byte_offset, reason, message, from_base64(raw), licensee_id, round_id, NULL "
            "FROM (SELECT unnest(from_json(record, $structure)) "
            "FROM (SELECT unnest(string_split($records, chr(10))) AS record))",
            {
                "file_id": self.file_id,
                "structure": _QUARANTINED,
                "records": "\n".join(json.dumps(record) for record in records),
            },
        )

    def counts(self) -> tuple[int, int, int]:
        """Return how many lines of this file stand in the tables: loaded, duplicate, quarantined."""
        # A round put together from rows counts as many as those.
        tables = ("rounds LEFT JOIN round_rows USING (round_key)", "duplicates", "quarantine")
        loaded, duplicate, quarantined = (
            self._db.one(f"SELECT count(*) FROM {table} WHERE file_id = $1", [self.file_id])[0] for table in tables
        )
        return loaded, duplicate, quarantined

    def resolve(self) -> None:
        """Mark what earlier files had in quarantine and this file brought as a round that could be read."""
        self._db.connection.execute(
            "UPDATE quarantine SET resolved_by = $file_id "
            "WHERE resolved_by IS NULL AND file_id <> $file_id AND reason <> 'conflicting_duplicate' "
            "AND EXISTS (FROM rounds AS r WHERE r.file_id = $file_id "
            "AND r.licensee_id = quarantine.licensee_id AND r.round_id = quarantine.round_id)",
            {"file_id": self.file_id},
        )


def refuse_unbalanced(path: str, read: int, counts: tuple[int, int, int]) -> None:
    """Stop before commit where the lines read are not each in exactly one place.

    Raises:
        StoreError: they are not; the caller's transaction must be rolled back.
    """
    loaded, duplicate, quarantined = counts
    if read != loaded + duplicate + quarantined:
        raise StoreError(
            f"{path}: {read} lines were read but {loaded} loaded, {duplicate} duplicate and {quarantined} "
            "quarantined; nothing of it was stored, which is a fault of this program: report it"
        )
