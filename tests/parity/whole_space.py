"""Logs that hold a whole finite space, each wager recorded as the reference evaluator derives it.

The set-based evaluator then has to find nothing: one wager on which the two differ would be a finding.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from itertools import combinations
from typing import TYPE_CHECKING, Any

from compliance.bulk.evaluate import evaluate
from compliance.domain.cards import DECK, Card
from compliance.ingest.ingesting import ingest_paths
from compliance.reference.ranking import line_for, qualifies, three_card_hand
from compliance.rules.rulebook import RuleBook
from compliance.store import open_database

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from compliance.bulk.evaluate import Evaluation
    from compliance.reference.ranking import RankedHand

SHEET = "live-three-card-poker"
"""Banked by the house: no limit stands between a hand and its money."""

STAKE = 1000
_FRAME = {
    "table_id": "L01",
    "rule_sheet": SHEET,
    "gaming_date": "2026-11-28",
    "started_at": "2026-11-28T19:00:00Z",
    "settled_at": "2026-11-28T19:01:00Z",
    "currency": "JPY",
    "status": "settled",
}


class Reference:
    """What the reference evaluator says of hands under the sheet, each hand ranked once."""

    def __init__(self) -> None:
        self.sheet = RuleBook.load().sheets[SHEET].sheet
        self.ranked = {hand: three_card_hand(hand, self.sheet.ranking) for hand in combinations(DECK, 3)}

    def qualifies(self, dealer: RankedHand) -> bool:
        return qualifies(dealer, self.sheet.qualifying, self.sheet.ranking)

    def base(self, own: RankedHand, dealer: RankedHand) -> list[dict[str, Any]]:
        """Ante and Play, and the Ante bonus where one is due."""
        won = (own.strength > dealer.strength) - (own.strength < dealer.strength)
        met = self.qualifies(dealer)
        wagers = [
            _wager("ante", STAKE, STAKE * won if met else STAKE),
            _wager("play", STAKE, STAKE * won if met else 0),
        ]
        bonus = self._paid("ante_bonus", own)
        return [*wagers, _wager("ante_bonus", 0, bonus)] if bonus is not None else wagers

    def bonus(self, kind: str, hand: RankedHand) -> dict[str, Any]:
        """A bonus wager read from a ranked hand."""
        paid = self._paid(kind, hand)
        return _wager(kind, STAKE, -STAKE if paid is None else paid)

    def _paid(self, kind: str, hand: RankedHand) -> int | None:
        chart = self.sheet.wagers[kind].chart
        line = line_for(chart, hand) if chart else None
        return None if line is None else int(STAKE * line.pay.to_one)


def _wager(kind: str, stake: int, net: int) -> dict[str, Any]:
    outcome = "win" if net > 0 else "lose" if net < 0 else "push"
    return {"kind": kind, "stake": stake, "outcome": outcome, "net": net}


def round_text(number: int, dealer: Sequence[Card], own: Sequence[Card], wagers: list[dict[str, Any]]) -> str:
    """One line of the log."""
    decision = "play" if any(wager["kind"] == "ante" for wager in wagers) else None
    participant = {"participant_id": "P", "decision": decision, "wagers": wagers}
    seats = [{"seat": 1, "cards": [str(card) for card in own], "participants": [participant]}]
    cards = {"dealer_cards": [str(card) for card in dealer]}
    return json.dumps({"round_id": str(number), **_FRAME, **cards, "seats": seats})


def judged_by_sets(folder: Path, lines: Iterable[str]) -> Evaluation:
    """Take the log in and let the set-based evaluator judge it."""
    log = folder / "space.jsonl"
    with log.open("w") as file:
        file.writelines(line + "\n" for line in lines)
    with open_database(folder / "space.duckdb") as db:
        (report,) = ingest_paths(db, [log], default_licensee="L", keep=False, at=datetime(2026, 11, 29, tzinfo=UTC))
        assert report.quarantined == report.duplicate == 0
        log.unlink()
        return evaluate(db.connection, RuleBook.load())
