"""Signed reports: whatever is changed in one is noticed, and nobody is trusted who is not named."""

from __future__ import annotations

import io
import random
import re
from collections import Counter
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pikepdf
import pytest
from cryptography.hazmat.primitives.serialization import Encoding
from pyhanko.pdf_utils.generic import NameObject, StreamObject
from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter

from compliance.reports.errors import ReportError
from compliance.reports.render import render_pdf
from compliance.reports.signed_pdf import Verdict, certificates, examine
from compliance.reports.signing import DocumentSigner
from tests.reports.certificates import PASSPHRASE, Identity, root_and_signer, self_signed

AT = datetime(2026, 3, 4, 9, 30, tzinfo=UTC)
PAGE = '<html lang="en"><head><title>T</title></head><body><p>Overpaid by 25.00 USD</p></body></html>'


@pytest.fixture(scope="module")
def auditor() -> Identity:
    return root_and_signer("A. Auditor")


@pytest.fixture(scope="module")
def signer(auditor: Identity, tmp_path_factory: pytest.TempPathFactory) -> DocumentSigner:
    return opened(auditor, tmp_path_factory.mktemp("key"))


@pytest.fixture(scope="module")
def roots(auditor: Identity, tmp_path_factory: pytest.TempPathFactory) -> list:
    return certificates(auditor.pem(tmp_path_factory.mktemp("root") / "root.pem"))


@pytest.fixture(scope="module")
def unsigned() -> bytes:
    return render_pdf(PAGE, dated=datetime(2026, 3, 3, tzinfo=UTC))


@pytest.fixture(scope="module")
def signed(unsigned: bytes, signer: DocumentSigner) -> bytes:
    return signer.sign(unsigned, AT)


def opened(identity: Identity, folder: Path) -> DocumentSigner:
    return DocumentSigner.load(identity.p12(folder / "key.p12"), PASSPHRASE)


def byte_range(document: bytes) -> list[int]:
    """Start and length of the two stretches that a signature covers; the signature itself stands between them."""
    found = re.search(rb"/ByteRange ?\[ ?(\d+) +(\d+) +(\d+) +(\d+) *\]", document)
    assert found
    return [int(number) for number in found.groups()]


def test_signed_document_begins_with_the_unsigned_one(unsigned: bytes, signed: bytes, roots: list) -> None:
    assert signed.startswith(unsigned)
    found = examine(signed, roots, AT)
    assert found.verdict is Verdict.HOLDS
    assert (found.signer, found.signed_at) == ("A. Auditor", AT)
    assert found.before_signing is not None
    assert (found.before_signing.size, found.before_signing.sha256) == (len(unsigned), sha256(unsigned).hexdigest())
    assert "A. Auditor" in found.sentences[0]


def test_signature_is_pades_invisible_and_certifies_against_any_change(signed: bytes) -> None:
    with pikepdf.open(io.BytesIO(signed)) as pdf:
        (field,) = pdf.Root.AcroForm.Fields
        value = field.V
        assert str(value.SubFilter) == "/ETSI.CAdES.detached"
        assert pdf.Root.Perms.DocMDP.objgen == value.objgen
        (reference,) = value.Reference
        assert reference.TransformParams.P == 1
        assert [float(side) for side in field.Rect] == [0, 0, 0, 0]
        assert str(value.M) == "D:20260304093000Z"
    start, first, second, rest = byte_range(signed)
    assert (start, second + rest) == (0, len(signed))
    assert re.fullmatch(rb"<[0-9A-F]+>", signed[first:second])


def test_every_flipped_bit_of_a_sample_is_noticed(signed: bytes, roots: list) -> None:
    _, first, second, _ = byte_range(signed)
    signed_places = [*range(first), *range(second, len(signed))]
    chosen = random.Random(20260304).sample(signed_places, 240)
    found: Counter[Verdict] = Counter()
    for number, place in enumerate(chosen):
        changed = bytearray(signed)
        changed[place] ^= 1 << number % 8
        verdict = examine(bytes(changed), roots, AT)
        assert verdict.broken, f"bit {number % 8} of byte {place}"
        found[verdict.verdict] += 1
    assert found[Verdict.CHANGED] > 220


