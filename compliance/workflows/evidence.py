"""One file that proves a finding offline: ``compliance evidence``."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast

from compliance.audit_log import COMMITMENT_KEY, PERSONAL_FIELDS, PSEUDONYM_FIELDS, build_evidence
from compliance.audit_log.durable import write_new_file
from compliance.rules.errors import IntegrityError
from compliance.workflows.commitments import NOT_COMMITTED, UNDETERMINED_ROUNDS, kept_commitments, provable_rounds
from compliance.workflows.record import run_entry
from compliance.workflows.scope import Scope
from compliance.workflows.verify import basis
from compliance.workflows.workspace import WorkflowError

if TYPE_CHECKING:
    from pathlib import Path

    from compliance.audit_log import Entry
    from compliance.store import Database
    from compliance.workflows.workspace import Workspace

VERIFIER = "verify_evidence.py"


@dataclass(frozen=True, slots=True)
class Evidence:
    """An evidence file, as text: JSON. ``size`` is that of the checkpoint it is proved against."""

    text: str
    licensee_id: str
    round_id: str
    run_id: str
    entry: int
    size: int
    withheld: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Place:
    """A round, and the run whose findings on it stand."""

    round_key: int
    licensee_id: str
    round_id: str
    run_id: str


def evidence(
    workspace: Workspace,
    db: Database,
    round_id: str,
    *,
    licensee_id: str | None = None,
    redact: bool = True,
    size: int | None = None,
) -> Evidence:
    """Make the evidence about a round with findings: what the run whose findings stand committed to.

    ``licensee_id`` is needed only where several licensees have a round of that id. ``redact`` withholds what names
    people; without it their pseudonyms are withheld. ``size`` is that of the checkpoint to prove against; without it
    that of the run's own batch, the one printed in its report.

    Raises:
        WorkflowError: no such round, nothing found in it, not committed to, or no longer to be derived as it was.
        IntegrityError: the database no longer holds what the run recorded, or the evaluators disagree.
        AuditLogError, StoreError: the log or the bytes of the round are not to be had; AuditLogBroken among them.
    """
    place = _find(db, round_id, licensee_id)
    entry = run_entry(workspace, place.run_id)
    if entry is None:
        raise WorkflowError(
            f"run {place.run_id}, which found something in round {round_id}, is not in the audit log "
            f"{workspace.audit_log}; name its log with --audit-log, or run 'compliance verify' again"
        )
    if NOT_COMMITTED in entry.body:
        raise WorkflowError(
            f"run {place.run_id} committed to no round, because the bytes of a log were not to be had "
            f"({entry.body[NOT_COMMITTED]}); put them back and run 'compliance verify' again"
        )
    kept = kept_commitments(db, place.run_id)
    if kept.rounds.commitment != entry.body.get(COMMITMENT_KEY):
        raise IntegrityError(
            f"the commitments kept beside {db.path} for run {place.run_id} are not those that entry {entry.sequence} "
            "of the audit log records: they were changed or replaced; put the right ones back from a backup"
        )
    if place.round_key not in kept.round_keys:
        raise WorkflowError(_not_committed(db, place))
    index = kept.round_keys.index(place.round_key)
    (provable,) = provable_rounds(workspace, db, {place.round_key})
    same = kept.rounds.leaf(index, provable.fields) == kept.rounds.leaf_hashes[index]
    if not (same and provable.agreed):
        raise _refusal(workspace, db, place, entry, same=same)
    against = size or entry.batch_ends + 1
    withheld = PERSONAL_FIELDS if redact else PSEUDONYM_FIELDS
    text = build_evidence(
        workspace.audit_log,
        entry_sequence=entry.sequence,
        rounds=kept.rounds,
        index=index,
        fields=provable.fields,
        withhold=withheld,
        size=against,
    )
    return Evidence(text, place.licensee_id, round_id, place.run_id, entry.sequence, against, withheld)


def verifier() -> bytes:
    """The script that checks an evidence file without this program."""
    return files("compliance.audit_log").joinpath(VERIFIER).read_bytes()


def write(path: Path, data: bytes) -> None:
    """Write a file, which appears whole or not at all.

    Raises:
        WorkflowError: it cannot be written.
    """
    try:
        write_new_file(path, data)
    except OSError as error:
        raise WorkflowError(f"{path} cannot be written: {error.strerror}; choose another place") from None


def _find(db: Database, round_id: str, licensee_id: str | None) -> _Place:
    rows = db.rows("SELECT round_key, licensee_id FROM rounds WHERE round_id = ? ORDER BY licensee_id", [round_id])
    found = [row for row in rows if licensee_id in (None, row[1])]
    if not found:
        of = f" of licensee {licensee_id!r}" if licensee_id else ""
        raise WorkflowError(f"no round {round_id!r}{of} is in {db.path}; see the ids with 'compliance export findings'")
    if len(found) > 1:
        names = ", ".join(name for _, name in found)
        raise WorkflowError(f"round {round_id!r} is in the logs of {names}; name one of them with --of")
    ((round_key, licensee),) = found
    runs = db.rows("SELECT DISTINCT run_id FROM findings WHERE round_key = ?", [round_key])
    if not runs:
        raise WorkflowError(
            f"no run found anything in round {round_id!r}, so there is no finding to prove; see how it is derived with "
            f"'compliance explain {round_id}'"
        )
    ((run_id,),) = runs
    return _Place(round_key, licensee, round_id, run_id)


def _not_committed(db: Database, place: _Place) -> str:
    table, day = db.one("SELECT table_id, gaming_date FROM rounds WHERE round_key = ?", [place.round_key])
    return (
        f"run {place.run_id} did not commit to round {place.round_id!r}: nothing in it is a violation or for review, "
        f"and of rounds with something undetermined only the first {UNDETERMINED_ROUNDS} of each check are committed "
        f"to; run 'compliance verify --table {table} --from {day} --to {day}', and ask again"
    )


def _refusal(workspace: Workspace, db: Database, place: _Place, entry: Entry, *, same: bool) -> Exception:
    """Why a round is not proved whose derivation now is not the ``same``, or does not give what was found."""
    body = cast("dict[str, Any]", entry.body)
    if basis(workspace, db, Scope.of_json(body["scope"])) != body["basis"]:
        return WorkflowError(
            f"round {place.round_id!r} can no longer be derived as in run {place.run_id}: the logs, the rule sheets, "
            f"the licensee's file or the program (then {body['program']}) are others now; use those of the run, or run "
            "'compliance verify' again and ask for the evidence of the new run"
        )
    if same:
        return IntegrityError(
            f"the two evaluators disagree about round {place.round_id!r}: its derivation does not give what run "
            f"{place.run_id} found; keep the database and the log, and report it"
        )
    return IntegrityError(
        f"what {db.path} holds about round {place.round_id!r} is not what run {place.run_id} committed to, though "
        "logs, rule sheets, licensee's file and program are the same: the database or the key of its pseudonyms was "
        "changed; put them back from a backup"
    )
