"""A rule sheet as a document in the shape of a submission; everything the template shows is decided here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from compliance.domain.words import ANTE_BONUS
from compliance.reports.collection_schedule import collection_tables
from compliance.reports.figures import sentence_case
from compliance.reports.hand_words import ranking_tables
from compliance.reports.rule_sheet_appendices import appendices, collections
from compliance.reports.rule_sheet_marks import UNSTATED, legend, mark_of
from compliance.reports.rule_sheet_parts import Chapter, Item, Part
from compliance.reports.rule_sheet_places import ACTION, BASE_WAGERS, SECTIONS, Place, placed
from compliance.reports.table_layout import table_layout
from compliance.reports.tables import Column, Table
from compliance.rules.clauses import cited_texts
from compliance.rules.prose import read_back
from compliance.rules.sayings import saying
from compliance.rules.wager_sayings import ROYAL_UNNAMED
from compliance.rules.words import RANK_NAMES, listed, pay_line_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from compliance.rules.licensee import Licensee
    from compliance.rules.lint import LintFinding
    from compliance.rules.loader import LoadedSheet
    from compliance.rules.prose import Statement
    from compliance.rules.sections import Button, WagerRule
    from compliance.rules.sheet import RuleSheet

Edition = Literal["submission", "auditor"]


@dataclass(frozen=True, slots=True)
class RuleSheetView:
    """The whole document. ``created`` None where the sheet has no date, ``legend`` where no rule is marked."""

    language: str
    title: str
    name: str
    identifiers: str
    edition: str
    revision: str
    control: str
    author: str
    created: str | None
    auditor: bool
    legend: str | None
    chapters: tuple[Chapter, ...]


def rule_sheet_view(
    loaded: LoadedSheet,
    edition: Edition,
    findings: Sequence[LintFinding],
    odds: Sequence[Table],
    licensee: Licensee | None = None,
) -> RuleSheetView:
    """Lay out a sheet. ``findings`` and ``odds`` stand in the auditor's edition alone.

    With a licensee's file that posts collections where the sheet is played, both editions have them as a last section.
    """
    sheet, auditor = loaded.sheet, edition == "auditor"
    statements = read_back(sheet)
    chapters = [*_chapters(sheet, statements, auditor), _notice(loaded, statements, auditor)]
    if posted := collection_tables(licensee, sheet.id):
        chapters.append(collections(licensee, posted))
    if auditor:
        chapters += appendices(sheet, findings, odds)
    names = " · ".join(sheet.identifiers) or sheet.id
    document = sheet.document
    return RuleSheetView(
        language="en-US",
        title=f"{sheet.title}, rule sheet {names}, {edition} edition",
        name=sheet.title,
        identifiers=names,
        edition=f"{edition} edition",
        revision=f"in force from {sheet.effective_from.isoformat()}" if sheet.effective_from else "undated",
        control=(
            f"Generated from data ({loaded.sha256[:12]}) in other words than the document's. The document controls:"
            f" {document.name}, SHA-256 {document.sha256}."
        ),
        author="compliance",
        created=f"{sheet.effective_from.isoformat()}T00:00:00Z" if sheet.effective_from else None,
        auditor=auditor,
        legend=legend(sheet, auditor) if any(item.mark for item in _all_items(chapters)) else None,
        chapters=tuple(_numbered(chapters)),
    )


def _all_items(chapters: Iterable[Chapter]) -> Iterable[Item]:
    return (item for chapter in chapters for part in chapter.parts for item in part.items)


def _numbered(chapters: Iterable[Chapter]) -> Iterable[Chapter]:
    for number, each in enumerate(chapters, start=1):
        yield replace(each, number=str(number))


def _chapters(sheet: RuleSheet, statements: Sequence[Statement], auditor: bool) -> list[Chapter]:
    bonuses = [(rule.kind, rule.name) for rule in sheet.wager if rule.kind not in BASE_WAGERS]
    filled = placed(statements, bonuses)
    kinds = {name: kind for kind, name in bonuses}
    chapters = []
    for key, title in SECTIONS.items():
        if key in ("layout", "notice"):
            continue
        parts = [
            _part(sheet, place, says, kinds, auditor) for place, says in filled.items() if place.section == key and says
        ]
        if key == "type":
            own = _about_bank(sheet, statements, auditor)
            parts = [Part(None, tuple(item for part in (Part(None, own), *parts) for item in part.items))]
        if key == "hands":
            items = (*_assumed_ranks(sheet), *parts[0].items)
            parts = [Part(None, items, ranking_tables(sheet.ranking)), *parts[1:]]
        if key == "round" and sheet.bank is not None and sheet.button is None:
            silent = Item("The sheet states no rule for an action button.", "")
            parts = [
                Part(part.title, (silent, *part.items), part.tables) if part.title == ACTION else part for part in parts
            ]
        if key == "bonus" and not bonuses:
            continue
        absent = None if parts else "The document says nothing of this."
        chapters.append(Chapter("", title, key, tuple(parts), absent))
    chapters.append(Chapter("", SECTIONS["layout"], "layout", (), None, table_layout(sheet)))
    return chapters


def _about_bank(sheet: RuleSheet, statements: Sequence[Statement], auditor: bool) -> tuple[Item, ...]:
    if sheet.bank is None:
        house = [each for each in statements if each.heading == "Type of Game" and each.path is None]
        return tuple(Item(each.says, _cited(each, auditor)) for each in house)
    ids = sheet.cited("wager.ante.answered_by") or sheet.cited("bank.answers")
    cited = "; ".join(cited_texts(sheet, ids)) if auditor else ""
    says = f"{sheet.title} is played with a player-dealer: in each round one of the participants banks."
    return (Item(says, cited),)


def _assumed_ranks(sheet: RuleSheet) -> tuple[Item, ...]:
    """Say how single cards rank where the sheet does not: hands are compared that way all the same."""
    if sheet.ranking.card_order is not None:
        return ()
    return (Item(saying("ranking.card_order", "ace_high", sheet), "", UNSTATED),)


def _cited(statement: Statement, auditor: bool) -> str:
    return "; ".join(statement.clauses) if auditor else ""


def _items(sheet: RuleSheet, statements: Sequence[Statement], auditor: bool) -> tuple[Item, ...]:
    named = [each for each in statements if (each.path or "").endswith(".name")]
    own = []
    if named:
        cited = dict.fromkeys(clause for each in named for clause in each.clauses)
        names = listed([rule.name for rule in sheet.wager])
        own.append(Item(f"The wagers are {names}.", "; ".join(cited) if auditor else ""))
    for each in statements:
        if each not in named:
            says, listed_cases = _cases(sheet, each)
            own.append(Item(says, _cited(each, auditor), mark_of(sheet, each.path), listed_cases))
            if each.path == "bank.order" and sheet.bank is not None and sheet.bank.order == "seat_major":
                order = listed([sheet.wagers[kind].name for kind in sheet.bank.answers if kind in sheet.wagers])
                own.append(
                    Item(
                        f"At one seat they come in the order {order}.", _cited(each, auditor), mark_of(sheet, each.path)
                    )
                )
    return tuple(own)


def _cases(sheet: RuleSheet, statement: Statement) -> tuple[str, tuple[str, ...]]:
    """Take the cases of a rule that lists several apart, each with the stop that it had in the sentence."""
    if statement.path not in ("voids.causes", "procedure.irregularities"):
        return _without_chart(sheet, statement), ()
    says, _, cases = statement.says.partition(": ")
    parted = cases.split("; ")
    return f"{says}:", (*(f"{case};" for case in parted[:-1]), parted[-1])


def _without_chart(sheet: RuleSheet, statement: Statement) -> str:
    """Leave a pay table to the table that follows."""
    path = statement.path or ""
    if not path.endswith(".chart"):
        return statement.says
    rule = sheet.wagers[path.split(".")[1]]
    other = "is paid nothing" if rule.kind == ANTE_BONUS else "loses"
    says = f"{rule.name} pays by the table below; any hand that it does not name {other}."
    return f"{says} {ROYAL_UNNAMED}" if ROYAL_UNNAMED in statement.says else says


def _part(
    sheet: RuleSheet, place: Place, statements: Sequence[Statement], kinds: dict[str, str], auditor: bool
) -> Part:
    tables: tuple[Table, ...] = ()
    if place.section == "bonus" and place.title in kinds:
        tables = _pay_tables(sheet.wagers[kinds[place.title]])
    if place.title == ACTION and sheet.button is not None:
        tables = (_button_table(sheet.button),)
    return Part(place.title, _items(sheet, statements, auditor), tables, whole=place.section == "bonus" and not auditor)


def _pay_tables(rule: WagerRule) -> tuple[Table, ...]:
    if rule.chart is None:
        return ()
    lines = (pay_line_text(line).partition(": ") for line in rule.chart.lines)
    code = f", {rule.chart.code}" if rule.chart.code else ""
    columns = (Column("hand", "Hand dealt"), Column("pays", "Pays", "number"))
    rows = tuple((sentence_case(hands), pays) for hands, _, pays in lines)
    return (Table("pays", f"Pay table of {rule.name}{code}", columns, rows),)


def _button_table(button: Button) -> Table:
    values = button.values.items()
    columns = (Column("card", "Card"), *(Column("value", RANK_NAMES[rank], "number") for rank, _ in values))
    counts = (f"{value}*" if rank in button.silent else str(value) for rank, value in values)
    note = "* The document gives no count for this card; the one shown is assumed." if button.silent else None
    caption = "What each card counts when the action button is placed"
    return Table("button", caption, columns, (("Counts", *counts),), None, note)


def _notice(loaded: LoadedSheet, statements: Sequence[Statement], auditor: bool) -> Chapter:
    about = [each for each in statements if each.heading == "This sheet"]
    further = [each for each in statements if each.heading == "Further statements of the document"]
    items = [Item(each.says, "") for each in about]
    items.append(Item(f"The data this document was generated from has the SHA-256 {loaded.sha256}.", ""))
    items += [Item(each.says, _cited(each, auditor)) for each in further]
    return Chapter("", SECTIONS["notice"], "notice", (Part(None, tuple(items)),))
