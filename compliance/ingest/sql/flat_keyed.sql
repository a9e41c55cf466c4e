-- Rows of one wager each, with the number of the first row of their round and whether they agree with that row in all
-- that is said of the round. AGREES compares the columns.
CREATE OR REPLACE TEMP TABLE flat_keyed AS
WITH firsts AS (
    SELECT min(number) AS first, coalesce(licensee_id, '') AS licensee, round_id FROM flat_rows GROUP BY ALL
)
SELECT r.number, firsts.first, AGREES AS agrees
FROM flat_rows AS r
JOIN firsts ON firsts.round_id = r.round_id AND firsts.licensee = coalesce(r.licensee_id, '')
JOIN flat_rows AS f ON f.number = firsts.first
