-- Rounds with a meter: where the round before left it (NULL where other tables move it too), where the round's wagers
-- take it by the posted rate, and the shares of it that hands take (NULL where hands cannot tell).
CREATE OR REPLACE TEMP TABLE meter_rounds AS
WITH metered AS (
    SELECT r.round_key, r.table_no, r.place, r.in_scope, r.void, r.rules_id, r.place_no, r.currency,
        b.licensee_id, b.meter_id, b.meter_before AS before, b.meter_after AS after
    FROM rounds AS b
    JOIN table_rounds AS r USING (round_key)
    WHERE b.meter_id IS NOT NULL
),
shared AS (
    SELECT licensee_id, meter_id FROM rounds WHERE meter_id IS NOT NULL GROUP BY ALL HAVING count(DISTINCT table_id) > 1
),
followed AS (
    SELECT m.*,
        CASE WHEN s.meter_id IS NULL THEN lag(m.after) OVER (PARTITION BY m.table_no, m.meter_id ORDER BY m.place) END
            AS left_at
    FROM metered AS m
    LEFT JOIN shared AS s USING (licensee_id, meter_id)
),
staked AS (
    SELECT round_key, sum(progressive_stake) AS stakes FROM participants SEMI JOIN metered USING (round_key)
    GROUP BY round_key
),
shares AS (
    SELECT p.round_key, sum(m.before::HUGEINT * l.num // l.den) AS taken
    FROM participants AS p
    JOIN metered AS m USING (round_key)
    JOIN table_terms AS t ON t.place_no = m.place_no AND t.pays_by_hand
    JOIN wager_kinds AS w ON w.wager_kind = 'progressive'
    JOIN kind_terms AS k ON k.rules_id = m.rules_id AND k.variant = 0 AND k.kind = w.kind
    JOIN three_cards AS c ON c.hand = p.hand
    JOIN hand_ranks AS h ON h.key = k.rank_key + c.class
    JOIN pay_lines AS l ON l.key = k.rule_id * 50 + h.category * 5 + c.suit AND l.pays_as = 'share'
    WHERE p.kinds & 32 <> 0 AND (
        t.survives_fold
        OR coalesce(p.decision, CASE WHEN p.kinds & 2 <> 0 THEN 'play' WHEN p.kinds & 1 <> 0 THEN 'fold' END)
            IS DISTINCT FROM 'fold'
    )
    GROUP BY p.round_key
)
SELECT
    f.*, CASE WHEN t.pays_by_hand THEN coalesce(s.taken, 0) END AS taken,
    CASE WHEN t.sheet_currency = f.currency THEN f.before + coalesce(k.stakes, 0) * t.rate_num // t.rate_den END AS moved,
    CASE
        WHEN t.sheet_currency <> f.currency THEN NULL
        WHEN s.taken >= f.before THEN coalesce(k.stakes, 0) * t.rate_num // t.rate_den + t.seed
        ELSE f.before + coalesce(k.stakes, 0) * t.rate_num // t.rate_den - s.taken
    END AS left_over
FROM followed AS f
JOIN table_terms AS t USING (place_no)
LEFT JOIN staked AS k USING (round_key)
LEFT JOIN shares AS s USING (round_key);
