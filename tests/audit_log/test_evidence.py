"""The evidence file, checked the way a third party would: by the script alone, in a process of its own."""

from __future__ import annotations

import base64
import gzip
import json
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

import compliance.audit_log.verify_evidence as checker
from compliance.audit_log import (
    COMMITMENT_KEY,
    PERSONAL_FIELDS,
    AuditLog,
    EvidenceRefused,
    RoundCommitments,
    SourceLine,
    build_evidence,
    new_secret,
    round_fields,
)
from tests.audit_log.building import AT, make_signer

SCRIPT = Path(checker.__file__)
ROUNDS = [
    json.dumps({"round_id": f"T07-20261128-{number:06}", "participant": f"P-{number}", "net": "25.00"}).encode()
    for number in range(5)
]
FILE = b"\n".join(ROUNDS) + b"\n"


class Case:
    """A log with a run over five rounds in its second batch, and evidence about the third of them."""

    def __init__(self, folder):
        self.folder = folder / "log"
        self.signer = make_signer(folder / "keys")
        self.key = self.signer.public_key.text
        self.file = folder / "T07.jsonl"
        self.file.write_bytes(FILE)
        self.secret = new_secret()
        self.rounds = RoundCommitments(self.secret)
        self.fields = [self.of_round(number) for number in range(5)]
        for fields in self.fields:
            self.rounds.add(fields)
        log = AuditLog(self.folder)
        log.append([("file_ingested", {"sha256": sha256(FILE).hexdigest()})] * 3, time=AT, signer=self.signer)
        body = {"findings": {"SETL-001": 1}, COMMITMENT_KEY: self.rounds.commitment}
        run = log.append([("verified", body), ("report_written", {})], time=AT, signer=self.signer)
        self.run_checkpoint = run
        log.append([("disposed", {})], time=AT, signer=self.signer)

    def of_round(self, number):
        raw = ROUNDS[number]
        return round_fields(
            round_id=f"T07-20261128-{number:06}",
            file_sha256=sha256(FILE).hexdigest(),
            lines=[SourceLine(raw, number + 1, FILE.index(raw))],
            parsed_round=json.loads(raw),
            sheet_digest="ab" * 32,
            derivation=[{"step": 1, "clause": "7.2", "seat": 1, "participant": 1, "net": 2500}],
            findings=[{"code": "SETL-001", "seat": 1, "participant": 1, "variance": -500}],
            redacted_view={"participant": "participant a3f1", "net": "25.00"},
        )

    def evidence(self, number=2, **options):
        restored = RoundCommitments(self.secret, self.rounds.leaves)
        return build_evidence(
            self.folder, entry_sequence=3, rounds=restored, index=number, fields=self.fields[number], **options
        )

    def check(self, text, folder, *arguments):
        """The script's exit status and output, run in isolation from this project."""
        (folder / "evidence.json").write_text(text)
        script = folder / "verify_evidence.py"
        script.write_bytes(SCRIPT.read_bytes())
        command = [sys.executable, "-I", str(script), str(folder / "evidence.json"), *map(str, arguments)]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env={})
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
def case(tmp_path):
    return Case(tmp_path)


