"""Looking findings up, to work them: ``compliance findings list|show``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from compliance.domain.money import MoneyError, minor_units
from compliance.store.finding_work import (
    AMOUNT_DIGITS,
    Disposition,
    Filter,
    WorkedFinding,
    dispositions,
    ids_like,
    worked_findings,
)
from compliance.workflows.export import finding_record
from compliance.workflows.workspace import WorkflowError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.store import Database

_PREFIX = re.compile(r"[0-9a-f]{1,16}")
_NAMED = 5


@dataclass(frozen=True, slots=True)
class ShownFinding:
    """A finding with every disposition it was given, in the order given."""

    worked: WorkedFinding
    history: Sequence[Disposition]

    def to_json(self) -> dict[str, Any]:
        """As ``findings show --json`` prints it."""
        stored = self.worked.stored
        of_round = {"rule_sheet": stored.rule_sheet, "cards": stored.cards, "dealer_cards": stored.dealer_cards}
        return worked_record(self.worked) | of_round | {"history": [disposition_record(each) for each in self.history]}


def worked_record(worked: WorkedFinding) -> dict[str, Any]:
    """A finding as ``findings list --json`` prints it: as exported, with state and disposition."""
    return finding_record(worked.stored) | {
        "currency": worked.stored.currency,
        "house_dealer_id": worked.stored.house_dealer_id,
        "state": worked.state,
        "since": worked.since,
        "gone": worked.gone,
        "disposition": disposition_record(worked.disposition) if worked.disposition else None,
    }


def disposition_record(given: Disposition) -> dict[str, str]:
    """A disposition as JSON."""
    return {"as": given.disposition, "by": given.given_by, "reason": given.reason, "at": given.given_at}


def least_amount(text: str | None) -> int | None:
    """Read the least difference that a filter asks for.

    Raises:
        WorkflowError: it is no amount, or a negative one.
    """
    if text is None:
        return None
    try:
        amount = minor_units(text, AMOUNT_DIGITS)
    except MoneyError as error:
        raise WorkflowError(f"--amount: {error}") from None
    if amount < 0:
        raise WorkflowError("--amount is a difference either way; give it without a sign")
    return amount


def resolved(db: Database, given: Sequence[str]) -> list[str]:
    """The ids of the findings that ids, or the beginnings of ids, name; each once, in the order given.

    Raises:
        WorkflowError: none, or more than one, begins so.
    """
    found = ids_like(db, [each for each in given if _PREFIX.fullmatch(each)], _NAMED + 1)
    for each in given:
        ids = found.get(each, [])
        if not ids:
            raise WorkflowError(f"no finding {each!r} is in {db.path}; see the ids with 'compliance findings list'")
        if len(ids) > 1:
            more = " and more" if len(ids) > _NAMED else ""
            raise WorkflowError(
                f"{each!r} begins the ids of several findings ({', '.join(ids[:_NAMED])}{more}); give more of it"
            )
    return list(dict.fromkeys(found[each][0] for each in given))


def shown(db: Database, given: str) -> ShownFinding:
    """A finding by its id, or the beginning of it.

    Raises:
        WorkflowError: none, or more than one, begins so.
    """
    (finding_id,) = resolved(db, [given])
    worked = list(worked_findings(db, Filter(finding_ids=[finding_id])))
    if len(worked) > 1:
        raise WorkflowError(f"{len(worked)} findings have the id {finding_id}; 'compliance export findings' lists them")
    return ShownFinding(worked[0], dispositions(db, finding_id))
