"""Synthetic logs for any rule sheet, with named faults planted and the truth about them."""

from compliance.simulate.faults import FAULTS, Fault, faults_of
from compliance.simulate.habits import Habits, TableTerms, usual_terms
from compliance.simulate.log import truth_record, write_log
from compliance.simulate.scene import Truth
from compliance.simulate.table import SimulatedRound, SimulationError, simulate_table
from compliance.simulate.volume import write_volume

__all__ = [
    "FAULTS",
    "Fault",
    "Habits",
    "SimulatedRound",
    "SimulationError",
    "TableTerms",
    "Truth",
    "faults_of",
    "simulate_table",
    "truth_record",
    "usual_terms",
    "write_log",
    "write_volume",
]
