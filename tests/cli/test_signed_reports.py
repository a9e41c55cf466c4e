"""Signing a report and checking it, from the command line."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Desk, case
from tests.reports.certificates import PASSPHRASE, Identity, root_and_signer


@pytest.fixture(scope="module")
def auditor() -> Identity:
    return root_and_signer("A. Auditor")


@pytest.fixture
def sign(auditor: Identity, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[str, ...]:
    """The options to sign with."""
    monkeypatch.setenv("REPORT_PASSPHRASE", PASSPHRASE)
    return "--sign", str(auditor.p12(tmp_path / "auditor.p12")), "--passphrase-env", "REPORT_PASSPHRASE"


@pytest.fixture
def root(auditor: Identity, tmp_path: Path) -> str:
    return str(auditor.pem(tmp_path / "root.pem"))


def a_night(desk: Desk) -> tuple[str, ...]:
    log = desk.log(case("base_game/pass_live_win").round)
    return "nightly", log, "--out", str(desk.folder / "out")


def the_pdf(documents: list[dict[str, Any]]) -> dict[str, Any]:
    (found,) = (each for each in documents if each["path"].endswith(".pdf"))
    return found


def test_nightly_signs_its_report_and_records_both_digests(desk: Desk, sign: tuple[str, ...], root: str) -> None:
    told = the_pdf(desk.json(*a_night(desk), *sign)["documents"])
    data = Path(told["path"]).read_bytes()
    size = told["unsigned"]["bytes"]
    assert told["signed_by"] == "A. Auditor"
    assert told["sha256"] == sha256(data).hexdigest()
    assert told["unsigned"]["sha256"] == sha256(data[:size]).hexdigest()
    (entry,) = desk.json("log", "show", "--kind", "documents")
    (recorded,) = (each for each in entry["body"]["documents"] if each["name"] == "audit-report.pdf")
    assert {"path": told["path"]} | {key: recorded[key] for key in recorded if key != "name"} == told
    result = desk.run("verify-pdf", told["path"], "--trust", root)
    assert result.exit_code == 0
    assert "A. Auditor" in result.stdout
    assert told["unsigned"]["sha256"] in result.stdout


def test_same_night_is_not_signed_twice_but_an_unsigned_one_is(desk: Desk, sign: tuple[str, ...], root: str) -> None:
    night = a_night(desk)
    unsigned = the_pdf(desk.json(*night)["documents"])
    signed = the_pdf(desk.json(*night, *sign)["documents"])
    assert "signed_by" not in unsigned
    assert signed["signed_by"] == "A. Auditor"
    again = desk.run(*night, *sign)
    assert again.stdout.startswith("Nothing has changed")
    assert the_pdf(desk.json(*night, *sign)["documents"]) == signed
    assert the_pdf(desk.json(*night)["documents"])["sha256"] == signed["sha256"]


def test_report_is_signed_too(desk: Desk, sign: tuple[str, ...], root: str) -> None:
    desk.run(*a_night(desk))
    out = str(desk.folder / "signed")
    told = the_pdf(desk.json("report", "--out", out, *sign)["documents"])
    found = desk.json("verify-pdf", told["path"], "--trust", root)
    assert (found["verdict"], found["signed_by"], found["unsigned"]) == ("holds", "A. Auditor", told["unsigned"])


def test_verify_pdf_exits_by_what_it_finds(desk: Desk, sign: tuple[str, ...], root: str, tmp_path: Path) -> None:
    pdf = Path(the_pdf(desk.json(*a_night(desk), *sign)["documents"])["path"])
    data = pdf.read_bytes()
    other = str(root_and_signer("Somebody Else").pem(tmp_path / "other.pem"))
    changed, cut = tmp_path / "changed.pdf", tmp_path / "cut.pdf"
    changed.write_bytes(data[:-200] + bytes([data[-200] ^ 1]) + data[-199:])
    cut.write_bytes(data[: the_pdf(desk.json(*a_night(desk), *sign)["documents"])["unsigned"]["bytes"]])

    def verdict(path: Path, *trust: str) -> tuple[str, int]:
        result = desk.run("verify-pdf", str(path), *trust, "--json")
        return json.loads(result.stdout)["verdict"], result.exit_code

    assert verdict(pdf, "--trust", root) == ("holds", 0)
    assert verdict(pdf, "--trust", other, "--trust", root) == ("holds", 0)
    assert verdict(pdf) == ("unvouched", 4)
    assert verdict(pdf, "--trust", other) == ("untrusted", 3)
    assert verdict(changed, "--trust", root) == ("changed", 3)
    assert verdict(cut, "--trust", root) == ("unsigned", 3)


def test_what_cannot_be_signed_with_is_said_before_anything_is_begun(
    desk: Desk, sign: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    night = a_night(desk)
    for options in (
        sign[:2],
        (*sign[:3], "NO_SUCH_VARIABLE"),
        sign[2:],
        ("--sign", "no-such.p12"),
        (*sign, "--format", "html"),
    ):
        result = desk.run(*night, *options)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
        assert "fault in the program" not in result.stderr
    monkeypatch.setenv("REPORT_PASSPHRASE", "another")
    result = desk.run(*night, *sign)
    assert result.exit_code == 2
    assert "passphrase is wrong" in result.stderr
    assert "another" not in result.stderr
    assert not (desk.folder / "night.duckdb").exists()


@pytest.mark.parametrize("arguments", [("no-such.pdf",), ("log.jsonl", "--trust", "no-such.pem")], ids=" ".join)
def test_what_cannot_be_checked_is_said(desk: Desk, arguments: tuple[str, ...]) -> None:
    result = desk.run("verify-pdf", *arguments)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
