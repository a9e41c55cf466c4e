"""Figures, dates and words as a report prints them."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from compliance.domain.money import decimal_text
from compliance.domain.sentences import wager_name
from compliance.reports.errors import ReportError

if TYPE_CHECKING:
    from datetime import date

    from compliance.domain.words import Outcome

NONE = "–"
MINUS = "\N{MINUS SIGN}"

_WITH_CURRENCY = re.compile(r"(?<![\w.,-])(?P<sign>-?)(?P<whole>\d+)(?P<rest>(?:\.\d+)?)(?= [A-Z]{3}\b)")
_WITH_DECIMALS = re.compile(r"(?<![\w.,-])(?P<sign>[+-]?)(?P<whole>\d+)(?P<rest>\.\d{1,4})(?![\w.%])")
_HAND = re.compile(r"\b[2-9TJQKA][cdhs](?: [2-9TJQKA][cdhs])+\b")
_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def count(number: int) -> str:
    """Write a count with its thousands apart: ``41,233``."""
    return f"{number:,}".replace("-", MINUS)


def counted(number: int, one: str, many: str | None = None) -> str:
    """Write a count with its noun: ``1 finding``, ``2 findings``."""
    return f"{count(number)} {one if number == 1 else many or one + 's'}"


def amount(minor: int, digits: int) -> str:
    """Write minor units with thousands apart and a true minus: ``(-250000, 2)`` gives ``−2,500.00``."""
    whole, point, decimals = decimal_text(abs(minor), digits).partition(".")
    return f"{MINUS if minor < 0 else ''}{int(whole):,}{point}{decimals}"


def signed(minor: int | None, digits: int) -> str:
    """Write a net with its sign, ``+25.00``; a dash where there is none."""
    if minor is None:
        return NONE
    return ("+" if minor > 0 else "") + amount(minor, digits)


def outcome(value: Outcome | None) -> str:
    """Write an outcome as words; nothing where there is none."""
    return "" if value is None else str(value).replace("_", " ")


def wager(kind: str | None) -> str:
    """Write a wager kind as running text names it, a dash where there is none."""
    return NONE if kind is None else wager_name(kind)


def cards(text: str | None) -> str:
    """Write canonical cards with their suits: ``"Qh Td 2c"`` gives ``Q♥ 10♦ 2♣``; a dash where not shown."""
    if not text:
        return NONE
    return " ".join(
        word[:-1].replace("T", "10") + _SUITS[word[-1]] if word[-1] in _SUITS else word for word in text.split()
    )


def with_suits(text: str) -> str:
    """Write every run of two or more cards in a sentence with their suits; one alone could be a word, such as As."""
    return _HAND.sub(lambda match: cards(match[0]), text)


def with_amounts(text: str, *, in_currency: bool) -> str:
    """Write the amounts of a sentence with thousands apart and a true minus.

    ``in_currency``: only those that a currency follows, in a sentence that can hold a name from the log.
    """
    return (_WITH_CURRENCY if in_currency else _WITH_DECIMALS).sub(_grouped, text)


def _grouped(match: re.Match[str]) -> str:
    return f"{match['sign'].replace('-', MINUS)}{int(match['whole']):,}{match['rest']}"


def day(value: date) -> str:
    """Write a date in full: ``2 March 2026``."""
    return f"{value.day} {_MONTHS[value.month - 1]} {value.year}"


def period(first: date, last: date) -> str:
    """Write a period, both dates included."""
    return day(first) if first == last else f"{day(first)} to {day(last)}"


def gaming_dates(first: date, last: date) -> str:
    """Write a period as what it is: ``gaming date 2 March 2026``, ``gaming dates 2 March 2026 to 3 March 2026``."""
    return f"gaming date{'' if first == last else 's'} {period(first, last)}"


def moment(text: str) -> datetime:
    """Read a run's time, RFC 3339, as UTC to the second.

    Raises:
        ReportError: not such a time.
    """
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        read = None
    if read is None or read.tzinfo is None:
        raise ReportError(
            f"the run's record holds the time {text!r}, which is not RFC 3339 with an offset; rerun verify"
        )
    return read.astimezone(UTC).replace(microsecond=0)


def clock(text: str) -> str:
    """Write a run's time: ``2 March 2026, 04:00:12 UTC``."""
    read = moment(text)
    return f"{day(read)}, {read:%H:%M:%S} UTC"


def sentence_case(text: str) -> str:
    """Return the text with its first letter large; what follows stays as it is."""
    return text[:1].upper() + text[1:]


def listed(words: tuple[str, ...] | list[str]) -> str:
    """Join words as a sentence does: ``a, b and c``."""
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)
