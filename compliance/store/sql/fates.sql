-- The staged rounds whose (licensee, round id) is not new, each with the round that stays: the one in the
-- database or, where there is none, the first of the staged ones.
CREATE OR REPLACE TEMP TABLE fates AS
WITH stored AS (
    SELECT licensee_id, round_id, round_key, file_id, line AS stored_line, extra AS stored_extra
    FROM rounds SEMI JOIN staged USING (licensee_id, round_id)
),
repeated AS (
    SELECT licensee_id, round_id, min(line) AS first_line, arg_min(coalesce(extra, ''), line) AS first_extra
    FROM staged GROUP BY ALL HAVING count(*) > 1
)
SELECT
    staged.line, byte_offset, licensee_id, round_id,
    round_key AS stays_key, CASE WHEN round_key IS NULL THEN first_line END AS stays_line,
    file_id AS stays_file, coalesce(stored_line, first_line) AS earlier_line,
    coalesce(extra, '') AS extra,
    CASE WHEN round_key IS NULL THEN first_extra ELSE coalesce(stored_extra, '') END AS earlier_extra
FROM staged
LEFT JOIN stored USING (licensee_id, round_id)
LEFT JOIN repeated USING (licensee_id, round_id)
WHERE round_key IS NOT NULL OR staged.line <> first_line
