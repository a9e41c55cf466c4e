-- Every round beside the readings that could give it other money, with the set of full settlements that each takes, and
-- the money that the player-dealer has to pay from and may collect up to.
CREATE OR REPLACE TEMP TABLE tight_pairs AS
WITH able AS (
    SELECT round_key, any_value(rules_id) AS rules_id, bool_or(exceeds) FILTER (full_of = 0) AS tight,
        bool_or(forfeits) FILTER (full_of = 0) AS forfeits
    FROM tight_sets
    GROUP BY round_key
    HAVING bool_and(fair AND NOT capped) AND max(participants) <= getvariable('most_participants')
)
SELECT
    a.round_key, a.rules_id, t.variant, t.interpretation, t.forfeits_first, t.wager_major, t.gives,
    coalesce(v.full_of, 0) AS full_of,
    CASE
        WHEN t.limited THEN s.pd_wager + CASE WHEN t.collects_first THEN s.losing ELSE 0 END
        ELSE 9223372036854775807
    END AS pay,
    CASE WHEN t.limited THEN s.pd_wager ELSE 9223372036854775807 END AS collect
FROM able AS a
JOIN tight_readings AS t USING (rules_id)
LEFT JOIN tight_sets AS v
    ON v.round_key = a.round_key AND v.full_of = CASE WHEN t.occupied_only THEN -1 ELSE t.variant END
JOIN tight_sets AS s ON s.round_key = a.round_key AND s.full_of = coalesce(v.full_of, 0)
WHERE t.variant = 0 OR v.full_of IS NOT NULL
    OR (a.tight AND (t.walks_anew OR (t.orders_forfeits_anew AND a.forfeits)));
