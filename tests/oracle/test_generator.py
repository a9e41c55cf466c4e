"""The generator reaches what it is for, and gives the same rounds again from the same seed."""

import json
from collections import Counter
from random import Random

import pytest

from tests.oracle.audit import COVERED_CODES, audit_round
from tests.oracle.generator import random_round
from tests.oracle.sheets import SHEETS


def test_a_seed_gives_the_same_rounds():
    for sheet_id in SHEETS:
        first = [random_round(Random(7), sheet_id) for _ in range(3)]
        assert first == [random_round(Random(7), sheet_id) for _ in range(3)]
        assert json.loads(json.dumps(first)) == first


def test_every_code_and_every_doubtful_clause_turns_up():
    rng, codes, discriminating = Random(11), Counter(), Counter()
    for sheet_id in SHEETS:
        for _ in range(450):
            result = audit_round(random_round(rng, sheet_id), positions=rng.choice([None, 7]))
            codes.update(f["code"] for f in result["findings"])
            for name, count in result["interpretations"].items():
                discriminating[name] += count["discriminating"]
    assert set(codes) == COVERED_CODES
    wanted = {name for sheet in SHEETS.values() for name in sheet["readings"]}
    assert {name for name, count in discriminating.items() if count} == wanted


@pytest.mark.parametrize("sheet_id", SHEETS)
def test_the_answer_keeps_its_own_books(sheet_id):
    rng = Random(23)
    for _ in range(120):
        result = audit_round(random_round(rng, sheet_id))
        with_code = Counter(code for line in result["lines"] for code in line["codes"])
        settled = [f for f in result["findings"] if f["code"].startswith("SETL") or f["code"] == "COVR-001"]
        assert with_code == Counter(f["code"] for f in settled)
        assert all((line["verdict"] == "conforms") <= (not line["codes"]) for line in result["lines"])
