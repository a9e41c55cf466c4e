"""The sections of an audit report: their order, titles and anchors."""

from __future__ import annotations

from dataclasses import dataclass

_TITLES = {
    "summary": "Summary",
    "sources": "Sources",
    "totals": "Reconciliation with control totals",
    "money": "Money over- and underpaid",
    "checks": "Checks performed",
    "findings": "Findings",
    "readings": "Adopted readings",
    "parity": "Agreement of the two evaluators",
    "quarantine": "Quarantine",
    "clauses": "Findings by clause",
    "assurance": "Assurance",
    "owed": "Who owes whom",
    "dispositions": "Dispositions",
    "sheets": "Rule sheets and their standing",
    "method": "Method and limits",
    "signatures": "Signatures",
    "evidence": "Evidence index",
}


@dataclass(frozen=True, slots=True)
class Heading:
    """A section's number, title and anchor."""

    number: str
    title: str
    anchor: str


HEADINGS = {
    anchor: Heading(str(number), title, anchor) for number, (anchor, title) in enumerate(_TITLES.items(), start=1)
}
"""Every section by its anchor, in the order in which they are printed."""

LISTING = Heading(str(len(HEADINGS) + 1), "Every finding", "listing")
"""The section that is added where a full listing is asked for."""
