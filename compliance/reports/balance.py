"""Counts that balance, or no report."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from compliance.domain.figures import MONEY_VERDICTS
from compliance.domain.words import Verdict
from compliance.reports.errors import ReportError
from compliance.reports.figures import amount, count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from compliance.reports.audit_input import AuditInput, FileReceived
    from compliance.reports.money_sums import MoneySum


def require_balance(data: AuditInput, sums: Sequence[MoneySum]) -> None:
    """Compare every count of a run with what it must equal.

    Raises:
        ReportError: lines read ≠ loaded + duplicate + quarantined, wagers examined ≠ the four verdicts, a check's
            findings ≠ those listed, money ≠ the sum of its findings, or a verdict that the counts do not give.
    """
    _files(data)
    _wagers(data)
    _checks(data)
    _money(data, sums)
    _readings(data)
    _verdict(data)


def _refuse(what: str) -> None:
    raise ReportError(
        f"the report is refused, because its counts do not balance: {what}; run verify again and keep both records"
    )


def _files(data: AuditInput) -> None:
    held = Counter(line.file_sha256 for line in data.quarantined)
    for file in data.files:
        _require_nothing_negative(file)
        parts = file.loaded + file.duplicate + file.quarantined
        if file.read != parts:
            _refuse(
                f"{file.path} has {count(file.read)} lines read, but {count(file.loaded)} loaded +"
                f" {count(file.duplicate)} duplicate + {count(file.quarantined)} quarantined make {count(parts)}"
            )
        if held[file.sha256] != file.quarantined:
            _refuse(
                f"{file.path} has {count(file.quarantined)} lines quarantined, but {count(held[file.sha256])} are"
                " listed"
            )
    known = Counter(file.sha256 for file in data.files)
    if double := next((digest for digest, times in known.items() if times > 1), None):
        _refuse(f"the file with digest {double} is listed twice")
    if stray := sorted(held.keys() - known.keys()):
        _refuse(f"lines are quarantined from the file with digest {stray[0]}, which is not among the files")


def _require_nothing_negative(file: FileReceived) -> None:
    if min(file.read, file.loaded, file.duplicate, file.quarantined) < 0:
        _refuse(f"{file.path} has a count below zero")


def _wagers(data: AuditInput) -> None:
    counts = data.wagers
    parts = (counts.conforms, counts.violation, counts.review, counts.undetermined)
    if min(parts) < 0 or counts.examined != sum(parts):
        _refuse(
            f"{count(counts.examined)} wagers were examined, but {count(counts.conforms)} conforming +"
            f" {count(counts.violation)} in violation + {count(counts.review)} for review +"
            f" {count(counts.undetermined)} undetermined make {count(sum(parts))}"
        )


def _checks(data: AuditInput) -> None:
    listed = Counter(row.code for row in data.findings)
    named = Counter(check.code for check in data.checks)
    if double := next((code for code, times in named.items() if times > 1), None):
        _refuse(f"check {double} is reported twice")
    if stray := sorted(listed.keys() - named.keys()):
        _refuse(f"{count(listed[stray[0]])} findings carry the code {stray[0]}, which is not among the checks")
    for check in data.checks:
        if check.findings != listed[check.code]:
            _refuse(
                f"check {check.code} reports {count(check.findings)} findings, but {count(listed[check.code])} are"
                " listed"
            )
        if check.examined < 0 or (check.examined == 0 and check.findings):
            _refuse(f"check {check.code} has findings, but examined nothing")
        if check.examined == 0 and not check.reason:
            _refuse(f"check {check.code} examined nothing and gives no reason")


def _money(data: AuditInput, sums: Sequence[MoneySum]) -> None:
    stated = {
        (each.currency, each.verdict): (each.overpaid, each.underpaid)
        for each in data.money
        if each.overpaid or each.underpaid
    }
    summed = {(each.currency, each.verdict): each for each in sums if each.dimension == "all" and each.gross}
    digits = {each.currency: each.minor_digits for each in data.money}
    digits |= {each.currency: each.minor_digits for each in sums}
    for currency, verdict in sorted(stated.keys() | summed.keys()):
        over, under = stated.get((currency, verdict), (0, 0))
        found = summed.get((currency, verdict))
        if (over, under) != ((found.overpaid, found.underpaid) if found else (0, 0)):
            places = digits[currency]
            _refuse(
                f"the run states {currency} {amount(over, places)} overpaid and {amount(under, places)} underpaid under"
                f" {verdict}, but its findings sum to {amount(found.overpaid if found else 0, places)} and"
                f" {amount(found.underpaid if found else 0, places)}"
            )
        if verdict not in MONEY_VERDICTS:
            _refuse(f"money is stated under the verdict {verdict}, which moves none")


def _readings(data: AuditInput) -> None:
    for each in data.interpretations:
        if min(each.fits_adopted, each.fits_other) < 0 or each.fits_adopted + each.fits_other > each.discriminating:
            _refuse(
                f"interpretation {each.id} of {each.rule_sheet} tells {count(each.discriminating)} wagers apart, but"
                f" {count(each.fits_adopted)} fit the adopted reading and {count(each.fits_other)} another"
            )


def _verdict(data: AuditInput) -> None:
    held = {row.verdict for row in data.findings}
    held |= {verdict for verdict in Verdict if getattr(data.wagers, verdict)}
    if not data.wagers.examined:
        held.add(Verdict.UNDETERMINED)
    # Where the evaluators disagree nothing is determined, whatever they found.
    worst = Verdict.UNDETERMINED if data.parity.disagreements else max(held, key=lambda verdict: verdict.severity)
    if data.verdict is not worst:
        _refuse(f"the run's verdict is {data.verdict}, but what it found gives {worst}")
