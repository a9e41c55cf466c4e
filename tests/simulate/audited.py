"""Simulated lines read by the strict reader and judged by the reference, one at a time."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from compliance.domain.rounds import Source
from compliance.domain.words import Branch
from compliance.ingest.strict import read_round
from compliance.reference.audit import audit_round
from compliance.reference.rules_in_use import RulesInUse
from compliance.rules.in_force import in_force
from compliance.rules.loader import load_sheets
from compliance.simulate.habits import usual_terms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compliance.domain.results import Finding
    from compliance.domain.rounds import Round
    from compliance.rules.sheet import RuleSheet
    from compliance.simulate.scene import Truth

START = datetime(2026, 11, 28, 11, 0, tzinfo=ZoneInfo("America/Los_Angeles"))
SHEETS: dict[str, RuleSheet] = {name: loaded.sheet for name, loaded in load_sheets().items()}


class Found(NamedTuple):
    """What a finding and a truth have in common."""

    round_id: str
    code: str
    verdict: str
    seat: int | None
    participant_id: str | None
    wager_kind: str | None
    variance: int | None
    interpretation: str | None
    reading: str | None


@cache
def rules_of(sheet_id: str) -> RulesInUse | None:
    sheet = SHEETS.get(sheet_id)
    return None if sheet is None else RulesInUse.of(in_force(sheet, None, "T01", START.date()))


def read(text: str) -> Round:
    return read_round(text.encode(), source=Source("0" * 64, 1, 0), default_licensee="default")


def findings(text: str, sheet_id: str, positions: int | None = None) -> list[Finding]:
    """Every finding but that a chart is missing, which is no fault of the log."""
    round_ = read(text)
    places = positions or usual_terms(SHEETS[sheet_id], "T01").positions
    result = audit_round(round_, rules_of(round_.rule_sheet), places).result
    return [found for found in result.findings if found.branch is not Branch.CHART_MISSING]


def found_in(round_id: str, all_findings: Iterable[Finding]) -> list[Found]:
    return sorted(
        (
            Found(
                round_id,
                found.code,
                found.verdict.value,
                found.seat,
                found.participant_id,
                found.wager_kind,
                found.variance,
                found.interpretation,
                found.reading,
            )
            for found in all_findings
        ),
        key=str,
    )


def told(truths: Iterable[Truth]) -> list[Found]:
    return sorted(
        (
            Found(
                truth.round_id,
                truth.code,
                truth.verdict.value,
                truth.seat,
                truth.participant_id,
                truth.wager_kind,
                truth.variance,
                truth.interpretation,
                truth.reading,
            )
            for truth in truths
        ),
        key=str,
    )
