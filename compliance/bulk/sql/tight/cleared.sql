-- Rounds that the limit explains to the last unit, and to how many of their wagers each interpretation matters.
CREATE OR REPLACE TEMP TABLE tight_cleared AS
SELECT round_key
FROM tight_walked
WHERE variant = 0
    AND list_bool_and(list_transform(range(1, len(covered) + 1), lambda i: known[i] = 0 OR covered[i] = recorded[i]));

CREATE OR REPLACE TEMP TABLE tight_touched AS
WITH differing AS (
    SELECT w.round_key, w.interpretation, unnest(list_filter(
        range(1, len(w.covered) + 1),
        lambda i: w.known[i] = 1 AND z.known[i] = 1 AND w.covered[i] <> z.covered[i]
    )) AS place
    FROM tight_walked AS w
    JOIN tight_cleared USING (round_key)
    JOIN tight_walked AS z ON z.round_key = w.round_key AND z.variant = 0
    WHERE w.variant > 0
)
SELECT r.rules_id, d.interpretation, count(*) AS wagers
FROM (SELECT DISTINCT round_key, interpretation, place FROM differing) AS d
JOIN tight_rounds AS r USING (round_key)
GROUP BY ALL;
