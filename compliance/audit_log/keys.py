"""Public keys, in the one-line form that signed notes use: name, key id, and the Ed25519 key."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from compliance.audit_log.errors import KeyRefused
from compliance.audit_log.notes import Signature, decode, encode, is_key_name

ED25519 = b"\x01"  # the C2SP identifier of plain Ed25519 note signatures
KEY_BYTES = 32


@dataclass(frozen=True, slots=True)
class PublicKey:
    """Who signs: a name and the 32 bytes of an Ed25519 public key."""

    name: str
    raw: bytes

    @property
    def key_id(self) -> bytes:
        """The first four bytes of SHA-256 over name, newline, algorithm and key (C2SP signed-note)."""
        return sha256(self.name.encode() + b"\n" + ED25519 + self.raw).digest()[:4]

    @property
    def text(self) -> str:
        """`NAME+KEYID+BASE64`, the line to hand to whoever must check signatures."""
        return f"{self.name}+{self.key_id.hex()}+{encode(ED25519 + self.raw)}"

    @classmethod
    def parse(cls, text: str) -> PublicKey:
        """Read the one-line form; raises KeyRefused where it is not that of an Ed25519 key."""
        parts = text.strip().split("+", 2)
        try:
            if len(parts) != 3 or not is_key_name(parts[0]):
                raise ValueError("is not NAME+KEYID+BASE64")
            data = decode(parts[2])
            if data[:1] != ED25519 or len(data) != 1 + KEY_BYTES:
                raise ValueError("is not an Ed25519 key")
            key = cls(parts[0], data[1:])
            if key.key_id.hex() != parts[1]:
                raise ValueError("has a key id that does not belong to its name and key")
        except ValueError as error:
            raise KeyRefused(f"The public key {text.strip()[:60]!r} {error}; copy it again in full.") from error
        return key

    def made(self, signature: Signature) -> bool:
        """Whether the signature line claims to be by this key (name and key id both fit)."""
        return signature.key_name == self.name and signature.key_id == self.key_id

    def verifies(self, text: str, signature: Signature) -> bool:
        """Whether the signature is this key's, over exactly this note text."""
        if not self.made(signature):
            return False
        try:
            Ed25519PublicKey.from_public_bytes(self.raw).verify(signature.value, text.encode())
        except InvalidSignature:
            return False
        return True
