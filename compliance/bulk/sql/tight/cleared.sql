-- Rounds that the limit explains to the last unit under the adopted sheet.
CREATE OR REPLACE TEMP TABLE tight_cleared AS
SELECT round_key, known FROM tight_walked
WHERE variant = 0 AND differing = 0 AND round_key NOT IN (SELECT round_key FROM tight_walked WHERE NOT able);

-- To how many of their wagers each interpretation matters. The record is what the adopted sheet gives, so that a reading
-- gives a wager other money where it differs from the record.
CREATE OR REPLACE TEMP TABLE tight_touched AS
WITH by_round AS (
    SELECT w.interpretation, any_value(w.rules_id) AS rules_id,
        -- From another start the wagers stand in another order, and are the adopted sheet's, known as there.
        bit_or(w.differing & CASE WHEN w.full_of < 0 THEN w.known ELSE c.known END) AS differing
    FROM tight_walked AS w
    JOIN tight_cleared AS c USING (round_key)
    WHERE w.variant > 0
    GROUP BY w.round_key, w.interpretation
)
SELECT rules_id, interpretation, sum(bit_count(differing)) AS wagers
FROM by_round
GROUP BY ALL
HAVING sum(bit_count(differing)) > 0;
