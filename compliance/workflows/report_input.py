"""What an audit report shows of a run, gathered from the store and the rule book."""

from __future__ import annotations

import secrets
from importlib.metadata import version
from typing import TYPE_CHECKING

from compliance.domain.catalogue import CHECKS
from compliance.domain.money import minor_digits, sum_units
from compliance.domain.words import Verdict
from compliance.reports.audit_input import (
    AuditInput,
    CheckResult,
    ClauseText,
    FindingRow,
    MoneyTotal,
    Parity,
    SheetUsed,
    WagerCounts,
)
from compliance.store.finding_work import run_before
from compliance.store.results import StoredFinding, StoredRun, findings
from compliance.workflows.derivations import derivations
from compliance.workflows.follow_up_input import decided, planted, states
from compliance.workflows.report_readings import interpretations
from compliance.workflows.report_sources import (
    control_totals,
    files_received,
    lines_quarantined,
    manifests,
    not_received,
)
from compliance.workflows.scope import Scope

if TYPE_CHECKING:
    from compliance.store import Database
    from compliance.workflows.workspace import Workspace


def audit_input(workspace: Workspace, db: Database, run: StoredRun, checkpoint: str | None = None) -> AuditInput:
    """Gather everything that a report on a run shows."""
    scope = Scope.of_json(run.scope)
    where, parameters = scope.selection.where()
    rows = list(findings(db, run_id=run.run_id))
    banks = dict(db.rows(_BANKS, [run.run_id]))
    files = files_received(db, scope)
    first, last, licensee_id = db.one(
        f"SELECT min(gaming_date), max(gaming_date), min(licensee_id) FROM rounds WHERE {where}", parameters
    )
    licensee = workspace.rulebook.licensee
    examined = dict(run.summary["wagers"])
    known = states(db, run)
    assurance, assurance_basis = planted(db, run)
    return AuditInput(
        run_id=run.run_id,
        started_at=run.started_at,
        finished_at=run.finished_at,
        program_version=run.program_version,
        licensee_id=licensee.id if licensee else licensee_id,
        licensee_name=licensee.name if licensee else licensee_id,
        period_from=first,
        period_to=last,
        verdict=Verdict(run.summary["verdict"]),
        files=files,
        rounds_settled=run.summary["rounds"]["settled"],
        rounds_void=run.summary["rounds"]["void"],
        wagers=WagerCounts(**examined),
        findings=tuple(_row(stored, place, banks.get(stored.round_key)) for place, stored in enumerate(rows, start=1)),
        money=_money(run),
        checks=_checks(db, run),
        interpretations=interpretations(workspace, db, run, where, parameters),
        parity=Parity(
            run.summary["parity"]["compared"], run.summary["parity"]["disagreements"], run.summary["parity"]["mode"]
        ),
        quarantined=lines_quarantined(db, files),
        sheets=_sheets(workspace, db, run, where, parameters),
        derivations=derivations(workspace, db, rows),
        checkpoint=checkpoint,
        scope=None if scope == Scope() else str(scope),
        versions=tuple((name, version(name)) for name in ("compliance", "duckdb", "weasyprint")),
        participants=_names(db, "SELECT DISTINCT participant_id FROM participants"),
        house_dealers=_names(db, "SELECT DISTINCT house_dealer_id FROM rounds WHERE house_dealer_id IS NOT NULL"),
        pseudonym_key=pseudonym_key(db),
        not_received=not_received(workspace, db, scope, first, last),
        control_totals=control_totals(db, scope),
        manifests=manifests(db),
        dispositions=decided(db, known),
        states=known,
        assurance=assurance,
        assurance_basis=assurance_basis,
        compared_with=run_before(db, run.run_id, where, parameters),
    )


_BANKS = """
SELECT round_key, pd_participant_id FROM rounds
SEMI JOIN (SELECT round_key FROM findings WHERE run_id = ?) USING (round_key)
WHERE pd_participant_id IS NOT NULL
"""


def pseudonym_key(db: Database) -> bytes:
    """The secret that pseudonyms are made with: kept beside the database, readable by its owner only, made once."""
    path = db.path.with_name(db.path.name + ".pseudonyms")
    if not path.exists():
        path.touch(mode=0o600)
        path.write_bytes(secrets.token_bytes(32))
    return path.read_bytes()


def _names(db: Database, sql: str) -> tuple[str, ...]:
    return tuple(sorted(name for (name,) in db.rows(sql)))


def _row(stored: StoredFinding, place: int, player_dealer: str | None) -> FindingRow:
    found = stored.finding
    return FindingRow(
        finding_id=stored.finding_id,
        code=found.code,
        verdict=found.verdict,
        licensee_id=stored.licensee_id,
        round_id=stored.round_id,
        table_id=stored.table_id,
        gaming_date=stored.gaming_date,
        sequence=stored.sequence,
        rule_sheet=stored.rule_sheet,
        house_dealer_id=stored.house_dealer_id,
        currency=stored.currency,
        minor_digits=stored.minor_digits,
        seat=found.seat,
        participant_id=found.participant_id,
        participant_index=stored.participant_index,
        wager_kind=found.wager_kind,
        expected_outcome=found.expected_outcome,
        expected_net=found.expected_net,
        recorded_outcome=found.recorded_outcome,
        recorded_net=found.recorded_net,
        variance=found.variance,
        direction=found.direction,
        branch=found.branch,
        clauses=stored.clauses,
        interpretation=found.interpretation,
        reading=found.reading,
        also_fits=found.also_fits,
        detail=found.detail,
        message=stored.message,
        file_sha256=stored.file_sha256,
        line=stored.line,
        byte_offset=stored.byte_offset,
        place=place,
        cards=stored.cards,
        dealer_cards=stored.dealer_cards,
        player_dealer_id=player_dealer,
    )


def _money(run: StoredRun) -> tuple[MoneyTotal, ...]:
    totals = []
    for currency, by_verdict in run.summary["money"].items():
        digits = minor_digits(currency)
        for verdict, amounts in by_verdict.items():
            over, under = (sum_units(amounts[direction], digits) for direction in ("overpaid", "underpaid"))
            totals.append(MoneyTotal(currency, digits, Verdict(verdict), over, under))
    return tuple(totals)


def _checks(db: Database, run: StoredRun) -> tuple[CheckResult, ...]:
    rows = db.rows(
        "SELECT code, examined, findings, reason, coalesce(skipped, 0) FROM checks WHERE run_id = ? ORDER BY code",
        [run.run_id],
    )
    return tuple(
        CheckResult(code, CHECKS[code].title, examined, found, reason, CHECKS[code].examines, skipped)
        for code, examined, found, reason, skipped in rows
    )


def _sheets(
    workspace: Workspace, db: Database, run: StoredRun, where: str, parameters: dict[str, object]
) -> tuple[SheetUsed, ...]:
    counts = dict(db.rows(f"SELECT rule_sheet, count(*) FROM rounds WHERE {where} GROUP BY ALL", parameters))
    used = []
    for record in run.sheets:
        sheet = workspace.rulebook.sheets[record["id"]].sheet
        used.append(
            SheetUsed(
                sheet.id,
                sheet.title,
                record["sha256"],
                sheet.standing,
                sheet.banked_by,
                sheet.document.name,
                sheet.document.sha256,
                counts.get(sheet.id, 0),
                sheet.bank.answers if sheet.bank else (),
                tuple(ClauseText(clause.id, clause.citation, clause.says) for clause in sheet.clause),
            )
        )
    return tuple(used)
