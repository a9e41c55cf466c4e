"""Simulated lines read by the strict reader and judged by the reference, one at a time."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from compliance.domain.rounds import Source
from compliance.domain.words import Branch
from compliance.ingest.strict import read_round
from compliance.parity.rules import NumberedRules
from compliance.reference.audit import audit_round
from compliance.reference.rules_in_use import RulesInUse
from compliance.reference.table_audit import audit_table
from compliance.reference.table_log import Entry, TableLog
from compliance.rules.in_force import in_force
from compliance.rules.licensee import Licensee
from compliance.rules.loader import LoadedLicensee, frozen, load_sheets
from compliance.rules.rulebook import RuleBook
from compliance.simulate.habits import usual_terms
from compliance.simulate.posting import licensee_text, table_text

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


HEAD = """
format = 1
id = "default"
name = "Room of a test"
time_zone = "America/Los_Angeles"
day_starts_at = "06:00"
currency = "USD"
"""


@cache
def book_of(sheet_id: str, positions: int | None = None) -> NumberedRules:
    """The rules of a licensee whose table T01 posts the usual terms of a sheet."""
    terms = usual_terms(SHEETS[sheet_id], "T01", positions)
    text = licensee_text(HEAD, [table_text(sheet_id, terms, positions=terms.positions)])
    licensee = Licensee.model_validate(frozen(tomllib.loads(text)))
    return NumberedRules(RuleBook(load_sheets(), {}, LoadedLicensee(licensee, "0" * 64, Path("licensee.toml"))))


def findings(
    text: str, sheet_id: str, positions: int | None = None, rules: NumberedRules | None = None
) -> list[Finding]:
    """Every finding but that a chart is missing, which is no fault of the log.

    ``rules`` are those of the round's own table; otherwise the usual terms of the sheet are posted.
    """
    round_ = read(text)
    places = positions or usual_terms(SHEETS[sheet_id], "T01").positions
    result = audit_round(round_, rules_of(round_.rule_sheet), places).result
    posted = rules.posted(round_) if rules else book_of(sheet_id, positions).posted(replace(round_, table_id="T01"))
    table = audit_table(TableLog.of([Entry(round_, rules_of(round_.rule_sheet), places, posted)]))
    return [
        found for found in (*result.findings, *table.findings.get(0, ())) if found.branch is not Branch.CHART_MISSING
    ]


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
