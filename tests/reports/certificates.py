"""Keys and certificates to sign documents with, made for the tests."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, pkcs12
from cryptography.x509.oid import NameOID

if TYPE_CHECKING:
    from pathlib import Path

SINCE = datetime(2026, 1, 1, tzinfo=UTC)
UNTIL = SINCE + timedelta(days=3650)
PASSPHRASE = "a passphrase"  # noqa: S105 - of keys that are made and thrown away


@dataclass(frozen=True)
class Identity:
    """A key with its certificate, and the certificate of whoever vouches for it."""

    key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey
    certificate: x509.Certificate
    root: x509.Certificate

    def p12(self, path: Path, passphrase: str | None = PASSPHRASE) -> Path:
        sealed = BestAvailableEncryption(passphrase.encode()) if passphrase else NoEncryption()
        chain = [self.root] if self.root != self.certificate else None
        path.write_bytes(pkcs12.serialize_key_and_certificates(b"signer", self.key, self.certificate, chain, sealed))
        return path

    def pem(self, path: Path) -> Path:
        path.write_bytes(self.root.public_bytes(Encoding.PEM))
        return path


def root_and_signer(
    name: str, *, rsa_key: bool = False, since: datetime = SINCE, until: datetime = UNTIL, usage: str = "signature"
) -> Identity:
    """A root, and a signer it vouches for."""
    root_key = ec.generate_private_key(ec.SECP256R1())
    root_name = _name(f"Root of {name}")
    root = (
        _builder(root_name, root_name, root_key.public_key(), SINCE, UNTIL)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage("root"), critical=True)
        .sign(root_key, hashes.SHA256())
    )
    key = rsa.generate_private_key(65537, 3072) if rsa_key else ec.generate_private_key(ec.SECP256R1())
    certificate = (
        _builder(_name(name), root_name, key.public_key(), since, until)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(usage), critical=True)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key()), critical=False)
        .sign(root_key, hashes.SHA256())
    )
    return Identity(key, certificate, root)


def self_signed(name: str) -> Identity:
    """A signer that nobody vouches for but itself, with no more said than its name."""
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = _builder(_name(name), _name(name), key.public_key(), SINCE, UNTIL).sign(key, hashes.SHA256())
    return Identity(key, certificate, certificate)


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _builder(
    name: x509.Name,
    issuer: x509.Name,
    public: ec.EllipticCurvePublicKey | rsa.RSAPublicKey,
    since: datetime,
    until: datetime,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(issuer)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(since)
        .not_valid_after(until)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
    )


def _usage(purpose: str) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=purpose == "signature",
        content_commitment=False,
        key_encipherment=purpose == "encipherment",
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=purpose == "root",
        crl_sign=purpose == "root",
        encipher_only=False,
        decipher_only=False,
    )
