"""Results of the set-based evaluator written as the oracle writes its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from compliance.domain.money import decimal_text, minor_digits

if TYPE_CHECKING:
    from compliance.domain.results import Finding, Line, RoundResult


def as_oracle(result: RoundResult, currency: str) -> dict[str, Any]:
    """Lines and findings in an order of their own, and the interpretations that tell wagers apart."""
    digits = minor_digits(currency)
    return {
        "lines": sorted((_line(line, digits) for line in result.lines), key=repr),
        "findings": sorted((_finding(found, digits) for found in result.findings), key=repr),
        "interpretations": {
            touched.interpretation: {
                "discriminating": touched.discriminating,
                "fits_adopted": touched.fits_adopted,
                "fits_other": touched.fits_other,
            }
            for touched in result.interpretations
        },
    }


def tidied(answer: dict[str, Any]) -> dict[str, Any]:
    """An oracle's answer in the same order, without interpretations that tell no wager apart."""
    return {
        "lines": sorted(answer["lines"], key=repr),
        "findings": sorted(answer["findings"], key=repr),
        "interpretations": {
            name: counts for name, counts in answer["interpretations"].items() if counts["discriminating"]
        },
    }


def _amount(value: int | None, digits: int) -> str | None:
    return None if value is None else decimal_text(value, digits)


def _line(line: Line, digits: int) -> dict[str, Any]:
    return {
        "seat": line.seat,
        "participant_id": line.participant_id,
        "wager_kind": line.wager_kind,
        "stake": _amount(line.stake, digits),
        "recorded_outcome": line.recorded_outcome and line.recorded_outcome.value,
        "recorded_net": _amount(line.recorded_net, digits),
        "expected_outcome": line.expected_outcome and line.expected_outcome.value,
        "expected_net": _amount(line.expected_net, digits),
        "verdict": line.verdict.value,
        "codes": list(line.codes),
    }


def _finding(found: Finding, digits: int) -> dict[str, Any]:
    return {
        "code": found.code,
        "verdict": found.verdict.value,
        "seat": found.seat,
        "participant_id": found.participant_id,
        "wager_kind": found.wager_kind,
        "expected_net": _amount(found.expected_net, digits),
        "recorded_net": _amount(found.recorded_net, digits),
        "variance": _amount(found.variance, digits),
        "direction": found.direction and found.direction.value,
        "interpretation": found.interpretation,
        "reading": found.reading,
    }
