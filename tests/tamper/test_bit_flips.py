"""Every single bit of a small log, flipped: in the entries, in each checkpoint, signed or not."""

from __future__ import annotations

import pytest

from compliance.audit_log import AuditLogBroken, AuditLogError, verify_log
from tests.audit_log.building import build, make_signer

OLDER, NEWER = "checkpoints/000000000002.checkpoint", "checkpoints/000000000003.checkpoint"


def flips(path):
    """Change one bit of the file after another, each time putting the one before back."""
    honest = path.read_bytes()
    with path.open("r+b", buffering=0) as file:
        for place, byte in enumerate(honest):
            for bit in range(8):
                file.seek(place)
                file.write(bytes([byte ^ (1 << bit)]))
                yield f"bit {bit} of byte {place} ({chr(byte)!r})"
            file.seek(place)
            file.write(bytes([byte]))
    assert path.read_bytes() == honest


@pytest.mark.parametrize(
    ("name", "signed"),
    [("entries.jsonl", False), (OLDER, False), (NEWER, False), (OLDER, True), (NEWER, True)],
)
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
    for name, with_signer in (("plain", None), ("signed", signer)):
        (checkpoint,) = build(tmp_path / name, [3], signer=with_signer)
        key = signer.public_key if with_signer else None
        path = tmp_path / "kept.checkpoint"
        # Blank lines around it do not matter, so they are no part of what must be caught.
        path.write_text(checkpoint.text.strip("\n"))
        for _ in flips(path):
            with pytest.raises(AuditLogError):
                verify_log(tmp_path / name, checkpoint=path.read_text(errors="replace"), public_key=key)
