-- What every wager must show under the adopted sheet. net is NULL where undetermined; where the limit binds and no order
-- is known, every wager of the round is.
CREATE OR REPLACE TEMP TABLE expected AS
WITH limited AS (
    SELECT
        a.line_id, a.round_key, a.due, a.net AS full_net, a.outcome AS full_outcome,
        coalesce(p.binds AND p.starts_at IS NULL, false) AS order_unknown, a.branch,
        CASE
            WHEN a.net IS NULL OR (p.binds AND p.starts_at IS NULL) THEN NULL
            WHEN NOT a.due THEN 0
            ELSE coalesce(c.net, a.net)
        END AS net
    FROM full_settlement AS a
    LEFT JOIN pairs AS p ON p.round_key = a.round_key AND p.variant = 0
    LEFT JOIN covered AS c ON c.line_id = a.line_id AND c.variant = 0
    WHERE a.variant = 0
)
SELECT
    line_id, round_key, due, full_net, net,
    CASE WHEN order_unknown THEN 'order_unknown' ELSE branch END AS branch,
    CASE WHEN net IS NOT NULL AND due THEN CASE WHEN net = 0 AND full_net <> 0 THEN 'no_action' ELSE full_outcome END END
        AS outcome
FROM limited
ORDER BY line_id;

-- Wagers to which a reading would give other money than the adopted sheet, which derives them; net is NULL where the
-- reading cannot.
CREATE OR REPLACE TEMP TABLE otherwise AS
WITH under AS (
    SELECT c.round_key, c.variant, c.line_id, c.net FROM covered AS c WHERE c.variant > 0
    UNION ALL
    -- The limit does not bind under the reading: its full settlements stand, and the others where they were limited.
    SELECT p.round_key, p.variant, a.line_id, CASE WHEN v.line_id IS NOT NULL THEN v.net ELSE a.net END
    FROM pairs AS p
    JOIN pairs AS q ON q.round_key = p.round_key AND q.variant = 0 AND q.binds
    JOIN full_settlement AS a ON a.round_key = p.round_key AND a.variant = 0
    LEFT JOIN altered AS v ON v.line_id = a.line_id AND v.variant = p.altered_as
    WHERE p.variant > 0 AND NOT p.binds
    UNION ALL
    -- Wagers that the reading alters and no limit touches, under it or otherwise.
    SELECT v.round_key, v.variant, v.line_id, v.net
    FROM altered AS v
    JOIN pairs AS p USING (round_key, variant)
    LEFT JOIN pairs AS q ON q.round_key = p.round_key AND q.variant = 0 AND q.binds
    LEFT JOIN weights AS w ON w.line_id = v.line_id AND w.variant = v.variant
    WHERE v.other_money AND CASE WHEN p.binds THEN p.starts_at IS NOT NULL AND w.line_id IS NULL ELSE q.round_key IS NULL END
    UNION ALL
    SELECT p.round_key, p.variant, a.line_id, NULL
    FROM pairs AS p
    JOIN full_settlement AS a ON a.round_key = p.round_key AND a.variant = 0
    WHERE p.variant > 0 AND p.binds AND p.starts_at IS NULL
)
SELECT u.round_key, u.variant, u.line_id, u.net
FROM under AS u
JOIN expected AS e USING (line_id)
WHERE e.net IS NOT NULL AND u.net IS DISTINCT FROM e.net;
