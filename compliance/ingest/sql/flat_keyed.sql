-- What the rows say of their rounds, OF_ROUND, once for everything that they say; the number of the first row of each
-- round, and whether all its rows agree; and the rows with both.
CREATE OR REPLACE TEMP TABLE flat_told AS
SELECT min(number) AS number, OF_ROUND FROM flat_rows GROUP BY OF_ROUND;

CREATE OR REPLACE TEMP TABLE flat_firsts AS
SELECT coalesce(licensee_id, '') AS licensee, round_id, min(number) AS first, count(*) = 1 AS agrees
FROM flat_told GROUP BY ALL;

CREATE OR REPLACE TEMP VIEW flat_keyed AS
SELECT first, agrees, r.*
FROM flat_rows AS r
JOIN flat_firsts AS f ON f.round_id = r.round_id AND f.licensee = coalesce(r.licensee_id, '')
