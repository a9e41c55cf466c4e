-- DEAL-002: a recorded hand without exactly three cards, or a hand not shown that some wager needs.
WITH needs AS (
    SELECT
        w.round_key, p.seat, p.hand,
        k.role = 'play' OR (k.role = 'ante' AND NOT p.folded) OR k.reads_six OR k.must_beat AS dealer_too
    FROM settling_participants AS p
    JOIN wagers AS w USING (place)
    JOIN kind_rules AS k ON k.rules_id = p.rules_id AND k.variant = 0 AND k.kind = w.kind
    LEFT JOIN kind_rules AS b ON b.rules_id = p.rules_id AND b.variant = 0 AND b.role = 'ante_bonus'
    WHERE (p.own_class IS NULL OR p.dealer_class IS NULL)
        AND NOT p.void AND w.recorded AND k.offered AND k.role <> 'ante_bonus'
        AND NOT (p.folded AND k.forfeits)
        AND NOT (k.role = 'ante' AND p.folded AND NOT coalesce(p.disconnected AND b.paid_on_disconnect, false))
),
faults AS (
    SELECT round_key, 0 AS place, 'dealer hand' AS hand FROM settling_rounds WHERE NOT void AND dealer_hand = -1
    UNION
    SELECT n.round_key, 0, 'dealer hand' FROM needs AS n JOIN settling_rounds AS r USING (round_key)
    WHERE n.dealer_too AND r.dealer_hand IS NULL
    UNION
    SELECT p.round_key, p.seat, 'seat ' || p.seat FROM settling_participants AS p JOIN settling_rounds AS r USING (round_key)
    WHERE NOT r.void AND p.hand = -1
    UNION
    SELECT v.round_key, v.seat, 'seat ' || v.seat FROM vacant_hands AS v JOIN settling_rounds AS r USING (round_key)
    WHERE NOT r.void AND v.hand = -1
    UNION
    SELECT round_key, seat, 'seat ' || seat FROM needs WHERE hand IS NULL
)
SELECT round_key, 'violation' AS verdict, string_agg(hand, ', ' ORDER BY place) AS detail
FROM faults
GROUP BY round_key;

SELECT sum(rounds) FROM round_census WHERE NOT void;
