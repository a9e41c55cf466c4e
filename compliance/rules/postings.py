"""Postings: charts that a sheet leaves to another paper, and the sheet as it stands with them."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Literal, Self

from pydantic import Field, model_validator

from compliance.domain.money import minor_digits, minor_units
from compliance.rules.records import AmountText, Identifier, PercentText, Record, WagerKind
from compliance.rules.wagers import Chart, Meter, fits_currency, fits_hand

if TYPE_CHECKING:
    from compliance.rules.sheet import RuleSheet


class Origin(Record):
    """Where a posting was taken from. ``sha256`` is the digest of the paper, where there is a copy of it."""

    name: str
    address: str | None = None
    sha256: str | None = Field(default=None, pattern=r"^[0-9a-f]{64}$")


class Posting(Record):
    """A chart posted apart from the sheet, with what belongs to it. Superseded, never edited.

    ``standing`` ``example``: made to show how a posting is written, not any room's own chart. Terms left out
    stay with the sheet. ``fixed_stake`` and fixed pay lines are in ``currency``.
    """

    format: Literal[1]
    id: Identifier
    title: str
    standing: Literal["approved", "published", "example"]
    kind: WagerKind
    currency: str
    effective_from: date | None = None
    effective_until: date | None = None
    source: Origin
    says: str
    hand: Literal["three_card", "best_five_of_six"]
    chart: Chart
    fixed_stake: AmountText | None = None
    needs_ante: bool | None = None
    on_fold: Literal["survives", "forfeited"] | None = None
    must_beat_dealer: bool | None = None
    commission: PercentText | None = None
    meter: Meter | None = None

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        fits_hand(self.chart, self.hand)
        fits_currency(self.chart, self.currency, "posting")
        for amount in (self.fixed_stake, self.meter.seed if self.meter else None):
            minor_units(amount or "0", minor_digits(self.currency))
        if self.effective_from and self.effective_until and self.effective_until < self.effective_from:
            raise ValueError("'effective_until' is before 'effective_from'; correct one of them")
        return self

    def in_force(self, gaming_date: date) -> bool:
        """Whether the posting is in force on a gaming date, both ends included."""
        return (self.effective_from or date.min) <= gaming_date <= (self.effective_until or date.max)

    @property
    def clause_id(self) -> str:
        """The id under which a sheet cites the posting."""
        return f"posting.{self.id}"[:64]

    @property
    def terms(self) -> dict[str, Any]:
        """The values that the posting states for its wager, by name."""
        names = (
            "hand", "chart", "fixed_stake", "needs_ante", "on_fold", "must_beat_dealer", "commission", "meter",
        )  # fmt: skip
        return {name: value for name in names if (value := getattr(self, name)) is not None}


def with_posting(sheet: RuleSheet, posting: Posting) -> RuleSheet:
    """Return the sheet with a posting's chart and terms in the place that it leaves open.

    The values cite the clause that points to the posting, where there is one, and the posting.

    Raises:
        ValueError: the sheet does not offer the wager, has a chart of its own for it, states another value of
            a term, or is in another currency.
    """
    rule = sheet.wagers.get(posting.kind)
    if rule is None:
        raise ValueError(f"posting {posting.id} is for {posting.kind}, which {sheet.id} does not offer")
    if rule.chart is not None:
        raise ValueError(f"posting {posting.id} would replace the {posting.kind} pay table of {sheet.id}; take it out")
    if posting.currency != sheet.currency:
        raise ValueError(f"posting {posting.id} is in {posting.currency}, {sheet.id} in {sheet.currency}")
    data = sheet.model_dump(exclude_unset=True)
    target = next(entry for entry in data["wager"] if entry["kind"] == posting.kind)
    cites = dict(target["cite"])
    for name, value in posting.terms.items():
        stated = getattr(rule, name)
        if stated is not None and stated != value:
            raise ValueError(f"posting {posting.id} gives {name} {value}, {sheet.id} itself {stated}; take it out")
        if stated is None:
            target[name] = value
            cites[name] = (*rule.cite.get("chart_posted", ()), posting.clause_id)
    target["cite"] = cites
    what = "Example posting" if posting.standing == "example" else "Posting"
    clause = {
        "id": posting.clause_id,
        "heading": f"{what} {posting.id} ({posting.source.name})",
        "paragraph": 1,
        "says": posting.says,
    }
    data["clause"] = (*data["clause"], clause)
    return type(sheet).model_validate(data)
