"""The comparison over a million rounds, on few: it compares them all, and a bad evaluator does not pass it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from benchmarks.parity import compare_part
from compliance.parity import compare
from compliance.reference.audit import audit_round

if TYPE_CHECKING:
    import pytest

    from compliance.domain.rounds import Round
    from compliance.reference.audit import RoundAudit
    from compliance.reference.rules_in_use import RulesInUse

FAULTS = ("card_at_two_seats", "play_above_ante", "void_wager_paid")


def test_every_simulated_round_is_compared() -> None:
    done = compare_part("gega-003666", 0, 120, FAULTS)
    assert (done.rounds, done.differences) == (120, ())
    # Two of the four tables have a fault in one round of ten.
    assert done.findings >= 6


def test_a_bad_evaluator_is_told_round_by_round(monkeypatch: pytest.MonkeyPatch) -> None:
    def bad(round_: Round, rules: RulesInUse | None, positions: int | None) -> RoundAudit:
        audit = audit_round(round_, rules, positions)
        first, *rest = audit.result.lines
        lines = (replace(first, expected_net=(first.expected_net or 0) + 1), *rest)
        return replace(audit, result=replace(audit.result, lines=lines))

    monkeypatch.setattr(compare, "audit_round", bad)
    done = compare_part("gega-003666", 0, 40, ())
    assert done.rounds == 40
    assert len([difference for difference in done.differences if difference.startswith("round ")]) == 40
