"""What a run commits to about one round, as plain JSON: what evidence can later show or withhold, field by field.

People are named in the raw line and in the round as it was read, and nowhere else: a derivation and a finding name
them by their place at the seat. Those two fields can be withheld, and all the rest still stands.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass, replace
from datetime import date
from typing import TYPE_CHECKING, Any

from compliance.audit_log import SourceLine, round_fields
from compliance.domain.cards import Card
from compliance.reports.pseudonyms import Pseudonyms

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from compliance.domain.rounds import Round, Seat
    from compliance.ingest.rereading import RawLine
    from compliance.reference.trace import Step
    from compliance.store.results import StoredFinding
    from compliance.workflows.explain import Explanation

LARGEST_EXACT = 2**53 - 1
"""The largest integer that every reader of JSON holds exactly; a larger one is written as text."""


@dataclass(frozen=True, slots=True)
class PseudonymSource:
    """What makes the pseudonyms of a licensee's reports."""

    key: bytes
    licensee_id: str


def provable_fields(
    explained: Explanation,
    lines: Sequence[RawLine],
    stored: Sequence[StoredFinding],
    sheet_digest: str,
    source: PseudonymSource,
) -> dict[str, Any]:
    """The fields of one round. ``lines``: where it was read; ``stored``: its findings. Amounts are in minor units."""
    round_ = explained.round
    people = _People.of(round_, source)
    return round_fields(
        round_id=round_.round_id,
        file_sha256=round_.source.file_sha256,
        lines=[SourceLine(each.raw, each.line, each.byte_offset) for each in lines],
        parsed_round=_round(round_),
        sheet_digest=sheet_digest,
        derivation=[_step(step, people) for step in explained.steps],
        findings=[_finding(each, people) for each in stored],
        redacted_view=_round(redacted_round(round_, people.names)),
    )


@dataclass(frozen=True, slots=True)
class _People:
    """The people of a round: their pseudonyms, and the place of each participant at a seat, from 1."""

    names: Pseudonyms
    places: Mapping[tuple[int | None, str | None], int]

    @classmethod
    def of(cls, round_: Round, source: PseudonymSource) -> _People:
        places: dict[tuple[int | None, str | None], int] = {
            (seat.seat, who.participant_id): place
            for seat in round_.seats
            for place, who in enumerate(seat.participants, start=1)
        }
        return cls(pseudonyms_of(round_, source), places)

    def without_names(self, text: str) -> str:
        """The text with pseudonyms for the people it names, which none of the program's own sentences does."""
        everybody = self.names.participants | self.names.house_dealers
        return self.names.text(text) if any(name in text for name in everybody) else text


def _step(step: Step, people: _People) -> dict[str, Any]:
    return {
        "step": step.step,
        "seat": step.seat,
        "participant": people.places.get((step.seat, step.participant_id)),
        "clauses": list(step.clauses),
        "statement": people.without_names(step.statement),
        "value": people.without_names(step.value),
    }


def _finding(stored: StoredFinding, people: _People) -> dict[str, Any]:
    """A finding without its id, which is an unkeyed digest over the participant's and would confirm a guess at it."""
    found = stored.finding
    shown = {each.name: _plain(getattr(found, each.name)) for each in fields(found) if each.name != "participant_id"}
    return shown | {
        "participant": people.places.get((found.seat, found.participant_id)),
        "clauses": list(stored.clauses),
        "detail": None if found.detail is None else people.without_names(found.detail),
        "message": people.without_names(stored.message),
    }


def _round(round_: Round) -> Any:
    return {each.name: _plain(getattr(round_, each.name)) for each in fields(round_) if each.name != "source"}


def pseudonyms_of(round_: Round, source: PseudonymSource) -> Pseudonyms:
    """The pseudonyms of everybody whom a round names."""
    bank, dealer = round_.player_dealer, round_.house_dealer_id
    ids = {who.participant_id for seat in round_.seats for who in seat.participants}
    ids |= {bank.participant_id, *(bank.declined_by or ())} if bank else set()
    return Pseudonyms(source.key, source.licensee_id, frozenset(ids), frozenset({dealer} if dealer else ()))


def redacted_round(round_: Round, names: Pseudonyms) -> Round:
    """The round with pseudonyms, and without its two fields of free text."""
    bank = round_.player_dealer
    if bank:
        declined = bank.declined_by and tuple(names.participant(each) for each in bank.declined_by)
        bank = replace(bank, participant_id=names.participant(bank.participant_id), declined_by=declined)
    return replace(
        round_,
        seats=tuple(_redacted_seat(seat, names) for seat in round_.seats),
        house_dealer_id=round_.house_dealer_id and names.house_dealer(round_.house_dealer_id),
        player_dealer=bank,
        void_reason=None,
        extra=None,
    )


def _redacted_seat(seat: Seat, names: Pseudonyms) -> Seat:
    people = (replace(who, participant_id=names.participant(who.participant_id)) for who in seat.participants)
    return replace(seat, participants=tuple(people))


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return value if abs(value) <= LARGEST_EXACT else str(value)
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, date):
        return value.isoformat()
    if is_dataclass(value):
        return {each.name: _plain(getattr(value, each.name)) for each in fields(value)}
    raise TypeError(f"a {type(value).__name__} has no place in a round")
