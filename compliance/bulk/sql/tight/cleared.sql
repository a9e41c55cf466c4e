-- Rounds that the limit explains to the last unit, and to how many of their wagers each interpretation matters.
CREATE OR REPLACE TEMP TABLE tight_cleared AS
SELECT w.* FROM tight_walked AS w
JOIN tight_sets AS s ON s.round_key = w.round_key AND s.full_of = 0
WHERE w.variant = 0 AND s.known & (/*off the record*/) = 0;

CREATE OR REPLACE TEMP TABLE tight_touched AS
WITH by_round AS (
    SELECT w.round_key, w.interpretation, any_value(s.rules_id) AS rules_id,
        bit_or(s.known & z.known & (/*off the sheet*/)) AS differing
    FROM tight_walked AS w
    JOIN tight_cleared AS a USING (round_key)
    JOIN tight_sets AS z ON z.round_key = w.round_key AND z.full_of = 0
    JOIN tight_sets AS s ON s.round_key = w.round_key AND s.full_of = w.full_of
    WHERE w.variant > 0
    GROUP BY w.round_key, w.interpretation
)
SELECT rules_id, interpretation, sum(bit_count(differing)) AS wagers
FROM by_round
GROUP BY ALL
HAVING sum(bit_count(differing)) > 0;
