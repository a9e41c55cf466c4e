"""DEAL-003: over enough rounds every card of a deck is seen.

What can be said exactly rests on the dealer hand, which is dealt alike in every round: a card stays out of it for n
rounds with probability ((deck - hand) / deck) to the n. A round counts where that hand is shown; a card counts as seen
in whatever hand it is shown.
"""

from compliance.domain.cards import DECK, Card
from compliance.reference.checks.facts import fault
from compliance.reference.table import CARDS_IN_A_HAND
from compliance.reference.table_log import Entry, Looked, TableLog

CODE = "DEAL-003"

ODDS_AGAINST = 100
"""A deck is doubted where, all cards together, a fair one would leave one out less than once in so many."""


def examine(log: TableLog) -> Looked:
    """Gather the cards of every deck, and name those that never came."""
    decks: dict[tuple[str | None, int, int], int] = {}
    seen: dict[str | None, set[Card]] = {}
    last: dict[str | None, int] = {}
    for place, entry in log.settled():
        name = entry.round.deck
        seen.setdefault(name, set()).update(_shown(entry))
        last[name] = place
        deck, dealer = (entry.sheet.deck if entry.sheet else None), entry.round.dealer_cards
        if deck and deck.cards == len(DECK) and deck.hand_cards and dealer and len(dealer) == deck.hand_cards:
            kind = (name, deck.cards, deck.hand_cards)
            decks[kind] = decks.get(kind, 0) + 1
    count, found = 0, []
    for (name, cards, hand), number in decks.items():
        if ODDS_AGAINST * cards * (cards - hand) ** number > cards**number:
            continue
        count += 1
        if unseen := ",".join(str(card) for card in DECK if card not in seen[name]):
            found.append((last[name], fault(CODE, f"{number} {hand} {cards} {unseen} {name or ''}".strip())))
    return Looked(count, tuple(found))


def _shown(entry: Entry) -> list[Card]:
    hands = [entry.round.dealer_cards, *(seat.cards for seat in entry.round.seats)]
    return [card for hand in hands if hand and len(hand) == CARDS_IN_A_HAND for card in hand]
