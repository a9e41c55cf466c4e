"""Control totals as the licensee signs them off: ``manifest.toml``, read strictly."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from compliance.domain.money import MoneyError, minor_digits, minor_units
from compliance.domain.toml_text import TomlError, parsed
from compliance.ingest.faults import RefusedFileError, Unreadable
from compliance.ingest.fields import LARGEST_COUNT, identifier
from compliance.ingest.times import day, nanoseconds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

FORMAT = 1
AMOUNTS = ("stakes", "nets", "collections", "opening", "closing")
"""Figures that are money."""

_TOP = ("format", "licensee_id", "currency", "supersedes", "total", "session", "drop")
_SHA256_DIGITS = 64
_UNNAMED = "identifier"


class ManifestError(RefusedFileError):
    """A manifest that cannot be taken in; the message says which, where in it, why and what to do."""


class _Written(str):
    """A TOML number with a point, as it was written: amounts are never read through a float."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of a manifest: its table in the store, what it is about, and what it states of that.

    Amounts are in minor units; times as text with their instant; what is not stated is None.
    """

    table: str
    key: tuple[tuple[str, Any], ...]
    stated: tuple[tuple[str, Any], ...]

    @property
    def about(self) -> str:
        """What it is about, for a sentence."""
        return ", ".join(
            f"{name} {value}" for name, value in self.key if value is not None and not name.endswith("_ns")
        )


@dataclass(frozen=True, slots=True)
class Manifest:
    """A manifest's rows, and the digest of the manifest that it takes the place of, if it does."""

    rows: tuple[Row, ...]
    supersedes: str | None


def read_manifest(text: str, *, default_licensee: str) -> Manifest:
    """Read the text of a manifest.

    Raises:
        ManifestError: it is no TOML, has a key that manifests do not have, a value that its key cannot take, an
            amount without a currency, or two entries about the same.
    """
    try:
        document = parsed(text, _Written)
    except TomlError as error:
        raise ManifestError(f"it is not TOML: {error}; correct it") from None
    _known(document, _TOP, "the manifest")
    if type(document.get("format")) is not int or document["format"] != FORMAT:
        raise ManifestError(f"format: it must be {FORMAT}; write format = {FORMAT} if it is a manifest of this form")
    licensee = _read(document, "licensee_id", "the manifest", _identifier) or default_licensee
    currency = _read(document, "currency", "the manifest", _currency)
    supersedes = _read(document, "supersedes", "the manifest", _digest)
    rows: list[Row] = []
    for section, shape in _SHAPES.items():
        for number, entry in enumerate(_list(document, section), 1):
            rows.append(shape.row(entry, f"{section} {number}", licensee, currency))
    about: dict[tuple[str, Any], Row] = {}
    for row in rows:
        if about.setdefault((row.table, row.key), row) is not row:
            raise ManifestError(f"two entries are about {row.about}; leave one of them")
    if not rows:
        raise ManifestError("it states nothing: it has no total, session or drop; correct it")
    return Manifest(tuple(rows), supersedes)


@dataclass(frozen=True, slots=True)
class _Shape:
    """A section: the table of its rows, its keys (required unless ``optional``), and the figures it may state."""

    table: str
    keys: Mapping[str, Callable[[Any], Any]]
    figures: Mapping[str, Callable[[Any], Any]]
    optional: tuple[str, ...] = ()

    def row(self, entry: Any, place: str, licensee: str, currency: str | None) -> Row:
        """Read one entry.

        Raises:
            ManifestError: as ``read_manifest``.
        """
        if not isinstance(entry, dict):
            raise ManifestError(f"{place}: it is not a table of keys; write [[{place.split()[0]}]]")
        amounts = [name for name in AMOUNTS if name in self.figures]
        _known(entry, (*self.keys, *self.figures, "licensee_id", *(["currency"] if amounts else [])), place)
        key: dict[str, Any] = {"licensee_id": _read(entry, "licensee_id", place, _identifier) or licensee}
        for name, read in self.keys.items():
            value = _read(entry, name, place, read)
            if value is None and name not in self.optional:
                raise ManifestError(f"{place}: {name} is missing; say what the figures are about")
            key |= _with_instant(name, value)
        money = _read(entry, "currency", place, _currency) or currency
        stated: dict[str, Any] = {}
        for name, read in self.figures.items():
            if name in amounts and entry.get(name) is not None:
                if money is None:
                    raise ManifestError(f'{place}: {name} has no currency; write currency = "USD" at the top, or here')
                read = partial(_amount, currency=money, signed=name == "nets")
            stated |= _with_instant(name, _read(entry, name, place, read))
        stated["currency"] = money if any(stated[name] is not None for name in amounts) else None
        if stated.get("closed_ns") is not None and stated["closed_ns"] < key["opened_ns"]:
            raise ManifestError(f"{place}: closed_at is before opened_at; correct one of them")
        if all(value is None for value in stated.values()):
            raise ManifestError(f"{place}: it states no figure; leave it out or complete it")
        return Row(self.table, tuple(key.items()), tuple(stated.items()))


