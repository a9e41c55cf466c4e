"""Committing to the rounds of a run: what lets evidence about one of them be handed out later without the others.

What is committed to goes into the run's log entry as one hash. The secret behind the salts, and the hashes of the
rounds, stay beside the database, readable by its owner only.
"""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from compliance.audit_log import COMMITMENT_KEY, RoundCommitments, new_secret
from compliance.domain.words import Branch
from compliance.ingest.rereading import lines_from_kept
from compliance.parity.rules import NumberedRules
from compliance.reference.audit import COMPARISON_CODES
from compliance.reference.checks import OF_THE_RECORD, bank_not_recorded, hands, repeated_card, void_round
from compliance.store import StoreError
from compliance.store.findings_digest import findings_digest
from compliance.store.results import StoredFinding, findings
from compliance.workflows.explain import Explanation, explanation
from compliance.workflows.provable import PseudonymSource, provable_fields
from compliance.workflows.report_input import pseudonym_key
from compliance.workflows.workspace import WorkflowError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from compliance.audit_log.canonical import Json
    from compliance.store import Database
    from compliance.workflows.workspace import Workspace

UNDETERMINED_ROUNDS = 100
"""Rounds committed to for each check that found something undetermined, where nothing worse was found in them.

A sheet whose chart is missing leaves every round of a night undetermined, and says the same of each.
"""

NOT_COMMITTED = "rounds_not_committed"
"""Where a run's log entry says why it commits to no round."""

SECRET_BYTES, KEY_BYTES, LEAF_BYTES = 32, 8, 32
_ROUNDS_AT_A_TIME = 1000
_OF_ONE_ROUND = frozenset(
    {"COVR-001", "RECD-004", *COMPARISON_CODES}
    | {check.CODE for check in (*OF_THE_RECORD, bank_not_recorded, hands, repeated_card, void_round)}
)

_CHOSEN = """
WITH of_run AS (SELECT DISTINCT round_key, code, verdict FROM findings WHERE run_id = $run_id),
grave AS (SELECT DISTINCT round_key FROM of_run WHERE verdict IN ('violation', 'review')),
others AS (
    SELECT unnest(min(round_key, $most)) AS round_key
    FROM (SELECT DISTINCT code, round_key FROM of_run WHERE round_key NOT IN (FROM grave)) GROUP BY code
)
FROM grave UNION FROM others
"""


@dataclass(frozen=True, slots=True)
class RunCommitments:
    """The commitments of one run: ``round_keys`` are its rounds, in the order committed to."""

    rounds: RoundCommitments
    round_keys: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ProvableRound:
    """What is committed to for a round. ``agreed``: its derivation gives the findings that were stored."""

    round_key: int
    fields: dict[str, Any]
    agreed: bool


def commitments_of(workspace: Workspace, db: Database, run_id: str) -> dict[str, Json]:
    """What the log entry of a run says of its findings: their digest, and the commitment to their rounds.

    Committed to are every round with a violation or a review, and the first ``UNDETERMINED_ROUNDS`` of each check
    among the others with findings. Where the bytes of a log are not to be had, which a run without comparison does not
    need, nothing is committed to, and the entry says why.

    Raises:
        WorkflowError: the secret cannot be kept.
    """
    chosen = {key for (key,) in db.rows(_CHOSEN, {"run_id": run_id, "most": UNDETERMINED_ROUNDS})}
    secret, keys = new_secret(), []
    rounds = RoundCommitments(secret)
    digest = findings_digest(db, run_id)
    try:
        for provable in provable_rounds(workspace, db, chosen):
            rounds.add(provable.fields)
            keys.append(provable.round_key)
    except StoreError as error:
        return {"findings_sha256": digest, NOT_COMMITTED: str(error)}
    _keep(_place(db, run_id), secret + rounds.leaves + b"".join(key.to_bytes(KEY_BYTES, "big") for key in keys))
    return {"findings_sha256": digest, COMMITMENT_KEY: rounds.commitment}


def kept_commitments(db: Database, run_id: str) -> RunCommitments:
    """The commitments of a run, as they were kept.

    Raises:
        WorkflowError: they are not there, or not whole.
    """
    path = _place(db, run_id)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise WorkflowError(
            f"the commitments of run {run_id} cannot be read from {path}: {error.strerror}; put the file back, or run "
            "'compliance verify' again and ask for the evidence of that run"
        ) from None
    number, rest = divmod(len(data) - SECRET_BYTES, LEAF_BYTES + KEY_BYTES)
    if number < 0 or rest:
        raise WorkflowError(f"{path} is damaged: {len(data)} bytes are no whole number of rounds; put a copy back")
    leaves = data[SECRET_BYTES : SECRET_BYTES + number * LEAF_BYTES]
    keys = data[SECRET_BYTES + number * LEAF_BYTES :]
    places = range(0, len(keys), KEY_BYTES)
    return RunCommitments(
        RoundCommitments(data[:SECRET_BYTES], leaves),
        tuple(int.from_bytes(keys[at : at + KEY_BYTES], "big") for at in places),
    )


def provable_rounds(workspace: Workspace, db: Database, keys: set[int]) -> Iterator[ProvableRound]:
    """Yield rounds, each derived anew from its raw line, with the fields that are committed to.

    Raises:
        StoreError: the bytes of a log are not to be had.
    """
    rules = NumberedRules(workspace.rulebook)
    secret = pseudonym_key(db)
    licensee = workspace.rulebook.licensee
    lines = lines_from_kept(db, keys)
    while batch := list(islice(lines, _ROUNDS_AT_A_TIME)):
        stored: dict[int, list[StoredFinding]] = {key: [] for key, _, _ in batch}
        for each in findings(db, round_keys=stored.keys()):
            stored[each.round_key].append(each)
        for key, round_, raw in batch:
            explained = explanation(rules, round_)
            sheet = workspace.rulebook.sheets[explained.sheet.id] if explained.sheet else None
            digest = sheet.sha256 if sheet else "no rule sheet of this name is known"
            names = PseudonymSource(secret, licensee.id if licensee else round_.licensee_id)
            fields = provable_fields(explained, raw, stored[key], digest, names)
            yield ProvableRound(key, fields, _agree(explained, stored[key]))


def _agree(explained: Explanation, stored: Sequence[StoredFinding]) -> bool:
    derived = Counter(found for found, _ in explained.findings)
    of_round = (each.finding for each in stored if each.finding.code in _OF_ONE_ROUND)
    return derived == Counter(found for found in of_round if found.branch is not Branch.NOT_IN_FORCE)


def _place(db: Database, run_id: str) -> Path:
    return db.path.with_name(db.path.name + ".commitments") / run_id


def _keep(path: Path, data: bytes) -> None:
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        waiting = path.with_name(f".{path.name}.new")
        descriptor = os.open(waiting, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor, not a path
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        waiting.replace(path)
    except OSError as error:
        raise WorkflowError(f"{path} cannot be written: {error.strerror}; make room beside the database") from None
