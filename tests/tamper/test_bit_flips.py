"""Every single bit of a small log, flipped: in the entries, in each checkpoint, signed or not."""

from __future__ import annotations

import pytest

from compliance.audit_log import AuditLogBroken, AuditLogError, verify_log
from tests.audit_log.building import build, make_signer

FILES = ["entries.jsonl", "checkpoints/000000000002.checkpoint", "checkpoints/000000000003.checkpoint"]


def flips(path):
    """Write each variant of the file that differs in one bit, and put the file back in the end."""
    honest = path.read_bytes()
    for place in range(len(honest)):
        for bit in range(8):
            path.write_bytes(bytes([*honest[:place], honest[place] ^ (1 << bit), *honest[place + 1 :]]))
            yield f"bit {bit} of byte {place} ({honest[place : place + 1]!r})"
    path.write_bytes(honest)


@pytest.mark.parametrize("signed", [False, True], ids=["unsigned", "signed"])
@pytest.mark.parametrize("name", FILES)
def test_every_flipped_bit_is_caught(tmp_path, name, signed):
    signer = make_signer(tmp_path / "keys") if signed else None
    build(tmp_path / "log", [2, 1], words="abc", signer=signer)
    key = signer.public_key if signer else None
    unseen = []
    for flip in flips(tmp_path / "log" / name):
        try:
            verify_log(tmp_path / "log", public_key=key)
        except AuditLogBroken:
            continue
        unseen.append(flip)
    assert unseen == []
    assert verify_log(tmp_path / "log", public_key=key).size == 3


def test_every_flipped_bit_of_a_kept_checkpoint_is_caught(tmp_path):
    signer = make_signer(tmp_path / "keys")
    for checkpoint in (*build(tmp_path / "plain", [3]), *build(tmp_path / "signed", [3], signer=signer)):
        folder, key = (tmp_path / "signed", signer.public_key) if checkpoint.signed else (tmp_path / "plain", None)
        path = tmp_path / "kept.checkpoint"
        path.write_text(checkpoint.text)
        honest = path.read_bytes()
        for flip in flips(path):
            text = path.read_bytes().decode(errors="replace")
            if text.strip("\n") != checkpoint.text.strip("\n"):
                with pytest.raises(AuditLogError):
                    verify_log(folder, checkpoint=text, public_key=key)
            else:
                pytest.fail(f"{flip} changes nothing")
        assert path.read_bytes() == honest
