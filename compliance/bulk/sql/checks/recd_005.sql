-- RECD-005: a void round without a reason, or with money moved.
SELECT round_key, 'violation' AS verdict, concat_ws(', ', no_reason, money_moved) AS detail
FROM (
    SELECT
        r.round_key,
        CASE WHEN NOT regexp_matches(coalesce(r.void_reason, ''), '[^\s\p{Z}]') THEN 'no reason' END AS no_reason,
        CASE WHEN coalesce(r.pd_net, 0) <> 0 OR r.round_key IN (SELECT round_key FROM wagers WHERE recorded_net <> 0)
            THEN 'money moved' END AS money_moved
    FROM settling_rounds AS r
    WHERE r.void
)
WHERE no_reason IS NOT NULL OR money_moved IS NOT NULL;

SELECT sum(rounds) FROM round_census WHERE void;
