"""The checks of tables' logs by both evaluators: a table's rounds read again, and every finding and count compared.

A small run is compared whole. Of a large one some tables are, each with all its rounds of the scope and those before.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Any

from compliance.bulk.results import finding_of
from compliance.domain.catalogue import OF_TABLES
from compliance.domain.results import RoundResult
from compliance.domain.words import RoundStatus
from compliance.ingest.rereading import rounds_from_kept
from compliance.parity.disagreement import CountsDifferError, Disagreement
from compliance.reference.audit import audit_round
from compliance.reference.table_audit import audit_table
from compliance.reference.table_log import BankSession, ControlTotal, Drop, Entry, Signed, TableLog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from compliance.domain.figures import RunFigures
    from compliance.domain.results import Finding
    from compliance.domain.rounds import Round
    from compliance.parity.compare import Parity
    from compliance.parity.rules import NumberedRules
    from compliance.store import Database

_ROUNDS_AT_A_TIME = 10_000
ROUNDS_OF_A_SAMPLE = 5_000
"""Rounds of the tables of a sample, where there are so many; at least one table is compared."""

_TABLES = """
SELECT table_no, licensee_id, table_id, count(*) AS rounds
FROM table_rounds JOIN scope_tables USING (table_no)
GROUP BY ALL ORDER BY md5(any_value(licensee_id || chr(31) || table_id))
"""
_ROUNDS = """
SELECT round_key, in_scope FROM table_rounds WHERE table_no IN (SELECT unnest($tables::INTEGER[]))
"""
_CONFLICTS = """
SELECT round_key, count(*)
FROM quarantine JOIN rounds USING (licensee_id, round_id) JOIN table_rounds USING (round_key)
WHERE reason = 'conflicting_duplicate'
GROUP BY round_key
"""
_SHARED_METERS = """
SELECT licensee_id, meter_id FROM rounds
WHERE meter_id IS NOT NULL GROUP BY ALL HAVING count(DISTINCT table_id) > 1
"""
_TOTALS = """
SELECT table_no, table_id, gaming_date, first_sequence, last_sequence, rounds, stakes, nets, collections,
    shuffler_count, currency
FROM scope_totals ORDER BY table_no, table_id, gaming_date
"""
_SESSIONS = """
SELECT table_no, table_id, participant_id, opened_ns, closed_ns, opening, closing, collections, currency
FROM bank_sessions JOIN scope_tables USING (licensee_id, table_id) ORDER BY table_no, opened_ns, participant_id
"""
_DROPS = """
SELECT table_no, table_id, gaming_date, shift, collections, currency
FROM scope_drops ORDER BY table_no, table_id, gaming_date NULLS FIRST, shift NULLS FIRST
"""
_FOUND = """
SELECT f.round_key, f.code, f.verdict, f.seat, f.participant_id, f.wager_kind, f.expected_outcome, f.expected_net,
    f.recorded_outcome, f.recorded_net, f.variance, f.direction, f.branch, f.interpretation, f.reading, f.also_fits,
    f.detail
