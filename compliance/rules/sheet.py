"""A whole rule sheet, and the ways the evaluators look into it."""

from __future__ import annotations

from datetime import date
from functools import cached_property
from typing import Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from compliance.domain.money import minor_digits, minor_units
from compliance.domain.words import ANTE, PLAY
from compliance.rules.sections import (
    Bank,
    Button,
    Cap,
    Clause,
    Collection,
    Decisions,
    Deck,
    Defect,
    Document,
    Identifier,
    Interpretation,
    Procedure,
    Qualifying,
    Ranking,
    Record,
    Section,
    Showdown,
    Table,
    Voids,
    WagerRule,
)
from compliance.rules.wagers import fits_currency

SECTION_NAMES = (
    "deck",
    "table",
    "bank",
    "button",
    "qualifying",
    "ranking",
    "procedure",
    "showdown",
    "decisions",
    "voids",
    "collection",
)


class RuleSheet(Record):
    """Approved rules as data. Superseded, never edited; ``effective_from`` None means in force always."""

    format: Literal[1]
    id: Identifier
    title: str
    identifiers: tuple[str, ...] = ()
    standing: Literal["approved", "published", "excerpt"]
    banked_by: Literal["player_dealer", "house"]
    currency: str
    effective_from: date | None = None
    supersedes: Identifier | None = None
    document: Document
    clause: tuple[Clause, ...] = Field(min_length=1)
    deck: Deck
    table: Table
    bank: Bank | None = None
    button: Button | None = None
    qualifying: Qualifying
    ranking: Ranking
    showdown: Showdown
    procedure: Procedure | None = None
    decisions: Decisions | None = None
    voids: Voids | None = None
    collection: Collection | None = None
    wager: tuple[WagerRule, ...] = Field(min_length=1)
    cap: tuple[Cap, ...] = ()
    interpretation: tuple[Interpretation, ...] = ()
    defect: tuple[Defect, ...] = ()

    @field_validator("currency")
    @classmethod
    def _currency_is_known(cls, value: str) -> str:
        minor_digits(value)
        return value

    @model_validator(mode="after")
    def _parts_fit_together(self) -> Self:
        if (self.bank is not None) != (self.banked_by == "player_dealer"):
            raise ValueError("'bank' belongs to a sheet banked by the player-dealer, and only to such a sheet")
        for what, names in (
            ("wager kind", [rule.kind for rule in self.wager]),
            ("clause", [clause.id for clause in self.clause]),
            ("interpretation", [entry.id for entry in self.interpretation]),
        ):
            if doubles := sorted({name for name in names if names.count(name) > 1}):
                raise ValueError(f"the {what} {', '.join(doubles)} stands twice")
        known = {clause.id for clause in self.clause} | {entry.id for entry in self.interpretation}
        for place, cited in self.citations():
            if unknown := sorted(set(cited) - known):
                raise ValueError(
                    f"{place} cites {', '.join(unknown)}, which is no clause or interpretation of the sheet"
                )
        return self

    @model_validator(mode="after")
    def _values_can_be_settled_by(self) -> Self:
        offered = {rule.kind for rule in self.wager}
        if missing := [kind for kind in (ANTE, PLAY) if kind not in offered]:
            raise ValueError(f"the sheet offers no {' and no '.join(missing)}; add the wager")
        if self.qualifying.category not in self.ranking.three_card:
            raise ValueError(f"'qualifying' names {self.qualifying.category}, which the order of hands leaves out")
        if self.button is not None and self.bank is None:
            raise ValueError("'button' belongs to a sheet banked by the player-dealer; remove it")
        if self.supersedes == self.id:
            raise ValueError("a sheet cannot supersede itself; give the new version an id of its own")
        if self.supersedes is not None and self.effective_from is None:
            raise ValueError("'effective_from' is missing: a sheet supersedes another from a date on")
        for cap in self.cap:
            if unknown := sorted(set(cap.kinds) - offered):
                raise ValueError(f"'cap' covers {', '.join(unknown)}, which the sheet does not offer")
        for rule in self.wager:
            if rule.chart is not None and rule.hand == "best_five_of_six" and self.ranking.five_card is None:
                raise ValueError(f"'ranking' gives no order of five-card hands, which {rule.kind} needs")
        self._amounts_fit_the_currency()
        return self

    def _amounts_fit_the_currency(self) -> None:
        amounts = [cap.amount for cap in self.cap]
        for rule in self.wager:
            amounts += [rule.fixed_stake or "0", (rule.meter.seed if rule.meter else None) or "0"]
            if rule.chart is not None:
                fits_currency(rule.chart, self.currency, "sheet")
        for amount in amounts:
            minor_units(amount, minor_digits(self.currency))

    def citations(self) -> list[tuple[str, tuple[str, ...]]]:
        """Return every place of the sheet with the ids that it cites."""
        sections: list[tuple[str, Section | None]] = [(name, getattr(self, name)) for name in SECTION_NAMES]
        sections += [(f"wager.{rule.kind}", rule) for rule in self.wager]
        sections += [(f"cap.{place}", cap) for place, cap in enumerate(self.cap)]
        cited = [
            (f"{name}.{key}", ids) for name, part in sections if part is not None for key, ids in part.cite.items()
        ]
        cited += [(f"interpretation {entry.id}", entry.clauses) for entry in self.interpretation]
        return cited + [(f"defect {entry.id}", entry.clauses) for entry in self.defect]

    @cached_property
    def wagers(self) -> dict[str, WagerRule]:
        """The wagers offered, by kind, in the sheet's order."""
        return {rule.kind: rule for rule in self.wager}

    @cached_property
    def interpretations(self) -> dict[str, Interpretation]:
        """The interpretations by id, in the sheet's order."""
        return {entry.id: entry for entry in self.interpretation}

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        """The clauses by id."""
        return {clause.id: clause for clause in self.clause}

    def cited(self, path: str) -> tuple[str, ...]:
        """Return the clause or interpretation ids that the value at ``path`` rests on; empty where it is not stated.

        ``path`` is ``section.key``, ``wager.KIND.key`` or ``cap.key`` (the first cap that states it).
        """
        name, _, key = path.partition(".")
        if name == "wager":
            kind, _, key = key.partition(".")
            rule = self.wagers.get(kind)
            return rule.cite.get(key, ()) if rule else ()
        if name == "cap":
            return next((cap.cite[key] for cap in self.cap if key in cap.cite), ())
        section: Section | None = getattr(self, name)
        return section.cite.get(key, ()) if section else ()

    def replacing(self, values: dict[str, Any]) -> RuleSheet:
        """Return the sheet with the values at the given paths replaced: a reading, or a posting's chart.

        Citations stay as they are, so a replaced value keeps the clause that leaves it open.

        Raises:
            ValueError: a path does not exist in the sheet, or the value does not fit it.
        """
        data = self.model_dump(exclude_unset=True)
        for path, value in values.items():
            target, key = self._target(data, path)
            if key not in target:
                raise ValueError(f"{self.id} states no {path}")
            target[key] = value
        return type(self).model_validate(data)

    @staticmethod
    def _target(data: dict[str, Any], path: str) -> tuple[dict[str, Any], str]:
        name, _, key = path.partition(".")
        if name == "wager":
            kind, _, key = key.partition(".")
            found = next((rule for rule in data["wager"] if rule["kind"] == kind), None)
        elif name == "cap":
            found = data["cap"][0] if data.get("cap") else None
        else:
            found = data.get(name)
        if found is None:
            raise ValueError(f"the sheet states no {path}")
        return found, key

    def under(self, interpretation: str, reading: str) -> RuleSheet:
        """Return the sheet as it stands under another reading of one interpretation.

        Raises:
            KeyError: no such interpretation.
            ValueError: no such reading.
        """
        entry = self.interpretations[interpretation]
        for candidate in entry.readings:
            if candidate.name == reading:
                return self.replacing(candidate.sets) if candidate.sets else self
        raise ValueError(f"{self.id} {interpretation} has no reading {reading!r}")
