"""The derivation of a round, laid out for the page of HTML."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from compliance.domain.sentences import wager_name
from compliance.reports.explained_round import (
    CardShown,
    FindingShown,
    LimitShown,
    LineShown,
    ReadingShown,
    RoundPage,
    SeatShown,
    StepShown,
)
from compliance.reports.figures import cards as with_symbol
from compliance.reports.figures import with_suits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from compliance.domain.cards import Card
    from compliance.domain.rounds import Participant, Seat
    from compliance.workflows.explain import Explanation
    from compliance.workflows.explain_detail import OtherNet

_RED = ("d", "h")


def round_page(explained: Explanation, *, pseudonyms: bool) -> RoundPage:
    """Lay an explanation out as text."""
    round_, detail = explained.round, explained.detail
    return RoundPage(
        round_id=round_.round_id,
        facts=tuple(_facts(explained)),
        dealer_cards=_cards(round_.dealer_cards),
        seats=tuple(_seats(explained)),
        order=order_of_action(explained),
        sections=tuple((name[2:].capitalize(), tuple(steps)) for name, steps in _sections(explained)),
        limit=_limit(explained),
        walk=tuple(
            LimitShown(
                place,
                _wager(step.seat, step.participant_id, step.wager_kind),
                explained.money(step.counts),
                _left(explained, step.to_pay, step.to_collect),
                _percent(step.to_pay if step.counts > 0 else step.to_collect, detail.limit or 0),
                f"{(step.outcome or 'undetermined').replace('_', ' ')} {explained.money(step.net)}",
            )
            for place, step in enumerate(detail.steps, start=1)
        ),
        lines=tuple(_lines(explained)),
        findings=tuple(_findings(explained)),
        readings=tuple(
            ReadingShown(
                f"{other.interpretation}, reading {other.reading}",
                other.question,
                other.says,
                tuple(_settled_otherwise(explained, wager) for wager in other.wagers),
            )
            for other in detail.others
        ),
        pseudonyms=pseudonyms,
    )


def order_of_action(explained: Explanation) -> str:
    """Say in which order the seats are settled."""
    order = explained.detail.order
    if not order:
        return "The order of action is not known, or plays no part."
    return f"Order of action: {', '.join(f'seat {seat}' for seat in order)}."


def _facts(explained: Explanation) -> Iterator[tuple[str, str]]:
    round_ = explained.round
    yield "Licensee", round_.licensee_id
    yield "Table", f"{round_.table_id}, {round_.gaming_date}"
    yield "Rule sheet", round_.rule_sheet
    yield "Status", round_.status
    yield "Currency", round_.currency
    if round_.house_dealer_id:
        yield "House dealer", round_.house_dealer_id
    if bank := round_.player_dealer:
        wager = "wager not recorded" if bank.wager is None else f"wager {explained.money(bank.wager)}"
        yield "Player-dealer", f"seat {bank.seat}, {bank.participant_id}, {wager}"
    if round_.action_card is not None:
        yield "Action card", with_symbol(str(round_.action_card))
    if round_.action_seat is not None:
        yield "Action seat, as recorded", str(round_.action_seat)
    source = round_.source
    yield "Source", f"line {source.line}, byte {source.byte_offset} of file {source.file_sha256}"


def _cards(cards: Sequence[Card] | None) -> tuple[CardShown, ...]:
    return tuple(CardShown(with_symbol(str(card)), card.suit in _RED) for card in cards or ())


def _seats(explained: Explanation) -> Iterator[SeatShown]:
    yield from (_seat(explained, seat) for seat in explained.round.seats)
    bank = explained.round.player_dealer
    if bank and all(seat.seat != bank.seat for seat in explained.round.seats):
        yield SeatShown(bank.seat, (), (), banks=True, turn=None)


def _seat(explained: Explanation, seat: Seat) -> SeatShown:
    bank, order = explained.round.player_dealer, explained.detail.order
    return SeatShown(
        seat.seat,
        _cards(seat.cards),
        tuple((who.participant_id, did(explained, who)) for who in seat.participants),
        bank is not None and bank.seat == seat.seat,
        order.index(seat.seat) + 1 if seat.seat in order else None,
    )


def did(explained: Explanation, who: Participant) -> str:
    """What a participant decided and wagered."""
    wagers = ", ".join(
        f"{wager_name(wager.kind)} {explained.money(wager.stake)}" for wager in who.wagers if wager.stake
    )
    return f"{who.decision or 'no decision'}; {wagers or 'no stake'}"


def _sections(explained: Explanation) -> Iterator[tuple[str, list[StepShown]]]:
    for name, steps in groupby(explained.steps, key=lambda step: step.step):
        yield (
            name,
            [
                StepShown(
                    ("the round" if step.seat is None else f"seat {step.seat}")
                    + (f", {step.participant_id}" if step.participant_id else ""),
                    with_suits(step.statement),
                    step.value,
                    "; ".join(step.clauses),
                )
                for step in steps
            ],
        )


def _limit(explained: Explanation) -> str | None:
    detail = explained.detail
    if detail.limit is None:
        return None
    put_up = f"The player-dealer put up {explained.money(detail.limit)} {explained.round.currency}."
    if not detail.short:
        return f"{put_up} It covers all."
    if not detail.steps:
        return f"{put_up} It does not cover everything, and the order of action is not known."
    return f"{put_up} It does not cover everything; wager by wager, in the order of action:"


def _left(explained: Explanation, to_pay: int, to_collect: int) -> str:
    if to_pay == to_collect:
        return explained.money(to_pay)
    return f"{explained.money(to_pay)} to pay, {explained.money(to_collect)} to collect"


def _percent(left: int, whole: int) -> int:
    return min(100, max(0, left * 100 // whole)) if whole else 0


def _wager(seat: int, participant_id: str, kind: str) -> str:
    return f"seat {seat}, {participant_id}, {wager_name(kind)}"


def _settled_otherwise(explained: Explanation, wager: OtherNet) -> tuple[str, str, str, str]:
    return (
        _wager(wager.seat, wager.participant_id, wager.wager_kind),
        _net(explained, wager.adopted),
        _net(explained, wager.other),
        explained.money(wager.recorded),
    )


def _net(explained: Explanation, net: int | None) -> str:
    return "undetermined" if net is None else explained.money(net)


def _lines(explained: Explanation) -> Iterator[LineShown]:
    for line in explained.lines:
        outcome = line.expected_outcome or ("undetermined" if line.expected_net is None else "not due")
        yield LineShown(
            _wager(line.seat, line.participant_id, line.wager_kind),
            f"{line.recorded_outcome or 'no line'} {explained.money(line.recorded_net)}".replace("_", " "),
            f"{outcome} {explained.money(line.expected_net)}".replace("_", " "),
            line.verdict,
            ", ".join(line.codes),
        )


def _findings(explained: Explanation) -> Iterator[FindingShown]:
    for each in explained.stored:
        place = f", seat {each.finding.seat}" if each.finding.seat is not None else ""
        heading = f"{each.finding.code} [{each.finding.verdict}] {each.finding_id}{place}:"
        yield FindingShown(heading, each.message, "; ".join(each.clauses))
    if explained.stored:
        return
    for finding, clauses in explained.findings:
        place = f", seat {finding.seat}" if finding.seat is not None else ""
        heading = f"{finding.code} [{finding.verdict}]{place}:"
        yield FindingShown(heading, explained.message(finding), "; ".join(clauses))
