"""How a run's findings stand to the run before, and what was decided of them, as a report takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from compliance.reports.follow_up import Disposition, FaultsPlanted, StateOfFinding
from compliance.store.assurance import kept_assurance
from compliance.store.finding_work import dispositions, states_in_run

if TYPE_CHECKING:
    from compliance.reports.follow_up import DispositionStatus, FindingState
    from compliance.store import Database
    from compliance.store.finding_work import State
    from compliance.store.results import StoredRun

_STATES: dict[State, FindingState] = {"new": "new", "still_open": "still open", "gone": "gone"}
_STATUSES: dict[str, DispositionStatus] = {
    "accepted": "accepted",
    "explained": "explained",
    "dismissed": "dismissed",
}


def states(db: Database, run: StoredRun) -> tuple[StateOfFinding, ...]:
    """Every finding of the run, then those that it was the first no longer to have, each in the order of exports."""
    return tuple(
        StateOfFinding(each.finding_id, _STATES[each.state], *each.about, since=each.since)
        for each in states_in_run(db, run.run_id)
    )


def decided(db: Database, known: tuple[StateOfFinding, ...]) -> tuple[Disposition, ...]:
    """Every disposition of those findings, in the order given."""
    ids = {each.finding_id for each in known}
    return tuple(
        Disposition(each.finding_id, _STATUSES[each.disposition], each.given_by, each.reason, each.given_at)
        for each in dispositions(db)
        if each.finding_id in ids
    )


def planted(db: Database, run: StoredRun) -> tuple[tuple[FaultsPlanted, ...] | None, str | None]:
    """The faults planted in a copy of the run's rounds by kind, and in a sentence what they were planted in."""
    kept = kept_assurance(db, run.run_id)
    if kept is None:
        return None, None
    kinds = tuple(FaultsPlanted(each.kind, each.planted, each.detected, each.codes) for each in kept.kinds)
    return kinds, (
        f"They are kinds that show in one round, planted in a copy of {kept.rounds:,} rounds of this run in which"
        " nothing was found; the copy was judged apart, and the record itself is untouched."
    )
