"""The night of ``night.toml`` as an audit's input: about forty findings at five tables, balanced to the row."""

from __future__ import annotations

import hashlib
import tomllib
from collections import Counter
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from compliance.domain.words import Direction, Outcome, Verdict
from compliance.reports.audit_input import (
    AuditInput,
    CheckResult,
    ClauseText,
    Derivation,
    FileReceived,
    FindingRow,
    InterpretationTouched,
    MoneyTotal,
    Parity,
    QuarantinedLine,
    SheetUsed,
    TraceStep,
    WagerCounts,
)

NIGHT = date(2026, 3, 2)
MORNING = date(2026, 3, 3)
KEY = bytes(range(32))
EXAMINED = 12_480
BYTES_A_LINE = 1_604
ANSWERED = ("ante", "play", "pair_plus", "six_card_bonus")
CHECKPOINT = """mesa-card-room.example/audit
214
q7mFVUmGbIySV5rdgT7k0WmVQz3nqVZ0n8Nq5m3Yw1E=

— mesa-card-room.example/audit k7Wm9x1YfQ3mW8bq5o0cO2b8C4M2m8kq1vQ0m9bqC4M2m8kq1vQ0m9bqC4M2m8kq1vQ0m9bqC4M2m8kq=
"""
_DATA: dict[str, Any] = tomllib.loads(Path(__file__).with_name("night.toml").read_text("utf-8"))
SHEET_OF = {each["table"]: each["id"] for each in _DATA["sheet"]}
FILE_OF = {each["table"]: hashlib.sha256(each["path"].encode()).hexdigest() for each in _DATA["file"]}


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def finding(place: int, code: str, verdict: Verdict, table: str = "TCP-01", **fields: Any) -> FindingRow:
    """A finding in US dollars at one of the five tables; what is not given is absent."""
    number = 100 + place * 7
    expected, recorded = fields.get("expected_net"), fields.get("recorded_net")
    variance = None if expected is None else (recorded or 0) - expected
    values: dict[str, Any] = dict.fromkeys(FindingRow.__dataclass_fields__)
    values |= {
        "finding_id": digest(f"{table}{code}{place}"),
        "code": code,
        "verdict": verdict,
        "licensee_id": "mesa-card-room",
        "round_id": f"{table}-20260302-{number:05d}",
        "table_id": table,
        "gaming_date": NIGHT if place % 3 else MORNING,
        "sequence": number,
        "rule_sheet": SHEET_OF[table],
        "house_dealer_id": f"HD-{100 + place % 4}",
        "currency": "USD",
        "minor_digits": 2,
        "variance": variance,
        "direction": None if not variance else Direction.OVERPAID if variance > 0 else Direction.UNDERPAID,
        "clauses": (),
        "also_fits": (),
        "message": "The record differs from the sheet.",
        "file_sha256": FILE_OF[table],
        "line": number,
        "byte_offset": number * BYTES_A_LINE,
        "place": place,
    }
    return FindingRow(**(values | fields))


def wager_finding(place: int, expected: int, recorded: int | None, code: str = "SETL-001", **fields: Any) -> FindingRow:
    """A finding on one wager, with its nets in cents."""
    values = {
        "verdict": Verdict.VIOLATION,
        "seat": 1 + place % 6,
        "participant_id": f"PL{4000 + place * 13}",
        "participant_index": 0,
        "wager_kind": "ante",
        "expected_outcome": Outcome.WIN,
        "expected_net": expected,
        "recorded_outcome": None if recorded is None else Outcome.WIN,
        "recorded_net": recorded,
    }
    return finding(place, code, **(values | fields))


def night_findings() -> tuple[FindingRow, ...]:
    rows: list[FindingRow] = []
    for each in _DATA["finding"]:
        common: dict[str, Any] = {
            "code": each["code"],
            "verdict": Verdict(each["verdict"]),
            "table": each["table"],
            "message": each["message"],
            "clauses": tuple(each.get("clauses", ())),
            "also_fits": tuple(each.get("also_fits", ())),
        }
        common["interpretation"], common["reading"] = each.get("reading", (None, None))
        if "kind" not in each:
            rows.append(finding(len(rows) + 1, **common))
            continue
        common["wager_kind"] = each["kind"]
        common["cards"], common["dealer_cards"] = each["cards"]
        common["expected_outcome"] = Outcome(each["expected"]) if "expected" in each else None
        common["recorded_outcome"] = Outcome(each["recorded"]) if "recorded" in each else None
        nets = each.get("nets") or [(None, net) for net in each["recorded_nets"]]
        for expected, recorded in nets:
            rows.append(wager_finding(len(rows) + 1, expected, recorded if "recorded" in each else None, **common))
    return tuple(rows)


def money_of(rows: tuple[FindingRow, ...]) -> tuple[MoneyTotal, ...]:
    """Totals of the findings that move a wager's money, summed apart from the code under test."""
    sums: dict[tuple[str, int, Verdict], list[int]] = {}
    for row in rows:
        if row.wager_kind and row.variance:
            held = sums.setdefault((row.currency, row.minor_digits, row.verdict), [0, 0])
            held[row.variance < 0] += abs(row.variance)
    return tuple(MoneyTotal(*key, *held) for key, held in sorted(sums.items()))


