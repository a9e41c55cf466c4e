"""Named faults to plant in simulated rounds, one small file a family."""

from compliance.simulate.faults import (
    ante_bonus,
    bank,
    base_wagers,
    bonus_wagers,
    deal,
    labels,
    order,
    other_readings,
    record,
    wagers,
)
from compliance.simulate.faults.fault import Fault, registry

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
)
"""Every kind of fault by name."""

__all__ = ["FAULTS", "Fault"]
