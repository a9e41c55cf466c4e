"""Findings of missing charts, kept as a row a round: read, and followed from run to run, as if written one by one."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from compliance.rules.loader import load_sheets
from compliance.simulate.table import simulate_table
from compliance.workflows.ingest import ingest
from compliance.workflows.scope import Scope
from compliance.workflows.verify import verify
from compliance.workflows.workspace import Workspace

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store import Database

START = datetime(2026, 11, 28, 18, tzinfo=UTC)
ROUNDS = 40
POSTED = """
format = 1
id = "room"
name = "Room"
time_zone = "UTC"
day_starts_at = "06:00"
currency = "USD"
[[table]]
id = "T01"
positions = 7
play = [{ sheet = "gega-004246", postings = ["example-pair-plus"], since = 2026-01-01 }]
"""


@pytest.fixture
def room(tmp_path: Path) -> Workspace:
    """A table of a sheet that leaves its charts out; in the first round an Ante is paid short besides."""
    sheet = load_sheets()["gega-004246"].sheet
    rounds = [
        json.loads(each.json_text) for each in simulate_table(sheet, table_id="T01", rounds=ROUNDS, seed=4, start=START)
    ]
    wager = next(
        wager
        for seat in rounds[0]["seats"]
        for participant in seat["participants"]
        for wager in participant["wagers"]
        if wager["kind"] == "ante"
    )
    wager["net"] = str(Decimal(wager["net"]) + 1)
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(each) + "\n" for each in rounds))
    licensee = tmp_path / "licensee.toml"
    licensee.write_text(POSTED)
    return Workspace(tmp_path / "a.duckdb", audit_log=tmp_path / "log", clock=lambda: START)


def standing(db: Database) -> Counter[tuple[str, str | None, str]]:
    """Findings by state, kind of wager and whether they are of a missing chart."""
    rows = db.rows("SELECT state, wager_kind, coalesce(branch, code) FROM identified_findings")
    return Counter(rows)


def of_charts(db: Database, kind: str) -> int:
    """Recorded wagers of a kind, of those who did not fold (a fold loses them without a chart)."""
    (count,) = db.one(
        "SELECT count(*) FROM views.wagers AS w JOIN views.participants AS p USING (round_id, seat, participant_index)"
        " WHERE w.wager_kind = ? AND coalesce(p.decision = 'play', true)",
        [kind],
    )
    return int(count)


def test_a_round_is_kept_as_a_row_and_read_wager_by_wager(room: Workspace, tmp_path: Path) -> None:
    with room.open() as db:
        ingest(room, db, [tmp_path / "log.jsonl"])
        verify(room, db, Scope(), parity="full")
        (rows,) = db.one("SELECT count(*) FROM uncharted_rounds")
        assert rows == ROUNDS - 1
        found = standing(db)
        assert found["new", "pair_plus", "chart_missing"] >= of_charts(db, "pair_plus") > ROUNDS // 2
        wrong = db.one(
            "SELECT count(*) FROM findings AS f LEFT JOIN wagers_as_recorded AS w"
            " USING (round_key, seat, participant_index, participant_id, wager_index, wager_kind)"
            " WHERE branch = 'chart_missing'"
            " AND (w.net, w.outcome) IS DISTINCT FROM (f.recorded_net, f.recorded_outcome)"
        )
        assert wrong == (0,)


def test_a_chart_posted_and_taken_down_again(room: Workspace, tmp_path: Path) -> None:
    posted = replace(room, licensee_file=tmp_path / "licensee.toml")
    with room.open() as db:
        ingest(room, db, [tmp_path / "log.jsonl"])
        verify(room, db, Scope(), parity="none")
        first = standing(db)
        assert {state for state, *_ in first} == {"new"}
        lacking = {key: count for key, count in first.items() if key[2] == "chart_missing"}
        of_pair_plus = lacking["new", "pair_plus", "chart_missing"]

        verify(room, db, Scope(), parity="none")
        assert standing(db) == {("still_open", *key[1:]): count for key, count in first.items()}
        assert db.one("SELECT count(*), count(since_run) FROM uncharted_rounds") == (ROUNDS - 1, ROUNDS - 1)

        verify(posted, db, Scope(), parity="none")
        third = standing(db)
        assert third["gone", "pair_plus", "chart_missing"] == of_pair_plus
        assert ("still_open", "pair_plus", "chart_missing") not in third
        for _, kind, branch in lacking:
            if kind != "pair_plus":
                assert third["still_open", kind, branch] == first["new", kind, branch]
                assert ("new", kind, branch) not in third

        verify(room, db, Scope(), parity="none")
        last = standing(db)
        assert last["new", "pair_plus", "chart_missing"] == of_pair_plus
        assert ("gone", "pair_plus", "chart_missing") not in last
        assert sum(count for (state, *_), count in last.items() if state != "gone") == first.total()
        for _, kind, branch in lacking:
            if kind != "pair_plus":
                assert last["still_open", kind, branch] == first["new", kind, branch]

        verify(room, db, Scope(), parity="none")
        assert standing(db)["still_open", "pair_plus", "chart_missing"] == of_pair_plus


def test_what_is_found_does_not_depend_on_how_it_is_kept(room: Workspace, tmp_path: Path) -> None:
    with room.open() as db:
        ingest(room, db, [tmp_path / "log.jsonl"])
        verify(room, db, Scope(), parity="none")
        ids = sorted(db.rows("SELECT finding_id, state FROM identified_findings"))
        db.connection.execute(
            "INSERT INTO written_findings BY NAME FROM uncharted_wagers('uncharted_rounds', 'uncharted_kinds')"
        )
        db.connection.execute("DELETE FROM uncharted_rounds")
        assert sorted(db.rows("SELECT finding_id, state FROM identified_findings")) == ids
        verify(room, db, Scope(), parity="none")
        assert sorted(db.rows("SELECT finding_id FROM identified_findings")) == [(each,) for each, _ in ids]
        assert {state for state, *_ in standing(db)} == {"still_open"}
