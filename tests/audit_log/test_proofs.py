"""Proofs as text: made from a log, checked without it, refused for any change."""

from __future__ import annotations

import re

import pytest

from compliance.audit_log import (
    AuditLog,
    AuditLogBroken,
    AuditLogError,
    AuditLogMissing,
    CheckpointRefused,
    ProofRefused,
    prove_consistency,
    prove_inclusion,
    verify_consistency,
    verify_inclusion,
)
from tests.audit_log.building import build, make_signer


class Case:
    def __init__(self, folder):
        self.folder = folder / "log"
        self.signer = make_signer(folder / "keys")
        self.checkpoints = build(self.folder, [3, 1, 4, 3], signer=self.signer)
        self.lines = [entry.line for entry in AuditLog(self.folder)]
        self.keys = [self.signer.public_key]


@pytest.fixture
def case(tmp_path):
    return Case(tmp_path)


def test_every_entry_is_provable_under_every_checkpoint_that_covers_it(case):
    for checkpoint in case.checkpoints:
        for sequence in range(checkpoint.size):
            proof = prove_inclusion(case.folder, sequence, size=checkpoint.size)
            found = verify_inclusion(proof, case.lines[sequence], checkpoint=checkpoint.text, public_keys=case.keys)
            assert found == checkpoint


def test_every_checkpoint_is_provably_grown_from_every_older_one(case):
    for new in case.checkpoints:
        for old in case.checkpoints:
            if old.size <= new.size:
                proof = prove_consistency(case.folder, old.size, size=new.size)
                assert verify_consistency(proof, old.text, public_keys=case.keys) == new


def test_form_of_an_inclusion_proof(case):
    lines = prove_inclusion(case.folder, 5).split("\n")
    assert lines[:2] == ["c2sp.org/tlog-proof@v1", "index 5"]
    hashes = lines[2 : lines.index("")]
    assert len(hashes) == 4
    assert all(re.fullmatch(r"[A-Za-z0-9+/]{43}=", line) for line in hashes)
    assert "\n".join(lines[lines.index("") + 1 :]) == case.checkpoints[-1].text


def test_form_of_a_consistency_proof(case):
    lines = prove_consistency(case.folder, 4).split("\n")
    assert lines[0] == "old 4"
    assert "\n".join(lines[lines.index("") + 1 :]) == case.checkpoints[-1].text


def test_an_extra_line_is_allowed_and_means_nothing(case):
    proof = prove_inclusion(case.folder, 5).replace("index 5", "extra bm90aGluZw==\nindex 5")
    assert verify_inclusion(proof, case.lines[5], public_keys=case.keys).size == 11


def test_a_proof_held_against_nothing_proves_nothing(case):
    with pytest.raises(ProofRefused, match="Nothing was given to trust"):
        verify_inclusion(prove_inclusion(case.folder, 5), case.lines[5])
    with pytest.raises(ProofRefused, match="Nothing was given to trust"):
        verify_consistency(prove_consistency(case.folder, 4), case.checkpoints[1].text)


def test_another_entry_is_not_proved(case):
    proof = prove_inclusion(case.folder, 5)
    for sequence, line in enumerate(case.lines):
        if sequence != 5:
            with pytest.raises(ProofRefused, match="but the proof is for entry 5"):
                verify_inclusion(proof, line, public_keys=case.keys)
    with pytest.raises(ProofRefused, match="was changed"):
        verify_inclusion(proof, case.lines[5].replace(b'"n":5', b'"n":6'), public_keys=case.keys)
    with pytest.raises(ProofRefused, match="not a log entry"):
        verify_inclusion(proof, b"", public_keys=case.keys)


def test_another_log_is_not_proved(case, tmp_path):
    build(tmp_path / "other", [3, 1, 4, 3], words="x" * 11, signer=case.signer)
    line = list(AuditLog(tmp_path / "other"))[5].line
    with pytest.raises(ProofRefused, match="does not lead from entry 5"):
        verify_inclusion(prove_inclusion(case.folder, 5), line, public_keys=case.keys)
    proof = prove_consistency(tmp_path / "other", 4)
    with pytest.raises(ProofRefused, match="of two logs"):
        verify_consistency(proof, case.checkpoints[1].text, public_keys=case.keys)


