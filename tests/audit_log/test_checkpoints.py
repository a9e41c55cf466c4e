"""Checkpoints and signed notes: the exact form, and no other."""

from __future__ import annotations

import pytest

from compliance.audit_log import CheckpointRefused, KeyRefused, PublicKey, parse_checkpoint, parse_kept_checkpoint
from compliance.audit_log.checkpoints import UNSIGNED_LINE
from tests.audit_log.building import build, make_signer

# The public key of the Go checksum database, published in the Go tool: name, key id and key belong together.
PUBLISHED_KEY = "sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8"


@pytest.fixture
def signed(tmp_path):
    return build(tmp_path / "log", [3], signer=make_signer(tmp_path / "keys"))[0]


@pytest.fixture
def unsigned(tmp_path):
    return build(tmp_path / "log", [3])[0]


def test_signed_form(signed):
    origin, size, root, blank, signature, end = signed.text.split("\n")
    assert origin.startswith("compliance/audit-log/")
    assert (size, blank, end) == ("3", "", "")
    assert len(root) == 44
    assert signature.startswith("\u2014 cardroom.example/audit-log ")
    assert signed.signed
    assert parse_checkpoint(signed.text) == signed


def test_unsigned_form_says_so(unsigned):
    assert unsigned.text.split("\n")[3:] == [UNSIGNED_LINE, "", ""]
    assert not unsigned.signed
    assert parse_checkpoint(unsigned.text) == unsigned


def test_log_is_named_by_its_first_entry(tmp_path, unsigned):
    later = build(tmp_path / "same", [3, 2])[1]
    other = build(tmp_path / "other", [3], words="xyz")[0]
    assert later.origin == unsigned.origin
    assert other.origin != unsigned.origin


def test_signature_verifies_and_covers_the_statement(tmp_path):
    signer = make_signer(tmp_path / "keys")
    (checkpoint,) = build(tmp_path / "log", [1], signer=signer)
    (signature,) = checkpoint.signatures
    assert signer.public_key.verifies(checkpoint.statement, signature)
    assert not signer.public_key.verifies(checkpoint.statement.replace("\n1\n", "\n2\n"), signature)
    assert not make_signer(tmp_path / "more").public_key.verifies(checkpoint.statement, signature)


def test_published_key_has_the_key_id_we_compute():
    assert PublicKey.parse(PUBLISHED_KEY).text == PUBLISHED_KEY


@pytest.mark.parametrize(
    "text",
    [
        PUBLISHED_KEY[:-1],
        PUBLISHED_KEY.replace("033de0ae", "033de0af"),
        PUBLISHED_KEY.replace("sum.", "sun."),
        PUBLISHED_KEY.replace("+Ac4", "+Bc4"),
        PUBLISHED_KEY.replace("+", "-"),
        "+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8",
        "",
    ],
)
def test_damaged_key_is_refused(text):
    with pytest.raises(KeyRefused):
        PublicKey.parse(text)


def without_signature(text):
    return text.split("\u2014")[0]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (without_signature, "neither signed nor says that it is unsigned"),
        (lambda text: text.replace("\n\n", f"\n{UNSIGNED_LINE}\n\n"), "more lines"),
        (lambda text: text.replace("\n\n", "\nextension\n\n"), "more lines"),
        (lambda text: text.replace("\n3\n", "\n03\n"), "size"),
        (lambda text: text.replace("\n3\n", "\n-3\n"), "size"),
        (lambda text: text.replace("\n3\n", "\n3 \n"), "size"),
        (lambda text: text.replace("\n3\n", "\n\u0663\n"), "size"),
        (lambda text: "\n" + text, "name of a log"),
        (lambda text: " " + text, "name of a log"),
        (lambda text: text.replace("/", "+", 1), "name of a log"),
        (lambda text: text[:-1], "newline"),
        (lambda text: text + "\n", "no"),
        (lambda text: text.replace("\u2014", "-"), "signature line"),
        (lambda text: text.replace("example/", "example+"), "signature line"),
        (lambda text: text + "\u2014 other AAAA\n", "without a signature"),
        (lambda text: text + "\u2014 other AAAA=\n", "base64"),
        (lambda text: text.replace("\n\n", "\n"), "blank line"),
        (lambda text: text.replace("\n", "\r\n"), "control characters"),
        (lambda text: text.replace("3", "3\0"), "control characters"),
        (lambda text: "\n".join([*text.split("\n")[:2], "c2hvcnQ=", *text.split("\n")[3:]]), "root"),
        (lambda text: "\n".join([*text.split("\n")[:2], *text.split("\n")[3:]]), "three lines"),
        (lambda text: "", "blank line"),
        (lambda text: text + "\u2014 x AAAAAAAA\n" * 100, "64 signatures"),
        (lambda text: text + "\u2014 x AAAAAAAA\n" * 100_000, "longer"),
    ],
)
def test_any_other_form_is_refused(signed, change, says):
    changed = change(signed.text)
    assert changed != signed.text
    with pytest.raises(CheckpointRefused, match=says) as caught:
        parse_checkpoint(changed)
    assert caught.value.sentence.startswith("The checkpoint ")


def test_base64_has_one_spelling(unsigned):
    # The last character before the padding carries two unused bits; two texts for one root would hide a flip.
    root = unsigned.text.split("\n")[2]
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    twin = root[:-2] + letters[letters.index(root[-2]) ^ 1] + "="
    with pytest.raises(CheckpointRefused, match="spelling"):
        parse_checkpoint(unsigned.text.replace(root, twin))


def test_a_kept_checkpoint_may_have_been_through_an_editor(signed, unsigned):
    for checkpoint in (signed, unsigned):
        text = checkpoint.text
        for seen in (text, text.rstrip("\n"), text.strip("\n") + "\n", f"\n{text}\n\n", text.replace("\n", "\r\n")):
            assert parse_kept_checkpoint(seen) == checkpoint
