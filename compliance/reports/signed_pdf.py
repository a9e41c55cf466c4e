"""Checking a signed PDF, offline: whether it is whole, who signed it, and whether that is somebody trusted."""

from __future__ import annotations

import io
import logging
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from pyhanko.keys import load_certs_from_pemder_data
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.settings import KeyUsageConstraints
from pyhanko.sign.validation.status import SignatureCoverageLevel
from pyhanko_certvalidator import ValidationContext

from compliance.reports.errors import ReportError
from compliance.reports.signing import USAGES, in_its_time, reason_of, subject, unsigned_part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime
    from pathlib import Path

    from compliance.reports.written import BeforeSigning


class Verdict(StrEnum):
    """What became of a signed document."""

    HOLDS = "holds"
    UNVOUCHED = "unvouched"
    EXPIRED = "expired"
    UNTRUSTED = "untrusted"
    CHANGED = "changed"
    UNSIGNED = "unsigned"


@dataclass(frozen=True, slots=True)
class SignedDocument:
    """A document that was looked at. ``signed_at`` is what the signer's clock said; nobody vouches for it.

    ``before_signing`` is what it begins with, where the signature says so.
    """

    verdict: Verdict
    sentences: tuple[str, ...]
    signer: str | None = None
    signed_at: datetime | None = None
    before_signing: BeforeSigning | None = None

    @property
    def holds(self) -> bool:
        """Whether it is as a trusted signer left it."""
        return self.verdict is Verdict.HOLDS

    @property
    def broken(self) -> bool:
        """Whether it is not what it should be; else it may be, but nothing that is trusted vouches for it today."""
        return self.verdict in (Verdict.UNTRUSTED, Verdict.CHANGED, Verdict.UNSIGNED)


def certificates(path: Path) -> list[Any]:
    """The certificates of a file, PEM or DER.

    Raises:
        ReportError: it cannot be read, or holds none.
    """
    try:
        found = list(load_certs_from_pemder_data(path.read_bytes()))
    except OSError as error:
        raise ReportError(f"the certificate {path} cannot be read: {error.strerror}; name a PEM or DER file") from None
    except (ValueError, TypeError):
        found = []
    if not found:
        raise ReportError(f"{path} holds no certificate; name the PEM or DER file of the one you trust")
    return found


@dataclass(frozen=True, slots=True)
class _Signature:
    """One signature as pyHanko judged it; ``trusted_then`` at the time it states, ``trusted`` at the time asked for."""

    signer: str
    stated_time: datetime | None
    reason: str
    intact: bool
    nothing_added: bool
    trusted: bool
    trusted_then: bool


def examine(document: bytes, trusted: Sequence[Any], at: datetime) -> SignedDocument:
    """Check every signature of a PDF: whole to its last byte, and by somebody who is ``trusted`` at the time ``at``.

    Whether a certificate was revoked is not looked up: nothing is fetched.
    """
    with _quiet():
        try:
            signatures = PdfFileReader(io.BytesIO(document)).embedded_signatures
            read = [_read(each, trusted, at) for each in signatures]
        except Exception as error:  # noqa: BLE001 - a changed byte makes pyHanko trip in any way whatever
            reason = f"it cannot be read as a signed PDF ({type(error).__name__}: {str(error)[:120]})"
            return SignedDocument(Verdict.CHANGED, (f"The document was changed or damaged: {reason}.",))
    if not read:
        return SignedDocument(Verdict.UNSIGNED, ("The document carries no signature.",))
    found = [_judged(document, each, anybody_trusted=bool(trusted)) for each in read]
    return max(found, key=lambda each: list(Verdict).index(each.verdict))


def _read(signature: Any, trusted: Sequence[Any], at: datetime) -> _Signature:
    certificate, when = signature.signer_cert, signature.self_reported_timestamp
    status = _status(signature, trusted, at)
    then = _status(signature, trusted, when) if when else None
    return _Signature(
        subject(certificate),
        when,
        reason_of(signature),
        intact=bool(status.intact and status.valid),
        nothing_added=status.coverage is SignatureCoverageLevel.ENTIRE_FILE and bool(status.docmdp_ok),
        trusted=bool(status.bottom_line) and in_its_time(certificate, at),
        trusted_then=bool(then and then.bottom_line) and in_its_time(certificate, when),
    )


def _status(signature: Any, trusted: Sequence[Any], at: datetime) -> Any:
    context = ValidationContext(trust_roots=list(trusted), allow_fetching=False, moment=at)
    return validate_pdf_signature(signature, context, key_usage_settings=KeyUsageConstraints(key_usage=USAGES))


def _judged(document: bytes, read: _Signature, *, anybody_trusted: bool) -> SignedDocument:
    verdict, sentence = _judge(read, anybody_trusted=anybody_trusted)
    before = unsigned_part(document, read.reason, read.signer)
    said = [sentence]
    if read.stated_time:
        said.append(f"By the signer's own clock it was signed at {read.stated_time.isoformat()}.")
    if before and verdict is not Verdict.CHANGED:
        said.append(f"Its first {before.size} bytes are the unsigned document, SHA-256 {before.sha256}.")
    return SignedDocument(verdict, tuple(said), read.signer, read.stated_time, before)


def _judge(read: _Signature, *, anybody_trusted: bool) -> tuple[Verdict, str]:
    who = read.signer
    if not read.intact:
        return Verdict.CHANGED, "The document was changed after it was signed: a signature does not fit its bytes."
    if not read.nothing_added:
        return Verdict.CHANGED, "The document was changed after it was signed: something was added to it."
    if not anybody_trusted:
        said = f"The document is as {who} signed it, but no certificate was given to trust; give one with --trust."
        return Verdict.UNVOUCHED, said
    if read.trusted:
        return Verdict.HOLDS, f"The document is as {who} signed it, who is trusted. Revocation was not looked up."
    if read.trusted_then:
        return Verdict.EXPIRED, (
            f"The document is as {who} signed it, whose certificate is not valid today; it was at the time that the "
            "signature states, for which nobody vouches. The audit log recorded the digest, and when."
        )
    return Verdict.UNTRUSTED, f"The document was signed by {who}, for whom no trusted certificate vouches."


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep pyHanko from printing to a terminal why it trusts nobody: that is said in one sentence."""
    loggers = [logging.getLogger(name) for name in ("pyhanko", "pyhanko_certvalidator")]
    levels = [each.level for each in loggers]
    for each in loggers:
        each.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        for each, level in zip(loggers, levels, strict=True):
            each.setLevel(level)
