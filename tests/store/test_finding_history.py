"""A finding's id, and what becomes of findings from run to run."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from compliance.store.results import findings
from compliance.workflows.ingest import ingest
from compliance.workflows.scope import Scope
from compliance.workflows.verify import verify
from compliance.workflows.workspace import Workspace
from tests.cases.load import all_cases

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.store import Database


def rounds() -> list[dict[str, Any]]:
    """The hand-worked cases of one sheet, each round under an id of its own."""
    cases = [each for each in all_cases() if each.round["rule_sheet"] == "gega-003666"]
    return [json.loads(json.dumps(each.round)) | {"round_id": f"R-{i:03}"} for i, each in enumerate(cases)]


def renamed(value: Any) -> Any:
    """The same with other identifiers for people."""
    if isinstance(value, list):
        return [renamed(each) for each in value]
    if not isinstance(value, dict):
        return value
    people = {"participant_id", "house_dealer_id"}
    return {key: f"someone-{each}" if key in people and each else renamed(each) for key, each in value.items()}


def workspace(folder: Path, name: str, lines: list[dict[str, Any]]) -> Workspace:
    (folder / f"{name}.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines))
    return Workspace(
        folder / f"{name}.duckdb", audit_log=folder / "log", clock=lambda: datetime(2026, 11, 29, tzinfo=UTC)
    )


def judged(room: Workspace, db: Database) -> None:
    ingest(room, db, [room.database.with_suffix(".jsonl")])
    verify(room, db, Scope(), parity="none")


def ids(db: Database) -> list[str]:
    return [stored.finding_id for stored in findings(db)]


def test_an_id_does_not_depend_on_who_took_part(tmp_path: Path) -> None:
    lines = rounds()
    here, there = workspace(tmp_path, "here", lines), workspace(tmp_path, "there", renamed(lines))
    with here.open() as one, there.open() as other:
        judged(here, one)
        judged(there, other)
        first, second = list(findings(one)), list(findings(other))
        assert len(first) > 50
        assert [a.finding_id for a in first] == [b.finding_id for b in second]
        of_people = [(a, b) for a, b in zip(first, second, strict=True) if a.finding.participant_id]
        assert of_people
        assert all(a.finding.participant_id != b.finding.participant_id for a, b in of_people)


def test_every_finding_has_an_id_of_its_own(tmp_path: Path) -> None:
    room = workspace(tmp_path, "here", rounds())
    with room.open() as db:
        judged(room, db)
        found = ids(db)
        assert len(set(found)) == len(found)
        assert all(len(each) == 16 and int(each, 16) >= 0 for each in found)


def test_wording_clauses_and_run_do_not_enter_an_id_and_the_rest_does(tmp_path: Path) -> None:
    room = workspace(tmp_path, "here", rounds())
    with room.open() as db:
        judged(room, db)
        before = ids(db)
        db.connection.execute("UPDATE grounds SET clauses = ['elsewhere']")
        db.connection.execute("UPDATE written_findings SET detail = 'In other words: ' || detail || '!'")
        db.connection.execute("UPDATE written_findings SET also_fits = ['C9 x'], verdict = 'review'")
        db.connection.execute("UPDATE written_findings SET run_id = 'another'; UPDATE grounds SET run_id = 'another'")
        assert ids(db) == before
        changes = {
            **dict.fromkeys(("expected_net", "recorded_net"), "coalesce({0}, 0) + 1"),
            **dict.fromkeys(("seat", "participant_index"), "coalesce({0}, 0) + 10"),
            "reading": "coalesce({0}, '') || 'x'",
            "detail": "coalesce({0}, '') || ' 7'",
        }
        for column, expression in changes.items():
            changed = db.rows(
                "SELECT finding_id(licensee_id, round_id, code, seat, participant_index, wager_kind, expected_outcome,"
                " expected_net, recorded_outcome, recorded_net, interpretation, reading, detail), finding_id"
                f" FROM (SELECT * REPLACE ({expression.format(column)} AS {column}) FROM identified_findings)"
            )
            assert all(new != old for new, old in changed), column


def states(db: Database) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for state, round_id in db.rows("SELECT state, round_id FROM worked_findings ORDER BY ALL"):
        found.setdefault(state, []).append(round_id)
    return found


def test_a_rerun_says_what_is_new_still_open_and_gone(tmp_path: Path) -> None:
    room = workspace(tmp_path, "here", rounds())
    with room.open() as db:
        judged(room, db)
        number = len(ids(db))
        assert {state: len(rounds) for state, rounds in states(db).items()} == {"new": number}
        verify(room, db, Scope(), parity="none")
        assert {state: len(rounds) for state, rounds in states(db).items()} == {"still_open": number}
        # What an earlier run had and the next has not: as when a ruling or a program has changed in between.
        (round_key,) = db.one("SELECT min(round_key) FROM findings WHERE code = 'SETL-001'")
        (round_id,) = db.one("SELECT round_id FROM rounds WHERE round_key = ?", [round_key])
        db.connection.execute("UPDATE written_findings SET code = 'SETL-009' WHERE round_key = ?", [round_key])
        db.connection.execute("UPDATE grounds SET code = 'SETL-009' WHERE code = 'SETL-001'")
        verify(room, db, Scope(), parity="none")
        after = states(db)
        assert set(after["new"]) == set(after["gone"]) == {round_id}
        assert len(after["new"]) + len(after["still_open"]) == number


def test_what_comes_back_is_new_and_no_longer_gone(tmp_path: Path) -> None:
    room = workspace(tmp_path, "here", rounds())
    with room.open() as db:
        judged(room, db)
        number = len(ids(db))
        chosen = "WHERE code = 'SETL-001'"
        db.connection.execute(f"INSERT INTO gone_findings BY NAME SELECT *, 'x' AS gone_run FROM findings {chosen}")
        (gone,) = db.one(f"SELECT count(*) FROM findings {chosen}")
        db.connection.execute(f"DELETE FROM written_findings {chosen}")
        assert {state: len(rounds) for state, rounds in states(db).items()} == {"gone": gone, "new": number - gone}
        verify(room, db, Scope(), parity="none")
        assert {state: len(rounds) for state, rounds in states(db).items()} == {
            "new": gone,
            "still_open": number - gone,
        }


def test_a_run_over_part_of_the_rounds_leaves_the_others_as_they_are(tmp_path: Path) -> None:
    room = workspace(tmp_path, "here", rounds())
    with room.open() as db:
        judged(room, db)
        (table, of_table) = db.one("SELECT table_id, count(*) FROM finding_list GROUP BY ALL ORDER BY 2 DESC LIMIT 1")
        number = len(ids(db))
        verify(room, db, Scope(table_id=table), parity="none")
        counted = {state: len(rounds) for state, rounds in states(db).items()}
        assert counted == ({"still_open": of_table} | ({"new": number - of_table} if number > of_table else {}))
