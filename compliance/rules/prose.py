"""A whole rule sheet read back as plain sentences with their clauses, for a person to sign off on the document.

The sentences are made from the sheet's values alone: a sheet that changes a rule changes its sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.rules.clauses import SILENT, cited_texts
from compliance.rules.sayings import SAYINGS, saying
from compliance.rules.words import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from compliance.rules.sections import Cap, Interpretation, Section, WagerRule
    from compliance.rules.sheet import RuleSheet

HEADINGS = {
    "bank": "Type of Game",
    "deck": "Deck",
    "ranking": "Hands",
    "table": "Table",
    "procedure": "The round",
    "button": "Where the action starts",
    "decisions": "Decisions",
    "qualifying": "Qualifying",
    "showdown": "Ante and Play",
    "cap": "Largest winnings",
    "collection": "Collection",
    "voids": "Void rounds",
}
"""Headings of the read-back by section, in its order; the wagers stand before ``cap``."""

_OPEN_TERMS = {
    "needs_ante": "Whether {name} needs an Ante is not stated.",
    "on_fold": "What a fold does to {name} is not stated.",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of the read-back: under which heading, the value it states, and the citations it rests on.

    ``path`` is None for sentences about the sheet itself, its interpretations and its defects.
    """

    heading: str
    says: str
    clauses: tuple[str, ...]
    path: str | None = None


def read_back(sheet: RuleSheet) -> tuple[Statement, ...]:
    """Return the whole sheet as sentences, in the order of a rule sheet.

    Raises:
        KeyError: a value that no sentence is known for.
    """
    return tuple(_statements(sheet))


def _statements(sheet: RuleSheet) -> Iterator[Statement]:
    yield from _about(sheet)
    for name, heading in HEADINGS.items():
        if name == "cap":
            for rule in sheet.wager:
                yield from _wager(sheet, rule)
            for cap in sheet.cap:
                yield from _cap(sheet, heading, cap)
        elif (section := getattr(sheet, name)) is not None:
            yield from _section(sheet, heading, name, section)
    for entry in sheet.interpretation:
        yield _interpretation(sheet, entry)
    for defect in sheet.defect:
        yield Statement("Declared defects", defect.says, cited_texts(sheet, defect.clauses))
    cited = {name for _, ids in sheet.citations() for name in ids}
    for clause in sheet.clause:
        if clause.id not in cited:
            yield Statement("Further statements of the document", clause.says, (clause.citation,))


def _about(sheet: RuleSheet) -> Iterator[Statement]:
    heading = "This sheet"
    names = f" ({', '.join(sheet.identifiers)})" if sheet.identifiers else ""
    yield Statement(heading, f"{sheet.title}{names}, kept as {sheet.id}.", ())
    standing = {
        "approved": "It states approved rules.",
        "published": "It was keyed from a published description, not from the approved rules themselves.",
        "excerpt": "It was keyed from an excerpt; the whole document may say more.",
    }[sheet.standing]
    yield Statement(heading, standing, ())
    document = sheet.document
    held = f", held by {document.holder}" if document.holder else ""
    yield Statement(
        heading,
        f"The document controls: {document.name}{held}, SHA-256 {document.sha256}. {document.notice or ''}".strip(),
        (),
    )
    since = f"from {sheet.effective_from} on" if sheet.effective_from else "always: the document has no date"
    instead = f" It supersedes {sheet.supersedes}." if sheet.supersedes else ""
    yield Statement(heading, f"It is in force {since}.{instead}", ())
    if sheet.bank is None:
        answered = sheet.cited("wager.ante.answered_by")
        yield Statement(HEADINGS["bank"], "The house banks every round.", cited_texts(sheet, answered) or (SILENT,))


def _section(sheet: RuleSheet, heading: str, name: str, section: Section) -> Iterator[Statement]:
    for key in type(section).model_fields:
        path = f"{name}.{key}"
        if key in section.cite:
            says = saying(path, getattr(section, key), sheet)
            yield Statement(heading, says, cited_texts(sheet, section.cite[key]), path)


def _wager(sheet: RuleSheet, rule: WagerRule) -> Iterator[Statement]:
    for key in type(rule).model_fields:
        path = f"wager.{rule.kind}.{key}"
        if key in rule.cite:
            own = f"{rule.kind}.{key}"
            says = saying(own if own in SAYINGS else f"wager.{key}", getattr(rule, key), sheet, rule.name)
            yield Statement(rule.name, says, cited_texts(sheet, rule.cite[key]), path)
        elif key in _OPEN_TERMS and rule.kind not in ("ante", "play", "ante_bonus"):
            yield Statement(rule.name, _OPEN_TERMS[key].replace("{name}", rule.name), (SILENT,), path)


def _cap(sheet: RuleSheet, heading: str, cap: Cap) -> Iterator[Statement]:
    for key, ids in cap.cite.items():
        path = f"cap.{key}"
        yield Statement(heading, saying(path, getattr(cap, key), sheet), cited_texts(sheet, ids), path)


def _interpretation(sheet: RuleSheet, entry: Interpretation) -> Statement:
    adopted = next(reading for reading in entry.readings if reading.name == entry.adopted)
    others = listed([f"{reading.name} ({reading.says.rstrip('.')})" for reading in entry.others], "or")
    settled = f" Settled by {entry.ruling_ref}." if entry.ruling_ref else ""
    says = (
        f"{entry.id}: {entry.question} {'Adopted' if entry.others else 'Assumed'} is {adopted.name}: {adopted.says} "
        f"{entry.why}{settled}" + (f" Other readings: {others}." if others else "")
    )
    clauses = (*cited_texts(sheet, entry.clauses), *entry.authority)
    return Statement("Interpretations", says, clauses or (SILENT,))
