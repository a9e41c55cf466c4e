-- What becomes of the staged rounds whose (licensee, round id) is not new: of several, the one loaded earlier
-- stays, in the database first and then by line; the others equal it or conflict with it.
CREATE OR REPLACE TEMP TABLE fates AS
WITH earlier AS (
    SELECT licensee_id, round_id, content_sha256, file_id, line
    FROM rounds SEMI JOIN contents USING (licensee_id, round_id)
),
again AS (
    SELECT licensee_id, round_id FROM contents GROUP BY ALL HAVING count(*) > 1
    UNION
    SELECT licensee_id, round_id FROM earlier
),
stays AS (
    SELECT
        licensee_id, round_id,
        coalesce(any_value(e.content_sha256), arg_min(c.content_sha256, c.line)) AS content_sha256,
        any_value(e.file_id) AS file_id,
        coalesce(any_value(e.line), min(c.line)) AS line,
        CASE WHEN any_value(e.line) IS NULL THEN min(c.line) END AS loaded_line
    FROM contents AS c SEMI JOIN again USING (licensee_id, round_id)
    LEFT JOIN earlier AS e USING (licensee_id, round_id)
    GROUP BY ALL
)
SELECT
    c.line, licensee_id, round_id,
    c.content_sha256 = stays.content_sha256 AS equal,
    stays.file_id AS earlier_file,
    stays.line AS earlier_line
FROM contents AS c JOIN stays USING (licensee_id, round_id)
WHERE c.line IS DISTINCT FROM stays.loaded_line;
