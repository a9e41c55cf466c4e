"""Personal data taken out of a report's input before any of it is laid out.

A pseudonym is a keyed digest, so that the same person keeps the same one in every report on a licensee, and
nobody without the licensee's key can work back from it by trying identifiers.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from compliance.reports.errors import ReportError

if TYPE_CHECKING:
    from compliance.reports.audit_input import AuditInput, Derivation, FindingRow, QuarantinedLine

SHORTEST_KEY = 16
DIGITS = 10
WITHHELD = "(withheld)"
_TOKEN = re.compile(r"[^\s'\"“”‘’,;:()\[\]{}<>=]+")
_KEYED = re.compile(r'"(participant_id|house_dealer_id|declined_by)"\s*:\s*(\[[^\]]*\]|"(?:[^"\\]|\\.)*"|[^\s,}\]]+)')
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|‘[^’]*’|“[^”]*”")


@dataclass(frozen=True)
class Pseudonyms:
    """Pseudonyms of one licensee: ``P-`` for participants, ``D-`` for house dealers."""

    key: bytes
    licensee_id: str
    participants: frozenset[str]
    house_dealers: frozenset[str]

    def participant(self, identifier: str) -> str:
        """Return the pseudonym of a participant, such as ``P-7KQ2M4TXAB``."""
        return "P-" + self._digest("participant", identifier)

    def house_dealer(self, identifier: str) -> str:
        """Return the pseudonym of a house dealer, such as ``D-3FW7QZ2ACD``."""
        return "D-" + self._digest("house_dealer", identifier)

    def _digest(self, role: str, identifier: str) -> str:
        text = f"{role}\0{self.licensee_id}\0{identifier}".encode("utf-8", "surrogatepass")
        return base64.b32encode(hmac.new(self.key, text, hashlib.sha256).digest()).decode()[:DIGITS]

    @cached_property
    def _names(self) -> dict[str, str]:
        names = {identifier: self.house_dealer(identifier) for identifier in self.house_dealers}
        return names | {identifier: self.participant(identifier) for identifier in self.participants}

    @cached_property
    def _unusual(self) -> re.Pattern[str] | None:
        """Identifiers that are more than one word, or so short that only quotes or a role mark them as one."""
        spaced = sorted((name for name in self._names if not _TOKEN.fullmatch(name)), key=len, reverse=True)
        return re.compile("|".join(map(re.escape, spaced))) if spaced else None

    @cached_property
    def _bare(self) -> re.Pattern[str] | None:
        plain = sorted((name for name in self._names if _reads_as_figure(name)), key=len, reverse=True)
        if not plain:
            return None
        either = "|".join(map(re.escape, plain))
        return re.compile(rf"(?P<before>\b(?:participants?|dealers?|by)\s+['\"]?|['\"])(?P<name>{either})(?!\w)")

    def text(self, sentence: str) -> str:
        """Return a sentence with the identifiers it holds replaced, each as a whole word.

        An identifier that reads like a figure or a card is replaced only after the word participant or
        dealer or in quotes, so that amounts and seats stay what they are.
        """
        if self._unusual:
            sentence = self._unusual.sub(lambda match: self._names[match[0]], sentence)
        if self._bare:
            sentence = self._bare.sub(lambda match: match["before"] + self._names[match["name"]], sentence)
        return _TOKEN.sub(self._replaced, sentence)

    def _replaced(self, match: re.Match[str]) -> str:
        token = match[0]
        name = token.rstrip(".!?")
        if name not in self._names and token not in self._names:
            return token
        name = token if token in self._names else name
        return token if _reads_as_figure(name) else self._names[name] + token[len(name) :]


def _reads_as_figure(name: str) -> bool:
    return len(name) < 3 or name.replace(".", "").isdigit()


def redacted(data: AuditInput) -> AuditInput:
    """Return the input with pseudonyms for participants and house dealers, and quarantined bytes withheld.

    Raises:
        ReportError: the key is missing or shorter than ``SHORTEST_KEY`` bytes.
    """
    if len(data.pseudonym_key) < SHORTEST_KEY:
        raise ReportError(
            f"the pseudonym key of {data.licensee_id} has {len(data.pseudonym_key)} bytes and needs at least"
            f" {SHORTEST_KEY}; create one for the licensee, or ask for the log's own identifiers"
        )
    names = Pseudonyms(
        data.pseudonym_key,
        data.licensee_id,
        frozenset(name for row in data.findings for name in (row.participant_id, row.player_dealer_id) if name)
        | frozenset(data.participants),
        frozenset(row.house_dealer_id for row in data.findings if row.house_dealer_id) | frozenset(data.house_dealers),
    )
    return replace(
        data,
        findings=tuple(_finding(names, row) for row in data.findings),
        derivations=tuple(_derivation(names, each) for each in data.derivations),
        quarantined=tuple(_quarantined(names, each) for each in data.quarantined),
        dispositions=tuple(replace(each, reason=names.text(each.reason)) for each in data.dispositions),
        participants=(),
        house_dealers=(),
        pseudonym_key=b"",
    )


def _finding(names: Pseudonyms, row: FindingRow) -> FindingRow:
    return replace(
        row,
        participant_id=names.participant(row.participant_id) if row.participant_id else None,
        house_dealer_id=names.house_dealer(row.house_dealer_id) if row.house_dealer_id else None,
        player_dealer_id=names.participant(row.player_dealer_id) if row.player_dealer_id else None,
        message=names.text(row.message),
        detail=names.text(row.detail) if row.detail else row.detail,
    )


def _derivation(names: Pseudonyms, derivation: Derivation) -> Derivation:
    steps = tuple(
        replace(
            step,
            statement=names.text(step.statement),
            value=names.text(step.value),
            participant_id=names.participant(step.participant_id) if step.participant_id else None,
        )
        for step in derivation.steps
    )
    return replace(derivation, steps=steps)


def _quarantined(names: Pseudonyms, line: QuarantinedLine) -> QuarantinedLine:
    """Withhold the bytes, and from the message whatever the bytes give as an identifier."""
    raw = (line.raw or b"").decode("utf-8", "replace")
    message = names.text(line.message)
    if not raw.lstrip().startswith("{"):
        message = _QUOTED.sub(WITHHELD, message)
    for match in _KEYED.finditer(raw):
        for value in re.findall(r'"((?:[^"\\]|\\.)*)"', match[2]) or [match[2]]:
            if value.strip():
                message = re.sub(rf"(?<!\w){re.escape(value)}(?!\w)", WITHHELD, message)
    return replace(line, message=message, raw=None)