def checks_of(rows: tuple[FindingRow, ...]) -> tuple[CheckResult, ...]:
    found = Counter(row.code for row in rows)
    missing: dict[str, str] = _DATA["unexamined"]
    return tuple(
        CheckResult(
            code,
            title,
            0 if code in missing else EXAMINED,
            found[code],
            missing.get(code),
            "wagers" if code.startswith(("SETL", "WAGR", "COVR")) else "rounds",
        )
        for code, title in _DATA["titles"].items()
    )


def files() -> tuple[FileReceived, ...]:
    return tuple(
        FileReceived(each["path"], FILE_OF[each["table"]], *each["lines"], each["lines"][0] * BYTES_A_LINE)
        for each in _DATA["file"]
    )


def sheets() -> tuple[SheetUsed, ...]:
    return tuple(
        SheetUsed(
            id=each["id"],
            title=each["title"],
            sha256=digest(each["id"]),
            standing=each["standing"],
            banked_by=each["banked_by"],
            document=each["document"],
            document_sha256=digest(each["document"]),
            rounds=each["rounds"],
            answered_by_player_dealer=ANSWERED if each["banked_by"] == "player_dealer" else (),
            clauses=tuple(ClauseText(**clause) for clause in each["clause"]),
        )
        for each in _DATA["sheet"]
    )


def interpretations() -> tuple[InterpretationTouched, ...]:
    return tuple(
        InterpretationTouched(
            **{key: tuple(value) if isinstance(value, list) else value for key, value in each.items()}
        )
        for each in _DATA["interpretation"]
    )


def quarantined() -> tuple[QuarantinedLine, ...]:
    return tuple(
        QuarantinedLine(
            FILE_OF[each["table"]],
            each["line"],
            each["line"] * BYTES_A_LINE,
            each["reason"],
            each["message"],
            each["raw"].encode("latin-1"),
        )
        for each in _DATA["quarantined"]
    )


def derivation(row: FindingRow) -> Derivation:
    clause = row.clauses[0] if row.clauses else "win.2"
    steps = (
        ("1", "ranks.2", f"Hand at seat {row.seat}, participant {row.participant_id}", "queen high, Q♥ 7♦ 2♣"),
        ("2", "ranks.2", "Dealer hand", "10 high, 10♠ 9♥ 4♦"),
        ("3", "win.2", "Queen high or better qualifies", "the dealer hand does not qualify"),
        ("4", clause, "Settlement in full, before the player-dealer's limit", "win, +25.00"),
        ("5", "win.4", "Player-dealer's wager 300.00, used before this wager 120.00", "180.00 left"),
        ("6", "win.4", "Covered amount", "25.00"),
        ("7", clause, "Result of the wager", "win, +25.00"),
    )
    return Derivation(row.licensee_id, row.round_id, row.seat, tuple(TraceStep(*step) for step in steps))


def with_findings(rows: tuple[FindingRow, ...], **changes: Any) -> AuditInput:
    """The night with these findings, its counts made to balance."""
    held = Counter(row.verdict for row in rows if row.wager_kind)
    wrong, doubt, unknown = held[Verdict.VIOLATION], held[Verdict.REVIEW], held[Verdict.UNDETERMINED]
    data = AuditInput(
        run_id="01JNS3ZC8N-7f2a91",
        started_at="2026-03-03T12:00:04.512Z",
        finished_at="2026-03-03T12:00:19.007Z",
        program_version="0.1.0",
        licensee_id="mesa-card-room",
        licensee_name="Mesa Card Room, Inc.",
        period_from=NIGHT,
        period_to=MORNING,
        verdict=max((row.verdict for row in rows), key=lambda each: each.severity, default=Verdict.CONFORMS),
        files=files(),
        rounds_settled=3_132,
        rounds_void=12,
        wagers=WagerCounts(EXAMINED, EXAMINED - wrong - doubt - unknown, wrong, doubt, unknown),
        findings=rows,
        money=money_of(rows),
        checks=checks_of(rows),
        interpretations=interpretations(),
        parity=Parity(3_144, 0, "every round"),
        quarantined=quarantined(),
        sheets=sheets(),
        derivations=tuple(derivation(row) for row in rows[:60] if row.code in {"SETL-001", "COVR-001", "SETL-004"}),
        checkpoint=CHECKPOINT,
        not_received=("Video of the tables", "Drop and fill slips", "Control totals of the licensee"),
        versions=(("Python", "3.11.7"), ("DuckDB", "2.0.1"), ("WeasyPrint", "70.0")),
        pseudonym_key=KEY,
    )
    return replace(data, **changes)


def small(rows: tuple[FindingRow, ...], **changes: Any) -> AuditInput:
    """A run over one file of one table, without readings, quarantine or derivations."""
    nothing = {"interpretations": (), "derivations": (), "quarantined": (), "not_received": (), "checkpoint": None}
    one = {"files": files()[4:], "sheets": sheets()[:1]}
    return with_findings(rows, **(nothing | one | changes))


def night(**changes: Any) -> AuditInput:
    """The night as it was."""
    return with_findings(night_findings(), **changes)
