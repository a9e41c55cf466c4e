-- What the derived settlement of a round gives the player-dealer, where all of it can be derived: what the record gives,
-- less what differs from the settlement.
CREATE OR REPLACE TEMP TABLE bank_due AS
WITH of_sessions AS (
    SELECT r.round_key, t.rules_id, t.void
    FROM rounds AS r
    JOIN table_rounds AS t USING (round_key)
    WHERE EXISTS (FROM bank_sessions AS b WHERE b.licensee_id = r.licensee_id AND b.table_id = r.table_id)
),
answered AS (
    SELECT o.round_key, k.kind, w.wager_kind
    FROM of_sessions AS o
    JOIN kind_rules AS k ON k.rules_id = o.rules_id AND k.variant = 0 AND k.answered
    JOIN wager_kinds AS w USING (kind)
),
recorded AS (
    SELECT p.round_key, sum(CASE a.wager_kind
        WHEN 'ante' THEN p.ante_net WHEN 'play' THEN p.play_net WHEN 'ante_bonus' THEN p.ante_bonus_net
        WHEN 'pair_plus' THEN p.pair_plus_net WHEN 'six_card_bonus' THEN p.six_card_bonus_net
        WHEN 'progressive' THEN p.progressive_net ELSE 0 END) AS net
    FROM participants AS p
    JOIN answered AS a USING (round_key)
    GROUP BY p.round_key
),
differing AS (
    SELECT f.round_key,
        sum(coalesce(f.variance, 0)) FILTER (a.wager_kind IS NOT NULL) AS variance,
        bool_or(f.code IN ('DEAL-001', 'DEAL-002') OR (f.code = 'SETL-005' AND a.wager_kind IS NOT NULL)) AS underivable
    FROM all_found AS f
    JOIN of_sessions AS o USING (round_key)
    LEFT JOIN answered AS a ON a.round_key = f.round_key AND a.wager_kind = f.wager_kind
    GROUP BY f.round_key
)
SELECT o.round_key,
    CASE
        WHEN o.rules_id = 0 OR coalesce(d.underivable, false) THEN NULL
        WHEN o.void THEN 0
        ELSE coalesce(d.variance, 0) - coalesce(r.net, 0)
    END AS due
FROM of_sessions AS o
LEFT JOIN recorded AS r USING (round_key)
LEFT JOIN differing AS d USING (round_key);