def test_a_forked_log_is_not_consistent(case, tmp_path):
    forked = build(tmp_path / "fork", [3, 1, 4], words="   " + "x" * 5, signer=case.signer)
    assert forked[0] == case.checkpoints[0]
    proof = prove_consistency(tmp_path / "fork", 4)
    with pytest.raises(ProofRefused, match="does not lead to the newer checkpoint's root"):
        verify_consistency(proof, case.checkpoints[1].text, public_keys=case.keys)


def test_the_trusted_checkpoint_must_be_the_proofs(case):
    proof = prove_inclusion(case.folder, 2)
    with pytest.raises(ProofRefused, match="not the one that was given"):
        verify_inclusion(proof, case.lines[2], checkpoint=case.checkpoints[2].text)


def test_an_older_checkpoint_of_another_size(case):
    with pytest.raises(ProofRefused, match="begins at 4 entries, the older checkpoint at 3"):
        verify_consistency(prove_consistency(case.folder, 4), case.checkpoints[0].text, public_keys=case.keys)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("tlog-proof@v1", "tlog-proof@v2"),
        lambda text: text.replace("index 5", "index 05"),
        lambda text: text.replace("index 5", "index -5"),
        lambda text: text.replace("index 5\n", ""),
        lambda text: text.replace("index 5", "extra x\nextra y\nindex 5"),
        lambda text: text.replace("index 5", "index 5\nAAAA"),
        lambda text: text.replace("index 5", "index 5\nnot base64!"),
        lambda text: text.replace("index 5", "index 5" + "\n" + "A" * 43 + "="),
        lambda text: text.replace("index 5", "index 5" + ("\n" + "A" * 43 + "=") * 64),
        lambda text: text.replace("=\n\n", "=\n", 1),
        lambda text: text.partition("\n\n")[0],
        lambda text: text.split("\u2014")[0],
        lambda text: text.replace("\n11\n", "\n12\n"),
        lambda text: text.replace("\n11\n", "\n9\n"),
        lambda text: text[:-1],
        lambda text: "",
    ],
)
def test_a_changed_proof_is_refused(case, change):
    proof = change(prove_inclusion(case.folder, 5))
    with pytest.raises((ProofRefused, CheckpointRefused, AuditLogBroken)):
        verify_inclusion(proof, case.lines[5], public_keys=case.keys)
    with pytest.raises((ProofRefused, CheckpointRefused, AuditLogBroken)):
        verify_consistency(proof, case.checkpoints[0].text, public_keys=case.keys)


def flips(text):
    data = text.encode()
    for place in range(len(data)):
        for bit in range(8):
            changed = bytes([*data[:place], data[place] ^ (1 << bit), *data[place + 1 :]])
            yield changed.decode("utf-8", errors="replace")


def test_every_flipped_bit_of_an_inclusion_proof_is_caught(case):
    for text in flips(prove_inclusion(case.folder, 5)):
        with pytest.raises(AuditLogError):
            verify_inclusion(text, case.lines[5], public_keys=case.keys)


def test_every_flipped_bit_of_a_consistency_proof_is_caught(case):
    for text in flips(prove_consistency(case.folder, 4)):
        with pytest.raises(AuditLogError):
            verify_consistency(text, case.checkpoints[1].text, public_keys=case.keys)


@pytest.mark.parametrize("sequence", [-1, 11, 999])
def test_no_proof_of_an_entry_that_is_not_there(case, sequence):
    with pytest.raises(ProofRefused, match="choose one from 0 to 10"):
        prove_inclusion(case.folder, sequence)


@pytest.mark.parametrize("old", [0, -1, 12])
def test_no_proof_from_a_size_that_never_was(case, old):
    with pytest.raises(ProofRefused, match="choose an older size from 1 to 11"):
        prove_consistency(case.folder, old)


def test_no_proof_under_a_checkpoint_that_is_not_kept(case):
    with pytest.raises(ProofRefused, match="keeps no checkpoint for 5"):
        prove_inclusion(case.folder, 1, size=5)


def test_nothing_is_proved_from_a_broken_or_missing_log(case, tmp_path):
    with pytest.raises(AuditLogMissing, match="nothing can be proved"):
        prove_inclusion(tmp_path / "none", 0)
    path = case.folder / "entries.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"n":9', b'"n":8'))
    with pytest.raises(AuditLogBroken):
        prove_inclusion(case.folder, 0)
