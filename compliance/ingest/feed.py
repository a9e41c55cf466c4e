"""The reader of nested JSON of other shapes than format 1, the game history of live studios say.

A document is a round or holds lists of rounds; each round is flattened into rows of one wager by the paths that the
profile gives, and those are mapped like an operator's own rows. In such a file, a round's place is its number in the
file instead of a line, and the byte at which it begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from compliance.ingest.blocks import blocks
from compliance.ingest.faults import Reason, RefusedFileError, Unreadable
from compliance.ingest.flat import BETWEEN, SEPARATOR, assembled
from compliance.ingest.lines import Assembled, Line
from compliance.ingest.profiles.mapping import ColumnMapping
from compliance.ingest.strict_json import Number, parse, spans

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from compliance.ingest.flat import Cells
    from compliance.ingest.intake import Intake
    from compliance.ingest.opened import Opened
    from compliance.ingest.profiles.profile import Feed, Profile

_ROUNDS_AT_ONCE = 4_096
_DOCUMENT = ".json"


def read(file: Opened, intake: Intake) -> None:
    """Give every round of the file to ``intake``: a document a line or, in a file ``.json``, one in all.

    Raises:
        RefusedFileError: it is empty, not UTF-8 as a whole, or one document larger than a line may be.
    """
    mapping = ColumnMapping(file.profile)
    number = 0
    batch: list[Line] = []
    for document in _documents(file):
        for offset, raw, fault in _rounds(document, file.profile):
            number += 1
            line = Line(number, offset, raw, len(raw))
            batch.append(_at_fault(line, fault) if fault else round_of(line, file.profile, mapping))
            if len(batch) >= _ROUNDS_AT_ONCE:
                intake.take(batch)
                batch = []
    intake.take(batch)
    if not number:
        raise RefusedFileError("it is empty: no round stands in it; ask for the log again")


def round_of(line: Line, profile: Profile, mapping: ColumnMapping) -> Assembled:
    """Return the round that a piece of JSON is, or its fault."""
    if profile.feed is None:
        raise TypeError(f"profile {profile.name} has no section feed")
    try:
        record, _ = parse(line.raw)
        rows = [mapping.canonical(cells) for cells in _flattened(record, profile.feed)]
    except Unreadable as fault:
        return _at_fault(line, fault)
    whole = assembled([(line, cells) for cells in rows], repeated=False)
    return Assembled(
        line.number, line.offset, line.raw, line.length, whole.record, (line,), (), whole.fault,
        whole.licensee_id, whole.round_id,
    )  # fmt: skip


def _at_fault(line: Line, fault: Unreadable) -> Assembled:
    return Assembled(line.number, line.offset, line.raw, line.length, b"", (line,), (), fault)


def _documents(file: Opened) -> Iterator[Line]:
    lines = (line for block in blocks(file.text, file.limits) for line in block.lines())
    name = file.path.name.lower().removesuffix(".gz").removesuffix(".zst")
    if not name.endswith(_DOCUMENT):
        yield from (line for line in lines if not line.blank)
        return
    text = bytearray()
    first = None
    for line in lines:
        first = line if first is None else first
        # Line ends are white space in JSON; each is put back in as many bytes as it took.
        text += b"\n" * (line.offset - first.offset - len(text)) + line.raw
        if len(text) > file.limits.expansion_free:
            raise RefusedFileError(
                f"it is one document of more than {file.limits.expansion_free:,} bytes; ask for it in parts, or a "
                "document a line in a file .jsonl"
            )
    if first is not None and not text.isspace():
        yield Line(first.number, first.offset, bytes(text), len(text))


def _rounds(document: Line, profile: Profile) -> Iterator[tuple[int, bytes, Unreadable | None]]:
    """Yield the rounds in a document: byte offset, bytes, and what is wrong with the document as a whole."""
    path = profile.feed.rounds if profile.feed else None
    try:
        record, text = parse(document.raw)
    except Unreadable as fault:
        yield document.offset, document.raw, fault
        return
    if path is None or path.split(".")[0] not in record:
        yield document.offset, document.raw, None
        return
    at = byte = 0
    for start, end in spans(text, path.split(".")):
        byte += len(text[at:start].encode())
        raw = text[start:end].encode()
        yield document.offset + byte, raw, None
        at, byte = end, byte + len(raw)


def _flattened(record: Mapping[str, Any], feed: Feed) -> list[Cells]:
    """Return the rows of a round: one a wager, or one a participant without any, or one for an empty round."""
    for path, allowed in feed.only.items():
        if (found := _cell(record, path)) not in allowed:
            raise Unreadable(
                Reason.BAD_VALUE, f"{path}: {found!r} is not what this profile reads: {', '.join(allowed)}"
            )
    whole = _cells(record, feed.round)
    rows = []
    for person in _list(record, feed.participants):
        of_person = whole | _cells(person, feed.participant)
        wagers = _list(person, feed.wagers)
        rows += [of_person | _cells(wager, feed.wager) for wager in wagers] or [of_person]
    return rows or [whole]


def _list(record: Any, path: str) -> list[Any]:
    found = _at(record, path)
    if found is None:
        return []
    if not isinstance(found, list):
        raise Unreadable(Reason.BAD_VALUE, f"{path}: not a list")
    return found


def _cells(record: Any, paths: Mapping[str, str]) -> Cells:
    return {column: text for column, path in paths.items() if (text := _cell(record, path, column))}


def _cell(record: Any, path: str, column: str | None = None) -> str | None:
    """Return a value as text; lists of cards and of names are joined as in a cell of the column."""
    found = _at(record, path)
    if found is None or isinstance(found, (str, Number)):
        return found
    if isinstance(found, bool):
        return "true" if found else "false"
    mark = BETWEEN.get(column or "")
    if isinstance(found, list) and mark and all(isinstance(part, str) for part in found):
        # A part that a cell cannot hold must not vanish in it.
        if any(not part.strip() or (mark == SEPARATOR and mark in part) for part in found):
            raise Unreadable(Reason.BAD_VALUE, f"{path}: an empty part, or one with {mark!r} in it, stands in the list")
        return mark.join(found)
    raise Unreadable(Reason.BAD_VALUE, f"{path}: a list or object stands where a single value belongs")


def _at(record: Any, path: str) -> Any:
    """Return what stands at a path, None where it leads nowhere; a number is a place in a list, -1 its last."""
    found = record
    for step in path.split("."):
        if isinstance(found, dict):
            found = found.get(step)
        elif isinstance(found, list) and step.removeprefix("-").isdecimal():
            found = found[int(step)] if -len(found) <= int(step) < len(found) else None
        else:
            return None
    return found
