-- One cap's limit on winnings, in settlement order (from seat 1 where no order is known), before the player-dealer's.
CREATE OR REPLACE TEMP TABLE capped AS
WITH winnings AS (
    SELECT
        f.line_id, f.variant, f.round_key, f.net, c.amount, c.scope,
        CASE c.scope WHEN 'per_wager' THEN f.line_id::VARCHAR WHEN 'per_participant_round' THEN p.participant_id ELSE '' END
            AS holder,
        order_key(
            coalesce(p.seat = r.pd_seat, false), false, CASE WHEN v.wager_major THEN k.place ELSE 0 END,
            coalesce(p.seat < coalesce(r.action_seat, b.position), false), p.seat
        ) AS in_order,
        p.participant_index, k.place
    FROM full_settlement AS f
    JOIN settling_participants AS p USING (place)
    JOIN settling_rounds AS r ON r.round_key = f.round_key
    JOIN terms AS v ON v.rules_id = r.rules_id AND v.variant = f.variant
    JOIN kind_rules AS k ON k.rules_id = r.rules_id AND k.variant = f.variant AND k.kind = f.kind
    JOIN caps AS c ON c.rules_id = r.rules_id AND c.variant = f.variant AND c.kind = f.kind AND c.cap = getvariable('cap')
    LEFT JOIN button AS b ON b.round_key = f.round_key AND b.occupied_only = v.occupied_only
    WHERE f.capped AND f.net > 0
),
summed AS (
    SELECT *, sum(net) OVER (
        PARTITION BY round_key, variant, scope, holder
        ORDER BY in_order, participant_index, place ROWS UNBOUNDED PRECEDING
    ) AS won
    FROM winnings
)
SELECT line_id, variant, least(net, greatest(0, amount - (won - net)))::BIGINT AS net
FROM summed
WHERE won > amount;

UPDATE full_settlement AS f SET net = c.net FROM capped AS c WHERE c.line_id = f.line_id AND c.variant = f.variant;
