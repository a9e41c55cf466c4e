-- Full settlements by slot: f what the wager comes to, or its record where it cannot be derived, l whether it is lost by
-- folding, k whether it can be derived, r its record; under the adopted sheet
-- (variant 0, and -1 in the order from another start), and under a reading in rounds where it changes any.
CREATE OR REPLACE TEMP TABLE tight_full AS
WITH adopted AS (
    SELECT
        s.round_key, s.turn, -s.start AS variant, s.fair,
        CASE WHEN a.known THEN s.ante_stake * a.times ELSE s.ante_net END AS f1,
        CASE WHEN p.known THEN s.play_stake * p.times ELSE s.play_net END AS f2,
        CASE WHEN b.known THEN s.pair_plus_stake * b.times ELSE s.pair_plus_net END AS f3,
        CASE WHEN x.known THEN s.six_card_bonus_stake * x.times ELSE s.six_card_bonus_net END AS f4,
        a.by_folding AS l1, p.by_folding AS l2, b.by_folding AS l3, x.by_folding AS l4,
        a.known AS k1, p.known AS k2, b.known AS k3, x.known AS k4,
        s.ante_net AS r1, s.play_net AS r2, s.pair_plus_net AS r3, s.six_card_bonus_net AS r4
    FROM tight_seats AS s
    JOIN tight_adopted AS a ON a.key = s.situation
    JOIN tight_adopted AS p ON p.key = s.situation + 16384
    JOIN tight_adopted AS b ON b.key = s.situation + 32768
    JOIN tight_adopted AS x ON x.key = s.six_situation
),
changed AS (
    SELECT s.round_key, s.turn, c.variant, c.slot, c.times * s.stake AS f, c.by_folding AS l, c.known AS k, c.complex
    FROM (
        SELECT round_key, turn, situation AS key, ante_stake AS stake FROM tight_seats WHERE start = 0 AND ante_stake <> 0
        UNION ALL
        SELECT round_key, turn, situation + 16384, play_stake FROM tight_seats WHERE start = 0 AND play_stake <> 0
        UNION ALL
        SELECT round_key, turn, situation + 32768, pair_plus_stake FROM tight_seats WHERE start = 0 AND pair_plus_stake <> 0
        UNION ALL
        SELECT round_key, turn, six_situation, six_card_bonus_stake FROM tight_seats WHERE start = 0 AND six_card_bonus_stake <> 0
    ) AS s
    JOIN tight_changes AS c USING (key)
),
by_slot AS (
    SELECT round_key, turn, variant, bool_or(complex) AS complex,
        any_value(f) FILTER (slot = 0) AS f1, any_value(f) FILTER (slot = 1) AS f2,
        any_value(f) FILTER (slot = 2) AS f3, any_value(f) FILTER (slot = 3) AS f4,
        any_value(l) FILTER (slot = 0) AS l1, any_value(l) FILTER (slot = 1) AS l2,
        any_value(l) FILTER (slot = 2) AS l3, any_value(l) FILTER (slot = 3) AS l4,
        any_value(k) FILTER (slot = 0) AS k1, any_value(k) FILTER (slot = 1) AS k2,
        any_value(k) FILTER (slot = 2) AS k3, any_value(k) FILTER (slot = 3) AS k4
    FROM changed
    GROUP BY round_key, turn, variant
)
SELECT round_key, turn, variant, fair,
    f1, f2, f3, f4, l1, l2, l3, l4, k1, k2, k3, k4, r1, r2, r3, r4
FROM adopted
UNION ALL
SELECT
    a.round_key, a.turn, v.variant, a.fair AND NOT coalesce(c.complex, false),
    CASE WHEN c.k1 IS false THEN a.r1 ELSE coalesce(c.f1, a.f1) END,
    CASE WHEN c.k2 IS false THEN a.r2 ELSE coalesce(c.f2, a.f2) END,
    CASE WHEN c.k3 IS false THEN a.r3 ELSE coalesce(c.f3, a.f3) END,
    CASE WHEN c.k4 IS false THEN a.r4 ELSE coalesce(c.f4, a.f4) END,
    coalesce(c.l1, a.l1), coalesce(c.l2, a.l2), coalesce(c.l3, a.l3), coalesce(c.l4, a.l4),
    coalesce(c.k1, a.k1), coalesce(c.k2, a.k2), coalesce(c.k3, a.k3), coalesce(c.k4, a.k4),
    a.r1, a.r2, a.r3, a.r4
FROM (SELECT DISTINCT round_key, variant FROM changed) AS v
JOIN adopted AS a ON a.round_key = v.round_key AND a.variant = 0
LEFT JOIN by_slot AS c ON c.round_key = a.round_key AND c.turn = a.turn AND c.variant = v.variant;
