"""The rules a table plays by on a gaming date: the sheet, with the rulings and postings that apply."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from compliance.domain.money import MoneyError, minor_digits, minor_units
from compliance.rules.errors import RulesError
from compliance.rules.postings import with_posting

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from compliance.rules.licensee import Licensee, Ruling, Table
    from compliance.rules.postings import Posting
    from compliance.rules.sections import Interpretation
    from compliance.rules.sheet import RuleSheet


@dataclass(frozen=True, slots=True)
class Terms:
    """What may change a sheet at a table: rulings as (interpretation, reading, reference), and posting ids.

    Hashable: rounds with equal terms of one sheet are settled by the same rules.
    """

    sheet_id: str
    rulings: tuple[tuple[str, str, str], ...] = ()
    postings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SheetInForce:
    """A sheet with the rulings and postings of a table applied.

    ``open_interpretations`` are those with another reading that no ruling has settled, in the sheet's order.
    """

    sheet: RuleSheet
    open_interpretations: tuple[Interpretation, ...]
    rulings: tuple[Ruling, ...] = ()
    postings: tuple[Posting, ...] = ()


def terms_at(
    sheet: RuleSheet,
    licensee: Licensee | None,
    table_id: str,
    gaming_date: date,
    postings: Mapping[str, Posting] | None = None,
) -> Terms:
    """Return what applies to a sheet at a table on a gaming date.

    Postings apply where the licensee's file has the table play this very sheet with them, while they are in
    force. Without a licensee's file nothing applies.

    Raises:
        RulesError: the file attaches a posting that is not known.
    """
    if licensee is None:
        return Terms(sheet.id)
    rulings = tuple((r.interpretation, r.reading, r.ruling_ref) for r in licensee.rulings(sheet.id, gaming_date))
    play = licensee.plays(table_id, gaming_date)
    attached = play.postings if play is not None and play.sheet == sheet.id else ()
    known = postings or {}
    for name in attached:
        if name not in known:
            raise RulesError(
                f"licensee {licensee.id} attaches posting {name!r} to table {table_id}, and no file defines it; "
                "add it under postings/ or correct the name"
            )
    return Terms(sheet.id, rulings, tuple(name for name in attached if known[name].in_force(gaming_date)))


def in_force(
    sheet: RuleSheet,
    licensee: Licensee | None,
    table_id: str,
    gaming_date: date,
    postings: Mapping[str, Posting] | None = None,
) -> SheetInForce:
    """Return the sheet as a table plays it on a gaming date; ``postings`` are all known ones, by id.

    Raises:
        RulesError: a ruling or posting of the licensee's file does not fit the sheet, or is not known.
    """
    terms = terms_at(sheet, licensee, table_id, gaming_date, postings)
    rulings = licensee.rulings(sheet.id, gaming_date) if licensee else ()
    applied = tuple((postings or {})[name] for name in terms.postings)
    try:
        for posting in applied:
            sheet = with_posting(sheet, posting)
        for ruling in rulings:
            sheet = _ruled(sheet, ruling)
    except ValueError as error:
        raise RulesError(f"licensee {licensee.id if licensee else ''}, table {table_id}: {error}") from None
    still_open = tuple(entry for entry in sheet.interpretation if entry.others and entry.ruling_ref is None)
    return SheetInForce(sheet, still_open, rulings, applied)


def not_in_force(
    sheet: RuleSheet,
    sheets: Iterable[RuleSheet],
    licensee: Licensee | None,
    table_id: str,
    gaming_date: date,
) -> str | None:
    """Say why a sheet is not in force at a table on a gaming date; None where it is.

    A sheet is in force from its effective date until another that supersedes it takes effect. A table that the
    licensee's file knows plays no sheet before its first date or after its last.
    """
    if sheet.effective_from is not None and gaming_date < sheet.effective_from:
        return f"{sheet.id} takes effect on {sheet.effective_from}"
    for other in sheets:
        if other.supersedes == sheet.id and (other.effective_from is None or other.effective_from <= gaming_date):
            return f"{sheet.id} was superseded by {other.id}" + (
                f" on {other.effective_from}" if other.effective_from else ""
            )
    if licensee is not None and table_id in licensee.tables and licensee.plays(table_id, gaming_date) is None:
        return f"the licensee's file has table {table_id} play no sheet on {gaming_date}"
    return None


def check_licensee(licensee: Licensee, sheets: Mapping[str, RuleSheet], postings: Mapping[str, Posting]) -> None:
    """Hold a licensee's file against the sheets and postings it names; both by id.

    Raises:
        RulesError: the file names a sheet, posting, interpretation or reading that does not exist, attaches a
            posting that does not fit, has a table play a sheet before its effective date, or gives amounts that
            the table's currency does not have.
    """
    where = f"licensee {licensee.id}"
    for table in licensee.table:
        for play in table.play:
            sheet = sheets.get(play.sheet)
            if sheet is None:
                raise RulesError(
                    f"{where}, table {table.id}: sheet {play.sheet!r} is unknown; known are {', '.join(sorted(sheets))}"
                )
            if sheet.effective_from is not None and play.since < sheet.effective_from:
                raise RulesError(
                    f"{where}, table {table.id}: {sheet.id} takes effect on {sheet.effective_from}, after {play.since}"
                )
            in_force(sheet, licensee, table.id, play.since, postings)
        _amounts_fit(where, licensee, table)
    for ruling in licensee.ruling:
        if ruling.sheet not in sheets:
            raise RulesError(f"{where}: ruling {ruling.ruling_ref!r} is on sheet {ruling.sheet!r}, which is unknown")
        try:
            _ruled(sheets[ruling.sheet], ruling)
        except ValueError as error:
            raise RulesError(f"{where}: {error}") from None


def _amounts_fit(where: str, licensee: Licensee, table: Table) -> None:
    digits = minor_digits(licensee.currency_of(table.id))
    amounts = [amount for limit in table.limit for amount in (limit.least, limit.greatest)]
    amounts += [
        amount
        for schedule in table.collection
        for rate in schedule.rate
        for amount in (rate.fee, rate.action_from, rate.action_to)
    ]
    for amount in amounts:
        try:
            minor_units(amount or "0", digits)
        except MoneyError as error:
            raise RulesError(f"{where}, table {table.id}: {error}") from None


def _ruled(sheet: RuleSheet, ruling: Ruling) -> RuleSheet:
    """Adopt a ruling's reading, and mark the interpretation as settled by it.

    Raises:
        ValueError: the sheet has no such interpretation or reading.
    """
    if ruling.interpretation not in sheet.interpretations:
        raise ValueError(f"ruling {ruling.ruling_ref!r} is on {ruling.interpretation}, which {sheet.id} does not have")
    data = sheet.under(ruling.interpretation, ruling.reading).model_dump(exclude_unset=True)
    for entry in data["interpretation"]:
        if entry["id"] == ruling.interpretation:
            entry["adopted"] = ruling.reading
            entry["ruling_ref"] = ruling.ruling_ref
    return type(sheet).model_validate(data)
