"""Where a document is silent, says two things or errs: interpretations with their readings, and defects."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import Field, model_validator

from compliance.rules.records import Identifier, Record


class Reading(Record):
    """One way to read an unclear clause: the values it gives, by path such as ``wager.pair_plus.on_fold``."""

    name: Identifier
    says: str
    sets: dict[str, str | bool | int] = Field(default_factory=dict)


class Interpretation(Record):
    """A place where the text is silent or says two things, the readings, and the one adopted.

    ``clauses`` are those that leave it open; ``authority`` names sources outside the document (a statute,
    another regulator's rule); ``fills`` lists paths of values that the document leaves out and that come from
    elsewhere; ``ruling_ref`` is the authority's word that settles it, with which it is no longer open.
    """

    id: str = Field(pattern=r"^[A-Z][0-9]+$")
    nature: Literal["contradiction", "silence", "ambiguity"] = "ambiguity"
    clauses: tuple[str, ...]
    authority: tuple[str, ...] = ()
    fills: tuple[str, ...] = ()
    ruling_ref: str | None = None
    question: str
    adopted: str
    why: str
    readings: tuple[Reading, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _adopted_is_a_reading(self) -> Self:
        names = [reading.name for reading in self.readings]
        if self.adopted not in names or len(set(names)) != len(names):
            raise ValueError(f"'adopted' must be one of the readings, each named once: {', '.join(names)}")
        return self

    @property
    def others(self) -> tuple[Reading, ...]:
        """The readings not adopted, in the sheet's order."""
        return tuple(reading for reading in self.readings if reading.name != self.adopted)


class Defect(Record):
    """A silence or contradiction that only a reader can see, declared with its clauses."""

    id: Identifier
    clauses: tuple[str, ...] = Field(min_length=1)
    severity: Literal["contradiction", "silence", "undefined_word", "misprint"]
    says: str
