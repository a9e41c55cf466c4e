"""The catalogue of checks: stable codes, never re-used. Both evaluators and every report take it from here."""

from __future__ import annotations

from dataclasses import dataclass

from compliance.domain.words import Verdict

V, R, U = Verdict.VIOLATION, Verdict.REVIEW, Verdict.UNDETERMINED


@dataclass(frozen=True, slots=True)
class Check:
    """A check: its code, its usual verdict, what breaks it, and what it counts as examined."""

    code: str
    verdict: Verdict
    title: str
    examines: str


_CHECKS = (
    Check("DEAL-001", V, "A card appears twice in the round", "settled rounds"),
    Check(
        "DEAL-002",
        V,
        "A hand without exactly three cards, or not shown though a wager needs it",
        "settled rounds",
    ),
    Check("RECD-004", U, "Rule sheet unknown or not in force", "rounds"),
    Check("RECD-005", V, "Void round without a reason, or with money moved", "void rounds"),
    Check("WAGR-001", V, "Play wager differs from the Ante", "Play wagers beside an Ante"),
    Check("WAGR-002", V, "Decision and wagers disagree", "participants with an Ante, a Play wager or a decision"),
    Check("WAGR-003", V, "Wager of a kind the sheet does not offer", "wagers"),
    Check("WAGR-004", V, "Wager that needs an Ante, without one", "wagers that need an Ante"),
    Check("WAGR-005", V, "Bonus wager above the Ante", "bonus wagers beside an Ante that the sheet limits to it"),
    Check(
        "WAGR-008",
        V,
        "More than one participant at a seat",
        "occupied seats where back-line wagers are forbidden",
    ),
    Check("SETL-001", V, "Net differs from the derived one", "wagers"),
    Check("SETL-002", R, "Net right, outcome label wrong", "wagers"),
    Check("SETL-003", V, "Settlement missing", "wagers"),
    Check("SETL-004", R, "Fits another reading of an unclear clause", "wagers"),
    Check("SETL-005", U, "Cannot be derived", "wagers"),
    Check("SETL-006", V, "Settlement recorded that is not due", "wagers"),
    Check(
        "COVR-001",
        V,
        "Player-dealer's limit ignored",
        "settled rounds with a recorded limit",
    ),
    Check("COVR-002", V, "Player-dealer won or lost more than the wager put up", "rounds with a recorded limit"),
    Check(
        "COVR-003",
        V,
        "Player-dealer's recorded net differs from the wagers' sum",
        "rounds with a recorded player-dealer net",
    ),
    Check("COVR-004", U, "Player-dealer's wager not recorded", "player-banked rounds"),
    Check(
        "ROTN-002",
        V,
        "Action seat does not follow from the action card",
        "rounds with action card and action seat",
    ),
)

CHECKS = {check.code: check for check in _CHECKS}
"""Every check by code, in the order of the catalogue."""
