"""Amounts as an operator writes them → decimal text, digit by digit and never through a float."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from compliance.domain.money import MoneyError, PrecisionError, decimal_text, minor_digits, minor_units
from compliance.domain.words import Outcome
from compliance.ingest.faults import Reason, Unreadable

if TYPE_CHECKING:
    from compliance.ingest.flat import Cells
    from compliance.ingest.profiles.profile import MoneyForm

MONEY_COLUMNS = (
    "stake", "net", "collection", "player_dealer_wager", "player_dealer_collection", "player_dealer_net",
    "progressive_before", "progressive_after",
)  # fmt: skip
_MINOR = re.compile(r"-?[0-9]{1,18}")
_RETURNED = (Outcome.PUSH, Outcome.NO_ACTION, Outcome.VOID)


@lru_cache(maxsize=64)
def _grouped(mark: str, decimal: str) -> re.Pattern[str]:
    return re.compile(rf"-?[0-9]{{1,3}}(?:{re.escape(mark)}[0-9]{{3}})*(?:{re.escape(decimal)}[0-9]+)?")


def plain_amount(text: str, column: str, currency: str | None, form: MoneyForm) -> str:
    """Return an amount as format 1 writes it.

    Raises:
        Unreadable: it is not written as the profile says. Anything else that is wrong with it, the strict reader says.
    """
    plain = text
    if form.thousands is not None and form.thousands in plain:
        if not _grouped(form.thousands, form.decimal).fullmatch(plain):
            raise Unreadable(
                Reason.BAD_VALUE, f"{column}: the thousands marks in {text[:40]!r} are not where they belong"
            )
        plain = plain.replace(form.thousands, "")
    if form.decimal != ".":
        if "." in plain:
            raise Unreadable(
                Reason.BAD_VALUE, f"{column}: {text[:40]!r} has a point, the profile says {form.decimal!r}"
            )
        plain = plain.replace(form.decimal, ".")
    if form.unit == "minor":
        if not _MINOR.fullmatch(plain):
            raise Unreadable(Reason.BAD_VALUE, f"{column}: {text[:40]!r} is not a whole number of minor units")
        try:
            plain = decimal_text(int(plain), minor_digits(currency or ""))
        except MoneyError as error:
            raise Unreadable(Reason.BAD_VALUE, f"currency: {error}") from None
    return plain


def as_net(cells: Cells, form: MoneyForm) -> Cells:
    """Return a row whose ``net`` is the change to the participant; of a gross return, the outcome too if it lacks.

    Raises:
        Unreadable: stake or amount cannot be read, or the outcome and the amount cannot both be.
    """
    if form.net_is == "net" or "net" not in cells or "stake" not in cells:
        return cells
    digits, stake, amount = _read(cells)
    if form.net_is == "winnings":
        return cells | {"net": decimal_text(_of_winnings(cells, stake, amount), digits)}
    net = amount - stake
    found = cells | {"net": decimal_text(net, digits)}
    if "outcome" not in cells:
        found["outcome"] = _outcome(cells, stake, amount)
    return found


def _read(cells: Cells) -> tuple[int, int, int]:
    column = "currency"
    try:
        digits = minor_digits(cells.get("currency", ""))
        column = "stake"
        stake = minor_units(cells["stake"], digits)
        column = "net"
        return digits, stake, minor_units(cells["net"], digits)
    except PrecisionError as error:
        raise Unreadable(Reason.MONEY_PRECISION, f"{column}: {error}") from None
    except MoneyError as error:
        raise Unreadable(Reason.BAD_VALUE, f"{column}: {error}") from None


def _of_winnings(cells: Cells, stake: int, amount: int) -> int:
    outcome = cells.get("outcome")
    if outcome == Outcome.WIN:
        return amount
    if outcome == Outcome.LOSE and amount == 0:
        return -stake
    if outcome in _RETURNED and amount == 0:
        return 0
    if outcome is None:
        raise Unreadable(Reason.MISSING_FIELD, "outcome: missing; winnings alone do not tell a loss from a push")
    raise Unreadable(
        Reason.BAD_VALUE, f"net: winnings of {amount} minor units do not go with the outcome {outcome[:40]!r}"
    )


def _outcome(cells: Cells, stake: int, amount: int) -> str:
    if cells.get("status") == "void":
        return Outcome.VOID
    if amount > stake:
        return Outcome.WIN
    if amount == stake:
        return Outcome.PUSH
    if amount == 0:
        return Outcome.LOSE
    raise Unreadable(
        Reason.BAD_VALUE, f"net: {amount} minor units came back of a stake of {stake}: neither lost nor returned"
    )
