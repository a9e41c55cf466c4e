"""The catalogue of checks: stable codes, never re-used. Both evaluators and every report take it from here."""

from __future__ import annotations

from dataclasses import dataclass

from compliance.domain.words import Verdict

V, R, U = Verdict.VIOLATION, Verdict.REVIEW, Verdict.UNDETERMINED

NO_FILE = "no licensee's file was given"
NONE_IN_LOGS = "the logs hold none"
NO_MANIFEST = "the licensee signed no such control totals"


@dataclass(frozen=True, slots=True)
class Check:
    """A check: its code, its usual verdict, what breaks it, and what it counts as examined.

    ``otherwise`` says why something that comes under it is not examined. ``of_file``: it rests on the licensee's file,
    and without one nothing is.
    """

    code: str
    verdict: Verdict
    title: str
    examines: str
    otherwise: str = NONE_IN_LOGS
    of_file: bool = False

    def why_not(self, *, filed: bool) -> str:
        """Why some or all of what comes under the check was not examined; ``filed``: with a licensee's file."""
        return NO_FILE if self.of_file and not filed else self.otherwise


_CHECKS = (
    Check("DEAL-001", V, "A card appears twice in the round", "settled rounds"),
    Check(
        "DEAL-002",
        V,
        "A hand without exactly three cards, or not shown though a wager needs it",
        "settled rounds",
    ),
    Check(
        "DEAL-003",
        R,
        "A card of a deck never comes",
        "decks at tables",
        "too few rounds show the dealer hand, or the sheet does not say what cards the deck has",
    ),
    Check("RECD-001", V, "Same round id, other content", "rounds"),
    Check(
        "RECD-002",
        V,
        "Gap or step back in a table's sequence",
        "numbered rounds after another",
        "the rounds are not numbered, or none comes before them",
    ),
    Check("RECD-003", V, "Times out of order, or rounds of a table overlap", "rounds"),
    Check("RECD-004", U, "Rule sheet unknown or not in force", "rounds"),
    Check("RECD-005", V, "Void round without a reason, or with money moved", "void rounds"),
    Check(
        "RECD-006",
        V,
        "Round names another sheet than the licensee's file has for the table",
        "rounds",
        "the licensee's file does not say what the table plays on the gaming date",
        of_file=True,
    ),
    Check(
        "RECD-007",
        V,
        "Gaming date does not fit the time the round started",
        "rounds",
        "the licensee's file does not have the table",
        of_file=True,
    ),
    Check("RECD-008", R, "Void round where the sheet gives no cause for voiding", "void rounds"),
    Check("WAGR-001", V, "Play wager differs from the Ante", "Play wagers beside an Ante"),
    Check("WAGR-002", V, "Decision and wagers disagree", "participants with an Ante, a Play wager or a decision"),
    Check("WAGR-003", V, "Wager of a kind the sheet does not offer", "wagers"),
    Check("WAGR-004", V, "Wager that needs an Ante, without one", "wagers that need an Ante"),
    Check("WAGR-005", V, "Bonus wager above the Ante", "bonus wagers beside an Ante that the sheet limits to it"),
    Check(
        "WAGR-006",
        V,
        "Stake outside the table's limits, or not positive",
        "wagers",
        "no limit is posted for their kind at the table",
        of_file=True,
    ),
    Check(
        "WAGR-007",
        V,
        "Wager placed after wagers closed",
        "wagers placed before the hands are seen",
        "when they were placed, or when wagers closed, is not recorded",
    ),
    Check(
        "WAGR-008",
        V,
        "More than one participant at a seat",
        "occupied seats where back-line wagers are forbidden",
    ),
    Check(
        "WAGR-009",
        V,
        "Seat outside the table's positions, or wagers at the banking seat",
        "occupied seats",
        "the positions are not known, and nobody banks",
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
        "ROTN-001",
        R,
        "Same participant banks more rounds in a row than the sheet allows",
        "player-banked rounds",
        "the sheet does not say how many rounds in a row, or who banks is not recorded",
    ),
    Check(
        "ROTN-002",
        V,
        "Action seat does not follow from the action card",
        "rounds with action card and action seat",
    ),
    Check(
        "ROTN-003",
        V,
        "The house banks as player-dealer",
        "player-banked rounds",
        "on whose behalf the player-dealer banks is not recorded",
    ),
    Check(
        "DECK-001",
        V,
        "Decks do not alternate",
        "settled rounds",
        "the sheet has no two decks that take turns, or the deck of two successive rounds is not recorded",
    ),
    Check(
        "COLL-001",
        V,
        "Collection not in the posted schedule",
        "collections",
        "no schedule is posted at the table",
        of_file=True,
    ),
    Check(
        "COLL-002",
        R,
        "More collection rates at a table than the statute allows",
        "gaming dates of player-banked tables",
        "no collection is posted or recorded",
    ),
    Check("COLL-003", R, "Collection moves with the wager or the winnings", "collections of participants"),
    Check(
        "COLL-004",
        V,
        "Participant dealt in without a collection",
        "participants with a wager where the sheet requires a collection",
        "the log of the table and gaming date records no collections",
    ),
    Check(
        "PROG-001",
        V,
        "Meter does not carry on from round to round by the posted rate",
        "rounds with a meter",
        "no round of the meter comes before, and its rate is not posted",
    ),
    Check(
        "PROG-002",
        V,
        "Meter does not fall by the share it pays",
        "rounds with a meter",
        "no share of the meter is due, or its rate is not posted",
    ),
    Check("RECO-001", V, "Log differs from the licensee's control totals", "control totals", NO_MANIFEST),
    Check(
        "RECO-002",
        V,
        "Player-dealer's session differs from the derived settlements",
        "sessions",
        f"{NO_MANIFEST}, or rounds of the session are missing or cannot be derived",
    ),
    Check("RECO-003", V, "Collections differ from the table's drop", "drops", NO_MANIFEST),
    Check(
        "ALIK-001",
        R,
        "Settled otherwise than its like",
        "wagers for which nothing can be derived",
        "a hand is not shown, a cap may have cut it, or no other wager is like it",
    ),
)

CHECKS = {check.code: check for check in _CHECKS}
"""Every check by code, in the order of the catalogue."""

OF_TABLES = (
    "RECD-001", "RECD-002", "RECD-003", "RECD-006", "RECD-007", "RECD-008", "WAGR-006", "WAGR-007", "WAGR-009",
    "ROTN-001", "ROTN-003", "DECK-001", "DEAL-003", "COLL-001", "COLL-002", "COLL-003", "COLL-004", "PROG-001",
    "PROG-002", "RECO-001", "RECO-002", "RECO-003",
)  # fmt: skip
"""Checks that look at a table's whole log, or at what its licensee has posted and signed; RECD-004 does in part."""