FROM table_found AS f JOIN table_rounds AS r USING (round_key)
WHERE r.table_no IN (SELECT unnest($tables::INTEGER[]))
ORDER BY f.round_key, f.seat NULLS FIRST, f.participant_index NULLS FIRST, f.wager_index NULLS FIRST, f.code
"""


@dataclass
class TablesCompared:
    """Which tables were compared, with their rounds, and the rounds of which the evaluators say different things.

    ``examined`` is what the reference counted, by check.
    """

    tables: int = 0
    of_tables: int = 0
    rounds: int = 0
    disagreements: list[Disagreement] = field(default_factory=list)
    examined: Counter[str] = field(default_factory=Counter)

    @property
    def whole(self) -> bool:
        """Whether every table was compared."""
        return self.tables == self.of_tables


def compare_tables(
    db: Database, rules: NumberedRules, *, whole: bool, progress: Callable[[int], None] | None = None
) -> TablesCompared:
    """Run the reference's checks of tables over raw lines; the relations of ``bulk.tables.check_tables`` must be there.

    Raises:
        StoreError: the bytes of a file are not to be had, or are not those that were taken in.
    """
    tables = db.rows(_TABLES)
    done = TablesCompared(of_tables=len(tables))
    signed, conflicts = _signed(db), dict(db.rows(_CONFLICTS))
    shared: dict[str, set[str]] = {}
    for licensee_id, meter_id in db.rows(_SHARED_METERS):
        shared.setdefault(licensee_id, set()).add(meter_id)
    for batch in _batches(tables if whole else _sample(tables)):
        numbers = [number for number, *_ in batch]
        scope = dict(db.rows(_ROUNDS, {"tables": numbers}))
        by_bulk = {
            key: tuple(finding_of(row[1:]) for row in rows)
            for key, rows in groupby(db.rows(_FOUND, {"tables": numbers}), key=lambda row: row[0])
        }
        rounds: dict[tuple[str, str], list[tuple[int, Round]]] = {}
        for key, round_ in rounds_from_kept(db, set(scope)):
            rounds.setdefault((round_.licensee_id, round_.table_id), []).append((key, round_))
        for number, licensee_id, table_id, _ in batch:
            of_table = rounds[licensee_id, table_id]
            keys = {(round_.licensee_id, round_.round_id): key for key, round_ in of_table}
            of_sessions = signed.get(number, Signed())
            log = TableLog.of(
                [
                    _entry(rules, round_, scope[key], conflicts.get(key, 0), booked=bool(of_sessions.sessions))
                    for key, round_ in of_table
                ],
                of_sessions,
                frozenset(shared.get(licensee_id, ())),
            )
            _compare(log, keys, by_bulk, done)
            done.tables += 1
            done.rounds += sum(entry.in_scope for entry in log.entries)
            if progress:
                progress(done.rounds)
    return done


def agreed_on(
    agreement: Parity, tables: TablesCompared | None, counted: RunFigures, of_rounds: RunFigures | None
) -> tuple[Disagreement, ...]:
    """The rounds of which the evaluators disagree, in their settlement or in what the checks of tables find, each once.

    ``counted`` are the figures of the set-based evaluator, ``of_rounds`` those it had before the checks of tables where
    every round was compared, else None.

    Raises:
        CountsDifferError: they agree on every round that was counted, and the counts differ.
    """
    if agreement.disagreements or (tables and tables.disagreements):
        of_tables = tables.disagreements if tables else []
        found = {each.round_key: each for each in (*of_tables, *agreement.disagreements)}
        return tuple(found[key] for key in sorted(found))
    differing = agreement.counts.differing(of_rounds) if of_rounds else []
    if tables and tables.whole:
        differing += [
            f"examined {code}: {tables.examined[code]} by the reference evaluator, {counted.examined[code]} by the "
            "set-based one"
            for code in OF_TABLES
            if tables.examined[code] != counted.examined[code]
        ]
    if differing:
        raise CountsDifferError(differing)
    return ()


def _compare(
    log: TableLog,
    keys: Mapping[tuple[str, str], int],
    by_bulk: Mapping[int, tuple[Finding, ...]],
    done: TablesCompared,
) -> None:
    audit = audit_table(log)
    done.examined.update(audit.examined)
    for place, entry in enumerate(log.entries):
        name = (entry.round.licensee_id, entry.round.round_id)
        by_reference, by_sets = audit.findings.get(place, ()), by_bulk.get(keys[name], ())
        if by_reference != by_sets:
            results = (RoundResult(*name, (), findings, ()) for findings in (by_reference, by_sets))
            done.disagreements.append(Disagreement(keys[name], *results))


def _entry(rules: NumberedRules, round_: Round, in_scope: bool, conflicting: int, *, booked: bool) -> Entry:
    in_use = rules.of(round_)
    due = None
    if booked and in_use.rules is not None and in_use.rules.sheet.bank is not None:
        answers = in_use.rules.sheet.bank.answers
        lines = audit_round(round_, in_use.rules, in_use.positions).result.lines
        nets = [line.expected_net for line in lines if line.wager_kind in answers]
        known = [net for net in nets if net is not None]
        void = round_.status is RoundStatus.VOID
        due = 0 if void else -sum(known) if len(known) == len(nets) else None
    return Entry(round_, in_use.rules, in_use.positions, rules.posted(round_), in_scope, conflicting, due)


def _signed(db: Database) -> dict[int, Signed]:
    """What was signed, by the number of the table at which it is shown."""
    numbers: dict[int, Signed] = {}
    for number, *row in db.rows(_TOTALS):
        held = numbers.get(number, Signed())
        numbers[number] = held._replace(totals=(*held.totals, ControlTotal(*row)))
    for number, *row in db.rows(_SESSIONS):
        held = numbers.get(number, Signed())
        numbers[number] = held._replace(sessions=(*held.sessions, BankSession(*row)))
    for number, *row in db.rows(_DROPS):
        held = numbers.get(number, Signed())
        numbers[number] = held._replace(drops=(*held.drops, Drop(*row)))
    return numbers


_TableRow = tuple[Any, ...]


def _sample(tables: list[_TableRow]) -> list[_TableRow]:
    """The first tables in the order of a digest of their names, the same on every run, with so many rounds in all."""
    chosen: list[_TableRow] = []
    rounds = 0
    for row in tables:
        if chosen and rounds + row[3] > ROUNDS_OF_A_SAMPLE:
            continue
        chosen.append(row)
        rounds += row[3]
    return chosen


def _batches(tables: list[_TableRow]) -> Iterator[list[_TableRow]]:
    batch: list[_TableRow] = []
    for row in tables:
        if batch and sum(each[3] for each in batch) + row[3] > _ROUNDS_AT_A_TIME:
            yield batch
            batch = []
        batch.append(row)
    if batch:
        yield batch
