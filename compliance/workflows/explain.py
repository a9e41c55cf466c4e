"""The derivation of one round: ``compliance explain``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from compliance.domain.money import decimal_text
from compliance.domain.sentences import sentence
from compliance.ingest.rereading import rounds_from_kept
from compliance.parity.rules import NumberedRules
from compliance.reference.audit import audit_round
from compliance.reference.trace import Step, derivation
from compliance.rules.clauses import clauses_for
from compliance.store.results import last_run
from compliance.workflows.export import settlement_record
from compliance.workflows.workspace import WorkflowError

if TYPE_CHECKING:
    from compliance.domain.results import Finding, Line
    from compliance.domain.rounds import Round
    from compliance.rules.sheet import RuleSheet
    from compliance.store import Database
    from compliance.workflows.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Explanation:
    """A round with its derivation, its lines beside the record, and its findings with their clauses.

    ``steps`` is empty where nothing could be derived: a void round, an unknown sheet, impossible cards.
    """

    round: Round
    sheet: RuleSheet | None
    steps: tuple[Step, ...]
    lines: tuple[Line, ...]
    findings: tuple[tuple[Finding, tuple[str, ...]], ...]

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
            "findings": [
                {"code": finding.code, "verdict": finding.verdict, "seat": finding.seat, "clauses": list(clauses)}
                | {"message": self.message(finding)}
                for finding, clauses in self.findings
            ],
        }


def explain(workspace: Workspace, db: Database, round_id: str, seat: int | None = None) -> list[Explanation]:
    """Derive a round again from its raw line; one explanation a licensee that has a round of that name.

    ``seat`` leaves out what concerns other seats only.

    Raises:
        WorkflowError: no such round, no such seat in it, or other rules than those of the latest run.
        StoreError: the bytes of the log are not to be had.
    """
    keys = {key for (key,) in db.rows("SELECT round_key FROM rounds WHERE round_id = ?", [round_id])}
    if not keys:
        raise WorkflowError(f"no round {round_id!r} is in {db.path}; see the ids with 'compliance export rounds'")
    workspace.require_rules_of(last_run(db))
    rules = NumberedRules(workspace.rulebook)
    explained = [explanation(rules, round_) for _, round_ in rounds_from_kept(db, keys)]
    if seat is None:
        return explained
    if not any(place.seat == seat for each in explained for place in each.round.seats):
        raise WorkflowError(f"round {round_id!r} has no seat {seat}; leave --seat out to see all of them")
    return [_at_seat(each, seat) for each in explained]


def explanation(rules: NumberedRules, round_: Round) -> Explanation:
    """Derive a round and say how."""
    in_use = rules.of(round_)
    audit = audit_round(round_, in_use.rules, in_use.positions)
    sheet = in_use.rules.sheet if in_use.rules else None
    return Explanation(
        round_,
        sheet,
        tuple(derivation(audit.settlement, in_use.positions)) if audit.settlement else (),
        audit.result.lines,
        tuple(
            (found, clauses_for(sheet, found.code, found.wager_kind, found.branch, found.interpretation))
            for found in audit.result.findings
        ),
    )


def _at_seat(explained: Explanation, seat: int) -> Explanation:
    return Explanation(
        explained.round,
        explained.sheet,
        tuple(step for step in explained.steps if step.seat in (None, seat)),
        tuple(line for line in explained.lines if line.seat == seat),
        tuple((finding, clauses) for finding, clauses in explained.findings if finding.seat in (None, seat)),
    )
