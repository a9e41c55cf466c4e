"""What every part of a rule sheet is made of: strict frozen records, cited sections, clauses of a document."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

Identifier = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9._-]{0,63}$")]
WagerKind = Annotated[str, Field(pattern=r"^[a-z0-9_]{1,64}$")]
AmountText = Annotated[str, Field(pattern=r"^[0-9]+(\.[0-9]+)?$")]
PercentText = Annotated[str, Field(pattern=r"^[0-9]+(\.[0-9]+)?%$")]
Rank = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]


class Record(BaseModel):
    """Frozen and strict: an unknown key is an error, a number is not text."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Section(Record):
    """A part of the sheet whose every value is cited."""

    cite: dict[str, tuple[str, ...]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _every_value_is_cited(self) -> Self:
        stated = {name for name in self.model_fields_set if name != "cite"} - self._uncited()
        stated -= {name for name in stated if getattr(self, name) is None}
        if missing := sorted(name for name in stated if not self.cite.get(name)):
            raise ValueError(f"no clause is cited for {', '.join(missing)}; add it under 'cite'")
        if unknown := sorted(set(self.cite) - stated):
            raise ValueError(f"'cite' names {', '.join(unknown)}, which the section does not state")
        return self

    @classmethod
    def _uncited(cls) -> set[str]:
        """Names of keys that are labels, not values of the rules."""
        return set()


class Clause(Record):
    """One paragraph of the document, or one item of its list. ``says`` gives its content in our own words."""

    id: Identifier
    heading: str
    paragraph: int = Field(ge=1)
    item: int | None = Field(default=None, ge=1)
    says: str

    @property
    def citation(self) -> str:
        """The place as a reader would look it up: ``Type of Game ¶1``, ``Determining a Winning Wager ¶1.2``."""
        return f"{self.heading} ¶{self.paragraph}" + (f".{self.item}" if self.item else "")


class Document(Record):
    """The approved or published text that the sheet was keyed from, and that controls."""

    name: str
    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    holder: str | None = None
    notice: str | None = None
