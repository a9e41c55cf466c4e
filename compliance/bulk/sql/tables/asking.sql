-- What the settled participants of the scope wager and decide, counted, as far as doubtful clauses bear on it. reached:
-- the money that the player-dealer answers comes to the wager put up; above: a bit for each kind above the Ante; equal:
-- 1 the hands are equal and the dealer hand qualifies, 2 equal and it does not.
CREATE OR REPLACE TEMP TABLE asking AS
WITH reached AS (
    SELECT r.round_key
    FROM table_rounds AS r
    JOIN rounds AS b USING (round_key)
    JOIN participants AS p USING (round_key)
    WHERE r.in_scope AND NOT r.void AND r.has_banker AND b.pd_wager IS NOT NULL
        AND r.rules_id IN (SELECT rules_id FROM asks WHERE how = 'limited')
    GROUP BY r.round_key, b.pd_wager
    HAVING sum(abs(p.ante_net) + abs(p.play_net) + abs(p.pair_plus_net) + abs(p.six_card_bonus_net)) >= b.pd_wager
),
tied AS (
    SELECT p.round_key, p.seat, p.participant_index, CASE WHEN d.strength >= k.least_strength THEN 1 ELSE 2 END AS equal
    FROM participants AS p
    JOIN table_rounds AS r USING (round_key)
    JOIN rounds AS b USING (round_key)
    JOIN wager_kinds AS w ON w.wager_kind = 'ante'
    JOIN kind_terms AS k ON k.rules_id = r.rules_id AND k.variant = 0 AND k.kind = w.kind
    JOIN three_cards AS own_cards ON own_cards.hand = p.hand
    JOIN three_cards AS dealer_cards ON dealer_cards.hand = b.dealer_hand
    JOIN hand_ranks AS o ON o.key = k.rank_key + own_cards.class
    JOIN hand_ranks AS d ON d.key = k.rank_key + dealer_cards.class
    WHERE o.strength = d.strength AND r.rules_id IN (SELECT rules_id FROM asks WHERE how LIKE 'equal%')
)
SELECT
    r.rules_id, p.kinds,
    p.decision = 'fold' IS TRUE OR (p.decision IS NULL AND p.kinds & 3 = 1) AS folded,
    p.decision_source = 'disconnect' AS disconnected,
    q.round_key IS NOT NULL AS reached,
    CASE WHEN p.kinds & 1 = 0 THEN 0 ELSE
        8 * (p.pair_plus_stake > p.ante_stake)::INTEGER + 16 * (p.six_card_bonus_stake > p.ante_stake)::INTEGER
        + 32 * (p.progressive_stake > p.ante_stake)::INTEGER
    END AS above,
    coalesce(t.equal, 0) AS equal,
    count(*) AS participants
FROM participants AS p
JOIN table_rounds AS r USING (round_key)
LEFT JOIN reached AS q USING (round_key)
LEFT JOIN tied AS t USING (round_key, seat, participant_index)
WHERE r.in_scope AND NOT r.void AND r.rules_id IN (SELECT rules_id FROM asks)
GROUP BY ALL;
