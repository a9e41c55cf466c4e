"""Lines that a log should not have, and names that should not hurt: put into an honest log."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from compliance.domain.words import Verdict
from compliance.simulate.scene import Truth
from compliance.simulate.table import SimulatedRound

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

HOSTILE_PARTICIPANTS = ('<script>alert("P-7")</script>', '=HYPERLINK("http://example.invalid","P-8")')
"""Participant ids that a report must show as the text they are."""

HOSTILE_ROUND_ID = "../../etc/passwd"
"""A round id that must never become a path."""


@dataclass(frozen=True, slots=True)
class Stray:
    """A line that is not to be loaded: its place (from 1), what it is, and the reason code it is refused under.

    ``reason`` is None for a duplicate, which is counted and not loaded again.
    """

    line: int
    what: str
    reason: str | None


def _with(change: Callable[[dict[str, Any]], object]) -> Callable[[str], str]:
    def spoil(text: str) -> str:
        record = json.loads(text)
        change(record)
        return json.dumps(record, separators=(",", ":"))

    return spoil


def _first_wager(record: dict[str, Any]) -> dict[str, Any]:
    wager: dict[str, Any] = record["seats"][0]["participants"][0]["wagers"][0]
    return wager


def _amount_as_number(text: str) -> str:
    """Say the same round with other white space, keys in another order, and a whole amount as a number."""
    record = json.loads(text)
    wager = _first_wager(record)
    wager["stake"] = int(wager["stake"].partition(".")[0])
    return json.dumps(dict(reversed(record.items())), separators=(", ", ": "))


STRAYS: tuple[tuple[str, str | None, Callable[[str], str]], ...] = (
    ("cut off in the middle", "malformed_json", lambda text: text[: len(text) // 2]),
    ("a key given twice", "duplicate_key", lambda text: text.replace("{", '{"table_id":"T99",', 1)),
    ("a misspelt key", "unknown_field", lambda text: text.replace('"settled_at"', '"setled_at"', 1)),
    ("an amount with three decimals", "money_precision", _with(lambda line: _first_wager(line).update(stake="10.005"))),
    ("a time without an offset", "naive_timestamp", _with(lambda line: line.update(started_at="2026-11-28T19:04:11"))),
    ("a card that is none", "bad_card", _with(lambda line: line["seats"][0].update(cards=["1h", "Kd", "Zs"]))),
    ("a needed field left out", "missing_field", _with(lambda line: line.pop("gaming_date"))),
    (
        "an outcome that is no word of the format",
        "bad_value",
        _with(lambda line: _first_wager(line).update(outcome="WIN")),
    ),
    ("an operator's message", "malformed_json", lambda _: "-- table closed for count --"),
    ("the same round again", None, lambda text: text),
    ("the same round again, written otherwise", None, _amount_as_number),
    ("the same round id with other content", "conflicting_duplicate", _with(lambda line: line.update(deck="green"))),
)
"""Lines made from a round that the log has already: what is wrong, the reason code, and how it is made."""


def with_hostile_names(rounds: Sequence[SimulatedRound]) -> list[SimulatedRound]:
    """Give two participants and one round names that look like markup, a formula and a path.

    Rounds in which a fault was planted are left alone, and so are the participants of planted findings.
    """
    named = {truth.participant_id for round_ in rounds for truth in round_.planted}
    renamed: dict[str, str] = {}
    for round_ in rounds:
        for seat in json.loads(round_.json_text)["seats"]:
            for who in seat["participants"]:
                if who["participant_id"] not in named and len(renamed) < len(HOSTILE_PARTICIPANTS):
                    renamed.setdefault(who["participant_id"], HOSTILE_PARTICIPANTS[len(renamed)])
    written: list[SimulatedRound] = []
    path_like_used = False
    for round_ in rounds:
        text = round_.json_text
        for plain, hostile in renamed.items():
            text = text.replace(json.dumps(plain), json.dumps(hostile))
        if not path_like_used and not round_.planted and len(written) > len(rounds) // 2:
            round_id = json.loads(text)["round_id"]
            text, path_like_used = text.replace(json.dumps(round_id), json.dumps(HOSTILE_ROUND_ID), 1), True
        written.append(SimulatedRound(text, round_.planted))
    return written


def with_strays(rounds: Sequence[SimulatedRound]) -> tuple[list[SimulatedRound], list[Stray]]:
    """Put every stray of ``STRAYS`` behind the round it is made from, evenly over the log; say where they are.

    A stray has the id of a round that is in the log, so that none is missing from the table's count.

    Raises:
        ValueError: there are fewer rounds than strays.
    """
    strays = iter(STRAYS)
    step = len(rounds) // (len(STRAYS) + 1)
    if step == 0:
        raise ValueError(f"{len(rounds)} rounds are too few for {len(STRAYS)} stray lines")
    written: list[SimulatedRound] = []
    places: list[Stray] = []
    for number, round_ in enumerate(rounds, start=1):
        written.append(round_)
        if number % step == 0 and (stray := next(strays, None)) is not None:
            what, reason, spoil = stray
            written.append(SimulatedRound(spoil(round_.json_text), _other_content(round_, reason)))
            places.append(Stray(len(written), what, reason))
    return written, places


def _other_content(round_: SimulatedRound, reason: str | None) -> tuple[Truth, ...]:
    """What is found of a round whose id comes again with other content."""
    if reason != "conflicting_duplicate":
        return ()
    record = json.loads(round_.json_text)
    names = (record["round_id"], record["table_id"], record["currency"])
    return (Truth(*names, "round_id_given_again", "RECD-001", Verdict.VIOLATION),)
