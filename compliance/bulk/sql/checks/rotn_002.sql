-- ROTN-002: the action seat is neither the position that the action card gives nor the first occupied seat from there,
-- and in doubt where it is so under another reading of how positions are counted.
WITH placed AS (
    SELECT r.round_key, r.action_seat, v.variant, v.interpretation, v.reading, b.position, b.first_occupied,
        coalesce(r.action_seat IN (b.position, b.first_occupied), false) AS follows
    FROM settling_rounds AS r
    JOIN terms AS v USING (rules_id)
    LEFT JOIN button AS b ON b.round_key = r.round_key AND b.occupied_only = v.occupied_only
    WHERE r.action_seat IS NOT NULL AND r.round_key IN (SELECT round_key FROM button)
),
doubts AS (
    SELECT round_key, arg_min(interpretation, variant) AS interpretation, arg_min(reading, variant) AS reading
    FROM placed WHERE variant <> 0 AND follows
    GROUP BY round_key
)
SELECT
    p.round_key,
    CASE WHEN d.round_key IS NULL THEN 'violation' ELSE 'review' END AS verdict,
    d.interpretation, d.reading,
    concat_ws(' or ', p.position, CASE WHEN p.first_occupied <> p.position THEN p.first_occupied END) AS detail
FROM placed AS p
LEFT JOIN doubts AS d USING (round_key)
WHERE p.variant = 0 AND NOT p.follows AND p.position IS NOT NULL;

-- Where occupied positions alone count and none is, the card gives no position.
SELECT sum(rounds)::BIGINT - (
        SELECT count(*) FROM settling_rounds ANTI JOIN (FROM button WHERE occupied_only) USING (round_key)
        WHERE NOT void AND occupied_only AND target IS NOT NULL AND action_seat IS NOT NULL
    )
FROM round_census
WHERE NOT void AND buttoned;
