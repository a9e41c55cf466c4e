"""What a report is told of earlier runs and of dispositions."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from compliance.store.results import findings, last_run
from compliance.workflows.dispositions import dispose
from compliance.workflows.ingest import ingest
from compliance.workflows.report_input import audit_input
from compliance.workflows.scope import Scope
from compliance.workflows.verify import verify
from compliance.workflows.workspace import Workspace
from tests.cli.conftest import case

if TYPE_CHECKING:
    from pathlib import Path


def test_a_report_knows_the_run_before_and_what_was_decided(tmp_path: Path) -> None:
    lines = []
    for number in range(3):
        record = json.loads(json.dumps(case("base_game/pass_live_win").round))
        record |= {"round_id": f"R-{number}", "table_id": f"T-{number}"}
        record["seats"][0]["participants"][0]["wagers"][0]["net"] = "0.01"
        lines.append(json.dumps(record))
    (tmp_path / "log.jsonl").write_text("\n".join(lines) + "\n")
    # One moment for all runs: their order does not hang on the clock.
    room = Workspace(
        tmp_path / "a.duckdb", audit_log=tmp_path / "log", clock=lambda: datetime(2026, 11, 29, tzinfo=UTC)
    )
    with room.open() as db:
        ingest(room, db, [tmp_path / "log.jsonl"])
        first = verify(room, db, Scope(), parity="none")
        told = audit_input(room, db, first)
        assert (told.compared_with, {each.state for each in told.states}) == (None, {"new"})
        assert [each.finding_id for each in told.states] == [each.finding_id for each in told.findings]
        one, two, _ = [stored.finding_id for stored in findings(db)]
        dispose(room, db, [one], disposition="accepted", by="Ada", reason="Seen")
        dispose(room, db, [one], disposition="dismissed", by="Bea", reason="Not so")
        db.connection.execute("UPDATE written_findings SET recorded_net = 2 WHERE round_key = 2")
        second = verify(room, db, Scope(table_id="T-1"), parity="none")
        told = audit_input(room, db, second)
        assert told.compared_with == first.run_id
        assert [(each.state, each.round_id, each.code) for each in told.states] == [
            ("new", "R-1", "SETL-001"),
            ("gone", "R-1", "SETL-001"),
        ]
        assert told.states[0].finding_id == two
        assert told.dispositions == ()
        third = verify(room, db, Scope(), parity="none")
        told = audit_input(room, db, third)
        assert told.compared_with == second.run_id
        assert [each.state for each in told.states] == ["still open"] * 3
        assert [(each.finding_id, each.status, each.by, each.reason) for each in told.dispositions] == [
            (one, "accepted", "Ada", "Seen"),
            (one, "dismissed", "Bea", "Not so"),
        ]
        assert last_run(db) is not None
