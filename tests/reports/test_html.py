"""The HTML edition: one file, nothing from outside, every finding in it."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import TYPE_CHECKING, Any

from compliance.reports.audit_report import write_audit_report
from tests.reports.sample import night, small, wager_finding

if TYPE_CHECKING:
    from pathlib import Path


def data_of(page: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="findings-data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def source(kind: str, page: str) -> str:
    found = re.findall(rf"<{kind}>(.*?)</{kind}>", page, re.DOTALL)
    assert len(found) == 1
    return "'sha256-" + base64.b64encode(hashlib.sha256(found[0].encode()).digest()).decode() + "'"


def test_the_policy_allows_the_page_s_own_style_and_script_and_nothing_else(night_html: str) -> None:
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', night_html)
    assert policy is not None
    stated = dict(part.strip().split(" ", 1) for part in policy[1].replace("&#39;", "'").split(";"))
    assert stated == {
        "default-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "style-src": source("style", night_html),
        "script-src": source("script", night_html),
    }


def test_the_page_refers_to_nothing_outside_itself(night_html: str) -> None:
    assert re.findall(r"""(?:src|href|action|data|poster)\s*=\s*["'](?!#)[^"']*""", night_html) == []
    assert "url(" not in night_html
    assert "@import" not in night_html
    assert re.findall(r"\sstyle=|\son[a-z]+=", night_html) == []


def test_every_finding_is_in_the_page_with_money_that_sorts_by_amount(night_html: str) -> None:
    data = data_of(night_html)
    titles = [column["title"] for column in data["columns"]]
    findings = night().findings
    assert len(data["rows"]) == len(findings) == 39
    for row, finding in zip(data["rows"], findings, strict=True):
        cells = dict(zip(titles, row, strict=True))
        assert (cells["No."], cells["Code"], cells["Round"]) == (finding.place, finding.code, finding.round_id)
        assert (cells["Variance"] or [None])[0] == finding.variance
    shown = dict(zip(titles, data["rows"][0], strict=True))
    assert shown["Variance"] == [-2500, "−25.00 USD"]
    assert (shown["Expected"], shown["Recorded"]) == ("win +25.00", "push 0.00")


def test_each_column_of_the_script_s_filters_exists(night_html: str) -> None:
    titles = {column["title"] for column in data_of(night_html)["columns"]}
    assert {"Verdict", "Code", "Table"} <= titles
    for place in re.findall(r'element\("([a-z-]+)"\)', night_html):
        assert f'id="{place}"' in night_html


def test_the_html_edition_and_the_pdf_edition_say_the_same_of_the_counts(night_html: str) -> None:
    assert "12,445 conforming + 23 in violation + 8 for review + 4 undetermined" in night_html
    assert "3,144 loaded + 6 duplicate + 8 quarantined" in night_html


def test_html_alone_does_not_load_the_pdf_s_libraries(tmp_path: Path) -> None:
    made = write_audit_report(small((wager_finding(1, 2500, 0),)), tmp_path, formats={"html"})
    assert [document.path.name for document in made] == [
        "findings.csv", "findings.json", "money.csv", "owed.csv", "quarantine.csv", "quarantine.json",
        "run.json", "audit-report.html",
    ]  # fmt: skip
    for document in made:
        assert hashlib.sha256(document.path.read_bytes()).hexdigest() == document.sha256
