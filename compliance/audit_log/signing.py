"""Private keys: made once, kept outside the repository and the log, readable by their owner alone."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from compliance.audit_log.errors import KeyRefused
from compliance.audit_log.keys import ED25519, KEY_BYTES, PublicKey
from compliance.audit_log.notes import Signature, decode, encode, is_key_name

if TYPE_CHECKING:
    from pathlib import Path

_PREFIX = "PRIVATE+KEY+"
_OWNER_ONLY = 0o600


@dataclass(frozen=True, slots=True)
class Signer:
    """A private key and the name it signs under."""

    name: str
    private_key: Ed25519PrivateKey

    @property
    def public_key(self) -> PublicKey:
        """The key that verifies what this one signs."""
        return PublicKey(self.name, self.private_key.public_key().public_bytes_raw())

    def sign(self, text: str) -> Signature:
        """Sign a note text, which ends in a newline."""
        return Signature(self.name, self.public_key.key_id, self.private_key.sign(text.encode()))

    @classmethod
    def load(cls, path: Path) -> Signer:
        """Read a private key file that `keygen` wrote.

        Raises KeyRefused where it cannot be read, is not such a file, or can be read by others than its owner.
        """
        try:
            with path.open(encoding="utf-8") as file:
                mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
                text = file.read(4096).strip()
        except (OSError, UnicodeDecodeError) as error:
            raise KeyRefused(f"The private key {path} cannot be read: {_reason(error)}.") from error
        if mode & 0o077:
            raise KeyRefused(f"The private key {path} can be read by others (mode {mode:04o}); run: chmod 600 {path}")
        name, _, rest = text.removeprefix(_PREFIX).partition("+")
        key_id, _, encoded = rest.partition("+")
        try:
            data = decode(encoded)
            if not text.startswith(_PREFIX) or not is_key_name(name):
                raise ValueError("wrong form")
            if data[:1] != ED25519 or len(data) != 1 + KEY_BYTES:
                raise ValueError("wrong kind of key")
            signer = cls(name, Ed25519PrivateKey.from_private_bytes(data[1:]))
            if signer.public_key.key_id.hex() != key_id:
                raise ValueError("wrong key id")
        except ValueError as error:
            raise KeyRefused(
                f"{path} is not a private key of this program ({error}); make one with `log keygen`."
            ) from error
        return signer


def keygen(path: Path, *, name: str, log_folder: Path | None = None) -> PublicKey:
    """Make a key pair: the private key in `path` (mode 0600), the public one beside it in `path` + `.pub`.

    `name` is what signatures are made under, best the log owner's own domain and purpose, such as
    `cardroom.example/audit-log`. `log_folder` is the audit log that the key is for.

    Raises KeyRefused, having written nothing, where a file of that name exists, where the place is inside a
    Git repository or the log's folder (a key kept beside what it seals protects nothing), or where the name
    holds spaces or a plus sign.
    """
    if not is_key_name(name):
        raise KeyRefused(
            f"{name!r} cannot name a key: use no spaces and no plus sign, as in cardroom.example/audit-log."
        )
    folder = path.parent.resolve()
    place, public_place = folder / path.name, folder / f"{path.name}.pub"
    if not folder.is_dir():
        raise KeyRefused(f"The folder {folder} does not exist; make it, or choose another place for the key.")
    if log_folder is not None and folder.is_relative_to(log_folder.resolve()):
        raise KeyRefused(f"{place} is inside the audit log's folder; keep the private key away from the log.")
    for above in (folder, *folder.parents):
        if (above / ".git").exists():
            raise KeyRefused(f"{place} is inside the repository {above}; keep the private key outside of it.")
    for existing in (place, public_place):
        if existing.is_symlink() or existing.exists():
            raise KeyRefused(f"{existing} exists already; a key is never overwritten, choose another name.")
    private_key = Ed25519PrivateKey.generate()
    signer = Signer(name, private_key)
    public = signer.public_key
    secret = f"{_PREFIX}{name}+{public.key_id.hex()}+{encode(ED25519 + private_key.private_bytes_raw())}\n"
    try:
        _write_new(place, secret, _OWNER_ONLY)
        _write_new(public_place, public.text + "\n", 0o644)
    except OSError as error:
        raise KeyRefused(f"The key cannot be written to {place}: {_reason(error)}.") from error
    return public


def _write_new(path: Path, text: str, mode: int) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
    with open(descriptor, "w", encoding="utf-8") as file:  # noqa: PTH123 - a descriptor, not a path
        file.write(text)
        file.flush()
        os.fsync(descriptor)


def _reason(error: Exception) -> str:
    return error.strerror if isinstance(error, OSError) and error.strerror else str(error)
