"""Lines of a log, each with its number and byte offset, and rounds put together from what is no line of format 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from compliance.ingest.faults import Unreadable


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its line end. ``number`` counts from 1, ``offset`` in bytes from 0.

    ``length`` is the line's length in bytes; ``raw`` is shorter only where the line is beyond every limit.
    """

    number: int
    offset: int
    raw: bytes
    length: int

    @property
    def blank(self) -> bool:
        """Whether it is white space only."""
        return not self.raw or self.raw.isspace()

    @property
    def text(self) -> bytes:
        """The round as format 1 writes it on a line."""
        return self.raw

    @property
    def parts(self) -> tuple[Line, ...]:
        """What is counted and set aside for the line: itself."""
        return (self,)


@dataclass(frozen=True, slots=True)
class Assembled(Line):
    """A round put together from what is not a line of format 1. Number, offset and bytes are its first row's.

    ``record`` is the round as format 1 writes it, empty where ``fault`` says why there is none. ``rows`` are the
    rows it was put together from, in order, and ``copies`` rows that only repeat those. ``round_id`` and
    ``licensee_id`` are what the rows say, as far as they do.
    """

    record: bytes
    rows: tuple[Line, ...]
    copies: tuple[Line, ...] = ()
    fault: Unreadable | None = None
    licensee_id: str | None = None
    round_id: str | None = None

    @property
    def blank(self) -> bool:
        """Never: somebody wrote the rows."""
        return False

    @property
    def text(self) -> bytes:
        """The round as format 1 writes it on a line."""
        return self.record

    @property
    def parts(self) -> tuple[Line, ...]:
        """Every row, in the order of the file."""
        return tuple(sorted((*self.rows, *self.copies), key=lambda row: row.number))


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines in columns, of which a ``Line`` is made only where one is looked at: most are not.

    ``texts`` are the rounds as format 1 writes them, with another character for what is not UTF-8. ``made`` are the
    lines themselves; there are none where all of the text is ASCII, so that each line can be made of its text.
    """

    numbers: list[int]
    offsets: list[int]
    lengths: list[int]
    texts: list[str]
    made: list[Line] | None = None

    @classmethod
    def of(cls, lines: Iterable[Line]) -> Lines:
        """Return the lines that are not blank."""
        made = [line for line in lines if not line.blank]
        return cls(
            [line.number for line in made], [line.offset for line in made], [line.length for line in made],
            [line.text.decode(errors="replace") for line in made], made,
        )  # fmt: skip

    @classmethod
    def joined(cls, parts: Sequence[Lines]) -> Lines:
        """Return the lines of several parts, one after the other."""
        plain = all(part.made is None for part in parts)
        return cls(
            [number for part in parts for number in part.numbers],
            [offset for part in parts for offset in part.offsets],
            [length for part in parts for length in part.lengths],
            [text for part in parts for text in part.texts],
            None if plain else [line for part in parts for line in part],
        )

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[Line]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, place: int) -> Line:
        if self.made is not None:
            return self.made[place]
        return Line(self.numbers[place], self.offsets[place], self.texts[place].encode(), self.lengths[place])

    def at(self, places: Sequence[int]) -> Lines:
        """Return the lines at some places."""
        return Lines(
            [self.numbers[place] for place in places],
            [self.offsets[place] for place in places],
            [self.lengths[place] for place in places],
            [self.texts[place] for place in places],
            None if self.made is None else [self.made[place] for place in places],
        )
