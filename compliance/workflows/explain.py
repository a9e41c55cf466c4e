"""The derivation of one round: ``compliance explain``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from compliance.domain.money import decimal_text
from compliance.domain.sentences import sentence
from compliance.ingest.rereading import rounds_from_kept
from compliance.parity.rules import NumberedRules
from compliance.reference.audit import audit_round
from compliance.reference.trace import Step, derivation
from compliance.rules.clauses import clauses_for
from compliance.store.results import findings, last_run
from compliance.workflows.explain_detail import NOTHING, Detail, OtherReading, detail_of
from compliance.workflows.export import settlement_record
from compliance.workflows.provable import PseudonymSource, pseudonyms_of, redacted_round
from compliance.workflows.workspace import WorkflowError

if TYPE_CHECKING:
    from compliance.domain.results import Finding, Line
    from compliance.domain.rounds import Round
    from compliance.reports.pseudonyms import Pseudonyms
    from compliance.rules.sheet import RuleSheet
    from compliance.store import Database
    from compliance.store.results import StoredFinding
    from compliance.workflows.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Explanation:
    """A round with its derivation, its lines beside the record, and its findings with their clauses.

    ``steps`` is empty where nothing could be derived: a void round, an unknown sheet, impossible cards. ``stored`` are
    the findings of the latest run about the round, those of checks across rounds among them.
    """

    round: Round
    sheet: RuleSheet | None
    steps: tuple[Step, ...]
    lines: tuple[Line, ...]
    findings: tuple[tuple[Finding, tuple[str, ...]], ...]
    detail: Detail = NOTHING
    stored: tuple[StoredFinding, ...] = ()

    def money(self, amount: int | None) -> str:
        """An amount as decimal text, a dash for none."""
        return "–" if amount is None else decimal_text(amount, self.round.minor_digits)

    def message(self, finding: Finding) -> str:
        """The sentence of one of the findings."""
        return sentence(finding, self.round.currency, self.round.minor_digits)

    def to_json(self) -> dict[str, Any]:
        """The explanation as ``explain --json`` prints it."""
        source = self.round.source
        return {
            "round_id": self.round.round_id,
            "licensee_id": self.round.licensee_id,
            "table_id": self.round.table_id,
            "rule_sheet": self.round.rule_sheet,
            "status": self.round.status,
            "source": {"file_sha256": source.file_sha256, "line": source.line, "byte_offset": source.byte_offset},
            "steps": [
                {
                    "step": step.step,
                    "seat": step.seat,
                    "participant_id": step.participant_id,
                    "clauses": list(step.clauses),
                    "statement": step.statement,
                    "value": step.value,
                }
                for step in self.steps
            ],
            "settlements": [settlement_record(self.round, line) for line in self.lines],
            "order_of_action": list(self.detail.order),
            "limit": self._limit(),
            "other_readings": [self._other(each) for each in self.detail.others],
            "findings": [
                {"code": finding.code, "verdict": finding.verdict, "seat": finding.seat, "clauses": list(clauses)}
                | {"message": self.message(finding)}
                for finding, clauses in self.findings
            ],
            "stored_findings": [
                {"finding_id": each.finding_id, "code": each.finding.code, "verdict": each.finding.verdict}
                | {"seat": each.finding.seat, "wager_kind": each.finding.wager_kind, "clauses": list(each.clauses)}
                | {"message": each.message}
                for each in self.stored
            ],
        }

    def _limit(self) -> dict[str, Any] | None:
        if self.detail.limit is None:
            return None
        named = ("seat", "participant_id", "wager_kind", "outcome")
        amounts = {"counts": "counts", "left_to_pay": "to_pay", "left_to_collect": "to_collect", "net": "net"}
        return {
            "wager": self._amount(self.detail.limit),
            "covers_all": not self.detail.short,
            "steps": [
                {name: getattr(step, name) for name in named}
                | {name: self._amount(getattr(step, field)) for name, field in amounts.items()}
                for step in self.detail.steps
            ],
        }

    def _other(self, other: OtherReading) -> dict[str, Any]:
        named = ("seat", "participant_id", "wager_kind")
        return {
            "interpretation": other.interpretation,
            "question": other.question,
            "reading": other.reading,
            "says": other.says,
            "wagers": [
                {name: getattr(wager, name) for name in named}
                | {f"{name}_net": self._amount(getattr(wager, name)) for name in ("adopted", "other", "recorded")}
                for wager in other.wagers
            ],
        }

    def _amount(self, amount: int | None) -> str | None:
        return None if amount is None else decimal_text(amount, self.round.minor_digits)


def explain(
    workspace: Workspace, db: Database, round_id: str, seat: int | None = None, *, pseudonym_key: bytes | None = None
) -> list[Explanation]:
    """Derive a round again from its raw line; one explanation a licensee that has a round of that name.

    ``seat`` leaves out what concerns other seats only. With ``pseudonym_key`` people have pseudonyms, those
    of the reports, and free text is left out.

    Raises:
        WorkflowError: no such round, no such seat in it, or other rules than those of the latest run.
        StoreError: the bytes of the log are not to be had.
    """
    keys = {key for (key,) in db.rows("SELECT round_key FROM rounds WHERE round_id = ?", [round_id])}
    if not keys:
        raise WorkflowError(f"no round {round_id!r} is in {db.path}; see the ids with 'compliance export rounds'")
    workspace.require_rules_of(last_run(db))
    rules = NumberedRules(workspace.rulebook)
    licensee = workspace.rulebook.licensee
    explained = []
    for key, round_ in rounds_from_kept(db, keys):
        stored = tuple(findings(db, round_keys=[key]))
        if pseudonym_key is not None:
            source = PseudonymSource(pseudonym_key, licensee.id if licensee else round_.licensee_id)
            names = pseudonyms_of(round_, source)
            round_, stored = redacted_round(round_, names), tuple(_redacted(each, names) for each in stored)
        explained.append(explanation(rules, round_, detailed=True, stored=stored))
    if seat is None:
        return explained
    if not any(place.seat == seat for each in explained for place in each.round.seats):
        raise WorkflowError(f"round {round_id!r} has no seat {seat}; leave --seat out to see all of them")
    return [_at_seat(each, seat) for each in explained]


def explanation(
    rules: NumberedRules, round_: Round, *, detailed: bool = False, stored: tuple[StoredFinding, ...] = ()
) -> Explanation:
    """Derive a round and say how, with the detail that only a reader of this one round wants where asked for."""
    in_use = rules.of(round_)
    audit = audit_round(round_, in_use.rules, in_use.positions)
    sheet = in_use.rules.sheet if in_use.rules else None
    detail = NOTHING
    if detailed and audit.settlement and in_use.rules:
        detail = detail_of(audit.settlement, in_use.rules, in_use.positions)
    return Explanation(
        round_,
        sheet,
        tuple(derivation(audit.settlement, in_use.positions)) if audit.settlement else (),
        audit.result.lines,
        tuple(
            (found, clauses_for(sheet, found.code, found.wager_kind, found.branch, found.interpretation))
            for found in audit.result.findings
        ),
        detail,
        stored,
    )


def _redacted(stored: StoredFinding, names: Pseudonyms) -> StoredFinding:
    found = stored.finding
    who = found.participant_id and names.participant(found.participant_id)
    return replace(stored, finding=replace(found, participant_id=who, detail=found.detail and names.text(found.detail)))


def _at_seat(explained: Explanation, seat: int) -> Explanation:
    others = (
        replace(other, wagers=tuple(wager for wager in other.wagers if wager.seat == seat))
        for other in explained.detail.others
    )
    return replace(
        explained,
        steps=tuple(step for step in explained.steps if step.seat in (None, seat)),
        lines=tuple(line for line in explained.lines if line.seat == seat),
        findings=tuple((found, clauses) for found, clauses in explained.findings if found.seat in (None, seat)),
        detail=replace(explained.detail, others=tuple(other for other in others if other.wagers)),
        stored=tuple(each for each in explained.stored if each.finding.seat in (None, seat)),
    )
