"""Rows of one wager each → the round that they are together, as a line of format 1.

Nothing is judged here but whether the rows agree with each other and fit together: the line that comes out is read
by the strict reader, like any other.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from compliance.ingest.faults import Reason, Unreadable
from compliance.ingest.lines import Assembled
from compliance.ingest.strict_json import parse_value

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from compliance.ingest.lines import Line

_PLAYER_DEALER = ("seat", "participant_id", "wager", "collection", "net", "kind", "declined_by")
_PROGRESSIVE = ("meter_id", "before", "after")
_TEXTS = (
    "round_id", "licensee_id", "table_id", "rule_sheet", "gaming_date", "started_at", "wagers_closed_at",
    "settled_at", "currency", "status", "void_reason", "deck", "shuffler_id", "house_dealer_id", "shift",
    "session_id", "action_card",
)  # fmt: skip
_COUNTS = ("sequence", "action_seat")
OF_ROUND = (
    *_TEXTS, *_COUNTS, "dealer_cards", "extra",
    *(f"player_dealer_{name}" for name in _PLAYER_DEALER), *(f"progressive_{name}" for name in _PROGRESSIVE),
)  # fmt: skip
"""Columns that say the same on every row of a round."""

_OF_SEAT = ("cards",)
_OF_PARTICIPANT = ("decision", "decision_source", "collection")
_OF_WAGER = ("kind", "stake", "outcome", "net", "placed_at")
COLUMNS = frozenset((*OF_ROUND, "seat", *_OF_SEAT, "participant_id", *_OF_PARTICIPANT, *_OF_WAGER))
"""Names of the columns of the flat form."""

NEEDED = (
    "round_id", "table_id", "rule_sheet", "gaming_date", "started_at", "settled_at", "currency", "status", "seat",
    "participant_id", "kind", "stake", "outcome", "net",
)  # fmt: skip
"""Columns without which no row could be read."""

SEPARATOR = ";"
"""Between the participants of ``player_dealer_declined_by``."""

BETWEEN = {"dealer_cards": " ", "cards": " ", "player_dealer_declined_by": SEPARATOR}
"""Columns that hold several cards or names in a cell, with the mark between them."""

_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_BREAKS = str.maketrans("\r\n", "  ")

Cells = dict[str, str]
"""One row: column → text, without the empty ones."""


def named(columns: Sequence[str], cells: Sequence[str | None]) -> Cells:
    """Return a row's cells by column; an empty one is the same as none."""
    return {column: cell for column, cell in zip(columns, cells, strict=True) if cell}


def assembled(rows: Sequence[tuple[Line, Cells]], *, repeated: bool = True) -> Assembled:
    """Put a round together from its rows, given in the order of the file; seats and so on keep that order.

    Where a round is there several times, row by row, all but the first are copies, if it may be ``repeated``. A
    round whose rows disagree, or do not fit together, is returned with its fault.
    """
    first = rows[0][0]
    kept, copies = _without_copies(rows) if repeated else (rows, [])
    try:
        record, fault = _record([(line.number, cells) for line, cells in kept]), None
    except Unreadable as unreadable:
        record, fault = b"", unreadable
    cells = rows[0][1]
    return Assembled(
        first.number, first.offset, first.raw, first.length, record,
        tuple(line for line, _ in kept), tuple(copies), fault, cells.get("licensee_id"), cells.get("round_id"),
    )  # fmt: skip


def _without_copies(rows: Sequence[tuple[Line, Cells]]) -> tuple[Sequence[tuple[Line, Cells]], list[Line]]:
    """Tell the rows of a round from copies, if it is there several times as a whole; a row twice is none."""
    by_content: dict[tuple[tuple[str, str], ...], list[tuple[Line, Cells]]] = {}
    for row in rows:
        by_content.setdefault(tuple(row[1].items()), []).append(row)
    times = len(rows) // len(by_content)
    if times == 1 or any(len(same) != times for same in by_content.values()):
        return rows, []
    return [same[0] for same in by_content.values()], [line for same in by_content.values() for line, _ in same[1:]]


def _record(rows: Sequence[tuple[int, Cells]]) -> bytes:
    """Return the round as a line of format 1.

    Raises:
        Unreadable: rows disagree or do not fit together, or ``extra`` is no JSON.
    """
    for _, cells in rows:
        if not cells.keys() <= COLUMNS:
            raise unknown_column(next(column for column in cells if column not in COLUMNS))
    whole = _agreed(rows, OF_ROUND, "the round")
    record: dict[str, Any] = {name: whole[name] for name in _TEXTS if name in whole}
    record |= {name: _number(whole[name]) for name in _COUNTS if name in whole}
    if "dealer_cards" in whole:
        record["dealer_cards"] = whole["dealer_cards"].split()
    if banker := _part(whole, "player_dealer_", _PLAYER_DEALER):
        record["player_dealer"] = banker
    if meter := _part(whole, "progressive_", _PROGRESSIVE):
        record["progressive"] = meter
    record["seats"] = _seats(rows)
    text = json.dumps(record)
    if "extra" in whole:
        text = f'{text[:-1]}, "extra": {_json_text(whole["extra"])}}}'
    return text.encode()


