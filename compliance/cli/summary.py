"""A run in a few lines for a terminal: counts that balance, money, findings, and where the documents are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.domain.catalogue import CHECKS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.workflows.record import Outcome


def summary_lines(outcome: Outcome) -> Iterator[str]:
    """Yield the lines."""
    shown = outcome.to_json()
    if outcome.unchanged:
        yield f"Nothing has changed since run {outcome.run.run_id}; its result and its documents stand."
    verdict = "NONE, the evaluators disagree" if outcome.disagreement else shown["verdict"].upper()
    yield f"Verdict: {verdict}   (run {shown['run_id']})"
    number = len(shown["files"])
    files = "1 file" if number == 1 else f"{number:,} files"
    totals = {key: sum(file[key] for file in shown["files"]) for key in ("read", "loaded", "duplicate", "quarantined")}
    yield (
        f"Lines:   read {totals['read']:,} = loaded {totals['loaded']:,} + duplicate {totals['duplicate']:,}"
        f" + quarantined {totals['quarantined']:,}, from {files}"
    )
    yield f"Rounds:  settled {shown['rounds']['settled']:,}, void {shown['rounds']['void']:,}"
    wagers = shown["wagers"]
    yield (
        f"Wagers:  examined {wagers['examined']:,} = conforms {wagers['conforms']:,} + violation"
        f" {wagers['violation']:,} + review {wagers['review']:,} + undetermined {wagers['undetermined']:,}"
    )
    for currency, verdicts in shown["money"].items():
        for verdict, amounts in verdicts.items():
            yield (
                f"Money:   {verdict}: overpaid {amounts['overpaid']} {currency},"
                f" underpaid {amounts['underpaid']} {currency}"
            )
    for code, number in shown["findings"].items():
        yield f"  {code}  {number:>7,}  {CHECKS[code].title}"
    parity = shown["parity"]
    yield (
        f"Parity:  {parity['compared']:,} rounds settled by both evaluators, {parity['disagreements']:,} disagreements"
    )
    if made := outcome.assurance:
        yield (
            f"Planted: {made.planted:,} known faults of {len(made.kinds):,} kinds in a copy of {made.rounds:,} rounds,"
            f" {made.detected:,} detected"
        )
        for kind in made.kinds:
            if kind.detected < kind.planted:
                yield f"  MISSED {kind.kind}: {kind.planted - kind.detected:,} of {kind.planted:,}"
    for document in outcome.documents:
        if document.path.suffix in (".pdf", ".html"):
            yield f"Report:  {document.path}"
