-- Rounds beside the sheet and the readings that can give them other money; whether the limit binds there.
-- A wager that cannot be derived counts for the limit with its recorded net.
CREATE OR REPLACE TEMP TABLE weights AS
SELECT
    f.round_key, f.variant, f.line_id, f.seat, f.participant_index, f.by_folding, k.place,
    CASE WHEN NOT f.due THEN 0 WHEN f.net IS NULL THEN coalesce(w.recorded_net, 0) ELSE f.net END AS net,
    f.net IS NULL AS undetermined
FROM full_settlement AS f
JOIN wagers AS w USING (line_id)
JOIN settling_rounds AS r ON r.round_key = f.round_key
JOIN kind_rules AS k ON k.rules_id = r.rules_id AND k.variant = 0 AND k.kind = f.kind AND k.answered;

CREATE OR REPLACE TEMP TABLE pairs AS
WITH adopted AS (
    SELECT r.round_key, r.rules_id, r.put_up, coalesce(sum(abs(w.net)), 0) AS total
    FROM settling_rounds AS r
    LEFT JOIN weights AS w ON w.round_key = r.round_key AND w.variant = 0
    WHERE NOT r.void AND r.rules_id IS NOT NULL AND r.round_key NOT IN (SELECT round_key FROM deal_faults)
    GROUP BY ALL
),
altered AS (
    -- What is lost by folding may come first, and so decides how far the money goes.
    SELECT f.round_key, f.variant, bool_or(f.net IS DISTINCT FROM a.net OR f.due <> a.due) AS money
    FROM full_settlement AS f
    JOIN full_settlement AS a ON a.line_id = f.line_id AND a.variant = 0
    WHERE f.variant <> 0
    GROUP BY ALL
    HAVING money OR bool_or(f.by_folding <> a.by_folding)
),
more AS (
    SELECT w.round_key, w.variant, sum(abs(w.net) - abs(a.net)) AS total
    FROM weights AS w
    JOIN weights AS a ON a.line_id = w.line_id AND a.variant = 0
    WHERE w.variant <> 0
    GROUP BY ALL
),
considered AS (
    SELECT a.round_key, a.put_up, v.*, a.total + coalesce(m.total, 0) AS total, 
        v.variant = 0 OR coalesce(x.money, false) AS other_money,
        v.changes_cover OR x.round_key IS NOT NULL AS other_cover
    FROM adopted AS a
    JOIN terms AS v ON v.rules_id = a.rules_id AND (v.variant = 0 OR v.changes_full OR v.changes_cover)
    LEFT JOIN altered AS x ON x.round_key = a.round_key AND x.variant = v.variant
    LEFT JOIN more AS m ON m.round_key = a.round_key AND m.variant = v.variant
)
SELECT
    c.round_key, c.rules_id, c.variant, c.interpretation, c.reading, c.put_up,
    c.forfeits_first, c.wager_major, a.starts_at,
    p.on_paying, p.on_collecting, p.losers_first,
    coalesce(p.policy IS NOT NULL AND c.total > c.put_up, false) AS binds
FROM considered AS c
LEFT JOIN cover_policies AS p USING (policy)
LEFT JOIN action AS a USING (round_key, variant)
WHERE c.other_money OR (c.other_cover AND coalesce(c.total > c.put_up, false));
