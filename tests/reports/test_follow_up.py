"""What comes to a run from outside its log: dispositions, earlier runs, planted faults, control totals, debts."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from compliance.domain.words import Verdict
from compliance.reports.assurance_view import assurance_view
from compliance.reports.audit_report import write_audit_report
from compliance.reports.checks_view import check_verdict, checks_table, worst_by_code
from compliance.reports.clause_heat import LEVELS, clause_heat, level
from compliance.reports.control_totals_view import control_totals_view
from compliance.reports.dispositions_view import dispositions_view
from compliance.reports.findings_view import findings_view
from compliance.reports.follow_up import ControlTotal, Disposition, FaultsPlanted, StateOfFinding
from compliance.reports.owed_view import PRINTED_DEBTS, debts, owed_view
from tests.reports.sample import MORNING, NIGHT, finding, sheets, small, wager_finding
from tests.reports.test_pdf import beyond_margins, overlapping, text_of
from tests.reports.verapdf import validate

if TYPE_CHECKING:
    from pathlib import Path

ROWS = tuple(wager_finding(place, 2500, 0, clauses=("win.2",)) for place in (1, 2, 3))
AT = "2026-03-04T09:30:00Z"


def disposed(place: int, status: str = "accepted", reason: str = "Paid back.") -> Disposition:
    return Disposition(ROWS[place - 1].finding_id, status, "N. Auditor", reason, AT)  # type: ignore[arg-type]


def test_the_disposition_made_last_stands_and_the_others_are_its_history() -> None:
    view = dispositions_view(
        small(ROWS, dispositions=(disposed(1, "explained"), disposed(2), disposed(1, "dismissed")))
    )
    assert view.counts[0] == "3 findings = 1 proposed + 1 accepted + 0 explained + 1 dismissed."
    assert view.decisions is not None
    assert [row[2] for row in view.decisions.rows] == ["Explained, superseded", "Accepted", "Dismissed"]
    assert view.decisions.rows[1][3:] == ("N. Auditor, 4 March 2026, 09:30:00 UTC", "Paid back.")


def test_a_finding_is_a_proposed_exception_until_it_is_disposed_of() -> None:
    label = "Exception (proposed)"
    assert findings_view(small(ROWS), {}, "6").groups[0].facts[0].label == label
    some = findings_view(small(ROWS, dispositions=(disposed(2),)), {}, "6").groups[0]
    assert some.facts[0].label == "Exception (1 disposed of)"
    assert [each.standing for each in some.shown] == [
        None,
        "Accepted by N. Auditor, 4 March 2026, 09:30:00 UTC: Paid back.",
        None,
    ]
    whole = findings_view(small(ROWS, dispositions=tuple(map(disposed, (1, 2, 3)))), {}, "6").groups[0]
    assert whole.facts[0].label == "Exception (disposed of)"


def test_dispositions_change_no_verdict_and_no_amount(tmp_path: Path) -> None:
    write_audit_report(small(ROWS), tmp_path / "before", formats={"html"})
    write_audit_report(small(ROWS, dispositions=(disposed(1, "dismissed"),)), tmp_path / "after", formats={"html"})
    for name in ("money.csv", "owed.csv"):
        assert (tmp_path / "before" / name).read_bytes() == (tmp_path / "after" / name).read_bytes()
    record = json.loads((tmp_path / "after" / "run.json").read_text())
    assert record["verdict"] == "violation"
    assert [each["status"] for each in record["dispositions"]] == ["dismissed"]
    assert record["owed"][0]["by_violations"] == "25.00"
    assert {each["by"] for each in record["money"]} >= {"all", "table", "bearer"}
    listed = json.loads((tmp_path / "after" / "findings.json").read_text())["findings"]
    assert [each["disposition"] for each in listed] == ["dismissed", "exception (proposed)", "exception (proposed)"]


def test_a_report_with_all_of_it_is_valid_and_within_its_margins(tmp_path: Path) -> None:
    long = "A reason with <b>markup</b>, 🎲 and a word of " + "w" * 300
    data = small(
        ROWS,
        dispositions=(disposed(1, "explained"), disposed(1, "dismissed", long)),
        states=(StateOfFinding("ab" * 32, "gone", "SETL-003", "T" * 90, MORNING, "R" * 90, AT),),
        compared_with="run-before",
        assurance=(FaultsPlanted("ante_not_paid", 10, 9, ("SETL-001",)),),
        control_totals=(ControlTotal("TCP-01", NIGHT, "sum of stakes", "1,234,567,890.00 USD", None),),
        manifests=(("a/very/long/path/" * 12 + "manifest.toml", "ab" * 32),),
    )
    write_audit_report(data, tmp_path, formats={"pdf"})
    path = tmp_path / "audit-report.pdf"
    assert validate(path, "3a").failures == {}
    assert beyond_margins(path) == []
    assert overlapping(path) == []
    text = " ".join(text_of(path).split())
    assert "Dismissed by N. Auditor" in text
    assert "<b>markup</b>, [U+1F3B2 GAME DIE]" in text
    assert "10 known faults of 1 kind were planted, and 9 detected." in text


def test_a_participant_named_in_a_reason_is_redacted(tmp_path: Path) -> None:
    name = ROWS[0].participant_id
    data = small(ROWS, dispositions=(disposed(1, reason=f"Paid to {name} at the cage."),))
    write_audit_report(data, tmp_path, formats={"html"})
    assert name not in (tmp_path / "audit-report.html").read_text("utf-8")
    assert name not in (tmp_path / "run.json").read_text("utf-8")


def test_states_say_what_is_new_still_open_and_gone() -> None:
    new = StateOfFinding(ROWS[0].finding_id, "new", "SETL-001", "TCP-01", NIGHT, ROWS[0].round_id)
    old = StateOfFinding(ROWS[1].finding_id, "still open", "SETL-001", "TCP-01", NIGHT, ROWS[1].round_id, AT)
    gone = StateOfFinding("ab" * 32, "gone", "SETL-003", "TCP-09", MORNING, "TCP-09-77", AT)
    data = small(ROWS, states=(new, old, gone), compared_with="run-before")
    view = dispositions_view(data)
    assert view.counts[1] == "Compared with run run-before: 1 new, 1 still open, 1 gone."
    assert view.gone is not None
    assert view.gone.rows == (
        ("SETL-003", "TCP-09", "2026-03-03", "TCP-09-77", "4 March 2026, 09:30:00 UTC", "abababababab"),
    )
    assert [each.standing for each in findings_view(data, {}, "6").groups[0].shown] == ["New.", "Still open.", None]


def test_without_an_earlier_run_nothing_is_called_new_or_gone() -> None:
    new = StateOfFinding(ROWS[0].finding_id, "new", "SETL-001", "TCP-01", NIGHT, ROWS[0].round_id)
    first = small(ROWS, states=(new,))
    assert [each.standing for each in findings_view(first, {}, "6").groups[0].shown] == [None, None, None]
    view = dispositions_view(first)
    assert view.counts[1].startswith("The findings were not compared with those of an earlier run")
    assert view.gone is None


def test_planted_faults_that_were_missed_stand_first() -> None:
    planted = (
        FaultsPlanted("ante_not_paid", 10, 10, ("SETL-001",)),
        FaultsPlanted("card_twice", 5, 3, ("DEAL-001", "DEAL-002")),
    )
    view = assurance_view(small(ROWS, assurance=planted))
    assert view.statement.startswith("15 known faults of 2 kinds were planted, and 13 detected.")
    assert "2 faults went undetected" in view.statement
    assert view.table is not None
    assert view.table.rows == (
        ("Card twice", "5", "3", "2", "DEAL-001 and DEAL-002"),
        ("Ante not paid", "10", "10", "0", "SETL-001"),
    )
    assert view.table.total == ("All", "15", "13", "2", "")


def test_control_totals_that_differ_stand_first_and_are_counted() -> None:
    totals = (
        ControlTotal("TCP-01", NIGHT, "rounds", "612", "612"),
        ControlTotal("TCP-01", NIGHT, "sum of stakes", "100.00 USD", "95.00 USD"),
        ControlTotal("TCP-02", NIGHT, "last sequence", "745", None),
    )
    view = control_totals_view(small(ROWS, control_totals=totals, manifests=(("m.toml", "ab" * 32),)))
    assert "3 control totals" in view.statement
    assert "2 differ from the log." in view.statement
    assert view.totals is not None
    assert [row[2:] for row in view.totals.rows] == [
        ("sum of stakes", "100.00 USD", "95.00 USD", "differs"),
        ("last sequence", "745", "–", "differs"),
        ("rounds", "612", "612", "agrees"),
    ]
    assert view.manifests is not None


def test_without_control_totals_the_report_says_what_would_not_show() -> None:
    view = control_totals_view(small(ROWS))
    assert "Rounds missing at the end of a day would not show" in view.statement
    assert view.totals is None


@pytest.mark.parametrize(
    ("verdicts", "says"),
    [
        ((), "pass"),
        ((Verdict.REVIEW,), "review"),
        ((Verdict.UNDETERMINED,), "undetermined"),
        ((Verdict.UNDETERMINED, Verdict.REVIEW), "review"),
        ((Verdict.REVIEW, Verdict.VIOLATION), "fail"),
    ],
)
def test_a_check_fails_by_a_violation_alone(verdicts: tuple[Verdict, ...], says: str) -> None:
    rows = tuple(finding(place, "ROTN-002", verdict) for place, verdict in enumerate(verdicts, start=1))
    check = next(each for each in small(rows).checks if each.code == "ROTN-002")
    assert check_verdict(check, worst_by_code(rows)) == says


def test_what_a_check_skipped_is_told_with_the_reason() -> None:
    data = small(ROWS)
    checks = tuple(
        replace(each, skipped=12, reason="no decision is recorded") if each.code == "SETL-001" else each
        for each in data.checks
    )
    row = next(row for row in checks_table(replace(data, checks=checks)).rows if row[0] == "SETL-001")
    assert row[1].endswith("12 more were not examined: no decision is recorded.")


def test_the_player_dealer_and_not_the_house_is_owed_or_owes() -> None:
    rows = (
        # By hand: paid 50.00 where 25.00 was due, so P1 owes the player-dealer 25.00 (How Winners are Determined ¶1).
        wager_finding(1, 2500, 5000, participant_id="P1", player_dealer_id="B1"),
        # By hand: paid 0 where 25.00 was due, twice, once under review: B1 owes P1 25.00 and, if upheld, 10.00.
        wager_finding(2, 2500, 0, participant_id="P1", player_dealer_id="B1"),
        wager_finding(3, 1000, 0, participant_id="P1", player_dealer_id="B1", verdict=Verdict.REVIEW, code="SETL-004"),
        wager_finding(4, 300, 0, participant_id="P2", currency="JPY", minor_digits=0, table_id="TCP-02"),
    )
    house = replace(rows[3], rule_sheet=next(sheet.id for sheet in sheets() if sheet.banked_by == "house"))
    held = {
        (each.currency, each.debtor, each.creditor): (each.violations, each.reviews, each.findings)
        for each in debts((*rows[:3], house), sheets())
    }
    assert held == {
        ("USD", "P1", "player-dealer B1"): (2500, 0, 1),
        ("USD", "player-dealer B1", "P1"): (2500, 1000, 2),
        ("JPY", "house", "P2"): (300, 0, 1),
    }


def test_debts_beyond_the_longest_listing_are_summed_and_all_in_the_file(tmp_path: Path) -> None:
    rows = tuple(wager_finding(place, 100 * place, 0, participant_id=f"Q{place:03d}") for place in range(1, 101))
    owed = debts(rows, sheets())
    (table,) = owed_view(owed).tables
    assert len(table.rows) == PRINTED_DEBTS
    # By hand: 1 + 2 + … + 41 dollars in the 41 smallest, 1 + … + 100 in all.
    assert table.rows[-1][:1] + table.rows[-1][3:] == ("41 more pairs", "861.00", "0.00")
    assert table.total is not None
    assert table.total[3] == "5,050.00"
    write_audit_report(small(rows), tmp_path, formats={"html"}, redact=False)
    assert len(list(csv.DictReader(io.StringIO((tmp_path / "owed.csv").read_text("utf-8"))))) == 100


def test_the_heat_map_counts_a_finding_under_every_clause_it_rests_on() -> None:
    rows = (
        wager_finding(1, 2500, 0, clauses=("win.2", "win.4")),
        wager_finding(2, 2500, 0, clauses=("win.2",), table_id="TCP-02", verdict=Verdict.REVIEW, code="SETL-004"),
        wager_finding(3, 2500, None, clauses=("win.4",), verdict=Verdict.UNDETERMINED, code="SETL-005"),
    )
    heat = clause_heat(small(rows))
    assert heat.tables == ("TCP-01", "TCP-02")
    cells = [([cell.text for cell in row.cells], row.violations, row.reviews, row.undetermined) for row in heat.rows]
    assert cells == [(["1", "1"], "1", "1", "0"), (["1", ""], "1", "0", "1")]


@pytest.mark.parametrize(("number", "most", "dark"), [(0, 9, 0), (1, 9, 1), (9, 9, LEVELS), (1, 1, LEVELS), (5, 9, 3)])
def test_the_darkest_cell_is_that_with_most(number: int, most: int, dark: int) -> None:
    assert level(number, most) == dark