def test_changed_signature_is_noticed(signed: bytes, roots: list) -> None:
    # The value that the key made stands at the end of what is written between the two stretches, 64 bytes or more.
    _, first, second, _ = byte_range(signed)
    end = first + len(signed[first:second].rstrip(b">").rstrip(b"0"))
    for place in range(end - 100, end, 3):
        digit = signed[place : place + 1]
        changed = signed[:place] + (b"0" if digit != b"0" else b"1") + signed[place + 1 :]
        assert examine(changed, roots, AT).broken


def test_signed_document_cut_anywhere_does_not_hold(signed: bytes, roots: list, unsigned: bytes) -> None:
    for length in (0, 1, 9, len(unsigned) - 1, len(unsigned), len(unsigned) + 1, len(signed) // 2, len(signed) - 1):
        assert examine(signed[:length], roots, AT).broken
    assert examine(signed[: len(unsigned)], roots, AT).verdict is Verdict.UNSIGNED


def page_replaced(document: bytes) -> bytes:
    """Another amount on the page, put there by an incremental update behind the signature."""
    writer = IncrementalPdfFileWriter(io.BytesIO(document))
    page = writer.root["/Pages"]["/Kids"][0]
    other = StreamObject(stream_data=b"BT /F1 12 Tf 72 700 Td (Overpaid by 0.00 USD) Tj ET")
    page[NameObject("/Contents")] = writer.add_object(other)
    writer.update_container(page)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def test_page_changed_by_an_incremental_update_is_noticed(signed: bytes, roots: list) -> None:
    changed = page_replaced(signed)
    assert changed.startswith(signed)
    found = examine(changed, roots, AT)
    assert found.verdict is Verdict.CHANGED
    assert "something was added" in found.sentences[0]


@pytest.mark.parametrize("added", [b"\n", b"%%EOF\n", b"\0" * 100])
def test_bytes_behind_the_end_are_noticed(signed: bytes, roots: list, added: bytes) -> None:
    assert examine(signed + added, roots, AT).verdict is Verdict.CHANGED


def test_document_saved_again_by_another_program_is_noticed(signed: bytes, roots: list) -> None:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(signed)) as pdf:
        pdf.save(out)
    assert examine(out.getvalue(), roots, AT).verdict is Verdict.CHANGED


def test_changed_document_signed_by_somebody_else_is_not_trusted(
    unsigned: bytes, signed: bytes, roots: list, tmp_path: Path
) -> None:
    forger = opened(root_and_signer("A. Auditor"), tmp_path)
    forged = forger.sign(page_replaced(unsigned), AT)
    found = examine(forged, roots, AT)
    assert found.verdict is Verdict.UNTRUSTED
    assert found.broken
    again = forger.sign(unsigned, AT)
    assert examine(again, roots, AT).verdict is Verdict.UNTRUSTED


def test_other_root_is_not_trusted(signed: bytes, tmp_path: Path) -> None:
    other = certificates(root_and_signer("Somebody Else").pem(tmp_path / "other.pem"))
    assert examine(signed, other, AT).verdict is Verdict.UNTRUSTED


def test_with_nobody_to_trust_a_whole_document_is_told_from_a_changed_one(signed: bytes) -> None:
    found = examine(signed, [], AT)
    assert found.verdict is Verdict.UNVOUCHED
    assert (found.holds, found.broken) == (False, False)
    assert examine(signed[:-2] + b"\n\n", [], AT).verdict is Verdict.CHANGED


@pytest.mark.parametrize("rsa_key", [False, True])
def test_both_kinds_of_keys_sign(unsigned: bytes, tmp_path: Path, rsa_key: bool) -> None:
    identity = root_and_signer("R. S. A.", rsa_key=rsa_key)
    document = opened(identity, tmp_path).sign(unsigned, AT)
    assert examine(document, certificates(identity.pem(tmp_path / "root.pem")), AT).verdict is Verdict.HOLDS