@pytest.fixture
def away(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    return tmp_path / "elsewhere"


def judged(text, *, key=None, checkpoint=None):
    """What the script says of a text, in this process: True, or the sentence of its refusal."""
    try:
        return checker.verify(checker.parse_json(text, "It"), checkpoint, key, None)[0]
    except (checker.DoesNotHoldError, checker.CannotCheckError) as error:
        return str(error)


def test_holds_with_the_owners_key_and_the_licensees_file(case, away):
    (away / "owner.pub").write_text(case.key + "\n")
    status, said = case.check(case.evidence(), away, "--key", away / "owner.pub", "--file", case.file)
    assert status == 0
    assert said.startswith("HOLDS.\nRound T07-20261128-000002: ")
    assert "entry 3 (verified)" in said
    assert "dated 2026-11-28T04:00:00.000000Z" in said
    assert "signed by cardroom.example/audit-log" in said
    assert "the round's lines are where the evidence says" in said
    assert "Withheld: nothing" in said


def test_holds_against_the_checkpoint_of_a_printed_report(case, away):
    (away / "report.checkpoint").write_text(case.run_checkpoint.text.strip())
    status, said = case.check(case.evidence(size=5), away, "--checkpoint", away / "report.checkpoint")
    assert status == 0
    assert "It is the checkpoint that was given." in said
    status, said = case.check(case.evidence(), away, "--checkpoint", away / "report.checkpoint")
    assert status == 3
    assert "ask for the evidence at the size of yours" in said


def test_agreeing_with_itself_is_not_holding(case, away):
    status, said = case.check(case.evidence(), away)
    assert status == 4
    assert said.startswith("AGREES WITH ITSELF, but nothing was given to trust.")


def test_an_unsigned_log_says_so(tmp_path, away):
    case = Case(tmp_path)
    unsigned = AuditLog(tmp_path / "unsigned")
    unsigned.append([("verified", {COMMITMENT_KEY: case.rounds.commitment})], time=AT)
    text = build_evidence(unsigned.folder, entry_sequence=0, rounds=case.rounds, index=2, fields=case.fields[2])
    status, said = case.check(text, away)
    assert status == 4
    assert "It is unsigned. Compare it" in said
    status, said = case.check(text, away, "--key", case.key)
    assert status == 3
    assert "not signed by cardroom.example/audit-log" in said


def test_redacted_evidence_holds_and_shows_no_participant(case, away):
    text = case.evidence(withhold=PERSONAL_FIELDS)
    status, said = case.check(text, away, "--key", case.key, "--file", case.file)
    assert status == 0
    assert f"Withheld: {', '.join(PERSONAL_FIELDS)}" in said
    assert "the round's lines are withheld" in said
    assert "P-2" not in text
    assert base64.b64encode(ROUNDS[2]).decode() not in text
    assert "participant a3f1" in text


def test_nothing_of_another_round_is_in_the_file(case):
    text = case.evidence()
    for number in (0, 1, 3, 4):
        assert f"P-{number}" not in text
        assert case.fields[number]["round_id"] not in text
        for name, value in case.fields[number].items():
            # Without the salt even the right guess about a neighbour cannot be confirmed.
            assert sha256(json.dumps(value).encode()).hexdigest() not in text
            assert case.rounds.salt(number, name).hex() not in text


def test_salts_differ_for_every_round_and_field(case):
    salts = {case.rounds.salt(number, name) for number in range(5) for name in case.fields[0]}
    assert len(salts) == 5 * len(case.fields[0])
    assert RoundCommitments(new_secret()).salt(0, "round_id") not in salts


def test_every_round_of_the_run_is_provable(case):
    for number in range(5):
        assert judged(case.evidence(number), key=case.key) is True


def changed(text, *path, to):
    document = json.loads(text)
    part = document
    for step in path[:-1]:
        part = part[step]
    before = part[path[-1]]
    part[path[-1]] = to(before) if callable(to) else to
    assert part[path[-1]] != before
    return json.dumps(document, ensure_ascii=False)


@pytest.mark.parametrize(
    ("path", "to", "says"),
    [
        (("disclosed", "findings", "value", 0, "variance"), 500, "path of the round"),
        (("disclosed", "findings", "value", 0, "variance"), -500.5, "not an integer"),
        (("disclosed", "findings", "value"), [], "path of the round"),
        (("disclosed", "findings", "salt"), "00" * 32, "path of the round"),
        (("disclosed", "findings", "salt"), "00", "salt of 1 bytes"),
        (("disclosed", "raw_lines", "value", 0), "AAAA", "path of the round"),
        (("disclosed", "source", "value", "lines", 0, "byte_offset"), 1, "path of the round"),
        (("disclosed", "sheet_digest", "value"), "cd" * 32, "path of the round"),
        (("disclosed", "derivation", "value", 0, "clause"), "7.3", "path of the round"),
        (("disclosed", "round_id", "value"), "T07-20261128-000003", "path of the round"),
        (("withheld",), {"findings": "00" * 32}, "both shown and withheld"),
        (("withheld",), {"more": "00" * 32}, "path of the round"),
        (("withheld",), {"more": "00"}, "no hash"),
        (("round_proof", "path"), [], "path of the round"),
        (("round_proof", "path"), lambda path: path[::-1], "path of the round"),
        (("round_proof", "path"), lambda path: [*path, path[0]], "too long"),
        (("round_proof", "path", 0), "00" * 32, "path of the round"),
        (("round_proof", "path", 0), "00", "wrong length"),
        (("round_proof", "index"), 3, "path of the round"),
        (("round_proof", "index"), 7, "place 7 in a tree of 5"),
        (("round_proof", "size"), 6, "another number of rounds"),
        (("entry",), lambda line: line.replace('"SETL-001":1', '"SETL-001":0'), "hash does not fit"),
        (("entry",), lambda line: line.replace('"kind"', '"kind" '), "canonical"),
        (("entry",), lambda line: line.replace('"SETL-001":1', '"SETL-001":1,"SETL-001":1'), "twice"),
        (("entry_proof",), lambda text: text.replace("index 3", "index 4"), "another entry"),
        (("entry_proof",), lambda text: text.replace("tlog-proof@v1", "tlog-proof@v9"), "another form"),
        (("entry_proof",), lambda text: text.replace("\n6\n", "\n16\n"), "path of the log entry"),
        (("entry_proof",), lambda text: text.replace("\n6\n", "\n7\n"), "path of the log entry|signature"),
        (("entry_proof",), lambda text: text.split("\u2014")[0], "neither signed nor says"),
        (("entry_proof",), lambda text: text.replace("compliance/", "conpliance/"), "signature of cardroom"),
        (("entry_proof",), lambda text: text.replace("\u2014", "-"), "signature line that is not one"),
        (("format",), "compliance-evidence/2", "not an evidence file"),
    ],
)
def test_any_change_is_refused(case, path, to, says):
    verdict = judged(changed(case.evidence(), *path, to=to), key=case.key)
    assert verdict is not True
    assert re.search(says, str(verdict))


def test_evidence_from_a_log_that_was_made_up_is_refused(case, tmp_path):
    (tmp_path / "forger").mkdir()
    made_up = Case(tmp_path / "forger")
    assert judged(made_up.evidence(), key=made_up.key) is True
    assert judged(made_up.evidence(), key=case.key) == "The checkpoint is not signed by cardroom.example/audit-log."
    assert "not the one of the evidence" in judged(made_up.evidence(size=5), checkpoint=case.run_checkpoint.text)


def test_flipped_bits_change_nothing_that_is_shown_unseen(case):
    text = case.evidence()
    honest = json.loads(text)
    data = text.encode()
    for place in range(len(data)):
        flipped = bytes([*data[:place], data[place] ^ (1 << place % 8), *data[place + 1 :]])
        try:
            verdict = judged(flipped.decode(), key=case.key)
        except (UnicodeDecodeError, KeyError, TypeError, ValueError, AttributeError):
            continue
        if verdict is True:
            # Only spelling can have changed: white space, an upper-case hex digit.
            shown = json.loads(flipped)
            assert {name: field["value"] for name, field in shown["disclosed"].items()} == {
                name: field["value"] for name, field in honest["disclosed"].items()
            }
            assert shown["entry"] == honest["entry"]


class TestOriginal:
    """Step 6: the licensee's own file."""

    def test_another_file(self, case, away):
        case.file.write_bytes(FILE.replace(b"25.00", b"20.00"))
        status, said = case.check(case.evidence(), away, "--key", case.key, "--file", case.file)
        assert (status, "its digest differs" in said) == (3, True)

    def test_a_missing_file(self, case, away):
        status, said = case.check(case.evidence(), away, "--key", case.key, "--file", away / "none")
        assert (status, "No such file" in said) == (2, True)

    def test_a_line_that_is_somewhere_else(self, tmp_path):
        case = Case(tmp_path)
        document = json.loads(case.evidence())
        document["disclosed"]["source"]["value"]["lines"][0]["byte_offset"] += 1
        with pytest.raises(checker.DoesNotHoldError, match=r"Line 3 of .* is not the line"):
            checker.check_file(case.file, document)

    def test_a_line_that_is_only_the_beginning_of_one(self, tmp_path):
        case = Case(tmp_path)
        document = json.loads(case.evidence())
        document["disclosed"]["raw_lines"]["value"] = [base64.b64encode(ROUNDS[2][:-5]).decode()]
        with pytest.raises(checker.DoesNotHoldError, match="is not the line"):
            checker.check_file(case.file, document)

    def test_a_compressed_file_counts_in_its_contents(self, tmp_path):
        case = Case(tmp_path)
        packed = tmp_path / "T07.jsonl.gz"
        packed.write_bytes(gzip.compress(FILE, mtime=0))
        document = json.loads(case.evidence())
        document["disclosed"]["source"]["value"]["file_sha256"] = sha256(packed.read_bytes()).hexdigest()
        assert checker.check_file(packed, document).endswith("where the evidence says.")


class TestCannotBeChecked:
    """Exit status 2: no verdict."""

    def test_no_file(self, case, away):
        status, said = case.check("", away)
        assert (status, "is not JSON" in said) == (2, True)

    def test_another_kind_of_file(self, case, away):
        assert case.check("[1, 2]", away)[0] == 2

    def test_a_key_that_is_none(self, case, away):
        status, said = case.check(case.evidence(), away, "--key", "cardroom")
        assert (status, "not NAME+ID+BASE64" in said) == (2, True)


class TestBuilding:
    """What the log did not commit to gets no evidence."""

    def test_other_fields(self, case):
        fields = {**case.fields[2], "findings": []}
        with pytest.raises(EvidenceRefused, match="round T07-20261128-000002 is not what the run committed to"):
            build_evidence(case.folder, entry_sequence=3, rounds=case.rounds, index=2, fields=fields)

    @pytest.mark.parametrize("index", [1, 5, -1])
    def test_another_place(self, case, index):
        with pytest.raises(EvidenceRefused, match="not what the run committed to"):
            build_evidence(case.folder, entry_sequence=3, rounds=case.rounds, index=index, fields=case.fields[2])

    def test_another_secret(self, case):
        rounds = RoundCommitments(new_secret(), case.rounds.leaves)
        with pytest.raises(EvidenceRefused, match="not what the run committed to"):
            build_evidence(case.folder, entry_sequence=3, rounds=rounds, index=2, fields=case.fields[2])

    @pytest.mark.parametrize("sequence", [0, 4, 5])
    def test_another_entry(self, case, sequence):
        with pytest.raises(EvidenceRefused, match="does not record these rounds"):
            build_evidence(case.folder, entry_sequence=sequence, rounds=case.rounds, index=2, fields=case.fields[2])

    @pytest.mark.parametrize("name", ["round_id", "nets"])
    def test_what_cannot_be_withheld(self, case, name):
        with pytest.raises(EvidenceRefused, match=f"{name} cannot be withheld"):
            case.evidence(withhold=[name])

    def test_secrets_and_leaves_have_their_sizes(self):
        with pytest.raises(EvidenceRefused, match="16 bytes"):
            RoundCommitments(b"x" * 16)
        with pytest.raises(EvidenceRefused, match="not a number of whole hashes"):
            RoundCommitments(new_secret(), b"x" * 33)
