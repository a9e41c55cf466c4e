"""Known faults planted in a copy of a night's rounds: do the checks find them in rounds like these?

The copy is a log of its own, judged in a database of its own; the night's own database is only read. Planted are the
kinds of fault that show in one round, in rounds in which nothing was found. The choice follows from what the run rests
on, so that the same night has the same faults.
"""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from compliance.domain.catalogue import OF_TABLES
from compliance.ingest.rereading import rounds_from_kept
from compliance.parity.rules import NumberedRules
from compliance.reference.settle import settle
from compliance.simulate.faults import FAULTS
from compliance.simulate.faults.fault import NONE_AFTER
from compliance.simulate.habits import usual_terms
from compliance.simulate.house import House
from compliance.simulate.recorded import draft_of
from compliance.simulate.scene import Scene
from compliance.store.assurance import Assurance, KindPlanted, keep_assurance, kept_assurance
from compliance.store.results import findings
from compliance.workflows.ingest import ingest
from compliance.workflows.scope import Scope
from compliance.workflows.verify import verify
from compliance.workflows.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Mapping, Set

    from compliance.domain.rounds import Round
    from compliance.parity.rules import RoundRules
    from compliance.simulate.faults.fault import Fault
    from compliance.simulate.scene import Truth
    from compliance.store import Database
    from compliance.store.results import StoredFinding, StoredRun

ROUNDS_FOR_EACH, MOST_ROUNDS = 10, 3000
"""Rounds copied for each fault to be planted, and at most."""

TRIES = 150
"""Rounds in which a kind of fault is tried before it is passed over: not every round gives an opportunity."""

_CLEAN = """
SELECT round_key, round_key IN (SELECT round_key FROM findings WHERE run_id = $run_id AND branch = 'chart_missing')
FROM rounds
WHERE {where} AND round_key NOT IN (
    SELECT round_key FROM findings WHERE run_id = $run_id AND (code <> 'SETL-005' OR branch <> 'chart_missing')
)
ORDER BY md5(concat_ws(chr(31), $basis, licensee_id, round_id)) LIMIT $most
"""


_HouseKey = tuple[int, int | None, str]


@dataclass(frozen=True, slots=True)
class _Planted:
    """A round of the copy with a fault in it: the line to write, and the findings that must be there."""

    fault: Fault
    line: str
    truth: tuple[Truth, ...]


def assure(workspace: Workspace, db: Database, run: StoredRun, number: int) -> Assurance:
    """Plant so many faults in a copy of a run's rounds, as many kinds as there are, and say which were detected.

    Fewer are planted where the rounds give no opportunity for more, none where every round has findings of its own.

    Raises:
        StoreError: the bytes of the log are not to be had, or the copy cannot be written.
        CountsDifferError: the evaluators count differently in the copy.
    """
    where, parameters = Scope.of_json(run.scope).selection.where()
    most = min(MOST_ROUNDS, ROUNDS_FOR_EACH * number)
    chosen = db.rows(_CLEAN.format(where=where), parameters | {"run_id": run.run_id, "basis": run.basis, "most": most})
    copied = dict(rounds_from_kept(db, {key for key, _ in chosen})) if chosen else {}
    rounds = [copied[key] for key, _ in chosen]
    if not rounds:
        return Assurance(number, 0, ())
    uncharted = {place for place, (_, open_) in enumerate(chosen) if open_}
    planted = _plant(NumberedRules(workspace.rulebook), rounds, uncharted, number, run.basis)
    untouched = [round_ for place, round_ in enumerate(rounds) if place not in planted]
    lines = [_line(draft_of(round_).as_json(), round_) for round_ in untouched]
    found = _found(workspace, [*lines, *(each.line for each in planted.values())])
    kinds = Counter(each.fault.name for each in planted.values())
    detected = Counter(each.fault.name for each in planted.values() if _is_detected(each, found))
    return Assurance(
        number,
        len(rounds),
        tuple(KindPlanted(name, FAULTS[name].codes, kinds[name], detected[name]) for name in sorted(kinds)),
    )


def assured(workspace: Workspace, db: Database, run: StoredRun, number: int) -> tuple[Assurance, bool]:
    """The result kept for a run where so many faults were planted for it before; else plant them, and keep it.

    The second value says whether it was made now. Raises as ``assure``.
    """
    kept = kept_assurance(db, run.run_id)
    if kept and kept.asked == number:
        return kept, False
    made = assure(workspace, db, run, number)
    keep_assurance(db, run.run_id, made)
    return made, True


def assurance_entry(run: StoredRun, made: Assurance) -> tuple[str, dict[str, Any]]:
    """The log entry of faults planted in a copy: how many, and how many were detected."""
    counts = {"asked": made.asked, "rounds": made.rounds, "planted": made.planted, "detected": made.detected}
    return "assurance", {"run_id": run.run_id} | counts


