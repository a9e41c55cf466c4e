"""Reads the hand-worked cases and writes each one out as a format-1 round.

A case file holds `[[case]]` tables. A case names its sheet, the clause it stands on, why the money is what it is,
and the round: `dealer` (the dealer hand), `bank` ("seat 7, wager 300, net -100"), and one `[[case.at]]` table for
every participant at a seat. The lines of `wagers` read

    kind stake | what the log says | what is due | verdict

with the third column left out where the log is right. `none` in the second column is a line missing from the log,
`none` in the third a line that is not due, `?` one that cannot be derived. The last column is `conforms`, or a
verdict, a code, a reading (`C1/running_net`) and the variance (`overpaid 5`). `also` lists the findings that are
not about one wager's money, with the place where it matters: "WAGR-001 seat 1 P-1 play". `decides` gives, for a
doubtful clause, the wagers that tell its readings apart, those that fit the adopted one, those that fit another.
"""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
DECIMALS = {"JPY": "1", "KWD": "0.001"}
CASE_KEYS = {
    "name",
    "clause",
    "why",
    "sheet",
    "dealer",
    "bank",
    "action_seat",
    "action_card",
    "currency",
    "void",
    "positions",
    "rulings",
    "also",
    "decides",
    "at",
}
AT_KEYS = {"seat", "who", "cards", "decision", "source", "wagers"}


@dataclass(frozen=True)
class ExpectedLine:
    """What one wager must come to. Amounts are decimal strings; None where the thing cannot be said."""

    seat: int
    participant_id: str
    wager_kind: str
    recorded: bool
    expected_outcome: str | None
    expected_net: str | None
    verdict: str
    code: str | None = None
    interpretation: str | None = None
    reading: str | None = None
    direction: str | None = None
    variance: str | None = None


@dataclass(frozen=True)
class ExpectedFinding:
    """A finding that is not about one wager's money; None means that the case does not say."""

    code: str
    seat: int | None = None
    participant_id: str | None = None
    wager_kind: str | None = None
    interpretation: str | None = None
    reading: str | None = None

    @property
    def verdict(self) -> str:
        if self.reading is not None:
            return "review"
        return "undetermined" if self.code in ("RECD-004", "COVR-004") else "violation"


@dataclass(frozen=True)
class Case:
    """One hand-worked round with all that must be said of it."""

    rule: str
    name: str
    clause: str
    why: str
    positions: int | None
    rulings: dict[str, str]
    round: dict[str, Any]
    lines: tuple[ExpectedLine, ...]
    also: tuple[ExpectedFinding, ...]
    decides: dict[str, tuple[int, int, int]]

    @property
    def id(self) -> str:
        return f"{self.rule}/{self.name}"

    @property
    def text(self) -> str:
        """The round as one line of a format-1 log."""
        return json.dumps(self.round)

    @property
    def codes(self) -> list[str]:
        """Every code that the round must raise, as often as it must, sorted."""
        return sorted([line.code for line in self.lines if line.code] + [found.code for found in self.also])


def all_cases() -> list[Case]:
    """Every case of every file beside this one, in the order of the files and of the cases in them."""
    return [case for path in sorted(HERE.glob("*.toml")) for case in cases_of(path)]


def cases_of(path: Path) -> list[Case]:
    """The cases of one file. Raises ValueError for a case that is incomplete or contradicts its own name."""
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    return [_case(path.stem, entry) for entry in content["case"]]


def _case(rule: str, entry: dict[str, Any]) -> Case:
    where = f"{rule}/{entry.get('name')}"
    unknown = set(entry) - CASE_KEYS | {key for at in entry.get("at", []) for key in set(at) - AT_KEYS}
    if unknown or not entry.get("clause") or not entry.get("why"):
        raise ValueError(f"{where}: unknown key or missing clause or why: {sorted(unknown)}")
    currency = entry.get("currency", "USD")
    record, lines = _round(rule, entry, currency)
    decides = {k: (int(a), int(b), int(c)) for k, (a, b, c) in entry.get("decides", {}).items()}
    case = Case(
        rule,
        entry["name"],
        entry["clause"],
        entry["why"],
        entry.get("positions"),
        entry.get("rulings", {}),
        record,
        tuple(lines),
        tuple(_also(text) for text in entry.get("also", [])),
        decides,
    )
    if not case.name.startswith("fail_" if case.codes else "pass_"):
        raise ValueError(f"{where}: a name starts with pass_ when nothing is found and with fail_ when something is")
    return case


