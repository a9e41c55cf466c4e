"""Signing a PDF, and checking a signed one: PAdES by pyHanko, offline.

A signature is added behind the document, so the signed file begins with the exact bytes of the unsigned one, whose
digest stays checkable. It is invisible, since a visible one would break PDF/A, and certifies the document against
any change.
"""

from __future__ import annotations

import io
import re
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.fields import MDPPerm, SigSeedSubFilter
from pyhanko.sign.general import SigningError
from pyhanko.sign.signers import PdfSignatureMetadata, PdfSigner, SimpleSigner

from compliance.reports.errors import ReportError
from compliance.reports.written import BeforeSigning

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from pyhanko.sign.validation.pdf_embedded import EmbeddedPdfSignature


FIELD = "AuditReport"
USAGES = frozenset({"digital_signature", "non_repudiation"})
"""What a certificate must be for, one of these, where it says what it is for."""

# Stated in every signature as its reason, so that the unsigned document can be found again in the signed file.
_UNSIGNED_PART = "The first {size} bytes are the unsigned document, SHA-256 {digest}."
_STATED = re.compile(r"The first ([0-9]{1,12}) bytes are the unsigned document, SHA-256 ([0-9a-f]{64})\.")


@dataclass(frozen=True, slots=True)
class DocumentSigner:
    """Who signs documents: the private key and certificates of a PKCS #12 file."""

    key: SimpleSigner
    certificate: Any

    @property
    def name(self) -> str:
        """Whose certificate it is, for people."""
        return subject(self.certificate)

    @classmethod
    def load(cls, path: Path, passphrase: str | None) -> DocumentSigner:
        """Read a PKCS #12 file (``.p12``, ``.pfx``).

        Raises:
            ReportError: it cannot be read, the passphrase is wrong or missing, or it lacks a key or a certificate.
        """
        try:
            data = path.read_bytes()
        except OSError as error:
            raise ReportError(f"the signing key {path} cannot be read: {error.strerror}; name a .p12 file") from None
        try:
            key = SimpleSigner.load_pkcs12_data(
                data, other_certs=[], passphrase=None if passphrase is None else passphrase.encode()
            )
        except (ValueError, TypeError):
            wanted = "the passphrase is wrong" if passphrase else "it needs a passphrase, named with --passphrase-env"
            raise ReportError(f"the signing key {path} cannot be opened: {wanted}, or it is no PKCS #12 file") from None
        if key.signing_cert is None or key.signing_key is None:
            raise ReportError(
                f"{path} does not hold a private key with its certificate; export both into one .p12 file"
            )
        return cls(key, key.signing_cert)

    def check(self, at: datetime) -> None:
        """Raise ReportError where the certificate is not valid at ``at``, or is not one to sign documents with."""
        if not in_its_time(self.certificate, at):
            first, last = self.certificate.not_valid_before, self.certificate.not_valid_after
            raise ReportError(
                f"the certificate of {self.name} is valid from {first:%Y-%m-%d} to {last:%Y-%m-%d} only; sign with "
                "another"
            )
        usage = self.certificate.key_usage_value
        if usage is not None and not usage.native & USAGES:
            raise ReportError(f"the certificate of {self.name} is not for signatures; sign with another")

    def sign(self, document: bytes, at: datetime) -> bytes:
        """The document with a signature behind it, certified against changes.

        Raises:
            ReportError: the certificate is not valid at ``at``, or the document cannot be signed.
        """
        self.check(at)
        metadata = PdfSignatureMetadata(
            field_name=FIELD,
            subfilter=SigSeedSubFilter.PADES,
            certify=True,
            docmdp_permissions=MDPPerm.NO_CHANGES,
            reason=_UNSIGNED_PART.format(size=len(document), digest=sha256(document).hexdigest()),
        )
        try:
            signed = _SignerAt(metadata, self.key, at).sign_pdf(IncrementalPdfFileWriter(io.BytesIO(document)))
        except SigningError as error:
            raise ReportError(f"the document cannot be signed by {self.name}: {error}") from error
        return bytes(signed.getvalue())

    def signed_part(self, document: bytes) -> BeforeSigning | None:
        """What this signer signed of a PDF that this program wrote, None where it did not sign it."""
        for signature in PdfFileReader(io.BytesIO(document)).embedded_signatures:
            if signature.signer_cert.dump() == self.certificate.dump():
                return unsigned_part(document, reason_of(signature), self.name)
        return None


def unsigned_part(document: bytes, reason: str, signed_by: str) -> BeforeSigning | None:
    """What a signature with this reason says that it was put behind; None where that is not so."""
    stated = _STATED.fullmatch(reason)
    if stated is None or sha256(document[: int(stated[1])]).hexdigest() != stated[2]:
        return None
    return BeforeSigning(signed_by, int(stated[1]), stated[2])


def reason_of(signature: EmbeddedPdfSignature) -> str:
    """The reason that a signature states, empty where it states none."""
    return str(signature.sig_object.get("/Reason", ""))


def subject(certificate: Any) -> str:
    """Whose certificate it is: the common name, all of the name where it has none; in printable characters."""
    name = str(certificate.subject.native.get("common_name") or certificate.subject.human_friendly)
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in name)


def in_its_time(certificate: Any, at: datetime) -> bool:
    """Whether the certificate is valid at that time."""
    return bool(certificate.not_valid_before <= at <= certificate.not_valid_after)


class _SignerAt(PdfSigner):
    """Signs with a given time; pyHanko itself would read the clock and the machine's time zone."""

    def __init__(self, metadata: PdfSignatureMetadata, key: SimpleSigner, at: datetime) -> None:
        super().__init__(metadata, key)
        self._at = at

    def init_signing_session(self, *arguments: Any, **options: Any) -> Any:
        session = super().init_signing_session(*arguments, **options)
        session.system_time = self._at
        return session
