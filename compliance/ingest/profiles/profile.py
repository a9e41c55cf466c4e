"""What a source profile says: the sections of its TOML file."""

from __future__ import annotations

import re
from typing import Annotated, Literal, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from compliance.ingest.flat import COLUMNS

Reader = Literal["json_lines", "csv", "parquet", "feed"]
MILLISECONDS = "milliseconds"
"""The form of times that count milliseconds since 1970 UTC."""

_CLOCK = re.compile(r"(?:[01][0-9]|2[0-3]):[0-5][0-9]")


def _column(name: str) -> str:
    if name not in COLUMNS:
        raise ValueError(f"{name!r} is no column of the flat form")
    return name


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"{name!r} is no time zone; write one as America/Los_Angeles") from None
    return name


def _clock(text: str) -> str:
    if not _CLOCK.fullmatch(text):
        raise ValueError(f"{text!r} is no time of day; write it as 06:00")
    return text


def _codes(form: str) -> set[str]:
    return set(re.findall(r"%[A-Za-z%]", form.replace("%%", "")))


def _says_the_day(form: str) -> str:
    codes = _codes(form)
    year, month = codes & {"%Y", "%y"}, codes & {"%m", "%b", "%B"}
    whole = (
        (year and month and "%d" in codes) or (year and "%j" in codes) or {"%G", "%V"} <= codes or codes & {"%c", "%x"}
    )
    if not whole:
        raise ValueError(f"{form!r} does not say year, month and day, and none of them may be made up")
    return form


def _says_the_hour(form: str) -> str:
    codes = _codes(form)
    if not codes & {"%H", "%c", "%X"} and not {"%I", "%p"} <= codes:
        raise ValueError(f"{form!r} does not say the hour (%H, or %I with %p), which may not be made up")
    return _says_the_day(form)


def _time_form(form: str) -> str:
    return form if form == MILLISECONDS else _says_the_hour(form)


Column = Annotated[str, AfterValidator(_column)]
Zone = Annotated[str, AfterValidator(_zone)]
Clock = Annotated[str, AfterValidator(_clock)]
Mark = Annotated[str, Field(min_length=1, max_length=1)]


class Section(BaseModel):
    """A part of a profile; a key that it does not know is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class CsvForm(Section):
    """How cells are told apart."""

    delimiter: Literal[",", ";", "\t", "|"] = ","


class MoneyForm(Section):
    """How amounts are written, and what the amount in ``net`` means.

    ``unit``: whole minor units, or decimal text. ``net_is``: the change to the participant, the winnings above the
    stake, or the gross return, stake included.
    """

    unit: Literal["major", "minor"] = "major"
    decimal: Literal[".", ","] = "."
    thousands: Mark | None = None
    net_is: Literal["net", "winnings", "gross_return"] = "net"

    @model_validator(mode="after")
    def _marks_differ(self) -> Self:
        if self.thousands is not None and (self.thousands == self.decimal or self.thousands in "0123456789-"):
            raise ValueError("the thousands mark must be neither the decimal mark nor a digit or minus")
        return self


class TimeForm(Section):
    """How times are written: ``form`` by the codes of ``strptime``, or milliseconds since 1970, or as RFC 3339.

    ``zone`` is that of times without an offset. ``ambiguous`` says which of two instants a time of the autumn night
    is, ``skipped`` which offset holds for a time of the spring night that no clock showed.
    """

    zone: Zone | None = None
    form: Annotated[str, AfterValidator(_time_form)] | None = None
    ambiguous: Literal["refuse", "earlier", "later"] = "refuse"
    skipped: Literal["refuse", "before", "after"] = "refuse"


class DateForm(Section):
    """How dates are written, by the codes of ``strptime``."""

    form: Annotated[str, AfterValidator(_says_the_day)]


class GamingDay(Section):
    """How the gaming date follows from the start of a round, where the log does not say it."""

    zone: Zone
    starts_at: Clock


class CardForm(Section):
    """How cards are written: rank and suit in which order, with their own signs, and what stands between cards.

    ``spellings`` are whole cards of theirs and ours; they come before the rest.
    """

    suit_first: bool = False
    ranks: dict[str, Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]] = {}
    suits: dict[str, Literal["c", "d", "h", "s"]] = {}
    spellings: dict[str, Annotated[str, Field(pattern=r"^[2-9TJQKA][cdhs]$")]] = {}
    between: str = " "


class Feed(Section):
    """Where the parts of a round stand in nested JSON. A path is keys, or places in lists, joined by points.

    ``rounds`` leads to the lists of rounds in a document that holds several; ``only`` names what a value must be.
    ``round``, ``participant`` and ``wager`` give the path of each column of the flat form.
    """

    rounds: str | None = None
    only: dict[str, list[str]] = {}
    participants: str
    wagers: str
    round: dict[Column, str]
    participant: dict[Column, str]
    wager: dict[Column, str]


class Profile(Section):
    """A source profile. ``readers`` names the reader of each file ending; ``.gz`` and ``.zst`` may follow it.

    ``columns`` gives their column → ours, ``ignored`` columns of theirs that say nothing we need, ``constants`` our
    columns that their files leave out, ``words`` for each of our columns their value → ours.
    """

    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]{0,63}$")
    says: str
    readers: dict[Annotated[str, Field(pattern=r"^\.[a-z0-9]+$")], Reader] = Field(min_length=1)
    csv: CsvForm = CsvForm()
    columns: dict[str, Column] = {}
    ignored: list[str] = []
    constants: dict[Column, str] = {}
    words: dict[Column, dict[str, str]] = {}
    money: MoneyForm = MoneyForm()
    times: TimeForm = TimeForm()
    dates: DateForm | None = None
    gaming_day: GamingDay | None = None
    cards: CardForm | None = None
    feed: Feed | None = None

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        ours = list(self.columns.values())
        if twice := next((name for name in ours if ours.count(name) > 1), None):
            raise ValueError(f"two columns are called {twice}")
        if ("feed" in self.readers.values()) != (self.feed is not None):
            raise ValueError("the reader feed and the section feed go together")
        if self.maps and "json_lines" in self.readers.values():
            raise ValueError("the reader json_lines takes lines of format 1 as they are; map others with feed")
        return self

    @property
    def maps(self) -> bool:
        """Whether it changes anything: names, values or what an amount means."""
        same = ("name", "says", "readers", "csv")
        sections = ((name, field) for name, field in Profile.model_fields.items() if name not in same)
        return any(getattr(self, name) != field.get_default() for name, field in sections)

    def reader_of(self, file_name: str) -> Reader | None:
        """Return the reader for a file of that name, or None if the profile has none."""
        name = file_name.lower()
        for packing in (".gz", ".zst"):
            name = name.removesuffix(packing)
        return next((reader for ending, reader in self.readers.items() if name.endswith(ending)), None)

    @property
    def endings(self) -> str:
        """The file endings, as a sentence names them."""
        return ", ".join(self.readers)