def _round(rule: str, entry: dict[str, Any], currency: str) -> tuple[dict[str, Any], list[ExpectedLine]]:
    record: dict[str, Any] = {
        "round_id": f"{rule}.{entry['name']}"[:128],
        "table_id": "T01",
        "rule_sheet": entry["sheet"],
        "gaming_date": "2026-11-28",
        "started_at": "2026-11-28T19:04:11-08:00",
        "wagers_closed_at": "2026-11-28T19:04:31-08:00",
        "settled_at": "2026-11-28T19:05:40-08:00",
        "currency": currency,
        "status": "void" if "void" in entry else "settled",
        "void_reason": entry.get("void") or None,
        "dealer_cards": entry["dealer"].split() if "dealer" in entry else None,
        "seats": [],
    }
    record.update({key: entry[key] for key in ("action_seat", "action_card") if key in entry})
    if "bank" in entry:
        record["player_dealer"] = _bank(entry["bank"], currency)
    seats: dict[int, dict[str, Any]] = {}
    lines: list[ExpectedLine] = []
    for at in entry.get("at", []):
        number = at["seat"]
        if number not in seats:
            cards = at["cards"].split() if "cards" in at else None
            seats[number] = {"seat": number, "cards": cards, "participants": []}
            record["seats"].append(seats[number])
        who = at.get("who", f"P-{number}")
        wagers = []
        for row in at.get("wagers", "").strip().splitlines():
            wager, line = _wager(number, who, [part.strip() for part in row.split("|")], currency)
            lines.append(line)
            if wager is not None:
                wagers.append(wager)
        source = {"decision_source": at["source"]} if "source" in at else {}
        seats[number]["participants"].append(
            {"participant_id": who, "decision": at.get("decision"), **source, "wagers": wagers}
        )
    return record, lines


def _amount(text: str, currency: str) -> str:
    return str(Decimal(text).quantize(Decimal(DECIMALS.get(currency, "0.01"))))


def _bank(text: str, currency: str) -> dict[str, Any]:
    bank: dict[str, Any] = {"participant_id": "P-bank"}
    for part in text.split(","):
        field, value = part.split()
        bank[field] = int(value) if field == "seat" else _amount(value, currency)
    return bank


def _wager(seat: int, who: str, columns: list[str], currency: str) -> tuple[dict[str, Any] | None, ExpectedLine]:
    kind, stake = columns[0].split()
    logged, due, verdict = columns[1], columns[-2], columns[-1].split()
    wager = None
    if logged != "none":
        outcome, net = logged.split()
        wager = {
            "kind": kind,
            "stake": _amount(stake, currency),
            "outcome": outcome,
            "net": _amount(net, currency),
        }
    outcome_due: str | None = None
    net_due: str | None = None if due == "?" else _amount("0", currency)
    if due not in ("?", "none"):
        outcome_due, net_due = due.split()[0], _amount(due.split()[1], currency)
    reading = next((word for word in verdict if "/" in word), "/").split("/")
    direction = next((word for word in verdict if word in ("overpaid", "underpaid")), None)
    variance = None
    if direction is not None:
        by = verdict[verdict.index(direction) + 1]
        variance = _amount(by if direction == "overpaid" else f"-{by}", currency)
    line = ExpectedLine(
        seat,
        who,
        kind,
        wager is not None,
        outcome_due,
        net_due,
        verdict[0],
        verdict[1] if len(verdict) > 1 else None,
        reading[0] or None,
        reading[1] or None,
        direction,
        variance,
    )
    return wager, line


def _also(text: str) -> ExpectedFinding:
    code, *words = text.split()
    reading = next((word for word in words if "/" in word), None)
    place = [word for word in words if word != reading]
    interpretation, _, name = (reading or "").partition("/")
    seat = int(place[1]) if place else None
    return ExpectedFinding(
        code,
        seat,
        place[2] if len(place) > 2 else None,
        place[3] if len(place) > 3 else None,
        interpretation or None,
        name or None,
    )
