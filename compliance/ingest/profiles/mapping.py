"""An operator's rows → rows of the flat form, as a source profile says."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING

from compliance.ingest.faults import Reason, Unreadable
from compliance.ingest.fields import instant
from compliance.ingest.flat import COLUMNS, unknown_column
from compliance.ingest.profiles.amounts import MONEY_COLUMNS, as_net, plain_amount
from compliance.ingest.profiles.local_times import gaming_date, with_offset

if TYPE_CHECKING:
    from collections.abc import Iterable

    from compliance.ingest.flat import Cells
    from compliance.ingest.profiles.profile import CardForm, Profile

_TIMES = ("started_at", "wagers_closed_at", "settled_at", "placed_at")
_CARDS = ("dealer_cards", "cards", "action_card")


class ColumnMapping:
    """What a profile makes of rows, one by one."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        self._maps = profile.maps
        self._ignored = frozenset(profile.ignored)
        theirs = {ours: name for name, ours in profile.columns.items()}
        self._round_id = theirs.get("round_id", "round_id")
        self._licensee = theirs.get("licensee_id", "licensee_id")

    def unknown(self, columns: Iterable[str]) -> str | None:
        """Return a column that is neither mapped nor ignored nor one of the flat form, if there is any."""
        known = self._profile.columns
        return next(
            (name for name in columns if name not in known and name not in self._ignored and name not in COLUMNS), None
        )

    def supplied(self, columns: Iterable[str]) -> frozenset[str]:
        """Return the columns of the flat form that a file with those columns gives."""
        given = {self._profile.columns.get(name, name) for name in columns if name not in self._ignored}
        given |= self._profile.constants.keys()
        if self._profile.gaming_day is not None:
            given.add("gaming_date")
        if self._profile.money.net_is == "gross_return":
            given.add("outcome")
        return frozenset(given)

    def identity(self, cells: Cells) -> tuple[str | None, str | None]:
        """Return the licensee and the round id that a row names, as far as it does."""
        constants = self._profile.constants
        return (
            cells.get(self._licensee) or constants.get("licensee_id"),
            cells.get(self._round_id) or constants.get("round_id"),
        )

    def canonical(self, cells: Cells) -> Cells:
        """Return the row in the columns and writings of format 1.

        Raises:
            Unreadable: a value is not written as the profile says.
        """
        if not self._maps:
            return cells
        profile = self._profile
        row: Cells = {}
        for name, text in cells.items():
            if name in self._ignored:
                continue
            ours = profile.columns.get(name, name)
            if ours not in COLUMNS:
                raise unknown_column(name)
            if ours in row:
                raise Unreadable(Reason.DUPLICATE_KEY, f"{name}: the profile has another column for {ours}")
            row[ours] = profile.words[ours].get(text, text) if ours in profile.words else text
        # What words turn to nothing is as if it were not there.
        row = {name: text for name, text in (profile.constants | row).items() if text}
        for name in _TIMES:
            if name in row:
                row[name] = with_offset(row[name], name, profile.times)
        self._date(row)
        if profile.cards is not None:
            row |= {name: _cards(row[name], profile.cards) for name in _CARDS if name in row}
        currency = row.get("currency")
        row |= {name: plain_amount(row[name], name, currency, profile.money) for name in MONEY_COLUMNS if name in row}
        return as_net(row, profile.money)

    def _date(self, row: Cells) -> None:
        profile = self._profile
        if "gaming_date" in row:
            if profile.dates is not None:
                row["gaming_date"] = _date_of(row["gaming_date"], profile.dates.form)
        elif profile.gaming_day is not None and "started_at" in row:
            row["gaming_date"] = gaming_date(instant(row["started_at"], "started_at"), profile.gaming_day)


def _date_of(text: str, form: str) -> str:
    try:
        return datetime.strptime(text, form).date().isoformat()  # noqa: DTZ007 - a date has no zone
    except ValueError:
        raise Unreadable(Reason.BAD_VALUE, f"gaming_date: {text[:40]!r} is not a date of the form {form}") from None


def _cards(text: str, form: CardForm) -> str:
    return " ".join(_card(part, form) for part in text.split(form.between) if part)


def _card(text: str, form: CardForm) -> str:
    """Return a card in our writing; one that the profile does not know stays, for the strict reader to refuse."""
    if text in form.spellings:
        return form.spellings[text]
    signs = sorted(form.suits, key=len, reverse=True) or ["c", "d", "h", "s", "C", "D", "H", "S"]
    for sign in signs:
        whole = rf"{re.escape(sign)}[-_ ]?(.+)" if form.suit_first else rf"(.+?)[-_ ]?{re.escape(sign)}"
        if found := re.fullmatch(whole, text):
            rank = form.ranks.get(found[1], found[1])
            return f"{rank}{form.suits.get(sign, sign)}"
    return text
