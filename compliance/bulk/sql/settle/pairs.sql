-- Readings that change a wager's full settlement, where they do.
CREATE OR REPLACE TEMP TABLE altered AS
SELECT f.*, f.net IS DISTINCT FROM a.net OR f.due <> a.due AS other_money
FROM full_settlement AS f
JOIN full_settlement AS a ON a.line_id = f.line_id AND a.variant = 0
WHERE f.variant > 0 AND (f.net IS DISTINCT FROM a.net OR f.due <> a.due OR f.by_folding <> a.by_folding);

-- What counts for the limit, wager by wager; one that cannot be derived counts with its recorded net.
CREATE OR REPLACE TEMP TABLE weights AS
SELECT
    f.round_key, f.variant, f.line_id, f.place, k.place AS kind_place, f.by_folding, f.net IS NULL AS underivable,
    CASE WHEN NOT f.due THEN 0 WHEN f.net IS NULL THEN coalesce(w.recorded_net, 0) ELSE f.net END AS net
FROM (
    SELECT line_id, round_key, place, kind, variant, due, by_folding, net FROM full_settlement WHERE variant = 0
    UNION ALL
    SELECT line_id, round_key, place, kind, variant, due, by_folding, net FROM altered
) AS f
JOIN wagers AS w USING (line_id)
JOIN settling_rounds AS r ON r.round_key = f.round_key AND r.put_up IS NOT NULL
JOIN kind_rules AS k ON k.rules_id = r.rules_id AND k.variant = 0 AND k.kind = f.kind AND k.answered;

-- Rounds beside the sheet and the readings that can give them other money; whether the limit binds there, and the order.
CREATE OR REPLACE TEMP TABLE pairs AS
WITH totals AS (
    SELECT round_key, sum(abs(net)) AS total FROM weights WHERE variant = 0 GROUP BY round_key
),
changes AS (
    SELECT w.round_key, w.variant, sum(abs(w.net) - abs(a.net)) AS more
    FROM weights AS w
    JOIN weights AS a ON a.line_id = w.line_id AND a.variant = 0
    WHERE w.variant > 0
    GROUP BY ALL
),
altering AS (
    SELECT a.round_key, a.variant, bool_or(a.other_money) AS other_money, coalesce(any_value(c.more), 0) AS more
    FROM altered AS a
    LEFT JOIN changes AS c USING (round_key, variant)
    GROUP BY a.round_key, a.variant
),
considered AS (
    SELECT r.round_key, v.variant, v.interpretation, v.reading, v.policy, v.forfeits_first, v.wager_major, v.occupied_only,
        r.put_up, r.action_seat, r.pd_seat, coalesce(t.total, 0) > r.put_up AS tight,
        coalesce(t.total, 0) + coalesce(x.more, 0) > r.put_up AS exceeds,
        v.changes_cover, x.round_key IS NOT NULL AS alters, coalesce(x.other_money, false) AS other_money
    FROM settling_rounds AS r
    JOIN terms AS v USING (rules_id)
    LEFT JOIN totals AS t USING (round_key)
    LEFT JOIN altering AS x ON x.round_key = r.round_key AND x.variant = v.variant
    WHERE NOT r.void AND (coalesce(t.total, 0) > r.put_up OR x.round_key IS NOT NULL)
)
SELECT
    c.round_key, c.variant, c.interpretation, c.reading, c.policy, c.forfeits_first, c.wager_major, c.put_up, c.pd_seat,
    CASE WHEN c.alters THEN c.variant ELSE 0 END AS altered_as,
    coalesce(c.policy <> 'unlimited' AND c.exceeds, false) AS binds,
    coalesce(c.action_seat, b.position) AS starts_at
FROM considered AS c
LEFT JOIN button AS b ON b.round_key = c.round_key AND b.occupied_only = c.occupied_only
WHERE c.other_money OR (coalesce(c.tight OR c.exceeds, false) AND (c.variant = 0 OR c.alters OR c.changes_cover));