def _with_instant(name: str, value: Any) -> dict[str, Any]:
    if not name.endswith("_at"):
        return {name: value}
    return {name: value, f"{name.removesuffix('_at')}_ns": None if value is None else nanoseconds(value)}


def _known(members: Mapping[str, Any], known: Iterable[str], place: str) -> None:
    if unknown := next((key for key in members if key not in set(known)), None):
        raise ManifestError(f"{place}: {unknown!r} is no key of a manifest; correct it or leave it out")


def _list(document: Mapping[str, Any], section: str) -> list[Any]:
    found = document.get(section, [])
    if not isinstance(found, list):
        raise ManifestError(f"{section}: it is not a list of tables; write [[{section}]]")
    return found


def _read(members: Mapping[str, Any], name: str, place: str, read: Callable[[Any], Any]) -> Any:
    value = members.get(name)
    if value is None:
        return None
    try:
        return read(value)
    except Unreadable as fault:
        raise ManifestError(f"{place}: {name}{fault.sentence.removeprefix(_UNNAMED)}") from None
    except ValueError as error:
        raise ManifestError(f"{place}: {name}: {error}") from None


def _identifier(value: Any) -> str:
    return identifier(value, _UNNAMED)


def _currency(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError('it is not a currency code; write one as "USD"')
    minor_digits(value)
    return value


def _digest(value: Any) -> str:
    if not isinstance(value, str) or len(value) != _SHA256_DIGITS or set(value) - set("0123456789abcdef"):
        raise ValueError("it is not a SHA-256 digest: 64 of 0-9 and a-f")
    return value


def _date(value: Any) -> date:
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    if type(value) is not str:
        raise ValueError("it is not a date such as 2026-11-28")
    return day(value)


def _time(value: Any) -> str:
    if isinstance(value, datetime):
        value = value.isoformat()
    if type(value) is not str:
        raise ValueError("it is not a time such as 2026-11-28T19:04:11-08:00")
    nanoseconds(value)
    return value


def _count(value: Any, least: int = 0) -> int:
    if type(value) is not int or not least <= value <= LARGEST_COUNT:
        raise ValueError(f"it is not a whole number from {least} to {LARGEST_COUNT}")
    return value


def _amount(value: Any, currency: str = "", *, signed: bool = False) -> int:
    if type(value) not in (int, str, _Written):
        raise ValueError('it is not an amount; write it as "1500.00"')
    amount = minor_units(str(value), minor_digits(currency))
    if amount < 0 and not signed:
        raise MoneyError(f"{value!r} is below zero")
    return amount


_SEQUENCE = partial(_count, least=-LARGEST_COUNT)
_SHAPES = {
    "total": _Shape(
        "control_totals",
        {"table_id": _identifier, "gaming_date": _date},
        {
            "first_sequence": _SEQUENCE, "last_sequence": _SEQUENCE, "rounds": _count, "stakes": _amount,
            "nets": _amount, "collections": _amount, "shuffler_count": _count,
        },
    ),
    "session": _Shape(
        "bank_sessions",
        {"table_id": _identifier, "participant_id": _identifier, "opened_at": _time},
        {"closed_at": _time, "opening": _amount, "closing": _amount, "collections": _amount},
    ),
    "drop": _Shape(
        "drops",
        {"table_id": _identifier, "gaming_date": _date, "shift": _identifier},
        {"collections": _amount},
        optional=("gaming_date", "shift"),
    ),
}  # fmt: skip
