"""Reads the hand-worked cases about a table's log: several rounds, what is posted and signed, and what must be found.

A case file of `tables/` is named by its check. A case gives `rounds`, each the fields in which it differs from the
plain round (see `PLAIN`); the n-th is numbered n, played n - 1 times two minutes after the first, and called "n". Its
`seats` are lines of text, "1 Kh 9s 4c P-1 fee 1.00: ante 25 win 25, play 25 win 25". `licensee` is the text of tables
of a licensee's file; without it there is none. `found` lists what is to be found, as "round code verdict" with seat,
participant and kind where there are any, and the detail after a bar. `examined` counts what the case's check looks at.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent / "tables"
START = datetime.fromisoformat("2026-11-28T19:00:00-08:00")
PLAIN: dict[str, Any] = {
    "table_id": "T01",
    "rule_sheet": "gega-003666",
    "gaming_date": "2026-11-28",
    "currency": "USD",
    "status": "settled",
    "seats": [],
}
HEAD = """
format = 1
name = "Room of a case"
time_zone = "America/Los_Angeles"
day_starts_at = "06:00"
currency = "USD"
"""
KEYS = {
    "name", "clause", "why", "rounds", "rest", "licensee", "found", "examined", "totals", "sessions", "drops", "sheets",
    "scope", "again",
}  # fmt: skip


@dataclass(frozen=True)
class TableCase:
    """A table's log with all that must be found of it. `found` holds (round id, code, verdict, seat, …, detail)."""

    code: str
    name: str
    rounds: list[dict[str, Any]]
    again: list[dict[str, Any]]
    licensee: str | None
    found: tuple[str, ...]
    examined: int | None
    signed: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.code}/{self.name}"


def all_table_cases() -> list[TableCase]:
    """Every case of every file, in the order of the files and of the cases in them."""
    return [case for path in sorted(HERE.glob("*.toml")) for case in _cases(path)]


def _cases(path: Path) -> list[TableCase]:
    code = path.stem.upper().replace("_", "-")
    cases = []
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
        where = f"{code}/{entry.get('name')}"
        if set(entry) - KEYS or not entry.get("clause") or not entry.get("why"):
            raise ValueError(f"{where}: unknown key or missing clause or why")
        fails = any(line.split()[1] == code for line in entry.get("found", []))
        if not entry["name"].startswith("fail_" if fails else "pass_"):
            raise ValueError(
                f"{where}: a name starts with fail_ where the case's own check finds something, else pass_"
            )
        cases.append(_case(code, where, entry))
    return cases


def _case(code: str, where: str, entry: dict[str, Any]) -> TableCase:
    owner = where.replace("/", ".")
    rounds = []
    for fields in entry["rounds"]:
        for _ in range(fields.get("times", 1)):
            rounds.append(_round(owner, len(rounds) + 1, {**entry.get("rest", {}), **fields}))
    again = [
        {**rounds[fields["of"] - 1], **{k: v for k, v in fields.items() if k != "of"}}
        for fields in entry.get("again", [])
    ]
    licensee = entry.get("licensee")
    text = f'{HEAD}id = "{owner}"\n{licensee}' if licensee is not None else None
    signed = {name: entry[name] for name in ("totals", "sessions", "drops") if name in entry}
    return TableCase(
        code, entry["name"], rounds, again, text, tuple(entry.get("found", [])), entry.get("examined"), signed
    )


def _round(owner: str, number: int, fields: dict[str, Any]) -> dict[str, Any]:
    started = START + timedelta(minutes=2 * (number - 1))
    plain = PLAIN | {
        "licensee_id": owner,
        "round_id": str(number),
        "sequence": number,
        "started_at": started.isoformat(),
        "wagers_closed_at": (started + timedelta(seconds=20)).isoformat(),
        "settled_at": (started + timedelta(seconds=90)).isoformat(),
    }
    record = plain | {key: value for key, value in fields.items() if key != "times"}
    record["seats"] = [_seat(line) if isinstance(line, str) else line for line in record["seats"]]
    return {key: value for key, value in record.items() if value != "none"}


def _seat(line: str) -> dict[str, Any]:
    head, _, wagers = line.partition(":")
    words = head.split()
    cards = words[1:4] if len(words) > 4 and len(words[1]) == 2 else None
    rest = words[4:] if cards else words[1:]
    participant: dict[str, Any] = {
        "participant_id": rest[0],
        "wagers": [_wager(text) for text in wagers.split(",") if text.strip()],
    }
    participant["decision"] = "play" if any(wager["kind"] == "play" for wager in participant["wagers"]) else None
    for name, value in zip(rest[1::2], rest[2::2], strict=True):
        participant[{"fee": "collection", "decides": "decision"}[name]] = value
    return {"seat": int(words[0]), "cards": cards, "participants": [participant]}


def _wager(text: str) -> dict[str, Any]:
    kind, stake, outcome, net, *at = text.split()
    return {"kind": kind, "stake": stake, "outcome": outcome, "net": net} | ({"placed_at": at[0]} if at else {})
