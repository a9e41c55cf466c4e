"""Honest rounds: dealt, wagered, decided and settled as the sheet has it."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from compliance.domain.rounds import Progressive
from compliance.domain.words import ANTE, PAIR_PLUS, PLAY, PROGRESSIVE, Decision, Outcome, PlayerDealerKind, RoundStatus
from compliance.simulate.button import counted_to, first_from
from compliance.simulate.dealing import ARRANGED, deal
from compliance.simulate.draft import BankDraft, ParticipantDraft, RoundDraft, SeatDraft, WagerDraft
from compliance.simulate.house import House
from compliance.simulate.scene import Scene
from compliance.simulate.wagering import Wagering, capped_stake
from compliance.simulate.wishes import AS_IT_COMES, Wish

if TYPE_CHECKING:
    from random import Random

    from compliance.domain.cards import Card
    from compliance.reference.settle import Settlement
    from compliance.rules.sheet import RuleSheet
    from compliance.simulate.frames import Frame
    from compliance.simulate.habits import Habits, TableTerms

METER_TAKES = Fraction(1, 5)
"""Share of each progressive stake that the simulated meter takes up."""

RARE_DEALS = tuple(ARRANGED)


class Table:
    """One simulated table: draws honest rounds, and keeps from round to round what the next one follows.

    ``without`` is a card that its decks lack.
    """

    def __init__(self, sheet: RuleSheet, terms: TableTerms, habits: Habits) -> None:
        self.sheet, self.terms, self.habits = sheet, terms, habits
        self.house = House(sheet, terms)
        self.wagering = Wagering(sheet, terms, habits)
        self.meter = 10_000 * 10**terms.digits
        self.without: Card | None = None
        self.last: RoundDraft | None = None
        self.in_a_row = 0
        self.banker: str | None = None

    def draw(self, frame: Frame, rng: Random, wish: Wish = AS_IT_COMES) -> Scene:
        """Draw the round that a frame stands around; ``wish`` says what it should hold."""
        if wish is AS_IT_COMES:
            wish = self._now_and_then(rng)
        draft = self._dealt(frame, rng, wish)
        if rng.random() < self.habits.operators_note:
            draft.extra = {"floor": {"note": "count checked", "by": frame.house_dealer_id}}
        if wish.void or frame.void:
            self._call_void(draft, rng)
            return Scene(self.house, draft, None, rng, self.last, self.in_a_row)
        if draft.bank is not None:
            self._place_button(draft, rng)
        settlement = self._settle(draft, rng, wish)
        self.house.record(draft, settlement)
        self._hide_folded_hands(draft, rng)
        return Scene(self.house, draft, settlement, rng, self.last, self.in_a_row)

    def keep(self, scene: Scene) -> None:
        """Carry on from the round that was kept: the meter, and who banks."""
        draft = scene.draft
        if draft.progressive is not None:
            self.meter = draft.progressive.after or self.meter
        if not scene.void:
            goes_on = self.banker is not None and draft.bank is not None and draft.bank.participant_id == self.banker
            self.in_a_row = self.in_a_row + 1 if goes_on else 1
            self.banker = draft.bank.participant_id if draft.bank else None
        self.last = draft

    def _now_and_then(self, rng: Random) -> Wish:
        if self.sheet.cap and rng.random() < self.habits.capped_bonus:
            return Wish(capped=True)
        if rng.random() < self.habits.rare_deal:
            return Wish(deal=rng.choice(RARE_DEALS))
        return AS_IT_COMES

    def _dealt(self, frame: Frame, rng: Random, wish: Wish) -> RoundDraft:
        occupants = frame.occupants
        if wish.sitting_out and len(occupants) > 2:
            occupants = tuple(sorted(rng.sample(occupants, rng.choice((2, 3)))))
        seats = [seat for seat, _ in occupants]
        chosen = rng.choice(seats)
        arranged = {chosen: wish.deal} if wish.deal else {}
        if wish.capped:
            arranged = dict.fromkeys(seats[:3], "mini_royal")
        hands, dealer = deal(rng, seats, arranged, {self.without} if self.without else ())
        draft = RoundDraft(
            frame, self.sheet.id, self.terms.currency, self.terms.digits, dealer,
            [SeatDraft(seat, hands[seat], []) for seat in seats],
        )  # fmt: skip
        wished_for = rng.choice(next(names for seat, names in occupants if seat == chosen))
        first_seat: dict[str, int] = {}
        for seat, (number, names) in zip(draft.seats, occupants, strict=True):
            for name in names:
                wished = wish if number == chosen and name == wished_for else AS_IT_COMES
                further = first_seat.setdefault(name, number) != number
                if further and self.sheet.table.house_way and wished is AS_IT_COMES:
                    seat.participants.append(self.wagering.house_way(rng, name, seat.cards))
                else:
                    seat.participants.append(
                        self.wagering.participant(rng, name, seat.cards, wished, charted_only=wish.charted_only)
                    )
        if wish.capped:
            self._place_large_bonuses(draft, set(arranged), rng)
        if frame.bank_seat is not None and frame.bank_id is not None:
            kind = PlayerDealerKind.PROPOSITION if frame.bank_id.endswith("3") else PlayerDealerKind.PATRON
            draft.bank = BankDraft(
                frame.bank_seat, frame.bank_id, None, self.terms.bank_collection, 0, kind, frame.declined_by
            )
        if PROGRESSIVE in self.sheet.wagers:
            stakes = sum(
                wager.stake for _, _, who in draft.everyone() for wager in who.wagers if wager.kind == PROGRESSIVE
            )
            taken = stakes * METER_TAKES
            draft.progressive = Progressive(
                f"M-{self.terms.table_id}", self.meter, self.meter + taken.numerator // taken.denominator
            )
        return draft

    def _place_large_bonuses(self, draft: RoundDraft, seats: set[int], rng: Random) -> None:
        """Let several seats win bonuses that exceed the cap together, and one now and then exceed it alone."""
        stake = capped_stake(self.sheet.cap[0], self.sheet, draft.digits)
        for seat in draft.seats:
            for who in seat.participants if seat.seat in seats else ():
                placed = rng.choice((stake, stake, 2 * stake))
                who.decision = Decision.PLAY
                who.wagers = [WagerDraft(kind, placed) for kind in (ANTE, PLAY, PAIR_PLUS)]

    def _call_void(self, draft: RoundDraft, rng: Random) -> None:
        """Stop the round before decisions: every wager goes back, and no hand was shown."""
        causes = self.sheet.voids.causes if self.sheet.voids else ("misdeal",)
        draft.status, draft.void_reason = RoundStatus.VOID, rng.choice(causes)
        draft.dealer_shown = False
        for seat in draft.seats:
            seat.shown = False
            for who in seat.participants:
                who.decision = None
                who.wagers = [wager for wager in who.wagers if wager.kind != PLAY]
                for wager in who.wagers:
                    wager.outcome, wager.net = Outcome.VOID, 0
        if draft.bank is not None:
            draft.bank.wager = rng.choice(self.terms.bank_wagers)
        if draft.progressive is not None:
            draft.progressive = Progressive(draft.progressive.meter_id, self.meter, self.meter)

    def _place_button(self, draft: RoundDraft, rng: Random) -> None:
        bank = draft.bank
        if bank is None:
            return
        positions = [place for place in range(1, self.terms.positions + 1) if place != bank.seat]
        occupied = [seat.seat for seat in draft.seats]
        card = rng.choice(draft.dealer_cards)
        if self.sheet.button is None:
            # Without a rule the log can only say where action started.
            draft.action_seat = rng.choice(positions)
            draft.action_card = card if rng.random() < 0.5 else None
            return
        counted = positions if self.sheet.button.counted == "all_positions" else occupied
        position = counted_to(self.sheet.button, card, counted)
        draw = rng.random()
        draft.action_card = card if draw > 0.05 else None
        if draw < 0.92:
            draft.action_seat = position if rng.random() < 0.5 else first_from(position, occupied)

    def _settle(self, draft: RoundDraft, rng: Random, wish: Wish) -> Settlement:
        """Settle, and choose what the player-dealer had put up so that it suffices, or does not."""
        settlement = self.house.settle(draft)
        if draft.bank is None:
            return settlement
        at_stake = sum(
            abs(line.full.net or 0) for key, line in settlement.lines.items() if key.kind in self.house.answered
        )
        binds = rng.random() < self.habits.limit_binds if wish.binds is None else wish.binds
        unit = 5 * 10**self.terms.digits
        if not (binds and at_stake > unit):
            wanted = at_stake * rng.randint(10, 25) // 10
            draft.bank.wager = next(
                (sum_ for sum_ in self.terms.bank_wagers if sum_ >= wanted), -(-wanted // (100 * unit)) * 100 * unit
            )
            return settlement
        draft.bank.wager = max(unit, at_stake * rng.randint(10, 95) // 100 // unit * unit)
        return self.house.settle(draft)

    def _hide_folded_hands(self, draft: RoundDraft, rng: Random) -> None:
        """Let hands go to the discard rack unseen where every wager on them was lost by folding."""
        dealer_needed = False
        for seat in draft.seats:
            needed = [
                wager.kind for who in seat.participants for wager in who.wagers if not self._lost_unseen(who, wager)
            ]
            dealer_needed = dealer_needed or any(self.house.rules.wagers[kind].hand != "three_card" for kind in needed)
            if not needed and rng.random() < self.habits.hand_not_shown:
                seat.shown = False
        if not dealer_needed and rng.random() < self.habits.hand_not_shown:
            draft.dealer_shown = False

    def _lost_unseen(self, who: ParticipantDraft, wager: WagerDraft) -> bool:
        if who.decision is not Decision.FOLD:
            return False
        bonus_may_be_due = any(rule.paid_on_disconnect for rule in self.sheet.wager)
        return (wager.kind == ANTE and not bonus_may_be_due) or self.sheet.wagers[wager.kind].on_fold == "forfeited"
