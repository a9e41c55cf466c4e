"""Named faults to plant in simulated rounds, one small file a family."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.simulate.faults import (
    ante_bonus,
    bank,
    base_wagers,
    bonus_wagers,
    deal,
    labels,
    numbers_and_times,
    order,
    other_readings,
    posted,
    record,
    running,
    wagers,
)
from compliance.simulate.faults.fault import Fault, registry

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet

FAULTS: dict[str, Fault] = registry(
    deal.FAULTS,
    record.FAULTS,
    wagers.FAULTS,
    base_wagers.FAULTS,
    bonus_wagers.FAULTS,
    ante_bonus.FAULTS,
    labels.FAULTS,
    bank.FAULTS,
    order.FAULTS,
    other_readings.FAULTS,
    numbers_and_times.FAULTS,
    posted.FAULTS,
    running.FAULTS,
)
"""Every kind of fault by name."""


def faults_of(sheet: RuleSheet) -> list[Fault]:
    """The kinds of fault that a sheet can have, in the registry's order."""
    return [fault for fault in FAULTS.values() if fault.applies(sheet)]


__all__ = ["FAULTS", "Fault", "faults_of"]
