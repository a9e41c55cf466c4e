"""A whole round held against its sheet: the lines, the findings, and what each doubtful clause decides."""

from __future__ import annotations

from typing import Any

from tests.oracle import cards
from tests.oracle.compare import compared, interpretations, row
from tests.oracle.lines import Place, major, minor, places_of
from tests.oracle.record import (
    Found,
    action_seat_faults,
    bank_faults,
    card_faults,
    found,
    wager_faults,
)
from tests.oracle.settle import Round, settle
from tests.oracle.sheets import SHEETS, readings_of

COVERED_CODES = frozenset(
    {
        "DEAL-001",
        "DEAL-002",
        "RECD-004",
        "RECD-005",
        "WAGR-001",
        "WAGR-002",
        "WAGR-003",
        "WAGR-004",
        "WAGR-005",
        "WAGR-008",
        "SETL-001",
        "SETL-002",
        "SETL-003",
        "SETL-004",
        "SETL-005",
        "SETL-006",
        "COVR-001",
        "COVR-002",
        "COVR-003",
        "COVR-004",
        "ROTN-002",
    }
)
"""The codes that the oracle speaks to; it says nothing of any other check."""


def audit_round(
    round_: dict[str, Any], *, positions: int | None = None, rulings: dict[str, str] | None = None
) -> dict[str, Any]:
    """Lines, findings and interpretation counts of one format-1 round; every amount a decimal string.

    `positions` counts all numbered places, the player-dealer's among them, and stands in for the sheet's own
    number. `rulings` maps an interpretation to the reading that a regulator has settled on.
    """
    currency, settled_by = round_["currency"], rulings or {}
    sheet = SHEETS.get(round_["rule_sheet"])
    places = places_of(round_, cards.hand)
    findings: list[Found] = []
    counts: dict[str, dict[str, int]] = {}
    if sheet is None:
        findings.append(found("RECD-004", "undetermined"))
    if round_["status"] == "void":
        if _void_is_faulty(round_, places):
            findings.append(found("RECD-005", "violation"))
        rows, void_findings = _void_lines(places, currency)
        return _answer(rows, findings + void_findings, counts, currency)
    if sheet is None:
        findings += card_faults(round_, None, {})
        return _answer(_underivable(places), findings, counts, currency)
    known = positions if positions is not None else sheet["positions"]
    ready = Round(round_, sheet, places, known, cards.hand(round_.get("dealer_cards")))
    readings = readings_of(sheet, settled_by)
    deal = card_faults(round_, ready, readings)
    findings += deal + wager_faults(ready) + bank_faults(ready)
    findings += action_seat_faults(ready, readings, settled_by)
    if deal:
        return _answer(_underivable(places), findings, counts, currency)
    if sheet["banked_by"] == "player-dealer" and ready.put_up is None:
        findings.append(found("COVR-004", "undetermined"))
    adopted = settle(ready, readings)
    others = [
        (name, other, settle(ready, readings_of(sheet, settled_by, **{name: other})))
        for name, choices in sheet["readings"].items()
        if name not in settled_by
        for other in choices
        if other != readings[name]
    ]
    rows, money_findings = compared(ready.lines(), adopted, others)
    counts = interpretations(ready.lines(), adopted, others)
    return _answer(rows, findings + money_findings, counts, currency)


def _void_is_faulty(round_: dict[str, Any], places: list[Place]) -> bool:
    bank = round_.get("player_dealer") or {}
    moved = any(line.net != 0 for place in places for line in place.lines)
    moved = moved or (bank.get("net") is not None and minor(bank["net"], round_["currency"]) != 0)
    return moved or not (round_.get("void_reason") or "").strip()


def _void_lines(places: list[Place], currency: str) -> tuple[list[Found], list[Found]]:
    """A void round: every wager's outcome is `void` and its net nothing."""
    rows, findings = [], []
    for place in places:
        for line in place.lines:
            code, verdict = None, "conforms"
            direction = None
            if line.net != 0:
                code, verdict = "SETL-001", "violation"
                direction = "overpaid" if (line.net or 0) > 0 else "underpaid"
            elif line.outcome != "void":
                code, verdict = "SETL-002", "review"
            rows.append(row(place, line, "void", 0, verdict, [code] if code else []))
            if code:
                findings.append(
                    found(
                        code,
                        verdict,
                        place,
                        line.kind,
                        expected_net=0,
                        recorded_net=line.net,
                        variance=line.net,
                        direction=direction,
                    )
                )
    return rows, findings


def _underivable(places: list[Place]) -> list[Found]:
    return [row(place, line, None, None, "undetermined", []) for place in places for line in place.lines]


def _answer(rows: list[Found], findings: list[Found], counts: Any, currency: str) -> dict[str, Any]:
    """The result with its amounts written out."""

    def written(entry: Found, fields: tuple[str, ...]) -> Found:
        return {k: major(v, currency) if k in fields else v for k, v in entry.items()}

    return {
        "lines": [written(line, ("stake", "recorded_net", "expected_net")) for line in rows],
        "findings": [written(f, ("expected_net", "recorded_net", "variance")) for f in findings],
        "interpretations": counts,
    }
