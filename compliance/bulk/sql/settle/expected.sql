-- What every wager must show under the sheet (variant 0) and under each reading that can give the round other money.
-- net is NULL where undetermined; without an order, a limit that binds leaves every wager of the round so.
CREATE OR REPLACE TEMP TABLE expected AS
WITH settled AS (
    SELECT
        p.round_key, p.variant, p.interpretation, p.reading, a.line_id,
        p.binds AND p.starts_at IS NULL AS order_unknown,
        CASE WHEN v.line_id IS NULL THEN a.due ELSE v.due END AS due,
        CASE WHEN v.line_id IS NULL THEN a.branch ELSE v.branch END AS branch,
        CASE WHEN v.line_id IS NULL THEN a.net ELSE v.net END AS full_net,
        CASE WHEN v.line_id IS NULL THEN a.outcome ELSE v.outcome END AS full_outcome,
        c.net AS covered_net
    FROM pairs AS p
    JOIN full_settlement AS a ON a.round_key = p.round_key AND a.variant = 0
    LEFT JOIN full_settlement AS v ON v.line_id = a.line_id AND v.variant = p.variant
    LEFT JOIN covered AS c ON c.line_id = a.line_id AND c.variant = p.variant
),
limited AS (
    SELECT
        *,
        CASE
            WHEN order_unknown OR full_net IS NULL THEN NULL
            WHEN NOT due THEN 0
            ELSE coalesce(covered_net, full_net)
        END AS net
    FROM settled
)
SELECT
    round_key, variant, interpretation, reading, line_id, due, full_net, net,
    CASE WHEN order_unknown THEN 'order_unknown' ELSE branch END AS branch,
    CASE
        WHEN net IS NULL OR NOT due THEN NULL
        WHEN net = 0 AND full_net <> 0 THEN 'no_action'
        ELSE full_outcome
    END AS outcome
FROM limited;
