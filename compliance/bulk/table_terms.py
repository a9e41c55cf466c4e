"""What the checks of a table's log compare with, flattened: the sheet in force, and what the licensee has posted."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from compliance.bulk import queries
from compliance.domain.cards import DECK
from compliance.domain.money import minor_digits, minor_units
from compliance.domain.words import PROGRESSIVE
from compliance.rules.posted import MOST_COLLECTION_RATES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from duckdb import DuckDBPyConnection

    from compliance.rules.in_force import SheetInForce
    from compliance.rules.posted import Posted
    from compliance.rules.sheet import RuleSheet

ODDS_AGAINST_UNSEEN = 100
"""A deck is doubted where, all cards together, a fair one would leave one out less than once in so many."""

LEAST_AMOUNTS_IN_PROPORTION = 3
"""Different collections that have to stand in one proportion before it is taken for more than chance."""

TERMS = {
    "place_no": "INTEGER", "licensee_id": "VARCHAR", "rule_sheet": "VARCHAR", "table_id": "VARCHAR",
    "gaming_date": "DATE", "rules_id": "INTEGER", "positions": "INTEGER", "known": "BOOLEAN", "banked": "BOOLEAN",
    "consecutive_rounds": "INTEGER", "must_change": "BOOLEAN", "house_may_bank": "BOOLEAN", "alternate": "BOOLEAN",
    "gives_cause": "BOOLEAN", "requires_collection": "BOOLEAN", "deck_cards": "INTEGER", "hand_cards": "INTEGER",
    "rounds_enough": "BIGINT", "sheet_currency": "VARCHAR", "rate_num": "BIGINT", "rate_den": "BIGINT",
    "seed": "BIGINT", "pays_by_hand": "BOOLEAN", "survives_fold": "BOOLEAN",
    "posted_sheet": "VARCHAR", "not_in_force": "VARCHAR", "posted_currency": "VARCHAR", "scheduled": "BOOLEAN",
    "posted_fees": "INTEGER", "day_begins": "BIGINT", "day_ends": "BIGINT",
}  # fmt: skip
LIMITS = {"place_no": "INTEGER", "wager_kind": "VARCHAR", "least": "BIGINT", "greatest": "BIGINT"}
RATES = {
    "place_no": "INTEGER", "payer": "VARCHAR", "fee": "BIGINT", "basis": "VARCHAR", "action_from": "BIGINT",
    "action_to": "BIGINT",
}  # fmt: skip


class TableRules(Protocol):
    """Where the terms of a table come from; a ``RuleBook`` is one."""

    def sheet_in_force(self, licensee_id: str, sheet_id: str, table_id: str, gaming_date: date) -> SheetInForce | None:
        """Return the sheet that a round names as its table plays it; None if unknown."""

    def positions(self, licensee_id: str, sheet_id: str, table_id: str) -> int | None:
        """Return the numbered places of a table; None where they are not known."""

    def posted(self, licensee_id: str, sheet_id: str, table_id: str, gaming_date: date) -> Posted:
        """Return what is posted at the table on the gaming date."""


def flatten_terms(
    con: DuckDBPyConnection, rules: TableRules, places: Iterable[tuple[str, str, str, date]], numbers: dict[int, int]
) -> None:
    """Write ``table_terms``, ``table_limits`` and ``table_rates`` for places (licensee, sheet, table, gaming date).

    ``numbers`` maps the identity of a sheet in force to its rules id.
    """
    terms: list[tuple[Any, ...]] = []
    limits: list[tuple[Any, ...]] = []
    rates: list[tuple[Any, ...]] = []
    for number, place in enumerate(places, start=1):
        in_force = rules.sheet_in_force(*place)
        posted = rules.posted(*place)
        head = (number, *place, numbers.get(id(in_force), 0), rules.positions(*place[:3]))
        terms.append((*head, *_of_sheet(in_force.sheet if in_force else None), *_of_posted(posted, place[3])))
        limits += [(number, kind, *bounds) for kind, bounds in posted.limits.items()]
        rates += [
            (number, rate.payer, rate.fee, rate.basis, rate.action_from, rate.action_to) for rate in posted.rates or ()
        ]
    for table, columns, rows in (
        ("table_terms", TERMS, terms),
        ("table_limits", LIMITS, limits),
        ("table_rates", RATES, rates),
    ):
        queries.fill(con, table, columns, rows)
    con.execute("SET VARIABLE most_rates = ?", [MOST_COLLECTION_RATES])
    con.execute("SET VARIABLE least_amounts = ?", [LEAST_AMOUNTS_IN_PROPORTION])


def _of_sheet(sheet: RuleSheet | None) -> tuple[Any, ...]:
    if sheet is None:
        return (False, False, *(None,) * 15)
    bank, deck = sheet.bank, sheet.deck
    rule = sheet.wagers.get(PROGRESSIVE)
    rate = Fraction(rule.meter.contribution.rstrip("%")) / 100 if rule and rule.meter else None
    seed = minor_units((rule.meter.seed if rule and rule.meter else None) or "0", minor_digits(sheet.currency))
    by_hand = rule and rule.chart and rule.hand == "three_card" and not rule.must_beat_dealer and not rule.above_ante
    fair = deck.cards == len(DECK) and deck.hand_cards
    must_change = bool(bank and bank.after_consecutive == "must_change")
    return (
        True, bank is not None, bank and bank.consecutive_rounds, must_change, bool(bank and bank.house_may_bank),
        bool(deck.alternate), sheet.voids is not None, bool(sheet.collection and sheet.collection.required),
        deck.cards if fair else None, deck.hand_cards if fair else None,
        _rounds_enough(deck.cards or 0, deck.hand_cards or 0) if fair else None,
        sheet.currency, rate and rate.numerator, rate and rate.denominator, seed, bool(by_hand),
        bool(rule and rule.on_fold == "survives"),
    )  # fmt: skip


def _rounds_enough(cards: int, hand: int) -> int:
    """The least number of dealer hands after which a fair deck would hardly leave any card out."""
    rounds, staying_out, all_deals = 0, ODDS_AGAINST_UNSEEN * cards, 1
    while staying_out > all_deals:
        rounds, staying_out, all_deals = rounds + 1, staying_out * (cards - hand), all_deals * cards
    return rounds


def _of_posted(posted: Posted, gaming_date: date) -> tuple[Any, ...]:
    begins = ends = None
    if posted.zone is not None and posted.day_starts_at is not None and gaming_date < date.max:
        begins, ends = (
            _nanoseconds(datetime.combine(day, posted.day_starts_at, tzinfo=posted.zone))
            for day in (gaming_date, gaming_date + timedelta(days=1))
        )
    fees = None if posted.rates is None else len({rate.fee for rate in posted.rates if rate.fee})
    return (
        posted.sheet_id, posted.not_in_force, posted.currency, posted.rates is not None, fees, begins, ends,
    )  # fmt: skip


def _nanoseconds(moment: datetime) -> int:
    """Nanoseconds since 1970 UTC, within what times of a log can be; also at both ends of the calendar."""
    since = moment.replace(tzinfo=None) - datetime(1970, 1, 1) - (moment.utcoffset() or timedelta())  # noqa: DTZ001
    return max(-(2**63), min(since // timedelta(microseconds=1) * 1000, 2**63 - 1))
