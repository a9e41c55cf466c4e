"""Keys: made once, for their owner alone, away from what they seal."""

from __future__ import annotations

import os
import stat

import pytest

from compliance.audit_log import KeyRefused, PublicKey, Signer, keygen

NAME = "cardroom.example/audit-log"


def test_private_key_is_for_its_owner_alone_whatever_the_umask(tmp_path):
    before = os.umask(0)
    try:
        keygen(tmp_path / "key", name=NAME)
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600


def test_both_halves_belong_together(tmp_path):
    public = keygen(tmp_path / "key", name=NAME)
    assert PublicKey.parse((tmp_path / "key.pub").read_text()) == public
    assert Signer.load(tmp_path / "key").public_key == public
    assert public.name == NAME


def test_every_key_is_another(tmp_path):
    assert keygen(tmp_path / "one", name=NAME) != keygen(tmp_path / "two", name=NAME)


@pytest.mark.parametrize("existing", ["key", "key.pub"])
def test_nothing_is_overwritten(tmp_path, existing):
    (tmp_path / existing).write_text("mine")
    with pytest.raises(KeyRefused, match="exists already"):
        keygen(tmp_path / "key", name=NAME)
    assert [path.name for path in tmp_path.iterdir()] == [existing]
    assert (tmp_path / existing).read_text() == "mine"


def test_a_dangling_link_is_not_followed(tmp_path):
    (tmp_path / "key").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(KeyRefused, match="exists already"):
        keygen(tmp_path / "key", name=NAME)
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize("place", ["repository/key", "repository/deep/down/key", "link/key"])
@pytest.mark.parametrize("marker", ["folder", "file"])
def test_not_inside_a_repository(tmp_path, place, marker):
    (tmp_path / "repository/deep/down").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "repository")
    if marker == "folder":
        (tmp_path / "repository/.git").mkdir()
    else:
        (tmp_path / "repository/.git").write_text("gitdir: elsewhere")  # a linked work tree
    with pytest.raises(KeyRefused, match="inside the repository"):
        keygen(tmp_path / place, name=NAME)
    assert not (tmp_path / place).exists()


@pytest.mark.parametrize("place", ["audit_logs/key", "audit_logs/checkpoints/key", "x/../audit_logs/key"])
def test_not_inside_the_log(tmp_path, place):
    (tmp_path / "audit_logs/checkpoints").mkdir(parents=True)
    (tmp_path / "x").mkdir()
    with pytest.raises(KeyRefused, match="inside the audit log's folder"):
        keygen(tmp_path / place, name=NAME, log_folder=tmp_path / "audit_logs")
    assert not (tmp_path / place).exists()


def test_not_in_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(KeyRefused, match="does not exist"):
        keygen(tmp_path / "none/key", name=NAME)


@pytest.mark.parametrize("name", ["", "two words", "a+b", "tab\there", "line\n", "\u00a0"])
def test_names_that_a_note_cannot_carry(tmp_path, name):
    with pytest.raises(KeyRefused, match="cannot name a key"):
        keygen(tmp_path / "key", name=name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o660])
def test_a_key_that_others_can_read_is_not_used(tmp_path, mode):
    keygen(tmp_path / "key", name=NAME)
    (tmp_path / "key").chmod(mode)
    with pytest.raises(KeyRefused, match="chmod 600"):
        Signer.load(tmp_path / "key")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text[:-3],
        lambda text: text.replace("PRIVATE+", ""),
        lambda text: text.replace("cardroom", "cardboard"),
        lambda text: "",
        lambda text: text.replace("+A", "+B", 1),
    ],
)
def test_a_damaged_key_is_refused(tmp_path, change):
    keygen(tmp_path / "key", name=NAME)
    text = (tmp_path / "key").read_text()
    (tmp_path / "key").write_text(change(text))
    with pytest.raises(KeyRefused, match="not a private key"):
        Signer.load(tmp_path / "key")


def test_public_half_is_no_private_key(tmp_path):
    keygen(tmp_path / "key", name=NAME)
    (tmp_path / "key.pub").chmod(0o600)
    with pytest.raises(KeyRefused, match="not a private key"):
        Signer.load(tmp_path / "key.pub")


def test_a_missing_key_is_named(tmp_path):
    with pytest.raises(KeyRefused, match="none cannot be read: No such file"):
        Signer.load(tmp_path / "none")


def test_no_part_of_the_secret_is_shown(tmp_path):
    keygen(tmp_path / "key", name=NAME)
    secret = (tmp_path / "key").read_text().strip().rpartition("+")[2]
    assert secret not in repr(Signer.load(tmp_path / "key"))
    (tmp_path / "key").write_text("PRIVATE+KEY+" + NAME + "+00000000+" + secret)
    with pytest.raises(KeyRefused) as caught:
        Signer.load(tmp_path / "key")
    assert secret not in str(caught.value)
