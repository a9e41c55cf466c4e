-- Participants of the chosen rounds, with what their hand and the dealer hand come to whatever the sheet.
-- folded and contradictory follow the decision as recorded; without one, a Play wager means play, an Ante alone fold.
-- They are gathered first, as one counts rows in one thread only.
CREATE OR REPLACE TEMP TABLE settling_participants AS
WITH gathered AS MATERIALIZED (
    FROM participants SEMI JOIN chosen USING (round_key)
)
SELECT
    row_number() OVER () AS place, p.* EXCLUDE (cards, collection),
    r.void, r.rules_id,
    p.kinds & 1 <> 0 AS has_ante,
    p.kinds & 2 <> 0 AS has_play,
    p.kinds & 4 <> 0 AS has_ante_bonus,
    coalesce(p.decision = 'fold', p.kinds & 3 = 1) AS folded,
    coalesce(p.decision = 'fold' AND p.kinds & 2 <> 0, false) AS contradictory,
    p.decision_source = 'disconnect' AS disconnected,
    own.class AS own_class, own.suit AS own_suit, dealer.class AS dealer_class,
    ranks.made + made_by_suits(own.cards | dealer.cards, own.suits + dealer.suits) AS made,
    flush_suit(own.suits + dealer.suits) AS made_suit
FROM gathered AS p
JOIN settling_rounds AS r USING (round_key)
LEFT JOIN three_cards AS own ON own.hand = p.hand
LEFT JOIN three_cards AS dealer ON dealer.hand = r.dealer_hand
LEFT JOIN rank_pairs AS ranks ON ranks.pair = own.rank_set + 455 * dealer.rank_set;

INSERT INTO wager_kinds
SELECT (SELECT max(kind) FROM wager_kinds) + row_number() OVER (ORDER BY wager_kind), wager_kind
FROM (SELECT DISTINCT wager_kind FROM other_wagers JOIN chosen USING (round_key) ANTI JOIN wager_kinds USING (wager_kind));