def _plant(
    rules: NumberedRules, rounds: list[Round], uncharted: Set[int], number: int, seed: str
) -> dict[int, _Planted]:
    """Plant faults kind after kind, each in the first round that gives it an opportunity; by place of the round.

    ``uncharted``: places of rounds with wagers that have no chart.
    """
    rng = Random(seed)  # noqa: S311 - the same night has to have the same faults, and nothing secret hangs on them
    waiting = [fault for fault in FAULTS.values() if _shows_in_one_round(fault)]
    rng.shuffle(waiting)
    houses: dict[_HouseKey, House] = {}
    planted: dict[int, _Planted] = {}
    while waiting and len(planted) < number:
        fault = waiting.pop(0)
        taken = planted.keys() | uncharted if fault.wish.charted_only else planted.keys()
        free = [place for place in range(len(rounds)) if place not in taken]
        for place in rng.sample(free, min(TRIES, len(free))):
            spoilt = _spoilt(rules.of(rounds[place]), rounds[place], fault, houses, rng)
            if spoilt is not None:
                planted[place] = spoilt
                waiting.append(fault)
                break
    return planted


def _shows_in_one_round(fault: Fault) -> bool:
    return not (fault.follows or fault.whole_log or fault.after != NONE_AFTER or set(fault.codes) & set(OF_TABLES))


def _spoilt(
    in_use: RoundRules, round_: Round, fault: Fault, houses: dict[_HouseKey, House], rng: Random
) -> _Planted | None:
    """Plant a fault in a copy of the round; None where the round gives no opportunity for it."""
    rules = in_use.rules
    if rules is None or not fault.applies(rules.sheet) or (in_use.positions is None and _needs_positions(fault)):
        return None
    draft = draft_of(round_)
    key = (in_use.rules_id, in_use.positions, round_.currency)
    if key not in houses:
        terms = usual_terms(rules.sheet, round_.table_id, in_use.positions, round_.currency)
        houses[key] = House(rules.sheet, terms)
    settlement = None if round_.status == "void" else settle(draft.as_round(), rules.sheet, in_use.positions)
    truth = fault.plant(Scene(houses[key], draft, settlement, rng))
    open_questions = {reading.interpretation for reading in rules.readings}
    if truth is None or any(each.interpretation not in {None, *open_questions} for each in truth):
        return None
    return _Planted(fault, _line(draft.as_json(), round_), truth)


def _needs_positions(fault: Fault) -> bool:
    return any(code.startswith("ROTN") for code in fault.codes)


def _line(text: str, round_: Round) -> str:
    """The line of a draft, with the licensee's name, and without what the record does not have either."""
    line = json.loads(text)
    absent = ("sequence", "wagers_closed_at", "deck", "shuffler_id", "house_dealer_id")
    line |= {name: None for name in absent if getattr(round_, name) is None}
    if round_.progressive and round_.progressive.after is None:
        line["progressive"].pop("after")
    return json.dumps(line | {"licensee_id": round_.licensee_id})


def _found(workspace: Workspace, lines: list[str]) -> Mapping[tuple[str, str], list[StoredFinding]]:
    """Judge the copy in a place of its own; return its findings by licensee and round, none if evaluators disagree."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "copy.jsonl"
        log.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        trial = Workspace(
            Path(folder) / "copy.duckdb",
            workspace.rule_sheets,
            workspace.licensee_file,
            Path(folder) / "log",
            clock=workspace.clock,
        )
        by_round: dict[tuple[str, str], list[StoredFinding]] = {}
        with trial.open() as db:
            ingest(trial, db, [log], keep=True)
            run = verify(trial, db, Scope())
            for stored in findings(db):
                by_round.setdefault((stored.licensee_id, stored.round_id), []).append(stored)
        # What only one of the evaluators finds is not found.
        if run.summary["parity"]["disagreements"]:
            return {}
    return by_round


def _is_detected(planted: _Planted, found: Mapping[tuple[str, str], list[StoredFinding]]) -> bool:
    """Whether every finding that the fault brings was there, and is about the same."""
    of_round = found.get((json.loads(planted.line)["licensee_id"], planted.truth[0].round_id), [])
    return all(any(_fits(truth, stored) for stored in of_round) for truth in planted.truth)


def _fits(truth: Truth, stored: StoredFinding) -> bool:
    found = stored.finding
    about = (found.code, found.verdict, found.seat, found.participant_id, found.wager_kind)
    return (
        about == (truth.code, truth.verdict, truth.seat, truth.participant_id, truth.wager_kind)
        and (truth.variance is None or found.variance == truth.variance)
        and (truth.reading is None or (found.interpretation, found.reading) == (truth.interpretation, truth.reading))
    )