def test_self_signed_certificate_is_trusted_by_who_names_it_and_only_in_its_time(
    unsigned: bytes, tmp_path: Path
) -> None:
    identity = self_signed("One Person")
    document = opened(identity, tmp_path).sign(unsigned, AT)
    trusted = certificates(identity.pem(tmp_path / "own.pem"))
    assert examine(document, trusted, AT).verdict is Verdict.HOLDS
    assert examine(document, [], AT).verdict is Verdict.UNVOUCHED
    assert examine(document, trusted, AT.replace(year=2050)).verdict is Verdict.EXPIRED


def test_the_signers_own_certificate_may_be_named_instead_of_its_root(
    signed: bytes, auditor: Identity, tmp_path: Path
) -> None:
    (tmp_path / "own.der").write_bytes(auditor.certificate.public_bytes(Encoding.DER))
    assert examine(signed, certificates(tmp_path / "own.der"), AT).verdict is Verdict.HOLDS


def test_certificate_that_has_expired_since_is_neither_trusted_nor_called_a_forgery(signed: bytes, roots: list) -> None:
    found = examine(signed, roots, AT.replace(year=2050))
    assert found.verdict is Verdict.EXPIRED
    assert (found.holds, found.broken) == (False, False)


def test_certificate_out_of_its_time_signs_nothing(unsigned: bytes, tmp_path: Path) -> None:
    old = opened(root_and_signer("Old", since=datetime(2020, 1, 1, tzinfo=UTC), until=AT), tmp_path)
    assert old.sign(unsigned, AT).startswith(unsigned)
    with pytest.raises(ReportError, match="valid from 2020-01-01 to 2026-03-04 only"):
        old.sign(unsigned, AT.replace(day=5))


def test_certificate_for_something_else_signs_nothing(unsigned: bytes, tmp_path: Path) -> None:
    with pytest.raises(ReportError, match="not for signatures"):
        opened(root_and_signer("Mail", usage="encipherment"), tmp_path).sign(unsigned, AT)


def test_key_that_cannot_be_opened_is_said(auditor: Identity, tmp_path: Path) -> None:
    sealed = auditor.p12(tmp_path / "sealed.p12")
    (tmp_path / "not.p12").write_text("nothing")
    for path, passphrase, says in (
        (tmp_path / "missing.p12", PASSPHRASE, "cannot be read"),
        (sealed, "another", "the passphrase is wrong"),
        (sealed, None, "needs a passphrase"),
        (tmp_path / "not.p12", PASSPHRASE, "no PKCS #12 file"),
    ):
        with pytest.raises(ReportError, match=says):
            DocumentSigner.load(path, passphrase)
    assert DocumentSigner.load(auditor.p12(tmp_path / "open.p12", None), None).name == "A. Auditor"


def test_what_is_no_certificate_is_not_trusted(tmp_path: Path) -> None:
    (tmp_path / "text.pem").write_text("not a certificate")
    for name in ("text.pem", "missing.pem"):
        with pytest.raises(ReportError, match=name):
            certificates(tmp_path / name)


def test_name_in_a_certificate_is_kept_from_the_terminal(unsigned: bytes, tmp_path: Path) -> None:
    document = opened(self_signed("A\x1b[2JB"), tmp_path).sign(unsigned, AT)
    said = " ".join(examine(document, [], AT).sentences)
    assert "\x1b" not in said
    assert "A\N{REPLACEMENT CHARACTER}[2JB" in said


def test_nothing_is_printed_about_somebody_who_is_not_trusted(signed: bytes, capfd: pytest.CaptureFixture) -> None:
    examine(signed, [], AT)
    examine(b"%PDF-1.7 nothing", [], AT)
    captured = capfd.readouterr()
    assert (captured.out, captured.err) == ("", "")


def test_signer_knows_what_it_signed(signed: bytes, unsigned: bytes, signer: DocumentSigner, tmp_path: Path) -> None:
    before = signer.signed_part(signed)
    assert before is not None
    assert (before.size, before.sha256) == (len(unsigned), sha256(unsigned).hexdigest())
    assert signer.signed_part(unsigned) is None
    assert opened(self_signed("Other"), tmp_path).signed_part(signed) is None
