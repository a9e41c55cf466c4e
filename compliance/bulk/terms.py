"""Rule sheets flattened to small relations: the adopted sheet and, beside it, each other reading alone.

Every relation is keyed by ``rules_id`` (a sheet in force, rulings and postings applied) and ``variant``: 0 is the
sheet as adopted, 1 … the readings not adopted of the interpretations that no ruling has settled, in the sheet's order.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from compliance.bulk import queries
from compliance.bulk.charts import pay_rows, showdown_rows
from compliance.domain.cards import RANKS
from compliance.domain.money import minor_digits, minor_units
from compliance.domain.words import (
    ANTE,
    ANTE_BONUS,
    FIVE_CARD_CATEGORIES,
    PLAY,
    SIX_CARD_BONUS,
    THREE_CARD_CATEGORIES,
    WAGER_KINDS,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from duckdb import DuckDBPyConnection

    from compliance.rules.in_force import SheetInForce
    from compliance.rules.sections import Ranking
    from compliance.rules.sheet import RuleSheet


class Variant(NamedTuple):
    """The sheet under one reading; ``interpretation`` and ``reading`` are None for the adopted sheet (variant 0)."""

    variant: int
    interpretation: str | None
    reading: str | None
    sheet: RuleSheet


TERMS = {
    "rules_id": "INTEGER", "variant": "INTEGER", "interpretation": "VARCHAR", "reading": "VARCHAR",
    "ranking_id": "INTEGER", "qualify_category": "INTEGER", "qualify_rank": "INTEGER", "currency": "VARCHAR",
    "banked": "BOOLEAN", "policy": "VARCHAR", "forfeits_first": "BOOLEAN", "wager_major": "BOOLEAN",
    "has_button": "BOOLEAN", "occupied_only": "BOOLEAN", "back_line_forbidden": "BOOLEAN",
    "changes_full": "BOOLEAN", "changes_cover": "BOOLEAN",
}  # fmt: skip
KIND_RULES = {
    "rules_id": "INTEGER", "variant": "INTEGER", "kind": "INTEGER", "role": "VARCHAR", "offered": "BOOLEAN",
    "needs_ante": "BOOLEAN", "equals_ante": "BOOLEAN", "at_most_ante": "BOOLEAN", "unpaid_above_ante": "BOOLEAN",
    "forfeits": "BOOLEAN", "fold_silent": "BOOLEAN", "paid_on_disconnect": "BOOLEAN", "reads_six": "BOOLEAN",
    "must_beat": "BOOLEAN",
    "chart_known": "BOOLEAN", "place": "INTEGER", "answered": "BOOLEAN", "capped": "BOOLEAN", "differs": "BOOLEAN",
}  # fmt: skip
KEY = {"rules_id": "INTEGER", "variant": "INTEGER"}
PAYS = KEY | {
    "kind": "INTEGER", "category": "INTEGER", "suit": "INTEGER", "pays_as": "VARCHAR", "num": "BIGINT",
    "den": "BIGINT", "fixed": "BIGINT", "currency": "VARCHAR", "envy": "BIGINT",
}  # fmt: skip
SHOWDOWN = KEY | {
    "role": "VARCHAR", "state": "INTEGER", "outcome": "outcome", "branch": "VARCHAR", "num": "BIGINT", "den": "BIGINT",
}  # fmt: skip
CAPS = KEY | {"cap": "INTEGER", "kind": "INTEGER", "amount": "BIGINT", "scope": "VARCHAR"}
BUTTON_VALUES = {"rules_id": "INTEGER", "rank": "INTEGER", "value": "INTEGER"}
RANKINGS = {"ranking_id": "INTEGER", "ace_low_straight": "BOOLEAN", "ace_low_straight_flush": "BOOLEAN"}
CATEGORY_ORDER = {"ranking_id": "INTEGER", "cards": "INTEGER", "category": "INTEGER", "place": "INTEGER"}
CATEGORIES = {"cards": "INTEGER", "category": "INTEGER", "name": "VARCHAR"}


def variants(in_force: SheetInForce) -> Iterator[Variant]:
    """Give the adopted sheet, then each reading that changes a value and that no ruling has settled."""
    yield Variant(0, None, None, in_force.sheet)
    count = 0
    for entry in in_force.open_interpretations:
        for reading in entry.others:
            if reading.sets:
                count += 1
                yield Variant(count, entry.id, reading.name, in_force.sheet.under(entry.id, reading.name))


@dataclass
class Flattened:
    """Rows of every relation, gathered sheet by sheet, and the codes given to kinds and rankings on the way."""

    rows: dict[str, list[tuple[Any, ...]]] = field(default_factory=dict)
    kinds: dict[str, int] = field(default_factory=lambda: {kind: code for code, kind in enumerate(WAGER_KINDS)})
    rankings: dict[tuple[Any, ...], int] = field(default_factory=dict)

    def add(self, table: str, *rows: tuple[Any, ...]) -> None:
        """Append rows to a relation."""
        self.rows.setdefault(table, []).extend(rows)

    def kind(self, name: str) -> int:
        """Return the code of a wager kind; the six of the log come first."""
        return self.kinds.setdefault(name, len(self.kinds))

    def ranking(self, ranking: Ranking) -> int:
        """Return the code of an order of hands, the same for equal orders."""
        key = (ranking.three_card, ranking.five_card, ranking.ace_low_straight, ranking.ace_low_straight_flush)
        if key not in self.rankings:
            code = self.rankings[key] = len(self.rankings)
            self.add("rankings", (code, *(ace == "lowest" for ace in key[2:])))
            for cards, order in ((3, ranking.three_card), (5, ranking.five_card or ())):
                known = THREE_CARD_CATEGORIES if cards == 3 else FIVE_CARD_CATEGORIES
                self.add("category_order", *((code, cards, known.index(name), at) for at, name in enumerate(order)))
        return self.rankings[key]


def flatten(con: DuckDBPyConnection, rules: Mapping[int, SheetInForce]) -> None:
    """Write the relations of the sheets in force, by rules id, as temporary tables.

    Raises:
        ValueError: a sheet pays the best five of six cards without an order of five-card hands, or an amount has more
            decimals than its currency.
    """
    flat = Flattened()
    for rules_id, in_force in rules.items():
        _flatten_sheet(flat, rules_id, in_force)
    for cards, names in ((3, THREE_CARD_CATEGORIES), (5, FIVE_CARD_CATEGORIES)):
        flat.add("categories", *((cards, code, name) for code, name in enumerate(names)))
    flat.add("wager_kinds", *((code, name) for name, code in flat.kinds.items()))
    for table, columns in _RELATIONS.items():
        queries.fill(con, table, columns, flat.rows.get(table, []))


_RELATIONS = {
    "terms": TERMS, "kind_rules": KIND_RULES, "pays": PAYS, "showdown": SHOWDOWN, "caps": CAPS,
    "button_values": BUTTON_VALUES, "rankings": RANKINGS, "category_order": CATEGORY_ORDER, "categories": CATEGORIES,
    "wager_kinds": {"kind": "INTEGER", "wager_kind": "VARCHAR"},
}  # fmt: skip


def _flatten_sheet(flat: Flattened, rules_id: int, in_force: SheetInForce) -> None:
    adopted: dict[int, tuple[Any, ...]] = {}
    cover: tuple[Any, ...] = ()
    for variant, interpretation, reading, under in variants(in_force):
        key = (rules_id, variant)
        bank, button = under.bank, under.button
        ranking = flat.ranking(under.ranking)
        order = (bool(bank and bank.order == "wager_major"), bool(button and button.counted == "occupied_only"))
        cover_now = (bank and (bank.policy, bank.forfeits, bank.answers), order)
        qualify = (THREE_CARD_CATEGORIES.index(under.qualifying.category), RANKS.index(under.qualifying.rank))
        now = _kind_values(flat, under, (ranking, qualify, order))
        if variant == 0:
            adopted, cover = now, cover_now
        changed = {kind: values != adopted.get(kind) for kind, values in now.items()}
        # Wagers under one cap share what it leaves, so one that changes changes them all.
        for cap in under.cap:
            covered = [flat.kind(name) for name in cap.kinds if flat.kind(name) in changed]
            if cap.scope != "per_wager" and any(changed[kind] for kind in covered):
                changed.update(dict.fromkeys(covered, True))
        flat.add("terms", (
            *key, interpretation, reading, ranking, *qualify, under.currency, bank is not None,
            bank.policy if bank else "unlimited", bool(bank and bank.forfeits == "forfeits_first"), order[0],
            button is not None, order[1], under.table.back_line == "forbidden",
            any(changed.values()), cover_now != cover,
        ))  # fmt: skip
        flat.add("kind_rules", *((*key, kind, *values[0], changed[kind]) for kind, values in now.items()))
        for kind, values in now.items():
            flat.add("pays", *((*key, kind, *pay) for pay in values[1]))
            flat.add("caps", *((*key, cap[0], kind, *cap[1:]) for cap in values[2]))
        flat.add("showdown", *((*key, *row) for row in showdown_rows(under)))
    if button := in_force.sheet.button:
        flat.add("button_values", *((rules_id, RANKS.index(rank), value) for rank, value in button.values.items()))


def _kind_values(flat: Flattened, sheet: RuleSheet, shared: tuple[Any, ...]) -> dict[int, tuple[Any, ...]]:
    """Give, by kind code, all that decides the full settlement of that kind under the sheet."""
    answers = sheet.bank.answers if sheet.bank else ()
    by_kind: dict[int, tuple[Any, ...]] = {}
    for name in (*answers, *(kind for kind in sheet.wagers if kind not in answers)):
        rule = sheet.wagers.get(name)
        caps = tuple(_caps(sheet, name))
        role = name if name in (ANTE, PLAY, ANTE_BONUS) else "bonus"
        place = len(by_kind)
        if rule is None:
            flags: tuple[Any, ...] = (role, False, *(False,) * 10, place, True, bool(caps))
            by_kind[flat.kind(name)] = (flags, (), caps, ())
            continue
        reads_six = rule.hand == "best_five_of_six" or (rule.hand is None and name == SIX_CARD_BONUS)
        if reads_six and rule.chart and not sheet.ranking.five_card:
            raise ValueError(f"{sheet.id} pays {name} on the best five of six cards, but orders no five-card hands")
        flags = (
            role, True, bool(rule.needs_ante) or name == PLAY, bool(rule.equals_ante), bool(rule.at_most_ante),
            rule.above_ante == "no_pay", rule.on_fold == "forfeited", rule.on_fold is None,
            bool(rule.paid_on_disconnect), reads_six,
            bool(rule.must_beat_dealer), rule.chart is not None, place, name in answers, bool(caps),
        )  # fmt: skip
        fights = tuple(row for row in showdown_rows(sheet) if row.role == name)
        ordered = shared if any(cap[2] != "per_wager" for cap in caps) else shared[:2]
        by_kind[flat.kind(name)] = (flags, tuple(pay_rows(sheet, rule)), caps, fights, ordered)
    return by_kind


def _caps(sheet: RuleSheet, kind: str) -> Iterable[tuple[int, int, str]]:
    for at, cap in enumerate(sheet.cap):
        if kind in cap.kinds:
            yield at, minor_units(cap.amount, minor_digits(sheet.currency)), cap.scope
