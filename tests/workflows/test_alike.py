"""Wagers that nothing is derived for, held against each other: who was settled otherwise than the like (ALIK-001)."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from compliance.store.results import findings
from compliance.workflows.ingest import ingest
from compliance.workflows.scope import Scope
from compliance.workflows.verify import verify
from compliance.workflows.workspace import Workspace
from tests.cli.conftest import case

if TYPE_CHECKING:
    from pathlib import Path

OPEN = case("undetermined/fail_card_room_progressive_is_on_the_floor").round
PLAIN = case("base_game/pass_live_win").round
TURNED = str.maketrans("cdhs", "dhsc")


def suits_turned(record: dict[str, Any]) -> dict[str, Any]:
    """The same cards with every suit turned into the next, in another order in the hands."""
    turned = json.loads(json.dumps(record))
    for holder, key in [(turned, "dealer_cards"), *((seat, "cards") for seat in turned["seats"])]:
        if holder[key]:
            holder[key] = [card[0] + card[1:].translate(TURNED) for card in reversed(holder[key])]
    return turned


def alike(record: dict[str, Any], number: int, net: str | None = None, **changes: Any) -> dict[str, Any]:
    """The record at a table of its own; ``net`` is what its last wager won."""
    copied = json.loads(json.dumps(record)) | {"round_id": f"R-{number}", "table_id": f"T-{number}"} | changes
    if net is not None:
        copied["seats"][0]["participants"][0]["wagers"][-1]["net"] = net
    return copied


def found(folder: Path, rounds: list[dict[str, Any]], *, expected: int | None = None) -> list[tuple[str, str, str]]:
    """The round, the kind and the sentence of each finding that a run has; ``expected`` wagers were examined."""
    path = folder / "log.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in rounds))
    room = Workspace(folder / "a.duckdb", audit_log=folder / "log", clock=lambda: datetime(2026, 11, 29, tzinfo=UTC))
    with room.open() as db:
        ingest(room, db, [path])
        run = verify(room, db, Scope(), parity="none" if expected is None else "sample")
        stored = [each for each in findings(db) if each.finding.code == "ALIK-001"]
        assert run.summary["findings"].get("ALIK-001", 0) == len(stored)
        assert run.summary["parity"]["disagreements"] == 0
        if stored:
            assert run.summary["verdict"] in ("review", "violation")
            assert all(each.finding.verdict == "review" and each.clauses for each in stored)
        examined, skipped = db.one("SELECT examined, skipped FROM checks WHERE code = 'ALIK-001'")
        if expected is not None:
            assert examined == expected
            assert examined + skipped >= expected
        return [(each.round_id, each.finding.wager_kind or "", each.message) for each in stored]


def kind_of(record: dict[str, Any]) -> str:
    return str(record["seats"][0]["participants"][0]["wagers"][-1]["kind"])


def test_the_odd_one_out_is_found_across_suits(tmp_path: Path) -> None:
    rounds = [alike(OPEN, 1), alike(suits_turned(OPEN), 2), alike(suits_turned(OPEN), 3, "123.00"), alike(OPEN, 4)]
    ((round_id, kind, message),) = found(tmp_path, rounds, expected=4)
    assert (round_id, kind) == ("R-3", kind_of(OPEN))
    assert "123.00" in message
    assert "in round R-1" in message


def test_all_alike_is_no_finding(tmp_path: Path) -> None:
    assert found(tmp_path, [alike(OPEN, 1), alike(suits_turned(OPEN), 2), alike(OPEN, 3)], expected=3) == []


def test_one_wager_alone_is_not_examined(tmp_path: Path) -> None:
    assert found(tmp_path, [alike(OPEN, 1), alike(PLAIN, 2)], expected=0) == []


def test_what_else_was_wagered_plays_no_part_and_what_was_decided_does(tmp_path: Path) -> None:
    with_side = alike(OPEN, 2, "123.00")
    wagers = with_side["seats"][0]["participants"][0]["wagers"]
    taken = {wager["kind"] for wager in wagers}
    side = next(kind for kind in ("pair_plus", "six_card_bonus", "ante_bonus") if kind not in taken)
    wagers.insert(0, {"kind": side, "stake": "5.00", "outcome": "lose", "net": "-5.00"})
    ((round_id, _, _),) = found(tmp_path, [alike(OPEN, 1), with_side, alike(OPEN, 3)])
    assert round_id == "R-2"
    (tmp_path / "more").mkdir()
    other_stake = alike(OPEN, 2, "123.00")
    other_stake["seats"][0]["participants"][0]["wagers"][-1]["stake"] = "2.00"
    other_decision = alike(OPEN, 3, "55.00")
    other_decision["seats"][0]["participants"][0]["decision_source"] = "timeout"
    other_meter = alike(OPEN, 4, "77.00", progressive={"meter_id": "M9", "before": "1.00", "after": "1.00"})
    assert found(tmp_path / "more", [alike(OPEN, 1), other_stake, other_decision, other_meter], expected=0) == []


def test_rounds_of_a_sheet_that_nobody_knows_are_held_against_each_other(tmp_path: Path) -> None:
    rounds = [alike(PLAIN, number, rule_sheet="nobody's") for number in (1, 2, 3)]
    rounds.append(alike(suits_turned(PLAIN), 4, "0.01", rule_sheet="nobody's"))
    rounds.append(alike(PLAIN, 5, "0.02", rule_sheet="another's"))
    assert [(round_id, kind) for round_id, kind, _ in found(tmp_path, rounds)] == [("R-4", kind_of(PLAIN))]


def test_a_round_that_the_limit_may_have_cut_is_left_out(tmp_path: Path) -> None:
    bank = {"seat": 6, "participant_id": "B", "wager": "1.00"}
    rounds = [alike(PLAIN, number, rule_sheet="nobody's") for number in (1, 2)]
    cut = alike(PLAIN, 3, "0.01", rule_sheet="nobody's", player_dealer=bank)
    assert found(tmp_path, [*rounds, cut]) == []