def _agreed(rows: Sequence[tuple[int, Cells]], columns: Iterable[str], of: str) -> Cells:
    """Return what the rows say in some columns, if they all say the same."""
    number, first = rows[0]
    found = {}
    for column in columns:
        said = first.get(column)
        for other, cells in rows[1:]:
            if cells.get(column) != said:
                raise Unreadable(
                    Reason.INCOMPLETE_ROUND,
                    f"{column}: the rows of {of} disagree: {_quoted(said)} in line {number}, "
                    f"{_quoted(cells.get(column))} in line {other}",
                )
        if said is not None:
            found[column] = said
    return found


def _grouped(rows: Sequence[tuple[int, Cells]], column: str) -> Mapping[str | None, list[tuple[int, Cells]]]:
    groups: dict[str | None, list[tuple[int, Cells]]] = {}
    for row in rows:
        groups.setdefault(row[1].get(column), []).append(row)
    return groups


def _seats(rows: Sequence[tuple[int, Cells]]) -> list[dict[str, Any]]:
    seats = []
    for seat, at_seat in _grouped(rows, "seat").items():
        if seat is None:
            _refuse_without(at_seat, "seat", ("participant_id", *_OF_SEAT, *_OF_PARTICIPANT, *_OF_WAGER))
            continue
        of = f"the round at seat {seat[:20]}"
        record: dict[str, Any] = {"seat": _number(seat)}
        if cards := _agreed(at_seat, _OF_SEAT, of).get("cards"):
            record["cards"] = cards.split()
        record["participants"] = []
        for name, of_person in _grouped(at_seat, "participant_id").items():
            if name is None:
                _refuse_without(of_person, "participant_id", (*_OF_PARTICIPANT, *_OF_WAGER))
                continue
            person = _agreed(of_person, _OF_PARTICIPANT, f"{of} of participant {name[:40]!r}")
            wagers = _wagers(of_person)
            record["participants"].append({"participant_id": name, **person, "wagers": wagers})
        seats.append(record)
    return seats


def _wagers(rows: Sequence[tuple[int, Cells]]) -> list[dict[str, Any]]:
    """Return a participant's wagers; a single row with an empty kind says that there are none."""
    without = [row for row in rows if "kind" not in row[1]]
    _refuse_without(without, "kind", _OF_WAGER)
    if without and len(rows) > 1:
        raise Unreadable(
            Reason.INCOMPLETE_ROUND,
            f"kind: the rows of a participant disagree: line {without[0][0]} says there is no wager, others name some",
        )
    return [{name: cells[name] for name in _OF_WAGER if name in cells} for _, cells in rows if "kind" in cells]


def _refuse_without(rows: Iterable[tuple[int, Cells]], missing: str, columns: Iterable[str]) -> None:
    """Refuse a row that says something of a part which it does not name."""
    for number, cells in rows:
        if said := next((column for column in columns if column in cells), None):
            raise Unreadable(Reason.MISSING_FIELD, f"{missing}: empty in line {number}, though there is a {said}")


def _part(whole: Cells, prefix: str, names: Iterable[str]) -> dict[str, Any]:
    part: dict[str, Any] = {name: whole[prefix + name] for name in names if prefix + name in whole}
    if "seat" in part:
        part["seat"] = _number(part["seat"])
    if "declined_by" in part:
        part["declined_by"] = part["declined_by"].split(SEPARATOR)
    return part


def _number(text: str) -> int | str:
    """Return a whole number as one; anything else stays text, for the strict reader to refuse."""
    return int(text) if _WHOLE.fullmatch(text) else text


def _json_text(text: str) -> str:
    """Return the text of one JSON value, on one line; whether it is an object, the strict reader asks."""
    try:
        parse_value(text.encode(errors="surrogatepass"))
    except Unreadable as fault:
        raise Unreadable(fault.reason, f"extra: {fault.sentence}") from None
    # Line breaks stand between the parts of it: within a string they are no JSON.
    return text.translate(_BREAKS)


def unknown_column(column: str) -> Unreadable:
    """The fault of a column that the flat form does not have."""
    return Unreadable(
        Reason.UNKNOWN_FIELD, f"{column[:40]!r} is not a column of the format; correct it or put it under extra"
    )


def _quoted(text: str | None) -> str:
    return "empty" if text is None else repr(text[:40])
