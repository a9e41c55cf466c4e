"""Rounds judged as a run judges them: read by the strict reader, settled by the sheet in force at the table."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compliance.domain.rounds import Source
from compliance.ingest.strict import read_round
from compliance.parity.rules import NumberedRules
from compliance.reference.audit import RoundAudit, audit_round
from compliance.rules.licensee import Licensee, Play, Ruling, Table
from compliance.rules.loader import LoadedLicensee, load_sheets
from compliance.rules.rulebook import RuleBook

if TYPE_CHECKING:
    from collections.abc import Mapping

    from compliance.domain.rounds import Round
    from compliance.rules.sheet import RuleSheet

LOADED = load_sheets()
SHEETS: dict[str, RuleSheet] = {name: loaded.sheet for name, loaded in LOADED.items()}
SINCE = date(2026, 1, 1)


def read(record: dict[str, Any]) -> Round:
    """A format-1 record as the round that its line reads as."""
    line = json.dumps(record).encode()
    return read_round(line, source=Source("0" * 64, 1, 0), default_licensee="default")


def judge(record: dict[str, Any], positions: int | None = None, rulings: Mapping[str, str] | None = None) -> RoundAudit:
    """Judge a record. ``positions`` and ``rulings`` (reading by interpretation) are the licensee's file's."""
    round_ = read(record)
    in_use = rules(positions, tuple(sorted((rulings or {}).items()))).of(round_)
    return audit_round(round_, in_use.rules, in_use.positions)


@cache
def rules(positions: int | None, rulings: tuple[tuple[str, str], ...]) -> NumberedRules:
    """The rules of a licensee whose table T01 has that many positions, and who holds those rulings."""
    play = Play(sheet="gega-003666", since=SINCE)
    tables = [Table(id=f"T{number:02d}", positions=positions, play=(play,)) for number in range(1, 10)]
    held = [
        Ruling(sheet=name, interpretation=interpretation, reading=reading, ruling_ref="letter of 5 January 2026")
        for name, sheet in SHEETS.items()
        for interpretation, reading in rulings
        if interpretation in sheet.interpretations
    ]
    licensee = Licensee(
        format=1,
        id="default",
        name="Licensee",
        time_zone="America/Los_Angeles",
        currency="USD",
        table=tuple(tables),
        ruling=tuple(held),
    )
    return NumberedRules(RuleBook(LOADED, {}, LoadedLicensee(licensee, "0" * 64, Path("licensee.toml"))))
