-- One cap's limit on winnings, in settlement order (from seat 1 where no order is known), before the player-dealer's.
CREATE OR REPLACE TEMP TABLE full_settlement AS
WITH in_order AS (
    SELECT
        f.*, c.amount,
        CASE WHEN c.amount IS NOT NULL AND f.net > 0 THEN f.net ELSE 0 END AS winnings,
        c.scope,
        CASE c.scope WHEN 'per_wager' THEN f.line_id::VARCHAR WHEN 'per_participant_round' THEN f.participant_id END AS holder,
        coalesce(f.seat = r.pd_seat, false) AS banking,
        coalesce(f.seat < a.starts_at, false) AS wraps,
        CASE WHEN v.wager_major THEN k.place END AS round_the_table,
        k.place
    FROM full_settlement AS f
    JOIN settling_rounds AS r USING (round_key)
    JOIN terms AS v ON v.rules_id = r.rules_id AND v.variant = f.variant
    LEFT JOIN kind_rules AS k ON k.rules_id = r.rules_id AND k.variant = f.variant AND k.kind = f.kind
    LEFT JOIN action AS a ON a.round_key = f.round_key AND a.variant = f.variant
    LEFT JOIN caps AS c
        ON c.rules_id = r.rules_id AND c.variant = f.variant AND c.kind = f.kind AND c.cap = getvariable('cap')
)
SELECT
    line_id, round_key, seat, participant_index, participant_id, kind, variant, capped, branch, due, by_folding, outcome,
    CASE
        WHEN amount IS NULL OR net IS NULL OR net <= 0 THEN net
        ELSE least(net, greatest(0, amount - (sum(winnings) OVER earlier - winnings)))
    END::BIGINT AS net
FROM in_order
WINDOW earlier AS (
    PARTITION BY round_key, variant, scope, holder
    ORDER BY banking, round_the_table, wraps, seat, participant_index, place
    ROWS UNBOUNDED PRECEDING
);
