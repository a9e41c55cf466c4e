"""Lines in quarantine, written out as a file of their own so that they can be read again."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.ingest.faults import Reason
from compliance.ingest.profiles import parsed_profile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.store import Database

_LEFT_ALONE = (Reason.CONFLICTING_DUPLICATE, Reason.LINE_TOO_LONG)


@dataclass(frozen=True, slots=True)
class Held:
    """What one file has in open quarantine: its lines' numbers and bytes, and how the file was read.

    ``columns`` where its rows have some; ``profile`` is the text of its source profile, None for the canonical one.
    """

    file_id: int
    path: str
    form: str
    profile: str | None
    columns: tuple[str, ...] | None
    lines: tuple[tuple[int, bytes], ...]

    @property
    def ending(self) -> str:
        """The ending of a file that ``text`` is written to."""
        return ".jsonl" if self.columns is None else ".csv"

    def text(self, without: frozenset[int] = frozenset()) -> tuple[bytes, dict[int, int]]:
        """Return the lines as a file, and for each line of that its number in quarantine; some may be left out."""
        out = bytearray()
        numbers: dict[int, int] = {}
        place = 1
        if self.columns is not None:
            out += self._csv_row(self.columns) + b"\n"
            place += 1
        for number, raw in self.lines:
            if number not in without:
                written = self._written(raw)
                numbers[place] = number
                out += written + b"\n"
                place += written.count(b"\n") + 1
        return bytes(out), numbers

    def _written(self, raw: bytes) -> bytes:
        if self.columns is None:
            # Between the parts of JSON, a line break is white space; within a string it is no JSON in any place.
            return raw.replace(b"\n", b" ").replace(b"\r", b" ")
        if self.form == "parquet":
            return self._csv_row([cell or "" for cell in json.loads(raw)])
        return raw

    def _csv_row(self, cells: Sequence[str]) -> bytes:
        delimiter = "," if self.profile is None else parsed_profile(self.profile, "of the file").csv.delimiter
        out = io.StringIO()
        csv.writer(out, delimiter=delimiter, lineterminator="").writerow(cells)
        return out.getvalue().encode()


def held(db: Database) -> list[Held]:
    """Return what can be read again, file by file: all open lines but conflicts, which somebody has to decide."""
    files = db.rows(
        "SELECT DISTINCT file_id, path, coalesce(form, 'json_lines'), f.profile, columns FROM quarantine "
        "JOIN files USING (file_id) LEFT JOIN file_forms AS f USING (file_id) "
        "WHERE resolved_by IS NULL ORDER BY file_id"
    )
    found = []
    for file_id, path, form, profile, columns in files:
        lines = db.rows(
            "SELECT line, raw FROM quarantine WHERE file_id = $file_id AND resolved_by IS NULL "
            "AND reason NOT IN (SELECT unnest($left_alone::VARCHAR[])) ORDER BY line",
            {"file_id": file_id, "left_alone": list(_LEFT_ALONE)},
        )
        if lines:
            named = None if columns is None else tuple(columns)
            found.append(Held(file_id, path, form, profile, named, tuple(lines)))
    return found


def mark_resolved(db: Database, file_id: int, lines: Sequence[int], by_sha256: str) -> None:
    """Note that lines of a file in quarantine have been read, as part of the file with that digest."""
    db.connection.execute(
        "UPDATE quarantine SET resolved_by = (SELECT f.file_id FROM files AS f WHERE f.sha256 = $sha256) "
        "WHERE file_id = $file_id AND resolved_by IS NULL AND line IN (SELECT unnest($lines::BIGINT[]))",
        {"file_id": file_id, "sha256": by_sha256, "lines": list(lines)},
    )
